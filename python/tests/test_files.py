# SPDX-License-Identifier: Apache-2.0
"""Files: every kind by path, Path and file object, with and without a proof."""

import io
import pathlib
import pickle
import threading

import lath
import numpy as np
import pytest

T = 65537
KNOWN = pathlib.Path(__file__).parents[2] / "tests" / "kat"


@pytest.fixture(scope="module", params=["bfv", "bgv"])
def client(request):
    scheme = getattr(lath.he, request.param)
    return lath.Client(scheme.Parameters.recommended(4096, T), rotations=[1])


@pytest.fixture(scope="module")
def bfv_client():
    return lath.Client(lath.he.bfv.Parameters.recommended(4096, T), rotations=[1])


def objects(client):
    return [client.parameters, client.encrypt([7, 8]), client.server()]


def same(client, kind, found):
    """Whether what was loaded works as what was saved."""
    if kind == 0:
        return found == client.parameters
    if kind == 1:
        return list(client.decrypt(found)[:2]) == [7, 8]
    return list(client.decrypt(found.take(client.encrypt([7, 8])).rotate(1))[:1]) == [8]


KEYS = {
    "no key": lambda: (None, None),
    "MAC": lambda: (lath.MacKey.generate(),) * 2,
    "signature": lambda: (lambda key: (key, key.verifying_key))(lath.SigningKey.generate()),
}


@pytest.mark.parametrize("keys", KEYS)
@pytest.mark.parametrize("kind", range(3), ids=["parameters", "ciphertext", "server"])
def test_every_kind_by_path_path_object_and_file_object(client, tmp_path, kind, keys):
    save_key, load_key = KEYS[keys]()
    thing = objects(client)[kind]
    path = tmp_path / "file.lath"
    for file in (path, str(path), str(path).encode()):
        lath.save(thing, file, key=save_key)
        assert same(client, kind, lath.load(file, key=load_key))
        assert same(client, kind, lath.load(file))
    memory = io.BytesIO()
    lath.save(thing, memory, key=save_key)
    assert len(memory.getvalue()) == path.stat().st_size
    memory.seek(0)
    assert same(client, kind, lath.load(memory, key=load_key, parameters=client.parameters))
    with open(path, "rb", buffering=0) as raw:
        assert same(client, kind, lath.load(raw))
    assert [p.name for p in tmp_path.iterdir()] == ["file.lath"]


@pytest.mark.parametrize("keys", KEYS)
def test_one_file_object_holds_several_objects(client, keys):
    save_key, load_key = KEYS[keys]()
    memory = io.BytesIO()
    memory.write(b"before")
    for thing in objects(client):
        lath.save(thing, memory, key=save_key)
    memory.write(b"behind")
    memory.seek(6)
    for kind in range(3):
        assert same(client, kind, lath.load(memory, key=load_key))
    assert memory.read() == b"behind"


def test_a_server_without_rotations(tmp_path):
    client = lath.Client(lath.he.bfv.Parameters.recommended(4096, T))
    lath.save(client.server(), tmp_path / "s")
    server = lath.load(tmp_path / "s")
    x = server.take(client.encrypt([3]))
    assert client.decrypt(x)[0] == 3
    with pytest.raises(lath.InvalidArgumentError, match="no key for a rotation"):
        x.rotate(1)
    assert lath.inspect(tmp_path / "s").rest[0].count == 0


def test_inspect_says_what_files_are(client, tmp_path):
    name = "BFV" if "BFV" in repr(client.parameters) else "BGV"
    mac = lath.MacKey.generate()
    path = tmp_path / "x"
    x = client.encrypt([1])
    lath.save(x, path, key=mac)
    found = lath.inspect(path)
    assert (found.kind, found.container, found.scheme) == ("a ciphertext", "envelope", name)
    assert (found.proof, found.is_authentic, found.parts) == ("MAC", False, 2)
    assert found.level == x.level and found.log2_noise < 0 and found.log2_work is None
    assert len(found.fingerprint) == 64 and len(found.key_id) == 16
    assert found.parameters["degree"] == 4096 and found.parameters["plaintext_modulus"] == T
    assert found.facts == {} and found.rest == () and found.count is None
    for text in ("a ciphertext", name, "n=4096", "t=65537", f"level {x.level}", "MAC not checked"):
        assert text in repr(found)
    assert lath.inspect(path, key=mac).is_authentic
    assert "authentic" in repr(lath.inspect(path, key=mac))
    with pytest.raises(lath.AuthenticationError):
        lath.inspect(path, key=lath.MacKey.generate())
    memory = io.BytesIO(b"before" + path.read_bytes())
    memory.seek(6)
    assert lath.inspect(memory).level == x.level and memory.tell() == 6
    assert lath.inspect(io.BytesIO(bytes(x))).container == "packed bytes"


