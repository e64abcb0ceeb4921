#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""write_files.py <folder of age, age-keygen and age-plugin-batchpass 1.3.2>: writes files.txt, ten
files that age has encrypted, in the form of vectors.txt: see import_vectors.py. New keys every time."""

import hashlib
import os
import random
import subprocess
import sys

from import_vectors import text

BIN = os.path.abspath(sys.argv[1])
# The sizes of payloads, the number of recipients (0: a passphrase), armour.
FILES = ((0, 1, False), (1, 1, True), (48, 1, False), (47, 1, True), (300, 3, False), (300, 2, True),
         (200, 0, False), (200, 0, True), (95, 10, False), (65537, 1, True))
PASSPHRASE = "correct horse battery staple"


def age(*arguments, data=b""):
    environment = dict(os.environ, PATH=BIN + ":" + os.environ["PATH"], AGE_PASSPHRASE=PASSPHRASE,
                       AGE_PASSPHRASE_WORK_FACTOR="10")
    return subprocess.run([os.path.join(BIN, arguments[0]), *arguments[1:]], input=data, check=True,
                          capture_output=True, env=environment).stdout


def keys():
    lines = age("age-keygen", "-pq").decode().splitlines()
    return lines[1].split(": ")[1], lines[2]


def main():
    folder = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(folder, "files.txt"), "w", encoding="ascii") as out:
        for number, (size, recipients, armored) in enumerate(FILES, 1):
            payload = random.Random(number).randbytes(size)
            arguments, identity = ["-e", "-j", "batchpass"], ""
            if recipients:
                pairs = [keys() for _ in range(recipients)]
                identity = pairs[-1][1]
                arguments = [word for recipient, _ in pairs for word in ("-r", recipient)]
            data = age("age", *arguments, *(["-a"] if armored else []), data=payload)
            out.write(f"name file_{number}\nexpect success\n")
            out.write(f"payload {hashlib.sha256(payload).hexdigest()}\nsize {size}\n")
            out.write(f"recipients {recipients or 1}\n")
            out.write(f"identity {identity}\n" if recipients else f"passphrase {PASSPHRASE}\n")
            out.write("armored yes\n" if armored else "")
            out.write(f"data {text(data)}\n")


main()
