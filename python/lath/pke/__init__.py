# SPDX-License-Identifier: Apache-2.0
"""Public-key encryption by LWE, Module-LWE and Ring-LWE, and key encapsulation, with parameters of one's own.

The schemes are for studies and measurements; for a standard, take lath.ml_kem.

>>> from lath.pke import FujisakiOkamoto, rlwe
>>> scheme = rlwe.Scheme.create(rlwe.recommended_parameters())
>>> public_key, secret_key = scheme.generate_keys()
>>> secret_key.decrypt(public_key.encrypt(b"thirty-two bytes in each message"))
b'thirty-two bytes in each message'
>>> key = FujisakiOkamoto(scheme).generate_key()
>>> ciphertext, secret = key.public_key.encapsulate()
>>> key.decapsulate(ciphertext) == secret
True
"""

from .._lath.pke import (
    FujisakiOkamoto,
    KemPrivateKey,
    KemPublicKey,
    ParameterSet,
    parameter_set,
    parameter_sets,
)
from . import lwe, mlwe, rlwe

__all__ = ["FujisakiOkamoto", "KemPrivateKey", "KemPublicKey", "ParameterSet", "lwe", "mlwe", "parameter_set",
           "parameter_sets", "rlwe"]
