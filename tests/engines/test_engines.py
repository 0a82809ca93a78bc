"""Engines that exist count as `confusion_matrix` does: DuckDB, Dask, PySpark, Ibis."""

import json
import shutil
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest
from bad import refuses
from small import LOW_TO_HIGH

from bench import engines
from ordref import confusion_matrix, from_counts, from_frame

ROWS = 1_000_000
needs_java = pytest.mark.skipif(
    shutil.which("java") is None, reason="PySpark needs Java, and there is none here"
)


@pytest.fixture(scope="module")
def labels(tmp_path_factory):
    """A million rows of Parquet, and their matrix."""
    folder = tmp_path_factory.mktemp("labels")
    engines.make(folder, ROWS)
    return folder / "labels.parquet", json.loads((folder / "counts.json").read_text())


def test_made_counts_are_those_of_the_labels(labels):
    path, expected = labels
    frame = pd.read_parquet(path)
    assert confusion_matrix(frame["t"], frame["p"]).tolist() == expected
    assert sum(map(sum, expected)) == ROWS


@pytest.mark.parametrize("engine", [*engines.ENGINES])
def test_engine_counts_a_million_rows(engine, labels):
    """In a process of its own, with the cap on its memory that the bench has."""
    if engine == "pyspark" and shutil.which("java") is None:
        pytest.skip("PySpark needs Java, and there is none here")
    path, expected = labels
    said, _ = engines.run(engine, 2, path)
    assert said["counts"] == expected


# ------------------------------------------------------------------- what frames may hold

TRUE = [1, 2, 2, 3, 1, 1]
PRED = [1, 2, 1, 3, 1, 3]
FRAME = pd.DataFrame(
    {
        "t": TRUE,
        "p": PRED,
        "word": [LOW_TO_HIGH[k - 1] for k in TRUE],
        "guess": [LOW_TO_HIGH[k - 1] for k in PRED],
        "w": [200, 200, 1, 1, 200, 0],
        "share": [0.5, 1, 2, 0.25, 0.5, 0],
        "fold": list("ababab"),
        "hole": [1.0, None, 2.0, 3.0, 1.0, 1.0],
    }
)


@pytest.fixture(scope="module")
def of_duckdb():
    import duckdb

    with duckdb.connect() as database:
        database.register("labels", FRAME)
        yield database.sql("SELECT * FROM labels")


@pytest.fixture(scope="module")
def of_dask():
    import dask.dataframe as dd

    return dd.from_pandas(FRAME, npartitions=2)


@pytest.fixture(scope="module")
def of_ibis():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it asks pandas for what pandas gives up
        import ibis

        yield ibis.memtable(FRAME)


@pytest.fixture(scope="module")
def of_pyspark():
    if shutil.which("java") is None:
        pytest.skip("PySpark needs Java, and there is none here")
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[1]")
    for name in ("spark.ui.enabled", "spark.ui.showConsoleProgress"):
        builder = builder.config(name, "false")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it does not know of pandas 3
        session = builder.config("spark.sql.shuffle.partitions", "1").getOrCreate()
        plain = FRAME.drop(columns="hole").to_dict("records")
        holes = [None if hole != hole else hole for hole in FRAME["hole"]]
        rows = [row | {"hole": h} for row, h in zip(plain, holes, strict=True)]
        yield session.createDataFrame(rows)
    session.stop()


@pytest.fixture(params=["of_duckdb", "of_dask", "of_ibis", "of_pyspark"])
def frame(request):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "PySpark does not yet", FutureWarning)
        warnings.filterwarnings("ignore", "the groups of", UserWarning)
        yield request.getfixturevalue(request.param)


CM = confusion_matrix(TRUE, PRED).tolist()


def test_counts(frame):
    found = from_frame(frame, "t", "p")
    assert (found.tolist(), found.dtype) == (CM, np.int64)
    words = from_frame(frame, "word", "guess", labels=LOW_TO_HIGH)
    assert words.tolist() == CM


def test_weights(frame):
    for column in ("w", "share"):
        expected = confusion_matrix(TRUE, PRED, weight=FRAME[column])
        found = from_frame(frame, "t", "p", weight=column)
        assert found.tolist() == expected.tolist()
        assert found.dtype == expected.dtype


def test_groups(frame):
    found = from_frame(frame, "t", "p", by="fold")
    assert list(found) == ["a", "b"]
    part = FRAME[FRAME["fold"] == "a"]
    expected = confusion_matrix(part["t"], part["p"], labels=[1, 2, 3])
    assert found["a"].tolist() == expected.tolist()


def test_missing_values(frame):
    with refuses("of 6 rows some have a missing value .1 in 'hole'.* dropna=True"):
        from_frame(frame, "hole", "p")
    found = from_frame(frame, "hole", "p", labels=[1, 2, 3], dropna=True)
    kept = FRAME.dropna()
    assert found.tolist() == confusion_matrix(kept["t"], kept["p"]).tolist()


def test_what_is_refused(frame):
    with refuses("order of the classes in column 'word' is unknown"):
        from_frame(frame, "word", "guess")
    with refuses("no column 'x'"):
        from_frame(frame, "x", "p")
    with refuses("which is not among the labels"):
        from_frame(frame, "t", "p", labels=[1, 2])


def test_an_enum_of_duckdb_brings_its_order():
    import duckdb

    with duckdb.connect() as database:
        database.execute("CREATE TYPE grade AS ENUM ('low', 'mid', 'high')")
        database.register("labels", FRAME)
        columns = "word::grade AS t, guess::grade AS p"
        relation = database.sql(f"SELECT {columns} FROM labels")
        assert from_frame(relation, "t", "p").tolist() == CM


def test_rows_of_a_warehouse():
    import duckdb

    with duckdb.connect() as database:
        database.register("labels", FRAME)
        rows = database.execute(
            "SELECT word, guess, count(*) FROM labels GROUP BY word, guess"
        )
        assert from_counts(rows.fetchall(), labels=LOW_TO_HIGH).tolist() == CM
        sums = database.execute("SELECT t, p, sum(w) FROM labels GROUP BY t, p")
        expected = confusion_matrix(TRUE, PRED, weight=FRAME["w"])
        assert from_counts(sums.fetchall()).tolist() == expected.tolist()


def test_polars_streams_what_is_larger_than_its_cap(labels):
    path, expected = labels
    assert (
        from_frame(pl.scan_parquet([path] * 3), "t", "p").tolist()
        == (3 * np.array(expected)).tolist()
    )


def test_stored_figures_are_of_the_engines_of_the_bench():
    stored = pd.read_csv(Path(engines.FILE))
    assert set(stored["engine"]) <= set(engines.ENGINES)
    assert (stored["seconds"] > 0).all()