def test_inspect_of_keys(client, tmp_path):
    lath.save(client.server(), tmp_path / "s", key=lath.SigningKey.generate())
    found = lath.inspect(tmp_path / "s")
    assert found.kind == "a relinearisation key" and found.is_seeded and found.proof == "signature"
    (galois,) = found.rest
    assert (galois.kind, galois.count, galois.key_id) == ("Galois keys", 1, found.key_id)
    client.save(tmp_path / "k", passphrase="p", work=10)
    locked = lath.inspect(tmp_path / "k")
    assert (locked.kind, locked.log2_work) == ("a secret key", 10)
    assert "under a passphrase" in repr(locked)


AGE = b"""age-encryption.org/v1
-> X25519 TEiF0ypqr+bpvcqXNyCVJpL7OuwPdVwPL7KQEbFDOCc
EmECAEcKN+n/Vs9SbWiV+Hu0r+E8R77DdWYyd83nw7U
--- Vn+54jqiiUCE+WZcEVY3f1sqHjlu/z1LCQ/T7Xm7qI0
"""


def test_inspect_of_age_files():
    found = lath.inspect(io.BytesIO(AGE + bytes(16 + 16 + 5)))
    assert (found.kind, found.container, found.size) == ("an encrypted file", "age", 5)
    assert found.facts == {"form": "binary", "recipients": "1", "recipient": '"X25519"'}
    assert "X25519" in repr(found)


PUBLIC_KEY = b"""-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PUBLIC KEY-----
"""


def test_inspect_of_pem_keys():
    found = lath.inspect(io.BytesIO(PUBLIC_KEY))
    assert (found.kind, found.container, found.size) == ("a public key", "PEM", len(PUBLIC_KEY))
    assert found.facts["algorithm"] == "1.3.101.112" and len(found.fingerprint) == 64


@pytest.mark.skipif(not KNOWN.exists(), reason="the files of other programs are not here")
def test_inspect_of_files_of_other_programs():
    for path in (KNOWN / "objects").iterdir():
        found = lath.inspect(path)
        kind = path.stem.removeprefix("bfv-").removeprefix("bgv-").replace("-", " ")
        assert kind in found.kind
        assert found.scheme in (None, path.stem[:3].upper())
        assert found.container == ("envelope" if path.suffix == ".cbor" else "packed bytes")
    kinds = {path.name: lath.inspect(path) for path in (KNOWN / "seal" / "4.1-bfv-blake2xb-none").iterdir()}
    assert kinds["rk"].kind == "relinearisation keys" and kinds["m"].kind == "a product"
    assert all(found.container == "SEAL" and found.facts["version"] == "SEAL 4.1" for found in kinds.values())
    assert all(found.size > 100 and found.scheme is None and found.level is None for found in kinds.values())
    private = lath.inspect(KNOWN / "ml_kem_pem" / "768-seed.pem")
    assert (private.kind, private.facts["algorithm"]) == ("a private key", "ML-KEM-768")


def test_a_client_by_path_and_file_object(client, tmp_path):
    path = tmp_path / "key.lath"
    x = client.encrypt([11])
    for passphrase in ("correct horse", b"correct horse", bytearray(b"correct horse")):
        client.save(path, passphrase=passphrase, work=10)
        memory = io.BytesIO()
        client.save(memory, passphrase=passphrase, work=10)
        for file in (path, str(path), io.BytesIO(memory.getvalue())):
            again = lath.Client.load(file, passphrase="correct horse", rotations=[2], max_work=10)
            assert again.decrypt(x)[0] == 11
    assert path.stat().st_mode & 0o777 == 0o600
    client.save(path, passphrase="Schlüssel 鍵 🔑", work=10)
    assert lath.Client.load(path, passphrase="Schlüssel 鍵 🔑".encode()).decrypt(x)[0] == 11


def test_a_file_that_asks_for_too_much_work(bfv_client, tmp_path):
    path = tmp_path / "key.lath"
    bfv_client.save(path, passphrase="p", work=12)
    with pytest.raises(lath.UnsupportedError) as caught:
        lath.Client.load(path, passphrase="p", max_work=11)
    assert "max_work=12" in caught.value.remedy
    lath.Client.load(path, passphrase="p", max_work=12)


