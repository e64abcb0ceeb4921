# SPDX-License-Identifier: Apache-2.0
"""Encryption by LWE, Module-LWE and Ring-LWE: known answers, round trips, and misuses."""

import hashlib
import math
import pathlib
import pickle
import re

import lath
import numpy as np
import pytest
from lath.pke import FujisakiOkamoto, lwe, mlwe, parameter_set, parameter_sets, rlwe
from lath.random import Generator

ANSWERS = pathlib.Path(__file__).resolve().parents[2] / "tests" / "kat"
SEED = bytes(range(32))
SCHEMES = {
    "lwe": lwe.Scheme.create_insecure(lwe.Parameters(rows=24, columns=20, message_rows=3, message_columns=5,
                                                     modulus=1073741823, plaintext_modulus=5, noise=2)),
    "mlwe": mlwe.Scheme.create(mlwe.recommended_parameters()),
    "rlwe": rlwe.Scheme.create(rlwe.recommended_parameters()),
}


def answer(file, name):
    return dict(line.split() for line in (ANSWERS / file).read_text().splitlines() if line)[name]


def digest(*parts):
    return hashlib.sha256(b"".join(parts)).hexdigest()


@pytest.fixture(scope="module", params=SCHEMES)
def scheme(request):
    return SCHEMES[request.param]


@pytest.fixture(scope="module")
def keys(scheme):
    return scheme.generate_keys()


def message_of(scheme, seed=1):
    if isinstance(scheme, rlwe.Scheme):
        return np.random.default_rng(seed).bytes(scheme.message_bytes)
    public_key, secret_key = scheme.generate_keys()
    return secret_key.decrypt(public_key.encrypt_residues(residues_of(scheme, seed)))


def residues_of(scheme, seed=1):
    return np.random.default_rng(seed).integers(0, scheme.parameters.plaintext_modulus, scheme.message_size)


RLWE_SETS = {
    "recommended-128": rlwe.recommended_parameters(128),
    "recommended-256": rlwe.recommended_parameters(256),
    "nfllib-256-12289": rlwe.insecure_nfllib_parameters()[0],
    "nfllib-512-7681": rlwe.insecure_nfllib_parameters()[3],
}


@pytest.mark.parametrize("name", RLWE_SETS)
def test_known_answers_of_ring_lwe(name):
    generator = Generator.from_seed(SEED, "known answer")
    scheme = rlwe.Scheme.create_insecure(RLWE_SETS[name])
    public_key, secret_key = scheme.generate_keys(generator)
    message = generator.bytes(scheme.message_bytes)
    ciphertext = public_key.encrypt(message, generator)
    assert secret_key.decrypt(ciphertext) == message
    parts = {"public-key": bytes(public_key), "secret-key": secret_key.secret_bytes(), "message": message,
             "ciphertext": ciphertext}
    for what, data in parts.items():
        assert digest(data) == answer("rlwe.txt", f"{name}.{what}")


@pytest.mark.parametrize("name", ["mlwe", "rlwe"])
def test_known_answers_of_key_encapsulation(name):
    kem = FujisakiOkamoto(SCHEMES[name])
    generator = Generator.from_seed(SEED, "known answer")
    key = kem.generate_key(generator)
    ciphertext, secret = key.public_key.encapsulate(generator)
    changed = bytes([ciphertext[2], ciphertext[1], ciphertext[0]]) + ciphertext[3:]
    found = {"public-key": digest(bytes(key.public_key)), "secret-key": digest(key.secret_bytes()),
             "ciphertext": digest(ciphertext), "secret": secret.hex(), "rejected": key.decapsulate(changed).hex()}
    for what, text in found.items():
        assert text == answer(f"{name}_kem.txt", what)


def test_known_answers_of_module_lwe():
    generator = Generator.from_seed(SEED, "known answer")
    scheme = mlwe.Scheme.create(mlwe.Parameters(degree=256, rows=4, columns=4, modulus=40961, plaintext_modulus=2,
                                                noise=6))
    public_key, secret_key = scheme.generate_keys(generator)
    message = np.frombuffer(generator.bytes(2 * scheme.message_size), np.uint16) % 2
    ciphertext = public_key.encrypt_residues(message, generator)
    assert (secret_key.decrypt_residues(ciphertext) == message).all()

    def words(data):  # of 16 bits each
        return np.frombuffer(data, np.uint16).astype(np.uint64).tobytes()

    public = bytes(public_key)
    found = {"public-key": digest(public[:32], words(public[32:])), "secret-key": digest(words(secret_key.secret_bytes())),
             "message": digest(words(message.tobytes())), "ciphertext": digest(words(ciphertext))}
    for what, text in found.items():
        assert text == answer("mlwe.txt", what)


