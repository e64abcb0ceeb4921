# SPDX-License-Identifier: Apache-2.0

# %% [markdown]
# # Noise as it grows
#
# A ciphertext hides its values behind noise. Operations make the noise larger. While it stays small, decryption
# removes all of it, and the result is exact. Lath knows a bound of the noise in each ciphertext and refuses an
# operation that could make a result wrong. `budget_bits` is the distance from the bound to the limit: how many times
# the noise may double.

# %%
import lath
import matplotlib.pyplot as plt

T = 65537
schemes = {
    "BFV": lath.he.bfv.Parameters.recommended(8192, T),
    "BGV": lath.he.bgv.Parameters.recommended(8192, T),
}
clients = {name: lath.Client(parameters, rotations=[1]) for name, parameters in schemes.items()}
for client in clients.values():
    print(client.encrypt([2]))

# %% [markdown]
# ## Square until it stops
#
# We square a ciphertext again and again. In BFV each product costs nearly as much as the one before. In BGV a level of
# the modulus is given up before a product, which keeps the noise small: `switch_to()` does it. The last squaring is
# refused, and the error says why.


# %%
def squarings(client, switch):
    """The budget after 0, 1, 2, ... squarings of 2, until one is refused, and the error."""
    x, budgets, value = client.encrypt([2]), [], 2
    while True:
        assert client.decrypt(x)[0] % T == value
        budgets.append(x.budget_bits)
        try:
            x, value = x.square(), value * value % T
            if switch and x.level > 1:
                x = x.switch_to(x.level - 1)
        except lath.Error as error:
            return budgets, error


runs = {
    "BFV": squarings(clients["BFV"], switch=False),
    "BGV, levels are switched": squarings(clients["BGV"], switch=True),
    "BGV, levels are kept": squarings(clients["BGV"], switch=False),
}
figure, axis = plt.subplots(figsize=(8, 4), layout="constrained")
for (name, (budgets, error)), marker in zip(runs.items(), "os^"):
    axis.plot(budgets, marker=marker, label=name)
    print(f"{name}: {len(budgets) - 1} squarings, then\n  {error}")
axis.set(xlabel="squarings", ylabel="bits of budget left", ylim=(0, None), xticks=range(5))
axis.set_title("Noise leaves less room after each product")
axis.legend()
axis.grid(alpha=0.3)
plt.show()

# %% [markdown]
# ## Prices of operations
#
# A product with a small integer costs as many bits as the integer has. A product with a public vector costs more,
# since its slots become a polynomial with 8192 coefficients of the size of t. Products of two ciphertexts cost most.
#
# A rotation *adds* noise, by a fixed amount. A fresh ciphertext has less noise than this, and the first rotation takes
# its budget down by 33 bits. A product has more noise already, and a rotation costs it one bit. So multiply first and
# rotate afterwards, where the order is free.

# %%
client = clients["BFV"]
y = client.encrypt(range(1000))


def prices(x):
    """The bits of budget that operations on x cost."""
    results = {
        "x + y": x + y,
        "x.rotate(1)": x.rotate(1),
        "2 * x": 2 * x,
        "1000 * x": 1000 * x,
        "x * [1, 2, 3, ...]": x * range(1, 8193),
        "x * y": x * y,
    }
    return {name: x.budget_bits - result.budget_bits for name, result in results.items()}


fresh, used = prices(client.encrypt(range(1000))), prices(y * y)
figure, axis = plt.subplots(figsize=(8, 4), layout="constrained")
for offset, name, bits in ((-0.2, "of a fresh ciphertext", fresh), (0.2, "of a product", used)):
    bars = axis.barh([place + offset for place in range(len(bits))], bits.values(), 0.4, label=f"x {name}")
    axis.bar_label(bars, fmt="%.1f", padding=3)
axis.set_yticks(range(len(fresh)), fresh)
axis.invert_yaxis()
axis.margins(x=0.1)
axis.set(xlabel="bits of budget", title="Prices of operations")
axis.legend()
plt.show()
late, early = (y * y).rotate(1), y.rotate(1) * y.rotate(1)
print(f"multiplied, then rotated: {late.budget_bits:.0f} bits left; the other way: {early.budget_bits:.0f} bits left")
assert (client.decrypt(late) == client.decrypt(early)).all() and late.budget_bits > early.budget_bits + 10
assert used["x.rotate(1)"] < 2 and used["2 * x"] < used["1000 * x"] < used["x * y"]

# %% [markdown]
# ## Multiply in a tree
#
# The noise depends on how many products stand *one above the other*, the depth. Eight factors one after the other have
# depth 7. In pairs, pairs of pairs and so on they have depth 3. The chain runs out of budget, and the tree does not.


# %%
def chain(factors):
    """All factors, one after the other: the budgets after each product, until one is refused."""
    product, budgets = factors[0], [factors[0].budget_bits]
    try:
        for factor in factors[1:]:
            product = product * factor
            budgets.append(product.budget_bits)
    except lath.Error:
        return None, budgets
    return product, budgets


def tree(factors):
    """All factors, in pairs: the budgets after each layer of products."""
    budgets = [factors[0].budget_bits]
    while len(factors) > 1:
        factors = [a * b for a, b in zip(factors[::2], factors[1::2])]
        budgets.append(min(factor.budget_bits for factor in factors))
    return factors[0], budgets


factors = [client.encrypt([k]) for k in (1, 2, 3, 4, 5, 6, 7, 8)]
chain_product, chain_budgets = chain(factors)
tree_product, tree_budgets = tree(factors)
assert chain_product is None
assert client.decrypt(tree_product)[0] % T == 40320

figure, axis = plt.subplots(figsize=(8, 3.5), layout="constrained")
axis.plot(chain_budgets, "o-", label=f"chain: refused after {len(chain_budgets) - 1} products")
axis.plot(tree_budgets, "s-", label=f"tree: 8! = {client.decrypt(tree_product)[0] % T}")
axis.set(xlabel="depth", ylabel="bits of budget left", ylim=(0, None), xticks=range(5))
axis.set_title("A product of eight factors")
axis.legend()
axis.grid(alpha=0.3)
plt.show()

# %% [markdown]
# `x ** 8` squares three times, in a tree of depth 3.

# %%
power = client.encrypt(range(1000)) ** 8
print(power)
assert client.decrypt(power)[3] % T == 3**8 % T

# %% [markdown]
# ## Larger rings have room for more
#
# A larger degree n allows a larger modulus Q at equal security, and the budget is what Q leaves. Operations take
# longer in return. `explain()` makes no keys, so that one can ask before anything is encrypted.

# %%
degrees = [4096, 8192, 16384, 32768]
for scheme in (lath.he.bfv, lath.he.bgv):
    depths = [lath.he.explain(scheme.Parameters.recommended(n, T)).depth for n in degrees]
    assert depths == sorted(depths) and depths[0] >= 1
    print(f"{scheme.__name__}: n = {degrees} has room for products of depth {depths}")
