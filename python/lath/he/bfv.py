# SPDX-License-Identifier: Apache-2.0
"""BFV: its parameters.

>>> lath.he.bfv.Parameters.recommended(4096, 65537)
<lath BFV n=4096 t=65537 levels=2>
"""

from .._lath import BfvParameters as Parameters

__all__ = ["Parameters"]
