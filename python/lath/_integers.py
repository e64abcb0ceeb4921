# SPDX-License-Identifier: Apache-2.0
"""Integers over Z of any length: many plaintext moduli at once, and the bounds of results."""

from __future__ import annotations

import math
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from . import _lath
from ._arrays import Array, ObjectArray, _flat, _is_integer, _listed, signed_integers
from ._errors import InvalidArgumentError, MismatchError, UnsupportedError

Parameters = _lath.BfvParameters | _lath.BgvParameters
Integers = Sequence[int] | Array
Reduced = tuple[Callable[..., object], tuple[Any, ...]]

_LEAST_BITS, _MOST_BITS = 20, 58


class Space:
    """The moduli over the keys of some parameters, and the largest result that they hold."""

    def __init__(self, parameters: Parameters, parts: _lath.IntegerParts) -> None:
        self.parameters, self.parts, self.moduli = parameters, parts, bytes(parts)
        self.limit = (math.prod(parts.primes) - 1) // 2
        self.size = len(parts.primes)

    @property
    def bits(self) -> int:
        """The bits of results with their sign."""
        return self.limit.bit_length()

    def require(self, bound: int) -> int:
        """The bound, if results below it are held."""
        if bound <= self.limit:
            return bound
        needed = bound.bit_length() + 1
        raise InvalidArgumentError(f"results of up to {needed} bits with their sign", f"at most {self.bits} bits",
                                   f"make the client with bits={needed}")

    def encoded(self, values: Any, most: int) -> tuple[list[_lath.Plaintext], int]:
        """The plaintexts of integers of this magnitude at most, and their largest magnitude."""
        integers = _integers(values, most)
        if len(integers) > self.parts.slots:
            raise MismatchError(f"{len(integers)} integers", f"at most {self.parts.slots}, one for each slot",
                                "use several ciphertexts")
        words = most.bit_length() // 64 + 1
        data = b"".join(value.to_bytes(8 * words, "little", signed=True) for value in integers)
        return self.parts.encode(data, words), max(map(abs, integers), default=0)

    def decoded(self, plaintexts: list[_lath.Plaintext]) -> ObjectArray:
        """The integers of these plaintexts."""
        return signed_integers(self.parts.decode(plaintexts), 8 * self.parts.words)


def _integers(values: Any, most: int) -> list[int]:
    if isinstance(values, np.ndarray):
        values = _flat(values, ())
        values = values.tolist() if values.dtype.kind in "iu" else values
    integers = [int(value) for value in _listed(values, ())]
    for i, value in enumerate(integers):
        if abs(value) > most:
            raise InvalidArgumentError(f"an integer out of range at index {i}",
                                       f"at most {most.bit_length() + 1} bits with their sign",
                                       "give the bits of the longest: encrypt(values, bits=...), or a client with "
                                       "more bits=")
    return integers


def _longest_moduli(parameters: Parameters, depth: int) -> int:
    """The bits of the longest moduli with which so many products in sequence decrypt."""
    def has_room(bits: int) -> bool:
        space = _lath.PlaintextSpace.integer(2**bits)
        return _lath.explain(parameters.with_plaintexts(space)).depth >= depth

    least, most = _LEAST_BITS - 1, _MOST_BITS
    while least < most:
        middle = (least + most + 1) // 2
        least, most = (middle, most) if has_room(middle) else (least, middle - 1)
    if least < _LEAST_BITS:
        raise InvalidArgumentError(f"{depth} products in sequence of integers over {parameters!r}",
                                   f"room for them with moduli of {_LEAST_BITS} bits",
                                   "take parameters with more primes, or a smaller depth=")
    return least


_spaces: weakref.WeakValueDictionary[tuple[Parameters, bytes], Space] = weakref.WeakValueDictionary()


def new_space(parameters: Parameters, bits: int, depth: int) -> Space:
    """The space of the longest moduli with which so many products in sequence decrypt."""
    if parameters.index & (parameters.index - 1) != 0:
        raise UnsupportedError(f"integers over Z in the ring of the index {parameters.index}",
                               "x^n + 1 with a power of two n", "take parameters with degree=")
    space = Space(parameters, _lath.IntegerParts(parameters, bits, _longest_moduli(parameters, depth)))
    return _spaces.setdefault((parameters, space.moduli), space)


