"""Pyodide, the Python of web pages, gathered in .pyodide for what runs in it.

    python tools/pyodide.py
    python tools/pyodide.py FOLDER
    python tools/pyodide.py https://ADDRESS/

The first needs a network, once: it takes the files from the registries, by npm and pip, or else
from the official server. The others take them from a folder, such as an unpacked release, or from
a server with the same files. Every file has to be the one that tools/pyodide.toml, or the lock of
Pyodide, names by its sha256, wherever it comes from. Where something cannot be had, it says so,
and the tests skip. What a page has to know of these files is written to live/lock.json, which is
kept: a book can then be built where none of them is.
"""

import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".pyodide"
PINS = tomllib.loads((ROOT / "tools/pyodide.toml").read_text(encoding="utf-8"))
LOCK = ROOT / "live" / "lock.json"
SERVER = PINS["server"].format(version=PINS["version"])
PATIENCE = 60  # seconds, for a server to say something
KEPT = (
    "name",
    "version",
    "file_name",
    "install_dir",
    "sha256",
    "package_type",
    "imports",
)


def wanted(lock: bytes) -> dict[str, str]:
    """The sha256 of every file, by its name; those of the wheels are in the lock."""
    packages = json.loads(lock)["packages"]
    wheels = (packages[name] for name in PINS["wheels"])
    return PINS["sha256"] | {each["file_name"]: each["sha256"] for each in wheels}


def checked(name: str, content: bytes, sha256: str) -> bytes:
    """The content, if it is the one that is meant."""
    if hashlib.sha256(content).hexdigest() != sha256:
        raise ValueError(f"{name} has another sha256 than the one that is pinned")
    return content


def is_whole() -> bool:
    """Whether all is there, to the last byte."""
    try:
        files = wanted((FOLDER / "pyodide-lock.json").read_bytes())
        for name, sha256 in files.items():
            checked(name, (FOLDER / name).read_bytes(), sha256)
    except (OSError, ValueError):
        return False
    return True


def for_pages(folder: Path = FOLDER) -> str:
    """What is in the lock of the wheels that are meant, with their sizes and those of the core."""
    lock = json.loads((folder / "pyodide-lock.json").read_text(encoding="utf-8"))
    packages = {name: lock["packages"][name] for name in PINS["wheels"]}
    held = {
        name: {key: package[key] for key in KEPT}
        # What draws in a page is not wanted: figures come as pictures.
        | {"depends": [other for other in package["depends"] if other in packages]}
        | {"bytes": (folder / package["file_name"]).stat().st_size}
        for name, package in packages.items()
    }
    core = {
        name: {"sha256": sha256, "bytes": (folder / name).stat().st_size}
        for name, sha256 in PINS["sha256"].items()
        if name != "pyodide-lock.json"
    }
    info = {"info": lock["info"], "server": SERVER}
    told = {**info, "core": core, "packages": held}
    return json.dumps(told, indent=1) + "\n"


def from_npm(folder: str) -> dict[str, bytes]:
    """The files of the core, and its lock."""
    asked = ["npm", "pack", "--silent", f"pyodide@{PINS['version']}"]
    subprocess.run(asked, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    (packed,) = Path(folder).glob("pyodide-*.tgz")
    with tarfile.open(packed) as archive:
        return {
            name: archive.extractfile(f"package/{name}").read()  # type: ignore[union-attr]
            for name in PINS["sha256"]
        }


def from_carrier(folder: str, names: list[str]) -> Iterator[tuple[str, bytes]]:
    asked = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    subprocess.run([*asked, "--dest", folder, PINS["carrier"]], check=True)
    (carrier,) = Path(folder).glob("*.whl")
    with zipfile.ZipFile(carrier) as archive:
        for path in archive.namelist():
            if (name := path.rpartition("/")[2]) in names:
                yield name, archive.read(path)


def from_registries() -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as folder:
        files = from_npm(folder)
        missing = [name for name in wanted_of(files) if name not in files]
        return files | dict(from_carrier(folder, missing))


def from_place(place: str) -> dict[str, bytes]:
    """The files that lie in a folder, or below an address."""
    lock = content_of(place, "pyodide-lock.json")
    names = wanted_of({"pyodide-lock.json": lock})
    return {name: content_of(place, name) for name in names}


def content_of(place: str, name: str) -> bytes:
    if not place.startswith(("http://", "https://")):
        return (Path(place) / name).read_bytes()
    address = f"{place.rstrip('/')}/{name}"
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:  # as the pins say
        return bytes(answer.read())


def wanted_of(files: dict[str, bytes]) -> dict[str, str]:
    """What is wanted, by a lock that is the one that is meant."""
    name = "pyodide-lock.json"
    return wanted(checked(name, files[name], PINS["sha256"][name]))


def sources(places: list[str]) -> Iterator[tuple[str, Callable[[], dict[str, bytes]]]]:
    """Where the files may be had: a name, and who gets them."""
    for place in places:
        yield place, lambda place=place: from_place(place)  # type: ignore[misc]
    if not places:
        yield "the registries", from_registries
        yield SERVER, lambda: from_place(SERVER)


def gathered(places: list[str]) -> dict[str, bytes] | None:
    """All files, from the first source that has them to the last byte."""
    for source, get in sources(places):
        try:
            files = get()
            sums = wanted_of(files)
            return {name: checked(name, files[name], sums[name]) for name in sums}
        except (OSError, subprocess.CalledProcessError, KeyError, ValueError) as fault:
            told = f"cannot be had from {source}: {fault!r}"
            print(f"Pyodide {PINS['version']} {told}")
    return None


def main(places: list[str]) -> int:
    if is_whole():
        return 0
    shutil.rmtree(FOLDER, ignore_errors=True)
    if (files := gathered(places)) is None:
        return 1
    FOLDER.mkdir()
    for name, content in files.items():
        (FOLDER / name).write_bytes(content)
    LOCK.write_text(for_pages(FOLDER), encoding="utf-8")
    print(f"Pyodide {PINS['version']} is in {FOLDER.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
