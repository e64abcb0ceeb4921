# SPDX-License-Identifier: Apache-2.0
"""Modular exponentiation: a server computes powers of public bases, and the client has the secret exponent."""

from .._lath.apps.exponentiation import Client, Server, Sizes

__all__ = ["Client", "Server", "Sizes"]
