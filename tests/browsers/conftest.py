"""No test waits for ever, not even for a browser that is gone."""

import pytest
from small import within


@pytest.fixture(autouse=True)
def _ends():
    with within(1800):
        yield
