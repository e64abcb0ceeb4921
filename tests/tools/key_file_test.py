# SPDX-License-Identifier: Apache-2.0
"""What key files hold, and which are refused."""

import os

from command_line import SCHEMES, CommandLine, main


class KeyFiles(CommandLine):
    def test_the_usual_scheme_is_ml_kem_768(self):
        self.assertEqual(self.read("alice.pub")[4:8], bytes([1, 1, 2, 0]))
        self.assertEqual(len(self.read("alice.pub")), 8 + 1184 + 32)
        self.assertEqual(len(self.read("alice.key")), 8 + 32 + 2400 + 32)

    def test_an_unknown_scheme_gives_the_list(self):
        for scheme in ("rsa", "", "ml-kem"):
            before = self.names()
            result = self.run_lath("keygen", "--scheme", scheme, "-o", "bob")
            self.check_error(result, 2)
            for name in SCHEMES[:8]:
                self.assertIn(name, result.stderr.decode())
            self.assertEqual(self.names(), before)

    def test_parameter_sets_without_key_files(self):
        rows = [line.split() for line in self.ok("params", "list").decode().split("\n\n")[0].splitlines()]
        with_files = {row[0] for row in rows if row[-2] == "yes"}
        without = {row[0] for row in rows if row[-2] == "none"}
        self.assertEqual(with_files, set(SCHEMES[:8]))
        self.assertEqual(with_files | without, {row[0] for row in rows[1:]})
        self.assertIn("lwe-128", without)
        for name in without:
            self.fails("keygen", "--scheme", name, "-o", "bob", code=2,
                       found=f"--scheme '{name}' is a parameter set of which there are no key files")
        self.assertRegex(self.ok("params", "show", "lwe-128").decode(), r"key files +none: for programs")
        self.assertRegex(self.ok("params", "show", "rlwe-192").decode(),
                         r"key files +lath keygen --scheme rlwe-192\n")

    def test_a_readable_secret_key_gives_one_warning(self):
        self.encrypted(b"text")
        os.chmod(self.path("alice.key"), 0o644)
        result = self.run_lath("decrypt", "-k", "alice.key", "sealed", "-o", "-")
        self.assertEqual((result.returncode, result.stdout), (0, b"text"))
        self.assertEqual(len(result.stderr.splitlines()), 1)
        self.assertTrue(result.stderr.startswith(b"lath: warning: "), result.stderr)

    def test_keys_that_are_none(self):
        self.encrypted(b"text")
        self.fails("encrypt", "-k", "alice.key", "plain", "-o", "out", found="secret key")
        self.fails("decrypt", "-k", "alice.pub", "sealed", "-o", "out", found="public key")
        self.fails("encrypt", "-k", "missing.pub", "plain", "-o", "out", found="missing.pub")
        self.fails("decrypt", "-k", "missing.key", "sealed", "-o", "out", found="missing.key")
        for name, verb in (("alice.pub", "encrypt"), ("alice.key", "decrypt")):
            key = self.read(name)
            self.write("bad", b"hello\n")
            self.fails(verb, "-k", "bad", "sealed", "-o", "out", found="'bad': bytes that lath did not write")
            for bad in (b"", key[:4], key[:-1], key + b"\0", bytes(len(key)),
                        key[:100] + bytes([key[100] ^ 1]) + key[101:]):
                self.write("bad", bad)
                os.chmod(self.path("bad"), 0o600)
                self.fails(verb, "-k", "bad", "sealed", "-o", "out", found="'bad'")

    def test_keys_are_not_replaced_by_accident(self):
        public, secret = self.read("alice.pub"), self.read("alice.key")
        self.fails("keygen", "-o", "alice", found="exists")
        self.assertEqual((self.read("alice.pub"), self.read("alice.key")), (public, secret))
        os.remove(self.path("alice.key"))  # then the other one alone
        self.fails("keygen", "-o", "alice", found="alice.pub")
        self.write("alice.key", secret)
        os.remove(self.path("alice.pub"))
        self.fails("keygen", "-o", "alice", found="alice.key")
        self.ok("keygen", "--force", "-o", "alice")
        self.assertNotEqual(self.read("alice.key"), secret)


if __name__ == "__main__":
    main()
