# SPDX-License-Identifier: Apache-2.0
"""Encryption by Ring-LWE, secure against passive attackers only."""

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
