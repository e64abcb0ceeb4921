# SPDX-License-Identifier: Apache-2.0

# %% [markdown]
# # An analyst and a key owner
#
# The owner of a table of 150 flowers wants means, variances and a score for each flower. An analyst knows the formulas
# and must not see the table. They are two processes, and they exchange files in one folder. This notebook is the
# owner. The analyst is a program of its own, which the notebook starts.
#
# The table is `examples/data/iris.csv`: the length and the width of sepals and petals, in tenths of a centimetre. E.
# Anderson measured them, and R. A. Fisher published them in "The use of multiple measurements in taxonomic problems",
# Annals of Eugenics 7 (1936). There are 50 flowers each of *Iris setosa*, *versicolor* and *virginica*, in this order.

# %%
import inspect
import pathlib
import subprocess
import sys
import tempfile

import lath
import matplotlib.pyplot as plt
import numpy as np

here = pathlib.Path.cwd()
source = next(folder / "examples/data/iris.csv" for folder in (here, *here.parents)
              if (folder / "examples/data/iris.csv").exists())
names = source.read_text().splitlines()[0].split(",")
table = np.loadtxt(source, delimiter=",", skiprows=1, dtype=np.int64)
print(names, table.shape)
assert table.shape == (150, 4)

# %% [markdown]
# ## The owner encrypts
#
# All results are integers, and the plaintext modulus t has to be larger than twice each of them. The largest is
# n Σx² - (Σx)², below 2²⁸ here. t = 2³¹ - 2¹⁷ + 1 is a prime that has slots.
#
# Each column becomes a ciphertext, one flower in each slot. `rotations="sum"` makes the keys that a sum over slots
# takes. The server's file has the keys for computing, and no secret.

# %%
T = 2**31 - 2**17 + 1
client = lath.Client(lath.he.bfv.Parameters.recommended(8192, T), rotations="sum")

mail = tempfile.TemporaryDirectory()
folder = pathlib.Path(mail.name)
lath.save(client.server(), folder / "server.lath")
for name, column in zip(names, table.T):
    lath.save(client.encrypt(column), folder / f"{name}.lath")
print(lath.inspect(folder / "petal_width.lath"))

# %% [markdown]
# ## The analyst computes
#
# The analyst has the files and the number of flowers.
#
# - Of each column x it computes Σx and n Σx² - (Σx)². The owner divides by n and n² later.
# - Of each flower it computes a score, a weighted sum of its four columns. The weights are the analyst's own. Fisher
#   found them to tell setosa from versicolor: 1, 5.9037, -7.1299 and -10.1036. The analyst takes ten times each,
#   rounded.


# %%
def analyst(folder, names, flowers):
    """Computes on encrypted columns. It has no key that decrypts."""
    import lath

    server = lath.load(f"{folder}/server.lath")
    columns = {name: server.take(lath.load(f"{folder}/{name}.lath")) for name in names}
    for name, x in columns.items():
        total = x.sum()
        lath.save(total, f"{folder}/{name}.sum.lath")
        lath.save(flowers * x.dot(x) - total * total, f"{folder}/{name}.scatter.lath")

    weights = [10, 59, -71, -101]
    score = sum(weight * x for weight, x in zip(weights, columns.values()))
    lath.save(score, f"{folder}/score.lath")
    print(f"The analyst has {len(columns)} encrypted columns and {server}.")


# %% [markdown]
# The text of this function and a line that calls it become the program of the analyst.

# %%
program = folder / "analyst.py"
program.write_text(f"{inspect.getsource(analyst)}\n\nanalyst({str(folder)!r}, {names!r}, {len(table)})\n")
done = subprocess.run([sys.executable, program], check=True, capture_output=True, text=True)
print(done.stdout)
for file in sorted(folder.glob("*.lath")):
    print(f"{file.stat().st_size / 1024:8.0f} KiB  {file.name}")

# %% [markdown]
# ## The owner decrypts
#
# The owner loads the results, divides, and compares with the table in the clear. Nothing was rounded: each integer is
# exact.


# %%
def decrypted(name):
    """The slots of a result in the folder."""
    return client.decrypt(lath.load(folder / f"{name}.lath"))


n = len(table)
for name, column in zip(names, table.T):
    total, scatter = decrypted(f"{name}.sum")[0], decrypted(f"{name}.scatter")[0]
    assert total == column.sum()
    assert scatter == n * (column**2).sum() - column.sum() ** 2
    mean, deviation = total / n / 10, (scatter / n / (n - 1)) ** 0.5 / 10
    assert np.isclose(deviation, column.std(ddof=1) / 10)
    print(f"{name:13} mean {mean:.3f} cm, standard deviation {deviation:.3f} cm")

# %% [markdown]
# The scores tell the first kind from the other two without one mistake, although whoever computed them saw no flower.

# %%
scores = decrypted("score")[:n]
assert (scores == table @ [10, 59, -71, -101]).all()
setosa, versicolor, virginica = scores.reshape(3, 50)
assert setosa.min() > versicolor.max()

figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.5), layout="constrained")
for kind, name in enumerate(["setosa", "versicolor", "virginica"]):
    rows = slice(50 * kind, 50 * kind + 50)
    left.plot(table[rows, 2] / 10, table[rows, 3] / 10, ".", label=name)
    right.hist(scores[rows], bins=15, alpha=0.7, label=name)
left.set(xlabel="petal length, cm", ylabel="petal width, cm", title="The table, which the owner has")
right.set(xlabel="score", ylabel="flowers", title="Scores from encrypted columns")
left.legend()
plt.show()
mail.cleanup()

# %% [markdown]
# ## Who learns something
#
# The analyst sees sizes, names and the number of flowers. The owner sees the results, and could find the weights from
# them. Whoever may change files in the folder can change results: `lath.save(x, file, key=...)` proves who wrote a
# file. Results that the owner publishes are decrypted by `decrypt_for_release()`, so that their noise tells nothing of
# the key.
