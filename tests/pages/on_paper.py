"""A page as the browser would print it on a sheet of A4, read in the dark before."""

import pdf
import seen

# Of each kind one, and those with the widest formulas.
ON_PAPER = [
    "chapters/choosing", "chapters/cheatsheet", "chapters/mae", "chapters/rint",
    "chapters/functional", "chapters/conformance", "chapters/ledger", "chapters/errata_rint2014",
    "chapters/data", "chapters/notation",
]  # fmt: skip

# A landscape side of the cheat sheet without its margins: 281 mm, in pixels.
SIDE = {"width": 1062, "height": 748}


def media(page, name):
    """Change the medium, and wait until the page has heard of it."""
    page.emulate_media(media=name)
    seen.settle(page)


def to_paper(page):
    """Paper has to be light whatever the screen was."""
    page.evaluate(seen.THEME, "dark")
    page.emulate_media(color_scheme="dark")
    seen.settle(page)  # heard of in one frame, the night may come after the paper
    sheet = page.locator(".cheat-sheet").count()
    page.set_viewport_size(SIDE if sheet else {"width": pdf.COLUMN, "height": 1000})
    media(page, "print")


def to_screen(page):
    """The screen is dark again, and then as it was, but for its width."""
    page.emulate_media(media="screen")
    faults = seen.lasting(page, lambda: seen.theme_faults(page, "dark"))
    page.emulate_media(color_scheme="light")
    page.evaluate(seen.THEME, "light")
    return faults


def paper_faults(page):
    return seen.lasting(page, lambda: seen.ask(page, "paper") + page.evaluate(pdf.CUT))


def closed_faults(page):
    to_paper(page)
    return [f"on paper: {fault}" for fault in paper_faults(page) + to_screen(page)]


def opened_faults(page):
    """What a reader has opened is printed, and is not cut either."""
    to_paper(page)
    faults = seen.lasting(page, lambda: page.evaluate(pdf.CUT))
    return [f"opened on paper: {fault}" for fault in faults + to_screen(page)]
