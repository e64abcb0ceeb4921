# SPDX-License-Identifier: Apache-2.0

# %% [markdown]
# # Matrix times vector
#
# A server has a matrix, a client has a vector. The client sends the vector encrypted and gets the product, encrypted.
# The products of slots are cheap. A sum over slots takes rotations, and these take the time. This notebook does the
# product in three ways, each with fewer rotations.

# %%
import time

import lath
import matplotlib.pyplot as plt
import numpy as np

D = 64
T = 65537
BABY = 8  # steps of 1, ..., 7 and of 8, 16, ..., 56 in the third way
steps = [*range(1, BABY), *range(BABY, D, BABY)]
client = lath.Client(lath.he.bfv.Parameters.recommended(8192, T), rotations="sum")
stepper = lath.Client(client.parameters, rotations=steps)

random = np.random.default_rng(1)
matrix = random.integers(-10, 11, (D, D))
vector = random.integers(-10, 11, D)
expected = matrix @ vector

# %% [markdown]
# ## First way: a dot product for each row
#
# `x.dot(row)` multiplies slots with a row and adds all slots up: 12 rotations and an exchange of the two rows of
# slots, because 8192 is 2¹³. 64 rows take 832 of them, and give 64 ciphertexts with one number each.

# %%
x = client.encrypt(vector)
start = time.process_time()
by_rows = [x.dot(row) for row in matrix]
seconds = {"rows: 832 rotations": time.process_time() - start}
assert [client.decrypt(y)[0] for y in by_rows] == expected.tolist()

# %% [markdown]
# ## Second way: diagonals
#
# Take the matrix apart into its 64 diagonals. Diagonal k has the entries (i, i + k), and i + k starts again at 0
# behind the last column. The product is the sum over k of diagonal k times the vector rotated by k:
#
# $$ y_i = \sum_k m_{i,\,i+k} \, x_{i+k} $$
#
# Each diagonal is one product of slots. The picture shows the diagonals of an 8 × 8 matrix, each in a colour, and the
# entries of the vector that stand beside one after the rotation by k.

# %%
small = 8
column, row = np.meshgrid(np.arange(small), np.arange(small))
figure, axes = plt.subplots(1, 2, figsize=(8, 4), layout="constrained")
axes[0].imshow((column - row) % small, cmap="tab10", vmax=9)
axes[0].set(title="Entries and their diagonal k", xlabel="column", ylabel="row")
axes[1].imshow((column + row) % small, cmap="viridis")
axes[1].set(title="Entry of the vector beside them", xlabel="k", ylabel="row")
for i in range(small):
    for k in range(small):
        axes[0].text(k, i, (k - i) % small, ha="center", va="center", color="white")
        axes[1].text(k, i, f"x{(i + k) % small}", ha="center", va="center", color="white")
plt.show()

# %% [markdown]
# A rotation turns each row of 4096 slots, and the vector has 64 entries. The client repeats the vector until the slots
# are full. A rotation by k then turns every copy. `rotate(1)`, 63 times, gives all rotations, and the result stands in
# 64 slots of one ciphertext.

# %%
copies = 8192 // D
index = np.arange(D)
diagonals = [np.tile(matrix[index, (index + k) % D], copies) for k in range(D)]

x = stepper.encrypt(np.tile(vector, copies))
start = time.process_time()
turned, y = x, x * diagonals[0]
for diagonal in diagonals[1:]:
    turned = turned.rotate(1)
    y = y + turned * diagonal
seconds["diagonals: 63 rotations"] = time.process_time() - start
assert stepper.decrypt(y)[:D].tolist() == expected.tolist()
print(y)

# %% [markdown]
# ## Third way: small steps and giant steps
#
# Write k = g + b with b below 8 and g a multiple of 8. A rotation by g + b is one by b and then one by g. The rotation
# by g can wait until its eight products are added up, if their diagonals are turned back by g before. That takes 7
# small steps of the vector and 7 giant steps of sums.

# %%
start = time.process_time()
small_steps = [x, *(x.rotate(b) for b in range(1, BABY))]
y = None
for g in range(0, D, BABY):
    part = sum(step * np.roll(diagonals[g + b], g) for b, step in enumerate(small_steps))
    part = part.rotate(g) if g else part
    y = part if y is None else y + part
seconds["steps: 14 rotations"] = time.process_time() - start
assert stepper.decrypt(y)[:D].tolist() == expected.tolist()
print(y)

# %%
figure, axis = plt.subplots(figsize=(8, 2.5), layout="constrained")
bars = axis.barh(list(seconds), [1000 * value for value in seconds.values()])
axis.bar_label(bars, fmt="%.0f ms", padding=3)
axis.invert_yaxis()
axis.set(xlabel="milliseconds of the processor", title=f"{D} × {D} matrix times an encrypted vector")
axis.margins(x=0.15)
plt.show()

# %% [markdown]
# ## An encrypted matrix
#
# The diagonals may be encrypted as well. Then ciphertexts are multiplied with ciphertexts. `multiply()` leaves the
# products without relinearisation, `sum()` adds them up, and the sum is relinearised once.

# %%
D = 16
copies, index, vector, matrix = 8192 // D, np.arange(D), vector[:D], matrix[:D, :D]
x = stepper.encrypt(np.tile(vector, copies))
encrypted = [stepper.encrypt(np.tile(matrix[index, (index + k) % D], copies)) for k in range(D)]
turned = [x if k == 0 else x.rotate(k) for k in range(D)]
y = sum(a.multiply(b) for a, b in zip(turned, encrypted)).relinearize()
assert stepper.decrypt(y)[:D].tolist() == (matrix @ vector).tolist()
print(y)
