# SPDX-License-Identifier: Apache-2.0
"""Runs the report as a program, in which all libraries compute on one thread."""

import os
import sys

# Libraries read these when they first need a thread, and OpenMP when it is loaded.
os.environ["LATH_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"

from .command import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
