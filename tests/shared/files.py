"""Where the project is, and the text of its files."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def flat(text):
    """The words alone: one blank between, none in capitals."""
    return " ".join(text.split()).casefold()
