# SPDX-License-Identifier: Apache-2.0
"""Encryption by LWE, secure against passive attackers only."""

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
