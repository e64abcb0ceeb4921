# SPDX-License-Identifier: Apache-2.0
"""Inputs and outputs that fail: taken names, full disks, closed pipes, signals, terminals."""

import os
import resource
import signal
import subprocess
import time

import system_calls
from command_line import CommandLine, main, payload


class Outputs(CommandLine):
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

    def test_a_file_is_replaced_only_by_one_that_is_on_the_disk(self):
        if not system_calls.can_run():
            self.skipTest("needs x86-64 and leave to trace processes")
        self.encrypted(b"text")
        # The leak checker of a sanitizer cannot work while the process is traced.
        options = dict(cwd=self.folder, env=dict(self.environment, ASAN_OPTIONS="detect_leaks=0"))
        for verb, key, source, out in (("encrypt", "alice.pub", "plain", "sealed"),
                                       ("decrypt", "alice.key", "sealed", "plain")):
            calls = []
            result = system_calls.run([self.LATH, verb, "--force", "-k", key, source, "-o", out],
                                      lambda name, _, calls=calls: calls.append(name), **options)
            self.assertEqual(result, (0, b"", b""))
            self.assertLess(calls.index("write"), calls.index("fsync"))
            self.assertLess(calls.index("fsync"), calls.index("rename"))

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
            with self.start(verb, "-k", key, source, "-o", "-", stdout=subprocess.PIPE,
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
                with self.start(*arguments, "-", "-o", "out", stdin=subprocess.PIPE) as process:
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

    def test_a_terminal_gets_no_ciphertext(self):
        self.write("plain", b"text")
        ours, theirs = os.openpty()
        with os.fdopen(theirs, "wb") as terminal:
            self.fails("encrypt", "-k", "alice.pub", "plain", "-o", "-", stdout=terminal, found="terminal")
        os.close(ours)


if __name__ == "__main__":
    main()
