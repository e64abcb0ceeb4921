# SPDX-License-Identifier: Apache-2.0

# %% [markdown]
# # ML-KEM: two parties agree on a secret
#
# ML-KEM is the key encapsulation of FIPS 203. Two parties agree on 32 secret bytes over a line that everybody reads. A
# quantum computer does not help whoever listens, as far as is known.

# %%
from lath.ml_kem import MlKem512, MlKem768, MlKem1024, read_private_key, read_public_key

alice = MlKem768.generate_key()  # Alice keeps the key and publishes its public part
published = bytes(alice.public_key)

ciphertext, secret_of_bob = MlKem768.public_key(published).encapsulate()  # Bob sends the ciphertext

secret_of_alice = alice.decapsulate(ciphertext)
assert secret_of_alice == secret_of_bob
print(len(published), "bytes to Bob,", len(ciphertext), "bytes to Alice,", len(secret_of_bob), "bytes shared")

# %% [markdown]
# The secret is random, and it is used as a key. One derives keys for both directions from it, and each party proves
# that it has them before it sends anything.

# %%
import hashlib
import hmac


def keys_of(secret, transcript):
    """A key for each direction, bound to everything that was sent."""
    return [hmac.digest(secret, label + transcript, "sha256") for label in (b"to Alice", b"to Bob")]


transcript = hashlib.sha256(published + ciphertext).digest()
to_alice, to_bob = keys_of(secret_of_bob, transcript)
proof = hmac.digest(to_alice, b"I am ready", "sha256")

received, _ = keys_of(secret_of_alice, transcript)
assert hmac.compare_digest(proof, hmac.digest(received, b"I am ready", "sha256"))

# %% [markdown]
# ## Sizes and security
#
# There are three parameter sets. 768 is the usual choice. The secret is a vector of 2, 3 or 4 polynomials of degree
# below 256, and attacks have to solve a lattice problem (Module-LWE) of 512, 768 or 1024 dimensions modulo 3329.
# `lath.security` estimates how many operations the best known attack takes.

# %%
import math

import matplotlib.pyplot as plt
from lath.security import LweInstance, SmallDistribution, estimate_security

sets = [MlKem512, MlKem768, MlKem1024]
print("set   public key  ciphertext  attack takes  wrong secret")
estimates = []
for scheme in sets:
    noise = SmallDistribution.centered_binomial(3 if scheme is MlKem512 else 2)
    estimate = estimate_security(LweInstance(scheme.parameter_set, math.log2(3329), secret=noise, error=noise))
    estimates.append(estimate.classical)
    print(f"{scheme.parameter_set:<5} {scheme.public_key_bytes:5} bytes {scheme.ciphertext_bytes:5} bytes  "
          f"2^{estimate.classical:.0f}         2^{math.log2(scheme.failure_bound):.0f}")
assert estimates == sorted(estimates) and estimates[0] > 128

figure, axis = plt.subplots(figsize=(7, 3), layout="constrained")
places = range(len(sets))
axis.bar([p - 0.2 for p in places], [s.public_key_bytes for s in sets], 0.4, label="public key")
axis.bar([p + 0.2 for p in places], [s.ciphertext_bytes for s in sets], 0.4, label="ciphertext")
axis.axhline(32, color="black", linestyle=":", label="X25519, which quantum computers break")
axis.set(xticks=list(places), xticklabels=[f"ML-KEM-{s.parameter_set}" for s in sets], ylabel="bytes",
         title="Bytes on the line", ylim=(0, 2200))
axis.legend(loc="upper left")
plt.show()

# %% [markdown]
# ## A changed ciphertext
#
# Somebody on the line may change the ciphertext. Decapsulation then raises no error: it gives another secret, which
# only Alice can compute. This *implicit rejection* tells an attacker nothing. We change one bit in each of 1000
# ciphertexts and count in how many of its 256 bits the secret differs from the right one. The counts are those of
# coins thrown 256 times, however small the change was.

# %%
import random

import numpy as np

count, size = 1000, len(ciphertext)
random.seed(1)
changed = []
for _ in range(count):
    bit = random.randrange(8 * size)
    copy = bytearray(ciphertext)
    copy[bit // 8] ^= 1 << bit % 8
    changed.append(bytes(copy))
secrets = alice.decapsulate_many(b"".join(changed))
right = np.frombuffer(secret_of_alice, dtype=np.uint8)
differ = np.unpackbits(np.frombuffer(secrets, dtype=np.uint8).reshape(count, 32) ^ right, axis=1).sum(axis=1)
assert differ.min() > 60  # fewer than 61 of 256 coins: a probability of less than 2^-48 even among 1000

coins = np.arange(90, 167)
expected = [count * math.comb(256, int(k)) / 2**256 for k in coins]
figure, axis = plt.subplots(figsize=(8, 3.5), layout="constrained")
axis.hist(differ, bins=np.arange(90, 167) - 0.5, alpha=0.6, label="secrets of changed ciphertexts")
axis.plot(coins, expected, "k-", label="256 coins")
axis.set(xlabel="bits that differ from the right secret", ylabel="ciphertexts")
axis.legend()
plt.show()
assert alice.decapsulate(changed[0]) == alice.decapsulate(changed[0]) != secret_of_alice

# %% [markdown]
# ## Many at a time
#
# A server that talks to many clients encapsulates many times. `encapsulate_many()` does it faster than a loop.

# %%
import time

public_key = alice.public_key
start = time.process_time()
loop = [public_key.encapsulate() for _ in range(count)]
between = time.process_time()
ciphertexts, many = public_key.encapsulate_many(count)
end = time.process_time()
assert alice.decapsulate_many(ciphertexts) == many
assert alice.decapsulate_many(b"".join(c for c, _ in loop)) == b"".join(s for _, s in loop)
print(f"a loop: {1e6 * (between - start) / count:.1f} µs each; at once: {1e6 * (end - between) / count:.1f} µs each")

# %% [markdown]
# ## Keys in files
#
# Keys are written as PEM (RFC 9935), which other programs read. A private key is kept under a passphrase.

# %%
pem = alice.to_encrypted_pem("correct horse battery staple")
print(pem.splitlines()[0])
again = read_private_key(pem.encode(), "correct horse battery staple")
assert again.decapsulate(ciphertext) == secret_of_alice
assert read_public_key(alice.public_key.to_pem().encode()) == alice.public_key
