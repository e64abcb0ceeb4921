# SPDX-License-Identifier: Apache-2.0
"""Encryption by Module-LWE, secure against passive attackers only."""

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
