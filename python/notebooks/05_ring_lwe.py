# SPDX-License-Identifier: Apache-2.0

# %% [markdown]
# # Ring-LWE from polynomials
#
# This notebook is for teaching. It builds public-key encryption from polynomials, in small steps, and draws the noise
# in it. Everything that Lath encrypts has this shape. What is built here is not for use: it resists somebody who
# listens, and nobody who sends changed ciphertexts.
#
# ## A ring
#
# The elements are polynomials of degree below n with integer coefficients modulo q. They are multiplied modulo
# x^n + 1: where a power reaches x^n, it comes back as -1. We begin with n = 4 and q = 17.

# %%
import math

import lath.ring
import matplotlib.pyplot as plt
import numpy as np

tiny = lath.ring.Ring(4, 17)
a = tiny.from_integers([1, 2, 3, 4])  # 1 + 2 x + 3 x^2 + 4 x^3
print(a.to_integers(centered=False))
print((a * tiny.x).to_integers(centered=False), "is a x: 4 x^4 became -4, which is 13 modulo 17")
assert (a * tiny.x).to_integers(centered=False).tolist() == [13, 1, 2, 3]
assert tiny.x**4 == tiny.from_integers([-1])

# %% [markdown]
# A product by its definition takes n² products of coefficients. The number theoretic transform `ntt()` gives the
# values of a polynomial at n roots of x^n + 1, and values are multiplied one by one. Both ways give equal results.

# %%
b = tiny.from_integers([5, 0, 6, 7])
by_definition = [0] * 4
for i, x in enumerate(a.to_integers()):
    for j, y in enumerate(b.to_integers()):
        sign = 1 if i + j < 4 else -1
        by_definition[(i + j) % 4] += int(sign * x * y)
assert (a * b).to_integers(centered=False).tolist() == [c % 17 for c in by_definition]
assert (a.ntt() * b.ntt()).intt() == a * b

print("values of a:    ", a.ntt().rows[0])
print("values of b:    ", b.ntt().rows[0])
print("values of a * b:", (a * b).ntt().rows[0])
assert (a.ntt().rows * b.ntt().rows % 17 == (a * b).ntt().rows).all()

# %% [markdown]
# ## A secret without noise is no secret
#
# Now n = 1024 and q = 12289. Alice draws a small secret polynomial s and publishes a random polynomial a and b = a s.
# Anybody divides the values of b by those of a, and has s.

# %%
n, q = 1024, 12289
ring = lath.ring.Ring(n, q)
s = ring.centered_binomial(2)  # coefficients from -2 to 2
a = ring.uniform()

b = (a * s).declassify()
inverses = np.array([pow(int(value), -1, q) if value else 0 for value in a.ntt().rows[0]])
found = b.ntt().rows[0].astype(np.int64) * inverses % q
known = inverses != 0  # a is zero at a root now and then
assert (found == s.ntt().rows[0])[known].all()
print(f"{known.sum()} of {n} values of the secret are found, in {n} divisions")

# %% [markdown]
# ## Noise makes it a hard problem
#
# Alice adds a small random polynomial e, the noise: b = a s + e. A small error in the coefficients is a large one in
# the values, and the division gives nonsense. To find s from a and b is the problem *Ring-LWE*.

# %%
e = ring.centered_binomial(2)
b = (a * s + e).declassify()
found = b.ntt().rows[0].astype(np.int64) * inverses % q
print(f"{(found == s.ntt().rows[0]).sum()} of {n} values are found now")
assert (found == s.ntt().rows[0]).sum() < 20

figure, axes = plt.subplots(1, 3, figsize=(10, 3), layout="constrained")
for axis, polynomial, title in zip(axes, (s, e, b), ("secret s", "noise e", "public b = a s + e")):
    axis.plot(polynomial.to_integers(), ".", markersize=2)
    axis.set(title=title, xlabel="coefficient")
plt.show()

# %% [markdown]
# How hard is it? `lath.security` estimates the operations of the best known attacks. They grow with the degree n, and
# fall with the size of q beside the noise.

# %%
from lath.security import LweInstance, SmallDistribution, estimate_security

small = SmallDistribution.centered_binomial(2)
degrees = [256, 512, 768, 1024]
figure, axis = plt.subplots(figsize=(7, 3.5), layout="constrained")
for bits in (math.log2(q), 20, 30):
    costs = [estimate_security(LweInstance(d, bits, secret=small, error=small)).classical for d in degrees]
    axis.plot(degrees, costs, "o-", label=f"log2 q = {bits:.1f}")
    assert costs == sorted(costs)
axis.axhline(128, color="black", linestyle=":", label="128 bits")
axis.set(xlabel="degree n", ylabel="log2 of operations", xticks=degrees, title="The best known attack")
axis.legend()
plt.show()
strength = estimate_security(LweInstance(n, math.log2(q), secret=small, error=small)).classical
print(f"our parameters: 2^{strength:.0f} operations")
assert strength > 128

# %% [markdown]
# ## Encrypt a bit in each coefficient
#
# The public key is (a, b). Bob draws small polynomials r, e1 and e2, and hides a message of n bits:
#
# $$ u = a r + e_1, \qquad v = b r + e_2 + \lfloor q/2 \rfloor m. $$
#
# Alice computes v - u s. The large parts a s r cancel. Bits that are 1 stand at q/2, bits that are 0 at 0, and each
# has the noise e r + e2 - e1 s.


