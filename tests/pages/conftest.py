"""Other browsers open the pages in `make pages`, and none of them in `make test`."""

import os

collect_ignore_glob = [] if os.environ.get("ORDREF_PAGES") else ["*.py"]
