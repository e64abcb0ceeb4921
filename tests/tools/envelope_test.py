# SPDX-License-Identifier: Apache-2.0
"""Envelopes that are refused: of another key, altered, cut, extended, reordered, or none."""

from command_line import CHUNK, CommandLine, main, payload

HEADER = 8 + 32 + 1088  # of ml-kem-768
SEALED = CHUNK + 16


class Envelopes(CommandLine):
    def test_the_wrong_key_is_named(self):
        sealed = self.encrypted(b"text")
        bob = self.ok("keygen", "-o", "bob").split()[2].decode()
        self.fails("decrypt", "-k", "bob.key", "sealed", "-o", "out", found="this key is the ml-kem-768 key " + bob)
        self.assertEqual(
            self.fails("decrypt", "-k", "bob.key", "-", "-o", "-", input=sealed, found=bob), b"")

    def test_altered_envelopes_of_every_region(self):
        sealed = self.encrypted(payload(200_000))
        for at in (0, 4, 5, 6, 7, 8, 39, 40, 1000, HEADER - 1, HEADER, HEADER + SEALED - 1,
                   HEADER + SEALED, len(sealed) - 17, len(sealed) - 1):
            changed = bytearray(sealed)
            changed[at] ^= 1
            self.refuses(bytes(changed))

    def test_truncated_envelopes(self):
        sealed = self.encrypted(payload(200_000))
        for size in (0, 1, 7, 8, HEADER - 1, HEADER, HEADER + 15, HEADER + 16, HEADER + 17,
                     HEADER + SEALED, HEADER + 2 * SEALED, len(sealed) - 1):
            self.refuses(sealed[:size])
        self.refuses(sealed[: HEADER + SEALED], found="cut off after chunk 0")

    def test_extended_envelopes(self):
        for size in (0, 10, CHUNK):
            sealed = self.encrypted(payload(size))
            for extra in (b"\0", bytes(16), bytes(17), bytes(SEALED)):
                self.refuses(sealed + extra)

    def test_reordered_envelopes(self):
        sealed = self.encrypted(payload(200_000))
        header, rest = sealed[:HEADER], sealed[HEADER:]
        chunks = [rest[i : i + SEALED] for i in range(0, len(rest), SEALED)]
        for order in ((1, 0, 2, 3), (0, 0, 1, 2, 3), (0, 2, 3), (1, 2, 3), (0, 1, 3), (3,)):
            self.refuses(header + b"".join(chunks[i] for i in order))

    def test_what_is_no_envelope(self):
        self.refuses(b"", found="ends after 0 bytes")
        self.refuses(b"hello, world" * 1000, found="lath did not write")
        self.refuses(self.read("alice.pub"), found="public key")
        for short in (b"h", b"hello\n", b"l\n", b"lat\n", b"hello, w", b"hello, world"):
            self.refuses(short, found="lath did not write")
        for size in range(1, 8):
            self.refuses(self.encrypted(b"")[:size], found=f"ends after {size} bytes")
        self.fails("decrypt", "-k", "alice.key", "-", "-o", "-", input=b"hello",
                   found="standard input: bytes that lath did not write")

    def test_files_of_version_zero_are_named(self):
        sealed = self.encrypted(b"text")
        self.refuses(sealed[:5] + b"\0" + sealed[6:], found="format version 0")
        self.write("old.pub", self.read("alice.pub")[:5] + b"\0" + self.read("alice.pub")[6:])
        result = self.run_lath("encrypt", "-k", "old.pub", "plain", "-o", "out")
        self.check_error(result, 1, "format version 0")
        self.assertIn("make new keys", result.stderr.decode())


if __name__ == "__main__":
    main()
