# SPDX-License-Identifier: Apache-2.0
"""Encryption by Ring-LWE, secure against passive attackers only.

>>> from lath.pke import rlwe
>>> public_key, secret_key = rlwe.Scheme.create(rlwe.recommended_parameters()).generate_keys()
>>> secret_key.decrypt(public_key.encrypt(b"thirty-two bytes in each message"))
b'thirty-two bytes in each message'
"""

from .._lath.pke.rlwe import (
    Parameters,
    PublicKey,
    Scheme,
    SecretKey,
    decryption_noise,
    insecure_nfllib_parameters,
    lwe_instance,
    recommended_parameters,
)

__all__ = ["Parameters", "PublicKey", "Scheme", "SecretKey", "decryption_noise", "insecure_nfllib_parameters",
           "lwe_instance", "recommended_parameters"]
