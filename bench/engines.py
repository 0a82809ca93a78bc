"""How fast engines count, in how much memory: ``python -m bench.engines`` makes engines.csv.

A file of Parquet with as many rows as asked for is made on the spot, in a folder that is
removed at the end. Each engine counts it in a process of its own, which may take no more memory
than CAP where the engine has one process; numpy alone holds the columns, and has no cap. What
is timed is the counting, and not how long an engine takes to start. Needs what
requirements-engines.txt lists, and 24 bytes of disk for each row.
"""

import csv
import importlib
import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from importlib.metadata import version
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "engines.csv"
FIELDS = ["engine", "version", "workers", "rows", "seconds", "megabytes"]
# Rows that are drawn, written and counted at a time.
PIECE = 1_000_000
CLASSES = 5
CAP = 1 << 30


def make(folder: Path, rows: int) -> None:
    """Labels of five classes, as Parquet and as two plain files, and the matrix that they have."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq

    rng = np.random.default_rng(rows)
    schema = pa.schema([("t", pa.int64()), ("p", pa.int64())])
    cells = np.zeros(CLASSES**2, dtype=np.int64)
    with (
        pq.ParquetWriter(folder / "labels.parquet", schema) as writer,
        open(folder / "t.bin", "wb") as trues,
        open(folder / "p.bin", "wb") as preds,
    ):
        for start in range(0, rows, PIECE):
            N = min(PIECE, rows - start)
            t = rng.integers(1, CLASSES + 1, N)
            p = np.clip(t + rng.integers(-1, 2, N), 1, CLASSES)
            writer.write_table(pa.table({"t": t, "p": p}, schema=schema))
            t.astype(np.uint8).tofile(trues)
            p.astype(np.uint8).tofile(preds)
            cells += np.bincount((t - 1) * CLASSES + p - 1, minlength=CLASSES**2)
    counts = cells.reshape(CLASSES, CLASSES).tolist()
    (folder / "counts.json").write_text(json.dumps(counts))


# ------------------------------------------------------------------- engines


def numpy(file: Path, workers: int) -> Any:
    import numpy as np
    import pyarrow.parquet as pq

    table = pq.read_table(file, use_threads=workers > 1)
    t, p = (table.column(name).to_numpy() for name in "tp")
    start = time.perf_counter()
    found = np.bincount((t - 1) * CLASSES + p - 1, minlength=CLASSES**2)
    return found.reshape(CLASSES, CLASSES), time.perf_counter() - start


def confusion_matrix(file: Path, workers: int) -> Any:
    import numpy as np

    import ordref

    t, p = (np.memmap(file.parent / f"{n}.bin", dtype=np.uint8, mode="r") for n in "tp")
    return ordref.confusion_matrix(t, p)


def duckdb(file: Path, workers: int) -> Any:
    import duckdb

    import ordref

    database = duckdb.connect(config={"threads": workers, "memory_limit": "256MB"})
    return ordref.from_frame(database.read_parquet(str(file)), "t", "p")


def sql(file: Path, workers: int) -> Any:
    import duckdb

    import ordref

    database = duckdb.connect(config={"threads": workers, "memory_limit": "256MB"})
    rows = database.execute(
        f"SELECT t, p, count(*) FROM '{file}' GROUP BY t, p"
    ).fetchall()
    return ordref.from_counts(rows)


def polars(file: Path, workers: int) -> Any:
    import polars as pl

    import ordref

    pl.Config.set_engine_affinity("streaming")
    return ordref.from_frame(pl.scan_parquet(file), "t", "p")


def dask(file: Path, workers: int) -> Any:
    import dask.dataframe as dd
    from distributed import Client, LocalCluster

    import ordref

    options: dict[str, Any] = {"dashboard_address": None, "threads_per_worker": 1}
    with (
        LocalCluster(workers, memory_limit=CAP, **options) as cluster,
        Client(cluster),
    ):
        start = time.perf_counter()
        frame = dd.read_parquet(file, split_row_groups=True)
        return ordref.from_frame(frame, "t", "p"), time.perf_counter() - start


def pyspark(file: Path, workers: int) -> Any:
    from pyspark.sql import SparkSession

    import ordref

    warnings.simplefilter("ignore")
    builder = SparkSession.builder.master(f"local[{workers}]")
    for name in ("spark.ui.enabled", "spark.ui.showConsoleProgress"):
        builder = builder.config(name, "false")
    session = builder.config("spark.driver.memory", "1g").getOrCreate()
    start = time.perf_counter()
    found = ordref.from_frame(session.read.parquet(str(file)), "t", "p")
    seconds = time.perf_counter() - start
    session.stop()
    return found, seconds


def command(file: Path, workers: int) -> Any:
    import contextlib
    import io

    from ordref.__main__ import main

    with contextlib.redirect_stdout(io.StringIO()) as said:
        main(
            [
                "measure",
                str(file),
                "--true",
                "t",
                "--pred",
                "p",
                "--json",
                "--measures",
                "mae",
            ]
        )
    return json.loads(said.getvalue())["confusion_matrix"]


# The engine, its package, whether it has one process that the cap holds, its workers, and
# the most rows that it is given.
ENGINES = {
    "numpy": (numpy, "numpy", False, (2,), 10**9),
    "confusion_matrix": (confusion_matrix, "ordref", True, (1,), 10**9),
    "command": (command, "pyarrow", True, (1,), 10**9),
    "duckdb": (duckdb, "duckdb", True, (1, 2), 10**9),
    "sql": (sql, "duckdb", True, (2,), 10**9),
    "polars": (polars, "polars", True, (1, 2), 10**9),
    "dask": (dask, "dask", False, (1, 2), 10**7),
    "pyspark": (pyspark, "pyspark", False, (1, 2), 10**7),
}


def child(engine: str, workers: int, file: Path) -> None:
    """Count once, and print what was found and how long it took."""
    function, package, capped, *_ = ENGINES[engine]
    for name in (package, "ordref.labels.frames", "narwhals", "pyarrow.parquet"):
        importlib.import_module(name)
    if capped:
        resource.setrlimit(resource.RLIMIT_DATA, (CAP, CAP))
    start = time.perf_counter()
    found = function(file, workers)
    seconds = time.perf_counter() - start
    if isinstance(found, tuple):
        found, seconds = found
    print(
        json.dumps(
            {"counts": [list(map(int, row)) for row in found], "seconds": seconds}
        )
    )


def run(engine: str, workers: int, file: Path) -> tuple[dict[str, Any], float]:
    """Count in another process; what it says, and the most memory that it and its own took."""
    import psutil

    code = f"from bench.engines import child; from pathlib import Path; child({engine!r}, {workers}, Path({str(file)!r}))"  # noqa: E501
    # Workers of Dask import the main module again: -c has none.
    threads = os.environ | {"POLARS_MAX_THREADS": str(workers)}
    started = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=threads,
        stderr=subprocess.PIPE,
    )  # fmt: skip
    peak, over = 0, threading.Event()

    def watch() -> None:
        nonlocal peak
        parent = psutil.Process(started.pid)
        while not over.wait(0.05):
            taken = 0
            try:
                family = [parent, *parent.children(recursive=True)]
            except psutil.Error:
                return
            for process in family:
                try:
                    taken += process.memory_info().rss
                except psutil.Error:
                    continue
            peak = max(peak, taken)

    watcher = threading.Thread(target=watch)
    watcher.start()
    out, errors = started.communicate()
    over.set()
    watcher.join()
    if started.returncode:
        raise RuntimeError(f"{engine}: {errors[-2000:]}")
    return json.loads(out.splitlines()[-1]), peak / 1e6


def stored() -> dict[tuple[str, str, str], dict[str, str]]:
    """The rows of an earlier run, which a run of some sizes or engines leaves as they are."""
    if not FILE.exists():
        return {}
    with FILE.open(encoding="utf-8", newline="") as file:
        return {_key(row): row for row in csv.DictReader(file)}


def _key(row: dict[str, str]) -> tuple[str, str, str]:
    return row["engine"], row["workers"], row["rows"]


def store(rows: dict[tuple[str, str, str], dict[str, str]]) -> None:
    def place(row: dict[str, str]) -> tuple[int, int, int]:
        return int(row["rows"]), list(ENGINES).index(row["engine"]), int(row["workers"])

    with FILE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(sorted(rows.values(), key=place))


def main() -> None:
    named = [word for word in sys.argv[1:] if word in ENGINES] or list(ENGINES)
    asked = [int(float(word)) for word in sys.argv[1:] if word not in ENGINES]
    for rows in asked or [10**6, 10**7, 2 * 10**8]:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "labels.parquet"
            make(Path(folder), rows)
            expected = json.loads((Path(folder) / "counts.json").read_text())
            for engine in named:
                _, package, _, numbers, most = ENGINES[engine]
                for workers in numbers if rows <= most else ():
                    said, peak = run(engine, workers, file)
                    assert said["counts"] == expected, engine
                    row = [engine, version(package), workers, rows]
                    row += [f"{said['seconds']:.4g}", f"{peak:.4g}"]
                    print(*row, flush=True)
                    found = dict(zip(FIELDS, map(str, row), strict=True))
                    store(stored() | {_key(found): found})


if __name__ == "__main__":
    main()
