# SPDX-License-Identifier: Apache-2.0
"""Misuses of files, their keys and their bytes."""

import io

import lath
from table import AUTHENTICATION, BFV, BGV, INPUT_OUTPUT, INVALID, MALFORMED, MISMATCH, Misuse


def saved(thing, key=None):
    memory = io.BytesIO()
    lath.save(thing, memory, key=key)
    return memory.getvalue()


def read(data, **options):
    return lath.load(io.BytesIO(data), **options)


def changed(data):
    return data[:-400] + bytes([data[-400] ^ 4]) + data[-399:]


FILES = {
    "a client": Misuse(
        lambda s: lath.save(s.client, s.file), TypeError, "client.save(file, passphrase",
        lambda s: s.client.save(s.file, passphrase="p", work=10)),
    "plain values": Misuse(
        lambda s: lath.save([1, 2], s.file), TypeError, "client.encrypt(values)",
        lambda s: lath.save(s.client.encrypt([1, 2]), s.file)),
    "a file of text": Misuse(
        lambda s: lath.save(s.x, io.StringIO()), TypeError, "open(path, \"wb\")",
        lambda s: lath.save(s.x, open(s.file, "wb"))),
    "a number in place of a file": Misuse(
        lambda s: lath.load(3), TypeError, "open(path, \"rb\")",
        lambda s: (lath.save(s.x, s.file), lath.load(open(s.file, "rb")))),
    "a verifying key to save": Misuse(
        lambda s: lath.save(s.x, s.file, key=lath.SigningKey.generate().verifying_key), TypeError,
        "key=lath.SigningKey.generate()", lambda s: lath.save(s.x, s.file, key=lath.SigningKey.generate())),
    "a signing key to load": Misuse(
        lambda s: lath.load(s.file, key=lath.SigningKey.generate()), TypeError, "signing_key.verifying_key",
        lambda s: (lambda key: (lath.save(s.x, s.file, key=key), lath.load(s.file, key=key.verifying_key)))(
            lath.SigningKey.generate())),
    "a key of wrong length": Misuse(
        lambda s: lath.MacKey.from_secret_bytes(b"short"), INVALID, "secret_bytes()",
        lambda s: lath.MacKey.from_secret_bytes(lath.MacKey.generate().secret_bytes())),
    "a key as text": Misuse(
        lambda s: lath.SigningKey.from_secret_bytes("0" * 32), TypeError, "bytes",
        lambda s: lath.SigningKey.from_secret_bytes(b"0" * 32)),
    "a client's file to lath.load": Misuse(
        lambda s: (s.client.save(s.file, passphrase="p", work=10), lath.load(s.file)), MISMATCH,
        "lath.Client.load(file, passphrase", lambda s: lath.Client.load(s.file, passphrase="p")),
    "a ciphertext to Client.load": Misuse(
        lambda s: (lath.save(s.x, s.file), lath.Client.load(s.file, passphrase="p")), MISMATCH,
        "lath.load(file)", lambda s: lath.load(s.file)),
    "bytes without an envelope": Misuse(
        lambda s: read(bytes(s.x)), MALFORMED, "lath.inspect(file)",
        lambda s: lath.inspect(io.BytesIO(bytes(s.x)))),
    "two objects at one path": Misuse(
        lambda s: (s.file.write_bytes(saved(s.x) * 2), lath.load(s.file)), MALFORMED, "open(path, \"rb\")",
        lambda s: (lambda file: (lath.load(file), lath.load(file)))(open(s.file, "rb"))),
    "other parameters": Misuse(
        lambda s: read(saved(s.client.parameters), parameters=BGV.recommended(4096, 65537)), MISMATCH,
        "without parameters=", lambda s: read(saved(s.client.parameters))),
    "a ciphertext of other parameters": Misuse(
        lambda s: read(saved(s.x), parameters=BFV.recommended(4096, 3)), MISMATCH, "lath.load(file)",
        lambda s: read(saved(s.x))),
    "parameters that are none": Misuse(
        lambda s: read(saved(s.x), parameters={}), TypeError, "client.parameters",
        lambda s: read(saved(s.x), parameters=s.client.parameters)),
    "a path with a zero byte": Misuse(
        lambda s: lath.save(s.x, f"{s.file}\0"), INVALID, "check the path",
        lambda s: lath.save(s.x, s.file)),
    "a passphrase that is a number": Misuse(
        lambda s: s.client.save(s.file, passphrase=1234), TypeError, "bytes",
        lambda s: s.client.save(s.file, passphrase=b"1234", work=10)),
    "half of a character": Misuse(
        lambda s: s.client.save(s.file, passphrase="\ud83d"), INVALID, "as bytes",
        lambda s: s.client.save(s.file, passphrase=b"\xed\xa0\xbd", work=10)),
    "work out of range": Misuse(
        lambda s: s.client.save(s.file, passphrase="p", work=30), INVALID, "leave it out",
        lambda s: s.client.save(s.file, passphrase="p")),
    "a folder": Misuse(
        lambda s: lath.load(s.file.parent), INPUT_OUTPUT, "open pipes and devices in the program",
        lambda s: (lath.save(s.x, s.file), lath.load(s.file))),
    "a file that was deleted": Misuse(
        lambda s: lath.Client.load(s.file, passphrase="p"), INPUT_OUTPUT, "check its name",
        lambda s: (s.client.save(s.file, passphrase="p", work=10), lath.Client.load(s.file, passphrase="p"))),
    "a folder that there is not": Misuse(
        lambda s: lath.save(s.x, s.file / "x"), INPUT_OUTPUT, "check the path", lambda s: lath.save(s.x, s.file)),
    "a wrong passphrase": Misuse(
        lambda s: (s.client.save(s.file, passphrase="p", work=10), lath.Client.load(s.file, passphrase="q")),
        AUTHENTICATION, "passphrase", lambda s: lath.Client.load(s.file, passphrase="p")),
    "an empty passphrase": Misuse(
        lambda s: s.client.save(s.file, passphrase=""), INVALID, "passphrase",
        lambda s: s.client.save(s.file, passphrase="p", work=10)),
    "a file that was not proved": Misuse(
        lambda s: (lath.save(s.x, s.file), lath.load(s.file, key=s.mac)), AUTHENTICATION, "check which key",
        lambda s: (lath.save(s.x, s.file, key=s.mac), lath.load(s.file, key=s.mac))),
    "a key of somebody else": Misuse(
        lambda s: (lath.save(s.x, s.file, key=s.mac), lath.load(s.file, key=lath.MacKey.generate())), AUTHENTICATION,
        "check which key its sender uses", lambda s: lath.load(s.file, key=s.mac)),
    "corrupted bytes of a file": Misuse(
        lambda s: read(saved(s.x)[:-1]), MALFORMED, "get all of them", lambda s: read(saved(s.x))),
    "corrupted bytes of a ciphertext": Misuse(
        lambda s: lath._lath.ciphertext_from_bytes(s.parameters, bytes(s.x) + b"\0"), MALFORMED, "give the bytes of one object only",
        lambda s: lath._lath.ciphertext_from_bytes(s.parameters, bytes(s.x))),
    "a corrupted byte that a signature finds": Misuse(
        lambda s: read(changed(saved(s.x, s.signer)), key=s.signer.verifying_key), AUTHENTICATION, "get it again",
        lambda s: read(saved(s.x, s.signer), key=s.signer.verifying_key)),
    "bytes of other parameters": Misuse(
        lambda s: lath._lath.ciphertext_from_bytes(s.bgv.parameters, bytes(s.x)), MISMATCH, "read it with parameters of that scheme",
        lambda s: lath._lath.ciphertext_from_bytes(s.parameters, bytes(s.x))),
}
