# SPDX-License-Identifier: Apache-2.0
"""A program of a user: mypy --strict reads it, and test_typing.py runs it."""

import io
import pickle
from collections.abc import Iterator

import lath
import numpy as np
from lath.ml_kem import MlKem768, PrivateKey
from lath.security import Attack, CostModel, LweInstance, estimate_attack
from lath.typing import Encoding, File, Parameters, Rotations, Values


def client_of(parameters: Parameters, rotations: Rotations = "sum", encoding: Encoding = "slots") -> lath.Client:
    if isinstance(parameters, lath.he.bgv.Parameters):
        return lath.Client(parameters, rotations, encoding=encoding)
    return lath.Client(parameters, rotations, encoding=encoding)


def polynomial(x: lath.Ciphertext, weights: Values) -> lath.Ciphertext:
    """(2 x + 1)^2, weighted."""
    y = (2 * x + 1) ** 2 - [1, 2] + np.arange(3)
    return -(y * weights) if isinstance(weights, list) else y.dot(weights)


def kept(x: lath.Ciphertext, file: File) -> lath.Ciphertext:
    """x, by way of a file."""
    lath.save(x, file)
    if isinstance(file, io.BytesIO):
        file.seek(0)
    loaded = lath.load(file)
    assert isinstance(loaded, lath.Ciphertext)
    return loaded


def secrets(key: PrivateKey, count: int) -> Iterator[bytes]:
    for _ in range(count):
        ciphertext, secret = key.public_key.encapsulate()
        assert key.decapsulate(ciphertext) == secret
        yield secret


def main() -> None:
    client = client_of(lath.he.bfv.Parameters.recommended(8192, 65537, security=128))
    server = client.server()
    x = server.take(kept(client.encrypt([1, 2, 3]), io.BytesIO()))
    print(client.decrypt(polynomial(x, [1, 1, 1]))[:3].tolist(), x.level, round(x.budget_bits) > 0)
    products: list[lath.Product] = [x.multiply(x), x.multiply(2 * x)]
    print(client.decrypt((products[0] + products[1]).relinearize())[:3].tolist())
    print(pickle.loads(pickle.dumps(client.parameters)) == client.parameters)
    print(len(set(secrets(MlKem768.generate_key(), 3))))
    estimate = estimate_attack(LweInstance(1024, 25), Attack.primal_usvp, CostModel.matzov)
    print(estimate.log2_operations > 128)
    try:
        client.encrypt([100000])
    except lath.InvalidArgumentError as error:
        print(error.remedy)


if __name__ == "__main__":
    main()
