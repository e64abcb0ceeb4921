# SPDX-License-Identifier: Apache-2.0
# Written by scripts/check-stubs --renew, of the signatures and docstrings in python/src.
"""Private retrieval."""

from collections.abc import Callable
from typing import Any, Literal, NoReturn, SupportsIndex

import lath._lath
import lath._lath.random
import lath.typing


class Plan:
    """
    What client and server agree on: a table, and the parameters that follow.

    The table has so many records of so many bytes. print(plan) explains it. It is public, and can be
    pickled.

        >>> plan = lath.apps.retrieval.Plan(4000, 256)
        >>> plan
        <lath retrieval Plan, 4000 records of 256 bytes>
        >>> plan.records, plan.record_bytes, plan.goal, plan.use, plan.chunks
        (4000, 256, 'time', 'kept', 1)
        >>> plan.rows * plan.columns * plan.records_of_plaintext >= plan.records
        True
        >>> min(plan.setup_bytes, plan.query_bytes, plan.answer_bytes) > 0
        True
        >>> min(plan.client_memory, plan.table_memory, plan.answer_budget_bits) > 0
        True
        >>> plan.parameters.degree
        4096
    """

    def __init__(self, records: int, record_bytes: int, goal: Literal['time', 'traffic'] = 'time', use: Literal['kept', 'released'] = 'kept') -> None:
        """
        The plan with 128 bits of security. `goal` is the least time of the server, or the least traffic. `use` says who sees records: "kept" by the client, or "released" to others, by finish_for_release(). Raises InvalidArgumentError for empty tables and ones of 2**48 bytes, UnsupportedError if no parameters have room.
        """

    @staticmethod
    def create_insecure(records: int, record_bytes: int, *, goal: Literal['time', 'traffic'] = 'time', use: Literal['kept', 'released'] = 'kept', **fields: Any) -> Plan:
        """
        A plan with the fields of Parameters.create_insecure(): for tests and studies.

            >>> lath.apps.retrieval.Plan.create_insecure(100, 3, degree=64, plaintext_modulus=65537,
            ...                                          prime_bits=[34, 40], special_prime_bits=[42])
            <lath retrieval Plan, 100 records of 3 bytes>
        """

    @property
    def records(self) -> int:
        """How many records the table has."""

    @property
    def record_bytes(self) -> int:
        """The bytes of a record."""

    @property
    def goal(self) -> str:
        """"time" or "traffic"."""

    @property
    def use(self) -> str:
        """"kept" or "released"."""

    @property
    def parameters(self) -> lath._lath.BfvParameters:
        """The parameters of BFV."""

    @property
    def rows(self) -> int:
        """The rows of plaintexts."""

    @property
    def columns(self) -> int:
        """The columns of plaintexts."""

    @property
    def records_of_plaintext(self) -> int:
        """The records of a plaintext, 1 if a record takes several plaintexts."""

    @property
    def chunks(self) -> int:
        """The plaintexts of a record."""

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
    def client_memory(self) -> int:
        """The bytes of memory that a server takes for a client."""

    @property
    def table_memory(self) -> int:
        """The bytes of memory of a table."""

    @property
    def answer_budget_bits(self) -> float:
        """The bits of noise that an honest answer leaves, for all tables."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[Any, ...]: ...

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

class Table:
    """
    A server's records, prepared for queries. Threads may share it.

    table[i] is a record, and is replaced by table[i] = data.

        >>> from lath.apps.retrieval import Client, Plan, Server, Table
        >>> plan = Plan.create_insecure(100, 3, degree=64, plaintext_modulus=65537,
        ...                             prime_bits=[34, 40], special_prime_bits=[42])
        >>> table = Table(plan, bytes(300))
        >>> table.load(bytes(range(100)) * 3)
        >>> table[1] = b"new"
        >>> table[1], table[2], len(table), table.plan == plan
        (b'new', b'\\x06\\x07\\x08', 100, True)
    """

    def __init__(self, plan: Plan, records: lath.typing.Buffer | None = None) -> None:
        """
        The table with these records, one behind the other: bytes, or a NumPy array of bytes, a row for each record. Without them, all bytes are zero. Raises MismatchError for more or fewer bytes than the plan says.
        """

    def load(self, records: lath.typing.Buffer, *, progress: Callable[[int], object] | None = None) -> None:
        """
        Replaces all records. Calls `progress` with the number of plaintexts done.
        """

    @property
    def plan(self) -> Plan:
        """The plan."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int) -> bytes:
        """A record."""

    def __setitem__(self, index: int, record: lath.typing.Buffer, /) -> None:
        """Replaces a record. Raises MismatchError for another number of bytes."""

    def __repr__(self) -> str: ...

