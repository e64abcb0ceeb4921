# SPDX-License-Identifier: Apache-2.0
"""BGV: its parameters.

>>> lath.he.bgv.Parameters.recommended(4096, 65537)
<lath BGV n=4096 t=65537 levels=2>
"""

from .._lath import BgvParameters as Parameters

__all__ = ["Parameters"]
