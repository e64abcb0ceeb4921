# SPDX-License-Identifier: Apache-2.0
"""ML-KEM: known answers, the examples of RFC 9935, many operations at a time, and misuses."""

import hashlib
import math
import pathlib
import pickle
import re

import lath
import pytest
from lath.ml_kem import MlKem512, MlKem768, MlKem1024, read_private_key, read_public_key
from lath.random import Generator

ANSWERS = pathlib.Path(__file__).resolve().parents[2] / "tests" / "kat"
SETS = [MlKem512, MlKem768, MlKem1024]
RFC_SEED = bytes(range(64))


@pytest.fixture(scope="module")
def key():
    return MlKem768.generate_key()


def answer(name):
    lines = (ANSWERS / "ml_kem.txt").read_text().splitlines()
    return dict(line.split() for line in lines if line)[name]


@pytest.mark.parametrize("scheme", SETS, ids=repr)
def test_accumulated_known_answers(scheme):
    size = 96 + scheme.ciphertext_bytes
    inputs = hashlib.shake_128(b"").digest(10000 * size)
    digest = hashlib.shake_128()
    for begin in range(0, len(inputs), size):
        run = inputs[begin:begin + size]
        key = scheme.private_key_from_seed(run[:64])
        ciphertext, secret = key.public_key.encapsulate_derandomized(run[64:96])
        assert key.decapsulate(ciphertext) == secret
        for part in (bytes(key.public_key), key.expanded_bytes(), ciphertext, secret, key.decapsulate(run[96:])):
            digest.update(part)
    assert digest.hexdigest(32) == answer(f"accumulated-{scheme.parameter_set}")


@pytest.mark.parametrize("scheme", SETS, ids=repr)
def test_examples_of_rfc_9935(scheme):
    key = scheme.private_key_from_seed(RFC_SEED)
    for form in ("seed", "expanded", "both"):
        text = (ANSWERS / "ml_kem_pem" / f"{scheme.parameter_set}-{form}.pem").read_text()
        assert key.to_pem(form) == text
        read = read_private_key(text.encode())
        assert read.expanded_bytes() == key.expanded_bytes()
        assert read.seed_bytes() == (None if form == "expanded" else RFC_SEED)
    public = (ANSWERS / "ml_kem_pem" / f"{scheme.parameter_set}-public.pem").read_text()
    assert key.public_key.to_pem() == public
    assert read_public_key(public.encode()) == key.public_key


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_inconsistent_keys_of_rfc_9935(number):
    with pytest.raises(lath.MalformedError):
        read_private_key((ANSWERS / "ml_kem_pem" / f"512-inconsistent-{number}.pem").read_bytes())


@pytest.mark.parametrize("scheme", SETS, ids=repr)
def test_many_are_as_one_by_one(scheme):
    key = scheme.generate_key()
    one, many = (Generator.from_seed(bytes(32), "test") for _ in range(2))
    singles = [key.public_key.encapsulate(one) for _ in range(19)]
    ciphertexts, secrets = key.public_key.encapsulate_many(19, many)
    assert ciphertexts == b"".join(c for c, _ in singles)
    assert secrets == b"".join(s for _, s in singles) == key.decapsulate_many(ciphertexts)
    assert key.public_key.encapsulate_many(0) == (b"", b"") and key.decapsulate_many(b"") == b""


def test_bytes_and_pickles_of_public_keys(key):
    public = key.public_key
    assert MlKem768.public_key(bytes(public)) == public == pickle.loads(pickle.dumps(public))
    assert hash(read_public_key(public.to_der())) == hash(public) and len({public, key.public_key}) == 1
    assert len(bytes(public)) == MlKem768.public_key_bytes
    assert MlKem768.private_key(key.expanded_bytes()).public_key == public


def test_encrypted_files(key):
    pem = key.to_encrypted_pem("secret words", form="both")
    assert pem.startswith("-----BEGIN ENCRYPTED PRIVATE KEY-----")
    for file in (pem.encode(), key.to_encrypted_der("secret words")):
        assert read_private_key(file, "secret words").seed_bytes() == key.seed_bytes()


def test_failure_bounds():
    assert [round(math.log2(s.failure_bound), 1) for s in SETS] == [
        -138.8, -164.8, -174.8]


def test_private_keys_stay_secret(key):
    assert repr(key) == "<lath ML-KEM-768 private key>" and repr(MlKem512) == "<lath ML-KEM-512>"
    assert bytes(key.public_key).hex()[:16] not in repr(key.public_key)


MISUSES = [
    ("a short public key", lambda k: MlKem768.public_key(b"x"), lath.MalformedError, "1184"),
    ("a key of another set", lambda k: MlKem512.public_key(bytes(k.public_key)), lath.MalformedError, "800"),
    ("a coefficient of 4095", lambda k: MlKem768.public_key(b"\xff" * 1184), lath.MalformedError, ""),
    ("a short ciphertext", lambda k: k.decapsulate(b"x"), lath.MalformedError, "1088"),
    ("a part of a ciphertext", lambda k: k.decapsulate_many(b"x"), lath.MalformedError, "join"),
    ("a short seed", lambda k: MlKem768.private_key_from_seed(b"x"), lath.MalformedError, "64"),
    ("an unknown form", lambda k: k.to_pem("raw"), lath.InvalidArgumentError, "form="),
    ("a pickle", pickle.dumps, TypeError, "to_encrypted_pem"),
    ("a text as bytes", lambda k: k.decapsulate("x"), TypeError, ""),
    ("a public key that decapsulates", lambda k: k.public_key.decapsulate(b""), AttributeError, ""),
    ("a seed that is lost", lambda k: MlKem768.private_key(k.expanded_bytes()).to_pem(), lath.InvalidArgumentError,
     "seed"),
    ("a wrong passphrase", lambda k: read_private_key(k.to_encrypted_der("a"), "b"), lath.AuthenticationError, ""),
    ("no passphrase", lambda k: read_private_key(k.to_encrypted_der("a")), lath.InvalidArgumentError, "passphrase"),
    ("a short m", lambda k: k.public_key.encapsulate_derandomized(b""), lath.InvalidArgumentError, "encapsulate()"),
    ("a number as a generator", lambda k: MlKem512.generate_key(5), TypeError, ""),
]


@pytest.mark.parametrize("use, error, text", [row[1:] for row in MISUSES], ids=[row[0] for row in MISUSES])
def test_misuses(key, use, error, text):
    with pytest.raises(error, match=re.escape(text) or None):
        use(key)
