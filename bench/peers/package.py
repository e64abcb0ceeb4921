# SPDX-License-Identifier: Apache-2.0
"""package.py seal|openfhe: operations of a peer's Python package, for package.cpp.

Reads commands from standard input, a line each, and answers with a line each:

    set SCHEME DEGREE T bits|primes LENGTHS_OF_Q SPECIAL_LENGTHS DIGITS
                   makes keys and operands; lists are separated by commas   "ready"
    run OPERATION  does it once                                             its seconds
    slots          what the last operation gave, decrypted                  the values

An answer that begins with "error" says why there is none. What is timed is one call of the package,
which releases its result when the next one takes its place; Python adds a microsecond.
"""
import gc
import math
import sys
import time


def operands(degree, t):
    """The slots of both operands, those of slots.hpp, centered as packages take them."""
    both = [i * i % t for i in range(degree)], [(3 * i + 1) % t for i in range(degree)]
    return [[x - t if x > t // 2 else x for x in values] for values in both]


class Seal:
    """SEAL, as in seal.cpp."""

    def __init__(self, scheme, degree, t, kind, moduli, special, _digits):
        import numpy
        import seal

        parameters = seal.EncryptionParameters(getattr(seal.scheme_type, scheme))
        parameters.set_poly_modulus_degree(degree)
        both = moduli + special[:1]
        parameters.set_coeff_modulus(
            seal.CoeffModulus.Create(degree, both) if kind == "bits" else [seal.Modulus(q) for q in both])
        parameters.set_plain_modulus(t)
        context = seal.SEALContext(parameters)
        keys = seal.KeyGenerator(context)
        relin, galois = keys.create_relin_keys(), keys.create_galois_keys()
        self.encoder, evaluator = seal.BatchEncoder(context), seal.Evaluator(context)
        encryptor = seal.Encryptor(context, keys.create_public_key())
        self.decryptor = seal.Decryptor(context, keys.secret_key())
        first, second = (self.encoder.encode(numpy.array(x, dtype=numpy.int64)) for x in operands(degree, t))
        a, b = encryptor.encrypt(first), encryptor.encrypt(second)
        product = evaluator.multiply(a, b)
        self.t = t
        self.operations = {
            "encrypt": lambda: encryptor.encrypt(first),
            "decrypt": lambda: self.decryptor.decrypt(a),
            "add": lambda: evaluator.add(a, b),
            "multiply": lambda: evaluator.multiply(a, b),
            "square": lambda: evaluator.square(a),
            "relinearize": lambda: evaluator.relinearize(product, relin),
            "multiply_relinearize": lambda: evaluator.relinearize(evaluator.multiply(a, b), relin),
            "rotate": lambda: evaluator.rotate_rows(a, 1, galois),
            "mod_switch": lambda: evaluator.mod_switch_to_next(a),
        }

    def slots(self, operation, result):
        plaintext = result if operation == "decrypt" else self.decryptor.decrypt(result)
        return [int(x) % self.t for x in self.encoder.decode(plaintext)]


class OpenFhe:
    """OpenFHE, as in openfhe.cpp."""

    def __init__(self, scheme, degree, t, kind, moduli, special, digits):
        import openfhe

        lengths = moduli if kind == "bits" else [q.bit_length() for q in moduli]
        special_lengths = special if kind == "bits" else [q.bit_length() for q in special]
        bits = (sum(lengths) + sum(special_lengths) - 60 * len(special)) // len(lengths)

        def context_of(depth, digits_of_keys):
            parameters = (openfhe.CCParamsBFVRNS if scheme == "bfv" else openfhe.CCParamsBGVRNS)()
            parameters.SetPlaintextModulus(t)
            parameters.SetRingDim(degree)
            parameters.SetMultiplicativeDepth(depth)
            parameters.SetScalingModSize(bits)
            parameters.SetSecretKeyDist(openfhe.SecretKeyDist.UNIFORM_TERNARY)
            parameters.SetKeySwitchTechnique(openfhe.KeySwitchTechnique.HYBRID)
            parameters.SetNumLargeDigits(digits_of_keys)
            parameters.SetSecurityLevel(openfhe.SecurityLevel.HEStd_NotSet)
            if scheme == "bfv":
                parameters.SetMultiplicationTechnique(openfhe.MultiplicationTechnique.HPSPOVERQ)
            else:
                parameters.SetScalingTechnique(openfhe.ScalingTechnique.FIXEDMANUAL)
            return openfhe.GenCryptoContext(parameters)

        def primes_of(context):
            return round(math.log2(context.GetModulus()) / bits)

        if scheme == "bgv":
            context = context_of(len(lengths) - 1, digits)
        else:
            too_short = bits * (len(lengths) - 1) - 40
            depth = int(max(1.0, too_short / math.log2(8.0 * degree * t)))
            while primes_of(context_of(depth, 1)) < len(lengths):
                depth += 1
            context = context_of(depth, digits)
        if primes_of(context) != len(lengths):
            raise ValueError(f"{primes_of(context)} primes in place of {len(lengths)}")
        for feature in (openfhe.PKE, openfhe.KEYSWITCH, openfhe.LEVELEDSHE):
            context.Enable(feature)
        keys = context.KeyGen()
        context.EvalMultKeyGen(keys.secretKey)
        context.EvalRotateKeyGen(keys.secretKey, [1])
        first, second = (context.MakePackedPlaintext(x) for x in operands(degree, t))
        a, b = context.Encrypt(keys.publicKey, first), context.Encrypt(keys.publicKey, second)
        product = context.EvalMultNoRelin(a, b)
        self.t, self.decrypt = t, lambda x: context.Decrypt(keys.secretKey, x)
        self.operations = {
            "encrypt": lambda: context.Encrypt(keys.publicKey, first),
            "decrypt": lambda: self.decrypt(a),
            "add": lambda: context.EvalAdd(a, b),
            "multiply": lambda: context.EvalMultNoRelin(a, b),
            "relinearize": lambda: context.Relinearize(product),
            "multiply_relinearize": lambda: context.EvalMult(a, b),
            "rotate": lambda: context.EvalRotate(a, 1),
            "mod_switch": lambda: context.ModReduce(a),
        }

    def slots(self, operation, result):
        plaintext = result if operation == "decrypt" else self.decrypt(result)
        return [x % self.t for x in plaintext.GetPackedValue()]


def main():
    peer = {"seal": Seal, "openfhe": OpenFhe}[sys.argv[1]]
    setting = operation = result = None
    gc.disable()
    for line in sys.stdin:
        command, *rest = line.split()
        try:
            if command == "set":
                scheme, degree, t, kind, moduli, special, digits = rest
                lists = ([int(x) for x in text.split(",")] for text in (moduli, special))
                setting = peer(scheme, int(degree), int(t), kind, *lists, int(digits))
                answer = "ready"
            elif command == "run":
                operation = rest[0]
                run = setting.operations[operation]
                start = time.perf_counter()
                result = run()
                answer = repr(time.perf_counter() - start)
            else:
                answer = " ".join(map(str, setting.slots(operation, result)))
        except Exception as error:  # whatever a package throws is an answer
            answer = "error " + " ".join(str(error).split())
        print(answer, flush=True)


if __name__ == "__main__":
    main()