def test_round_trips(scheme, keys):
    public_key, secret_key = keys
    message = message_of(scheme)
    ciphertext = public_key.encrypt(message)
    assert len(message) == scheme.message_bytes and len(ciphertext) == scheme.ciphertext_bytes
    assert secret_key.decrypt(ciphertext) == message and public_key.encrypt(message) != ciphertext
    same = [public_key.encrypt(message, Generator.from_seed(SEED, "once")) for _ in range(2)]
    assert same[0] == same[1]
    messages = b"".join(message_of(scheme, seed) for seed in range(19))
    ciphertexts = public_key.encrypt_many(messages)
    assert secret_key.decrypt_many(ciphertexts) == (messages, [])
    size = scheme.ciphertext_bytes
    damaged = ciphertexts[:size] + b"\xff" * size + ciphertexts[2 * size:]
    assert secret_key.decrypt_many(damaged)[1] == [1]
    assert public_key.encrypt_many(b"") == b"" and secret_key.decrypt_many(b"") == (b"", [])


@pytest.mark.parametrize("name", ["lwe", "mlwe"])
def test_residues(name):
    scheme = SCHEMES[name]
    public_key, secret_key = scheme.generate_keys()
    residues = residues_of(scheme)
    for values in (residues, residues.astype(np.uint8), residues.tolist()):
        found = secret_key.decrypt_residues(public_key.encrypt_residues(values))
        assert found.dtype == np.int64 and (found == residues).all()
    bits = (scheme.parameters.plaintext_modulus - 1).bit_length()
    packed = sum(int(r) << (bits * i) for i, r in enumerate(residues)).to_bytes(scheme.message_bytes, "little")
    assert secret_key.decrypt(public_key.encrypt_residues(residues)) == packed
    assert (secret_key.decrypt_residues(public_key.encrypt(packed)) == residues).all()


def test_keys_as_bytes(scheme, keys):
    public_key, secret_key = keys
    read = scheme.public_key_from_bytes(bytes(public_key))
    assert read == public_key == pickle.loads(pickle.dumps(public_key)) and len({read, public_key}) == 1
    assert public_key != scheme.generate_keys()[0] and public_key.scheme == scheme == secret_key.scheme
    message = message_of(scheme)
    again = scheme.secret_key_from_bytes(secret_key.secret_bytes())
    assert again.decrypt(read.encrypt(message)) == message
    assert (len(bytes(public_key)), len(secret_key.secret_bytes())) == (scheme.public_key_bytes,
                                                                         scheme.secret_key_bytes)


def test_secret_keys_stay_secret(scheme, keys):
    assert re.fullmatch(r"<lath [\w-]+ secret key>", repr(keys[1]))
    with pytest.raises(TypeError, match="secret_bytes"):
        pickle.dumps(keys[1])


@pytest.mark.parametrize("name", ["mlwe", "rlwe"])
def test_key_encapsulation(name):
    kem = FujisakiOkamoto(SCHEMES[name])
    key = kem.generate_key()
    ciphertext, secret = key.public_key.encapsulate()
    assert len(secret) == 32 and key.decapsulate(ciphertext) == secret
    assert kem.private_key(key.secret_bytes()).decapsulate(ciphertext) == secret
    assert kem.generate_key().decapsulate(ciphertext) != secret
    public = kem.public_key(bytes(key.public_key))
    assert public == key.public_key == pickle.loads(pickle.dumps(public)) and hash(public) == hash(key.public_key)
    assert (len(bytes(public)), len(key.secret_bytes()), len(ciphertext)) == (
        kem.public_key_bytes, kem.private_key_bytes, kem.ciphertext_bytes)
    assert math.log2(kem.failure_bound) < -128 and kem.scheme == SCHEMES[name]
    assert repr(key) == f"<lath private key of {kem.name}>" and kem.name.startswith(name)
    with pytest.raises(TypeError, match="secret_bytes"):
        pickle.dumps(key)
    for call in (kem.public_key, kem.private_key, key.decapsulate):
        with pytest.raises(lath.MalformedError):
            call(b"short")


