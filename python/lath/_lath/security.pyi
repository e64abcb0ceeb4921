# SPDX-License-Identifier: Apache-2.0
# Written by scripts/check-stubs --renew, of the signatures and docstrings in python/src.
"""Estimates of attacks, and failures."""

import enum
from typing import Literal, overload


class Attacker(enum.Enum):
    """
    The computers that an attacker has.

        >>> from lath.security import Attacker, largest_modulus_bits
        >>> largest_modulus_bits(8192, 128, Attacker.classical)
        214
        >>> largest_modulus_bits(8192, 128, Attacker.quantum) < 214
        True
    """

    classical = 0

    quantum = 1

class Attack(enum.Enum):
    """
    The attacks that are estimated.

        >>> [attack.name for attack in lath.security.Attack]
        ['primal_usvp', 'primal_bdd', 'dual_hybrid', 'exhaustive_search']
    """

    primal_usvp = 0

    primal_bdd = 1

    dual_hybrid = 2

    exhaustive_search = 3

class CostModel(enum.Enum):
    """
    The costs of reducing a lattice.

        >>> from lath.security import CostModel
        >>> [model.name for model in CostModel][:3]
        ['core_svp_classical', 'core_svp_quantum', 'standard_2018_classical']
        >>> [model.name for model in CostModel][3:]
        ['standard_2018_quantum', 'matzov', 'chailloux_loyer']
    """

    core_svp_classical = 0

    core_svp_quantum = 1

    standard_2018_classical = 2

    standard_2018_quantum = 3

    matzov = 4

    chailloux_loyer = 5

class SmallDistribution:
    """
    The distribution of coefficients of a secret or an error.

        >>> lath.security.SmallDistribution.centered_binomial(2).standard_deviation
        1.0
    """

    @staticmethod
    def uniform(least: int, greatest: int) -> SmallDistribution:
        """
        Uniform on the integers from `least` to `greatest`.

            >>> lath.security.SmallDistribution.uniform(-2, 2)
            <lath SmallDistribution of standard deviation 1.414>
        """

    @staticmethod
    def ternary() -> SmallDistribution:
        """
        Uniform on -1, 0 and 1.

            >>> lath.security.SmallDistribution.ternary()
            <lath SmallDistribution of standard deviation 0.8165>
        """

    @staticmethod
    def centered_binomial(eta: int) -> SmallDistribution:
        """
        The sum of eta fair bits minus the sum of eta others.

            >>> lath.security.SmallDistribution.centered_binomial(2)
            <lath SmallDistribution of standard deviation 1>
        """

    @staticmethod
    def discrete_gaussian(sigma: float) -> SmallDistribution:
        """
        The discrete Gaussian of this standard deviation, from 0.3 on.

            >>> lath.security.SmallDistribution.discrete_gaussian(3.19)
            <lath SmallDistribution of standard deviation 3.19>
        """

    @property
    def standard_deviation(self) -> float:
        """The standard deviation."""

    def __repr__(self) -> str: ...

class LweInstance:
    """
    The problem of finding s from A and A s + e mod q.

    Ring-LWE of degree n counts as dimension n, Module-LWE of rank k as k n.

        >>> instance = lath.security.LweInstance(1024, 25)
        >>> instance
        <lath LweInstance n=1024 log2(q)=25>
        >>> instance.dimension, instance.log2_modulus
        (1024, 25.0)
        >>> instance.secret
        <lath SmallDistribution of standard deviation 0.8165>
        >>> instance.error
        <lath SmallDistribution of standard deviation 3.19>
    """

    def __init__(self, dimension: int, log2_modulus: float, secret: SmallDistribution | None = None, error: SmallDistribution | None = None, samples: int | None = None) -> None:
        """
        Secrets are ternary and errors Gaussian of deviation 3.19 unless others are given; samples are unlimited unless their number is.
        """

    @property
    def dimension(self) -> int:
        """n, the length of s."""

    @property
    def log2_modulus(self) -> float:
        """log2 q."""

    @property
    def secret(self) -> SmallDistribution:
        """The distribution of s."""

    @property
    def error(self) -> SmallDistribution:
        """The distribution of e."""

    def __repr__(self) -> str: ...

class AttackEstimate:
    """
    The cheapest parameters of an attack: estimate_attack() makes them.

        >>> from lath.security import Attack, CostModel, LweInstance, estimate_attack
        >>> e = estimate_attack(LweInstance(1024, 25), Attack.primal_bdd, CostModel.matzov)
        >>> e
        <lath AttackEstimate 2^137.8 operations, block size 378>
        >>> 120 < e.log2_operations < 150, e.block_size < e.lattice_dimension
        (True, True)
        >>> e.svp_dimension > 0, e.guessed
        (True, 0)
    """

    @property
    def log2_operations(self) -> float:
        """log2 of the cost; infinite if the attack never succeeds."""

    @property
    def block_size(self) -> int:
        """beta, of BKZ."""

    @property
    def lattice_dimension(self) -> int:
        """d."""

    @property
    def svp_dimension(self) -> int:
        """eta, of the last search."""

    @property
    def guessed(self) -> int:
        """The coefficients that are tried one by one."""

    def __repr__(self) -> str: ...

