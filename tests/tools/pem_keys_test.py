# SPDX-License-Identifier: Apache-2.0
"""Keys of ML-KEM that `lath keygen --pem` writes."""

import base64
import os
import pty
import shutil
import stat
import subprocess
import termios
import time

from command_line import CommandLine, main

SETS = {512: 1, 768: 2, 1024: 3}


def block(text, label):
    """The bytes of a text that is one block of PEM."""
    lines = text.decode().split("\n")
    assert lines[0] == f"-----BEGIN {label}-----" and lines[-2:] == [f"-----END {label}-----", ""]
    assert all(len(line) == 64 for line in lines[1:-3]) and 0 < len(lines[-3]) <= 64
    return base64.b64decode("".join(lines[1:-2]), validate=True)


class PemKeys(CommandLine):
    def pem(self, *options, **more):
        printed = self.ok("keygen", "--pem", "--force", "-o", "bob", *options, **more)
        return printed.decode(), self.read("bob.pub"), self.read("bob.key")

    def test_all_sets_and_forms(self):
        for number, last in SETS.items():
            identifier = bytes.fromhex("300b0609608648016503040400")[:-1] + bytes([last])
            for form, size in (("--seed", 66), ("--expanded", 4 + 3 * number + 96),
                               ("--both", 4 + 66 + 4 + 3 * number + 96), ("", 66)):
                printed, public, secret = self.pem("--scheme", f"ml-kem-{number}", *form.split())
                self.assertRegex(printed, rf"^ml-kem-{number} key [0-9a-f]{{16}}\n$")
                public, secret = block(public, "PUBLIC KEY"), block(secret, "PRIVATE KEY")
                self.assertEqual(public[4:17], identifier)
                self.assertEqual(len(public), 22 + number * 3 // 2 + 32)
                self.assertIn(b"\x02\x01\x00" + identifier, secret[:20])
                self.assertEqual(len(secret) - secret.index(identifier) - 13, size + (2 if size < 128 else 4))

    def test_the_usual_set_is_768(self):
        self.assertTrue(self.pem()[0].startswith("ml-kem-768 key "))

    def test_only_the_owner_reads_the_secret_key(self):
        self.pem()
        self.assertEqual(stat.S_IMODE(os.stat(self.path("bob.key")).st_mode), 0o600)
        self.assertNotEqual(stat.S_IMODE(os.stat(self.path("bob.pub")).st_mode) & 0o044, 0)

    def test_the_fingerprint_is_that_of_the_public_key(self):
        openssl = shutil.which("openssl")
        if openssl is None:
            self.skipTest("there is no openssl")
        printed, public, _ = self.pem()
        digest = subprocess.run([openssl, "dgst", "-sha256", "-binary"], input=block(public, "PUBLIC KEY"),
                                stdout=subprocess.PIPE, check=True).stdout
        self.assertEqual(printed.split()[2], digest[:8].hex())

    def test_a_passphrase_from_a_descriptor(self):
        for passphrase in (b"secret", b"secret\n", b"x" * 1024):
            _, _, secret = self.pem("--passphrase-fd", "0", input=passphrase)
            self.assertEqual(len(block(secret, "ENCRYPTED PRIVATE KEY")), 199)
        before = self.names()
        for passphrase, found in ((b"", "empty"), (b"\n", "empty"), (b"x" * 1025, "more than 1024 bytes")):
            self.fails("keygen", "--pem", "-o", "carol", "--passphrase-fd", "0", input=passphrase, found=found)
        self.fails("keygen", "--pem", "-o", "carol", "--passphrase-fd", "99", found="descriptor 99")
        for wrong in ("x", "-1", "1.5", "99999999999"):
            self.fails("keygen", "--pem", "-o", "carol", f"--passphrase-fd={wrong}", code=2,
                       found="--passphrase-fd")
        self.assertEqual(self.names(), before)

    def on_terminal(self, typed):
        """keygen --passphrase with a terminal of its own: the exit status and what the terminal shows."""
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(self.folder)
            os.execv(self.LATH, ["lath", "keygen", "--pem", "--passphrase", "-o", "dave"])
        shown = b""
        for answer in typed:
            while not shown.endswith(b"Passphrase: "):
                shown += os.read(terminal, 1)
            while termios.tcgetattr(terminal)[3] & termios.ECHO:
                time.sleep(0.01)  # the prompt comes before the terminal stops to show what is typed
            os.write(terminal, answer)
            shown += b"|"
        shown += self.read_to_the_end(terminal)
        os.close(terminal)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), shown

    def test_a_passphrase_from_a_terminal(self):
        code, shown = self.on_terminal([b"open sesame\n", b"open sesame\n"])
        self.assertEqual(code, 0, shown)
        self.assertNotIn(b"sesame", shown)
        block(self.read("dave.key"), "ENCRYPTED PRIVATE KEY")
        before = self.names()
        for name in ("dave.key", "dave.pub"):
            os.remove(self.path(name))
        code, shown = self.on_terminal([b"open sesame\n", b"open sesamy\n"])
        self.assertEqual(code, 1, shown)
        self.assertNotIn(b"sesam", shown)
        self.assertEqual(len(self.names()), len(before) - 2)

    def test_options_that_do_not_go_together(self):
        for options, found in (
                (["--seed"], "without --pem"), (["--both"], "without --pem"),
                (["--passphrase"], "without --pem"), (["--passphrase-fd", "0"], "without --pem"),
                (["--pem", "--seed", "--both"], "more than one form"),
                (["--pem", "--passphrase", "--passphrase-fd", "0"], "two passphrases"),
                (["--pem", "--scheme", "rlwe-192"], "--scheme 'rlwe-192' with --pem"),
                (["--pem", "--scheme", ""], "--scheme '' with --pem"),
                (["--pem", "-o", "-"], "a key pair is two files")):
            output = [] if "-o" in options else ["-o", "carol"]
            self.fails("keygen", *options, *output, code=2, found=found)

    def test_a_pair_is_kept_or_replaced_as_a_whole(self):
        self.pem()
        old = self.read("bob.pub"), self.read("bob.key")
        self.fails("keygen", "--pem", "-o", "bob", found="exists")
        with open("/dev/full", "wb") as full:
            self.check_error(self.run_lath("keygen", "--pem", "--force", "-o", "bob", stdout=full),
                             found="standard output")
        self.assertEqual((self.read("bob.pub"), self.read("bob.key")), old)
        self.pem()
        self.assertNotEqual(self.read("bob.pub"), old[0])
        self.assertNotEqual(self.read("bob.key"), old[1])


if __name__ == "__main__":
    main()
