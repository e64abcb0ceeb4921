# SPDX-License-Identifier: Apache-2.0
# Written by scripts/check-stubs --renew, of the signatures and docstrings in python/src.
"""Sums of encrypted points of elliptic curves."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, NoReturn, SupportsIndex

import lath._lath
import lath._lath.random


class Curve:
    """
    A curve y**2 = x**3 - 3*x + b over a prime field. It is public, and can be pickled.

        >>> curve = lath.apps.curves.Curve("BLS12-381", 4)
        >>> curve.prime % 2**32, curve.coordinate_bytes, curve.field, curve.b
        (1, 32, 'BLS12-381', 4)
    """

    def __init__(self, field: str, b: int) -> None:
        """
        The curve over a field of PlaintextSpace.field(), by its name. Raises InvalidArgumentError unless b is below p and the curve is smooth without points of order 2.
        """

    @property
    def field(self) -> str:
        """The name of the field."""

    @property
    def prime(self) -> int:
        """p."""

    @property
    def b(self) -> int:
        """b."""

    @property
    def coordinate_bytes(self) -> int:
        """The bytes of a coordinate."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

    def __repr__(self) -> str: ...

P256: Curve = ...

class Plan:
    """
    What client and server agree on: sums of encrypted points, and the parameters that follow.

    There are sums of 2**levels points in every slot. print(plan) explains it. It is public, and can be
    pickled.

        >>> from lath.apps.curves import P256, Plan
        >>> plan = Plan(P256, 1)
        >>> plan
        <lath curves Plan, 512 sums of 2 points>
        >>> plan.curve, plan.levels, plan.summands, plan.slots, plan.use, plan.goal
        (<lath Curve over P-256>, 1, 2, 512, 'kept', 'time')
        >>> min(plan.setup_bytes, plan.query_bytes, plan.answer_bytes, plan.server_memory) > 0
        True
        >>> plan.parameters.degree >= 8192, plan.window_bits, plan.answer_budget_bits > 0
        (True, 128, True)
    """

    def __init__(self, curve: Curve, levels: int, use: Literal['kept', 'released'] = 'kept', goal: Literal['time', 'batch'] = 'time') -> None:
        """
        The plan with 128 bits of security, for 1 to 5 levels. `use` says who sees sums: "kept" by the client, or "released" to others, by finish_for_release(). `goal` is the least time, or the fewest slots and the least memory, "batch". Raises InvalidArgumentError for other levels, UnsupportedError if the field has no slots in these rings.
        """

    @staticmethod
    def create_insecure(curve: Curve, levels: int, *, use: Literal['kept', 'released'] = 'kept', goal: Literal['time', 'batch'] = 'time', **fields: Any) -> Plan:
        """
        A plan with the ring, primes and errors of Parameters.create_insecure(), for tests.

            >>> from lath.apps.curves import P256, Plan
            >>> Plan.create_insecure(P256, 1, index=85, prime_bits=[45] * 3, special_prime_bits=[45])
            <lath curves Plan, 4 sums of 2 points>
        """

    @property
    def curve(self) -> Curve:
        """The curve."""

    @property
    def levels(self) -> int:
        """The levels of the tree of additions."""

    @property
    def use(self) -> str:
        """"kept" or "released"."""

    @property
    def goal(self) -> str:
        """"time" or "batch"."""

    @property
    def summands(self) -> int:
        """The points of a sum, 2**levels."""

    @property
    def slots(self) -> int:
        """The sums that are computed at once."""

    @property
    def window_bits(self) -> int:
        """The bits of a window of a scalar."""

    @property
    def parameters(self) -> lath._lath.BgvParameters:
        """The parameters of BGV."""

    @property
    def setup_bytes(self) -> int:
        """The bytes of a setup."""

    @property
    def query_bytes(self) -> int:
        """The bytes of a query."""

    @property
    def answer_bytes(self) -> int:
        """The bytes of an answer."""

    @property
    def server_memory(self) -> int:
        """
        The bytes of memory that a server takes for a client, without the query.
        """

    @property
    def answer_budget_bits(self) -> float:
        """The bits of noise that an honest answer leaves, for all points."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

class Client:
    """
    Has the secret key, encrypts points and reads sums. One query is open at a time.

    The integers of Python do not take constant time.

        >>> from lath.apps.curves import P256, Client, Plan, Server
        >>> plan = Plan.create_insecure(P256, 1, use="released", index=85, prime_bits=[45] * 5,
        ...                             special_prime_bits=[45])
        >>> g = (0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296,
        ...      0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5)
        >>> client = Client(plan)
        >>> server = Server(client.plan, client.setup())
        >>> (x, y), *others = client.finish(server.answer(client.query([[g], [None]])))
        >>> hex(x)[:10], set(others)
        ('0x6b17d1f2', {None})
        >>> client.finish_for_release(server.answer(client.query([[g], [None]])))[0] == (x, y)
        True
    """

    def __init__(self, plan: Plan, generator: lath._lath.random.Generator | None = None) -> None:
        """A client with a new secret key. Generators are for tests."""

    def setup(self, generator: lath._lath.random.Generator | None = None) -> bytes:
        """The key for the server, once for all queries: Server(plan, setup)."""

    def query(self, summands: Sequence[Sequence[tuple[int, int] | bytes | None]], generator: lath._lath.random.Generator | None = None, *, progress: Callable[[int], object] | None = None) -> bytes:
        """
        The query for sums in every slot: a list of points for each summand. Points are pairs (x, y), bytes as SEC 1 has them, or None for infinity, as are missing ones. The query takes the place of one that is open. Raises TypeError for other things, with the index, MismatchError for too many, MalformedError for points off the curve.
        """

    def query_multiples(self, points: Sequence[tuple[int, int] | bytes | None], scalars: Sequence[int], addends: Sequence[tuple[int, int] | bytes | None] = (), generator: lath._lath.random.Generator | None = None, *, progress: Callable[[int], object] | None = None) -> bytes:
        """
        The query for k P + A in every slot, for scalars k below 2**256.

        The client looks up the windows of k, and the server adds. Takes the client longer than k P itself.
        Raises as query().

            >>> from lath.apps.curves import P256, Client, Plan, Server
            >>> plan = Plan.create_insecure(P256, 4, index=85, prime_bits=[45] * 9,
            ...                             special_prime_bits=[45])
            >>> g = (0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296,
            ...      0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5)
            >>> client = Client(plan)
            >>> server = Server(plan, client.setup())
            >>> x, y = client.finish(server.answer(client.query_multiples([g], [2])))[0]
            >>> hex(x)[:10]
            '0x7cf27b18'
        """

    def finish(self, answer: bytes) -> list[tuple[int, int] | None]:
        """
        The sums in the answer to the open query, for the client only, who tells nobody whether they were right. Raises MismatchError or MalformedError if the bytes are no answer to it.
        """

    def finish_for_release(self, answer: bytes, generator: lath._lath.random.Generator | None = None) -> list[tuple[int, int] | None]:
        """
        The sums for others to see: the plan has use="released". Raises MalformedError for sums off the curve.
        """

    @property
    def plan(self) -> Plan:
        """The plan."""

    def __repr__(self) -> str: ...

    def __reduce_ex__(self, protocol: SupportsIndex, /) -> NoReturn: ...

class Server:
    """
    Adds the points of one client, without a secret.

    It can be pickled, and travels as the client's setup.

        >>> from lath.apps.curves import P256, Client, Plan, Server
        >>> plan = Plan.create_insecure(P256, 1, index=85, prime_bits=[45] * 3,
        ...                             special_prime_bits=[45])
        >>> client = Client(plan)
        >>> server = Server(plan, client.setup())
        >>> client.finish(server.answer(client.query([[], []]))), server.plan == plan
        ([None, None, None, None], True)
    """

    def __init__(self, plan: Plan, setup: bytes, memory: int = 1073741824) -> None:
        """
        The server for a client's setup. Raises UnsupportedError, before anything is allocated, if plan.server_memory is above `memory` bytes, MismatchError for a setup of another plan, and MalformedError for other bytes.
        """

    def answer(self, query: bytes, *, progress: Callable[[int], object] | None = None) -> bytes:
        """
        The answer to a query. Ctrl-C stops it; `progress` gets the number of additions done. Raises MismatchError for a query of another client, MalformedError if the bytes are no query.
        """

    @property
    def plan(self) -> Plan:
        """The plan."""

    def __reduce__(self) -> tuple[Any, ...]: ...

    def __repr__(self) -> str: ...
