# SPDX-License-Identifier: Apache-2.0
"""interoperation.py <ml_kem_pipe> [runs]: ML-KEM of Lath and of pqcrypto from PyPI: whatever one
makes, the other uses, in both directions."""

import importlib
import importlib.metadata
import random
import subprocess
import sys

SETS = [512, 768, 1024]


class Lath:
    """The library behind a pipe."""

    def __init__(self, program, number):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, bufsize=1)
        self.number = number

    def ask(self, command, *arguments):
        self.process.stdin.write(" ".join([command, str(self.number), *map(bytes.hex, arguments)])
                                 + "\n")
        answer = self.process.stdout.readline().split()
        if not answer or answer[0] == "error":
            raise ValueError(" ".join(answer))
        return [bytes.fromhex(part) for part in answer]

    def keygen(self):
        return self.ask("keygen")

    def encaps(self, public_key):
        return self.ask("encapsulate", public_key)

    def decaps(self, secret_key, ciphertext):
        return self.ask("decapsulate", secret_key, ciphertext)[0]


def exchange(owner, sender, values):
    """One run: the owner's keys, the sender's ciphertext, and what both make of it and of a changed
    one. Returns what went wrong."""
    public_key, secret_key = owner.keygen()
    ciphertext, secret = sender.encaps(public_key)
    changed = bytearray(ciphertext)
    changed[values.randrange(len(changed))] ^= 1 << values.randrange(8)
    wrong = []
    # A secret key made by one is used by the other too.
    for name, party in [("owner", owner), ("sender", sender)]:
        if party.decaps(secret_key, ciphertext) != secret:
            wrong.append(f"the {name} finds another secret")
    rejections = {party.decaps(secret_key, bytes(changed)) for party in (owner, sender)}
    if len(rejections) != 1 or secret in rejections:
        wrong.append("a changed ciphertext gives each another secret, or the one that was sent")
    return wrong


def main():
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    print(f"pqcrypto {importlib.metadata.version('pqcrypto')}")
    failed = 0
    for number in SETS:
        lath = Lath(sys.argv[1], number)
        peer = importlib.import_module(f"pqcrypto.kem.ml_kem_{number}")
        for direction, owner, sender in [("Lath's keys, pqcrypto's ciphertexts", lath, peer),
                                         ("pqcrypto's keys, Lath's ciphertexts", peer, lath)]:
            values = random.Random(number)
            wrong = [each for _ in range(runs) for each in exchange(owner, sender, values)]
            print(f"ML-KEM-{number}: {direction}: {runs} runs, {len(wrong)} wrong")
            for each in sorted(set(wrong)):
                print(f"  {each}")
            failed += len(wrong)
    return 1 if failed else 0


sys.exit(main())
