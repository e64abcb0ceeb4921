# SPDX-License-Identifier: Apache-2.0
"""Homomorphic encryption of vectors of integers: a client encrypts, anybody computes."""

from . import _persistence, he
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
from ._lath import Ciphertext, Client, Product, PublicKey, Server

__all__ = [
    "AuthenticationError",
    "CancelledError",
    "Ciphertext",
    "Client",
    "EntropyError",
    "Error",
    "InputOutputError",
    "InvalidArgumentError",
    "MalformedError",
    "MismatchError",
    "Product",
    "PublicKey",
    "Server",
    "UnsupportedError",
    "he",
]

_persistence.install()
