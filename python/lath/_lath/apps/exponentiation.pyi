# SPDX-License-Identifier: Apache-2.0
# Written by scripts/check-stubs --renew, of the signatures and docstrings in python/src.
"""Powers by a secret exponent."""

from collections.abc import Callable, Sequence
from typing import NoReturn, SupportsIndex

import lath._lath.random


class Sizes:
    """
    The sizes of a protocol, which both sides know: client.sizes has them. print() shows them.

        >>> sizes = lath.apps.exponentiation.Client.create_insecure(10403, degree=64).sizes
        >>> isinstance(sizes, lath.apps.exponentiation.Sizes), sizes.bases, sizes.windows, sizes.groups
        (True, 64, 8, 4)
        >>> sizes.moduli, sizes.levels, sizes.query_bytes < sizes.answer_bytes < sizes.server_memory
        (1, 7, True)
    """

    @property
    def bases(self) -> int:
        """The bases of a batch."""

    @property
    def windows(self) -> int:
        """The windows of an exponent."""

    @property
    def groups(self) -> int:
        """The groups of windows that the server multiplies."""

    @property
    def moduli(self) -> int:
        """The answers for each group."""

    @property
    def levels(self) -> int:
        """The primes of Q."""

    @property
    def server_memory(self) -> int:
        """The bytes that the server takes, about."""

    @property
    def query_bytes(self) -> int:
        """The bytes of a query."""

    @property
    def answer_bytes(self) -> int:
        """The bytes of all answers of a batch, about."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

class Client:
    """
    Has the secret exponent, and reads answers.

    The integers of Python do not take constant time.

        >>> from lath.apps.exponentiation import Client, Server
        >>> client = Client.create_insecure(10403, degree=64)
        >>> client
        <lath exponentiation Client of 64 bases, secret key hidden>
        >>> server = Server(client.setup())
        >>> server.load(client.query(7))
        >>> server.answer([2, 3], client.take)
        >>> client.taken == client.answers == client.sizes.groups * client.sizes.moduli
        True
        >>> client.results()[:2] == [pow(2, 7, 10403), pow(3, 7, 10403)]
        True
        >>> Client.from_secret_bytes(client.secret_bytes()).taken == client.taken
        True
    """

    def __init__(self, modulus: int, *, window_bits: int = 2, windows_a_product: int = 2, degree: int = 16384, exponent_bits: int = 0, for_release: bool = False, generator: lath._lath.random.Generator | None = None) -> None:
        """
        A client with a new secret key, for an odd modulus N of 2 to 4096 bits, which is public. Windows have 1 to 5 bits, and the server multiplies 1 to 4 of them. `degree` is the number of bases in a batch; exponents have as many bits as N unless `exponent_bits` says another number. With `for_release`, others may see results, and primes are longer. Raises InvalidArgumentError for other values, and if no parameters of the degree are secure.
        """

    @staticmethod
    def create_insecure(modulus: int, *, window_bits: int = 2, windows_a_product: int = 2, degree: int = 16384, exponent_bits: int = 0, for_release: bool = False, generator: lath._lath.random.Generator | None = None) -> Client:
        """
        A client with parameters of any degree from 16, secure or not: for tests and studies.
        """

    def setup(self, generator: lath._lath.random.Generator | None = None, *, progress: Callable[[int], object] | None = None) -> bytes:
        """The keys for the server, once for all exponents: Server(setup)."""

    def query(self, exponent: int, generator: lath._lath.random.Generator | None = None) -> bytes:
        """
        The message of a secret exponent, which starts a batch: results of an earlier one are dropped. Raises InvalidArgumentError for more bits than exponents have.
        """

    def take(self, answer: bytes, generator: lath._lath.random.Generator | None = None) -> None:
        """
        Takes the next answer, of `answers` in their order. Raises MismatchError for an answer of another client, exponent or place, MalformedError for other bytes; the right answer may follow.
        """

    @property
    def answers(self) -> int:
        """How many answers a batch has."""

    @property
    def taken(self) -> int:
        """How many answers were taken."""

    @property
    def sizes(self) -> Sizes:
        """The sizes of the protocol."""

    def results(self) -> list[int]:
        """
        c**d % N of all bases. Raises InvalidArgumentError unless all answers were taken. Check results of a server that may lie: pow(result, e, N) == c.
        """

    def secret_bytes(self) -> bytes:
        """
        The client with its secret key and the answers so far, as bytes that are secret. They go on at the group of windows whose answers are not complete: see `taken`.
        """

    @staticmethod
    def from_secret_bytes(data: bytes | bytearray | memoryview, *, for_release: bool = False) -> Client:
        """
        The client of these bytes. `for_release` is the one that the client was made with. Raises MalformedError for other bytes.
        """

    def __repr__(self) -> str: ...

    def __reduce_ex__(self, protocol: SupportsIndex, /) -> NoReturn: ...

class Server:
    """
    Computes powers with an exponent that it cannot read, without a secret.

    It can be pickled, and travels as its client's setup and last query.

        >>> client = lath.apps.exponentiation.Client.create_insecure(10403, degree=64)
        >>> server = lath.apps.exponentiation.Server(client.setup())
        >>> server.load(client.query(7))
        >>> server.answer([2, 3], client.take)
        >>> client.results()[:2] == [pow(2, 7, 10403), pow(3, 7, 10403)]
        True
        >>> server.sizes.bases
        64
    """

    def __init__(self, setup: bytes, memory: int = 1073741824) -> None:
        """
        The server for a client's setup. Raises UnsupportedError, before anything large is allocated, if the client asks for more than `memory` bytes, MismatchError and MalformedError for other bytes.
        """

    def load(self, query: bytes) -> None:
        """
        Takes the message of an exponent, in place of the one before. Raises MismatchError or MalformedError for other messages, and older ones.
        """

    def answer(self, bases: Sequence[int], receive: Callable[[bytes], object], first: int = 0, last: int | None = None) -> None:
        """
        Calls receive(answer) for each group of windows and modulus, in order: of all groups, or from `first` to `last` - 1. Missing bases are 1. Ctrl-C stops it. Raises InvalidArgumentError unless an exponent was loaded, the groups exist, and bases are below N; TypeError for others than integers, with the index.
        """

    @property
    def sizes(self) -> Sizes:
        """The sizes of the protocol."""

    def __getstate__(self) -> tuple[bytes, int, bytes | None]: ...

    def __setstate__(self, state: tuple[bytes, int, bytes | None], /) -> None: ...

    def __repr__(self) -> str: ...
