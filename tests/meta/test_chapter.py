"""`make chapter NAME=mae`, the first command of a newcomer, run as it stands."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from files import ROOT


@pytest.mark.parametrize("name", ["mae", "oci", "classi", "functional"])
def test_one_chapter_or_module_is_green(name):
    # Relative, for the folder of the project may have blanks in its path.
    environment = os.path.relpath(Path(sys.executable).parents[1], ROOT)
    done = subprocess.run(
        ["make", "chapter", f"NAME={name}", f"VENV={environment}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert " passed" in done.stdout
