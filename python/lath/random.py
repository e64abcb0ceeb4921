# SPDX-License-Identifier: Apache-2.0
"""Cryptographic random generators, of the system's randomness or, in tests, of a seed.

>>> len(lath.random.Generator.from_system().bytes(32))
32
"""

from ._lath.random import Generator

__all__ = ["Generator"]
