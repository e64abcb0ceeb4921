# SPDX-License-Identifier: Apache-2.0

# %% [markdown]
# # The first product
#
# A client encrypts two vectors of integers. A server multiplies them, and it reads neither the vectors nor the
# product. These ten lines do both parts.

# %%
import lath

parameters = lath.he.bfv.Parameters.recommended(8192, 65537)
client = lath.Client(parameters)

x = client.encrypt([1, 2, 3])
y = client.encrypt([10, 20, 30])
product = x * y + 5

print(client.decrypt(product)[:3])

# %% [markdown]
# - `recommended(8192, 65537)` chooses everything that makes the encryption secure. Each ciphertext holds 8192 integers
#   modulo 65537, in its *slots*. All slots are multiplied at once.
# - The `client` owns the secret key. It alone encrypts and decrypts.
# - `x * y + 5` needs no secret. Whoever has `x` and `y` computes it.

# %%
print(lath.he.explain(parameters))
assert client.decrypt(product)[:3].tolist() == [15, 45, 95]

# %% [markdown]
# ## The server is another program
#
# In practice the two parts are two programs. `client.server()` has the keys that computing takes, without the secret
# one. Servers and ciphertexts are pickled and sent.

# %%
import pickle

to_server = pickle.dumps((client.server(), x, y))
server, x_there, y_there = pickle.loads(to_server)

to_client = pickle.dumps(server.take(x_there) * server.take(y_there))
answer = client.decrypt(pickle.loads(to_client))

print(f"{len(to_server) / 2**20:.1f} MiB go to the server, {len(to_client) / 2**20:.1f} MiB come back")
print(answer[:3])
assert answer[:3].tolist() == [10, 40, 90]
assert not hasattr(server, "decrypt")

# %% [markdown]
# ## All slots at once
#
# A signal of 8192 integers is multiplied by a window, and both are encrypted. The chart in the middle is all that the
# server sees: the bytes of the ciphertext of the signal. They look like noise, whatever the signal is.

# %%
import matplotlib.pyplot as plt
import numpy as np

i = np.arange(8192)
signal = np.rint(120 * np.sin(2 * np.pi * i / 700)).astype(np.int64)
window = np.rint(200 * np.sin(np.pi * i / 8192) ** 2).astype(np.int64)

encrypted = client.encrypt(signal)
result = client.decrypt(encrypted * client.encrypt(window))
assert (result == signal * window).all()

seen = np.frombuffer(bytes(encrypted), dtype=np.uint8)[-8192:]
figure, axes = plt.subplots(3, 1, figsize=(8, 6), layout="constrained")
axes[0].plot(i, signal, i, window)
axes[0].set_title("The client encrypts a signal and a window")
axes[1].plot(i, seen, ",")
axes[1].set_title("The server sees bytes")
axes[2].plot(i, result)
axes[2].set_title("The client decrypts the product")
plt.show()

# %% [markdown]
# ## Two things to know
#
# **Integers wrap around.** Slots are integers modulo t = 65537, and they come out between -t/2 and t/2. 300 · 300 is
# 90000, which is 24463 modulo 65537. Choose t larger than all results.

# %%
wrapped = client.decrypt(client.encrypt([300]) * 300)[0]
print(wrapped)
assert wrapped == 90000 - 65537

# %% [markdown]
# **Noise grows.** Each ciphertext contains noise, and each product adds to it. `budget_bits` says how many bits are
# left. The next notebook draws them.

# %%
print(x)
print(product)
assert product.budget_bits < x.budget_bits
