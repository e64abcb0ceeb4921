# SPDX-License-Identifier: Apache-2.0
"""Coefficients of polynomials: integers of any length as words, and back."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from . import _arrays
from ._arrays import Array, ObjectArray


def words(values: Any) -> Array | tuple[bytes, int]:
    """The values as an array of int64 or uint64, or as two's complements of so many words each."""
    if isinstance(values, np.ndarray) and (values.ndim != 1 or values.dtype != object):
        return _arrays.words(values)
    integers = [operator.index(value) for value in _arrays.listed(values)]
    size = max((value.bit_length() for value in integers), default=0) // 64 + 1
    if size == 1:
        return np.array(integers, dtype=np.int64)
    return b"".join(value.to_bytes(8 * size, "little", signed=True) for value in integers), size


def integers(data: bytes, size: int, signed: bool) -> ObjectArray:
    """The integers of `size` bytes each, as an array of integers of Python."""
    values = np.empty(len(data) // size, dtype=object)
    for i in range(len(values)):
        values[i] = int.from_bytes(data[i * size : (i + 1) * size], "little", signed=signed)
    return values
