# SPDX-License-Identifier: Apache-2.0
"""lath inspect explains files of every object, in words and as JSON.
inspect_test.py <path of lath> [unittest options]."""
import json
import os
import sys
import unittest

from command_line import CommandLine

OBJECTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "kat", "objects")
MAC = bytes(range(32))
VERIFYING = bytes.fromhex("29acbae141bccaf0b22e1a94d34d0bc7361e526d0bfe12c89794bc9322966dd7")


class Inspect(CommandLine):
    def facts(self, name, *options, folder=OBJECTS):
        result = self.run_lath("inspect", "--json", os.path.join(folder, name), *options)
        self.assertEqual((result.returncode, result.stderr), (0, b""), name)
        return json.loads(result.stdout)

    def test_every_object_is_explained(self):
        names = sorted(os.listdir(OBJECTS))
        self.assertEqual(len(names), 25)
        for name in names:
            facts = self.facts(name)
            kind = name.removesuffix(".cbor").removesuffix(".bin").removeprefix("bfv-").removeprefix("bgv-")
            self.assertIn(kind.replace("-", " ").lower(), facts["object"].lower())
            self.assertEqual(facts["container"], "envelope (CBOR)" if name.endswith(".cbor") else "none: packed bytes")
            text = self.run_lath("inspect", os.path.join(OBJECTS, name)).stdout.decode()
            self.assertEqual(len(text.splitlines()), len(facts), name)
            self.assertNotRegex(text, "[^ -~\n]")

    def test_a_ciphertext_is_described(self):
        facts = self.facts("bgv-ciphertext.cbor")
        self.assertEqual({key: facts[key] for key in ("scheme", "level", "parts", "proof")},
                         {"scheme": "BGV", "level": 2, "parts": 2, "proof": "MAC (HMAC-SHA256)"})
        self.assertRegex(facts["fingerprint"], "^[0-9a-f]{64}$")
        self.assertRegex(facts["authentic"], "^unknown")

    def test_noise_is_told_where_the_parameters_are(self):
        self.assertNotIn("noise_claimed", self.facts("bgv-product.cbor"))
        for name in ("bfv-seeded-ciphertext.cbor", "bgv-seeded-ciphertext.cbor"):
            self.assertTrue(-130 < self.facts(name)["noise_claimed"] < -60, name)

    def test_parameters_are_described(self):
        for name in ("bgv-parameters.cbor", "bgv-relinearisation-key.cbor"):
            facts = self.facts(name)
            self.assertEqual({key: facts[key] for key in ("scheme", "degree", "plaintext_modulus", "levels")},
                             {"scheme": "BGV", "degree": 16, "plaintext_modulus": 65537, "levels": 3})
            self.assertEqual(facts["security_asked_for"], 128)

    def test_a_locked_secret_keeps_it(self):
        facts = self.facts("bfv-secret-key.cbor")
        self.assertRegex(facts["locked"], "scrypt with 2\\^10")
        self.assertNotIn("key_identifier", facts)

    def test_proofs_are_checked_with_a_key(self):
        self.write("mac", MAC)
        self.write("other", MAC[::-1])
        self.write("verifying", VERIFYING)
        self.assertRegex(self.facts("bgv-ciphertext.cbor", "--mac-key", "mac")["authentic"], "^yes")
        self.assertRegex(self.facts("bfv-public-key.cbor", "--verifying-key", "verifying")["authentic"], "^yes")
        for name, option, key in (("bgv-ciphertext.cbor", "--mac-key", "other"),
                                  ("bgv-ciphertext.cbor", "--verifying-key", "verifying"),
                                  ("bgv-product.cbor", "--mac-key", "mac")):
            result = self.run_lath("inspect", os.path.join(OBJECTS, name), option, key)
            self.assertEqual((result.returncode, result.stdout), (1, b""))
            self.assertIn(b"the key given", result.stderr)

    def test_both_keys_of_a_server_are_told(self):
        key, galois = (self.read(os.path.join(OBJECTS, f"bfv-{name}.cbor"))
                       for name in ("relinearisation-key", "Galois-keys"))
        self.write("server", key + galois)
        facts = self.facts(self.path("server"))
        self.assertEqual(facts["object"], "a relinearisation key")
        self.assertEqual(facts["followed_by"], "Galois keys (3)")
        self.write("long", key + galois * 100)
        self.assertLess(len(self.facts(self.path("long"))["followed_by"]), 250)
        self.write("mac", MAC)
        for content in (key + galois, galois + key):
            self.write("other", content)
            result = self.run_lath("inspect", self.path("other"), "--mac-key", self.path("mac"))
            self.assertEqual(result.returncode, 1)  # the key for products has no proof
        for end in (b"x", galois[:-1], bytes(1000)):
            self.write("bad", key + end)
            self.assertEqual(self.run_lath("inspect", self.path("bad")).returncode, 1)

    def test_changed_files_are_refused(self):
        self.write("mac", MAC)
        with open(os.path.join(OBJECTS, "bgv-Galois-keys.cbor"), "rb") as file:
            data = file.read()
        for at in (0, 5, 20, 1500, len(data) - 1):
            self.write("bad", data[:at] + bytes([data[at] ^ 1]) + data[at + 1:])
            result = self.run_lath("inspect", "bad", "--mac-key", "mac")
            self.assertEqual((result.returncode, result.stdout), (1, b""), at)
        self.write("short", data[:-1])
        self.assertIn(b"ends too early", self.run_lath("inspect", "short").stderr)

    def test_files_of_age_are_described(self):
        self.write("letter", b"The meeting is at noon.")
        self.ok("encrypt", "-R", "alice.pub", "-o", "letter.age", "letter")
        facts = self.facts("letter.age", folder=self.folder)
        self.assertEqual({key: facts[key] for key in ("container", "recipients", "kinds", "payload")},
                         {"container": "age v1", "recipients": 1, "kinds": '"mlkem768x25519"', "payload": 23})

    def test_keys_and_objects_of_seal_are_described(self):
        kat = os.path.join(OBJECTS, "..")
        for name in ("512-public", "768-seed", "1024-both"):
            facts = self.facts(f"ml_kem_pem/{name}.pem", folder=kat)
            self.assertEqual((facts["container"], facts["algorithm"]), ("PEM", "ML-KEM-" + name.split("-")[0]))
        for folder in ("4.1-bfv-blake2xb-none", "4.4-bfv-shake256-zstd"):
            for name in sorted(os.listdir(os.path.join(kat, "seal", folder))):
                facts = self.facts(os.path.join("seal", folder, name), folder=kat)
                self.assertEqual(facts["container"], "Microsoft SEAL")

    def test_other_files_are_named_as_such(self):
        self.write("letter", b"The meeting is at noon.")
        self.write("empty", b"")
        for name in ("letter", "empty"):
            result = self.run_lath("inspect", name)
            self.assertEqual((result.returncode, result.stdout), (1, b""))
            self.assertIn(b"no format that lath knows", result.stderr)
        self.assertIn(b"check its name", self.run_lath("inspect", "none").stderr)
        self.assertEqual(self.run_lath("inspect").returncode, 2)


if __name__ == "__main__":
    Inspect.LATH = sys.argv[1]
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
