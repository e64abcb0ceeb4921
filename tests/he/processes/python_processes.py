#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""python_processes.py <shared library>: a parent computes through ctypes, its forked children compute, too."""
import ctypes
import multiprocessing
import sys

library = ctypes.CDLL(sys.argv[1])
library.encrypted_square.argtypes = [ctypes.c_uint64, ctypes.c_uint64]
library.encrypted_square.restype = ctypes.c_int64


def square(number):
    return library.encrypted_square(number, 2)


def main():
    assert square(15) == 225, "the parent computes"
    processes = multiprocessing.get_context("fork")
    with processes.Pool(3) as pool:
        found = pool.map_async(square, range(40, 52)).get(timeout=100)
    assert found == [number * number for number in range(40, 52)], found
    assert square(16) == 256, "the parent computes again"


if __name__ == "__main__":
    main()
