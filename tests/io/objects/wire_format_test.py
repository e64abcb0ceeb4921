# SPDX-License-Identifier: Apache-2.0
"""docs/wire_format.py and docs/envelope_format.py, which know nothing of Lath's code, read and write every object as
Lath does; and pycose proves and verifies envelopes.
wire_format_test.py <path of object_files> <root of the repository> [unittest options]."""
import hashlib
import os
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
PROGRAM, ROOT = sys.argv[1], sys.argv[2]
sys.path.insert(0, os.path.join(ROOT, "docs"))

import cbor2  # noqa: E402
import envelope_format as envelopes  # noqa: E402
import wire_format as wire  # noqa: E402
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: E402
from pycose.algorithms import EdDSA, HMAC256  # noqa: E402
from pycose.headers import Algorithm  # noqa: E402
from pycose.keys import OKPKey, SymmetricKey  # noqa: E402
from pycose.messages import Mac0Message, Sign1Message  # noqa: E402

MAC, SIGNING, PASSPHRASE = bytes(range(32)), bytes(range(32, 64)), b"lath"
VERIFYING = Ed25519PrivateKey.from_private_bytes(SIGNING).public_key().public_bytes_raw()
MACS, SIGNATURES, LOCKED = ("ciphertext", "Galois-keys"), ("public-key",), ("secret-key", "plaintext")


class WireFormat(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="lath-wire-")
        cls.addClassCleanup(cls.folder.cleanup)
        written = os.path.join(cls.folder.name, "written")
        subprocess.run([PROGRAM, "write", written], check=True)
        cls.files = {}
        for name in sorted(os.listdir(written)):
            with open(os.path.join(written, name), "rb") as file:
                cls.files[name] = file.read()

    def envelopes_of(self, scheme):
        return {name: data for name, data in self.files.items() if name.startswith(scheme)}

    def opened(self, name):
        kind = name[4:].removesuffix(".cbor")
        return envelopes.open_envelope(self.files[name], mac=MAC if kind in MACS else None,
                                       verifying=VERIFYING if kind in SIGNATURES else None,
                                       passphrase=PASSPHRASE if kind in LOCKED else None)

    def contexts(self):
        return {scheme: wire.context_of(wire.read(self.opened(scheme + "parameters.cbor"))) for scheme in ("bfv-", "bgv-")}

    def test_python_reads_and_writes_every_object(self):
        kinds = set()
        for scheme, context in self.contexts().items():
            for name in self.envelopes_of(scheme):
                packed = self.opened(name)
                kinds.add(packed[4])
                self.assertEqual(wire.write(wire.read(packed, context), context), packed, name)
        for name in ("ring.bin", "polynomial.bin", "message.bin"):
            data = self.files[name]
            kinds.add(data[4])
            ring = self.files["ring.bin"]
            context = {"moduli": wire.read(ring)["moduli"], "fingerprint": hashlib.sha3_256(ring).digest()}
            self.assertEqual(wire.write(wire.read(data, context), context), data, name)
        self.assertEqual(kinds, set(wire.KINDS))

    def test_lath_reads_what_python_wrote(self):
        """Every object with 1 added to its last word where that is one, in envelopes that Python made."""
        folder, out = (os.path.join(self.folder.name, name) for name in ("python", "out"))
        os.makedirs(folder)
        expected = {}
        for scheme, context in self.contexts().items():
            for name in self.envelopes_of(scheme):
                kind = name[4:].removesuffix(".cbor")
                x = wire.read(self.opened(name), context)
                rows = [key for key in x if " modulo " in key]
                if rows:
                    x[rows[-1]][-1] = (x[rows[-1]][-1] + 1) % int(rows[-1].split()[-1])
                expected[name] = wire.write(x, context)
                keys = {"mac": MAC} if kind in MACS else {"signing": SIGNING} if kind in SIGNATURES else {}
                lock = (PASSPHRASE, 10, os.urandom(32)) if kind in LOCKED else None
                data = envelopes.make_envelope(expected[name], chunk=2048, lock=lock, **keys)
                with open(os.path.join(folder, name), "wb") as file:
                    file.write(data)
        subprocess.run([PROGRAM, "read", folder, out], check=True)
        for name, packed in expected.items():
            with open(os.path.join(out, name), "rb") as file:
                self.assertEqual(file.read(), packed, name)
        self.assertEqual(len(expected), 22)

    def test_pycose_verifies_and_makes_the_proofs(self):
        for name in ("bgv-ciphertext.cbor", "bfv-Galois-keys.cbor", "bgv-public-key.cbor"):
            parts = cbor2.loads(self.files[name])
            payload = cbor2.dumps([parts[0], hashlib.sha256(parts[-2]).digest()])
            evidence = parts[-1].value[3]
            is_signature = "public" in name
            cose = Sign1Message if is_signature else Mac0Message
            self.assertEqual(parts[-1].tag, cose.cbor_tag)
            for text, is_right in ((payload, True), (payload[:-1] + b"0", False)):
                protected, unprotected, *rest = parts[-1].value
                message = cose.from_cose_obj([protected, dict(unprotected), *rest], True)
                message.key = OKPKey(crv="ED25519", x=VERIFYING, d=SIGNING) if is_signature else SymmetricKey(k=MAC)
                message.payload = text
                self.assertEqual(message.verify_signature() if is_signature else message.verify_tag(), is_right)
            made = cose(phdr={Algorithm: EdDSA if is_signature else HMAC256}, payload=payload, key=message.key)
            self.assertEqual(made.phdr_encoded, parts[-1].value[0])
            self.assertEqual(made.compute_signature() if is_signature else made.compute_tag(), evidence)

    def test_changes_are_refused(self):
        data = bytearray(self.files["bgv-ciphertext.cbor"])
        for at in range(0, len(data), 97):
            bad = bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1:])
            with self.assertRaises(Exception, msg=at):
                envelopes.open_envelope(bad, mac=MAC)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
