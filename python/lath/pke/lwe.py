# SPDX-License-Identifier: Apache-2.0
"""Encryption by LWE, secure against passive attackers only.

>>> from lath.pke import lwe
>>> public_key, secret_key = lwe.Scheme.create(lwe.recommended_parameters()).generate_keys()
>>> secret_key.decrypt(public_key.encrypt(b"thirty-two bytes in each message"))
b'thirty-two bytes in each message'
"""

from .._lath.pke.lwe import (
    Parameters,
    PublicKey,
    Scheme,
    SecretKey,
    decryption_noise,
    lwe_instance,
    recommended_parameters,
)

__all__ = ["Parameters", "PublicKey", "Scheme", "SecretKey", "decryption_noise", "lwe_instance",
           "recommended_parameters"]
