"""Store the reports that the kit prints on wrong functions: ``python tools/reports.py``.

A test makes them again and compares; what has changed is then read as a diff.
"""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "shared"))

from wrong import FILES, FOLDER, text_of

if __name__ == "__main__":
    for name in sys.argv[1:] or FILES:
        (FOLDER / f"{name}.txt").write_text(text_of(FILES[name]()), encoding="utf-8")
        print(name, flush=True)
