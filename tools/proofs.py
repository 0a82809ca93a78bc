"""Compile the proofs and say what each marked theorem assumes: ``make proofs``.

Fails unless all compile, nothing is taken for granted anywhere, and every theorem that is a
statement of the book is closed. What is compiled already is not compiled again, but what it
assumes is always asked anew.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "chapters" / "_ext"))
from formal import PROOFS, in_order, required, statements, without_comments

PACKAGES = (
    "coq libcoq-mathcomp-ssreflect libcoq-mathcomp-algebra libcoq-mathcomp-field "
    "libcoq-mathcomp-algebra-tactics libcoq-mathcomp-zify libcoq-mathcomp-real-closed"
)
GRANTED = re.compile(
    r"\b(?:Admitted|admit|Axioms?|Parameters?|Conjectures?|Abort|give_up)\b"
    r"|Unset\s+(?:Guard|Positivity|Universe)\s+Checking|bypass_check"
)
OUTSIDE = re.compile(r"\b(?:Variables?|Hypothes[ie]s|Context)\b")
CLOSED = "Closed under the global context"


def granted(path):
    """What a file takes for granted, each with its line."""
    code = without_comments(path.read_text(encoding="utf-8"))
    for found in GRANTED.finditer(code):
        yield f"{path.name}:{line_of(code, found)}: {found[0]}"
    depth, at = 0, 0
    for mark in re.finditer(r"^(Section|End)\b", code, re.MULTILINE):
        if not depth:
            yield from outside(path, code, at, mark.start())
        depth, at = depth + (1 if mark[1] == "Section" else -1), mark.end()
    yield from outside(path, code, at, len(code))


def outside(path, code, start, end):
    """A variable outside every section is an axiom."""
    for found in OUTSIDE.finditer(code, start, end):
        yield f"{path.name}:{line_of(code, found)}: {found[0]} outside a section"


def line_of(code, found):
    return code.count("\n", 0, found.start()) + 1


def coq(folder, path, *more):
    """What Coq prints of a file."""
    command = ["coqc", "-q", "-Q", str(folder), "ordref", *more, str(path)]
    return subprocess.run(command, capture_output=True, text=True)


def compiled(folder):
    """Compile what has changed, and what requires it; say how long each took."""
    for path in in_order(folder):
        made = path.with_suffix(".vo")
        given = [path, *(folder / f"{name}.vo" for name in required(path))]
        newest = max(file.stat().st_mtime_ns for file in given)
        if made.is_file() and made.stat().st_mtime_ns > newest:
            continue
        begun = time.monotonic()
        done = coq(folder, path)
        if done.returncode:
            made.unlink(missing_ok=True)
            sys.exit(f"{path.name} does not compile:\n{done.stdout}{done.stderr}")
        print(f"{path.name}: {time.monotonic() - begun:.0f} s", flush=True)


def assumptions(folder):
    """What Coq says that each marked theorem assumes, by its name."""
    names = [
        f"{formal.file.removesuffix('.v')}.{formal.name}"
        for found in statements(folder).values()
        for formal in found
    ]
    files = sorted({name.partition(".")[0] for name in names})
    asked = [f"From ordref Require {' '.join(files)}.\n"]
    asked += [
        f'Redirect "{k}" Print Assumptions {name}.\n' for k, name in enumerate(names)
    ]
    with tempfile.TemporaryDirectory() as place:
        question = Path(place, "asked.v")
        question.write_text("".join(asked), encoding="utf-8")
        command = ["coqc", "-q", "-Q", str(folder), "ordref", question.name]
        done = subprocess.run(command, capture_output=True, text=True, cwd=place)
        if done.returncode:
            sys.exit(f"{done.stdout}{done.stderr}")
        return {
            name: " ".join(Path(place, f"{k}.out").read_text(encoding="utf-8").split())
            for k, name in enumerate(names)
        }


def main(folder=PROOFS):
    if not shutil.which("coqc"):
        sys.exit(f"Coq is not installed. On Debian: apt-get install {PACKAGES}")
    missing = [path.name for path in in_order(folder) if not path.is_file()]
    if missing or not statements(folder):
        sys.exit(f"missing: {missing}" if missing else "no statement of the book")
    faults = [fault for path in in_order(folder) for fault in granted(path)]
    if faults:
        sys.exit("\n".join(["taken for granted:", *faults]))
    compiled(folder)
    found = assumptions(folder)
    for name, said in found.items():
        print(f"{name}: {said}")
    if any(said != CLOSED for said in found.values()):
        sys.exit("not every theorem is closed")
    print(
        f"{len(statements(folder))} statements of the book, {len(found)} theorems: closed"
    )


if __name__ == "__main__":
    if sys.argv[1:] == ["--packages"]:
        print(PACKAGES)
    else:
        main(*map(Path, sys.argv[1:]))