class SecurityEstimate:
    """
    log2 of the cost of the cheapest attacks: estimate_security() makes it.

        >>> estimate = lath.security.estimate_security(lath.security.LweInstance(1024, 25))
        >>> estimate
        <lath SecurityEstimate 2^136 classical, 2^97.58 quantum>
        >>> 128 < estimate.classical < 140, estimate.quantum < estimate.classical
        (True, True)
    """

    @property
    def classical(self) -> float:
        """On classical computers."""

    @property
    def quantum(self) -> float:
        """On quantum computers."""

    def reaches(self, level: Literal[128, 192, 256]) -> bool:
        """
        Whether both are at least a level. Raises InvalidArgumentError for other levels.

            >>> instance = lath.security.LweInstance(1024, 25)
            >>> lath.security.estimate_security(instance).reaches(256)
            False
        """

    def __repr__(self) -> str: ...

def estimate_attack(instance: LweInstance, attack: Attack, model: CostModel) -> AttackEstimate:
    """
    The cost of one attack. Takes a millisecond at most.

        >>> from lath.security import Attack, CostModel, LweInstance, estimate_attack
        >>> estimate = estimate_attack(LweInstance(1024, 25), Attack.primal_usvp, CostModel.matzov)
        >>> 120 < estimate.log2_operations < 150
        True
    """

def estimate_security(instance: LweInstance) -> SecurityEstimate:
    """
    Both estimates of an instance: by MATZOV's model, and for quantum computers.

        >>> estimate = lath.security.estimate_security(lath.security.LweInstance(1024, 25))
        >>> 128 < estimate.classical < 140
        True
    """

def determining_samples(instance: LweInstance) -> int:
    """
    About how many samples determine the secret.

        >>> lath.security.determining_samples(lath.security.LweInstance(1024, 25))
        78
    """

def largest_modulus_bits(degree: int, level: Literal[128, 192, 256] = 128, attacker: Attacker = Attacker.classical) -> int:
    """
    The published limit of a Ring-LWE modulus in bits for a power of two, or 0.

    Raises InvalidArgumentError for other levels.

        >>> lath.security.largest_modulus_bits(8192), lath.security.largest_modulus_bits(8192, 256)
        (214, 114)
    """

def estimated_modulus_bits(degree: int, level: Literal[128, 192, 256] = 128, attacker: Attacker = Attacker.classical) -> int:
    """
    The estimated limit of a Ring-LWE modulus in bits, for any degree up to 2**20.

    Raises InvalidArgumentError for other levels and degrees.

        >>> 200 < lath.security.estimated_modulus_bits(8192) < 220
        True
    """

class DecryptionNoise:
    """
    The noise of a message in the low digits (LWE, Module-LWE).

        >>> from lath.security import DecryptionNoise
        >>> noise = DecryptionNoise(products=6, noise=2, modulus=37, plaintext_modulus=2,
        ...                         coefficients=1)
        >>> noise
        <lath DecryptionNoise products=6 q=37 p=2>
    """

    def __init__(self, *, products: int, noise: int, modulus: int, plaintext_modulus: int, coefficients: int) -> None: ...

    def __repr__(self) -> str: ...

class BinomialDecryptionNoise:
    """
    The noise of a message in the topmost digit (Ring-LWE).

        >>> lath.security.BinomialDecryptionNoise(products=2048, eta=2, modulus=12289, coefficients=256)
        <lath BinomialDecryptionNoise products=2048 q=12289>
    """

    def __init__(self, *, products: int, eta: int, modulus: int, coefficients: int) -> None: ...

    def __repr__(self) -> str: ...

@overload
def worst_case_noise(noise: DecryptionNoise) -> int: ...

@overload
def worst_case_noise(noise: BinomialDecryptionNoise) -> int:
    """
    The largest noise that can occur.

        >>> from lath.security import DecryptionNoise
        >>> noise = DecryptionNoise(products=6, noise=2, modulus=37, plaintext_modulus=2,
        ...                         coefficients=1)
        >>> lath.security.worst_case_noise(noise)
        53
    """

@overload
def failure_probability(noise: DecryptionNoise) -> float: ...

@overload
def failure_probability(noise: BinomialDecryptionNoise) -> float:
    """
    An upper bound of the probability that a message fails, by convolution.

        >>> from lath.security import DecryptionNoise
        >>> noise = DecryptionNoise(products=6, noise=2, modulus=37, plaintext_modulus=2,
        ...                         coefficients=1)
        >>> lath.security.failure_probability(noise) < lath.security.failure_bound(noise)
        True
    """

@overload
def failure_bound(noise: DecryptionNoise) -> float: ...

@overload
def failure_bound(noise: BinomialDecryptionNoise) -> float:
    """
    A weaker upper bound than failure_probability(), by Chernoff, in microseconds.

        >>> from lath.security import DecryptionNoise
        >>> noise = DecryptionNoise(products=6, noise=2, modulus=37, plaintext_modulus=2,
        ...                         coefficients=1)
        >>> lath.security.failure_bound(noise) < 1
        True
    """
