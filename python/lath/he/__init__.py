# SPDX-License-Identifier: Apache-2.0
"""The schemes of homomorphic encryption, their plaintexts, and the encoders of values."""

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
