# SPDX-License-Identifier: Apache-2.0
"""Vectors of integers as words of 64 bits, and no others."""

import numbers

import numpy as np


def _refuse(values) -> None:
    """Names the first value that is no integer."""
    for i, value in enumerate(values):
        if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Integral):
            raise TypeError(f"a {type(value).__name__} at index {i}; integers are needed; "
                            "convert them: np.asarray(values).round().astype(np.int64)")


def words(values) -> np.ndarray:
    """The values as a contiguous array of int64, or of uint64 where they are unsigned."""
    if not isinstance(values, np.ndarray):
        if not hasattr(values, "__len__") or isinstance(values, (str, bytes)):
            raise TypeError(f"a {type(values).__name__}; values have one dimension; give a list: [1, 2, 3]")
        if len(values) and hasattr(values[0], "__len__") and not isinstance(values[0], str):
            if len({len(row) if hasattr(row, "__len__") else -1 for row in values}) == 1:
                raise TypeError("values of two dimensions; one dimension is needed; flatten them")
        _refuse(values)
        try:
            values = np.array(values, dtype=np.int64)
        except OverflowError:
            try:
                values = np.array(values, dtype=np.uint64)
            except OverflowError:
                raise TypeError("an integer longer than 64 bits; reduce it modulo t first") from None
    if values.ndim != 1:
        raise TypeError(f"values of {values.ndim} dimensions; one dimension is needed; flatten them: a.ravel()")
    if values.dtype.kind not in "iu":
        _refuse(values)
        raise TypeError(f"index 0: an array of {values.dtype}; integers are needed; convert it: a.astype(np.int64)")
    return np.ascontiguousarray(values, dtype=np.int64 if values.dtype.kind == "i" else np.uint64)
