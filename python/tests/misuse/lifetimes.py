# SPDX-License-Identifier: Apache-2.0
"""Misuses of objects that are not ready or not one's own, of forks, of generators, and of ML-KEM."""

import lath
from lath.ml_kem import MlKem768, read_private_key, read_public_key
from lath.random import Generator
from table import ENTROPY, INVALID, MALFORMED, Misuse, again, in_a_child

SEED = bytes(range(32))


def bare(kind):
    """An object whose maker was never called."""
    return kind.__new__(kind)


LIFETIMES = {
    "a client that was never made": Misuse(
        lambda s: bare(lath.Client).encrypt([1]), TypeError, "encrypt(self, values", lambda s: lath.Client(s.parameters).encrypt([1])),
    "a ciphertext that was never made": Misuse(
        lambda s: s.x + bare(lath.Ciphertext), TypeError, "make it by its class", lambda s: s.x + s.client.encrypt([1])),
    "a ciphertext made by its class": Misuse(
        lambda s: lath.Ciphertext([1]), TypeError, "no constructor", lambda s: s.client.encrypt([1])),
    "a product that was never made": Misuse(
        lambda s: s.client.decrypt(bare(lath.Product)), TypeError, "product: Product",
        lambda s: s.client.decrypt(s.x.multiply(s.x))),
    "a state of another object": Misuse(
        lambda s: bare(lath.Product).__setstate__((s.parameters, 5)), TypeError, "bytes]", lambda s: again(s.p)),
    "a seeded generator after a fork": Misuse(
        lambda s: in_a_child(lambda: s.generator.bytes(16)), ENTROPY, "split() one generator for each process before the fork",
        lambda s: s.generator.split("child").bytes(16)),
    "a seed that is too short": Misuse(
        lambda s: Generator.from_seed(b"short", "test"), INVALID, "Generator.from_system()",
        lambda s: Generator.from_system()),
    "a cipher without a name": Misuse(
        lambda s: Generator.from_system("rot13"), INVALID, "aes-256-ctr",
        lambda s: Generator.from_system("aes-256-ctr")),
    "a cipher by its place": Misuse(
        lambda s: Generator.from_seed(SEED, "test", "chacha20"), TypeError, "*, cipher",
        lambda s: Generator.from_seed(SEED, "test", cipher="chacha20")),
}

ML_KEM = {
    "a ciphertext of wrong length": Misuse(
        lambda s: s.kem.decapsulate(bytes(100)), MALFORMED, "check that it is whole", lambda s: s.kem.decapsulate(bytes(1088))),
    "a public key of wrong length": Misuse(
        lambda s: MlKem768.public_key(bytes(100)), MALFORMED, "made for this parameter set",
        lambda s: MlKem768.public_key(bytes(s.kem.public_key))),
    "a public key that is no DER": Misuse(
        lambda s: read_public_key(b"key"), MALFORMED, "the right file", lambda s: read_public_key(s.kem.public_key.to_der())),
    "a private key without its passphrase": Misuse(
        lambda s: read_private_key(s.kem.to_encrypted_pem("a long passphrase").encode()), INVALID, "give the passphrase, too",
        lambda s: read_private_key(s.kem.to_encrypted_pem("a long passphrase").encode(), "a long passphrase")),
    "a private key in a pickle": Misuse(
        lambda s: again(s.kem), TypeError, "key.to_encrypted_pem(passphrase)",
        lambda s: s.kem.to_encrypted_pem("a long passphrase")),
}
