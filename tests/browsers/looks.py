"""What every browser is asked of a page, and a page with the faults that it must find."""

import seen
from opened import CHAPTER, STILL, add_style
from planted import PLANTED, missed, with_planted


def look_faults(page):
    """What is out of place at the width that the page has, with all that opens open."""
    # What is far from the screen is laid out too.
    add_style(page, STILL)
    page.evaluate("document.fonts.ready.then(() => true)")
    seen.open_all(page)

    def at_once():
        found = [f"formula: {fault}" for fault in seen.ask(page, "placed")]
        return found + [f for q in ("width", "cut", "lines") for f in seen.ask(page, q)]

    return seen.lasting(page, at_once)


def first_faults(page, site):
    """What is seen of a page that has just been opened; at other widths it is the same."""
    return seen.glyph_faults(page, site) + look_faults(page)


def planted(site, kind, **changed):
    """A copy in which a chapter has the faults that each browser is to find, and those of one.

    Its formulas have no font.
    """
    changed["_static/fonts"] = None
    return with_planted(site, "looks", kind, name=CHAPTER, **changed)


def missed_faults(found, kind):
    """Those that were planted and not found, at each width; icons are the same at every one."""
    wide, narrow = (
        [said for said in found if said.startswith(width)]
        for width in ("wide", "narrow")
    )
    icons = [fault for fault in PLANTED["looks"] if "glyph" in fault]
    others = [fault for fault in PLANTED["looks"] if fault not in icons]
    at_once = [said for said in found if said not in wide + narrow]
    return (
        missed(PLANTED[kind], at_once)
        + missed(icons + others, wide)
        + missed(others, narrow)
    )
