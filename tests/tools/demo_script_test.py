# SPDX-License-Identifier: Apache-2.0
"""scripts/demo in a tree of its own, with the lath that is there and a build that is only played."""

import os
import pathlib
import shutil
import subprocess

from command_line import CommandLine, main

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLAYED_CMAKE = """
case "$1" in
  --preset) echo "-- Configuring done" ;;
  *)
    for step in 1 2 3; do echo "[$step/3] Building CXX object"; done
    %s
    ;;
esac
"""


class DemoScript(CommandLine):
    def setUp(self):
        super().setUp()
        for folder in ("scripts", "bin", "build/release/tools", "build/release/examples"):
            os.makedirs(self.path(folder))
        shutil.copy(ROOT / "scripts/demo", self.path("scripts/demo"))
        shutil.copy(ROOT / "LICENSE", self.path("LICENSE"))
        # All of lath but its own demonstration and the examples, which take seconds and have tests.
        self.program("build/release/tools/lath", f'[ "$1" = demo ] || exec "{self.LATH}" "$@"')
        self.program("build/release/examples/example_15_statistics", 'echo "statistics of $1"; cp "$0.table" "$2"')
        shutil.copy(ROOT / "tests/kat/objects/bfv-seeded-ciphertext.cbor",
                    self.path("build/release/examples/example_15_statistics.table"))
        self.program("build/release/examples/example_23_slots_of_a_field", "echo a field")
        self.environment["PATH"] = self.path("bin") + ":" + self.environment["PATH"]

    def program(self, name, text):
        self.write(name, f"#!/bin/sh\n{text}\n".encode())
        os.chmod(self.path(name), 0o755)

    def play(self, end_of_build):
        self.program("bin/cmake", PLAYED_CMAKE % end_of_build)
        return [self.path("scripts/demo")], dict(cwd="/", env=self.environment)

    def test_steps_are_shown_while_it_builds(self):
        # The build does not end before somebody has seen how far it is.
        os.mkfifo(self.path("seen"))
        command, options = self.play(f"timeout 20 cat {self.path('seen')}")
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **options) as process:
            self.assertIn("Building with the preset release", process.stdout.readline())
            self.assertEqual(process.stdout.readline(), "  1 of 3 steps\n")
            self.write("seen", b"yes\n")
            shown = process.stdout.read()
        self.assertEqual(process.returncode, 0)
        self.assertIn("\n$ lath keygen -o alice\nage1pq1", shown)
        self.assertIn("\n(no difference)\n", shown)
        self.assertIn("\nstatistics of examples/data/iris.csv\n", shown)
        self.assertIn("\n$ lath inspect iris.table\n", shown)
        self.assertIn("seeded ciphertext", shown)
        self.assertTrue(shown.endswith("\na field\n"))

    def test_a_terminal_sees_a_line_that_counts(self):
        ours, theirs = os.openpty()
        command, options = self.play("true")
        with subprocess.Popen(command, stdout=theirs, **options) as process:
            os.close(theirs)
            shown = self.read_to_the_end(ours)
        os.close(ours)
        self.assertEqual(process.returncode, 0)
        self.assertIn(b"\r  1 of 3 steps\r  2 of 3 steps\r  3 of 3 steps\r\x1b[K", shown)

    def test_a_build_that_fails_is_shown(self):
        command, options = self.play("echo 'error: no such room'; exit 1")
        result = subprocess.run(command, capture_output=True, text=True, check=False, **options)
        self.assertEqual(result.returncode, 1)
        self.assertNotIn("lath keygen", result.stdout)
        self.assertIn("error: no such room", result.stderr)
        self.assertIn("demo: the build failed", result.stderr)


if __name__ == "__main__":
    main()
