# SPDX-License-Identifier: Apache-2.0
"""Transforms of NumPy's arrays, against their definition."""

import numpy as np
import pytest
from lath.ring import NttPlan, ntt_primes

PLANS = {
    "negacyclic": NttPlan(64, ntt_primes(50, 64)[0]),
    "the longest words": NttPlan(64, ntt_primes(62, 64)[0]),
    "cyclic": NttPlan(64, 12289, cyclic=True),
    "incomplete": NttPlan(256, 3329, skipped_layers=1),
}


def words(plan, *shape):
    return np.random.default_rng(5).integers(0, plan.modulus, shape + (plan.degree,), dtype=np.uint64)


def product(a, b, p, sign):
    n = len(a)
    out = [0] * n
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            out[(i + j) % n] += x * y if i + j < n else sign * x * y
    return [x % p for x in out]


@pytest.mark.parametrize("name", PLANS)
def test_products(name):
    plan = PLANS[name]
    a, b = words(plan, 2)
    sign = 1 if name == "cyclic" else -1
    wanted = product(a.tolist(), b.tolist(), plan.modulus, sign)
    assert plan.convolve(a, b).tolist() == wanted
    assert plan.inverse(plan.multiply(plan.forward(a), plan.forward(b))).tolist() == wanted


@pytest.mark.parametrize("name", ["negacyclic", "cyclic"])
def test_values(name):
    plan = PLANS[name]
    a, p = words(plan), plan.modulus
    for j, value in enumerate(plan.forward(a).tolist()):
        point = pow(plan.root, plan.exponent(j), p)
        assert value == sum(c * pow(point, i, p) for i, c in enumerate(a.tolist())) % p


def test_rows_are_transformed_one_by_one():
    plan = PLANS["negacyclic"]
    a = words(plan, 7)
    before = a.copy()
    found = plan.forward(a)
    assert found.shape == (7, 64) and found.dtype == np.uint64 and (a == before).all()
    assert (found == np.stack([plan.forward(row) for row in a])).all()
    assert (plan.inverse(found) == a).all() and plan.forward(a[:0]).shape == (0, 64)
    assert (plan.forward(a[::2]) == found[::2]).all()
    assert (plan.forward(np.asfortranarray(a)) == found).all()


def test_indices():
    plan = NttPlan(index=21, modulus=43)
    a = words(plan)
    assert plan.degree == 12 and (plan.inverse(plan.forward(a)) == a).all()
    assert repr(plan) == "<lath transform of degree 12 modulo 43>" and plan.kernel.split()[0] in ("f64", "u64", "i52")
