# SPDX-License-Identifier: Apache-2.0
"""Drives the built `lath` as a user would: command_line_test.py <path of lath> [unittest options]."""

import os
import random
import resource
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest

LATH = ""
HEADER = 8 + 32 + 1088  # of ml-kem-768
SCHEMES = ("ml-kem-512", "ml-kem-768", "ml-kem-1024", "mlwe-128", "mlwe-192", "mlwe-256", "rlwe-192",
           "rlwe-256", "mlwe", "rlwe")
CHUNK = 65536
SEALED = CHUNK + 16


def payload(size):
    return random.Random(size).randbytes(size)


class CommandLine(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="lath-test-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.spool = self.path("spool")
        os.mkdir(self.spool)
        self.environment = dict(os.environ, TMPDIR=self.spool)
        self.ok("keygen", "-o", "alice")

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data)
        return name

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def run_lath(self, *arguments, **options):
        options.setdefault("stdout", subprocess.PIPE)
        options.setdefault("cwd", self.folder)
        return subprocess.run([LATH, *arguments], stderr=subprocess.PIPE, env=self.environment,
                              timeout=300, check=False, **options)

    def ok(self, *arguments, **options):
        result = self.run_lath(*arguments, **options)
        self.assertEqual((result.returncode, result.stderr), (0, b""), arguments)
        return result.stdout

    def names(self):
        """All names below the folder: what a failure must not change."""
        return sorted(os.path.join(folder, name)
                      for folder, folders, files in os.walk(self.folder)
                      for name in folders + files)

    def check_error(self, result, code=1, found=None):
        lines = result.stderr.decode().splitlines()
        self.assertEqual(result.returncode, code, lines)
        self.assertEqual(len(lines), 2, lines)
        self.assertTrue(lines[0].startswith("lath: ") and "; " in lines[0], lines)
        self.assertTrue(lines[1].startswith("hint: "), lines)
        if found:
            self.assertIn(found, lines[0])

    def fails(self, *arguments, code=1, found=None, **options):
        """Runs lath, which must fail, say why in two lines and leave no file behind."""
        before = self.names()
        result = self.run_lath(*arguments, **options)
        self.check_error(result, code, found)
        self.assertEqual(self.names(), before)
        return result.stdout

    def encrypted(self, data):
        self.write("plain", data)
        self.ok("encrypt", "--force", "-k", "alice.pub", "plain", "-o", "sealed")
        return self.read("sealed")

    def refuses(self, envelope, found=None):
        """Neither a file nor a byte on standard output comes from `envelope`."""
        self.write("bad", envelope)
        self.fails("decrypt", "-k", "alice.key", "bad", "-o", "out", found=found)
        self.assertEqual(self.fails("decrypt", "-k", "alice.key", "bad", "-o", "-", found=found), b"")
        self.assertEqual(
            self.fails("decrypt", "-k", "alice.key", "-", "-o", "-", input=envelope, found=found), b"")

    # What works.

    def test_files_of_all_sizes_come_back(self):
        for size in (0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 16 * CHUNK, 5_000_000):
            data = payload(size)
            self.encrypted(data)
            self.ok("decrypt", "--force", "-k", "alice.key", "sealed", "-o", "out")
            self.assertEqual(self.read("out"), data, size)

    def test_pipes_come_back(self):
        for size in (0, 1, CHUNK, 5_000_000):
            data = payload(size)
            sealed = self.ok("encrypt", "-k", "alice.pub", "-", "-o", "-", input=data)
            self.assertEqual(self.ok("decrypt", "-k", "alice.key", "-", "-o", "-", input=sealed), data)
            self.write("sealed", sealed)
            self.assertEqual(self.ok("decrypt", "-k", "alice.key", "sealed", "-o", "-"), data)
            with open(self.path("sealed"), "rb") as file:
                self.assertEqual(self.ok("decrypt", "-k", "alice.key", "-", "-o", "-", stdin=file), data)
            self.assertEqual(os.listdir(self.spool), [])

    def test_keys_of_every_scheme(self):
        data = payload(100_000)
        self.write("plain", data)
        for scheme in SCHEMES:
            said = self.ok("keygen", "--scheme", scheme, "-o", scheme).split()
            self.assertTrue(said[0].decode().startswith(scheme) and said[1] == b"key", said)
            self.ok("encrypt", "-k", scheme + ".pub", "plain", "-o", scheme + ".lath")
            self.ok("decrypt", "-k", scheme + ".key", scheme + ".lath", "-o", scheme + ".out")
            self.assertEqual(self.read(scheme + ".out"), data)
            self.fails("decrypt", "-k", "alice.key", scheme + ".lath", "-o", "out",
                       found="this key is the ml-kem-768 key")

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

    def test_files_of_version_zero_are_named(self):
        sealed = self.encrypted(b"text")
        self.refuses(sealed[:5] + b"\0" + sealed[6:], found="format version 0")
        self.write("old.pub", self.read("alice.pub")[:5] + b"\0" + self.read("alice.pub")[6:])
        result = self.run_lath("encrypt", "-k", "old.pub", "plain", "-o", "out")
        self.check_error(result, 1, "format version 0")
        self.assertIn("make new keys", result.stderr.decode())

    def test_sealed_bytes_differ_each_time(self):
        self.assertNotEqual(self.encrypted(b"same"), self.encrypted(b"same"))

    def test_modes_keep_secrets_to_their_owner(self):
        def mode(name):
            return stat.S_IMODE(os.stat(self.path(name)).st_mode)

        self.encrypted(b"text")
        self.ok("decrypt", "-k", "alice.key", "sealed", "-o", "out")
        umask = os.umask(0)
        os.umask(umask)
        self.assertEqual([mode(n) for n in ("alice.key", "out")], [0o600, 0o600])
        self.assertEqual([mode(n) for n in ("alice.pub", "sealed")], [0o666 & ~umask] * 2)

    def test_a_readable_secret_key_gives_one_warning(self):
        self.encrypted(b"text")
        os.chmod(self.path("alice.key"), 0o644)
        result = self.run_lath("decrypt", "-k", "alice.key", "sealed", "-o", "-")
        self.assertEqual((result.returncode, result.stdout), (0, b"text"))
        self.assertEqual(len(result.stderr.splitlines()), 1)
        self.assertTrue(result.stderr.startswith(b"lath: warning: "), result.stderr)

    @staticmethod
    def read_to_the_end(terminal):
        """All that was written to a terminal which nobody has open any more."""
        shown = b""
        while True:
            try:
                part = os.read(terminal, 1 << 16)
            except OSError:  # EIO: the other side was closed, and all is read
                return shown
            if not part:
                return shown
            shown += part

    def test_progress_is_shown_on_a_terminal_after_a_second(self):
        ours, theirs = os.openpty()
        with subprocess.Popen([LATH, "encrypt", "-k", "alice.pub", "-", "-o", "out"], cwd=self.folder,
                              stdin=subprocess.PIPE, stderr=theirs) as process:
            for _ in range(15):
                process.stdin.write(bytes(1 << 21))
                process.stdin.flush()
                time.sleep(0.1)
            process.stdin.close()
            process.wait()
        os.close(theirs)
        shown = self.read_to_the_end(ours).decode()
        os.close(ours)
        self.assertEqual(process.returncode, 0)
        self.assertRegex(shown, r"^\rencrypting [0-9.]+ MB, [0-9.]+ [kMG]B/s")
        self.assertTrue(shown.endswith("\r\x1b[K"), shown)

    def test_help_version_selftest(self):
        for arguments in (["--help"], ["encrypt", "--help"], ["--version"], ["selftest"]):
            self.assertTrue(self.ok(*arguments))

    # Parameters.

    def test_params_list_has_a_line_for_each_set(self):
        lines = self.ok("params", "list").decode().splitlines()
        rows = {line.split()[0]: line for line in lines[1:lines.index("")]}
        for name in ("lwe-128", "lwe-256", "mlwe-128", "mlwe-192", "rlwe-192", "ml-kem-768",
                     "thesis-256-7681"):
            self.assertIn(name, rows)
            self.assertEqual(len(rows[name]) - len(rows[name].split()[-1]),
                             lines[0].index("standing"))  # aligned
        for name, line in rows.items():
            self.assertEqual(line.endswith("INSECURE"), name.startswith(("thesis-", "nfllib-")), line)
        self.assertRegex(rows["mlwe-128"], r" 768 +7681 +194\.9 +153\.5 +2\^-425\.8 ")

    def test_params_show_tells_all_of_a_set(self):
        text = self.ok("params", "show", "mlwe-256").decode()
        for line in (r"standing +recommended, for 256 bits", r"dimension +1280", r"modulus q +7681",
                     r"worst case noise +20485; decryption bears any up to 3840",
                     r"a message fails, at most +2\^-251\.0", r"by convolution +2\^-256\.6",
                     r"ciphertext +2496 bytes", r"MATZOV +[0-9.]+ +[0-9.]+ +327\.0",
                     r"level reached: 256 bits"):
            self.assertRegex(text, line)
        self.assertRegex(self.ok("params", "show", "ml-kem-512").decode(),
                         r"level reached: none: less than 128 bits")

    def test_params_estimate_takes_any_instance(self):
        # Kyber512: the published figures are in tests/security/published_estimates.hpp.
        text = self.ok("params", "estimate", "--dimension", "512", "--modulus", "3329", "--secret",
                       "binomial:3", "--error", "binomial:3", "--samples", "512").decode()
        self.assertRegex(text, r"MATZOV +143\.8 +140\.2 +138\.9")
        self.assertRegex(text, r"core-SVP +118\.6 ")
        # One modulus in two ways, one distribution in two ways.
        self.assertEqual(*(self.ok("params", "estimate", "--dimension", "1024", "--modulus", modulus,
                                   "--secret", secret, "--error", "gaussian:3.19")
                           for modulus, secret in (("2^26", "ternary"), ("67108864", "uniform:-1:1"))))

    def test_params_that_are_none(self):
        def estimate(**changed):
            options = dict(dimension="512", modulus="3329", secret="ternary", error="ternary")
            options.update(changed)
            return ["params", "estimate"] + [f"--{name}={value}" for name, value in options.items()]

        self.ok(*estimate())
        for changed in (dict(dimension="0"), dict(dimension="x"), dict(dimension="2000000"),
                        dict(modulus="2"), dict(modulus="q"), dict(modulus="2^"), dict(modulus="-3"),
                        dict(secret="wide"), dict(secret="uniform:1"), dict(error="uniform:2:1"),
                        dict(error="gaussian:0"), dict(error="gaussian:nan"), dict(error="binomial:-1"),
                        dict(error="uniform:0:5000"), dict(samples="0"), dict(samples="-1")):
            self.fails(*estimate(**changed), code=2)
        self.fails("params", code=2)
        self.fails("params", "show", code=2)
        self.fails("params", "show", "mlwe-129", code=2, found="mlwe-128")
        self.fails("params", "estimate", "--dimension", "512", code=2)

    def test_input_and_output_may_be_one_file_with_force(self):
        data = payload(3 * CHUNK)
        self.write("file", data)
        self.fails("encrypt", "-k", "alice.pub", "file", "-o", "file", found="exists")
        self.assertEqual(self.read("file"), data)
        self.ok("encrypt", "--force", "-k", "alice.pub", "file", "-o", "file")
        self.ok("decrypt", "--force", "-k", "alice.key", "file", "-o", "file")
        self.assertEqual(self.read("file"), data)

    # What is refused: envelopes.

    def test_the_wrong_key_is_named(self):
        sealed = self.encrypted(b"text")
        bob = self.ok("keygen", "-o", "bob").split()[2].decode()
        self.fails("decrypt", "-k", "bob.key", "sealed", "-o", "out", found="this key is the ml-kem-768 key " + bob)
        self.assertEqual(
            self.fails("decrypt", "-k", "bob.key", "-", "-o", "-", input=sealed, found=bob), b"")

    def test_altered_envelopes_of_every_region(self):
        sealed = self.encrypted(payload(200_000))
        for at in (0, 4, 5, 6, 7, 8, 39, 40, 1000, HEADER - 1, HEADER, HEADER + SEALED - 1,
                   HEADER + SEALED, len(sealed) - 17, len(sealed) - 1):
            changed = bytearray(sealed)
            changed[at] ^= 1
            self.refuses(bytes(changed))

    def test_truncated_envelopes(self):
        sealed = self.encrypted(payload(200_000))
        for size in (0, 1, 7, 8, HEADER - 1, HEADER, HEADER + 15, HEADER + 16, HEADER + 17,
                     HEADER + SEALED, HEADER + 2 * SEALED, len(sealed) - 1):
            self.refuses(sealed[:size])
        self.refuses(sealed[: HEADER + SEALED], found="cut off after chunk 0")

    def test_extended_envelopes(self):
        for size in (0, 10, CHUNK):
            sealed = self.encrypted(payload(size))
            for extra in (b"\0", bytes(16), bytes(17), bytes(SEALED)):
                self.refuses(sealed + extra)

    def test_reordered_envelopes(self):
        sealed = self.encrypted(payload(200_000))
        header, rest = sealed[:HEADER], sealed[HEADER:]
        chunks = [rest[i : i + SEALED] for i in range(0, len(rest), SEALED)]
        for order in ((1, 0, 2, 3), (0, 0, 1, 2, 3), (0, 2, 3), (1, 2, 3), (0, 1, 3), (3,)):
            self.refuses(header + b"".join(chunks[i] for i in order))

    def test_what_is_no_envelope(self):
        self.refuses(b"", found="ends after 0 bytes")
        self.refuses(b"hello, world" * 1000, found="lath did not write")
        self.refuses(self.read("alice.pub"), found="public key")

    # What is refused: keys.

    def test_keys_that_are_none(self):
        self.encrypted(b"text")
        self.fails("encrypt", "-k", "alice.key", "plain", "-o", "out", found="secret key")
        self.fails("decrypt", "-k", "alice.pub", "sealed", "-o", "out", found="public key")
        self.fails("encrypt", "-k", "missing.pub", "plain", "-o", "out", found="missing.pub")
        self.fails("decrypt", "-k", "missing.key", "sealed", "-o", "out", found="missing.key")
        for name, verb in (("alice.pub", "encrypt"), ("alice.key", "decrypt")):
            key = self.read(name)
            for bad in (b"", key[:-1], key + b"\0", bytes(len(key)), key[:100] + b"?" + key[101:]):
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

    # What is refused: files.

    def test_an_existing_output_stays_without_force(self):
        sealed = self.encrypted(b"text")
        self.write("out", b"precious")
        self.fails("encrypt", "-k", "alice.pub", "plain", "-o", "out", found="exists")
        self.fails("decrypt", "-k", "alice.key", "sealed", "-o", "out", found="exists")
        self.write("bad", sealed[:-1])
        self.fails("decrypt", "--force", "-k", "alice.key", "bad", "-o", "out")
        self.assertEqual(self.read("out"), b"precious")
        self.ok("decrypt", "--force", "-k", "alice.key", "sealed", "-o", "out")
        self.assertEqual(self.read("out"), b"text")

    def test_inputs_that_cannot_be_read(self):
        self.fails("encrypt", "-k", "alice.pub", "missing", "-o", "out", found="'missing'")
        self.fails("encrypt", "-k", "alice.pub", "spool", "-o", "out", found="folder")
        self.fails("encrypt", "-k", "alice.pub", "/proc/self/mem", "-o", "out", found="cannot read")
        closed = dict(preexec_fn=lambda: os.close(0))
        self.fails("encrypt", "-k", "alice.pub", "-", "-o", "out", found="standard input", **closed)

    def test_outputs_that_cannot_be_written(self):
        self.encrypted(b"text")
        for out in ("spool", "missing/out", "plain/out", "out/", "/proc/out", "/dev/null", ""):
            for verb, key, source in (("encrypt", "alice.pub", "plain"),
                                      ("decrypt", "alice.key", "sealed")):
                self.fails(verb, "--force", "-k", key, source, "-o", out)
        os.symlink(self.path("plain"), self.path("link"))
        self.fails("encrypt", "--force", "-k", "alice.pub", "plain", "-o", "link", found="'link'")

    def test_a_full_disk(self):
        self.encrypted(payload(300_000))
        with open("/dev/full", "wb") as full:
            self.fails("encrypt", "-k", "alice.pub", "plain", "-o", "-", stdout=full, found="space")
            self.fails("decrypt", "-k", "alice.key", "sealed", "-o", "-", stdout=full, found="space")
            self.fails("--version", stdout=full, found="space")
            self.fails("keygen", "-o", "bob", stdout=full, found="space")
        limit = dict(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)))
        self.fails("encrypt", "-k", "alice.pub", "plain", "-o", "out", found="cannot write", **limit)
        self.fails("decrypt", "-k", "alice.key", "sealed", "-o", "out", found="cannot write", **limit)
        # The copy of a pipe's bytes meets the limit too.
        self.assertEqual(
            self.fails("decrypt", "-k", "alice.key", "-", "-o", "-", input=self.read("sealed"),
                       found="cannot write", **limit), b"")

    def test_a_full_file_system(self):
        disk = self.path("disk")
        os.mkdir(disk)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=128k", "none", disk],
                                 stderr=subprocess.DEVNULL, check=False)
        if mounted.returncode != 0:
            self.skipTest("mounting needs root")
        self.addCleanup(subprocess.run, ["umount", disk], check=False)
        self.encrypted(payload(300_000))
        self.fails("encrypt", "-k", "alice.pub", "plain", "-o", "disk/out", found="space")
        self.fails("decrypt", "-k", "alice.key", "sealed", "-o", "disk/out", found="space")

    def test_a_closed_pipe(self):
        self.encrypted(payload(5_000_000))
        before = self.names()
        for verb, key, source in (("encrypt", "alice.pub", "plain"),
                                  ("decrypt", "alice.key", "sealed")):
            with subprocess.Popen([LATH, verb, "-k", key, source, "-o", "-"], cwd=self.folder,
                                  env=self.environment, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE) as process:
                process.stdout.read(1)
                process.stdout.close()
                stderr = process.stderr.read()
                process.wait()
            self.check_error(subprocess.CompletedProcess([], process.returncode, b"", stderr),
                             found="standard output")
        self.assertEqual(self.names(), before)

    def test_a_closed_standard_output(self):
        self.encrypted(b"text")
        closed = dict(preexec_fn=lambda: os.close(1))
        self.fails("decrypt", "-k", "alice.key", "sealed", "-o", "-", found="standard output", **closed)
        self.ok("decrypt", "-k", "alice.key", "sealed", "-o", "out", **closed)
        self.assertEqual(self.read("out"), b"text")

    def test_signals_leave_no_file(self):
        sealed = self.encrypted(payload(5_000_000))
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            for arguments, data in ((["encrypt", "-k", "alice.pub"], bytes(3_000_000)),
                                    (["decrypt", "-k", "alice.key"], sealed[:3_000_000])):
                before = self.names()
                with subprocess.Popen([LATH, *arguments, "-", "-o", "out"], cwd=self.folder,
                                      env=self.environment, stdin=subprocess.PIPE) as process:
                    process.stdin.write(data)
                    process.stdin.flush()
                    deadline = time.time() + 30
                    while self.names() == before and time.time() < deadline:
                        time.sleep(0.01)
                    self.assertNotEqual(self.names(), before)  # the temporary file is there
                    process.send_signal(number)
                    process.wait(timeout=30)
                    process.stdin.close()
                self.assertEqual(process.returncode, -number)
                self.assertEqual(self.names(), before)

    def test_wrong_use(self):
        for arguments in ([], ["melt"], ["encrypt"], ["encrypt", "-k", "alice.pub", "plain"],
                          ["encrypt", "plain", "-o", "out"], ["keygen"], ["keygen", "-x"],
                          ["decrypt", "-k", "alice.key", "a", "b", "-o", "out"], ["--melt"],
                          ["encrypt", "-k", "-", "-", "-o", "out"], ["demo", "-"]):
            self.fails(*arguments, code=2)

    def test_names_cannot_break_the_line(self):
        self.fails("encrypt", "-k", "a\nlath: b", "plain", "-o", "out")

    def test_a_terminal_gets_no_ciphertext(self):
        self.write("plain", b"text")
        ours, theirs = os.openpty()
        with os.fdopen(theirs, "wb") as terminal:
            self.fails("encrypt", "-k", "alice.pub", "plain", "-o", "-", stdout=terminal, found="terminal")
        os.close(ours)


if __name__ == "__main__":
    LATH = os.path.abspath(sys.argv.pop(1))
    unittest.main()
