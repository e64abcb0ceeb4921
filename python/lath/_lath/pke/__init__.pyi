# SPDX-License-Identifier: Apache-2.0
# Written by scripts/check-stubs --renew, of the signatures and docstrings in python/src.
"""Public-key encryption, for studies."""

from typing import NoReturn, SupportsIndex

from lath._lath.pke import lwe as lwe, mlwe as mlwe, rlwe as rlwe
import lath._lath.random
import lath._lath.security


class KemPublicKey:
    """
    A public key: it encapsulates secrets for its owner.

        >>> from lath.pke import FujisakiOkamoto, KemPublicKey, mlwe
        >>> kem = FujisakiOkamoto(mlwe.Scheme.create(mlwe.recommended_parameters()))
        >>> key = kem.generate_key().public_key
        >>> isinstance(key, KemPublicKey), len(bytes(key)) == kem.public_key_bytes
        (True, True)
    """

    def encapsulate(self, generator: lath._lath.random.Generator | None = None) -> tuple[bytes, bytes]:
        """
        A ciphertext to send, and the secret of 32 bytes in it.

            >>> from lath.pke import FujisakiOkamoto, mlwe
            >>> kem = FujisakiOkamoto(mlwe.Scheme.create(mlwe.recommended_parameters()))
            >>> ciphertext, secret = kem.generate_key().public_key.encapsulate()
            >>> len(ciphertext), len(secret)
            (1664, 32)
        """

    def __bytes__(self) -> bytes: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> tuple[mlwe.Scheme | rlwe.Scheme, bytes]: ...

    def __setstate__(self, arg: tuple[mlwe.Scheme | rlwe.Scheme, bytes], /) -> None: ...

    def __repr__(self) -> str: ...

class KemPrivateKey:
    """
    A private key, for its owner only. It is neither shown nor pickled.

        >>> from lath.pke import FujisakiOkamoto, KemPrivateKey, mlwe
        >>> kem = FujisakiOkamoto(mlwe.Scheme.create(mlwe.recommended_parameters()))
        >>> key = kem.generate_key()
        >>> isinstance(key, KemPrivateKey), key
        (True, <lath private key of mlwe 256 3 3 1 1 7681 2 2>)
        >>> ciphertext, secret = key.public_key.encapsulate()
        >>> key.decapsulate(ciphertext) == secret
        True
    """

    @property
    def public_key(self) -> KemPublicKey:
        """The public key, for everybody."""

    def decapsulate(self, ciphertext: bytes) -> bytes:
        """
        The secret of 32 bytes in a ciphertext.

        A ciphertext for another key gives a secret that nobody else can predict. Raises MalformedError for
        bytes that are no ciphertext.

            >>> from lath.pke import FujisakiOkamoto, mlwe
            >>> kem = FujisakiOkamoto(mlwe.Scheme.create(mlwe.recommended_parameters()))
            >>> key, other = kem.generate_key(), kem.generate_key()
            >>> ciphertext, secret = key.public_key.encapsulate()
            >>> key.decapsulate(ciphertext) == secret, other.decapsulate(ciphertext) == secret
            (True, False)
        """

    def secret_bytes(self) -> bytes:
        """
        The key as bytes, as secret as the key: kem.private_key() reads them.

            >>> from lath.pke import FujisakiOkamoto, mlwe
            >>> kem = FujisakiOkamoto(mlwe.Scheme.create(mlwe.recommended_parameters()))
            >>> len(kem.generate_key().secret_bytes()) == kem.private_key_bytes
            True
        """

    def __reduce_ex__(self, protocol: SupportsIndex, /) -> NoReturn: ...

    def __repr__(self) -> str: ...

