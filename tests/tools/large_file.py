# SPDX-License-Identifier: Apache-2.0
"""Encrypts and decrypts a large file with the built `lath` and checks that memory stays small:
large_file.py <path of lath> [<MiB>, 64 unless told]. Prints times, rates and peak memory."""

import hashlib
import os
import resource
import subprocess
import sys
import tempfile
import time

LIMIT_MIB = 64


def write_random(path, mebibytes):
    with open(path, "wb") as file:
        for _ in range(mebibytes):
            file.write(os.urandom(1 << 20))


def digest(path):
    result = hashlib.sha256()
    with open(path, "rb") as file:
        while part := file.read(1 << 20):
            result.update(part)
    return result.digest()


def run(name, size, command, **options):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    subprocess.run(command, check=True, **options)
    wall = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{name:<24} {wall:7.2f} s  {size / wall / 1e9:6.2f} GB/s  "
          f"user {after.ru_utime - before.ru_utime:6.2f} s  "
          f"system {after.ru_stime - before.ru_stime:6.2f} s  "
          f"peak {after.ru_maxrss / 1024:6.1f} MiB", flush=True)
    if after.ru_maxrss / 1024 >= LIMIT_MIB:
        sys.exit(f"more than {LIMIT_MIB} MiB of memory")


def main():
    lath = os.path.abspath(sys.argv[1])
    mebibytes = int(sys.argv[2]) if len(sys.argv) > 2 else 64
    size = mebibytes << 20
    with tempfile.TemporaryDirectory(prefix="lath-large-") as folder:
        os.chdir(folder)
        write_random("plain", mebibytes)
        expected = digest("plain")
        subprocess.run([lath, "keygen", "-o", "key"], check=True, stdout=subprocess.DEVNULL)
        run("encrypt to a file", size, [lath, "encrypt", "-k", "key.pub", "plain", "-o", "sealed"])
        run("decrypt to a file", size, [lath, "decrypt", "-k", "key.key", "sealed", "-o", "out"])
        if digest("out") != expected:
            sys.exit("the file came back changed")
        run("encrypt to nowhere", size, [lath, "encrypt", "-k", "key.pub", "plain", "-o", "-"],
            stdout=subprocess.DEVNULL)
        run("verify and decrypt", size, [lath, "decrypt", "-k", "key.key", "sealed", "-o", "-"],
            stdout=subprocess.DEVNULL)
        os.remove("out")
        # Last, since the peak memory of all children so far is what the system tells.
        run("cp, to compare", size, ["cp", "--reflink=never", "plain", "out"])


if __name__ == "__main__":
    main()
