"""The Python of the pages: put into a built book, or tried with every cell of the chapters.

    python tools/run_live.py into _build/html
    python tools/run_live.py check mae preface

The first gathers the runtime into a site, so that nothing comes from another server. The second
runs the cells of chapters, or of all, as a page does, but in node: each has to give what is
printed, or say in words what a page has not. Both need .pyodide (`tools/pyodide.py`).
"""

import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import pyodide as runtime

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "chapters" / "_ext"))
CHAPTERS = ROOT / "chapters"
SKIPPED = "node or .pyodide is missing (python tools/pyodide.py): no cell is run"


def into(folder: Path) -> None:
    """Let a folder written by `chapters/_ext/in_page.py` have its runtime beside it."""
    place = folder / "live.json"
    told = json.loads(place.read_text(encoding="utf-8"))
    names = [
        *runtime.PINS["sha256"],
        *(p["file_name"] for p in told["official"].values()),
    ]
    for name in set(names) - {"pyodide-lock.json"}:
        shutil.copy(runtime.FOLDER / name, folder)
    place.write_text(json.dumps({**told, "server": ""}), encoding="utf-8")


def lock_of(folder: Path) -> dict:
    """What is in `live.json`, in the form in which Pyodide reads it."""
    told = json.loads((folder / "live.json").read_text(encoding="utf-8"))
    packages = told["official"] | told["own"]
    return {"info": told["info"], "packages": packages}


def run(node: str, names: list[str]):
    """The lines of tools/run_live.mjs, as they come."""
    import in_page

    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "live")
        in_page.write_static(folder, CHAPTERS)
        into(folder)
        lock = json.dumps(lock_of(folder))
        (folder / "pyodide-lock.json").write_text(lock, encoding="utf-8")
        asked = [node, ROOT / "tools" / "run_live.mjs", folder, *names]
        with subprocess.Popen(asked, stdout=subprocess.PIPE, text=True) as process:
            for line in process.stdout:
                yield json.loads(line)
        if process.returncode:
            raise SystemExit(f"node ended with {process.returncode}")


def check(names: list[str]) -> int:
    node = shutil.which("node")
    if node is None or not runtime.is_whole():
        print(SKIPPED)
        return 0
    names = names or sorted(p.stem for p in CHAPTERS.glob("*.ipynb"))
    cells, printed, lacking, faults = Counter(), Counter(), [], []
    seconds = Counter()
    for line in run(node, names):
        chapter = line["chapter"]
        cells[chapter] += 1
        seconds[chapter] += line["seconds"]
        printed[chapter] += line["same"]
        if not line["same"]:
            line["why"] = line.get("lacks") or (line["ok"] and line.get("known"))
            (lacking if line["why"] else faults).append(line)
    for chapter in cells:
        told = f"{printed[chapter]} of {cells[chapter]} cells as printed"
        print(f"{chapter}: {told}, {seconds[chapter]:.0f} s")
    for line in lacking:
        print(f"{line['chapter']}, cell {line['at']}: {line['why']}")
    for line in faults:
        fault = line.get("fault") or {}
        print(f"\n{line['chapter']}, cell {line['at']} is not as printed:")
        print(fault.get("traceback") or f"{line['now']}\nfor\n{line['printed']}")
    all_cells, as_printed = cells.total(), printed.total()
    print(
        f"{as_printed} of {all_cells} cells as printed, {len(lacking)} cannot be, ",
        end="",
    )
    print(f"{len(faults)} should be")
    return bool(faults) or not all_cells


def main(words: list[str]) -> int:
    if words[0] == "check":
        return check(words[1:])
    if not runtime.is_whole():
        print(
            "The runtime is not in .pyodide: the pages take it from the official server"
        )
        return 0
    into(Path(words[1]) / "_static" / "live")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
