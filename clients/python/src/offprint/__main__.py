"""`python -m offprint "a lighthouse at dawn" -o lighthouse.png`."""

from __future__ import annotations

import sys

from ._command import main

if __name__ == "__main__":
    sys.exit(main())
