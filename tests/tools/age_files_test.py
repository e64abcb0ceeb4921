# SPDX-License-Identifier: Apache-2.0
"""Keys, recipients, passphrases, armour, several files: what is particular to age files."""

import fcntl
import json
import os
import pty
import re
import shutil
import signal
import stat
import subprocess
import termios
import threading
import unittest

from command_line import CHUNK, CommandLine, main, payload

SEALED = CHUNK + 16
OLD_FILES = {b"\1": "a key file", b"\2": "a key file", b"\4": "an encrypted file"}
WORD = b"correct horse battery staple"


class AgeFiles(CommandLine):
    def with_terminal(self, command, *lines, **options):
        """Runs a command with a terminal of its own, types the lines, and returns its exit status
        and what stood on the terminal."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.chdir(self.folder)
            for number, path in options.get("redirected", {}).items():
                os.dup2(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), number)
            os.execve(command[0], command, self.environment)
        shown = b""
        for line in lines:
            while not shown.rstrip().endswith(b":"):
                shown += os.read(terminal, 4096)
            os.write(terminal, line)
            shown += b"\n"
        shown += self.read_to_the_end(terminal)
        os.close(terminal)
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), shown

    def bob(self):
        self.ok("keygen", "-o", "bob")

    # Keys.

    def test_keys_are_text(self):
        lines = self.read("alice.key").decode().splitlines()
        self.assertRegex(lines[0], r"^# created: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertEqual(lines[1], "# public key: " + self.read("alice.pub").decode().strip())
        self.assertRegex(lines[2], r"^AGE-SECRET-KEY-PQ-1[0-9A-Z]{58}$")
        self.assertEqual(len(lines), 3)
        self.assertRegex(self.read("alice.pub").decode(), r"^age1pq1[0-9a-z]{1952}\n$")

    def test_keygen_prints_and_shows_keys(self):
        printed = self.ok("keygen")
        self.write("printed", printed)
        os.chmod(self.path("printed"), 0o600)
        recipient = printed.split()[5] if printed.split()[2] == b"created:" else printed.splitlines()[1].split()[3]
        self.assertEqual(self.ok("keygen", "-y", "printed"), recipient + b"\n")
        self.assertEqual(self.ok("keygen", "-y", input=self.read("alice.key")), self.read("alice.pub"))
        self.fails("keygen", "-y", "alice.pub", found="'alice.pub': line 1: ")
        self.fails("keygen", "-y", "-o", "x", "alice.key", code=2)
        self.fails("keygen", "alice.key", code=2, found="unknown argument 'alice.key'")

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

    def test_a_readable_identity_gives_one_warning(self):
        self.encrypted(b"text")
        os.chmod(self.path("alice.key"), 0o644)
        result = self.run_lath("decrypt", "-i", "alice.key", "sealed")
        self.assertEqual((result.returncode, result.stdout), (0, b"text"))
        self.assertEqual(len(result.stderr.splitlines()), 1)
        self.assertTrue(result.stderr.startswith(b"lath: warning: "), result.stderr)

    def test_keys_that_are_none(self):
        self.encrypted(b"text")
        self.fails("encrypt", "-R", "alice.key", "plain", found="identity in place of a recipient")
        self.fails("decrypt", "-i", "alice.pub", "sealed", found="'alice.pub': line 1: an identity, which is")
        self.fails("encrypt", "-R", "missing.pub", "plain", found="missing.pub")
        self.fails("decrypt", "-i", "missing.key", "sealed", found="missing.key")
        self.fails("encrypt", "-r", "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj", "plain",
                   code=2, found="recipient of X25519")
        secret = self.read("alice.key").split()[-1].decode()
        for bad in (secret[:-1], secret[:-1] + ("Q" if secret[-1] != "Q" else "P"), secret + "Q"):
            result = self.run_lath("decrypt", "-i", bad, "sealed")
            self.check_error(result)
            self.assertNotIn(secret[25:40], result.stderr.decode())
        for bad in (b"", b"hello\n", b"#\n", bytes(3000), b"x" * (1 << 22) + b"x"):
            self.write("bad", bad)
            os.chmod(self.path("bad"), 0o600)
            self.fails("encrypt", "-R", "bad", "plain", "-o", "out", found="'bad'")
            self.fails("decrypt", "-i", "bad", "sealed", "-o", "out", found="'bad'")

    def test_files_of_lath_0_1_0_are_refused_by_name(self):
        self.encrypted(b"text")
        for kind, what in OLD_FILES.items():
            self.write("old", b"lath" + kind + b"\1\2\0" + bytes(1200))
            os.chmod(self.path("old"), 0o600)
            for arguments in (["decrypt", "-i", "alice.key", "old"], ["decrypt", "-i", "old", "sealed"],
                              ["encrypt", "-R", "old", "plain", "-o", "out"]):
                result = self.run_lath(*arguments)
                self.check_error(result, found=f"'old': {what} of lath 0.1.0")
                self.assertIn(b"hint: lath 0.1.0 is the last version that reads it", result.stderr)

    # Recipients.

    def test_every_recipient_opens_the_file_and_others_do_not(self):
        self.bob()
        self.ok("keygen", "-o", "carol")
        self.ok("keygen", "-o", "dave")
        self.write("plain", b"text")
        self.write("friends", b"# friends\n\n" + self.read("bob.pub"))
        alice = self.read("alice.pub").decode().strip()
        self.ok("encrypt", "-r", alice, "-R", "friends", "-i", "carol.key", "plain", "-o", "sealed")
        for name in ("alice", "bob", "carol"):
            self.assertEqual(self.ok("decrypt", "-i", name + ".key", "sealed"), b"text")
        self.fails("decrypt", "-i", "dave.key", "sealed",
                   found="'sealed': the identity does not open the file, which is encrypted for "
                         '"mlkem768x25519" (3 times)')
        self.assertEqual(self.ok("decrypt", "-i", "dave.key", "-i", "bob.key", "sealed"), b"text")
        self.write("both", self.read("dave.key") + self.read("alice.key"))
        os.chmod(self.path("both"), 0o600)
        self.assertEqual(self.ok("decrypt", "-i", "both", "sealed"), b"text")
        secret = self.read("carol.key").split()[-1].decode()
        self.assertEqual(self.ok("decrypt", "-i", secret, "sealed"), b"text")
        self.assertEqual(self.ok("decrypt", "-i", "-", "sealed", input=self.read("bob.key")), b"text")
        self.fails("decrypt", "sealed", "--verify", found="no identity was given")

    # Files.

    def test_several_files_in_one_call(self):
        files = {f"file{i}": payload(1000 * i) for i in range(4)}
        for name, data in files.items():
            self.write(name, data)
        self.ok("encrypt", "-R", "alice.pub", *files)
        sealed = [name + ".age" for name in files]
        self.assertEqual(self.ok("decrypt", "-i", "alice.key", "--verify", *sealed), b"")
        self.fails("decrypt", "-i", "alice.key", *sealed, found="'file0' exists")
        for name in files:
            os.remove(self.path(name))
        self.ok("decrypt", "-i", "alice.key", *sealed)
        self.assertEqual({name: self.read(name) for name in files}, files)
        self.fails("encrypt", "-R", "alice.pub", "file1", "file2", found="'file1.age' exists")
        self.fails("encrypt", "-R", "alice.pub", "file1", "file2", "-o", "out", code=2,
                   found="--output 'out' for 2 inputs")
        self.fails("encrypt", "-R", "alice.pub", "file1", "-", code=2, found="standard input among")
        self.fails("decrypt", "-i", "alice.key", "file1.age", "file2", code=2, found="'file2' among them")
        self.ok("encrypt", "--force", "-R", "alice.pub", "file1", "file2")

    def test_armor_is_text_and_detected(self):
        for size in (0, 100, 2 * CHUNK):
            data = payload(size)
            text = self.ok("encrypt", "-a", "-R", "alice.pub", input=data)
            lines = text.decode("ascii").splitlines()
            self.assertEqual(lines[0], "-----BEGIN AGE ENCRYPTED FILE-----")
            self.assertEqual(lines[-1], "-----END AGE ENCRYPTED FILE-----")
            self.assertTrue(all(len(line) == 64 for line in lines[1:-2]) and 0 < len(lines[-2]) <= 64)
            for written in (text, b"\n \n" + text + b"\n\n", text.replace(b"\n", b"\r\n")):
                self.assertEqual(self.ok("decrypt", "-i", "alice.key", input=written), data)
            self.refuses(text[:-10])
            self.refuses(text + b"x")
            self.refuses(b"x" + text)

    def test_files_that_were_changed(self):
        plain = payload(200_000)
        sealed = self.encrypted(plain)
        header = len(sealed) - 3 * SEALED - (200_000 - 3 * CHUNK + 16)
        chunks = [sealed[at:at + SEALED] for at in range(header, len(sealed), SEALED)]
        for at in (0, 30, 60, 1000, header - 20, header - 1, header, header + SEALED, len(sealed) - 1):
            changed = bytearray(sealed)
            changed[at] ^= 1
            self.refuses(bytes(changed), plain=plain)
        for size in (0, 1, 21, header - 1, header, header + 15, header + 17, header + SEALED, len(sealed) - 1):
            self.refuses(sealed[:size], plain=plain)
        self.refuses(sealed[:header + SEALED], found="cut off after chunk 0", plain=plain)
        for extra in (b"\0", bytes(16), bytes(SEALED)):
            self.refuses(sealed + extra, plain=plain)
        for order in ((1, 0, 2, 3), (0, 0, 1, 2, 3), (0, 2, 3), (0, 1, 3), (3,)):
            self.refuses(sealed[:header] + b"".join(chunks[i] for i in order), plain=plain)
        # To a pipe goes what was right.
        changed = sealed[:-1] + bytes([sealed[-1] ^ 1])
        self.assertEqual(self.fails("decrypt", "-i", "alice.key", input=changed), plain[:3 * CHUNK])

    def test_files_that_are_none(self):
        for data, found in ((b"", "a file without a byte"), (b"hello, world" * 1000, "no age file"),
                            (self.read("alice.pub"), "no age file"),
                            (b"age-encryption.org/v2\n", "another version than v1"),
                            (b"age-encryption.org/v1\n", "no end")):
            self.refuses(data, found=found)

    def test_inspect_says_what_shows_without_a_key(self):
        self.bob()
        self.write("plain", payload(70_000))
        self.ok("encrypt", "-a", "-R", "alice.pub", "-R", "bob.pub", "plain", "-o", "sealed")
        shown = dict(re.split("  +", line, maxsplit=1) for line in self.ok("inspect", "sealed").decode().splitlines())
        self.assertEqual((shown["form"], shown["recipients"], shown["kinds"], shown["payload"]),
                         ("ASCII armour", "2", '"mlkem768x25519" (2 times)', "70000 bytes"))
        self.write("word", WORD)
        self.ok("encrypt", "--work-factor", "9", "--passphrase-file", "word", "plain", "-o", "closed")
        found = json.loads(self.ok("inspect", "--json", "closed"))
        self.assertEqual((found["form"], found["kinds"], found["work_factor_of_passphrase"], found["payload"]),
                         ("binary", '"scrypt"', 9, 70_000))
        self.write("cut", self.read("closed")[:-70_020])
        self.fails("inspect", "cut", found="'cut': an age file with")

    # Outputs.

    def test_devices_and_named_pipes_take_bytes(self):
        self.encrypted(payload(300_000))
        self.ok("encrypt", "-R", "alice.pub", "plain", "-o", "/dev/null")
        self.ok("decrypt", "-i", "alice.key", "sealed", "-o", "/dev/null")
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))
        self.fails("decrypt", "-i", "alice.key", "sealed", "-o", "/dev/full", found="space")
        os.mkfifo(self.path("pipe"))
        got = []
        reader = threading.Thread(target=lambda: got.append(self.read("pipe")))
        reader.start()
        self.ok("decrypt", "-i", "alice.key", "sealed", "-o", "pipe")
        reader.join()
        self.assertEqual(got, [self.read("plain")])
        self.assertEqual(self.ok("decrypt", "-i", "alice.key", "sealed", "-o", "/dev/stdout"),
                         self.read("plain"))

    def test_a_run_that_is_killed_leaves_the_old_file_or_none(self):
        plain = payload(3_000_000)
        sealed = self.encrypted(plain)
        self.write("out", b"old")
        for cut in range(0, len(sealed), 300_000):
            with self.start("decrypt", "--force", "-i", "alice.key", "-o", "out",
                            stdin=subprocess.PIPE) as process:
                process.stdin.write(sealed[:cut])
                process.stdin.flush()
                process.send_signal(signal.SIGKILL)
                process.wait(timeout=30)
                process.stdin.close()
            self.assertEqual(self.read("out"), b"old")
            self.assertEqual([name for name in self.names() if ".lath-" in name], [])

    # Passphrases.

    def test_passphrases_in_files(self):
        self.write("word", WORD + b"\nmore\n")
        self.write("wrong", WORD + b"s\n")
        self.write("empty", b"\n")
        self.write("plain", b"text")
        self.ok("encrypt", "--work-factor", "10", "--passphrase-file", "word", "plain", "-o", "sealed")
        self.assertEqual(self.ok("decrypt", "--passphrase-file", "word", "sealed"), b"text")
        self.assertEqual(self.ok("decrypt", "--passphrase-file", "-", "sealed", input=WORD), b"text")
        said = [self.run_lath("decrypt", "--passphrase-file", "wrong", "sealed").stderr]
        sealed = self.read("sealed")
        at = sealed.index(b"---") + 10
        self.write("sealed", sealed[:at] + (b"A" if sealed[at:at + 1] != b"A" else b"B") + sealed[at + 1:])
        said.append(self.run_lath("decrypt", "--passphrase-file", "word", "sealed").stderr)
        self.assertEqual(said[0], said[1])
        self.assertIn(b"'sealed': the passphrase is wrong, or the header was changed", said[0])
        self.fails("encrypt", "--passphrase-file", "empty", "plain", found="an empty passphrase")
        self.fails("decrypt", "-i", "alice.key", "sealed", found="encrypted with a passphrase")
        self.fails("encrypt", "-p", "--passphrase-file", "word", "plain", code=2)
        self.fails("encrypt", "-p", "-R", "alice.pub", "plain", code=2, found="a passphrase and recipients")
        self.fails("encrypt", "plain", code=2, found="no recipient and no passphrase")
        self.fails("encrypt", "--passphrase-file", "-", "-", code=2, found="standard input")

    def test_passphrases_on_the_terminal(self):
        self.write("plain", b"text")
        lath, word = self.LATH, WORD + b"\n"
        code, shown = self.with_terminal([lath, "encrypt", "--work-factor", "8", "-p", "plain", "-o", "sealed"], word, word)
        self.assertEqual(code, 0, shown)
        self.assertNotIn(WORD, shown)
        code, shown = self.with_terminal([lath, "decrypt", "sealed", "-o", "out"], word)
        self.assertEqual((code, self.read("out")), (0, b"text"), shown)
        before = self.names()
        code, shown = self.with_terminal([lath, "encrypt", "-p", "plain", "-o", "x"], word, b"other\n")
        self.assertEqual(code, 1)
        self.assertIn(b"the two passphrases differ", shown)
        code, _ = self.with_terminal([lath, "encrypt", "-p", "plain", "-o", "x"], b"half\x03")
        self.assertEqual((code, self.names()), (-signal.SIGINT, before))
        no_terminal = dict(start_new_session=True)
        self.fails("encrypt", "-p", "plain", "-o", "x", found="no terminal to ask", **no_terminal)

    def test_a_signal_leaves_the_terminal_as_it_was(self):
        self.write("plain", b"text")
        for number in (signal.SIGTERM, signal.SIGHUP):
            ours, theirs = os.openpty()
            before = termios.tcgetattr(theirs)
            with subprocess.Popen([self.LATH, "encrypt", "-p", "plain", "-o", "x"], cwd=self.folder,
                                  env=self.environment, start_new_session=True,
                                  preexec_fn=lambda: fcntl.ioctl(theirs, termios.TIOCSCTTY, 0)) as process:
                shown = b""
                while not shown.endswith(b"Passphrase: "):
                    shown += os.read(ours, 4096)
                self.assertNotEqual(termios.tcgetattr(theirs)[3], before[3])
                process.send_signal(number)
                self.assertEqual(process.wait(20), -number)
            self.assertEqual(termios.tcgetattr(theirs), before)
            os.close(ours)
            os.close(theirs)
        self.assertNotIn("x", self.names())

    def test_files_of_debians_age(self):
        age = shutil.which("age")
        if age is None:
            raise unittest.SkipTest("age was not found; install it with: scripts/install-deps test")
        word = WORD + b"\n"
        self.write("plain", payload(100_000))
        self.write("word", word)
        code, shown = self.with_terminal([age, "-p", "-a", "-o", "theirs", "plain"], word, word)
        self.assertEqual(code, 0, shown)
        self.assertEqual(self.ok("decrypt", "--passphrase-file", "word", "theirs"), self.read("plain"))
        for options in ([], ["-a"]):
            self.ok("encrypt", "--force", "--work-factor", "12", "--passphrase-file", "word", *options, "plain",
                    "-o", "ours")
            code, shown = self.with_terminal([age, "-d", "-o", "back", "ours"], word)
            self.assertEqual((code, self.read("back")), (0, self.read("plain")), shown)


if __name__ == "__main__":
    main()
