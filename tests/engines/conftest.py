"""What is heavy runs in `make test-engines`, and nothing of it in `make test`."""

import os

collect_ignore_glob = [] if os.environ.get("ORDREF_ENGINES") else ["test_*.py"]
