# SPDX-License-Identifier: Apache-2.0
"""key_files_interoperation.py <key_files_pipe> <keys> [openssl...]: files with keys of ML-KEM that Lath
writes are read by cryptography from PyPI, and the other way round, so many of each parameter set. The last
words are a command that runs OpenSSL 3.5 or newer, which has ML-KEM-512, too."""

import random
import subprocess
import sys

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import mlkem
from cryptography.hazmat.primitives.serialization import (BestAvailableEncryption, Encoding, NoEncryption,
                                                          PrivateFormat, PublicFormat)

FORMS = ("seed", "expanded", "both")
ENCODINGS = {"der": Encoding.DER, "pem": Encoding.PEM}


class Lath:
    """The library behind a pipe."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        bufsize=1)

    def ask(self, *words):
        self.process.stdin.write(" ".join(words) + "\n")
        answer = self.process.stdout.readline().split()
        if not answer or answer[0] == "error":
            raise ValueError(" ".join(answer))
        return answer

    def write(self, number, form, encoding, seed, passphrase, derivation):
        files = self.ask("write", str(number), form, encoding, seed.hex(), passphrase.hex() or "-", derivation)
        return [bytes.fromhex(file) for file in files]

    def read(self, file, passphrase):
        number, public, secret, seed = self.ask("read", file.hex(), passphrase.hex() or "-")
        return int(number), bytes.fromhex(public), bytes.fromhex(secret), None if seed == "-" else bytes.fromhex(seed)

    def read_public(self, file):
        number, public = self.ask("read-public", file.hex())
        return int(number), bytes.fromhex(public)


class Cryptography:
    """Keys of cryptography as files, with their public keys and seeds as bytes."""

    SETS = {768: mlkem.MLKEM768PrivateKey, 1024: mlkem.MLKEM1024PrivateKey}
    FORMS_READ = ("seed",)  # the others are refused

    def make(self, number, encoding, passphrase, _values):
        key = self.SETS[number].generate()
        encryption = BestAvailableEncryption(passphrase) if passphrase else NoEncryption()
        file = key.private_bytes(ENCODINGS[encoding], PrivateFormat.PKCS8, encryption)
        public = key.public_key()
        return (file, public.public_bytes(ENCODINGS[encoding], PublicFormat.SubjectPublicKeyInfo),
                public.public_bytes_raw(), key.private_bytes_raw())

    def read(self, number, encoding, file, public_file, passphrase):
        load = {"der": (serialization.load_der_private_key, serialization.load_der_public_key),
                "pem": (serialization.load_pem_private_key, serialization.load_pem_public_key)}[encoding]
        key = load[0](file, passphrase or None)
        assert isinstance(key, self.SETS[number])
        public = load[1](public_file)
        secret, ciphertext = public.encapsulate()
        assert key.decapsulate(ciphertext) == secret
        return public.public_bytes_raw(), key.private_bytes_raw()


class OpenSsl:
    """The command line of OpenSSL 3.5."""

    SETS = {512: None, 768: None, 1024: None}
    FORMS_READ = FORMS

    def __init__(self, command):
        self.command = command

    def run(self, *arguments, data=b""):
        return subprocess.run([*self.command, *arguments], input=data, stdout=subprocess.PIPE, check=True).stdout

    def make(self, number, encoding, passphrase, values):
        form = values.choice(("seed-only", "priv-only", "seed-priv"))
        key = self.run("genpkey", "-algorithm", f"ML-KEM-{number}")
        encoding_of_file = "pem" if passphrase else encoding  # it encrypts no DER
        write = ["pkey", "-provparam", f"ml-kem.output_formats={form}", "-outform", encoding_of_file]
        encrypt = ["-aes-256-cbc", "-passout", "pass:" + passphrase.decode()] if passphrase else []
        file = self.run(*write, *encrypt, data=key)
        public_file = self.run("pkey", "-pubout", "-outform", encoding, data=key)
        return file, public_file, self.run("pkey", "-pubout", "-outform", "der", data=key)[22:], None

    def read(self, number, encoding, file, public_file, passphrase):
        words = ["-inform", encoding, "-passin", "pass:" + passphrase.decode()]
        text = self.run("pkey", *words, "-text", "-noout", data=file)
        assert f"ML-KEM-{number} ".encode() in text, text[:60]
        public = self.run("pkey", *words, "-pubout", "-outform", "der", data=file)[22:]
        assert self.run("pkey", "-pubin", "-inform", encoding, "-pubout", "-outform", "der",
                        data=public_file)[22:] == public
        return public, None


def to_peer(lath, peer, number, values):
    """A key of Lath is read by the peer."""
    form, encoding = values.choice(peer.FORMS_READ), values.choice(tuple(ENCODINGS))
    passphrase = values.choice((b"", b"p", b"correct horse"))
    seed = values.randbytes(64)
    file, public_file = lath.write(number, form, encoding, seed, passphrase, values.choice(("pbkdf2", "scrypt")))
    public, found = peer.read(number, encoding, file, public_file, passphrase)
    assert found in (seed, None) and lath.read(file, passphrase)[:2] == (number, public), (form, encoding)


def from_peer(lath, peer, number, values):
    """A key of the peer is read by Lath."""
    encoding, passphrase = values.choice(tuple(ENCODINGS)), values.choice((b"", b"p", b"correct horse"))
    file, public_file, public, seed = peer.make(number, encoding, passphrase, values)
    found = lath.read(file, passphrase)
    assert found[:2] == (number, public) and lath.read_public(public_file) == (number, public)
    assert seed is None or found[3] == seed


def main():
    lath, keys = Lath(sys.argv[1]), int(sys.argv[2])
    peer = OpenSsl(sys.argv[3:]) if sys.argv[3:] else Cryptography()
    name = peer.run("version").decode().strip() if sys.argv[3:] else "cryptography"
    values = random.Random(9935)
    for number in peer.SETS:
        for direction, exchange in (("written by Lath", to_peer), ("read by Lath", from_peer)):
            for _ in range(keys):
                exchange(lath, peer, number, values)
            print(f"{name}: ML-KEM-{number}: {keys} keys {direction}, 0 wrong")
    lath.process.stdin.close()
    return lath.process.wait()


sys.exit(main())
