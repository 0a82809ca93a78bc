"""What is handed out as source."""

import subprocess
import sys
import tarfile

from files import ROOT


def test_the_source_holds_the_package_and_no_other_readme(tmp_path):
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (made,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(made) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    outside = {name for name in names if not name.startswith("ordref/")}
    assert outside == {
        "README.md", "LICENSE", "LICENSE-TEXT", "pyproject.toml", "PKG-INFO", ".gitignore",
    }  # fmt: skip
    stored = {p.relative_to(ROOT).as_posix() for p in (ROOT / "ordref").rglob("*.json")}
    assert stored <= set(names)
