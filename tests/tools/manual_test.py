# SPDX-License-Identifier: Apache-2.0
"""The manual page and the completion of shells name every verb and every option that the help names."""

import re
import shutil
import subprocess

from command_line import CommandLine, main

COMPLETE = """
source completion
COMP_WORDS=(%s)
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_lath
printf '%%s\\n' "${COMPREPLY[@]}"
"""


class Manual(CommandLine):
    def verbs(self, path=()):
        """All verbs, as lists of words, from the help of the verbs above."""
        text = self.ok(*path, "--help").decode()
        found = re.search(r"^Subcommands:\n((?:  .*\n?)+)", text, re.MULTILINE)
        for name in re.findall(r"^  (\w+)", found[1], re.MULTILINE) if found else []:
            yield (*path, name)
            yield from self.verbs((*path, name))

    def options(self, verb):
        text = self.ok(*verb, "--help").decode()
        return set(re.findall(r"(?<![\w-])--?[a-zA-Z][\w-]*(?=[ ,\n])", text.split("Options:")[1].split("\n\n")[0]))

    def test_the_page_names_all_verbs_and_options(self):
        page = self.ok("manual").decode()
        sections = dict(re.findall(r'^\.SS "lath (.*?)"\n(.*?)(?=^\.S[SH] )', page, re.MULTILINE | re.DOTALL))
        verbs = [" ".join(verb) for verb in self.verbs()]
        self.assertGreater(len(verbs), 10)
        self.assertEqual([name.replace("\\-", "-") for name in sections], verbs)
        for verb in verbs:
            text = sections[verb].replace("\\-", "-").replace("\\fB", "").replace("\\fR", "")
            options = self.options(verb.split())
            self.assertIn("--help", options)
            for option in options:
                self.assertRegex(text, rf"(?m)^(-\w, )*{re.escape(option)}\b", verb)

    def test_man_shows_the_page(self):
        if shutil.which("groff") is None:
            self.skipTest("groff was not found")
        result = subprocess.run(["groff", "-man", "-ww", "-Tutf8", "-"], input=self.ok("manual"), capture_output=True,
                                check=False)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertIn(b"lath encrypt", result.stdout)

    def completed(self, *words):
        script = COMPLETE % " ".join(f"'{word}'" for word in words)
        return subprocess.run(["bash", "-c", script], cwd=self.folder, check=True,
                              stdout=subprocess.PIPE).stdout.decode().split()

    def test_bash_completes_verbs_and_options(self):
        if shutil.which("bash") is None:
            self.skipTest("bash was not found")
        self.write("completion", self.ok("completion", "bash"))
        first = {verb[0] for verb in self.verbs() if len(verb) == 1}
        self.assertEqual({word for word in self.completed("lath", "") if word[0] != "-"}, first)
        self.assertEqual(self.completed("lath", "enc"), ["encrypt"])
        self.assertEqual(self.completed("lath", "params", "cyc"), ["cyclotomic"])
        for verb in self.verbs():
            self.assertLessEqual(self.options(verb), set(self.completed("lath", *verb, "-")), verb)
        self.assertEqual(self.completed("lath", "encrypt", "--rec"), ["--recipient", "--recipients-file"])
        self.assertEqual(self.completed("lath", "encrypt", "-R", "a"), [])  # files, by bash itself

    def test_zsh_and_fish_name_all_verbs_and_options(self):
        zsh, fish = self.ok("completion", "zsh").decode(), self.ok("completion", "fish").decode()
        self.assertTrue(zsh.startswith("#compdef lath\n"))
        for verb in self.verbs():
            words = re.search(rf"^    '{' '.join(verb)}'\) candidates='(.*)' ;;$", zsh, re.MULTILINE)[1].split()
            self.assertLessEqual(self.options(verb), set(words))
            self.assertRegex(fish, rf"(?m)^complete -c lath -n '.*' -a {verb[-1]} -d '")
            for option in self.options(verb):
                self.assertRegex(fish, rf"(?m)^complete -c lath -n '.*{verb[-1]}'.* "
                                       rf"{'-l ' + option[2:] if option.startswith('--') else '-s ' + option[1:]} ")
        for name, program in (("zsh", "zsh"), ("fish", "fish")):
            if shutil.which(program):
                self.write("completion", self.ok("completion", name))
                subprocess.run([program, "-n", "completion"], cwd=self.folder, check=True)

    def test_other_shells_are_refused(self):
        self.fails("completion", "csh", code=2, found="the shell 'csh'; need bash, zsh or fish")
        self.fails("completion", code=2, found="lath completion without SHELL")


if __name__ == "__main__":
    main()
