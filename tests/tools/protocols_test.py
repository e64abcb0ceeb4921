# SPDX-License-Identifier: Apache-2.0
"""The verb `lath demo protocols`, as two processes that share a folder of messages."""

import os
import subprocess

from command_line import CommandLine, main


class Protocols(CommandLine):
    def side(self, side):
        return "demo", "protocols", "--side", side, "--folder", self.path("messages")

    def setUp(self):
        super().setUp()
        os.mkdir(self.path("messages"))

    def messages(self, side):
        return [name for name in os.listdir(self.path("messages")) if name.startswith(side)]

    def test_client_and_server_are_two_processes(self):
        server = self.start(*self.side("server"), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        text = self.ok(*self.side("client")).decode()
        self.assertEqual(server.communicate(timeout=300), (b"", b""))
        self.assertEqual(server.returncode, 0)
        for line in ("1024 of 1024 results raised to 65537 are their bases again",
                     "512 of 512 sums agree with OpenSSL", "256 of 256 bytes of the record agree",
                     "All results are right"):
            self.assertIn(line, text)
        # N, keys and d; keys and points; keys and the index; and the end.
        self.assertEqual(len(self.messages("client")), 3 + 2 + 2 + 1)
        self.assertEqual(len(self.messages("server")), 2688 + 1 + 1 + 1)
        self.fails(*self.side("client"), found="messages of an earlier run")

    def test_a_server_refuses_other_bytes_and_tells_the_client(self):
        self.write("messages/client-1", bytes(64))
        self.write("messages/client-2", b"no message")
        result = self.run_lath(*self.side("server"))
        self.check_error(result, found="need a header of 40")
        self.assertEqual(self.messages("server"), ["server-end"])

    def test_a_client_whose_server_has_ended_says_so(self):
        self.write("messages/server-end", b"")
        result = self.run_lath(*self.side("client"))
        self.check_error(result, found="the other side has ended")

    def test_both_options_are_needed(self):
        self.fails("demo", "protocols", "--side", "client", code=2, found="a side without a folder")
        self.fails("demo", "protocols", "--folder", ".", code=2, found="a folder without a side")
        self.fails("demo", "protocols", "--side", "judge", "--folder", ".", code=2, found="need client or server")


if __name__ == "__main__":
    main()
