#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""import_vectors.py <folder age/testdata of a clone of github.com/C2SP/CCTV>: writes vectors.txt, the
test vectors of age as one text, without those of X25519 stanzas, which Lath does not open. The vectors
are by The age Authors, under the Zero-Clause BSD license or CC0 1.0 or the Unlicense, to one's choice.

Each vector is a line "name <name>", lines with the fields of the original, and a line "data <text>":
the bytes as ASCII, with \\n, \\r, \\\\, \\xHH for other bytes, and \\*N*HH for N bytes in a row."""

import itertools
import os
import sys
import zlib

FIELDS = ("expect", "payload", "file key", "identity", "passphrase", "armored")
NOT_OURS = ("x25519", "hybrid_x25519_arg")
LONG = 16


def text_of(byte):
    if byte == 10:
        return "\\n"
    if byte == 13:
        return "\\r"
    if byte == 92:
        return "\\\\"
    return chr(byte) if 32 <= byte < 127 else f"\\x{byte:02x}"


def text(data):
    parts = []
    for byte, run in itertools.groupby(data):
        count = len(list(run))
        parts.append(f"\\*{count}*{byte:02x}" if count >= LONG else text_of(byte) * count)
    return "".join(parts)


def main():
    folder = sys.argv[1]
    with open(os.path.join(os.path.dirname(__file__), "vectors.txt"), "w", encoding="ascii") as out:
        for name in sorted(os.listdir(folder)):
            if name.startswith(NOT_OURS):
                continue
            with open(os.path.join(folder, name), "rb") as file:
                header, data = file.read().split(b"\n\n", 1)
            fields = [line.split(": ", 1) for line in header.decode().splitlines()]
            if ["compressed", "zlib"] in fields:
                data = zlib.decompress(data)
            out.write(f"name {name}\n")
            for key, value in fields:
                if key in FIELDS:
                    out.write(f"{key.replace(' ', '-')} {value}\n")
            out.write(f"data {text(data)}\n")


if __name__ == "__main__":
    main()