@pytest.mark.parametrize("kind", ["MacKey", "SigningKey"])
def test_secret_keys_are_hidden(kind):
    kind = getattr(lath, kind)
    key = kind.generate()
    data = key.secret_bytes()
    assert len(data) == 32 and data != kind.generate().secret_bytes()
    for again in (kind.from_secret_bytes(data), kind.from_secret_bytes(bytearray(data))):
        assert again.secret_bytes() == data
    assert "hidden" in repr(key) and data.hex()[:8] not in repr(key) + str(key)
    for wrap in (key, [key], {"k": (key,)}):
        with pytest.raises(TypeError, match="secret_bytes"):
            pickle.dumps(wrap)


def test_verifying_keys_are_public():
    # RFC 8032, 7.1, test 1.
    secret = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
    public = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    key = lath.SigningKey.from_secret_bytes(bytes.fromhex(secret)).verifying_key
    assert bytes(key).hex() == public
    assert lath.VerifyingKey.from_bytes(bytes(key)) == key == pickle.loads(pickle.dumps(key))
    other = lath.SigningKey.generate().verifying_key
    assert key != other and key != 1 and len({key, other, key}) == 2
    assert public[:16] in repr(key)


def test_versions():
    found = lath.versions()
    assert set(found) == {"lath", "openssl", "libcbor", "zstd", "nanobind", "isa"}
    assert found["lath"] == "0.1.0" and found["openssl"].startswith("3.")
    assert found["libcbor"].startswith("0.") and found["zstd"].startswith("1.")
    assert found["isa"] in {"scalar", "avx2", "avx512", "avx512ifma", "neon"}


def test_files_of_other_threads_go_on_meanwhile(bfv_client):
    """A file object whose read() waits does not hold up the interpreter, and may call the library."""
    memory = io.BytesIO()
    lath.save(bfv_client.encrypt([5]), memory)

    class Slow(io.BytesIO):
        def read(self, n=-1):
            assert bfv_client.decrypt(bfv_client.encrypt([n % 1000]))[0] == n % 1000
            event.wait(5)
            return super().read(min(n, 10_000))

    event, found = threading.Event(), []
    data = Slow(memory.getvalue())
    thread = threading.Thread(target=lambda: found.append(lath.load(data)))
    thread.start()
    event.set()
    thread.join()
    assert bfv_client.decrypt(found[0])[0] == 5


def test_a_writer_may_call_the_library(bfv_client):
    parts = []

    class Writer:
        def write(self, data):
            parts.append(data)
            lath.save(bfv_client.parameters, io.BytesIO(), key=lath.MacKey.generate())
            assert np.all(bfv_client.decrypt(bfv_client.encrypt([1]) * 2)[:1] == 2)

    mac = lath.MacKey.generate()
    lath.save(bfv_client.encrypt([9]), Writer(), key=mac)
    assert len(parts) > 1
    assert bfv_client.decrypt(lath.load(io.BytesIO(b"".join(parts)), key=mac))[0] == 9


@pytest.mark.parametrize("scheme", ["bfv", "bgv"])
def test_a_result_is_released_where_its_computer_is_trusted(scheme):
    parameters = getattr(lath.he, scheme).Parameters.recommended(8192, T)
    client = lath.Client(parameters, rotations=[1])
    key = lath.SigningKey.generate()
    memory = io.BytesIO()
    lath.save(client.server().take(client.encrypt([3, 4])) * 2, memory, key=key)
    data = memory.getvalue()
    with pytest.raises(lath.InvalidArgumentError, match="claimed"):
        client.decrypt_for_release(lath.load(io.BytesIO(data), key=key.verifying_key))
    result = client.load_result(io.BytesIO(data), key=key.verifying_key)
    assert list(client.decrypt_for_release(result.rotate(1))[:1]) == [8]
    with pytest.raises(lath.AuthenticationError):
        client.load_result(io.BytesIO(data), key=lath.SigningKey.generate().verifying_key)
    with pytest.raises(TypeError, match="no key"):
        client.load_result(io.BytesIO(data), key=None)
    other = lath.Client(type(client.parameters).recommended(4096, T))
    with pytest.raises(lath.MismatchError, match="n=8192 t=65537; the parameters n=4096 t=65537"):
        other.load_result(io.BytesIO(data), key=key.verifying_key)
    memory = io.BytesIO()
    lath.save(client.parameters, memory, key=key)
    memory.seek(0)
    with pytest.raises(lath.MismatchError, match="parameters"):
        client.load_result(memory, key=key.verifying_key)


def test_public_names_have_docstrings():
    for kind in (lath.Inspection, lath.MacKey, lath.SigningKey, lath.VerifyingKey):
        assert kind.__doc__
        for name in vars(kind):
            assert name.startswith("_") or getattr(kind, name).__doc__, name
