# SPDX-License-Identifier: Apache-2.0
"""Cryptographic random generators, of the system's randomness or, in tests, of a seed."""

from ._lath.random import Generator

__all__ = ["Generator"]