def test_parameters():
    for module in (lwe, mlwe, rlwe):
        sets = [module.recommended_parameters(level) for level in (128, 192, 256)]
        for p in sets:
            assert p == pickle.loads(pickle.dumps(p)) == eval(repr(p)) and hash(p) == hash(eval(repr(p)))
        assert lath.security.estimate_security(module.lwe_instance(sets[0])).reaches(128)
        assert math.log2(lath.security.failure_bound(module.decryption_noise(sets[0]))) < -128
    assert len(mlwe.insecure_thesis_parameters()) == 7
    scheme = SCHEMES["rlwe"]
    assert scheme == pickle.loads(pickle.dumps(scheme)) and "degree=1024" in repr(scheme)


def test_named_sets():
    names = {s.name for s in parameter_sets()}
    assert len(names) == len(parameter_sets()) >= 9
    for one in parameter_sets():
        assert one.standing in ("recommended", "standard", "insecure") and one.name in repr(one)
        assert (one.level is not None) == (one.standing == "recommended")
        assert parameter_set(one.name).ciphertext_bytes == one.ciphertext_bytes
    ring = next(s for s in parameter_sets() if s.scheme == "Ring-LWE" and s.level == 192)
    assert ring.ciphertext_bytes == SCHEMES["rlwe"].ciphertext_bytes and ring.instance.dimension == 1024


MISUSES = [
    ("a short message", lambda p, s: p.encrypt(b"short"), lath.MismatchError, "message_bytes"),
    ("a text", lambda p, s: p.encrypt("text"), TypeError, ""),
    ("a part of a message", lambda p, s: p.encrypt_many(b"x"), lath.MismatchError, "join"),
    ("a short ciphertext", lambda p, s: s.decrypt(b"short"), lath.MalformedError, "2240"),
    ("a word that is too large", lambda p, s: s.decrypt(b"\xff" * 2240), lath.MalformedError, "12289"),
    ("a part of a ciphertext", lambda p, s: s.decrypt_many(b"x"), lath.MismatchError, "join"),
    ("a short key", lambda p, s: s.scheme.public_key_from_bytes(b"x"), lath.MalformedError, ""),
    ("a short secret key", lambda p, s: s.scheme.secret_key_from_bytes(b"x"), lath.MalformedError, ""),
    ("an unknown level", lambda p, s: rlwe.recommended_parameters(100), lath.InvalidArgumentError, "level=128"),
    ("parameters that are weak", lambda p, s: rlwe.Scheme.create(rlwe.insecure_nfllib_parameters()[0]),
     lath.InvalidArgumentError, ""),
    ("no modulus", lambda p, s: rlwe.Parameters(degree=1024), TypeError, ""),
    ("an unknown set", lambda p, s: parameter_set("none"), lath.InvalidArgumentError, ""),
    ("an encapsulation of LWE", lambda p, s: FujisakiOkamoto(SCHEMES["lwe"]), TypeError, ""),
    ("short messages", lambda p, s: FujisakiOkamoto(rlwe.Scheme.create_insecure(
        rlwe.Parameters(degree=1024, modulus=12289, noise=8, message_bytes=16))), lath.InvalidArgumentError, "256"),
    ("a residue of p", lambda p, s: residue_key().encrypt_residues([5] * 15), lath.InvalidArgumentError, "0"),
    ("a negative residue", lambda p, s: residue_key().encrypt_residues([0, -1] + [0] * 13), lath.InvalidArgumentError,
     "coefficient 1"),
    ("a float residue", lambda p, s: residue_key().encrypt_residues([0, 1, 0.5]), TypeError, "index 2"),
    ("too few residues", lambda p, s: residue_key().encrypt_residues([0]), lath.MismatchError, "15"),
]


def residue_key():
    return SCHEMES["lwe"].generate_keys()[0]


@pytest.mark.parametrize("use, error, text", [row[1:] for row in MISUSES], ids=[row[0] for row in MISUSES])
def test_misuses(use, error, text):
    with pytest.raises(error, match=re.escape(text) or None):
        use(*SCHEMES["rlwe"].generate_keys())