class FujisakiOkamoto:
    """
    Key encapsulation of a scheme of mlwe or rlwe, with the calls of lath.ml_kem.

    It is secure against active attackers, too.

        >>> from lath.pke import FujisakiOkamoto, mlwe
        >>> scheme = mlwe.Scheme.create(mlwe.recommended_parameters())
        >>> kem = FujisakiOkamoto(scheme)
        >>> kem.name, kem.scheme == scheme, kem.failure_bound < 2**-128
        ('mlwe 256 3 3 1 1 7681 2 2', True, True)
        >>> kem.public_key_bytes, kem.private_key_bytes, kem.ciphertext_bytes
        (1280, 2592, 1664)
    """

    def __init__(self, scheme: mlwe.Scheme | rlwe.Scheme) -> None:
        """
        Raises InvalidArgumentError if a message has fewer than 256 coefficients.
        """

    def generate_key(self, generator: lath._lath.random.Generator | None = None) -> KemPrivateKey:
        """
        A new private key, by randomness of the system unless a generator is given.

            >>> from lath.pke import FujisakiOkamoto, rlwe
            >>> FujisakiOkamoto(rlwe.Scheme.create(rlwe.recommended_parameters())).generate_key()
            <lath private key of rlwe 1024 12289 8 32>
        """

    def public_key(self, data: bytes) -> KemPublicKey:
        """
        The public key with these bytes. Raises MalformedError for anything else.

            >>> from lath.pke import FujisakiOkamoto, mlwe
            >>> kem = FujisakiOkamoto(mlwe.Scheme.create(mlwe.recommended_parameters()))
            >>> key = kem.generate_key().public_key
            >>> kem.public_key(bytes(key)) == key
            True
        """

    def private_key(self, data: bytes) -> KemPrivateKey:
        """
        The private key of secret_bytes().

        Raises MalformedError unless all its parts belong together.

            >>> from lath.pke import FujisakiOkamoto, mlwe
            >>> kem = FujisakiOkamoto(mlwe.Scheme.create(mlwe.recommended_parameters()))
            >>> key = kem.generate_key()
            >>> kem.private_key(key.secret_bytes()).public_key == key.public_key
            True
        """

    def __repr__(self) -> str: ...

    @property
    def name(self) -> str:
        """The scheme and its parameters."""

    @property
    def scheme(self) -> mlwe.Scheme | rlwe.Scheme:
        """The scheme."""

    @property
    def failure_bound(self) -> float:
        """
        The probability that an honest ciphertext gives another secret, at most.
        """

    @property
    def public_key_bytes(self) -> int:
        """The size of a public key."""

    @property
    def private_key_bytes(self) -> int:
        """The size of a private key."""

    @property
    def ciphertext_bytes(self) -> int:
        """The size of a ciphertext."""

class ParameterSet:
    """
    A named parameter set, with the facts to choose one by.

        >>> chosen = lath.pke.parameter_set("mlwe-128")
        >>> chosen
        <lath parameter set mlwe-128: Module-LWE, m = 3, n = 3, k = 1, l = 1, p = 2, noise up to 2>
        >>> isinstance(chosen, lath.pke.ParameterSet)
        True
        >>> chosen.name, chosen.scheme, chosen.standing, chosen.level, chosen.modulus
        ('mlwe-128', 'Module-LWE', 'recommended', 128, 7681)
        >>> chosen.remark
        'm = 3, n = 3, k = 1, l = 1, p = 2, noise up to 2'
        >>> chosen.public_key_bytes, chosen.secret_key_bytes, chosen.ciphertext_bytes
        (1280, 1248, 1664)
        >>> chosen.log2_failure_bound < -128
        True
        >>> lath.security.estimate_security(chosen.instance).reaches(128)
        True
    """

    @property
    def name(self) -> str:
        """The name, as on the command line."""

    @property
    def scheme(self) -> str:
        """"Module-LWE", for example."""

    @property
    def standing(self) -> str:
        """"recommended", "standard" or "insecure"."""

    @property
    def level(self) -> int | None:
        """128, 192 or 256, of a recommended set."""

    @property
    def remark(self) -> str:
        """The parameters, in one line."""

    @property
    def modulus(self) -> int:
        """q."""

    @property
    def instance(self) -> lath._lath.security.LweInstance:
        """The problem that an attacker has to solve."""

    @property
    def log2_failure_bound(self) -> float:
        """log2 of the probability that an honest message fails, at most."""

    @property
    def public_key_bytes(self) -> int:
        """The size of a public key."""

    @property
    def secret_key_bytes(self) -> int:
        """The size of a secret key."""

    @property
    def ciphertext_bytes(self) -> int:
        """The size of a ciphertext."""

    def __repr__(self) -> str: ...

def parameter_sets() -> list[ParameterSet]:
    """
    All named sets, grouped by scheme, insecure ones last.

        >>> [s.name for s in lath.pke.parameter_sets() if s.level == 192]
        ['lwe-192', 'mlwe-192', 'rlwe-192']
    """

def parameter_set(name: str) -> ParameterSet:
    """
    The set with this name. Raises InvalidArgumentError if there is none.

        >>> lath.pke.parameter_set("rlwe-192").remark
        'degree 1024, binomial noise of 8 bits less 8 bits, messages of 32 bytes'
    """
