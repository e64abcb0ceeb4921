#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""peer_test.py PROGRAM INTERPRETER [CASES [SEED [LARGEST]]]: SEAL and Lath compute on one another's ciphertexts.

In each case SEAL makes parameters at random and keys, encrypts, and computes the first half of a circuit; Lath
computes the second half with SEAL's keys, and SEAL decrypts. Then Lath makes keys and begins, SEAL goes on with
Lath's keys, and Lath decrypts. The judge computes modulo t. PROGRAM is Lath's part, peer_program.cpp; INTERPRETER
prints the path of a Python with seal-python, as scripts/python-peers does. LARGEST is the largest degree, 512 unless
it is given.
"""
import os
import pathlib
import random
import subprocess
import sys
import tempfile

PROGRAM, PEERS, *REST = sys.argv[1:]
CASES = int(REST[0]) if REST else 50
SEED = int(REST[1]) if len(REST) > 1 else 1
LARGEST = int(REST[2]) if len(REST) > 2 else 512


def restart_with_peers():
    found = subprocess.run([PEERS], stdout=subprocess.PIPE, text=True, check=False)
    if found.returncode != 0:
        sys.exit(found.returncode)
    os.execv(found.stdout.strip(), [found.stdout.strip(), *sys.argv])


try:
    import numpy
    import seal
except ImportError:
    restart_with_peers()


def chosen_parameters(draw):
    scheme = draw.choice([seal.scheme_type.bfv, seal.scheme_type.bgv])
    degree = 2 ** draw.randint(6, LARGEST.bit_length() - 1)
    parameters = seal.EncryptionParameters(scheme)
    parameters.set_poly_modulus_degree(degree)
    bits = [draw.randint(48, 60) for _ in range(draw.randint(4, 5))]
    parameters.set_coeff_modulus(seal.CoeffModulus.Create(degree, [*bits, 60]))
    parameters.set_plain_modulus(seal.PlainModulus.Batching(degree, draw.randint(16, 20)))
    return parameters


STEPS = ["add", "sub", "addp", "rotate1", "rotate-3", "rotate17", "exchange", "down"]


def chosen_steps(draw):
    """Four steps with one product of ciphertexts or a plaintext at most, which noise bounds allow."""
    steps = [draw.choice(STEPS) for _ in range(3)] + [draw.choice(["mul", "square", "mulp"])]
    draw.shuffle(steps)
    # The levels of both halves shall leave room for their products.
    return [step for i, step in enumerate(steps) if step != "down" or "down" not in steps[:i]]


def rotated(values, step):
    rows = values.reshape(2, -1)
    return numpy.roll(rows, -step, axis=1).reshape(-1)


def judged(steps, x, y, p, t):
    for step in steps:
        if step == "add":
            x = (x + y) % t
        elif step == "sub":
            x = (x + t - y) % t
        elif step == "mul":
            x = x * y % t
        elif step == "square":
            x = x * x % t
        elif step == "addp":
            x = (x + p) % t
        elif step == "mulp":
            x = x * p % t
        elif step == "exchange":
            x = numpy.roll(x.reshape(2, -1), 1, axis=0).reshape(-1)
        elif step.startswith("rotate"):
            x = rotated(x, int(step[6:]))
    return x


class Case:
    def __init__(self, folder, draw):
        self.folder, self.draw = folder, draw
        self.parameters = chosen_parameters(draw)
        self.context = seal.SEALContext(self.parameters, True, seal.sec_level_type.none)
        assert self.context.parameters_set(), self.context.parameter_error_message()
        self.t = self.parameters.plain_modulus().value()
        self.n = self.parameters.poly_modulus_degree()
        self.encoder = seal.BatchEncoder(self.context)
        self.evaluator = seal.Evaluator(self.context)
        self.first, self.second = chosen_steps(draw), chosen_steps(draw)
        self.plan = {"seed": [draw.randrange(256)], "first": self.first, "second": self.second}

    def values(self):
        return numpy.random.default_rng(self.draw.randrange(2**63)).integers(0, self.t, self.n, dtype=numpy.uint64)

    def encode(self, values):
        return self.encoder.encode(values)

    def decode(self, plaintext):
        return numpy.array(self.encoder.decode_uint64(plaintext), dtype=numpy.uint64)

    def save(self, name, thing):
        thing.save(str(self.folder / name))

    def load(self, kind, name):
        thing = kind()
        thing.load(self.context, str(self.folder / name))
        return thing

    def values_in(self, name):
        return numpy.fromfile(self.folder / name, dtype=numpy.uint64)

    def same(self, what, found, needed):
        if not numpy.array_equal(found, needed):
            raise AssertionError(f"{self.folder.name}, {what}: {int((found != needed).sum())} of {self.n} values "
                                 f"differ; n = {self.n}, t = {self.t}, {self.parameters.scheme()}, {self.plan}")

    def run(self, steps, x, y, p, relin, galois):
        do = self.evaluator
        for step in steps:
            if step == "add":
                x = do.add(x, y)
            elif step == "sub":
                x = do.sub(x, y)
            elif step in ("mul", "square"):
                x = do.relinearize(do.multiply(x, y) if step == "mul" else do.square(x), relin)
            elif step == "addp":
                x = do.add_plain(x, p)
            elif step == "mulp":
                x = do.multiply_plain(x, p)
            elif step == "exchange":
                x = do.rotate_columns(x, galois)
            elif step.startswith("rotate"):
                x = do.rotate_rows(x, int(step[6:]), galois)
            else:
                x, y = do.mod_switch_to_next(x), do.mod_switch_to_next(y)
        return x, y

    def begin(self):
        keys = seal.KeyGenerator(self.context)
        secret, public = keys.secret_key(), keys.create_public_key()
        relin, galois = keys.create_relin_keys(), keys.create_galois_keys()
        self.parameters.save(str(self.folder / "parms"))
        for name, thing in (("sk", secret), ("pk", public), ("rk", relin), ("gk", galois)):
            self.save(name, thing)
        self.decryptor = seal.Decryptor(self.context, secret)
        encryptor = seal.Encryptor(self.context, public, secret)
        self.x, self.y, self.p = self.values(), self.values(), self.values()
        p = self.encode(self.p)
        x = encryptor.encrypt(self.encode(self.x))
        y = encryptor.encrypt_symmetric(self.encode(self.y))
        product = self.evaluator.multiply(x, y)
        x, y = self.run(self.first, x, y, p, relin, galois)
        for name, thing in (("x", x), ("y", y), ("m", product)):
            self.plan["budget_" + name] = [self.decryptor.invariant_noise_budget(thing)]
            self.save(name, thing)
        self.save("p", p)
        self.own_x, self.own_y = self.values(), self.values()
        self.own_x.tofile(self.folder / "own.x_values")
        self.own_y.tofile(self.folder / "own.y_values")
        self.write_plan()

    def write_plan(self):
        lines = [" ".join(map(str, [name, *words])) for name, words in self.plan.items()]
        (self.folder / "plan.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")

    def check_and_go_on(self):
        x, y, p, t = self.x, self.y, self.p, self.t
        half = judged(self.first, x, y, p, t)
        self.same("SEAL's half, decrypted by Lath", self.values_in("lath.x_values"), half)
        self.same("SEAL's product, decrypted by Lath", self.values_in("lath.m_values"), x * y % t)
        decrypted = lambda name: self.decode(self.decryptor.decrypt(self.load(seal.Ciphertext, name)))
        self.same("the whole circuit", decrypted("lath.x"), judged(self.second, half, y, p, t))
        self.same("SEAL's product, from Lath", decrypted("lath.m"), x * y % t)
        self.same("SEAL's product, relinearised by Lath", decrypted("lath.m2"), x * y % t)
        self.same("an encryption of Lath with SEAL's key", decrypted("lath.z"), p)
        self.same("the plaintext", self.decode(self.load(seal.Plaintext, "lath.p")), p)
        again = seal.Decryptor(self.context, self.load(seal.SecretKey, "lath.sk_again"))
        self.same("the secret key", self.decode(again.decrypt(self.load(seal.Ciphertext, "lath.z"))), p)
        self.go_on_with_keys_of_lath()

    def go_on_with_keys_of_lath(self):
        secret = self.load(seal.SecretKey, "own.sk")
        decryptor = seal.Decryptor(self.context, secret)
        half = judged(self.first, self.own_x, self.own_y, self.p, self.t)
        x, y = self.load(seal.Ciphertext, "own.x"), self.load(seal.Ciphertext, "own.y")
        self.same("Lath's half, decrypted by SEAL", self.decode(decryptor.decrypt(x)), half)
        encryptor = seal.Encryptor(self.context, self.load(seal.PublicKey, "own.pk"))
        z = encryptor.encrypt(self.encode(self.p))
        self.same("an encryption of SEAL with Lath's key", self.decode(decryptor.decrypt(z)), self.p)
        relin, galois = self.load(seal.RelinKeys, "own.rk"), self.load(seal.GaloisKeys, "own.gk")
        x, _ = self.run(self.second, x, y, self.encode(self.p), relin, galois)
        self.end = judged(self.second, half, self.own_y, self.p, self.t)
        self.same("the other circuit, decrypted by SEAL", self.decode(decryptor.decrypt(x)), self.end)
        self.plan["budget_end"] = [decryptor.invariant_noise_budget(x)]
        self.save("end.x", x)
        self.write_plan()

    def check_end(self):
        self.same("the other circuit", self.values_in("lath.end_values"), self.end)


def run_cases(numbers):
    with tempfile.TemporaryDirectory() as folder:
        cases = []
        for number in numbers:
            place = pathlib.Path(folder, f"case{number}")
            place.mkdir()
            cases.append(Case(place, random.Random(f"{SEED}.{number}")))
            cases[-1].begin()
        folders = [str(case.folder) for case in cases]
        subprocess.run([PROGRAM, "half", *folders], check=True)
        for case in cases:
            case.check_and_go_on()
        subprocess.run([PROGRAM, "end", *folders], check=True)
        for case in cases:
            case.check_end()


def main():
    at_once = 10
    for begin in range(0, CASES, at_once):
        run_cases(range(begin, min(begin + at_once, CASES)))
    print(f"{CASES} cases of seed {SEED}: no value differs")


if __name__ == "__main__":
    main()
