# SPDX-License-Identifier: Apache-2.0
"""What the tests share that drive the built `lath` as a user would. Each of them is a program:
<name>_test.py <path of lath> [unittest options]."""

import os
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

CHUNK = 65536
# The option that names the keys of a verb.
KEY_OPTION = {"encrypt": "-R", "decrypt": "-i"}


def payload(size):
    return random.Random(size).randbytes(size)


class CommandLine(unittest.TestCase):
    """A folder with the keys alice.pub and alice.key, and lath at work in it."""

    LATH = ""

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
        options.setdefault("env", self.environment)
        return subprocess.run([self.LATH, *arguments], stderr=subprocess.PIPE, timeout=300, check=False,
                              **options)

    def start(self, *arguments, **options):
        return subprocess.Popen([self.LATH, *arguments], cwd=self.folder, env=self.environment,
                                **options)

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
        self.ok("encrypt", "--force", "-R", "alice.pub", "plain", "-o", "sealed")
        return self.read("sealed")

    def refuses(self, sealed, found=None, plain=b""):
        """No file comes from `sealed`, and to standard output only the beginning of `plain`."""
        self.write("bad", sealed)
        self.fails("decrypt", "-i", "alice.key", "bad", "-o", "out", found=found)
        self.assertEqual(self.fails("decrypt", "-i", "alice.key", "--verify", "bad", found=found), b"")
        for options in (["bad"], ["bad", "-o", "-"], []):
            shown = self.fails("decrypt", "-i", "alice.key", *options, found=found,
                               **({} if options else {"input": sealed}))
            self.assertTrue(plain.startswith(shown))

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


def main():
    CommandLine.LATH = os.path.abspath(sys.argv.pop(1))
    unittest.main()