class Client:
    """
    Has the secret key, asks for records and reads answers. One query is open at a time.

        >>> from lath.apps.retrieval import Client, Plan, Server, Table
        >>> plan = Plan.create_insecure(100, 3, use="released", degree=64, plaintext_modulus=65537,
        ...                             prime_bits=[50, 50, 50], special_prime_bits=[50])
        >>> table, client = Table(plan, bytes(range(100)) * 3), Client(plan)
        >>> server = Server(client.plan, client.setup())
        >>> client.finish(server.answer(table, client.query(2)))
        b'\\x06\\x07\\x08'
        >>> client.finish_for_release(server.answer(table, client.query(3)))
        b'\\t\\n\\x0b'
    """

    def __init__(self, plan: Plan, generator: lath._lath.random.Generator | None = None) -> None:
        """A client with a new secret key. Generators are for tests."""

    def setup(self, generator: lath._lath.random.Generator | None = None) -> bytes:
        """The keys for the server, once for all queries: Server(plan, setup)."""

    def query(self, index: int, generator: lath._lath.random.Generator | None = None) -> bytes:
        """
        The query for a record, which takes the place of one that is open. Raises InvalidArgumentError if there is no such record.
        """

    def finish(self, answer: bytes) -> bytes:
        """
        The record in the answer to the open query, for the client only, who tells nobody whether it was right. Raises MismatchError or MalformedError if the bytes are no answer to it.
        """

    def finish_for_release(self, answer: bytes, generator: lath._lath.random.Generator | None = None) -> bytes:
        """The record for others to see: the plan has use="released"."""

    @property
    def plan(self) -> Plan:
        """The plan."""

    def __repr__(self) -> str: ...

    def __reduce_ex__(self, protocol: SupportsIndex, /) -> NoReturn: ...

class Server:
    """
    Answers the queries of one client, without a secret.

    It can be pickled, and travels as the client's setup.

        >>> from lath.apps.retrieval import Client, Plan, Server, Table
        >>> plan = Plan.create_insecure(100, 3, degree=64, plaintext_modulus=65537,
        ...                             prime_bits=[34, 40], special_prime_bits=[42])
        >>> table, client = Table(plan, bytes(range(100)) * 3), Client(plan)
        >>> server = Server(plan, client.setup())
        >>> client.finish(server.answer(table, client.query(2))), server.plan == plan
        (b'\\x06\\x07\\x08', True)
    """

    def __init__(self, plan: Plan, setup: bytes, memory: int = 1073741824) -> None:
        """
        The server for a client's setup. Raises UnsupportedError, before anything is allocated, if plan.client_memory is above `memory` bytes, MismatchError for a setup of another plan, and MalformedError for other bytes.
        """

    def answer(self, table: Table, query: bytes, *, progress: Callable[[int], object] | None = None) -> bytes:
        """
        The answer to a query. Ctrl-C stops it. Raises MismatchError for a query of another client and a table of another plan, MalformedError if the bytes are no query. Answers do not hide other records from the client.
        """

    @property
    def plan(self) -> Plan:
        """The plan."""

    def __reduce__(self) -> tuple[Any, ...]: ...

    def __repr__(self) -> str: ...
