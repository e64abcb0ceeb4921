# SPDX-License-Identifier: Apache-2.0
"""ChaCha20 and AES-256 in counter mode, from their standards alone: no other library computes here."""
import struct


def _rotate_word(x, count):
    return (x << count | x >> (32 - count)) & 0xffffffff


def _quarter_round(x, a, b, c, d):
    for to, add, shift_in, count in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        x[to] = (x[to] + x[add]) & 0xffffffff
        x[shift_in] = _rotate_word(x[shift_in] ^ x[to], count)


def chacha20(key, nonce, size):
    """The key stream of RFC 8439, section 2.4, from block 0 on. In place of its counter of 32 bits and
    the first 4 bytes of the nonce there is one counter of 64 bits, which starts at those bytes times 2^32:
    the same for 2^32 blocks."""
    counter = int.from_bytes(nonce[:4], "little") << 32
    stream = b""
    while len(stream) < size:
        start = struct.unpack("<4I", b"expand 32-byte k") + struct.unpack("<8I", key) + \
            struct.unpack("<2I", counter.to_bytes(8, "little")) + struct.unpack("<2I", nonce[4:])
        x = list(start)
        for _ in range(10):
            for i in range(4):
                _quarter_round(x, i, i + 4, i + 8, i + 12)
            for i in range(4):
                _quarter_round(x, i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12)
        stream += struct.pack("<16I", *((a + b) & 0xffffffff for a, b in zip(x, start)))
        counter = (counter + 1) % 2**64
    return stream[:size]


def _doubled(x):
    return (x << 1 ^ (0x11b if x & 0x80 else 0)) & 0xff


def _product(x, y):
    result = 0
    while y:
        if y & 1:
            result ^= x
        x, y = _doubled(x), y >> 1
    return result


def _substitution_box():
    box = []
    for x in range(256):
        inverse = next((y for y in range(256) if _product(x, y) == 1), 0)
        value = 0x63
        for shift in range(5):
            value ^= (inverse << shift | inverse >> (8 - shift)) & 0xff
        box.append(value)
    return box


_BOX = _substitution_box()
_DOUBLED = [_doubled(x) for x in range(256)]


def _expanded(key):
    words, constant = [list(key[i:i + 4]) for i in range(0, 32, 4)], 1
    for i in range(8, 60):
        word = list(words[-1])
        if i % 8 == 0:
            word = [_BOX[x] for x in word[1:] + word[:1]]
            word[0] ^= constant
            constant = _doubled(constant)
        elif i % 8 == 4:
            word = [_BOX[x] for x in word]
        words.append([a ^ b for a, b in zip(words[i - 8], word)])
    return [sum(words[i:i + 4], []) for i in range(0, 60, 4)]


def _encrypted(round_keys, block):
    state = [a ^ b for a, b in zip(block, round_keys[0])]
    for number, round_key in enumerate(round_keys[1:], 1):
        # SubBytes and ShiftRows: byte 4 c + r of the state is in row r and column c.
        state = [_BOX[state[(i + 4 * (i % 4)) % 16]] for i in range(16)]
        if number != 14:
            mixed = []
            for column in range(0, 16, 4):
                a = state[column:column + 4]
                for r in range(4):
                    mixed.append(_DOUBLED[a[r]] ^ _DOUBLED[a[(r + 1) % 4]] ^ a[(r + 1) % 4] ^
                                 a[(r + 2) % 4] ^ a[(r + 3) % 4])
            state = mixed
        state = [a ^ b for a, b in zip(state, round_key)]
    return bytes(state)


def aes_256_ctr(key, counter, size):
    """FIPS 197 and NIST SP 800-38A, section 6.5: the encryptions of a block and of those that follow it,
    a block being a number of 128 bits, high byte first."""
    round_keys, number = _expanded(key), int.from_bytes(counter, "big")
    blocks = []
    for i in range((size + 15) // 16):
        blocks.append(_encrypted(round_keys, ((number + i) % 2**128).to_bytes(16, "big")))
    return b"".join(blocks)[:size]
