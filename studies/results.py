"""The stored results: how they are written, gone on with, and read."""

import csv
from functools import cache
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pandas as pd

from . import runs

FOLDER = Path(__file__).parent / "results"
LIBRARIES = ("numpy", "scipy", "scikit-learn")


def path(name):
    return FOLDER / f"{name}.csv"


def versions():
    """The first line of a file: what its rows were made with."""
    return "# " + ", ".join(f"{library} {version(library)}" for library in LIBRARIES)


def begun(name):
    """The number of tasks that a file has all rows of. Rows of a torn task are cut off.

    Raises
    ------
    ValueError
        If the file is not a beginning of this study, or comes from other versions.
    """
    file, study = path(name), runs.STUDIES[name]
    if not file.exists():
        FOLDER.mkdir(exist_ok=True)
        file.write_text(f"{versions()}\n{','.join(runs.COLUMNS)}\n", encoding="utf-8")
        return 0
    head, columns, *lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    if head.strip() != versions():
        raise ValueError(
            f"{file} was made with other versions: delete it to run it anew"
        )
    whole = [line for line in lines if line.endswith("\n")]
    tasks = len(whole) // study.rows
    kept = whole[: tasks * study.rows]
    there = [(row[0], int(row[1])) for row in csv.reader(kept)]
    if there != [task for task in study.tasks[:tasks] for _ in range(study.rows)]:
        raise ValueError(f"{file} is not of this study: delete it to run it anew")
    file.write_text("".join([head, columns, *kept]), encoding="utf-8")
    return tasks


def add(name, rows):
    """Add the rows of a task."""
    with path(name).open("a", encoding="utf-8", newline="") as stream:
        csv.writer(stream, lineterminator="\n").writerows(rows)


@cache
def table(name):
    """The stored rows of a study, all columns as text."""
    return pd.read_csv(path(name), comment="#", dtype=str, keep_default_na=False)


def matrices(rows, column="test"):
    """The matrices of rows of one data set, shape (rows, K, K), or (rows, folds, K, K)."""
    first = rows[column].iloc[0].split("|")
    K = round(len(first[0].split()) ** 0.5)
    found = np.array([runs.read(text, K) for text in rows[column]])
    return found[:, 0] if column == "test" else found
