# SPDX-License-Identifier: Apache-2.0
"""ML-KEM, the key encapsulation of FIPS 203.

>>> from lath.ml_kem import MlKem512, MlKem768, MlKem1024
>>> key = MlKem768.generate_key()
>>> ciphertext, secret = key.public_key.encapsulate()
>>> key.decapsulate(ciphertext) == secret
True
>>> MlKem512, MlKem1024
(<lath ML-KEM-512>, <lath ML-KEM-1024>)
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
