# SPDX-License-Identifier: Apache-2.0
"""What `lath` says of wrong use."""

from command_line import CommandLine, main


class Wording(CommandLine):
    def test_wrong_use(self):
        for arguments in ([], ["melt"], ["encrypt"], ["encrypt", "-k", "alice.pub", "plain"],
                          ["encrypt", "plain", "-o", "out"], ["keygen"], ["keygen", "-x"],
                          ["decrypt", "-k", "alice.key", "a", "b", "-o", "out"], ["--melt"],
                          ["encrypt", "-k", "-", "-", "-o", "out"], ["demo", "-"]):
            self.fails(*arguments, code=2)

    def test_names_cannot_break_the_line(self):
        self.fails("encrypt", "-k", "a\nlath: b", "plain", "-o", "out")


if __name__ == "__main__":
    main()
