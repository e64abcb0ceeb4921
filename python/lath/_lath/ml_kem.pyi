# SPDX-License-Identifier: Apache-2.0
# Written by scripts/check-stubs --renew, of the signatures and docstrings in python/src.
"""ML-KEM of FIPS 203."""

from typing import Literal, NoReturn, SupportsIndex

import lath._lath.random


class PublicKey:
    """
    A public key of ML-KEM: it encapsulates secrets for its owner.

    It can be pickled and compared.

        >>> private_key = lath.ml_kem.MlKem768.generate_key()
        >>> key = private_key.public_key
        >>> key, isinstance(key, lath.ml_kem.PublicKey), key.parameter_set
        (<lath ML-KEM-768 public key>, True, 768)
        >>> ciphertext, secret = key.encapsulate()
        >>> private_key.decapsulate(ciphertext) == secret
        True
    """

    @property
    def parameter_set(self) -> int:
        """512, 768 or 1024."""

    def encapsulate(self, generator: lath._lath.random.Generator | None = None) -> tuple[bytes, bytes]:
        """
        A ciphertext to send, and the secret of 32 bytes in it.

            >>> key = lath.ml_kem.MlKem768.generate_key().public_key
            >>> ciphertext, secret = key.encapsulate()
            >>> len(ciphertext), len(secret)
            (1088, 32)
        """

    def encapsulate_many(self, count: int, generator: lath._lath.random.Generator | None = None) -> tuple[bytes, bytes]:
        """
        Ciphertexts of so many new secrets, one behind the other, and the secrets likewise.

            >>> key = lath.ml_kem.MlKem768.generate_key().public_key
            >>> ciphertexts, secrets = key.encapsulate_many(10)
            >>> len(ciphertexts), len(secrets)
            (10880, 320)
        """

    def encapsulate_derandomized(self, m: bytes) -> tuple[bytes, bytes]:
        """
        For test vectors only: encapsulate() with the 32 bytes that are drawn otherwise.

        Raises InvalidArgumentError for another number of bytes.

            >>> key = lath.ml_kem.MlKem768.generate_key().public_key
            >>> key.encapsulate_derandomized(bytes(32)) == key.encapsulate_derandomized(bytes(32))
            True
        """

    def __bytes__(self) -> bytes:
        """The bytes of FIPS 203."""

    def to_der(self) -> bytes:
        """
        The key as SubjectPublicKeyInfo (RFC 9935), which read_public_key() reads.

            >>> key = lath.ml_kem.MlKem768.generate_key().public_key
            >>> lath.ml_kem.read_public_key(key.to_der()) == key
            True
        """

    def to_pem(self) -> str:
        """
        The text of to_der() (RFC 9935).

            >>> lath.ml_kem.MlKem768.generate_key().public_key.to_pem()[:26]
            '-----BEGIN PUBLIC KEY-----'
        """

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> bytes: ...

    def __setstate__(self, arg: bytes, /) -> None: ...

    def __repr__(self) -> str: ...

def read_public_key(file: bytes) -> PublicKey:
    """
    The public key in the bytes of a file, DER or PEM.

    Raises MalformedError for anything else, and UnsupportedError for keys of other algorithms.

        >>> key = lath.ml_kem.MlKem768.generate_key().public_key
        >>> lath.ml_kem.read_public_key(key.to_pem().encode()) == key
        True
    """

