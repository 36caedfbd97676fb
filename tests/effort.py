"""How much long tests ask of chance: `HOYLE_TIMES=50 make test-long` asks fifty times as much."""

import os

TIMES = int(os.environ.get("HOYLE_TIMES", "1"))
