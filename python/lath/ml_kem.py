# SPDX-License-Identifier: Apache-2.0
"""ML-KEM, the key encapsulation of FIPS 203.

>>> key = MlKem768.generate_key()
>>> ciphertext, secret = key.public_key.encapsulate()
>>> key.decapsulate(ciphertext) == secret
True
"""

from ._lath.ml_kem import (
    MlKem,
    MlKem512,
    MlKem768,
    MlKem1024,
    PrivateKey,
    PublicKey,
    read_private_key,
    read_public_key,
)

__all__ = ["MlKem", "MlKem512", "MlKem768", "MlKem1024", "PrivateKey", "PublicKey", "read_private_key",
           "read_public_key"]


def _public_key_of_der(der: bytes) -> PublicKey:
    """The public key that pickle wrote."""
    return read_public_key(der)
