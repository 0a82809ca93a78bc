"""Every pin of `make book` and `make test` has a wheel for the systems that the README names.

A pin that is pure Python has one wheel for all; pip says of the others what there is, without
installing it. Where there is no network, that is skipped.
"""

import re
import subprocess
import sys
from importlib.metadata import distribution

import pytest
from files import read
from packaging.requirements import Requirement

LISTS = "requirements.txt", "requirements-checks.txt", "requirements-peers.txt"
PYTHONS = "3.11", "3.12", "3.13", "3.14"
SYSTEMS = {
    "Linux x86_64": ["manylinux_2_28_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64"],
    "Linux aarch64": [
        "manylinux_2_28_aarch64", "manylinux_2_17_aarch64", "manylinux2014_aarch64",
    ],
    "Darwin arm64": [f"macosx_{n}_0_{kind}" for n in (14, 13, 12, 11) for kind in (
        "arm64", "universal2"
    )] + ["macosx_10_9_universal2"],
    "Windows AMD64": ["win_amd64"],
}  # fmt: skip


def pinned():
    for name in LISTS:
        for line in re.findall(r"^[\w.-]+==.*$", read(name), re.MULTILINE):
            yield Requirement(line)


def asked_of(system, python, pins):
    """The pins that a system installs, as pip reads their markers there."""
    platform, machine = system.split()
    there = {
        "platform_system": platform, "platform_machine": machine, "python_version": python,
        "sys_platform": {"Linux": "linux", "Darwin": "darwin", "Windows": "win32"}[platform],
    }  # fmt: skip
    return [p for p in pins if p.marker is None or p.marker.evaluate(there)]


def is_pure(pin):
    wheel = distribution(pin.name).read_text("WHEEL") or ""
    return bool(re.search(r"^Tag: py3-none-any$|^Tag: py2.py3-none-any$", wheel, re.M))


def resolved(tags, python, pins):
    """What pip says: nothing if there is a wheel of each."""
    asked = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install"]
    asked += ["--dry-run", "--quiet", "--ignore-installed", "--no-deps"]
    asked += ["--only-binary=:all:", "--target", "nowhere", "--python-version", python]
    asked += [word for tag in tags for word in ("--platform", tag)]
    pins = [f"{pin.name}{pin.specifier}" for pin in pins]
    done = subprocess.run([*asked, *pins], capture_output=True, text=True)
    return done.stderr if done.returncode else ""


@pytest.fixture(scope="module")
def network():
    if resolved(SYSTEMS["Linux x86_64"], "3.11", [Requirement("packaging==26.3")]):
        pytest.skip("no wheel can be asked for here")


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_pin_has_a_wheel(system, python, network):
    pins = [pin for pin in asked_of(system, python, pinned()) if not is_pure(pin)]
    assert 25 < len(pins) < 60
    assert resolved(SYSTEMS[system], python, pins) == ""


@pytest.mark.parametrize("python", PYTHONS)
def test_every_pin_that_is_pure_takes_this_python(python):
    for pin in filter(is_pure, pinned()):
        takes = distribution(pin.name).metadata.get("Requires-Python") or ""
        assert Requirement(f"python{takes}").specifier.contains(f"{python}.0"), pin


def test_a_pin_without_a_wheel_is_noticed(network):
    """The negative control: what the marker of the list leaves out."""
    (bound,) = [pin for pin in pinned() if pin.name == "skordinal"]
    free = Requirement("skordinal==0.2.0")
    for system, tags in SYSTEMS.items():
        here = system == "Linux x86_64"
        assert (bound in asked_of(system, "3.11", [bound])) == here
        assert ("No matching distribution" in resolved(tags, "3.11", [free])) != here