class PrivateKey:
    """
    A private key of ML-KEM, for its owner only. It is never shown or pickled.

        >>> key = lath.ml_kem.MlKem768.generate_key()
        >>> key, isinstance(key, lath.ml_kem.PrivateKey), key.parameter_set
        (<lath ML-KEM-768 private key>, True, 768)
        >>> key.public_key
        <lath ML-KEM-768 public key>
    """

    @property
    def parameter_set(self) -> int:
        """512, 768 or 1024."""

    @property
    def public_key(self) -> PublicKey:
        """The public key, for everybody."""

    def decapsulate(self, ciphertext: bytes) -> bytes:
        """
        The secret of 32 bytes in a ciphertext.

        A ciphertext for another key gives a secret that nobody else can predict. Raises MalformedError for
        another number of bytes.

            >>> key = lath.ml_kem.MlKem768.generate_key()
            >>> ciphertext, secret = key.public_key.encapsulate()
            >>> key.decapsulate(ciphertext) == secret
            True
        """

    def decapsulate_many(self, ciphertexts: bytes) -> bytes:
        """
        The secrets in many ciphertexts, which follow one another as the secrets do.

        Raises MalformedError unless there are whole ciphertexts.

            >>> key = lath.ml_kem.MlKem768.generate_key()
            >>> ciphertexts, secrets = key.public_key.encapsulate_many(10)
            >>> key.decapsulate_many(ciphertexts) == secrets
            True
        """

    def seed_bytes(self) -> bytes | None:
        """
        The seed of 64 bytes, as secret as the key, or None where it is not known.

            >>> len(lath.ml_kem.MlKem768.generate_key().seed_bytes())
            64
        """

    def expanded_bytes(self) -> bytes:
        """
        The secret key of FIPS 203 as bytes, as secret as the key.

            >>> len(lath.ml_kem.MlKem768.generate_key().expanded_bytes())
            2400
        """

    def __reduce_ex__(self, protocol: SupportsIndex, /) -> NoReturn: ...

    def __repr__(self) -> str: ...

    def to_der(self, form: Literal['seed', 'expanded', 'both'] = 'seed') -> bytes:
        """
        PKCS#8 (RFC 9935), not encrypted and as secret as the key.

        The form is "seed", "expanded" or "both". Raises InvalidArgumentError for a seed that is not known.

            >>> key = lath.ml_kem.MlKem768.generate_key()
            >>> lath.ml_kem.read_private_key(key.to_der()).public_key == key.public_key
            True
        """

    def to_pem(self, form: Literal['seed', 'expanded', 'both'] = 'seed') -> str:
        """
        The text of to_der(), as secret as the key.

            >>> lath.ml_kem.MlKem768.generate_key().to_pem()[:27]
            '-----BEGIN PRIVATE KEY-----'
        """

    def to_encrypted_der(self, passphrase: str, *, form: Literal['seed', 'expanded', 'both'] = 'seed') -> bytes:
        """
        PKCS#8 encrypted under a passphrase, by PBKDF2 and AES-256. Takes a third of a second.

            >>> file = lath.ml_kem.MlKem768.generate_key().to_encrypted_der("a long passphrase")
            >>> lath.ml_kem.read_private_key(file)
            Traceback (most recent call last):
            lath.InvalidArgumentError: an encrypted private key without its passphrase; ...
        """

    def to_encrypted_pem(self, passphrase: str, *, form: Literal['seed', 'expanded', 'both'] = 'seed') -> str:
        """
        The text of to_encrypted_der().

            >>> lath.ml_kem.MlKem768.generate_key().to_encrypted_pem("a long passphrase")[:37]
            '-----BEGIN ENCRYPTED PRIVATE KEY-----'
        """

def read_private_key(file: bytes, passphrase: str | None = None) -> PrivateKey:
    """
    The private key in the bytes of a file, DER or PEM.

    Raises AuthenticationError for a wrong passphrase, InvalidArgumentError where one is missing, and
    MalformedError for anything else.

        >>> key = lath.ml_kem.MlKem768.generate_key()
        >>> file = key.to_encrypted_pem("a long passphrase").encode()
        >>> lath.ml_kem.read_private_key(file, "a long passphrase").public_key == key.public_key
        True
    """

class MlKem:
    """
    ML-KEM with one of its parameter sets: MlKem512, MlKem768 or MlKem1024.

        >>> from lath.ml_kem import MlKem, MlKem768
        >>> isinstance(MlKem768, MlKem), MlKem768.parameter_set
        (True, 768)
        >>> MlKem768.public_key_bytes, MlKem768.private_key_bytes, MlKem768.ciphertext_bytes
        (1184, 2400, 1088)
        >>> MlKem768.failure_bound < 2**-164
        True
    """

    @property
    def parameter_set(self) -> int:
        """512, 768 or 1024."""

    def generate_key(self, generator: lath._lath.random.Generator | None = None) -> PrivateKey:
        """
        A new private key, by randomness of the system unless a generator is given.

            >>> lath.ml_kem.MlKem768.generate_key()
            <lath ML-KEM-768 private key>
        """

    def public_key(self, data: bytes) -> PublicKey:
        """
        The public key with these bytes. Raises MalformedError for anything else.

            >>> key = lath.ml_kem.MlKem768.generate_key().public_key
            >>> lath.ml_kem.MlKem768.public_key(bytes(key)) == key
            True
        """

    def private_key(self, data: bytes) -> PrivateKey:
        """
        The private key whose expanded form has these bytes.

        Raises MalformedError unless all its parts belong together.

            >>> key = lath.ml_kem.MlKem512.generate_key()
            >>> lath.ml_kem.MlKem512.private_key(key.expanded_bytes()).public_key == key.public_key
            True
        """

    def private_key_from_seed(self, seed: bytes) -> PrivateKey:
        """
        The private key of a seed of 64 bytes. Raises MalformedError for other sizes.

            >>> key = lath.ml_kem.MlKem512.generate_key()
            >>> lath.ml_kem.MlKem512.private_key_from_seed(key.seed_bytes()).public_key == key.public_key
            True
        """

    def __repr__(self) -> str: ...

    @property
    def public_key_bytes(self) -> int:
        """The size of a public key."""

    @property
    def private_key_bytes(self) -> int:
        """The size of an expanded private key."""

    @property
    def ciphertext_bytes(self) -> int:
        """The size of a ciphertext."""

    @property
    def failure_bound(self) -> float:
        """
        The probability that an honest ciphertext gives another secret, at most.
        """

MlKem512: MlKem = ...

MlKem768: MlKem = ...

MlKem1024: MlKem = ...
