"""Build some pages of the book again, in the book that `make book` has built: ``make page``.

    python tools/page.py mae kappa

Everything that Sphinx has read of the other pages is kept, so that this takes seconds: to look
at a change of a chapter, of `chapters/_ext` or of `chapters/_static`. What the change does to
other pages, `make book` shows.
"""

import sys
from pathlib import Path

from jupyter_book.sphinx import build_sphinx

ROOT = Path(__file__).resolve().parents[1]
BUILT = ROOT / "_build" / "html"


def main(names: list[str]) -> None:
    if not (BUILT / "index.html").is_file():
        raise SystemExit("there is no book yet: run `make book`")
    stems = {path.stem: path for path in (ROOT / "chapters").glob("*.*")}
    if unknown := [name for name in names if name not in stems]:
        raise SystemExit(f"no page is called {', '.join(unknown)}")
    for name in names:
        stems[name].touch()  # else Sphinx takes the page for built
    pages = [str(stems[name]) for name in names]
    overrides = {
        "external_toc_path": str(ROOT / "_toc.yml"),
        "latex_individualpages": False,
        "nitpicky": True,
    }
    fault = build_sphinx(
        ROOT,
        BUILT,
        noconfig=True,
        path_config=ROOT / "_config.yml",
        confoverrides=overrides,
        filenames=pages,
        tags=[
            "page"
        ],  # what is made of all pages, such as the search, is not made again
        quiet=True,
        warningiserror=True,
        keep_going=True,
    )
    for name in names:
        print(f"Built: {BUILT / 'chapters' / name}.html")
    raise SystemExit(bool(fault))


if __name__ == "__main__":
    main(sys.argv[1:])
