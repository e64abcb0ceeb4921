# SPDX-License-Identifier: Apache-2.0
"""BFV: its parameters."""

from .._lath import BfvParameters as Parameters

__all__ = ["Parameters"]
