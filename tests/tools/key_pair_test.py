# SPDX-License-Identifier: Apache-2.0
"""A key pair is replaced as a whole or not at all, whatever fails."""

import contextlib
import errno
import fcntl
import itertools
import os
import shutil
import signal
import stat
import subprocess

import system_calls
from command_line import CommandLine, main

RENAMES = ("rename", "renameat2", "link")


def is_exchange(name, arguments):
    return name == "renameat2" and arguments[4] == system_calls.EXCHANGE


# What file systems can do: hold files without a name, exchange two names, link a file, or none of
# these.
FILE_SYSTEMS = {
    "nameless": lambda name, arguments: None,
    "exchanges": lambda name, arguments: errno.EOPNOTSUPP if name == "openat" else None,
    "links": lambda name, arguments: errno.EINVAL if is_exchange(name, arguments) else None,
    "renames": lambda name, arguments: (errno.EOPNOTSUPP if name == "openat" else
                                        errno.EINVAL if name == "renameat2" else
                                        errno.EPERM if name == "link" else None),
}


def matches(public, secret):
    """Whether two key files are a pair: the secret key names the public one."""
    return secret.startswith(b"# created: ") and secret.splitlines()[1] == b"# public key: " + public.strip()


class KeyPairs(CommandLine):
    def setUp(self):
        super().setUp()
        os.mkdir(self.path("keys"))
        self.ok("keygen", "-o", "keys/alice")
        self.old = self.pair()

    def pair(self):
        return self.read("keys/alice.pub"), self.read("keys/alice.key")

    def contents(self):
        """The bytes of all files in the folder of the keys, by name."""
        return {name: self.read("keys/" + name) for name in os.listdir(self.path("keys"))}

    def refuses_to_replace(self, found, **options):
        """keygen --force fails, prints nothing, and the old pair is there and can be used."""
        printed = self.fails("keygen", "--force", "-o", "keys/alice", found=found, **options)
        self.assertEqual((printed, self.pair()), (b"", self.old))
        sealed = self.ok("encrypt", "-R", "keys/alice.pub", "-", "-o", "-", input=b"text")
        self.assertEqual(
            self.ok("decrypt", "-i", "keys/alice.key", "-", "-o", "-", input=sealed), b"text")

    def as_root(self, *command):
        """Runs a command that needs root, or skips the test."""
        try:
            done = subprocess.run(command, cwd=self.folder, stderr=subprocess.PIPE, check=False)
        except FileNotFoundError:
            self.skipTest(f"there is no {command[0]}")
        if done.returncode != 0:
            self.skipTest(f"{command[0]}: {done.stderr.decode().strip()}")

    # What can be set up from outside.

    def test_a_new_pair_replaces_the_old_one(self):
        os.chmod(self.path("keys/alice.key"), 0o400)
        said = self.ok("keygen", "--force", "-o", "keys/alice")
        public, secret = self.pair()
        self.assertTrue(matches(public, secret))
        self.assertEqual(public, said)
        self.assertNotEqual((public, secret), self.old)
        self.assertEqual(sorted(self.contents()), ["alice.key", "alice.pub"])
        self.assertEqual(stat.S_IMODE(os.stat(self.path("keys/alice.key")).st_mode), 0o600)

    def test_a_folder_in_the_place_of_a_key(self):
        def others():
            return {name: self.read("keys/" + name) for name in os.listdir(self.path("keys"))
                    if os.path.isfile(self.path("keys/" + name))}

        for name in ("keys/alice.pub", "keys/alice.key"):
            os.rename(self.path(name), self.path("kept"))
            os.mkdir(self.path(name))
            before = others()
            self.assertEqual(
                self.fails("keygen", "--force", "-o", "keys/alice", found="is a folder"), b"")
            self.assertEqual(others(), before)
            os.rmdir(self.path(name))
            os.rename(self.path("kept"), self.path(name))

    def test_a_full_standard_output(self):
        with open("/dev/full", "wb") as full:
            before = self.names()
            result = self.run_lath("keygen", "--force", "-o", "keys/alice", stdout=full)
        self.check_error(result, found="standard output")
        self.assertIn(b"no key file was changed", result.stderr)
        self.assertEqual((self.names(), self.pair()), (before, self.old))

    def test_a_mount_over_a_key(self):
        self.write("other", b"precious")
        for name in ("keys/alice.pub", "keys/alice.key"):
            self.as_root("mount", "--bind", "other", name)
            try:
                printed = self.fails("keygen", "--force", "-o", "keys/alice", found=f"'{name}'")
            finally:
                self.as_root("umount", name)
            self.assertEqual((printed, self.pair()), (b"", self.old))
        self.assertEqual(self.read("other"), b"precious")

    def test_a_key_that_nobody_may_change(self):
        for name in ("keys/alice.pub", "keys/alice.key"):
            self.as_root("chattr", "+i", name)
            try:
                self.refuses_to_replace(f"'{name}'")
            finally:
                self.as_root("chattr", "-i", name)

    def test_a_key_of_somebody_else_in_a_sticky_folder(self):
        for ours, theirs in (("alice.key", "alice.pub"), ("alice.pub", "alice.key")):
            with self.as_nobody() as nobody:
                os.chmod(self.path("keys"), 0o1777)
                os.chown(self.path("keys/" + ours), nobody["user"], -1)
                os.chown(self.path("keys/" + theirs), 0, -1)
                before = self.contents()
                printed = self.fails("keygen", "--force", "-o", "keys/alice", found=theirs, **nobody)
            self.assertEqual((printed, self.contents()), (b"", before))

    def test_a_folder_that_cannot_be_changed(self):
        os.chmod(self.path("keys"), 0o555)
        with self.as_nobody() if os.getuid() == 0 else contextlib.nullcontext({}) as options:
            before = self.contents()
            self.assertEqual(
                self.fails("keygen", "--force", "-o", "keys/alice", found="'keys/'", **options), b"")
            self.assertEqual(self.contents(), before)

    @contextlib.contextmanager
    def as_nobody(self):
        """Options that run lath as a user without rights, who can reach the folder and lath."""
        if os.getuid() != 0:
            self.skipTest("running as another user needs root")
        shutil.copy(self.LATH, self.path("lath"))
        os.chmod(self.folder, 0o755)
        lath, self.LATH = self.LATH, self.path("lath")
        try:
            yield {"user": 65534, "group": 65534, "extra_groups": []}
        finally:
            self.LATH = lath

    def test_a_full_disk(self):
        os.mkdir(self.path("disk"))
        self.as_root("mount", "-t", "tmpfs", "-o", "size=64k", "none", "disk")
        self.addCleanup(subprocess.run, ["umount", self.path("disk")], check=False)
        self.ok("keygen", "-o", "disk/alice")
        old = self.read("disk/alice.pub"), self.read("disk/alice.key")
        with contextlib.suppress(OSError):
            self.write("disk/filling", bytes(1 << 16))
        self.assertEqual(self.fails("keygen", "--force", "-o", "disk/alice", found="space"), b"")
        self.assertEqual((self.read("disk/alice.pub"), self.read("disk/alice.key")), old)

    # Every system call that changes a file, one after the other.

    def needs_tracing(self):
        if not system_calls.can_run():
            self.skipTest("needs x86-64 and leave to trace processes")

    def keygen_with(self, decide, *options, old=("pub", "key")):
        """The exit code of keygen where decide() lets calls fail, what it printed and its errors. The
        folder has the old pair, or none of it, and nothing else before."""
        shutil.rmtree(self.path("keys"))
        os.mkdir(self.path("keys"))
        for ending, data in zip(old, self.old):
            self.write("keys/alice." + ending, data)
        # The leak checker of a sanitizer cannot work while the process is traced.
        environment = dict(self.environment, ASAN_OPTIONS="detect_leaks=0")
        return system_calls.run([self.LATH, "keygen", "-o", "keys/alice", *options], decide,
                                cwd=self.folder, env=environment)

    def calls(self, file_system):
        """The calls of a keygen that succeeds, in order."""
        seen = []

        def decide(name, arguments):
            seen.append(name)
            return file_system(name, arguments)

        code, printed, errors = self.keygen_with(decide, "--force")
        self.assertEqual((code, errors, len(printed) > 0), (0, b"", True))
        return seen

    def each_call(self, fault):
        """Runs keygen --force with a fault at each of its calls, on each kind of file system. Yields
        them by name, and what keygen_with() returns."""
        self.needs_tracing()
        for kind, file_system in FILE_SYSTEMS.items():
            for at, expected in enumerate(self.calls(file_system)):
                count = itertools.count()

                def decide(name, arguments, at=at, count=count, file_system=file_system):
                    return fault if next(count) == at else file_system(name, arguments)

                yield kind, f"{kind}, call {at}: {expected}", self.keygen_with(decide, "--force")

    def test_a_call_that_fails_leaves_the_old_pair_or_the_new(self):
        for _, call, (code, printed, errors) in self.each_call(errno.EIO):
            with self.subTest(call):
                if code == 0:
                    self.assertTrue(matches(*self.pair()))
                    self.assertEqual(self.pair()[0], printed)
                else:
                    self.check_error(subprocess.CompletedProcess([], code, printed, errors))
                    self.assertEqual((printed, self.pair()), (b"", self.old))
                if not call.endswith("unlink"):  # a file that cannot be removed is left
                    self.assertEqual(sorted(self.contents()), ["alice.key", "alice.pub"])
                elif code == 0:
                    self.assertIn(b"warning", errors)

    def test_a_process_that_is_killed_loses_no_key(self):
        for kind, call, (code, printed, _) in self.each_call(system_calls.KILL):
            with self.subTest(call):
                self.assertEqual(code, -signal.SIGKILL)
                found = self.contents()
                public, secret = found.get("alice.pub"), found.get("alice.key")
                if kind != "renames":  # they cannot do better than a moment without a name
                    self.assertTrue(public and secret, found.keys())
                if printed or secret not in (self.old[1], None):
                    self.assertTrue(matches(public, secret))  # the new pair, complete
                    continue
                self.assertIn(self.old[0], found.values())
                self.assertIn(self.old[1], found.values())
                if public not in (self.old[0], None):
                    self.assertTrue(any(data != secret and matches(public, data)
                                        for data in found.values() if data.startswith(b"#")))

    def test_an_interrupted_process_leaves_the_old_pair_or_the_new(self):
        for _, call, (code, printed, errors) in self.each_call(system_calls.INTERRUPT):
            with self.subTest(call):
                self.assertEqual((code, errors), (-signal.SIGINT, b""))
                self.assertEqual(sorted(self.contents()), ["alice.key", "alice.pub"])
                self.assertTrue(matches(*self.pair()))
                self.assertEqual(self.pair() == self.old, printed == b"")

    def test_what_cannot_be_put_back_is_named(self):
        self.needs_tracing()
        for kind, file_system in FILE_SYSTEMS.items():
            calls = self.calls(file_system)
            last = max(i for i, name in enumerate(calls) if name in RENAMES)
            for first, most in itertools.product((last, last + 1), (2, 100)):
                count, failures = itertools.count(), itertools.count()

                def decide(name, arguments, first=first, most=most, count=count, failures=failures,
                           file_system=file_system):
                    failed = (next(count) >= first and name in (*RENAMES, "fsync") and
                              next(failures) < most)
                    return errno.EIO if failed else file_system(name, arguments)

                with self.subTest(f"{kind}, {most} from call {first}"):
                    code, printed, errors = self.keygen_with(decide, "--force")
                    self.check_error(subprocess.CompletedProcess([], code, printed, errors),
                                     found="could not be put back")
                    self.assertEqual(printed, b"")
                    hint = errors.decode().splitlines()[1].removeprefix("hint: ")
                    for step in hint.split(", and "):
                        action, old, to, new = step.split()
                        self.assertEqual((action, to), ("rename", "to"), hint)
                        os.rename(self.path(old.strip("'")), self.path(new.strip("'")))
                    self.assertEqual(self.pair(), self.old)  # the hint helps

    def test_a_new_pair_that_cannot_be_complete_leaves_nothing(self):
        self.needs_tracing()
        for kind in ("exchanges", "links"):
            def decide(name, arguments, file_system=FILE_SYSTEMS[kind]):
                if name == "write" and arguments[0] == 1:
                    return errno.EIO
                return file_system(name, arguments)

            code, printed, errors = self.keygen_with(decide, old=())
            self.check_error(subprocess.CompletedProcess([], code, printed, errors),
                             found="standard output")
            self.assertEqual((printed, self.contents()), (b"", {}))

    # Several at once.

    def test_many_at_once_leave_a_pair(self):
        wrong = 0
        for _ in range(150):
            both = [self.start("keygen", "--force", "-o", "keys/alice", stdout=subprocess.DEVNULL)
                    for _ in range(2)]
            self.assertEqual([process.wait() for process in both], [0, 0])
            wrong += not matches(*self.pair())
        self.assertEqual(wrong, 0)
        self.assertEqual(sorted(self.contents()), ["alice.key", "alice.pub"])

    def test_a_pair_is_placed_by_one_process_at_a_time(self):
        self.needs_tracing()
        others, renames = [], itertools.count()

        def decide(name, arguments):
            del arguments
            if name == "renameat2" and next(renames) == 1:  # one file has its name, the other not yet
                others.append(self.start("keygen", "--force", "-o", "keys/alice",
                                         stdout=subprocess.DEVNULL))
                with self.assertRaises(subprocess.TimeoutExpired):
                    others[0].wait(timeout=1)

        code, _, errors = self.keygen_with(decide, "--force")
        self.assertEqual((code, errors, others[0].wait()), (0, b"", 0))
        self.assertTrue(matches(*self.pair()))

    def test_a_lock_of_another_program_is_waited_for(self):
        folder = os.open(self.path("keys"), os.O_RDONLY)
        fcntl.flock(folder, fcntl.LOCK_EX)
        with self.start("keygen", "--force", "-o", "keys/alice", stdout=subprocess.PIPE,
                        stderr=subprocess.PIPE) as process:
            said = process.stderr.readline()
            with self.assertRaises(subprocess.TimeoutExpired):
                process.wait(timeout=0.5)
            self.assertEqual(self.pair(), self.old)
            os.close(folder)
            printed, errors = process.communicate()
        self.assertRegex(said, rb"^lath: warning: waiting .* locked the folder 'keys/'$")
        self.assertEqual((process.returncode, errors), (0, b""))
        self.assertTrue(printed and matches(*self.pair()))

    def test_one_of_many_makes_a_pair_that_is_not_there(self):
        for name in ("keys/alice.pub", "keys/alice.key"):
            os.remove(self.path(name))
        several = [self.start("keygen", "-o", "keys/alice", stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) for _ in range(20)]
        self.assertEqual(sorted(process.wait() for process in several), [0] + [1] * 19)
        self.assertTrue(matches(*self.pair()))
        self.assertEqual(sorted(self.contents()), ["alice.key", "alice.pub"])


if __name__ == "__main__":
    main()
