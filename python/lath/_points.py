# SPDX-License-Identifier: Apache-2.0
"""Points of elliptic curves, and numbers of many bits, as bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from ._arrays import _is_integer, _name
from ._errors import InvalidArgumentError, MismatchError

Point = tuple[int, int] | bytes | None


def _refuse(found: str, slot: int, summand: int) -> NoReturn:
    raise TypeError(f"{found} at index {slot} of summand {summand}; points are pairs of integers (x, y), "
                    "bytes as SEC 1 has them, or None for infinity")


def _encoded(point: Any, size: int, slot: int, summand: int) -> bytes:
    """A point as 4, x and y, or as zeros."""
    if point is None:
        return bytes(size)
    if isinstance(point, bytes):
        if point != b"\0" and (len(point) != size or point[0] != 4):
            raise InvalidArgumentError(f"point {slot} of summand {summand} in {len(point)} bytes",
                                       f"a 4 and two coordinates, {size} bytes, or one 0",
                                       "give the bytes of SEC 1, not compressed, or pairs (x, y)")
        return point.ljust(size, b"\0")
    if not isinstance(point, tuple) or len(point) != 2 or not all(_is_integer(c) for c in point):
        _refuse(f"a {_name(point)}", slot, summand)
    width = (size - 1) // 2
    if any(not 0 <= int(c) < 2 ** (8 * width) for c in point):
        raise InvalidArgumentError(f"point {slot} of summand {summand} with a coordinate out of range",
                                   "coordinates from 0 to p - 1", "reduce them: x % curve.prime")
    return b"\4" + b"".join(int(c).to_bytes(width, "big") for c in point)


def _require(found: int, most: int, kind: str, remedy: str) -> None:
    if found > most:
        raise MismatchError(f"{found} {kind}", f"at most {most}", remedy)


def encoded(rows: Sequence[Sequence[Point]], summands: int, slots: int, size: int) -> bytes:
    """The points of all summands and slots, of `size` bytes each; missing ones are infinity."""
    if not hasattr(rows, "__len__") or isinstance(rows, (str, bytes)):
        raise TypeError(f"a {_name(rows)}; a list of points for each summand is needed; give [[(x, y), None], ...]")
    _require(len(rows), summands, "summands", "make a plan of more levels")
    parts = []
    for summand, row in enumerate(rows):
        if not hasattr(row, "__len__") or isinstance(row, (str, bytes)):
            raise TypeError(f"a {_name(row)} as summand {summand}; a list of points is needed; give [(x, y), None]")
        _require(len(row), slots, f"points of summand {summand}", "make several queries")
        parts += [_encoded(point, size, slot, summand) for slot, point in enumerate(row)]
        parts.append(bytes(size * (slots - len(row))))
    parts.append(bytes(size * slots * (summands - len(rows))))
    return b"".join(parts)


def decoded(data: bytes, size: int) -> list[tuple[int, int] | None]:
    """The pairs of integers in these bytes, and None for infinity."""
    width = (size - 1) // 2
    points: list[tuple[int, int] | None] = []
    for at in range(0, len(data), size):
        x, y = (data[at + 1 + i * width : at + 1 + (i + 1) * width] for i in range(2))
        points.append((int.from_bytes(x, "big"), int.from_bytes(y, "big")) if data[at] == 4 else None)
    return points


def numbers(values: Sequence[int], count: int, size: int, kind: str, most: int, name: str,
            fill: int = 0) -> bytes:
    """Numbers from 0 to `most` of `size` bytes each, least significant first; missing ones are `fill`."""
    if not hasattr(values, "__len__") or isinstance(values, (str, bytes)):
        raise TypeError(f"a {_name(values)}; a list of {kind}s is needed; give [1, 2, 3]")
    _require(len(values), count, f"{kind}s", "make several batches")
    parts = []
    for i, value in enumerate(values):
        if not _is_integer(value):
            raise TypeError(f"a {_name(value)} as {kind} {i}; integers are needed; give int(x)")
        if not 0 <= value <= most:
            raise InvalidArgumentError(f"{kind} {i}, which is out of range", f"numbers from 0 to {name}",
                                       "reduce it first: value % n")
        parts.append(int(value).to_bytes(size, "little"))
    return b"".join(parts) + fill.to_bytes(size, "little") * (count - len(parts))


def integers(data: bytes, size: int) -> list[int]:
    """The natural numbers of `size` bytes each."""
    return [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]
