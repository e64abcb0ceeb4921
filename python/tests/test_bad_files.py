# SPDX-License-Identifier: Apache-2.0
"""Damaged files, file objects that misbehave, and misuses whose remedies are followed."""

import io
import os

import lath
import pytest

bfv, bgv = lath.he.bfv.Parameters, lath.he.bgv.Parameters


@pytest.fixture(scope="module")
def client():
    return lath.Client(bfv.recommended(4096, 65537), rotations=[1])


def saved(thing, key=None):
    memory = io.BytesIO()
    lath.save(thing, memory, key=key)
    return memory.getvalue()


def read(data, **options):
    return lath.load(io.BytesIO(data), **options)


def corruptions(data):
    """Every byte changed in two ways, and every length cut."""
    for i in range(len(data)):
        for change in (1, 0x80):
            yield data[:i] + bytes([data[i] ^ change]) + data[i + 1:]
        yield data[:i]


@pytest.mark.parametrize("key", [None, lath.MacKey.generate()], ids=["no key", "MAC"])
def test_parameters_corrupted_at_every_place(client, key, tmp_path):
    data = saved(client.parameters, key)
    for number, bad in enumerate(corruptions(data)):
        try:
            assert isinstance(read(bad), bfv | bgv)  # nothing proves the file: other parameters
        except lath.Error as error:
            assert error.found and error.needed and error.remedy
        if key is not None:
            with pytest.raises(lath.Error) as caught:
                read(bad, key=key)
            assert caught.value.code in ("malformed", "authentication", "unsupported")
        try:
            lath.inspect(io.BytesIO(bad))
        except lath.Error:
            pass
        if number % 50 == 0:
            (tmp_path / "bad").write_bytes(bad)
            try:
                lath.load(tmp_path / "bad")
            except lath.Error:
                pass


def test_a_signed_ciphertext_corrupted_in_many_places(client):
    key = lath.SigningKey.generate()
    data = saved(client.encrypt([1, 2]), key)
    places = [*range(0, 400), *range(400, len(data) - 200, 997), *range(len(data) - 200, len(data))]
    for i in places:
        bad = data[:i] + bytes([data[i] ^ 4]) + data[i + 1:]
        with pytest.raises(lath.Error) as caught:
            read(bad, key=key.verifying_key)
        assert caught.value.code in ("malformed", "authentication", "unsupported")
        try:
            assert read(bad).parameters.degree  # without a key, some changes do not show
        except lath.Error:
            pass


def test_a_servers_file_cut_between_its_keys(client):
    key = lath.MacKey.generate()
    data = saved(client.server(), key)
    second = data.index(b"\xd9\xd9\xf7", 3)
    for options in ({}, {"key": key}):
        with pytest.raises(lath.MalformedError, match="without Galois keys"):
            read(data[:second], **options)
        with pytest.raises(lath.MalformedError, match="without Galois keys"):
            read(data[:second] + saved(client.parameters, key), **options)
    other = saved(lath.Client(client.parameters).server(), key)
    with pytest.raises(lath.MismatchError, match="two clients"):
        read(data[:second] + other[other.index(b"\xd9\xd9\xf7", 3):], key=key)


def test_a_clients_file_corrupted_at_every_place(client):
    memory = io.BytesIO()
    client.save(memory, passphrase="p", work=10)
    data = memory.getvalue()
    for i in range(0, len(data), 1 if len(data) < 300 else 7):
        bad = data[:i] + bytes([data[i] ^ 1]) + data[i + 1:]
        with pytest.raises(lath.Error) as caught:
            lath.Client.load(io.BytesIO(bad), passphrase="p", max_work=11)
        assert caught.value.found


class Failing:
    """A file object that misbehaves at its third call."""

    def __init__(self, data=b"", then=None):
        self.memory, self.calls, self.then = io.BytesIO(data), 0, then

    def turn(self, usual, argument):
        self.calls += 1
        return self.then(argument) if self.calls == 3 else usual()

    def write(self, data):
        return self.turn(lambda: self.memory.write(data[:100]), data)

    def read(self, n):
        return self.turn(lambda: self.memory.read(min(n, 40)), n)


def raising(exception):
    def call(_):
        raise exception
    return call


