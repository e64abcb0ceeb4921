# SPDX-License-Identifier: Apache-2.0
# Written by scripts/check-stubs --renew, of the signatures and docstrings in python/src.
"""Protocols of a client and a server."""

from lath._lath.apps import (
    curves as curves,
    exponentiation as exponentiation,
    retrieval as retrieval
)
