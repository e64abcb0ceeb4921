# SPDX-License-Identifier: Apache-2.0
# Written by scripts/check-stubs --renew, of the signatures and docstrings in python/src.
"""Public-key encryption, for studies."""

from typing import NoReturn, SupportsIndex

from lath._lath.pke import lwe as lwe, mlwe as mlwe, rlwe as rlwe
import lath._lath.random
import lath._lath.security


class KemPublicKey:
    """A public key: it encapsulates secrets for its owner."""

    def encapsulate(self, generator: lath._lath.random.Generator | None = None) -> tuple[bytes, bytes]:
        """A ciphertext to send, and the secret of 32 bytes in it."""

    def __bytes__(self) -> bytes: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> tuple[mlwe.Scheme | rlwe.Scheme, bytes]: ...

    def __setstate__(self, arg: tuple[mlwe.Scheme | rlwe.Scheme, bytes], /) -> None: ...

    def __repr__(self) -> str: ...

class KemPrivateKey:
    """A private key, for its owner only. It is neither shown nor pickled."""

    @property
    def public_key(self) -> KemPublicKey:
        """The public key, for everybody."""

    def decapsulate(self, ciphertext: bytes) -> bytes:
        """
        The secret of 32 bytes in a ciphertext. A ciphertext for another key gives a secret that nobody else can predict. Raises MalformedError for bytes that are no ciphertext.
        """

    def secret_bytes(self) -> bytes:
        """The key as bytes, as secret as the key: kem.private_key() reads them."""

    def __reduce_ex__(self, protocol: SupportsIndex, /) -> NoReturn: ...

    def __repr__(self) -> str: ...

class FujisakiOkamoto:
    """
    Key encapsulation of a scheme of mlwe or rlwe, secure against active attackers, too, with the calls of lath.ml_kem.
    """

    def __init__(self, scheme: mlwe.Scheme | rlwe.Scheme) -> None:
        """
        Raises InvalidArgumentError if a message has fewer than 256 coefficients.
        """

    def generate_key(self, generator: lath._lath.random.Generator | None = None) -> KemPrivateKey:
        """
        A new private key, by randomness of the system unless a generator is given.
        """

    def public_key(self, data: bytes) -> KemPublicKey:
        """
        The public key with these bytes. Raises MalformedError for anything else.
        """

    def private_key(self, data: bytes) -> KemPrivateKey:
        """
        The private key of secret_bytes(). Raises MalformedError unless all its parts belong together.
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
    """A named parameter set, with the facts to choose one by."""

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
    """All named sets, grouped by scheme, insecure ones last."""

def parameter_set(name: str) -> ParameterSet:
    """The set with this name. Raises InvalidArgumentError if there is none."""
