"""The numerical tests once more, as on older processors.

    python tools/machines.py            the tests in FILES
    python tools/machines.py PATH ...   others; all of them: tests chapters ordref

numpy chooses its loops, and OpenBLAS its kernels, by what the processor can do; the last digits
differ between them. Any x86-64 can compute as an older one, so that whatever hangs on a last
digit can be found on each. Elsewhere there is nothing to choose.
"""

import os
import platform
import subprocess
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[1]
# What is computed in floats and compared, or decides.
FILES = [
    "tests/command/test_transcripts.py", "tests/data", "tests/forecasts", "tests/matrices",
    "tests/measures", "tests/report/test_evaluate.py", "tests/search", "tests/uncertainty",
    "tests/verify/test_vectors.py",
]  # fmt: skip
# Kernels of OpenBLAS, the oldest first, and how many of numpy's levels stay switched on.
MACHINES = {"Prescott": 0, "Nehalem": 0, "Haswell": 1}
_KERNEL = (
    "import numpy, threadpoolctl as t;"
    "print(*sorted(x['architecture'] for x in t.threadpool_info()))"
)


def settings(kernel: str, levels: int) -> dict[str, str]:
    """The environment of a processor of that kind."""
    found = np.show_config(mode="dicts")["SIMD Extensions"]["found"]
    return {
        "NPY_DISABLE_CPU_FEATURES": " ".join(found[levels:]),
        "OPENBLAS_CORETYPE": kernel,
        "OPENBLAS_NUM_THREADS": "1",
    }


def kernel_with(changed: dict[str, str]) -> str:
    """The kernels that are taken; nothing if the processor cannot run them."""
    asked = [sys.executable, "-c", _KERNEL]
    done = subprocess.run(
        asked, env=os.environ | changed, capture_output=True, text=True
    )
    return done.stdout.strip()


def main(paths: list[str]) -> int:
    if platform.machine() not in ("x86_64", "AMD64"):
        print(f"{platform.machine()} has no older processors that it can compute as")
        return 0
    failed, seen = [], set[tuple[str, str]]()
    for kernel, levels in MACHINES.items():
        changed = settings(kernel, levels)
        key = kernel_with(changed), changed["NPY_DISABLE_CPU_FEATURES"]
        if not key[0] or key in seen:
            print(f"{kernel}: not to be had here", flush=True)
            continue
        seen.add(key)
        off = changed["NPY_DISABLE_CPU_FEATURES"] or "nothing"
        print(f"{kernel}: OpenBLAS takes {key[0]}; numpy without {off}", flush=True)
        asked = [sys.executable, "-m", "pytest", "-q", "-n", "2", *(paths or FILES)]
        if subprocess.run(asked, env=os.environ | changed, cwd=ROOT).returncode:
            failed.append(kernel)
    print(f"{len(seen) - len(failed)} passed, {len(failed)} failed", *failed)
    return len(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
