# SPDX-License-Identifier: Apache-2.0
"""Estimates of attacks and failures, against published figures and exact sums."""

import fractions
import itertools
import math

import lath
import lath.security
import pytest
from lath.security import Attack, Attacker, CostModel, LweInstance, SmallDistribution

PUBLISHED = {1024: 26, 2048: 53, 4096: 106, 8192: 214, 16384: 430, 32768: 868}


def test_published_limits():
    for degree, bits in PUBLISHED.items():
        assert lath.security.largest_modulus_bits(degree, 128) == bits
        assert abs(lath.security.estimated_modulus_bits(degree) - bits) <= 2
        assert lath.security.largest_modulus_bits(degree, 128, Attacker.quantum) <= bits
    assert lath.security.largest_modulus_bits(1000) == 0


def test_the_cheapest_attack_is_the_estimate():
    instance = LweInstance(1024, 20)
    estimate = lath.security.estimate_security(instance)
    costs = [lath.security.estimate_attack(instance, attack, CostModel.matzov).log2_operations for attack in Attack]
    assert estimate.classical == min(costs)
    assert estimate.reaches(128) and not estimate.reaches(192)
    assert not lath.security.estimate_security(LweInstance(1024, 26)).reaches(128)  # quantum computers break it


def test_core_svp_of_kyber():
    eta = SmallDistribution.centered_binomial(2)
    instance = LweInstance(768, math.log2(3329), eta, eta, 768)
    found = lath.security.estimate_attack(instance, Attack.primal_usvp, CostModel.core_svp_classical)
    assert 400 < found.block_size < 640
    assert found.log2_operations == pytest.approx(0.292 * found.block_size)


def exact_failure(products, noise, q, p):
    """The probability that p n + m is not among the nearest q integers, by all cases."""
    values = range(-noise, noise + 1)
    one = {}
    for a, b in itertools.product(values, values):
        one[a * b] = one.get(a * b, 0) + fractions.Fraction(1, len(values) ** 2)
    total = {v: fractions.Fraction(1, len(values)) for v in values}
    for _ in range(products):
        total = {s: sum(total.get(s - x, 0) * w for x, w in one.items())
                 for s in range(min(total) - noise**2, max(total) + noise**2 + 1)}
    fails = [sum(w for n, w in total.items() if not -(q // 2) <= p * n + m <= q // 2) for m in range(p)]
    return max(fails)


def test_failures_against_exact_sums():
    noise = lath.security.DecryptionNoise(products=6, noise=2, modulus=37, plaintext_modulus=2, coefficients=1)
    exact = float(exact_failure(6, 2, 37, 2))
    assert lath.security.worst_case_noise(noise) == 2 * (6 * 4 + 2) + 1
    assert lath.security.failure_probability(noise) == pytest.approx(exact, rel=1e-5)
    assert exact <= lath.security.failure_bound(noise)
    wide = lath.security.BinomialDecryptionNoise(products=2, eta=1, modulus=101, coefficients=8)
    assert lath.security.worst_case_noise(wide) == 3 and lath.security.failure_probability(wide) < 1e-100


def test_misuses():
    with pytest.raises(lath.InvalidArgumentError, match="level=128"):
        lath.security.largest_modulus_bits(8192, 100)
    with pytest.raises(lath.InvalidArgumentError):
        lath.security.estimate_security(LweInstance(0, 20))
    with pytest.raises(lath.InvalidArgumentError):
        lath.security.estimate_security(LweInstance(1024, 0.5))
    with pytest.raises(lath.InvalidArgumentError):
        SmallDistribution.discrete_gaussian(0.1)
    with pytest.raises(lath.InvalidArgumentError):
        SmallDistribution.uniform(2, 1)
    with pytest.raises(TypeError):
        LweInstance(1024.5, 20)
    with pytest.raises(TypeError):
        lath.security.DecryptionNoise(6, 2, 37, 2, 1)
