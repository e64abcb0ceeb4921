# SPDX-License-Identifier: Apache-2.0
"""BGV: its parameters."""

from .._lath import BgvParameters as Parameters

__all__ = ["Parameters"]
