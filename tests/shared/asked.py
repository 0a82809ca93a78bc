"""What the tests of the command line share: files of every kind, and one data set."""

import gzip

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

NAMES = ["low", "mid & so", "<b>hi</b>"]
TRUE, PRED = [1, 2, 2, 3, 1, 1], [1, 2, 1, 3, 1, 3]
FRAME = pd.DataFrame(
    {
        "t": TRUE,
        "p": PRED,
        "fold": [10, 10, 9, 9, 9, 10],
        "w": [2, 1, 1, 3, 1, 1],
        "share": [0.5, 1, 1, 3, 1, 1],
    }
)
WORDS = FRAME.assign(**{c: [NAMES[k - 1] for k in FRAME[c]] for c in "tp"})
CM = [[2, 0, 1], [1, 1, 0], [0, 0, 1]]
COLUMNS = ["--true", "t", "--pred", "p"]


def ordered(frame):
    kind = pd.CategoricalDtype(NAMES, ordered=True)
    return frame.astype({"t": kind, "p": kind})


def as_csv(frame, path):
    frame.to_csv(path, index=False)


def as_tsv(frame, path):
    frame.to_csv(path, index=False, sep="\t")


def as_packed(frame, path):
    path.write_bytes(gzip.compress(frame.to_csv(index=False, sep="\t").encode()))


def arrow(frame):
    """A table of Arrow, of a frame or of columns by their names."""
    if isinstance(frame, pd.DataFrame):
        return pa.Table.from_pandas(frame)
    return pa.table(frame)


def as_parquet(frame, path):
    pq.write_table(arrow(frame), path, row_group_size=2)


def as_arrow(frame, path):
    table = arrow(frame)
    with pa.ipc.new_file(path, table.schema) as file:
        file.write_table(table, max_chunksize=2)


def as_stream(frame, path):
    table = arrow(frame)
    with pa.ipc.new_stream(path, table.schema) as file:
        file.write_table(table, max_chunksize=2)


KINDS = {
    ".csv": as_csv,
    ".tsv": as_tsv,
    ".tsv.gz": as_packed,
    ".parquet": as_parquet,
    ".arrow": as_arrow,
    ".stream": as_stream,
}
every_kind = pytest.mark.parametrize("kind", KINDS)
