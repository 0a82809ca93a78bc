"""What all tests share: draws that repeat, and assertions explained in the helpers too."""

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("asked", "bad", "kit", "precise", "small", "sure")

settings.register_profile("ordref", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("ordref")
