# SPDX-License-Identifier: Apache-2.0
"""A row of the table of misuses, and what its calls are given."""

import os
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import lath

BFV, BGV = lath.he.bfv.Parameters, lath.he.bgv.Parameters
INVALID, MISMATCH, UNSUPPORTED = lath.InvalidArgumentError, lath.MismatchError, lath.UnsupportedError
MALFORMED, AUTHENTICATION = lath.MalformedError, lath.AuthenticationError
INPUT_OUTPUT, ENTROPY = lath.InputOutputError, lath.EntropyError
Call = Callable[[Any], Any]


@dataclass
class Misuse:
    """A call, the class of its error, a part of the remedy in it, and a call that follows the remedy."""

    call: Call
    kind: type[Exception]
    remedy: str
    use: Call

    @property
    def code(self) -> str:
        """The code of the error; a wrong type has none."""
        return getattr(self.kind, "code", "wrong type")


def again(thing):
    return pickle.loads(pickle.dumps(thing))


def objects():
    """A client with its server, and what is easily mistaken for something else."""
    parameters = BFV.recommended(8192, 65537)
    client = lath.Client(parameters, rotations="sum")
    server, strict = client.server(), client.server(match_levels=False)
    x, y = client.encrypt([1, 2]), client.encrypt([3, 4])
    return SimpleNamespace(
        parameters=parameters, client=client, server=server, x=x, y=y, bare=again(x), p=x.multiply(y),
        bare_p=again(x.multiply(y)), high=strict.take(x), low=strict.take(y).switch_to(2),
        few=lath.Client(parameters, rotations=[1]), none=lath.Client(parameters),
        bgv=lath.Client(BGV.recommended(8192, 65537)), kem=lath.ml_kem.MlKem768.generate_key())


def in_a_child(call):
    """Calls in a forked process. The error of the child is raised here."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        data = b""
        try:
            call()
        except Exception as error:
            data = pickle.dumps(error)
        finally:
            os.write(write, data)
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        data = pipe.read()
    assert os.waitpid(child, 0)[1] == 0
    if data:
        raise pickle.loads(data)
