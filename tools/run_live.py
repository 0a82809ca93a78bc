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
from itertools import groupby
from operator import itemgetter
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
    many, same, lacking, faults = 0, 0, 0, 0
    for chapter, lines in groupby(run(node, names), key=itemgetter("chapter")):
        cells = list(lines)
        others = [cell for cell in cells if not cell["same"]]
        many, same = many + len(cells), same + len(cells) - len(others)
        seconds = sum(cell["seconds"] for cell in cells)
        told = f"{len(cells) - len(others)} of {len(cells)} cells as printed"
        print(f"{chapter}: {told}, {seconds:.0f} s", flush=True)
        for cell in others:
            why = cell.get("lacks") or (cell["ok"] and cell.get("known"))
            lacking, faults = lacking + bool(why), faults + (not why)
            print(f"  cell {cell['at']}: {why or is_other(cell)}")
    print(f"{same} of {many} cells as printed, {lacking} cannot be, {faults} should be")
    return bool(faults) or not many


def is_other(cell: dict) -> str:
    """What a cell gives that is not printed."""
    if fault := cell.get("fault"):
        return f"stopped with an error\n{fault['traceback']}"
    return f"not as printed:\n{cell['now']}\nfor\n{cell['printed']}"


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
