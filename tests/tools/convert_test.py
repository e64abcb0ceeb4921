# SPDX-License-Identifier: Apache-2.0
"""convert_test.py LATH [unittest options]: `lath convert`, with files that TenSEAL wrote (SEAL 4.1, zstd)."""

import os
import pathlib
import stat
import subprocess
import sys
import tempfile
import unittest

FILES = pathlib.Path(__file__).resolve().parent.parent / "kat" / "seal" / "4.1-tenseal"
OTHERS = FILES.parent / "4.1-bfv-blake2xb-none"
LEGACY = ("--legacy-security", "2018")
LATH = ""


class Convert(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="lath-convert-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_lath(self, *words):
        return subprocess.run([LATH, "convert", *map(str, words)], cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=300, check=False)

    def ok(self, *words):
        result = self.run_lath(*words)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"", b""), words)

    def fails(self, status, words, *parts):
        result = self.run_lath(*words)
        self.assertEqual(result.returncode, status, result.stderr)
        for part in parts:
            self.assertIn(part, result.stderr.decode())
        return result

    def read(self, name):
        return (self.folder / name).read_bytes()

    def there_and_back(self, name, kind, *options):
        """SEAL's file to Lath, to SEAL, and to Lath again: the bytes of Lath."""
        self.ok(FILES / name, "-o", name + ".lath", *options, *LEGACY)
        self.ok(name + ".lath", "-o", name + ".seal", *options, *LEGACY)
        self.ok(name + ".seal", "-o", name + ".again", *options, *LEGACY)
        there, again = self.read(name + ".lath"), self.read(name + ".again")
        self.assertEqual(there[:5], b"lath" + bytes([kind]))
        self.assertEqual(there, again)
        self.assertEqual(self.read(name + ".seal")[:6], bytes.fromhex("5ea110040100"))
        return there

    def test_parameters_and_objects_go_there_and_back(self):
        self.there_and_back("parms", 7)
        key = self.there_and_back("sk", 9, "-p", FILES / "parms")
        # 2048 coefficients of two bits behind 56 bytes.
        self.assertEqual(len(key), 56 + 512)
        ciphertext = self.there_and_back("x", 13, "-p", FILES / "parms")
        # Two polynomials modulo a prime of 27 bits behind a factor and a noise bound.
        self.assertEqual(len(ciphertext), 56 + 8 + 8 + 2 * 2048 * 27 // 8)

    def test_parameters_may_be_those_of_lath(self):
        self.ok(FILES / "parms", "-o", "parms.lath", *LEGACY)
        self.ok(FILES / "x", "-o", "x.lath", "-p", "parms.lath", *LEGACY)
        self.ok(FILES / "x", "-o", "y.lath", "-p", FILES / "parms", *LEGACY)
        self.assertEqual(self.read("x.lath"), self.read("y.lath"))

    def test_secrets_are_for_their_owner(self):
        self.ok(FILES / "sk", "-o", "sk.lath", "-p", FILES / "parms", *LEGACY)
        self.assertEqual(stat.S_IMODE(os.stat(self.folder / "sk.lath").st_mode), 0o600)

    def test_a_budget_is_the_noise_that_is_claimed(self):
        self.ok(FILES / "x", "-o", "x.lath", "-p", FILES / "parms", "--noise-budget", "3", *LEGACY)
        # -4 as an IEEE 754 number, behind the header and the factor.
        self.assertEqual(self.read("x.lath")[64:72], bytes.fromhex("00000000000010c0"))

    def test_limits_of_2018_are_accepted_by_name_only(self):
        self.fails(1, [FILES / "parms", "-o", "parms.lath"], "54", "53", "--legacy-security 2018")
        self.fails(1, [OTHERS / "parms", "-o", "parms.lath", *LEGACY], "degree 32", "1024 to 32768")
        self.fails(2, [FILES / "parms", "-o", "parms.lath", "--legacy-security", "2017"], "2017", "2018")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_errors_say_what_is_missing(self):
        self.fails(2, [FILES / "x", "-o", "x.lath"], "a ciphertext without --parameters", "-p")
        self.fails(2, [FILES / "sk", "-o", "x.lath"], "a secret key without --parameters")
        self.fails(1, [__file__, "-o", "x.lath", "-p", FILES / "parms"], "neither SEAL nor Lath")
        self.fails(1, [OTHERS / "x", "-o", "x.lath", "-p", FILES / "parms", *LEGACY], "other parameters")
        self.fails(1, [FILES / "x", "-o", "x.lath", "-p", __file__], "parameters of neither")
        self.fails(2, [FILES / "x", "-o", "x.lath", "-p", FILES / "parms", "--noise-budget", "much"], "whole number")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_file_is_replaced_by_force_only(self):
        self.ok(FILES / "parms", "-o", "parms.lath", *LEGACY)
        self.fails(1, [FILES / "parms", "-o", "parms.lath", *LEGACY], "exists")
        self.ok(FILES / "parms", "-o", "parms.lath", "--force", *LEGACY)


if __name__ == "__main__":
    LATH = os.path.abspath(sys.argv.pop(1))
    unittest.main()
