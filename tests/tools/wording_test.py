# SPDX-License-Identifier: Apache-2.0
"""What `lath` says of wrong use."""

import os

from command_line import CommandLine, main


class Wording(CommandLine):
    def test_wrong_use(self):
        for arguments in ([], ["melt"], ["encrypt"], ["encrypt", "plain", "-o", "out"], ["keygen", "-x"],
                          ["decrypt", "-i", "alice.key", "a", "b", "-o", "out"], ["--melt"],
                          ["decrypt", "-i", "alice.key", "--verify", "a", "-o", "out"],
                          ["decrypt", "-k", "alice.key", "a"], ["keygen", "--scheme", "ml-kem-768"],
                          ["encrypt", "-R", "-", "-", "-o", "out"], ["demo", "-"]):
            self.fails(*arguments, code=2)

    def test_the_word_that_is_wrong_is_named(self):
        key = ("-R", "alice.pub")
        for arguments, found in (
                (["melt"], "unknown verb 'melt'; need one of keygen, encrypt, decrypt"),
                (["melt", "-o", "x"], "unknown verb 'melt'"), (["--melt"], "unknown option '--melt'"),
                ([], "no verb after lath; need one of keygen"), (["me\nlt"], "unknown verb 'me?lt'"),
                (["params"], "no verb after lath params; need one of list, show, estimate, cyclotomic, routes"),
                (["params", "melt"], "unknown verb 'melt'; need one of list, show, estimate, cyclotomic, routes"),
                (["keygen", "alice"], "unknown argument 'alice'"),
                (["keygen", "-o", "x", "y", "z"], "unknown argument 'z'"),
                (["encrypt", *key, "--melt", "plain", "-o", "x"], "unknown option '--melt'"),
                (["encrypt", *key, "plain", "-o"], "--output"), (["encrypt", "plain", "-o", "x"], "no recipient"),
                (["encrypt", "-R", "", "plain", "-o", "x"], "--recipients-file ''"),
                (["encrypt", *key, "", "-o", "x"], "the input ''"), (["v" * 3000], "(3000 bytes)'"),
                (["keygen", "y" * 3000], "(3000 bytes)'"),
                (["keygen", "-o", "x", "--force=" + "y" * 3000], "--force")):
            self.fails(*arguments, code=2, found=found)
            self.assertLess(len(self.run_lath(*arguments).stderr), 400)

    def test_what_is_missing_or_too_much_is_explained(self):
        key, out = ("-R", "alice.pub"), ("-o", "x")
        for arguments, said, hint in (
                ([*key, "f", *out, *out, *out], "--output given 3 times; need it once, as --output OUT",
                 "lath encrypt --help shows what it takes"),
                (["f"], "no recipient and no passphrase; need --recipient RECIPIENT, --recipients-file FILE",
                 "name who can decrypt, as with -R alice.pub"),
                ([*key, "f", "-o"], "nothing after --output; need --output OUT: what to write", "lath encrypt --help"),
                ([*key, "f", "--output"], "nothing after --output; need --output OUT: what to write", "--help"),
                ([*key, "f", "--melt"], "unknown option '--melt'; need what lath encrypt takes", "--help")):
            result = self.run_lath("encrypt", *arguments)
            self.check_error(result, 2, said)
            self.assertIn(hint, result.stderr.decode().splitlines()[1])
        result = self.run_lath("params", "estimate", "--dimension", "512", "--error", "ternary")
        self.check_error(result, 2, "2 parts of lath params estimate are missing; need --modulus Q, --secret DISTRIBUTION")
        self.assertIn(b"hint: the whole command is lath params estimate --dimension N --modulus Q", result.stderr)
        self.fails("encrypt", *key, "f", *out, "--force=maybe", code=2,
                   found="a value after --force: '--force=maybe'; need --force alone")
        self.fails("params", "show", code=2, found="lath params show without NAME; need NAME: as in the")
        self.fails("params", "cyclotomic", "--sort", code=2, found="nothing after --sort; need --sort ORDER")

    def test_a_key_pair_needs_a_name(self):
        os.mkdir(self.path("keys"))
        for name in ("", "-", ".", "..", "keys/", "keys/.", "keys/.."):
            self.fails("keygen", "-o", name, code=2, found=f"--output '{name}'")
        self.ok("keygen", "-o", "keys/-")
        self.ok("keygen", "-o", ".alice")

    def test_a_wrong_instruction_set_is_no_fault_of_a_file(self):
        self.write("plain", b"text")
        self.ok("encrypt", "-R", "alice.pub", "plain", "-o", "sealed")
        self.environment["LATH_ISA"] = "abacus"
        for arguments in (["encrypt", "-R", "alice.pub", "plain", "-o", "out"],
                          ["decrypt", "-i", "alice.key", "sealed", "-o", "out"],
                          ["keygen", "-o", "bob"], ["params", "list"], ["params", "show", "mlwe-128"],
                          ["selftest"], ["demo"]):
            self.assertEqual(self.fails(*arguments, found='lath: LATH_ISA="abacus" in the environment'),
                             b"")
            self.assertIn(b"hint: unset LATH_ISA", self.run_lath(*arguments).stderr)
        self.ok("--help")

    def shown(self, name):
        """What stands between quotation marks when lath says that it cannot open a file."""
        result = self.run_lath("encrypt", "-R", name, "plain", "-o", "out")
        self.check_error(result, found="cannot open")
        return result.stderr.split(b"cannot open '")[1].split(b"': No such file")[0]

    def test_names_cannot_break_the_line(self):
        self.fails("encrypt", "-R", "a\nlath: b", "plain", "-o", "out")
        self.assertEqual(self.shown(b"a\nlath: b"), b"a?lath: b")

    def test_a_terminal_gets_no_control_characters(self):
        controls = [*range(1, 0x20), *range(0x7F, 0xA0), *range(0x2028, 0x202F),
                    *range(0x2066, 0x206A), 0x61C, 0x200E, 0x200F]
        for number in controls:
            self.assertEqual(self.shown(f"a{chr(number)}31mb".encode()), b"a?31mb", hex(number))

    def test_a_terminal_gets_no_wrong_utf_8(self):
        for wrong in (b"\x80", b"\x9b", b"\xff", b"\xc0\x80", b"\xc1\xbf", b"\xe0\x80\x8a", b"\xc3",
                      b"\xe2\x82", b"\xed\xa0\x80", b"\xf0\x80\x82\x9b", b"\xf4\x90\x80\x80",
                      b"\xf8\x90\x80\x80", b"\xf8\x88\x80\x80\x80", b"\xe2\x28\xa1"):
            expected = bytes(byte if byte < 0x80 else ord("?") for byte in wrong)
            self.assertEqual(self.shown(b"a" + wrong + b"31mb"), b"a" + expected + b"31mb")
            self.assertEqual(self.shown(b"a" + wrong), b"a" + expected)

    def test_other_characters_are_shown(self):
        for name in ("Gr\u00fc\u00dfe", "\u00a0\u00ff\u07ff\u0800\ud7ff\ue000\uffff", "\u4f60\u597d",
                     "\U00010000\U0001f600\U0010ffff", "e\u0301"):
            self.assertEqual(self.shown(name.encode()), name.encode())

    def test_a_terminal_gets_no_control_characters_of_other_words(self):
        for arguments in (["m\x9b31melt"], ["keygen", "-o", "x", "\x9b31m"], ["params", "show", "\x9b31m"],
                          ["keygen", "--scheme", "\x9b31m", "-o", "x"], ["keygen", "--force=\x9b", "-o", "x"],
                          ["params", "estimate", "--dimension", "\x9b"], ["keygen", "-o", "\x9b/x"],
                          ["encrypt", "-R", "alice.pub", "\x9b", "-o", "x"]):
            said = self.run_lath(*arguments).stderr.decode()
            self.assertNotIn("\x9b", said)
        self.environment["LATH_ISA"] = "\x9b31m"
        self.assertIn(b'LATH_ISA="\\u{009b}31m"', self.run_lath("selftest").stderr)


if __name__ == "__main__":
    main()