def space_of(parameters: Parameters, moduli: bytes) -> Space:
    """The space of these moduli, one for equal ones."""
    known = _spaces.get((parameters, moduli))
    if known is not None:
        return known
    space = Space(parameters, _lath.IntegerParts.from_bytes(parameters, moduli))
    return _spaces.setdefault((parameters, moduli), space)


def ciphertext(parameters: Parameters, moduli: bytes, parts: list[bytes], bound: int) -> IntegerCiphertext:
    """The ciphertext with these bytes, without keys: a server takes it."""
    space = space_of(parameters, moduli)
    if len(parts) != space.size or not _is_integer(bound) or bound < 0:
        raise MismatchError(f"{len(parts)} ciphertexts", f"one for each of the {space.size} moduli", "send all")
    of_bytes = _lath.ciphertext_from_bytes
    return IntegerCiphertext(space, [of_bytes(space.parts.parameters(i), data) for i, data in enumerate(parts)],
                             space.require(bound))


def server(parameters: Parameters, moduli: bytes, first: _lath.Server) -> IntegerServer:
    """The server with the keys of the server of the first modulus."""
    return IntegerServer(space_of(parameters, moduli), first)


class IntegerCiphertext:
    """A vector of integers over Z, encrypted, and the bound of their magnitudes, which is public.

    It can be pickled, without keys.

    >>> client = lath.IntegerClient(parameters, bits=120, input_bits=50, rotations="sum")
    >>> x = client.encrypt([2**45, 3])
    >>> isinstance(x, lath.IntegerCiphertext), x.bits, x.bound < 2**49, x.budget_bits > 0
    (True, 50, True, True)
    >>> client.decrypt(x.rotate(1))[0], client.decrypt(x.exchange_rows())[2048] == 2**45
    (3, True)
    >>> client.decrypt(x.sum())[0] == 2**45 + 3
    True
    """

    __slots__ = ("_space", "_values", "bound")
    __array_ufunc__ = None

    def __init__(self, space: Space, values: list[_lath.Ciphertext], bound: int) -> None:
        self._space, self._values, self.bound = space, values, bound

    def _with(self, values: Any, bound: int) -> IntegerCiphertext:
        return IntegerCiphertext(self._space, list(values), bound)

    def _combined(self, other: Any, bound_of: Callable[[int, int], int], of: Callable[[Any, Any], Any]) -> Any:
        """of(part, part) for all moduli; `other` is a ciphertext, an int, or a vector of integers."""
        space = self._space
        operands: Sequence[Any]
        if isinstance(other, IntegerCiphertext):
            if other._space.moduli != space.moduli or other._space.parameters != space.parameters:
                raise MismatchError("ciphertexts of two clients", "one client, its moduli and parameters",
                                    "make both with the client or its public key")
            operands, bound = other._values, space.require(bound_of(self.bound, other.bound))
        elif _is_integer(other):
            bound = space.require(bound_of(self.bound, abs(int(other))))
            operands = [_centered(int(other), t) for t in space.parts.primes]
        elif hasattr(other, "__len__") and not isinstance(other, (str, bytes)):
            operands, largest = space.encoded(other, space.limit)
            bound = space.require(bound_of(self.bound, largest))
        else:
            return NotImplemented
        return self._with((of(a, b) for a, b in zip(self._values, operands, strict=True)), bound)

    def __add__(self, other: IntegerCiphertext | int | Integers) -> IntegerCiphertext:
        """The sum. Raises InvalidArgumentError where results are longer than the moduli hold."""
        return self._combined(other, lambda a, b: a + b, lambda x, y: x + y)  # type: ignore[no-any-return]

    __radd__ = __add__

    def __sub__(self, other: IntegerCiphertext | int | Integers) -> IntegerCiphertext:
        """The difference."""
        return self._combined(other, lambda a, b: a + b, lambda x, y: x - y)  # type: ignore[no-any-return]

    def __rsub__(self, other: int | Integers) -> IntegerCiphertext:
        """The difference."""
        return self._combined(other, lambda a, b: a + b, lambda x, y: y - x)  # type: ignore[no-any-return]

    def __mul__(self, other: IntegerCiphertext | int | Integers) -> IntegerCiphertext:
        """The product, relinearised."""
        return self._combined(other, lambda a, b: a * b, lambda x, y: x * y)  # type: ignore[no-any-return]

    __rmul__ = __mul__

    def __neg__(self) -> IntegerCiphertext:
        return self._with((-x for x in self._values), self.bound)

    def __pow__(self, exponent: int) -> IntegerCiphertext:
        """The power with an exponent from 1."""
        if exponent >= 1:
            self._space.require(_power(self.bound, exponent, self._space.limit))
        return self._with((x**exponent for x in self._values), self.bound ** max(exponent, 1))

    def rotate(self, columns: int) -> IntegerCiphertext:
        """Rotates both rows of n/2 slots to the left, as of a Ciphertext."""
        return self._with((x.rotate(columns) for x in self._values), self.bound)

    def exchange_rows(self) -> IntegerCiphertext:
        """Exchanges the two rows of n/2 slots."""
        return self._with((x.exchange_rows() for x in self._values), self.bound)

    def sum(self) -> IntegerCiphertext:
        """The sum of all slots, in all of them. The keys of rotations="sum" suffice."""
        bound = self._space.require(self.bound * self._space.parts.slots)
        return self._with((x.sum() for x in self._values), bound)

    @property
    def bits(self) -> int:
        """The bits of the longest integers that it may have, with their sign."""
        return self.bound.bit_length() + 1

    @property
    def budget_bits(self) -> float:
        """The bits of noise that are left."""
        return min(x.budget_bits for x in self._values)

    def __reduce__(self) -> Reduced:
        space = self._space
        return ciphertext, (space.parameters, space.moduli, [bytes(x) for x in self._values], self.bound)

    def __repr__(self) -> str:
        return (f"<lath IntegerCiphertext of {self.bits} of {self._space.bits} bits, modulo {self._space.size} "
                f"primes, {math.floor(self.budget_bits)} bits left>")


