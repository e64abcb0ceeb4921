# SPDX-License-Identifier: Apache-2.0
# Written by scripts/check-stubs --renew, of the signatures and docstrings in python/src.
"""Encryption by Ring-LWE."""

from collections.abc import Sequence
from typing import NoReturn, SupportsIndex

import lath._lath.random
import lath._lath.security


class Parameters:
    """The parameters of a scheme."""

    def __init__(self, *, degree: int, modulus: int, noise: int, message_bytes: int) -> None:
        """Schemes check them."""

    @property
    def degree(self) -> int:
        """n."""

    @property
    def modulus(self) -> int:
        """q."""

    @property
    def noise(self) -> int:
        """eta of centered binomial noise."""

    @property
    def message_bytes(self) -> int:
        """The size of a message."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> list[int]: ...

    def __setstate__(self, arg: Sequence[int], /) -> None: ...

    def __repr__(self) -> str: ...

def recommended_parameters(level: int = 128) -> Parameters:
    """
    Parameters for messages of 256 bits and a level of 128, 192 or 256 bits of security.
    """

def lwe_instance(parameters: Parameters) -> lath._lath.security.LweInstance:
    """The problem whose hardness hides keys and messages, for lath.security."""

def decryption_noise(parameters: Parameters) -> lath._lath.security.BinomialDecryptionNoise:
    """The noise in decryption, for lath.security."""

def insecure_nfllib_parameters() -> list[Parameters]:
    """The sizes of a table of the NFLlib paper (2016)."""

class Scheme:
    """
    Encryption with its parameters, secure against passive attackers only: whoever can have chosen ciphertexts decrypted learns the key.
    """

    @staticmethod
    def create(parameters: Parameters) -> Scheme:
        """
        The scheme. Raises InvalidArgumentError below 128 bits of security, and where messages fail more often than 2^-128.
        """

    @staticmethod
    def create_insecure(parameters: Parameters) -> Scheme:
        """
        For studies and tests: the scheme of any parameters it can compute with.
        """

    def generate_keys(self, generator: lath._lath.random.Generator | None = None) -> tuple[PublicKey, SecretKey]:
        """
        A new public key and its secret key, by the system's randomness unless a generator is given.
        """

    def public_key_from_bytes(self, data: bytes) -> PublicKey:
        """The public key of bytes(). Raises MalformedError for anything else."""

    def secret_key_from_bytes(self, data: bytes) -> SecretKey:
        """
        The secret key of secret_bytes(). Raises MalformedError for anything else.
        """

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> Parameters: ...

    def __setstate__(self, arg: Parameters, /) -> None: ...

    def __repr__(self) -> str: ...

    @property
    def parameters(self) -> Parameters:
        """The parameters."""

    @property
    def message_bytes(self) -> int:
        """The size of a message."""

    @property
    def public_key_bytes(self) -> int:
        """The size of a public key."""

    @property
    def secret_key_bytes(self) -> int:
        """The size of a secret key."""

    @property
    def ciphertext_bytes(self) -> int:
        """The size of a ciphertext."""

class PublicKey:
    """A public key, which encrypts messages for its owner."""

    def encrypt(self, message: bytes, generator: lath._lath.random.Generator | None = None) -> bytes:
        """
        The ciphertext of a message of scheme.message_bytes bytes. Raises MismatchError for another number.
        """

    def encrypt_many(self, messages: bytes, generator: lath._lath.random.Generator | None = None) -> bytes:
        """The ciphertexts of many messages; both follow one another."""

    @property
    def scheme(self) -> Scheme:
        """The scheme of the key."""

    def __bytes__(self) -> bytes:
        """
        The key without its parameters: scheme.public_key_from_bytes() reads it.
        """

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> tuple[Scheme, bytes]: ...

    def __setstate__(self, arg: tuple[Scheme, bytes], /) -> None: ...

    def __repr__(self) -> str: ...

class SecretKey:
    """A secret key, for its owner only. It is neither shown nor pickled."""

    def decrypt(self, ciphertext: bytes) -> bytes:
        """
        The message in a ciphertext. One for another key gives some other message. Raises MalformedError for bytes that are no ciphertext.
        """

    def decrypt_many(self, ciphertexts: bytes) -> tuple[bytes, list[int]]:
        """
        The messages of many ciphertexts, which follow one another, and the indices of malformed ciphertexts, whose messages are zeros.
        """

    @property
    def scheme(self) -> Scheme:
        """The scheme of the key."""

    def secret_bytes(self) -> bytes:
        """
        The key without its parameters, as secret as the key: scheme.secret_key_from_bytes() reads it.
        """

    def __reduce_ex__(self, protocol: SupportsIndex, /) -> NoReturn: ...

    def __repr__(self) -> str: ...
