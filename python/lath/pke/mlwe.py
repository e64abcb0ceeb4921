# SPDX-License-Identifier: Apache-2.0
"""Encryption by Module-LWE, secure against passive attackers only.

>>> from lath.pke import mlwe
>>> public_key, secret_key = mlwe.Scheme.create(mlwe.recommended_parameters()).generate_keys()
>>> secret_key.decrypt(public_key.encrypt(b"thirty-two bytes in each message"))
b'thirty-two bytes in each message'
"""

from .._lath.pke.mlwe import (
    Parameters,
    PublicKey,
    Scheme,
    SecretKey,
    decryption_noise,
    insecure_thesis_parameters,
    lwe_instance,
    recommended_parameters,
)

__all__ = ["Parameters", "PublicKey", "Scheme", "SecretKey", "decryption_noise", "insecure_thesis_parameters",
           "lwe_instance", "recommended_parameters"]
