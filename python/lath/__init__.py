# SPDX-License-Identifier: Apache-2.0
"""Homomorphic encryption of vectors of integers: a client encrypts, anybody computes.

>>> client = lath.Client(lath.he.bfv.Parameters.recommended(4096, 65537))
>>> x = client.encrypt([1, 2, 3])
>>> client.decrypt(x * x + 1)[:3].tolist()
[2, 5, 10]
"""

from . import apps, he, ml_kem, pke, random, ring, security, typing
from ._errors import (
    AuthenticationError,
    CancelledError,
    EntropyError,
    Error,
    InputOutputError,
    InvalidArgumentError,
    MalformedError,
    MismatchError,
    UnsupportedError,
)
from ._integer_clients import IntegerClient, IntegerPublicKey
from ._integers import IntegerCiphertext, IntegerServer
from ._lath import (
    Ciphertext,
    Client,
    Inspection,
    MacKey,
    Product,
    PublicKey,
    Server,
    SigningKey,
    VerifyingKey,
    inspect,
    load,
    save,
    versions,
)

__all__ = [
    "AuthenticationError",
    "CancelledError",
    "Ciphertext",
    "Client",
    "EntropyError",
    "Error",
    "InputOutputError",
    "Inspection",
    "IntegerCiphertext",
    "IntegerClient",
    "IntegerPublicKey",
    "IntegerServer",
    "InvalidArgumentError",
    "MacKey",
    "MalformedError",
    "MismatchError",
    "Product",
    "PublicKey",
    "Server",
    "SigningKey",
    "UnsupportedError",
    "VerifyingKey",
    "apps",
    "he",
    "inspect",
    "load",
    "ml_kem",
    "pke",
    "random",
    "ring",
    "save",
    "security",
    "typing",
    "versions",
]
