#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""peer_check.py PROGRAM [CASES [SEED]]: OpenFHE's ciphertexts and keys in Lath, and Lath's in OpenFHE.

In each case OpenFHE makes parameters at random, of BFV or BGV, keys and a ciphertext. PROGRAM, which is
peer_program.cpp, decrypts the ciphertext, computes on it, encrypts, and makes keys of its own; OpenFHE decrypts
what Lath wrote. It exits 77 where there is no OpenFHE.
"""
import pathlib
import random
import subprocess
import sys
import tempfile

try:
    import numpy
    import openfhe
except ImportError:
    print("openfhe was not found: install openfhe 1.6.1 and numpy from PyPI for CPython 3.10")
    sys.exit(77)

PROGRAM, *REST = sys.argv[1:]
CASES = int(REST[0]) if REST else 100
SEED = int(REST[1]) if len(REST) > 1 else 1


def context_of(draw, scheme):
    parameters = openfhe.CCParamsBFVRNS() if scheme == "bfv" else openfhe.CCParamsBGVRNS()
    degree = 2 ** draw.randint(5, 11)
    # Primes that are 1 modulo 2 n.
    parameters.SetPlaintextModulus(draw.choice([65537, 786433, 1032193] if scheme == "bfv" else [65537, 786433]))
    parameters.SetMultiplicativeDepth(draw.randint(1, 2) if scheme == "bfv" else 3)
    parameters.SetRingDim(degree)
    parameters.SetSecurityLevel(openfhe.SecurityLevel.HEStd_NotSet)
    parameters.SetKeySwitchTechnique(draw.choice([openfhe.KeySwitchTechnique.BV, openfhe.KeySwitchTechnique.HYBRID]))
    if scheme == "bfv":
        technique = draw.choice(["HPS", "BEHZ", "HPSPOVERQ", "HPSPOVERQLEVELED"])
        parameters.SetMultiplicationTechnique(getattr(openfhe.MultiplicationTechnique, technique))
    else:
        parameters.SetScalingTechnique(openfhe.ScalingTechnique.FIXEDMANUAL)
    context = openfhe.GenCryptoContext(parameters)
    for feature in ("PKE", "KEYSWITCH", "LEVELEDSHE"):
        context.Enable(getattr(openfhe.PKESchemeFeature, feature))
    return context


class Case:
    def __init__(self, folder, draw):
        self.folder = folder
        self.scheme = draw.choice(["bfv", "bgv"])
        self.context = context_of(draw, self.scheme)
        self.n, self.t = self.context.GetRingDimension(), self.context.GetPlaintextModulus()
        values = numpy.random.default_rng(draw.randrange(2**63))
        self.x = values.integers(0, self.t, self.n, dtype=numpy.uint64)
        self.y = values.integers(0, self.t, self.n, dtype=numpy.uint64)

    def packed(self, values):
        # OpenFHE takes values from -t/2 to t/2.
        return self.context.MakePackedPlaintext([int(v) if v <= self.t // 2 else int(v) - self.t for v in values])

    def save(self, name, thing):
        assert openfhe.SerializeToFile(str(self.folder / name), thing, openfhe.JSON), name

    def begin(self):
        keys = self.context.KeyGen()
        self.secret = keys.secretKey
        self.save("context", self.context)
        self.save("secret", keys.secretKey)
        self.save("public", keys.publicKey)
        x = self.context.Encrypt(keys.publicKey, self.packed(self.x))
        self.save("x", x)
        if self.scheme == "bgv":
            self.save("low", self.context.ModReduce(x))
        self.x.tofile(self.folder / "x.values")
        self.y.tofile(self.folder / "y.values")

    def loaded(self, kind, name):
        load = {"ciphertext": openfhe.DeserializeCiphertext, "public": openfhe.DeserializePublicKey,
                "secret": openfhe.DeserializePrivateKey}[kind]
        thing, good = load(str(self.folder / name), openfhe.JSON)
        assert good, name
        return thing

    def decrypted(self, ciphertext, secret):
        plaintext = self.context.Decrypt(ciphertext, secret)
        plaintext.SetLength(self.n)
        return numpy.array([v % self.t for v in plaintext.GetPackedValue()], dtype=numpy.uint64)

    def same(self, what, found, needed):
        if not numpy.array_equal(found, needed):
            raise AssertionError(f"{self.folder.name}, {what}: {int((found != needed).sum())} of {self.n} values "
                                 f"differ; {self.scheme}, n = {self.n}, t = {self.t}")

    def check(self):
        self.same("decrypted by Lath", numpy.fromfile(self.folder / "lath.x_values", dtype=numpy.uint64), self.x)
        found = self.decrypted(self.loaded("ciphertext", "lath.square"), self.secret)
        self.same("a square by Lath", found, (self.x * self.x + self.y) % self.t)
        found = self.decrypted(self.loaded("ciphertext", "lath.y"), self.secret)
        self.same("encrypted by Lath", found, self.y)
        if self.scheme == "bgv":
            low = numpy.fromfile(self.folder / "lath.low_values", dtype=numpy.uint64)
            self.same("a level below, decrypted by Lath", low, self.x)
            found = self.decrypted(self.loaded("ciphertext", "lath.low"), self.secret)
            self.same("a level below, switched by Lath", found, self.x)
        own = self.loaded("secret", "own.secret")
        self.same("Lath's key and ciphertext", self.decrypted(self.loaded("ciphertext", "own.y"), own), self.y)
        encrypted = self.context.Encrypt(self.loaded("public", "own.public"), self.packed(self.x))
        self.same("Lath's public key", self.decrypted(encrypted, own), self.x)


def main():
    at_once = 10
    for begin in range(0, CASES, at_once):
        with tempfile.TemporaryDirectory() as folder:
            cases = []
            for number in range(begin, min(begin + at_once, CASES)):
                place = pathlib.Path(folder, f"case{number}")
                place.mkdir()
                cases.append(Case(place, random.Random(f"{SEED}.{number}")))
                cases[-1].begin()
            subprocess.run([PROGRAM, *[str(case.folder) for case in cases]], check=True)
            for case in cases:
                case.check()
    print(f"{CASES} cases of seed {SEED}: no value differs")


if __name__ == "__main__":
    main()
