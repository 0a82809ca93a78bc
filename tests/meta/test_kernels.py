"""A kernel that is forked for a chapter is as a fresh one, and ends when it should."""

import ast
import subprocess
import sys
import time
import warnings
from pathlib import Path

import kernels
import nbformat
import pytest
from files import ROOT
from jupyter_client.provisioning import local_provisioner
from nbclient import NotebookClient

# What one chapter could leave for the next, and what a fork could have of its server.
STATE = f"""
import importlib, os, random, re, signal, sys, warnings
for name in {kernels.IMPORTED}:
    importlib.import_module(name)
import decimal, locale, matplotlib as mpl, numpy as np, ordref, pandas as pd, sympy as sp
mpl.pyplot.figure()
options = re.findall(r"(?m)^(display[a-z_.]+) :", pd.describe_option(_print_desc=False))
state = {{
    "names": sorted(name for name in globals() if name != "state"),
    "backend": mpl.get_backend(),
    "rcParams": repr(dict(mpl.rcParams)),
    "numpy": repr((np.get_printoptions(), np.geterr())),
    "pandas": {{o: str(pd.get_option(o)) for o in options}},
    "sympy": sp.sstr(sp.Rational(1, 3)) + sp.latex(sp.Symbol("x")),
    "decimal": repr(decimal.getcontext()),
    "locale": repr(locale.setlocale(locale.LC_ALL)),
    "ordref": sorted(vars(ordref)),
    "warnings": sorted(map(repr, warnings.filters)),
    "signals": repr([signal.getsignal(n) for n in (signal.SIGINT, signal.SIGTERM)]),
    "place": [os.getcwd(), [a for a in sys.argv if ".json" not in a], sys.path],
    "environment": {{k: v for k, v in os.environ.items() if k != "JPY_PARENT_PID"}},
}}
print(repr(state))
"""
DRAWN = "import random, numpy as np; print(random.random(), np.random.rand())"
LEFT = """
import decimal, os, random, signal, sys, warnings, wave
import matplotlib.pyplot as plt, numpy as np, ordref, pandas as pd
left = random.seed(0), np.random.seed(0)
plt.rcParams["font.size"] = 3
np.set_printoptions(precision=1)
pd.set_option("display.precision", 1)
decimal.getcontext().prec = 3
ordref.left = ordref.mae
del ordref.mae
warnings.simplefilter("ignore")
signal.signal(signal.SIGTERM, signal.SIG_IGN)
os.environ["LEFT"] = os.environ["MPLBACKEND"] = "agg"
sys.path.insert(0, "left")
os.chdir("..")
"""


def printed(*cells, **options):
    """What each cell prints, run as a chapter in a kernel of its own."""
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(source) for source in cells]
    )
    folder = {"metadata": {"path": str(ROOT / "chapters")}}
    client = NotebookClient(notebook, timeout=60, resources=folder, **options)
    client.execute()
    return ["".join(o.get("text", "") for o in cell.outputs) for cell in notebook.cells]


@pytest.fixture
def forked(monkeypatch):
    monkeypatch.setattr(local_provisioner, "launch_kernel", kernels.launch)


pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="kernels are forked on Linux only"
)


def test_a_fork_after_another_is_as_a_fresh_kernel(monkeypatch):
    fresh = ast.literal_eval(printed(STATE)[0])
    with monkeypatch.context() as patch:
        patch.setattr(local_provisioner, "launch_kernel", kernels.launch)
        printed(LEFT)
        fork, loaded = printed(STATE, "import sys; print('wave' in sys.modules)")
    found = ast.literal_eval(fork)
    assert [key for key in fresh if found[key] != fresh[key]] == []
    assert loaded == "False\n"


def test_no_two_forks_draw_the_same_numbers(forked):
    one, other = (printed(DRAWN)[0].split() for _ in "ab")
    assert set(one).isdisjoint(other)


def test_an_interrupt_reaches_a_fork(forked):
    sleep = "import time\ntry:\n    time.sleep(99)\nexcept KeyboardInterrupt:\n    print('told')"
    said = printed(
        "1", sleep, "print('on')", interrupt_on_timeout=True, timeout_func=times
    )
    assert said == ["", "told\n", "on\n"]


def times(cell):
    return 1 if "sleep" in cell.source else 60


def test_no_fork_outlives_the_tests():
    """Not even where they are killed, and can close nothing."""
    script = f"""
import os, signal, sys
sys.path.insert(0, {str(ROOT / "tools")!r})
import kernels
server = kernels.Server((sys.executable,), os.environ)
fork = server.ask(kernel={{"arguments": [], "env": {{}}, "cwd": "/", "stderr": ""}})
print(server.process.pid, fork, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    pids = [int(pid) for pid in run.stdout.split()]
    assert len(pids) == 2, run.stderr
    end = time.monotonic() + 60
    while alive := [pid for pid in pids if is_alive(pid)]:
        assert time.monotonic() < end, alive
        time.sleep(0.05)


def is_alive(pid):
    """And no remains of a process that nobody has asked after."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def test_a_warning_at_an_import_is_not_lost(monkeypatch, tmp_path):
    """A kernel of its own would print it among the outputs of the chapter."""
    (tmp_path / "warns.py").write_text("import warnings\n\nwarnings.warn('old')\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(kernels, "IMPORTED", ["warns"])
    for name in ("MPLBACKEND", "JPY_PARENT_PID"):
        monkeypatch.setenv(name, "")
    monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        with pytest.raises(RuntimeError, match="UserWarning: old"):
            kernels.import_all()
