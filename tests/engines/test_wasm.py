"""The package in the Python of web pages, by node: 32-bit integers, no threads, no processes."""

import json
import shutil
import subprocess
from pathlib import Path

import pyodide as runtime
import pytest
from files import ROOT

HERE = Path(__file__).parent


@pytest.fixture
def node():
    found = shutil.which("node")
    if found is None or not runtime.is_whole():
        pytest.skip("skipped: node or .pyodide is missing, see tools/pyodide.py")
    return found


def run(node, script):
    asked = [node, HERE / "wasm.mjs", runtime.FOLDER, ROOT, script]
    return subprocess.run(asked, capture_output=True, text=True, timeout=600)


def test_the_package_works_in_a_web_page(node):
    done = run(node, HERE / "on_wasm.py")
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["failed"] == []
    assert done.returncode == 0
    assert told["measures"] > 35
    assert told["examples"] > 300


def test_what_fails_there_is_told(node, tmp_path):
    """The negative control: what numpy refuses where its integers have 32 bits."""
    path = tmp_path / "script.py"
    path.write_text("import numpy as np\nnp.bincount(np.ones(3, np.int64))\n0\n")
    done = run(node, path)
    assert done.returncode == 1
    assert "Cannot cast array data from dtype('int64')" in done.stdout


def test_a_file_with_another_byte_is_refused():
    right = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
    assert runtime.checked("a", b"hello", right) == b"hello"
    with pytest.raises(ValueError, match="a has another sha256"):
        runtime.checked("a", b"hellp", right)
