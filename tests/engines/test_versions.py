"""The wheel works with the oldest and the newest numpy, pandas and narwhals that are stated."""

import os
import re
import subprocess
import sys
import tomllib

import pytest
from files import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]
STATED = [*PROJECT["dependencies"]]
STATED += [one for extra in PROJECT["optional-dependencies"].values() for one in extra]
OLDEST = sorted({requirement.replace(">=", "==") + ".*" for requirement in STATED})
NEWEST = sorted({requirement.partition(">=")[0] for requirement in STATED})
TRIED = """
import warnings; warnings.filterwarnings("error", module="ordref")
import numpy, pandas, narwhals, pyarrow, sklearn, matplotlib
print(*(m.__version__ for m in (numpy, pandas, narwhals, pyarrow, sklearn, matplotlib)))
import ordref
frame = pandas.DataFrame({"t": [1, 2, 2], "p": [1, 2, 1], "fold": [0, 0, 0]})
cm = ordref.from_frame(frame, "t", "p")
assert cm.tolist() == [[1, 0], [1, 1]] == ordref.confusion_matrix(frame["t"], frame["p"]).tolist()
assert ordref.from_frame(pyarrow.Table.from_pandas(frame), "t", "p").tolist() == cm.tolist()
kind = pandas.CategoricalDtype([1, 2, 3], ordered=True)
assert ordref.from_frame(frame.astype({"t": kind, "p": kind}), "t", "p").shape == (3, 3)
table = ordref.evaluate({"a": cm, "b": [[2, 0], [0, 1]]}, measures=["mae", "oci", "co_correlation"])
assert table.loc["b", "mae"] == 0
assert "MAE" in table.to_markdown() and "MAE" in table[["mae"]].to_latex()
assert ordref.evaluate(cm, interval=0.9, measures=["mae"]).shape == (1, 9)
assert ordref.scorer("mae", labels=[1, 2])
from ordref import plots
plots.draw_measures({"a": cm}, measures=["mae"]).figure.canvas.draw()
plots.draw_matrix(cm, shares=True).figure.canvas.draw()
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "--quiet",
        "wheel",
    ]
    subprocess.run(
        [*pip, "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT],
        check=True, capture_output=True,
    )  # fmt: skip
    (path,) = folder.iterdir()
    return path


@pytest.mark.parametrize("versions", [OLDEST, NEWEST], ids=["oldest", "newest"])
def test_wheel_works_with(versions, wheel, tmp_path):
    python = tmp_path / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", tmp_path], check=True)
    pip = [python, "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
    done = subprocess.run(
        [*pip, wheel, *versions], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    here = os.environ | {"MPLBACKEND": "agg"}
    here.pop("PYTHONPATH", None)
    done = subprocess.run(
        [python, "-c", TRIED],
        capture_output=True,
        text=True,
        env=here,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found = done.stdout.split()
    if versions is OLDEST:
        stated = dict(re.split(">=", requirement) for requirement in STATED)
        assert found[0].startswith(stated["numpy"])
        assert found[1].startswith(stated["pandas"])
    print(*found)
