# SPDX-License-Identifier: Apache-2.0
"""Writes the table memories of one configuration: residue_tables.py full|middle|small FOLDER."""
import os
import sys

import residue_ring

if __name__ == "__main__":
    os.makedirs(sys.argv[2], exist_ok=True)
    residue_ring.write_tables(residue_ring.shape(sys.argv[1]), sys.argv[2])
