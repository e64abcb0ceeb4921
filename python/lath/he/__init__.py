# SPDX-License-Identifier: Apache-2.0
"""The schemes of homomorphic encryption, their plaintexts, and the encoders of values.

>>> space = lath.he.PlaintextSpace.integer(65537)
>>> encoder = lath.he.SlotEncoder(lath.he.bfv.Parameters.recommended(4096, space))
>>> encoder.decode(encoder.encode([1, 2, 3]))[:3].tolist()
[1, 2, 3]
"""

from .._lath import (
    CoefficientEncoder,
    CyclotomicEncoder,
    ElementEncoder,
    Encoder,
    IntegerEncoder,
    Plaintext,
    PlaintextSpace,
    SlotEncoder,
    SpaceSummary,
    WideCoefficientEncoder,
    WideSlotEncoder,
    explain,
)
from . import bfv, bgv

__all__ = [
    "CoefficientEncoder",
    "CyclotomicEncoder",
    "ElementEncoder",
    "Encoder",
    "IntegerEncoder",
    "Plaintext",
    "PlaintextSpace",
    "SlotEncoder",
    "SpaceSummary",
    "WideCoefficientEncoder",
    "WideSlotEncoder",
    "bfv",
    "bgv",
    "explain",
]
