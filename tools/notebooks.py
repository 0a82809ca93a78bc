"""Run the chapters and store their outputs: ``python tools/notebooks.py chapters``.

A stored notebook holds what a reader or a replay needs and nothing else, so that a
diff shows what changed. It is run from top to bottom, in a fresh kernel.
"""

import os
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[1]
KERNEL = {
    "display_name": "Python 3 (ipykernel)",
    "language": "python",
    "name": "python3",
}
CELL_METADATA = ("mystnb", "tags")
OUTPUT_METADATA = ("scrapbook",)


def normalise(notebook):
    """Return the notebook without what a run or an editor leaves behind."""
    notebook = nbformat.from_dict(notebook)
    notebook.metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for cell in notebook.cells:
        cell.source = "\n".join(
            line.rstrip() for line in cell.source.strip("\n").split("\n")
        )
        cell.metadata = {k: v for k, v in cell.metadata.items() if k in CELL_METADATA}
        for output in cell.get("outputs", []):
            if "metadata" in output:
                output.metadata = {
                    k: v for k, v in output.metadata.items() if k in OUTPUT_METADATA
                }
            if "execution_count" in output:
                output.execution_count = cell.execution_count
    return notebook


def text_of(notebook):
    return nbformat.writes(notebook, version=4) + "\n"


def run(path):
    """Execute one notebook in its folder and store it."""
    os.environ["PYTHONPATH"] = str(ROOT)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in a replay
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=120,
        coalesce_streams=True,  # else what is printed is cut where the clock says
        resources={"metadata": {"path": str(path.parent)}},
    )
    client.execute()
    warned = [
        output.text
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if output.get("name") == "stderr"
    ]
    if warned:
        sys.exit(f"{path} is not stored, for its cells warn:\n{''.join(warned)}")
    path.write_text(text_of(normalise(notebook)), encoding="utf-8")


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        given = Path(argument)
        for path in sorted(given.glob("*.ipynb")) if given.is_dir() else [given]:
            print(path, flush=True)
            run(path)
