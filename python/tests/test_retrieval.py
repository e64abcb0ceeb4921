# SPDX-License-Identifier: Apache-2.0
"""Private retrieval: every record by bytes, changes of tables, and misuses."""

import pickle
import threading

import lath
import numpy as np
import pytest
from lath.apps.retrieval import Client, Plan, Server, Table
from lath.random import Generator

SMALL = {"degree": 64, "plaintext_modulus": 65537, "prime_bits": [34, 40], "special_prime_bits": [42]}


@pytest.fixture(scope="module")
def records():
    return np.random.default_rng(1).integers(0, 256, (300, 23), dtype=np.uint8)


@pytest.fixture(scope="module")
def parties(records):
    plan = Plan.create_insecure(*records.shape, **SMALL)
    client = Client(plan)
    return Table(plan, records), client, Server(plan, client.setup())


def retrieved(parties, index):
    table, client, server = parties
    return client.finish(server.answer(table, client.query(index)))


def test_records_are_retrieved(parties, records):
    for index in [0, 1, 22, 150, 298, 299]:
        assert retrieved(parties, index) == records[index].tobytes()


def test_a_plan_with_security():
    data = np.arange(200 * 300, dtype=np.uint16).view(np.uint8).reshape(400, 300)
    plan = pickle.loads(pickle.dumps(Plan(*data.shape, goal="traffic")))
    client = Client(plan)
    server = pickle.loads(pickle.dumps(Server(plan, client.setup())))
    answer = server.answer(Table(plan, data.tobytes()), client.query(123))
    assert client.finish(answer) == data[123].tobytes()
    assert len(client.setup()) == plan.setup_bytes and len(answer) == plan.answer_bytes


def test_results_for_release():
    literal = {**SMALL, "prime_bits": [50, 50, 50], "special_prime_bits": [50]}
    plan = Plan.create_insecure(40, 9, use="released", **literal)
    table, client = Table(plan, bytes(range(180)) * 2), Client(plan)
    server = Server(plan, client.setup())
    assert client.finish_for_release(server.answer(table, client.query(3))) == bytes(range(27, 36))


def test_records_are_replaced(records):
    plan = Plan.create_insecure(*records.shape, **SMALL)
    table, client = Table(plan), Client(plan)
    server = Server(plan, client.setup())
    assert len(table) == 300 and table[5] == bytes(23)
    steps = []
    table.load(np.asfortranarray(records), progress=steps.append)
    assert steps == sorted(steps) and len(steps) > 1
    assert table[5] == records[5].tobytes() and table[-1] == records[299].tobytes()
    assert list(table)[:2] == [r.tobytes() for r in records[:2]]
    table[77], table[-2] = b"x" * 23, bytearray(range(23))
    assert retrieved((table, client, server), 77) == b"x" * 23
    assert retrieved((table, client, server), 298) == bytes(range(23))
    assert retrieved((table, client, server), 76) == records[76].tobytes()


def test_generators_of_tests_repeat(parties):
    plan = parties[1].plan

    def messages():
        generator = Generator.from_seed(bytes(32), "test")
        client = Client(plan, generator)
        return client.setup(generator), client.query(4, generator)

    assert messages() == messages() and parties[1].query(4) != parties[1].query(4)


def test_threads_share_a_server(parties, records):
    table, _, _ = parties
    found = {}

    def ask(index):
        client = Client(table.plan)
        server = Server(table.plan, client.setup())
        found[index] = client.finish(server.answer(table, client.query(index)))

    threads = [threading.Thread(target=ask, args=(index,)) for index in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {i: records[i].tobytes() for i in range(4)}


def test_secrets_are_hidden(parties):
    table, client, server = parties
    assert "secret key hidden" in repr(client) and "300" in repr(table) and "300" in repr(server)
    assert "bytes, once" in str(client.plan) and "23 bytes" in repr(client.plan)
    assert client.plan == table.plan and hash(client.plan) == hash(server.plan)


def stopped(step):
    raise KeyboardInterrupt(step)


MISUSES = [
    ("an old answer", lambda t, c, s: (old := s.answer(t, c.query(1)), c.query(2), c.finish(old)),
     lath.MismatchError, "number"),
    ("an answer read twice", lambda t, c, s: [c.finish(a) for a in [s.answer(t, c.query(1))] * 2],
     lath.InvalidArgumentError, "ask first"),
    ("a record that there is not", lambda t, c, s: c.query(300), lath.InvalidArgumentError, "count records from 0"),
    ("a negative record", lambda t, c, s: c.query(-1), TypeError, ""),
    ("a record beyond the table", lambda t, c, s: t[300], IndexError, "record 300"),
    ("a short record", lambda t, c, s: t.__setitem__(0, b"x"), lath.MismatchError, "1 bytes"),
    ("a text as a record", lambda t, c, s: t.__setitem__(0, "x" * 23), TypeError, "a record of type str"),
    ("records turned round", lambda t, c, s: Table(t.plan, np.zeros((23, 300), np.uint8)), TypeError, r"\(300, 23, \)"),
    ("records of words", lambda t, c, s: Table(t.plan, np.zeros((300, 23))), TypeError, "numpy.uint8"),
    ("too few records", lambda t, c, s: Table(t.plan, bytes(23 * 299)), lath.MismatchError, "6877 bytes"),
    ("an empty table", lambda t, c, s: Plan(0, 10), lath.InvalidArgumentError, "0 records"),
    ("a goal without a name", lambda t, c, s: Plan(10, 10, goal="speed"), lath.InvalidArgumentError, '"traffic"'),
    ("a use without a name", lambda t, c, s: Plan(10, 10, use="x"), lath.InvalidArgumentError, '"released"'),
    ("a release that was not planned", lambda t, c, s: c.finish_for_release(s.answer(t, c.query(1))),
     lath.InvalidArgumentError, 'use="released"'),
    ("a setup that is none", lambda t, c, s: Server(t.plan, b"x" * 100), lath.MalformedError, ""),
    ("a query as a setup", lambda t, c, s: Server(t.plan, c.query(1)), lath.Error, "give each message"),
    ("a query of another client", lambda t, c, s: s.answer(t, Client(t.plan).query(1)), lath.MismatchError, "session"),
    ("a table of another plan", lambda t, c, s: s.answer(Table(Plan.create_insecure(301, 23, **SMALL)), c.query(1)),
     lath.MismatchError, "another plan"),
    ("a setup of another plan", lambda t, c, s: Server(Plan.create_insecure(301, 23, **SMALL), c.setup()),
     lath.MismatchError, "301"),
    ("little memory", lambda t, c, s: Server(t.plan, c.setup(), 1000), lath.UnsupportedError, "memory="),
    ("a pickle of a client", lambda t, c, s: pickle.dumps(c), TypeError, r"client.setup\(\)"),
    ("a pickle of an insecure plan", lambda t, c, s: pickle.dumps(t.plan), TypeError, "insecure"),
    ("work that is stopped", lambda t, c, s: s.answer(t, c.query(1), progress=stopped), KeyboardInterrupt, ""),
    ("a text as a query", lambda t, c, s: s.answer(t, "x"), TypeError, ""),
]


@pytest.mark.parametrize("use, error, text", [row[1:] for row in MISUSES], ids=[row[0] for row in MISUSES])
def test_misuses(parties, records, use, error, text):
    with pytest.raises(error, match=text or None):
        use(*parties)
    assert retrieved(parties, 7) == records[7].tobytes()
