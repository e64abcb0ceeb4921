# SPDX-License-Identifier: Apache-2.0
"""Modular exponentiation: a server computes powers of public bases, and the client has the secret exponent.

>>> from lath.apps.exponentiation import Client
>>> Client.create_insecure(10403, degree=64)
<lath exponentiation Client of 64 bases, secret key hidden>
"""

from .._lath.apps.exponentiation import Client, Server, Sizes

__all__ = ["Client", "Server", "Sizes"]
