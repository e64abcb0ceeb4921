# SPDX-License-Identifier: Apache-2.0
"""Protocols of a client and a server that exchange bytes."""

from . import curves, exponentiation, retrieval

__all__ = ["curves", "exponentiation", "retrieval"]
