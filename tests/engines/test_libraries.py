"""What the chapter on the kit says of other libraries, found again, call by call."""

import pytest

from studies import libraries


@pytest.mark.parametrize("label", [*filter(libraries.here, libraries.CALLS)])
def test_a_stored_report_is_found_again(label):
    assert libraries.tried(label) == libraries.stored()[label]
