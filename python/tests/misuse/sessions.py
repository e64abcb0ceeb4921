# SPDX-License-Identifier: Apache-2.0
"""Misuses of servers, keys, products and operators."""

import lath
import numpy as np
from table import INVALID, MISMATCH, Misuse, again

RELINEARIZE = "p.relinearize() "


def one(s, rotations):
    return lath.Client(s.parameters, rotations=rotations).encrypt([1, 2])


SESSIONS = {
    "a missing rotation": Misuse(
        lambda s: s.few.encrypt([1]).rotate(-3), INVALID, "rotations=[-3]", lambda s: one(s, [-3]).rotate(-3)),
    "a rotation without keys": Misuse(
        lambda s: s.none.encrypt([1]).rotate(5), INVALID, 'rotations="all"', lambda s: one(s, "all").rotate(5)),
    "a sum without keys": Misuse(
        lambda s: s.none.encrypt([1]).sum(), INVALID, 'rotations="sum"', lambda s: one(s, "sum").sum()),
    "a dot product without keys": Misuse(
        lambda s: s.few.encrypt([1]).dot([1]), INVALID, 'rotations="sum"', lambda s: one(s, "sum").dot([1])),
    "an exchange of rows without its key": Misuse(
        lambda s: s.few.encrypt([1]).exchange_rows(), INVALID, 'rotations="sum"',
        lambda s: one(s, "sum").exchange_rows()),
    "rotations of another name": Misuse(
        lambda s: one(s, "every"), INVALID, "rotations=[1, 2, 4]", lambda s: one(s, [1, 2, 4])),
    "a product of a ciphertext that came without keys": Misuse(
        lambda s: s.bare * s.bare, INVALID, "server.take(x)", lambda s: s.server.take(s.bare) * s.bare),
    "a square of one": Misuse(
        lambda s: s.bare.square(), INVALID, "server.take(x)", lambda s: s.server.take(s.bare).square()),
    "a power of one": Misuse(lambda s: s.bare**3, INVALID, "server.take(x)", lambda s: s.server.take(s.bare) ** 3),
    "a sum of one": Misuse(lambda s: s.bare.sum(), INVALID, "server.take(x)", lambda s: s.server.take(s.bare).sum()),
    "a product that came without keys": Misuse(
        lambda s: s.bare_p.relinearize(), INVALID, "server.take(x)",
        lambda s: s.server.take(s.bare_p).relinearize()),
    "a ciphertext of other parameters": Misuse(
        lambda s: s.bgv.server().take(s.x), MISMATCH, "the server of its client",
        lambda s: s.client.server().take(s.x)),
    "a sum of two levels": Misuse(
        lambda s: s.high + s.low, MISMATCH, "x.switch_to(2)", lambda s: s.high.switch_to(2) + s.low),
    "a product of two levels": Misuse(
        lambda s: s.low * s.high, MISMATCH, "x.switch_to(2)", lambda s: s.low * s.high.switch_to(2)),
    "a sum of products of two levels": Misuse(
        lambda s: s.high.multiply(s.high) + s.low.multiply(s.low), MISMATCH, "x.switch_to(2)",
        lambda s: s.high.multiply(s.high).switch_to(2) + s.low.multiply(s.low)),
    "a ciphertext plus a product": Misuse(lambda s: s.x + s.p, MISMATCH, RELINEARIZE + "+ x",
                                    lambda s: s.p.relinearize() + s.x),
    "a product plus an integer": Misuse(lambda s: s.p + 1, MISMATCH, RELINEARIZE + "+ x", lambda s: s.p.relinearize() + 1),
    "an array plus a product": Misuse(lambda s: np.array([1]) + s.p, MISMATCH, RELINEARIZE + "+ x",
                                lambda s: s.p.relinearize() + np.array([1])),
    "a product minus a ciphertext": Misuse(lambda s: s.p - s.x, MISMATCH, RELINEARIZE + "- x",
                                     lambda s: s.p.relinearize() - s.x),
    "a product times a ciphertext": Misuse(lambda s: s.p * s.x, MISMATCH, RELINEARIZE + "* x",
                                     lambda s: s.p.relinearize() * s.x),
    "an integer times a product": Misuse(lambda s: 2 * s.p, MISMATCH, RELINEARIZE + "* x",
                                   lambda s: s.p.relinearize() * 2),
    "products of two schemes": Misuse(
        lambda s: s.p + s.bgv.encrypt([1]).multiply(s.bgv.encrypt([1])), MISMATCH, "encrypt both for one client",
        lambda s: s.p + s.client.encrypt([1]).multiply(s.client.encrypt([1]))),
    "a dot product with a product": Misuse(lambda s: s.x.dot(s.p), MISMATCH, "x.dot(p.relinearize())",
                                     lambda s: s.x.dot(s.p.relinearize())),
    "a release of a ciphertext that came as bytes": Misuse(
        lambda s: s.client.decrypt_for_release(s.bare), INVALID,
        "client.decrypt_for_release(client.authenticated(x))",
        lambda s: s.client.decrypt_for_release(s.client.authenticated(s.bare))),
    "a ciphertext of another client": Misuse(
        lambda s: s.few.decrypt(s.x), MISMATCH, "keep the objects of different key owners apart", lambda s: s.client.decrypt(s.x)),
    "ciphertexts of two clients": Misuse(
        lambda s: s.x + s.few.encrypt([1]), MISMATCH, "keep the objects of different key owners apart", lambda s: s.x + s.client.encrypt([1])),
    "ciphertexts of two schemes": Misuse(
        lambda s: s.x + s.bgv.encrypt([1]), MISMATCH, "encrypt both for one client", lambda s: s.x + s.client.encrypt([1])),
    "columns that are floats": Misuse(
        lambda s: one(s, [1, 2.5]), TypeError, "rotations=[1, 2, 4]", lambda s: one(s, [1, 2, 4])),
    "a negative dimension": Misuse(
        lambda s: one(s, [(-1, 1)]), INVALID, "rotations=[(0, 1)]", lambda s: one(s, [(0, 1)])),
    "a pickle of a client": Misuse(
        lambda s: again(s.client), TypeError, "client.save(path, passphrase=...)",
        lambda s: (s.client.save(s.file, passphrase="p", work=10), lath.Client.load(s.file, passphrase="p"))),
    "a float to a public key": Misuse(
        lambda s: s.client.public_key().encrypt([1.0]), TypeError, "round()",
        lambda s: s.client.public_key().encrypt(np.asarray([1.0]).round().astype(np.int64))),
    "a vector for a product": Misuse(
        lambda s: s.x.multiply([1, 2]), TypeError, "multiply(self, other: lath._lath.Ciphertext)",
        lambda s: s.x.multiply(s.client.encrypt([1, 2]))),
    "an option by its place": Misuse(
        lambda s: s.client.server(False), TypeError, "*, match_levels: bool = True",
        lambda s: s.client.server(match_levels=False)),
    "text for a ciphertext": Misuse(
        lambda s: s.client.decrypt("x"), TypeError, "ciphertext: Ciphertext", lambda s: s.client.decrypt(s.x)),
}
