# SPDX-License-Identifier: Apache-2.0
# Written by scripts/check-stubs --renew, of the signatures and docstrings in python/src.
"""Encryption by Ring-LWE."""

from collections.abc import Sequence
from typing import NoReturn, SupportsIndex

import lath._lath.random
import lath._lath.security


class Parameters:
    """
    The parameters of a scheme.

        >>> from lath.pke import rlwe
        >>> p = rlwe.Parameters(degree=1024, modulus=12289, noise=8, message_bytes=32)
        >>> p.degree, p.modulus, p.noise, p.message_bytes
        (1024, 12289, 8, 32)
        >>> rlwe.Scheme.create(p).ciphertext_bytes
        2240
    """

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

        >>> from lath.pke import rlwe
        >>> instance = rlwe.lwe_instance(rlwe.recommended_parameters(192))
        >>> lath.security.estimate_security(instance).reaches(192)
        True
    """

def lwe_instance(parameters: Parameters) -> lath._lath.security.LweInstance:
    """
    The problem whose hardness hides keys and messages, for lath.security.

        >>> from lath.pke import rlwe
        >>> instance = rlwe.lwe_instance(rlwe.recommended_parameters())
        >>> lath.security.estimate_security(instance).classical > 128
        True
    """

def decryption_noise(parameters: Parameters) -> lath._lath.security.BinomialDecryptionNoise:
    """
    The noise in decryption, for lath.security.

        >>> from lath.pke import rlwe
        >>> noise = rlwe.decryption_noise(rlwe.recommended_parameters())
        >>> lath.security.failure_probability(noise) < 2**-128
        True
    """

def insecure_nfllib_parameters() -> list[Parameters]:
    """
    The sizes of a table of the NFLlib paper (2016).

        >>> [(p.degree, p.modulus) for p in lath.pke.rlwe.insecure_nfllib_parameters()]
        [(256, 12289), (512, 12289), (256, 7681), (512, 7681)]
    """

class Scheme:
    """
    Encryption with its parameters, secure against passive attackers only.

    Whoever can have chosen ciphertexts decrypted learns the key.

        >>> from lath.pke import rlwe
        >>> scheme = rlwe.Scheme.create(rlwe.recommended_parameters())
        >>> scheme.parameters == rlwe.recommended_parameters()
        True
        >>> (scheme.message_bytes, scheme.public_key_bytes, scheme.secret_key_bytes,
        ...  scheme.ciphertext_bytes)
        (32, 1824, 1792, 2240)
    """

    @staticmethod
    def create(parameters: Parameters) -> Scheme:
        """
        The scheme, if it has 128 bits of security.

        Raises InvalidArgumentError for less security, and where messages fail more often than 2^-128.

            >>> from lath.pke import rlwe
            >>> rlwe.Scheme.create(rlwe.recommended_parameters()).message_bytes
            32
            >>> small = rlwe.Parameters(degree=64, modulus=12289, noise=2, message_bytes=8)
            >>> rlwe.Scheme.create(small)
            Traceback (most recent call last):
            lath.InvalidArgumentError: an estimate of ...; need 2^128 of both; ...
        """

    @staticmethod
    def create_insecure(parameters: Parameters) -> Scheme:
        """
        For studies and tests: the scheme of any parameters it can compute with.

            >>> from lath.pke import rlwe
            >>> small = rlwe.Parameters(degree=64, modulus=12289, noise=2, message_bytes=8)
            >>> public_key, secret_key = rlwe.Scheme.create_insecure(small).generate_keys()
            >>> secret_key.decrypt(public_key.encrypt(b"8 bytes!"))
            b'8 bytes!'
        """

    def generate_keys(self, generator: lath._lath.random.Generator | None = None) -> tuple[PublicKey, SecretKey]:
        """
        A new public key and its secret key.

        They are drawn by the system's randomness unless a generator is given.

            >>> from lath.pke import rlwe
            >>> rlwe.Scheme.create(rlwe.recommended_parameters()).generate_keys()
            (<lath Ring-LWE public key>, <lath Ring-LWE secret key>)
        """

    def public_key_from_bytes(self, data: bytes) -> PublicKey:
        """
        The public key of bytes(). Raises MalformedError for anything else.

            >>> from lath.pke import rlwe
            >>> scheme = rlwe.Scheme.create(rlwe.recommended_parameters())
            >>> public_key, secret_key = scheme.generate_keys()
            >>> scheme.public_key_from_bytes(bytes(public_key)) == public_key
            True
        """

    def secret_key_from_bytes(self, data: bytes) -> SecretKey:
        """
        The secret key of secret_bytes(). Raises MalformedError for anything else.

            >>> from lath.pke import rlwe
            >>> scheme = rlwe.Scheme.create(rlwe.recommended_parameters())
            >>> public_key, secret_key = scheme.generate_keys()
            >>> again = scheme.secret_key_from_bytes(secret_key.secret_bytes())
            >>> again.decrypt(public_key.encrypt(b"thirty-two bytes in each message"))
            b'thirty-two bytes in each message'
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
    """
    A public key, which encrypts messages for its owner.

        >>> from lath.pke import rlwe
        >>> scheme = rlwe.Scheme.create(rlwe.recommended_parameters())
        >>> public_key, secret_key = scheme.generate_keys()
        >>> isinstance(public_key, rlwe.PublicKey), public_key.scheme == scheme
        (True, True)
        >>> scheme.public_key_from_bytes(bytes(public_key)) == public_key
        True
    """

    def encrypt(self, message: bytes, generator: lath._lath.random.Generator | None = None) -> bytes:
        """
        The ciphertext of a message of scheme.message_bytes bytes.

        Raises MismatchError for another number.

            >>> from lath.pke import rlwe
            >>> scheme = rlwe.Scheme.create(rlwe.recommended_parameters())
            >>> public_key, secret_key = scheme.generate_keys()
            >>> ciphertext = public_key.encrypt(b"thirty-two bytes in each message")
            >>> len(ciphertext) == scheme.ciphertext_bytes
            True
            >>> secret_key.decrypt(ciphertext)
            b'thirty-two bytes in each message'
        """

    def encrypt_many(self, messages: bytes, generator: lath._lath.random.Generator | None = None) -> bytes:
        """
        The ciphertexts of many messages; both follow one another.

            >>> from lath.pke import rlwe
            >>> scheme = rlwe.Scheme.create(rlwe.recommended_parameters())
            >>> public_key, secret_key = scheme.generate_keys()
            >>> len(public_key.encrypt_many(bytes(10 * 32))) == 10 * scheme.ciphertext_bytes
            True
        """

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
    """
    A secret key, for its owner only. It is neither shown nor pickled.

        >>> from lath.pke import rlwe
        >>> scheme = rlwe.Scheme.create(rlwe.recommended_parameters())
        >>> public_key, secret_key = scheme.generate_keys()
        >>> isinstance(secret_key, rlwe.SecretKey), secret_key.scheme == scheme
        (True, True)
    """

    def decrypt(self, ciphertext: bytes) -> bytes:
        """
        The message in a ciphertext.

        One for another key gives some other message. Raises MalformedError for bytes that are no
        ciphertext.

            >>> from lath.pke import rlwe
            >>> scheme = rlwe.Scheme.create(rlwe.recommended_parameters())
            >>> public_key, secret_key = scheme.generate_keys()
            >>> secret_key.decrypt(public_key.encrypt(b"thirty-two bytes in each message"))
            b'thirty-two bytes in each message'
        """

    def decrypt_many(self, ciphertexts: bytes) -> tuple[bytes, list[int]]:
        """
        The messages of many ciphertexts, and the indices of malformed ones.

        Ciphertexts follow one another, and so do messages. The messages of malformed ciphertexts are zeros.

            >>> from lath.pke import rlwe
            >>> scheme = rlwe.Scheme.create(rlwe.recommended_parameters())
            >>> public_key, secret_key = scheme.generate_keys()
            >>> ciphertexts = public_key.encrypt_many(b"thirty-two bytes in each message" * 2)
            >>> messages, malformed = secret_key.decrypt_many(ciphertexts)
            >>> messages[32:], malformed
            (b'thirty-two bytes in each message', [])
        """

    @property
    def scheme(self) -> Scheme:
        """The scheme of the key."""

    def secret_bytes(self) -> bytes:
        """
        The key without its parameters, as secret as the key.

        scheme.secret_key_from_bytes() reads it.

            >>> from lath.pke import rlwe
            >>> scheme = rlwe.Scheme.create(rlwe.recommended_parameters())
            >>> public_key, secret_key = scheme.generate_keys()
            >>> len(secret_key.secret_bytes()) == scheme.secret_key_bytes
            True
        """

    def __reduce_ex__(self, protocol: SupportsIndex, /) -> NoReturn: ...

    def __repr__(self) -> str: ...