# %%
def encrypt(bits):
    """A ciphertext of n bits."""
    r, e1, e2 = (ring.centered_binomial(2) for _ in range(3))
    message = ring.from_integers(bits, secret=True)
    return (a * r + e1).declassify(), (b * r + e2 + q // 2 * message).declassify()


def phase(u, v):
    """The bits at 0 and q/2, with noise."""
    return (v - u * s).to_integers(centered=False)


def decrypt(u, v):
    """Rounds each coefficient to the nearer one of 0 and q/2."""
    return np.rint(2 * phase(u, v) / q).astype(int) % 2


bits = np.random.default_rng(1).integers(0, 2, n)
u, v = encrypt(bits)
assert (decrypt(u, v) == bits).all()

figure, axes = plt.subplots(1, 2, figsize=(10, 3.5), layout="constrained", sharey=True)
axes[0].plot(v.to_integers(centered=False), ".", markersize=2)
axes[0].set(title="v, which everybody sees", xlabel="coefficient")
decoded = (phase(u, v) + q // 4) % q - q // 4  # from -q/4, so that noise around 0 stays together
for bit, colour in ((0, "tab:blue"), (1, "tab:orange")):
    places = np.flatnonzero(bits == bit)
    axes[1].plot(places, decoded[places], ".", markersize=2, color=colour, label=f"bit {bit}")
axes[1].axhline(q / 4, color="black", linestyle=":")
axes[1].set(title="v - u s, which Alice sees", xlabel="coefficient")
axes[1].legend()
plt.show()

# %% [markdown]
# ## The noise, coefficient by coefficient
#
# Alice knows the bits and can take them away. The rest is the noise. Each of its coefficients is a sum of about 2 n
# products of small numbers. Coefficients of s, e, r, e1 and e2 have variance 1, so that the noise has a standard
# deviation of √(2 n + 1) and nearly the shape of a bell. Decryption fails where it exceeds q/4 = 3072.


# %%
def noise_of(u, v, bits):
    """The coefficients of the noise."""
    return (v - u * s - q // 2 * ring.from_integers(bits)).to_integers()


noise = noise_of(u, v, bits)
sigma = math.sqrt(2 * n + 1)
print(f"largest noise {abs(noise).max()}, standard deviation {noise.std():.1f}, expected {sigma:.1f}")
assert abs(noise).max() < q // 4 and 0.7 * sigma < noise.std() < 1.3 * sigma

figure, axes = plt.subplots(1, 2, figsize=(10, 3.5), layout="constrained")
axes[0].plot(noise, ".", markersize=2)
axes[0].set(title="noise of a ciphertext", xlabel="coefficient")
grid = np.linspace(-4 * sigma, 4 * sigma, 200)
axes[1].hist(noise, bins=40, density=True, alpha=0.6, label="coefficients")
axes[1].plot(grid, np.exp(-grid**2 / (2 * sigma**2)) / (sigma * math.sqrt(2 * math.pi)), "k-", label="a bell")
axes[1].set(title="how often it has each size")
axes[1].legend()
plt.show()

# %% [markdown]
# ## Add ciphertexts until they fail
#
# Ciphertexts are added polynomial by polynomial, and the bits are added modulo 2. Nobody needs a key for it: this is
# homomorphic encryption. The noise is added as well. Its standard deviation grows with the square root of the number
# of ciphertexts, until some coefficient exceeds q/4 and a bit is wrong.

# %%
total_u, total_v, total = ring.from_integers(), ring.from_integers(), np.zeros(n, dtype=int)
counts, largest, wrong = [], [], []
for count in range(1, 801):
    bits = np.random.default_rng(count).integers(0, 2, n)
    u, v = encrypt(bits)
    total_u, total_v, total = total_u + u, total_v + v, (total + bits) % 2
    if count & (count - 1) == 0 or count % 25 == 0:
        # Two bits of q // 2 = (q - 1) / 2 add up to q - 1: a rest of 1, which belongs to the noise.
        counts.append(count)
        largest.append(abs(noise_of(total_u, total_v, total)).max())
        wrong.append(int((decrypt(total_u, total_v) != total).sum()))
assert wrong[:5] == [0] * 5 and wrong[-1] > 0

figure, (upper, lower) = plt.subplots(2, 1, figsize=(8, 5), layout="constrained", sharex=True)
upper.plot(counts, largest, ".-", label="largest coefficient of the noise")
upper.plot(counts, [3.2 * sigma * math.sqrt(c) for c in counts], "k:", label="3.2 standard deviations")
upper.axhline(q / 4, color="red", label="q/4")
upper.set(ylabel="noise", ylim=(0, None))
upper.legend()
lower.plot(counts, wrong, "r.-")
lower.set(xlabel="ciphertexts added", ylabel=f"wrong bits of {n}")
plt.show()
print(f"the first wrong bit comes with about {counts[next(i for i, w in enumerate(wrong) if w)]} ciphertexts")

# %% [markdown]
# ## From here to the library
#
# - BFV and BGV take a much larger q, a product of several primes, so that ciphertexts can be multiplied, too. Lath
#   keeps a bound of the noise beside each ciphertext, and refuses before a result could be wrong. See the notebook on
#   noise.
# - ML-KEM has vectors of polynomials of degree 256 in place of one of 1024, and checks on decryption that a ciphertext
#   was made honestly. That makes it safe against those who send changed ciphertexts.
# - `lath.pke.rlwe` is the scheme of this notebook with parameters of your choice, in constant time.
