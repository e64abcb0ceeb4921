# SPDX-License-Identifier: Apache-2.0
"""Inputs and outputs that fail: taken names, full disks, closed pipes, signals, terminals."""

import errno
import itertools
import os
import resource
import shutil
import signal
import subprocess
import time

import system_calls
from command_line import KEY_OPTION, CommandLine, main, payload


class Outputs(CommandLine):
    def test_an_existing_output_stays_without_force(self):
        sealed = self.encrypted(b"text")
        self.write("out", b"precious")
        self.fails("encrypt", "-R", "alice.pub", "plain", "-o", "out", found="exists")
        self.fails("decrypt", "-i", "alice.key", "sealed", "-o", "out", found="exists")
        self.write("bad", sealed[:-1])
        self.fails("decrypt", "--force", "-i", "alice.key", "bad", "-o", "out")
        self.assertEqual(self.read("out"), b"precious")
        self.ok("decrypt", "--force", "-i", "alice.key", "sealed", "-o", "out")
        self.assertEqual(self.read("out"), b"text")

    def test_a_file_is_replaced_only_by_one_that_is_on_the_disk(self):
        self.needs_tracing()
        self.encrypted(b"text")
        # The leak checker of a sanitizer cannot work while the process is traced.
        options = dict(cwd=self.folder, env=dict(self.environment, ASAN_OPTIONS="detect_leaks=0"))
        for verb, key, source, out in (("encrypt", "alice.pub", "plain", "sealed"),
                                       ("decrypt", "alice.key", "sealed", "plain")):
            calls = []
            result = system_calls.run([self.LATH, verb, "--force", KEY_OPTION[verb], key, source, "-o", out],
                                      lambda name, _, calls=calls: calls.append(name), **options)
            self.assertEqual(result, (0, b"", b""))
            self.assertLess(calls.index("write"), calls.index("fsync"))
            self.assertLess(calls.index("fsync"), calls.index("rename"))

    def test_inputs_that_cannot_be_read(self):
        self.fails("encrypt", "-R", "alice.pub", "missing", "-o", "out", found="'missing'")
        self.fails("encrypt", "-R", "alice.pub", "spool", "-o", "out", found="folder")
        self.fails("encrypt", "-R", "alice.pub", "/proc/self/mem", "-o", "out", found="cannot read")
        closed = dict(preexec_fn=lambda: os.close(0))
        self.fails("encrypt", "-R", "alice.pub", "-", "-o", "out", found="standard input", **closed)

    def test_outputs_that_cannot_be_written(self):
        self.encrypted(b"text")
        for out in ("spool", "missing/out", "plain/out", "out/", "/proc/out", ""):
            for verb, key, source in (("encrypt", "alice.pub", "plain"),
                                      ("decrypt", "alice.key", "sealed")):
                self.fails(verb, "--force", KEY_OPTION[verb], key, source, "-o", out)
        os.symlink(self.path("plain"), self.path("link"))
        self.fails("encrypt", "--force", "-R", "alice.pub", "plain", "-o", "link", found="'link'")

    # An output that is a file which is read.

    def refuses_to_write(self, verb, key, source, out, what, **options):
        """Neither the key nor the input is replaced or written to. What is read from standard input
        is the file that is the output."""
        names = ("alice.key", "alice.pub", "plain", "sealed")
        before = [self.read(name) for name in names]
        for force in ([], ["--force"]):
            if key == "-" or source == "-":
                options["stdin"] = open(self.path(out), "rb")
            result = self.run_lath(verb, *force, KEY_OPTION[verb], key, source, "-o", out, **options)
            if "stdin" in options:
                options["stdin"].close()
            self.check_error(result, found=f"is the same file as {what}")
            self.assertEqual([self.read(name) for name in names], before)

    def test_a_file_that_is_read_is_never_replaced(self):
        self.encrypted(b"text")
        os.mkdir(self.path("folder"))
        for file, verb, key, source, what in (
                ("alice.key", "decrypt", "alice.key", "sealed", "a file of identities"),
                ("sealed", "decrypt", "alice.key", "sealed", "the input"),
                ("alice.pub", "encrypt", "alice.pub", "plain", "a file of recipients"),
                ("plain", "encrypt", "alice.pub", "plain", "the input")):
            os.link(self.path(file), self.path("hard"))
            os.symlink(file, self.path("symbolic"))
            os.symlink(self.path("folder"), self.path("shortcut"))
            os.symlink("../" + file, self.path("folder/inside"))
            for out in (file, "./" + file, "folder/../" + file, self.path(file), "hard", "symbolic",
                        "shortcut/../" + file, "shortcut/inside"):
                self.refuses_to_write(verb, key, source, out, what)
                # Under another name on the other side, too.
                other = ("symbolic", source) if what != "the input" else (key, "symbolic")
                self.refuses_to_write(verb, *other, out, what)
            for name in ("hard", "symbolic", "shortcut", "folder/inside"):
                os.remove(self.path(name))

    def test_standard_streams_that_are_files_which_are_read(self):
        self.encrypted(b"text")
        for file, verb, key, source, what in (
                ("alice.key", "decrypt", "alice.key", "sealed", "a file of identities"),
                ("sealed", "decrypt", "alice.key", "sealed", "the input"),
                ("alice.pub", "encrypt", "alice.pub", "plain", "a file of recipients"),
                ("plain", "encrypt", "alice.pub", "plain", "the input")):
            with open(self.path(file), "ab") as end:
                self.refuses_to_write(verb, key, source, "-", what, stdout=end)
                self.refuses_to_write(verb, key, source, "/dev/stdout", what, stdout=end)
            read = ("-", source) if what != "the input" else (key, "-")
            self.refuses_to_write(verb, *read, file, what)
        for name in ("alice.key", "alice.pub"):
            before = self.read(name)
            with open(self.path(name), "ab") as end:
                self.fails("keygen", "--force", "-o", "alice", stdout=end, found="is the same file as")
            self.assertEqual(self.read(name), before)
        with open(self.path("plain"), "ab") as end:
            self.fails("demo", "plain", stdout=end, found="is the same file as")

    def test_a_device_may_be_read_and_written(self):
        with open("/dev/null", "r+b") as null:
            self.ok("encrypt", "-R", "alice.pub", "-", "-o", "-", stdin=null, stdout=null)

    def test_a_full_disk(self):
        self.encrypted(payload(300_000))
        with open("/dev/full", "wb") as full:
            self.fails("encrypt", "-R", "alice.pub", "plain", "-o", "-", stdout=full, found="space")
            self.fails("decrypt", "-i", "alice.key", "sealed", "-o", "-", stdout=full, found="space")
            self.fails("--version", stdout=full, found="space")
            self.fails("keygen", "-o", "bob", stdout=full, found="space")
        limit = dict(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)))
        self.fails("encrypt", "-R", "alice.pub", "plain", "-o", "out", found="cannot write", **limit)
        self.fails("decrypt", "-i", "alice.key", "sealed", "-o", "out", found="cannot write", **limit)

    def test_a_full_file_system(self):
        disk = self.path("disk")
        os.mkdir(disk)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=128k", "none", disk],
                                 stderr=subprocess.DEVNULL, check=False)
        if mounted.returncode != 0:
            self.skipTest("mounting needs root")
        self.addCleanup(subprocess.run, ["umount", disk], check=False)
        self.encrypted(payload(300_000))
        self.fails("encrypt", "-R", "alice.pub", "plain", "-o", "disk/out", found="space")
        self.fails("decrypt", "-i", "alice.key", "sealed", "-o", "disk/out", found="space")

    def with_a_reader_that_ends(self, *arguments, **options):
        """Runs lath with a pipe that is closed after its first byte, or at once where the exit code
        is all that lath prints. Returns the exit code and standard error."""
        with self.start(*arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                        **options) as process:
            process.stdout.read(1)
            process.stdout.close()
            stderr = process.stderr.read()
            process.wait()
            return process.returncode, stderr

    def test_a_closed_pipe_ends_without_a_word(self):
        self.encrypted(payload(5_000_000))
        before = self.names()
        for arguments in (["encrypt", "-R", "alice.pub", "plain", "-o", "-"],
                          ["decrypt", "-i", "alice.key", "sealed", "-o", "-"],
                          ["params", "list"],
                          ["selftest"]):
            self.assertEqual(self.with_a_reader_that_ends(*arguments), (-signal.SIGPIPE, b""))
        self.assertEqual(self.names(), before)

    def test_a_closed_pipe_is_an_error_where_sigpipe_is_ignored(self):
        self.encrypted(payload(5_000_000))
        ignored = dict(restore_signals=False,  # Python ignores it
                       preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN))
        code, stderr = self.with_a_reader_that_ends("decrypt", "-i", "alice.key", "sealed", "-o", "-",
                                                    **ignored)
        self.check_error(subprocess.CompletedProcess([], code, b"", stderr), found="standard output")

    def test_keys_that_could_not_be_announced_are_not_there_and_this_is_said(self):
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "wb") as pipe:
            self.fails("keygen", "-o", "bob", stdout=pipe, found="standard output")

    def test_a_closed_standard_output(self):
        self.encrypted(b"text")
        closed = dict(preexec_fn=lambda: os.close(1))
        self.fails("decrypt", "-i", "alice.key", "sealed", "-o", "-", found="standard output", **closed)
        self.ok("decrypt", "-i", "alice.key", "sealed", "-o", "out", **closed)
        self.assertEqual(self.read("out"), b"text")

    def test_signals_leave_no_file(self):
        sealed = self.encrypted(payload(5_000_000))
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL):
            for arguments, data in ((["encrypt", "-R", "alice.pub"], bytes(3_000_000)),
                                    (["decrypt", "--force", "-i", "alice.key"], sealed[:3_000_000])):
                before = self.names()
                with self.start(*arguments, "-", "-o", "out", stdin=subprocess.PIPE) as process:
                    process.stdin.write(data)
                    process.stdin.flush()
                    self.wait_until(lambda: self.nameless_files(process.pid))
                    self.assertEqual(self.names(), before)
                    process.send_signal(number)
                    process.wait(timeout=30)
                    process.stdin.close()
                self.assertEqual(process.returncode, -number)
                self.assertEqual(self.names(), before)

    def wait_until(self, condition):
        deadline = time.time() + 30
        while not condition() and time.time() < deadline:
            time.sleep(0.01)
        self.assertTrue(condition())

    def nameless_files(self, process):
        """The files without a name that a process has open below our folder."""
        descriptors = f"/proc/{process}/fd"
        targets = [os.readlink(os.path.join(descriptors, fd)) for fd in os.listdir(descriptors)]
        return [name for name in targets if name.startswith(self.folder) and name.endswith(" (deleted)")]

    # What is left of a run that is ended before any of its calls, by file system.

    FILE_SYSTEMS = {
        "nameless": lambda name: None,
        "exchanges": lambda name: errno.EOPNOTSUPP if name == "openat" else None,
        "links": lambda name: (errno.EOPNOTSUPP if name == "openat" else
                               errno.EINVAL if name == "renameat2" else None),
    }

    def decrypts_with(self, decide, old):
        """Decrypts over the file `old`, or to a new name for None, with a decision about each system
        call. Returns the exit code, standard error, and what is in the folder of the output."""
        folder = self.path("outputs")
        shutil.rmtree(folder, ignore_errors=True)
        os.mkdir(folder)
        force = []
        if old is not None:
            self.write("outputs/out", old)
            force = ["--force"]
        # The leak checker of a sanitizer cannot work while the process is traced.
        code, _, errors = system_calls.run(
            [self.LATH, "decrypt", "-i", "alice.key", "sealed", "-o", "outputs/out", *force],
            lambda name, arguments: decide(name if name != "write" or arguments[0] > 2 else "message"),
            cwd=self.folder, env=dict(self.environment, ASAN_OPTIONS="detect_leaks=0"))
        return code, errors, {name: self.read("outputs/" + name) for name in os.listdir(folder)}

    def test_a_run_that_is_killed_leaves_no_part_of_a_plaintext(self):
        self.needs_tracing()
        plain = payload(1000)
        self.encrypted(plain)
        for (kind, file_system), old in itertools.product(self.FILE_SYSTEMS.items(), (None, b"old")):
            calls = []

            def count(name, calls=calls, file_system=file_system):
                calls.append(name)
                return file_system(name)

            self.assertEqual(self.decrypts_with(count, old), (0, b"", {"out": plain}))
            for at, call in enumerate(calls):
                left_to_come = itertools.count()

                def kill(name, at=at, left_to_come=left_to_come, file_system=file_system):
                    return system_calls.KILL if next(left_to_come) == at else file_system(name)

                with self.subTest(f"{kind}, old {old}, call {at}: {call}"):
                    code, _, found = self.decrypts_with(kill, old)
                    self.assertEqual(code, -signal.SIGKILL)
                    self.assertIn(found.pop("out", None), (old, plain))
                    if kind != "nameless":
                        continue  # a temporary file stays
                    # All of it, between its temporary name and its own; otherwise nothing.
                    self.assertEqual(list(found.values()),
                                     [plain] if old is not None and call == "rename" else [])

    def test_a_call_that_fails_leaves_no_temporary_file(self):
        self.needs_tracing()
        plain = payload(1000)
        self.encrypted(plain)
        for kind, file_system in self.FILE_SYSTEMS.items():
            for fault, old in itertools.product(("openat", "linkat", "rename", "renameat2", "link", "fsync",
                                                 "write"), (None, b"old")):
                def fail(name, fault=fault, file_system=file_system):
                    return errno.EIO if name == fault else file_system(name)

                with self.subTest(f"{kind}, old {old}, {fault}"):
                    code, errors, found = self.decrypts_with(fail, old)
                    self.assertIn(code, (0, 1))
                    wanted = plain if code == 0 else old
                    self.assertEqual(found, {} if wanted is None else {"out": wanted})
                    self.assertEqual(errors == b"", code == 0)

    def needs_tracing(self):
        if not system_calls.can_run():
            self.skipTest("needs x86-64 and leave to trace processes")

    def test_a_terminal_gets_no_ciphertext(self):
        self.write("plain", b"text")
        ours, theirs = os.openpty()
        with os.fdopen(theirs, "wb") as terminal:
            self.fails("encrypt", "-R", "alice.pub", "plain", "-o", "-", stdout=terminal, found="terminal")
        os.close(ours)


if __name__ == "__main__":
    main()
