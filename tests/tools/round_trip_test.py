# SPDX-License-Identifier: Apache-2.0
"""What is encrypted comes back: files and pipes."""

import os
import stat
import subprocess
import time

from command_line import CHUNK, CommandLine, main, payload


class RoundTrip(CommandLine):
    def test_files_of_all_sizes_come_back(self):
        for size in (0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 16 * CHUNK, 5_000_000):
            data = payload(size)
            self.encrypted(data)
            self.ok("decrypt", "--force", "-i", "alice.key", "sealed", "-o", "out")
            self.assertEqual(self.read("out"), data, size)

    def test_pipes_come_back(self):
        for size in (0, 1, CHUNK, 5_000_000):
            data = payload(size)
            sealed = self.ok("encrypt", "-R", "alice.pub", "-", "-o", "-", input=data)
            self.assertEqual(self.ok("decrypt", "-i", "alice.key", "-", "-o", "-", input=sealed), data)
            self.write("sealed", sealed)
            self.assertEqual(self.ok("decrypt", "-i", "alice.key", "sealed", "-o", "-"), data)
            with open(self.path("sealed"), "rb") as file:
                self.assertEqual(self.ok("decrypt", "-i", "alice.key", "-", "-o", "-", stdin=file), data)

    def test_sealed_bytes_differ_each_time(self):
        self.assertNotEqual(self.encrypted(b"same"), self.encrypted(b"same"))

    def test_modes_keep_secrets_to_their_owner(self):
        def mode(name):
            return stat.S_IMODE(os.stat(self.path(name)).st_mode)

        self.encrypted(b"text")
        self.ok("decrypt", "-i", "alice.key", "sealed", "-o", "out")
        umask = os.umask(0)
        os.umask(umask)
        self.assertEqual([mode(n) for n in ("alice.key", "out")], [0o600, 0o600])
        self.assertEqual([mode(n) for n in ("alice.pub", "sealed")], [0o666 & ~umask] * 2)

    def test_progress_is_shown_on_a_terminal_after_a_second(self):
        ours, theirs = os.openpty()
        with self.start("encrypt", "-R", "alice.pub", "-", "-o", "out", stdin=subprocess.PIPE,
                        stderr=theirs) as process:
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


if __name__ == "__main__":
    main()
