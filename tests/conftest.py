"""What all tests share: draws that repeat, and assertions explained in the helpers too."""

from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

SHARED = Path(__file__).parent / "shared"
pytest.register_assert_rewrite(*sorted(path.stem for path in SHARED.glob("*.py")))

settings.register_profile("ordref", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("ordref")
# It draws constants of the modules that are loaded, too, which are others in each run.
providers._get_local_constants = providers.Constants
