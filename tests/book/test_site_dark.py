"""Every page of the built book in the dark; `test_site.py` says what is asked of it."""

import pytest
from test_site import PAGES, all_faults, browser, tabs

__all__ = ["browser", "tabs"]  # fixtures


# The dark changes colours, which are the same at all widths: of the phone, a page of each kind.
KINDS = ["chapters/index", "chapters/mae", "chapters/ledger"]
PAIRS = [("desktop-dark", name) for name in PAGES]
PAIRS += [("phone-dark", name) for name in KINDS]


@pytest.mark.parametrize(("look", "name"), PAIRS)
def test_page(tabs, look, name):
    faults = all_faults(tabs[look], f"{name}.html")
    assert not faults, "\n".join(faults)
