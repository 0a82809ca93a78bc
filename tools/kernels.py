"""Kernels forked from a process that has imported what all chapters import.

To import takes two to three seconds, more than most chapters take to run. So one process
imports, runs nothing, and forks for each notebook: what a notebook sets, in its names or in a
module, is in its fork alone. `launch` stands for `jupyter_client.launcher.launch_kernel`.

A fork differs from a fresh process in two things: submodules that another chapter imports
are loaded, and the seed of hashes is that of the server, another in each run. A chapter is
stored by a fresh kernel (`tools/notebooks.py`) and replayed by a fork.
"""

import atexit
import gc
import importlib.util
import json
import os
import signal
import socket
import subprocess
import sys
import time
import warnings
from functools import cache

IMPORTED = (
    "ipykernel.kernelapp",
    "matplotlib.pyplot",
    "myst_nb",
    "numpy",
    "ordref",
    "pandas",
    "scipy.stats",
    "sklearn.metrics",
    "sympy",
)
WAITED = 300  # seconds, for imports on a machine that is busy
LAUNCHER = ["-m", "ipykernel_launcher"]
# They differ from launch to launch, and no import asks for them.
OF_A_LAUNCH = ("PYTEST_CURRENT_TEST", "JPY_PARENT_PID", "JPY_SESSION_NAME")


def launch(command, *, env, cwd, stderr=None, **_):
    """Start the kernel of this command as a fork, in place of a process of its own."""
    at = command.index(LAUNCHER[0])
    assert command[at : at + 2] == LAUNCHER, command
    imports = {k: v for k, v in env.items() if k not in OF_A_LAUNCH}
    server = server_of(tuple(command[:at]), frozenset(imports.items()))
    return Fork(
        server,
        arguments=command[at + len(LAUNCHER) :],
        env=env,
        cwd=cwd,
        stderr=stderr and stderr.name,
    )


@cache
def server_of(python, environment):
    """One server for each interpreter and environment, and that is one for a run."""
    return Server(python, dict(environment))


class Server:
    """The process that imports. It forks, or looks after a fork, and ends with this one."""

    def __init__(self, python, environment):
        self.socket, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen(
                [*python, __file__, str(theirs.fileno())],
                env=environment,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for the tests
            )
        self.socket.settimeout(WAITED)
        self.file = self.socket.makefile("rw")
        atexit.register(self.close)

    def ask(self, **question):
        print(json.dumps(question), file=self.file, flush=True)
        try:
            answer = self.file.readline()
        except TimeoutError:
            raise RuntimeError(f"no kernel was forked within {WAITED} s") from None
        if not answer:
            raise RuntimeError("the process that forks the kernels has ended")
        return json.loads(answer)

    def close(self):
        self.file.close()
        self.socket.close()
        self.process.wait()


class Fork:
    """A child of the server, as jupyter_client knows a process."""

    stdin = stdout = stderr = None

    def __init__(self, server, **kernel):
        self.server, self.returncode = server, None
        self.pid = server.ask(kernel=kernel)

    def poll(self):
        if self.returncode is None:
            self.returncode = self.server.ask(poll=self.pid)
        return self.returncode

    def wait(self):
        while self.poll() is None:
            time.sleep(0.01)
        return self.returncode

    def send_signal(self, number):
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self):
        self.send_signal(signal.SIGTERM)

    def kill(self):
        self.send_signal(signal.SIGKILL)


# ------------------------------------------------------------------------- in the server


def import_all():
    """A warning at an import, which the outputs of a chapter would show, ends the run."""

    def refuse(message, category, filename, line, *_):
        raise RuntimeError(f"{filename}:{line}: {category.__name__}: {message}")

    # As a kernel sets them, before it imports anything.
    os.environ["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"
    os.environ["JPY_PARENT_PID"] = str(os.getpid())
    shown, warnings.showwarning = warnings.showwarning, refuse
    for name in IMPORTED:
        importlib.import_module(name)
    warnings.showwarning = shown
    # As pandas sets them where it is imported in a kernel, and not at a terminal.
    pandas = sys.modules["pandas"]
    pandas.set_option("display.max_columns", 20, "display.encoding", "UTF-8")
    gc.collect()
    gc.freeze()  # no fork looks for garbage in what all of them share
    gc.set_threshold(100_000, 50, 100)


def serve(file):
    """Answer until the other end is closed. In a fork, return what it is to be."""
    alive = set()
    for line in file:
        question = json.loads(line)
        if "kernel" in question:
            if pid := os.fork():
                alive.add(pid)
            else:
                os.setsid()  # an interrupt is for the kernel and all that it starts
                print(os.getpid(), file=file, flush=True)
                return question["kernel"]
        else:
            pid, status = os.waitpid(question["poll"], os.WNOHANG)
            alive.discard(pid)
            code = os.waitstatus_to_exitcode(status) if pid else None
            print(json.dumps(code), file=file, flush=True)
    for pid in alive:
        os.killpg(pid, signal.SIGKILL)
    return None


def run(arguments, env, cwd, stderr):
    """Be the kernel, as `python -m ipykernel_launcher` is."""
    import numpy as np
    from ipykernel import kernelapp

    os.environ.update(env | {"JPY_PARENT_PID": str(os.getppid())})
    os.chdir(cwd)
    if stderr:
        os.dup2(os.open(stderr, os.O_WRONLY), 2)
    np.random.seed()  # noqa: NPY002 - the state that all forks share
    sys.argv = [importlib.util.find_spec(LAUNCHER[1]).origin, *arguments]
    kernelapp.launch_new_instance()


if __name__ == "__main__":
    del sys.path[0]  # this folder
    with socket.socket(fileno=int(sys.argv[1])) as ours, ours.makefile("rw") as file:
        import_all()
        kernel = serve(file)
    if kernel:
        run(**kernel)