def _centered(value: int, t: int) -> int:
    residue = value % t
    return residue - t if 2 * residue > t else residue


def _power(bound: int, exponent: int, limit: int) -> int:
    """The power, or a number of its length where it is far above the limit."""
    bits = (bound.bit_length() - 1) * exponent
    return 1 << bits if bits > 2 * limit.bit_length() and bound > 1 else bound**exponent


class IntegerServer:
    """Computes with keys for everybody: client.server() makes one. It can be pickled.

    >>> import pickle
    >>> client = lath.IntegerClient(parameters, bits=120, input_bits=50)
    >>> server = pickle.loads(pickle.dumps(client.server()))
    >>> x = server.take(client.public_key().encrypt([2**45]))
    >>> isinstance(server, lath.IntegerServer), client.decrypt(x * x)[0] == 2**90
    (True, True)
    """

    def __init__(self, space: Space, first: _lath.Server) -> None:
        self._space, self._first = space, first
        self._servers = [space.parts.moved(i, first) for i in range(space.size)]

    def take(self, x: IntegerCiphertext) -> IntegerCiphertext:
        """The ciphertext with the keys of this server. Raises MismatchError if it has other parameters."""
        if x._space.moduli != self._space.moduli:
            raise MismatchError("a ciphertext of other moduli", "the moduli of the server's client",
                                "give it to the server of its client")
        taken = [server.take(value) for server, value in zip(self._servers, x._values, strict=True)]
        return IntegerCiphertext(self._space, taken, x.bound)

    def __reduce__(self) -> Reduced:
        return server, (self._space.parameters, self._space.moduli, self._first)

    def __repr__(self) -> str:
        return f"<lath IntegerServer of {self._space.bits} bits, modulo {self._space.size} primes>"
