"""The built book with the Python that its cells run in."""

import run_live
from opened import SITE

LIVE = "_static/live/"


def linked(folder, changed=None):
    """The built book in another folder, with other files for some of `_static/live`."""
    for inner in ("_static", LIVE):
        (folder / inner).mkdir(parents=True)
    for inner in ("", "_static", LIVE):
        for file in (SITE / inner).iterdir():
            if not (folder / inner / file.name).exists() and file.name not in (
                changed or {}
            ):
                (folder / inner / file.name).symlink_to(file)
    for name, content in (changed or {}).items():
        (folder / LIVE / name).write_bytes(content)
    return folder


def with_runtime(folder):
    """The built book as `make live` leaves it."""
    linked(folder, {"live.json": (SITE / LIVE / "live.json").read_bytes()})
    run_live.into(folder / LIVE)
    return folder
