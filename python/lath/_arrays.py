# SPDX-License-Identifier: Apache-2.0
"""Values as words and bytes: arrays of integers, and of nothing else."""

from __future__ import annotations

import itertools
import numbers
import operator
from typing import Any, NoReturn

import numpy as np

from ._errors import InvalidArgumentError

Shape = tuple[int, ...]
# As numpy.typing.NDArray says it, whose import takes longer than all of this package.
Array = np.ndarray[Any, np.dtype[Any]]
ObjectArray = np.ndarray[Any, np.dtype[np.object_]]


def _name(value: object) -> str:
    return type(value).__name__


def _is_integer(value: object) -> bool:
    return isinstance(value, numbers.Integral) and not isinstance(value, (bool, np.bool_))


def _remedy(value: object) -> str:
    """How a list with this value becomes a list of integers."""
    if isinstance(value, (float, np.floating)):
        return "round them: np.asarray(values).round().astype(np.int64)"
    if isinstance(value, (bool, np.bool_, str)):
        return "convert them: [int(value) for value in values]"
    return "give an integer in its place: 0 where there is none"


def _refuse(values: Any) -> None:
    """Names the first value that is no integer."""
    for i, value in enumerate(values):
        if not _is_integer(value):
            raise TypeError(f"a {_name(value)} at index {i}; integers are needed; {_remedy(value)}")


def _refuse_dimensions(found: int, shape: Shape) -> NoReturn:
    other = f" or the shape {shape}" if len(shape) > 1 else ""
    raise TypeError(f"values of {found} dimensions; one dimension{other} is needed; flatten them: a.ravel()")


def _listed(values: Any, shape: Shape) -> Any:
    """A list, or an array of objects, without rows."""
    if not hasattr(values, "__len__") or isinstance(values, (str, bytes)):
        raise TypeError(f"a {_name(values)}; values have one dimension; give a list: [1, 2, 3]")
    rows = len(values) > 0 and all(hasattr(row, "__len__") and not isinstance(row, str) for row in values)
    if rows and len({len(row) for row in values}) == 1:
        if (len(values), len(values[0])) != shape:
            _refuse_dimensions(2, shape)
        values = list(itertools.chain.from_iterable(values))
    _refuse(values)
    return values


def listed(values: Any) -> Any:
    """A list of integers, or an array of objects of one dimension, whose values are integers."""
    return _listed(_flat(values, ()) if isinstance(values, np.ndarray) else values, ())


def _flat(values: Array, shape: Shape) -> Array:
    if values.ndim == 1:
        return values
    if values.ndim != len(shape) or values.shape != shape:
        _refuse_dimensions(values.ndim, shape)
    return values.reshape(-1)


def words(values: Any, shape: Shape = ()) -> Array:
    """The values as a contiguous array of int64, or of uint64 where they are unsigned."""
    if isinstance(values, np.ndarray):
        values = _flat(values, shape)
    if not isinstance(values, np.ndarray) or values.dtype == object:
        values = _listed(values, shape)
        for dtype in (np.int64, np.uint64):
            try:
                values = np.array(values, dtype=dtype)
                break
            except OverflowError:
                continue
        else:
            raise TypeError("an integer longer than 64 bits; reduce it modulo t first")
    if values.dtype.kind not in "iu":
        _refuse(values)
        raise TypeError(f"index 0: an array of {values.dtype}; integers are needed; convert it: a.astype(np.int64)")
    return np.ascontiguousarray(values, dtype=np.int64 if values.dtype.kind == "i" else np.uint64)


def elements(values: Any, degree: int) -> Array:
    """The words of rows, one row of `degree` words for each slot."""
    rows = values if isinstance(values, np.ndarray) else list(_rows(values, degree))
    shape = np.shape(rows) if isinstance(rows, np.ndarray) else (len(rows), degree)
    if len(shape) != 2 or shape[1] != degree:
        raise TypeError(f"values of the shape {shape}; rows of {degree} words are needed; "
                        "give an array of the shape of the encoder: np.zeros(encoder.shape, int)")
    return words(rows.reshape(-1) if isinstance(rows, np.ndarray) else list(itertools.chain.from_iterable(rows)))


def _rows(values: Any, degree: int) -> Any:
    """The rows of a list, each checked to have `degree` words."""
    if not hasattr(values, "__len__"):
        raise TypeError(f"a {_name(values)}; rows of {degree} words are needed; give a list: [[1, 0], [0, 1]]")
    for i, row in enumerate(values):
        if not hasattr(row, "__len__") or isinstance(row, (str, bytes)) or len(row) != degree:
            raise TypeError(f"no row of {degree} words at index {i}; give one list for each slot: [[1, 0], [0, 1]]")
        yield row


def integer(value: Any) -> int:
    """One integer of 64 bits with its sign."""
    if not _is_integer(value):
        raise TypeError(f"a {_name(value)}; one integer is needed; give an int, or make the client "
                        "with encoding=\"coefficients\" for vectors")
    if not -(2**63) <= value < 2**63:
        raise InvalidArgumentError(f"an integer of {int(value).bit_length()} bits", "at most 63 bits and a sign",
                                   "take a longer t and encoding=\"coefficients\"")
    return operator.index(value)


def residues(values: Any, modulus: int, size: int, shape: Shape = ()) -> bytes:
    """The values in [-t/2, t) as numbers in [0, t) of `size` bytes each, one behind the other."""
    if isinstance(values, np.ndarray):
        values = _flat(values, shape)
        if values.dtype.kind in "iu":
            values = values.tolist()
    parts = []
    for i, value in enumerate(_listed(values, shape)):
        value = operator.index(value)
        if not -modulus <= 2 * value < 2 * modulus:
            raise InvalidArgumentError(f"an integer out of range at index {i}", "integers from -t/2 to t - 1",
                                       "reduce it first: value % t")
        parts.append((value + modulus if value < 0 else value).to_bytes(size, "little"))
    return b"".join(parts)


def signed_integers(data: bytes, size: int) -> ObjectArray:
    """The two's complements of `size` bytes each, as an array of integers of Python."""
    values = np.empty(len(data) // size, dtype=object)
    for i in range(len(values)):
        values[i] = int.from_bytes(data[i * size : (i + 1) * size], "little", signed=True)
    return values
