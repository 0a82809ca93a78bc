"""Every page of the built book in the dark; `test_site.py` says what is asked of it."""

import pytest
from test_site import LOOKS, PAGES, all_faults, browser, tabs

__all__ = ["browser", "tabs"]  # fixtures


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("look", [look for look in LOOKS if "dark" in look])
def test_page(tabs, look, name):
    faults = all_faults(tabs[look], f"{name}.html")
    assert not faults, "\n".join(faults)
