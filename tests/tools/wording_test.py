# SPDX-License-Identifier: Apache-2.0
"""What `lath` says of wrong use."""

import os

from command_line import CommandLine, main


class Wording(CommandLine):
    def test_wrong_use(self):
        for arguments in ([], ["melt"], ["encrypt"], ["encrypt", "-k", "alice.pub", "plain"],
                          ["encrypt", "plain", "-o", "out"], ["keygen"], ["keygen", "-x"],
                          ["decrypt", "-k", "alice.key", "a", "b", "-o", "out"], ["--melt"],
                          ["encrypt", "-k", "-", "-", "-o", "out"], ["demo", "-"]):
            self.fails(*arguments, code=2)

    def test_the_word_that_is_wrong_is_named(self):
        key = ("-k", "alice.pub")
        for arguments, found in (
                (["melt"], "unknown verb 'melt'; need one of keygen, encrypt, decrypt"),
                (["melt", "-o", "x"], "unknown verb 'melt'"), (["--melt"], "unknown option '--melt'"),
                ([], "no verb after lath; need one of keygen"), (["me\nlt"], "unknown verb 'me?lt'"),
                (["params"], "no verb after lath params; need one of list, show, estimate"),
                (["params", "melt"], "unknown verb 'melt'; need one of list, show, estimate"),
                (["keygen", "alice"], "unknown argument 'alice'"),
                (["keygen", "-o", "x", "y", "z"], "unknown argument 'y'"),
                (["encrypt", *key, "--melt", "plain", "-o", "x"], "unknown option '--melt'"),
                (["encrypt", *key, "plain", "-o"], "--output"), (["encrypt", "plain", "-o", "x"], "--key"),
                (["encrypt", "-k", "", "plain", "-o", "x"], "--key ''"),
                (["encrypt", *key, "", "-o", "x"], "the input ''"), (["v" * 3000], "(3000 bytes)'"),
                (["keygen", "-o", "x", "y" * 3000], "(3000 bytes)'"),
                (["keygen", "-o", "x", "--force=" + "y" * 3000], "--force")):
            self.fails(*arguments, code=2, found=found)
            self.assertLess(len(self.run_lath(*arguments).stderr), 400)

    def test_a_key_pair_needs_a_name(self):
        os.mkdir(self.path("keys"))
        for name in ("", "-", ".", "..", "keys/", "keys/.", "keys/.."):
            self.fails("keygen", "-o", name, code=2, found=f"--output '{name}'")
        self.ok("keygen", "-o", "keys/-")
        self.ok("keygen", "-o", ".alice")

    def test_a_wrong_instruction_set_is_no_fault_of_a_file(self):
        self.write("plain", b"text")
        self.ok("encrypt", "-k", "alice.pub", "plain", "-o", "sealed")
        self.environment["LATH_ISA"] = "abacus"
        for arguments in (["encrypt", "-k", "alice.pub", "plain", "-o", "out"],
                          ["decrypt", "-k", "alice.key", "sealed", "-o", "out"],
                          ["keygen", "-o", "bob"], ["params", "list"], ["params", "show", "mlwe-128"],
                          ["selftest"], ["demo"]):
            self.assertEqual(self.fails(*arguments, found="lath: LATH_ISA=abacus in the environment"), b"")
            self.assertIn(b"hint: unset LATH_ISA", self.run_lath(*arguments).stderr)
        self.ok("--help")

    def test_names_cannot_break_the_line(self):
        self.fails("encrypt", "-k", "a\nlath: b", "plain", "-o", "out")


if __name__ == "__main__":
    main()
