# SPDX-License-Identifier: Apache-2.0
"""Protocols of a client and a server that exchange bytes.

>>> from lath.apps import exponentiation
>>> client = exponentiation.Client.create_insecure(10403, degree=64)
>>> server = exponentiation.Server(client.setup())
>>> server.load(client.query(7))
>>> server.answer([2, 3], client.take)
>>> client.results()[0] == pow(2, 7, 10403)
True
"""

from . import curves, exponentiation, retrieval

__all__ = ["curves", "exponentiation", "retrieval"]
