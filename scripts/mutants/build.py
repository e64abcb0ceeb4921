# SPDX-License-Identifier: Apache-2.0
"""Test programs without and with a mutant.

Nothing changes in the tree, nor in the build of the release preset. For a mutant, the objects that its
file is part of are compiled again with a changed copy of the file, and linked into a test program in place
of the originals. They are compiled one after the other, the test program's own before the library's and
small ones before large ones, until a test fails. All options are those of the originals: with others,
tests might fail without any mutant.
"""
import concurrent.futures
import dataclasses
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import time

PRESET = "release"
SECONDS_OF_A_TEST = 60
JOBS = int(os.environ.get("LATH_JOBS") or len(os.sched_getaffinity(0)))


class OutOfTime(Exception):
    pass


class Broken(Exception):
    """Why a mutant cannot be tried."""


@dataclasses.dataclass
class Program:
    """A test program: how it is linked, and how each object of it and of its libraries is compiled."""
    path: pathlib.Path
    link: list
    compile: dict
    seconds: float = 0


class Build:
    def __init__(self, root, limit):
        self.root, self.folder, self.limit = root, root / "build" / PRESET, limit
        self.programs, self.users, self.deadline = {}, {}, None

    def check_time(self):
        if self.deadline and time.monotonic() > self.deadline:
            raise OutOfTime

    def run(self, command, timeout=None):
        self.check_time()
        return subprocess.run(command, cwd=self.folder, timeout=timeout, text=True, errors="replace",
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    @staticmethod
    def target_of(test):
        return f"{test}_test"

    def make(self, tests):
        """Builds test programs, and reads from ninja what they are made of."""
        targets = [self.target_of(test) for test in tests]
        options = ["-DLATH_BUILD_HARDWARE=ON"] if any(test.startswith("hardware_") for test in tests) else []
        for command in (["cmake", "--preset", PRESET, "-DLATH_BUILD_TESTS=ON", *options],
                        ["cmake", "--build", "--preset", PRESET, "-j", str(JOBS), "--target", *targets]):
            made = subprocess.run(command, cwd=self.root, text=True, capture_output=True)
            if made.returncode != 0:
                sys.exit(f"{made.stdout[-4000:]}{made.stderr[-4000:]}check-mutants: the build failed")
        for test, target in zip(tests, targets):
            compiled, last = {}, []
            for line in self.run(["ninja", "-t", "commands", target]).stdout.splitlines():
                last = [word for word in shlex.split(line) if word not in (":", "&&")]
                if "-c" in last:
                    compiled[last[last.index("-o") + 1]] = last
            self.programs[test] = Program(self.folder / last[last.index("-o") + 1], last, compiled)
        for line in self.run(["ninja", "-t", "deps"]).stdout.splitlines():
            if not line.startswith(" "):
                target = line.split(":")[0]
            else:
                file = os.path.normpath(self.folder / line.strip())
                self.users.setdefault(file, set()).add(target)

    def failing(self, path, limit=None):
        """The test of a program that fails, or None."""
        try:
            result = self.run([path, "--gtest_fail_fast"], limit)
        except subprocess.TimeoutExpired as stopped:
            output = (stopped.stdout or b"").decode(errors="replace")
        else:
            if result.returncode == 0:
                return None
            output = result.stdout
        failed = re.findall(r"^\[  FAILED  \] ([^ ,\n]+)", output, re.M)
        # A crash and the end of its time happen in the test that was started last.
        started = re.findall(r"^\[ RUN      \] (.*)", output, re.M)
        return (failed[:1] or started[-1:] or [path.name])[0]

    def check(self, test):
        """Without any mutant a test passes."""
        program, start = self.programs[test], time.monotonic()
        if failed := self.failing(program.path):
            sys.exit(f"check-mutants: {failed} fails without any mutant")
        program.seconds = time.monotonic() - start

    def catch(self, mutant, file, text):
        """The test that notices a mutant, whose file has the given text; None if there is none."""
        tree = self.root / "build" / "mutants" / mutant.name
        shutil.rmtree(tree, ignore_errors=True)
        copy = tree / file
        copy.parent.mkdir(parents=True)
        copy.write_text(text, encoding="utf-8")
        compiled = {}
        try:
            caught = (self.catch_by(self.programs[test], tree, file, compiled) for test in mutant.tests)
            return next(filter(None, caught), None)
        finally:
            shutil.rmtree(tree)

    def catch_by(self, program, tree, file, compiled):
        """The same for one program. Compiled are objects, by the names of their originals."""
        users = self.users.get(str(self.root / file), set())
        parts = [target for target in program.compile if target in users]
        parts.sort(key=lambda target: (target not in program.link, os.path.getsize(self.folder / target)))
        if not parts:
            raise Broken(f"{program.path.name} is made without {file}")
        limit = self.limit + 5 * program.seconds
        changed, compiling, testing = {}, 0, 0
        for target in parts:
            start = time.monotonic()
            if target not in compiled:
                compiled[target] = tree / f"{len(compiled)}.o"
                self.compile(program, target, tree, file, compiled[target])
            changed[target] = compiled[target]
            compiling += time.monotonic() - start
            if compiling < 3 * testing and target != parts[-1]:
                continue  # not worth another run of the test
            start = time.monotonic()
            self.link(program, changed, tree / "test")
            if failed := self.failing(tree / "test", limit):
                return failed
            compiling, testing = 0, time.monotonic() - start
        return None

    def compile(self, program, target, tree, file, made):
        original = self.root / file
        command = [str(tree / file) if word == str(original) else word for word in program.compile[target]]
        command[command.index("-o") + 1] = str(made)
        command[command.index("-MF") + 1] = f"{made}.d"
        # Before the folders of the originals, and after a launcher with options of its own.
        first = next(i for i, word in enumerate(command) if word.startswith("-I"))
        command[first:first] = [f"-I{tree / folder}" for folder in
                                ("include", "src", "hardware/software/include", "hardware/software/src", "")]
        # A defect may well give warnings.
        result = self.run([*command, "-iquote", str(original.parent), "-w"])
        if result.returncode != 0:
            errors = [line for line in result.stdout.splitlines() if "error" in line]
            raise Broken("\n  ".join(["does not compile", *(errors or [result.stdout])[:3]]))
        if f"{tree.name}/{file}" not in pathlib.Path(f"{made}.d").read_text(encoding="utf-8"):
            raise Broken(f"{target} is compiled without the changed {file}")

    def link(self, program, changed, made):
        command = [word for word in program.link if word not in changed]
        command[command.index("-o") + 1] = str(made)
        # Of an inline function's versions the linker takes the first.
        command[1:1] = map(str, changed.values())
        result = self.run(command)
        if result.returncode != 0:
            raise Broken("does not link\n" + result.stdout[-1000:])


def outcome(build, tables, mutant):
    """What becomes of a mutant: caught, SURVIVED, ERROR or unreached."""
    try:
        build.check_time()
        test = build.catch(mutant, *tables.planted[mutant.name])
        became, why = ("caught", f"by {test}") if test else ("SURVIVED", mutant.defect)
    except OutOfTime:
        return "unreached"
    except Broken as error:
        became, why = "ERROR", str(error)
    print(f"{became:9} {mutant.name}: {why}", flush=True)
    return became


def plant(tables, mutants, seconds, limit=SECONDS_OF_A_TEST):
    """The outcomes of mutants by name. None is begun so many seconds after the tests were built."""
    tests = sorted({test for mutant in mutants for test in mutant.tests})
    build = Build(tables.root, limit)
    build.make(tests)
    end = time.monotonic() + seconds
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        list(pool.map(build.check, tests))
        build.deadline = end
        outcomes = pool.map(lambda mutant: outcome(build, tables, mutant), mutants)
        return dict(zip([mutant.name for mutant in mutants], outcomes))
