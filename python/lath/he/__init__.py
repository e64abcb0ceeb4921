# SPDX-License-Identifier: Apache-2.0
"""The schemes of homomorphic encryption."""

from . import bfv, bgv

__all__ = ["bfv", "bgv"]