@pytest.mark.parametrize("exception", [OSError(28, "full"), KeyboardInterrupt(), ZeroDivisionError()], ids=repr)
def test_what_file_objects_raise_passes_through(client, exception):
    x = client.encrypt([1])
    for key in (None, lath.MacKey.generate()):
        with pytest.raises(type(exception)) as caught:
            lath.save(x, Failing(then=raising(exception)), key=key)
        assert caught.value is exception
        data = saved(x, key)
        with pytest.raises(type(exception)):
            lath.load(Failing(data, raising(exception)), key=key)
        with pytest.raises(type(exception)):
            lath.inspect(Failing(data, raising(exception)), key=key)
    with pytest.raises(type(exception)):
        client.save(Failing(then=raising(exception)), passphrase="p", work=10)


@pytest.mark.parametrize("count", [0, -1, 10**6, 10**30])
def test_a_write_that_returns_a_wrong_count(client, count):
    with pytest.raises((lath.InputOutputError, OverflowError)):
        lath.save(client.encrypt([1]), Failing(then=lambda data: count))


def test_a_write_that_takes_one_byte_at_a_time(client):
    class Narrow(io.RawIOBase):
        def __init__(self):
            self.data = b""

        def writable(self):
            return True

        def write(self, data):
            self.data += bytes(data[:1])
            return 1

    narrow = Narrow()
    lath.save(client.parameters, narrow)
    assert read(narrow.data) == client.parameters


def test_a_raw_file_that_takes_nothing(client):
    class Blocked(io.RawIOBase):
        def write(self, data):
            return None

    with pytest.raises(lath.InputOutputError, match=r"write\(\) took 0"):
        lath.save(client.parameters, Blocked())


def test_a_write_that_returns_no_number(client):
    with pytest.raises(TypeError):
        lath.save(client.encrypt([1]), Failing(then=lambda data: "all"))


def test_a_read_that_returns_too_much_or_other_things(client):
    data = saved(client.encrypt([1]))
    with pytest.raises(lath.InputOutputError, match="returned"):
        lath.load(Failing(data, lambda n: bytes(n + 1)))
    with pytest.raises(lath.InputOutputError, match="no bytes yet"):
        lath.load(Failing(data, lambda n: None))
    with pytest.raises(TypeError, match="bytes are needed"):
        lath.load(Failing(data, lambda n: "text"))
    with pytest.raises(lath.MalformedError):
        lath.load(Failing(data, lambda n: b""))


def test_a_file_that_cannot_be_written_stays_as_it_was(client, tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with pytest.raises(lath.InvalidArgumentError):
        client.save(path, passphrase="")
    with pytest.raises(lath.InputOutputError):
        lath.save(client.parameters, tmp_path / "none" / "file")
    with pytest.raises(lath.InputOutputError):
        lath.save(client.parameters, tmp_path)
    assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path]


def test_names_that_are_no_text(client, tmp_path):
    path = os.fsencode(tmp_path) + b"/\xff\xfe"
    with pytest.raises(lath.InputOutputError, match=r"\\xff"):
        lath.load(path)
    lath.save(client.parameters, path)
    assert lath.load(os.fsdecode(path)) == client.parameters


def test_a_file_that_was_not_proved_and_wrong_keys(client):
    mac, signer = lath.MacKey.generate(), lath.SigningKey.generate()
    x = client.encrypt([1])
    for data, key in [
        (saved(x), mac),
        (saved(x), signer.verifying_key),
        (saved(x, mac), lath.MacKey.generate()),
        (saved(x, mac), signer.verifying_key),
        (saved(x, signer), mac),
        (saved(x, signer), lath.SigningKey.generate().verifying_key),
    ]:
        with pytest.raises(lath.AuthenticationError):
            read(data, key=key)
        with pytest.raises(lath.AuthenticationError):
            lath.inspect(io.BytesIO(data), key=key)


def test_a_file_that_is_not_there(tmp_path):
    for call in (lath.load, lath.inspect, lambda file: lath.Client.load(file, passphrase="p")):
        with pytest.raises(lath.InputOutputError, match="No such file") as caught:
            call(tmp_path / "none")
        assert caught.value.needed == "need a file that can be read"


def test_files_of_no_format():
    for data in (b"", b"lath", b"no format", b"\xd9\xd9\xf7", bytes(1000)):
        memory = io.BytesIO(b"before" + data)
        memory.seek(6)
        with pytest.raises(lath.Error):
            lath.inspect(memory)
        assert memory.tell() == 6
        with pytest.raises(lath.MalformedError):
            read(data)
