# SPDX-License-Identifier: Apache-2.0
"""Reads and writes the envelopes of wire-format.md without Lath, by cbor2 and cryptography from PyPI."""
import hashlib
import hmac

import cbor2
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

TAG, MAC0, SIGN1 = 55799, 17, 18
PROTECTED = {MAC0: cbor2.dumps({1: 5}), SIGN1: cbor2.dumps({1: -8})}  # HMAC 256/256 and EdDSA
NONCE = bytes(12)


def sha256(data):
    return hashlib.sha256(data).digest()


def proved(tag, header, digests):
    """What a MAC or a signature is computed of: the structure of COSE with a payload that stands nowhere."""
    payload = cbor2.dumps([header, sha256(digests)])
    return cbor2.dumps(["MAC0" if tag == MAC0 else "Signature1", PROTECTED[tag], b"", payload])


def key_of(passphrase, log2_work, salt):
    return hashlib.scrypt(passphrase, salt=salt, n=2**log2_work, r=8, p=1, maxmem=2**30 + 2**21, dklen=32)


def make_envelope(packed, mac=None, signing=None, parameters=None, fingerprint=None, chunk=2**20, lock=None):
    """mac and signing are 32 bytes; lock is a passphrase, log2 of the work and a salt of 32 bytes."""
    tag = MAC0 if mac else SIGN1 if signing else None
    header = {1: 1, 2: packed[4], 3: len(packed) + (16 if lock else 0), 4: chunk}
    optional = {5: parameters, 6: fingerprint, 7: {MAC0: 1, SIGN1: 2}.get(tag), 8: list(lock[1:]) if lock else None}
    header = cbor2.dumps(header | {key: value for key, value in optional.items() if value is not None})
    if lock:
        packed = ChaCha20Poly1305(key_of(*lock)).encrypt(NONCE, packed, header)
    chunks = [packed[at:at + chunk] for at in range(0, len(packed), chunk)]
    parts = [header, *chunks]
    if tag:
        digests = b"".join(map(sha256, chunks))
        message = proved(tag, header, digests)
        evidence = (hmac.digest(mac, message, "sha256") if mac else
                    Ed25519PrivateKey.from_private_bytes(signing).sign(message))
        parts += [digests, cbor2.CBORTag(tag, [PROTECTED[tag], {}, None, evidence])]
    return cbor2.dumps(cbor2.CBORTag(TAG, parts))


def open_envelope(data, mac=None, verifying=None, passphrase=None):
    """The packed bytes. With a key, raises an exception unless it proves the envelope."""
    parts = cbor2.loads(data)  # without the tag
    header = cbor2.loads(parts[0])
    tag = {1: MAC0, 2: SIGN1}.get(header.get(7))
    chunks = parts[1:-2] if tag else parts[1:]
    evidence = parts[-1].value[3] if tag else None
    if tag:
        expected = [parts[0], *chunks, b"".join(map(sha256, chunks)),
                    cbor2.CBORTag(tag, [PROTECTED[tag], {}, None, evidence])]
    else:
        expected = parts
    packed = b"".join(chunks)
    lengths = [len(chunk) for chunk in chunks]
    if (cbor2.dumps(cbor2.CBORTag(TAG, expected)) != data or cbor2.dumps(header) != parts[0] or header[1] != 1
            or header[3] != len(packed) or set(lengths[:-1]) > {header[4]} or not 0 < lengths[-1] <= header[4]):
        raise ValueError("need an envelope in its one form")
    if mac and not (tag == MAC0 and hmac.compare_digest(
            evidence, hmac.digest(mac, proved(tag, parts[0], parts[-2]), "sha256"))):
        raise ValueError("need an envelope with this MAC")
    if verifying:
        if tag != SIGN1:
            raise ValueError("need an envelope with a signature")
        Ed25519PublicKey.from_public_bytes(verifying).verify(evidence, proved(tag, parts[0], parts[-2]))
    if 8 not in header:
        return packed
    try:
        return ChaCha20Poly1305(key_of(passphrase, *header[8])).decrypt(NONCE, packed, parts[0])
    except InvalidTag:
        raise ValueError("need the passphrase, and an envelope without a change") from None
