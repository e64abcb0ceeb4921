# SPDX-License-Identifier: Apache-2.0
"""How many operations the known attacks on lattices take, and how often decryption fails.

>>> from lath.security import LweInstance, estimate_security, largest_modulus_bits
>>> estimate = estimate_security(LweInstance(1024, 25))
>>> 128 < estimate.classical < 140
True
>>> largest_modulus_bits(8192, 128)
214
"""

from ._lath.security import (
    Attack,
    AttackEstimate,
    Attacker,
    BinomialDecryptionNoise,
    CostModel,
    DecryptionNoise,
    LweInstance,
    SecurityEstimate,
    SmallDistribution,
    determining_samples,
    estimate_attack,
    estimate_security,
    estimated_modulus_bits,
    failure_bound,
    failure_probability,
    largest_modulus_bits,
    worst_case_noise,
)

__all__ = ["Attack", "AttackEstimate", "Attacker", "BinomialDecryptionNoise", "CostModel", "DecryptionNoise",
           "LweInstance", "SecurityEstimate", "SmallDistribution", "determining_samples", "estimate_attack",
           "estimate_security", "estimated_modulus_bits", "failure_bound", "failure_probability",
           "largest_modulus_bits", "worst_case_noise"]
