"""Run the tests that the changes since the last commit reach: ``make quick``.

The nearest first, as long as their seconds in `tests/times.csv` are few; the others are named,
and `make test` has them. At the end it says how long it took.
Another base: ``make quick BASE=main``.
"""

import csv
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import reach

ROOT = Path(__file__).resolve().parents[1]
SECONDS = 15.0  # of tests, by both processes; to start them takes as long again


def changed(base: str) -> list[str]:
    """The files that differ from a commit, and those that git does not know yet."""
    told = [
        _git("diff", "--name-only", "--diff-filter=d", base),
        _git("ls-files", "--others", "--exclude-standard"),
    ]
    return sorted({line for text in told for line in text.splitlines()})


def _git(*words: str) -> str:
    done = subprocess.run(
        ["git", *words], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stdout


def reached(path: str) -> Iterator[list[str]]:
    """What a changed file reaches, the nearest first."""
    file = Path(path)
    if path.startswith("ordref/") and file.suffix == ".py":
        chapter = f"chapters/{file.stem}.ipynb"
        yield [path, *([chapter] if (ROOT / chapter).is_file() else [])]
        for run in reach.reached(reach.name_of(path)):
            yield [str(test.relative_to(ROOT)) for test in run]
    elif file.name.startswith("test_") or path.startswith("chapters/"):
        elsewhere = reach.ELSEWHERE & set(file.parts)
        if not elsewhere and file.suffix in (".py", ".ipynb") and "_ext" not in path:
            yield [path]
    yield [
        str(test.relative_to(ROOT))
        for test in reach.test_files()
        if _mentions(test, file)
    ]


def _mentions(test: Path, file: Path) -> bool:
    """Whether a test imports a file that is no part of the package, or names it."""
    text = test.read_text(encoding="utf-8")
    imported = rf"^\s*(?:from|import) {re.escape(file.stem)}\b"
    return file.name in text or bool(re.search(imported, text, re.MULTILINE))


def stored_seconds() -> dict[str, float]:
    path = ROOT / "tests" / "times.csv"
    if not path.is_file():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        return {row["file"]: float(row["seconds"]) for row in csv.DictReader(file)}


def chosen(paths: list[str]) -> tuple[list[str], list[str]]:
    """What fits into the time, and what is left."""
    seconds, fits, left, spent = stored_seconds(), [], [], 0.0
    ways = [list(reached(path)) for path in paths]
    for level in range(max(map(len, ways), default=0)):
        near = {test for way in ways if level < len(way) for test in way[level]}
        for test in sorted(near - {*fits, *left}):
            cost = seconds.get(test, 0.5)
            if test != reach.PROMISES:
                (fits if spent + cost <= SECONDS else left).append(test)
                spent += cost if test in fits else 0
    return fits, left


def main(base: str = "HEAD") -> int:
    paths = changed(base)
    if not paths:
        print(f"Nothing differs from {base}; make quick BASE=main looks further back.")
        return 0
    fits, left = chosen(paths)
    print(f"Changed since {base}:", *paths, sep="\n  ")
    stored = sum(stored_seconds().get(test, 0.5) for test in fits)
    print(f"{len(fits)} files of tests, {stored:.0f} s when stored; for make test:")
    print(*(left or ["none"]), sep="\n")
    runs = [["-n", "2", *fits]] if fits else []
    modules = [reach.name_of(path) for path in paths if path.startswith("ordref/")]
    runs += [run for module in modules if (run := reach.promises(module))]
    start = time.monotonic()
    codes = [
        subprocess.run(
            [sys.executable, "-m", "pytest", "-q", *run], cwd=ROOT
        ).returncode
        for run in runs
    ]
    print(f"It took {time.monotonic() - start:.0f} s.")
    return max(codes, default=0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
