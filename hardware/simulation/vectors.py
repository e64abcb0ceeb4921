#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""vectors.py UNIT FOLDER COUNT SEED: words for every input channel of a bench and what must come out.

COUNT counts coefficients (or products, polynomials, transfers where the unit knows only those).
"""
import pathlib
import random
import sys

from golden import (CHUNK, GROUP, MASK, MODULUS, SLOTS, SUB, chunks, extreme_key, header, input_bursts, join,
                    output_bursts, product, random_binary, random_key, row_burst, status)
from residue_unit_vectors import UNITS as RESIDUE_INNER_UNITS
from residue_vectors import UNITS as RESIDUE_UNITS

LAST = 1 << 128


def small(rng):
    return rng.choice((0, 1, 1023, rng.getrandbits(10)))


def row_words(values):
    """Coefficients of four messages as rows of four chunks at bits 27 j."""
    return [sum(chunk << (CHUNK * j) for j, chunk in enumerate(row)) for row in zip(*(chunks(v) for v in values))]


def polynomial_rows(polynomials):
    return [word for values in zip(*polynomials) for word in row_words(values)]


def lane_words(key, smalls):
    """A lane before the multipliers: slot k has chunk k of the key and the coefficient of message k."""
    words = []
    for i, coefficient in enumerate(key):
        for k, chunk in enumerate(chunks(coefficient)):
            words.append(chunk | (smalls[k][i] if k < len(smalls) else 0) << CHUNK)
    return words


def passing(width):
    def unit(rng, count):
        words = [rng.getrandbits(width) for _ in range(count)]
        return [words], [words]
    return unit


def adding(signs):
    """The signed sum of coefficients, a chunk of each a word."""
    def unit(rng, count):
        words, sums = [], []
        for _ in range(count):
            values = random_key(rng, len(signs))
            words += [sum(c << (CHUNK * i) for i, c in enumerate(row)) for row in zip(*(chunks(v) for v in values))]
            sums += chunks(sum(s * v for s, v in zip(signs, values)) % MODULUS)
        return [words], [sums]
    return unit


def integer_multiplier(rng, count):
    words, rows = [], []
    for _ in range(count):
        key, factors = random_key(rng, 1)[0], [small(rng) for _ in range(4)]
        words += [c | sum(f << (CHUNK + 10 * j) for j, f in enumerate(factors)) for c in chunks(key)]
        rows += row_words([key * f % MODULUS for f in factors])
    return [words], [rows]


def pre_stage(rng, count):
    words, passed, sums = [], [], []
    for _ in range(max(1, count // 10)):
        key = random_key(rng, 10)
        smalls = [[rng.choice((0, 511, rng.getrandbits(9))) for _ in range(10)] for _ in range(5)]
        both = [(x + y) % MODULUS for x, y in zip(key[:5], key[5:])]
        small_sums = [[x + y for x, y in zip(s[:5], s[5:])] for s in smalls]
        words += lane_words(key, smalls)
        sums += lane_words(both, small_sums)
    return [words], [words, sums]


def pre_crossbar(rng, count):
    lanes = [[rng.getrandbits(37) for _ in range(25 * max(1, count * share // 135))]
             for share in (8, 4, 4, 2, 4, 2, 2, 1)]
    return lanes, lanes


def post_crossbar(rng, count):
    inputs, outputs = [], [[] for _ in range(8)]
    for lanes in ((0,), (1, 2), (3, 4, 5), (6, 7)):
        words = []
        for _ in range(max(1, count // 4)):
            lane, row = rng.choice(lanes), rng.getrandbits(108)
            words.append(row | lane << 108)
            outputs[lane].append(row)
        inputs.append(words)
    return inputs, outputs


def polynomial_multiplier(rng, count):
    words, low, high = [], [], []
    for _ in range(max(1, count // 5)):
        key, smalls = random_key(rng, 5), [[small(rng) for _ in range(5)] for _ in range(4)]
        words += lane_words(key, smalls)
        rows = polynomial_rows([product(key, s) for s in smalls])
        low += rows[:25]
        high += rows[25:]
    return [words], [low, high]


def recursion(half, serial, final):
    """Products of L, H, L + H, any values: what must come out is the reconstruction, nothing else."""
    def unit(rng, count):
        split = 5 * half
        lanes, outputs = [[], [], [], []], [[], []]
        for _ in range(max(1, count // (6 * half))):
            low, high, both = ([random_key(rng, 2 * half - 1) for _ in range(4)] for _ in range(3))
            for place, polynomials in ((0, low), (0, high), (0 if serial else 2, both)):
                rows = polynomial_rows(polynomials)
                lanes[place] += rows[:split]
                lanes[place + 1] += rows[split:]
            rows = polynomial_rows([join([l, h, s]) for l, h, s in zip(low, high, both)])
            if final:
                outputs[0] += rows
            else:
                outputs[0] += rows[:2 * split]
                outputs[1] += rows[2 * split:]
        return lanes[:2] if serial else lanes, outputs[:1] if final else outputs
    return unit


def mistakes(rng, bursts, messages, count, kind):
    """A malformed transfer and how many of its data bursts make output: (words, complete groups or None, status)."""
    good = header(messages, count)
    if kind == 0:  # too short, anywhere
        seen = rng.randrange(1, len(bursts))
        return [good] + bursts[:seen], None, status(1, seen)
    if kind == 1:  # too long
        extra = [rng.getrandbits(128) for _ in range(rng.choice((1, 1, 7, 300)))]
        return [good] + bursts + extra, True, status(2, len(bursts) + len(extra))
    if kind == 2:  # a header alone
        return [good], False, status(1, 0)
    bad = {3: header(messages, count + rng.randrange(1, 9)), 4: header(0, count), 5: header(5, count),
           6: header(messages, 0) if rng.randrange(2) else header(messages, count, 0x4C4A),
           7: good | 1 << rng.choice((24, 31, 48, 64, 127))}[kind]
    seen = rng.choice((0, 1, 50))
    return [bad] + bursts[:seen], False, status(3, seen)


def transfer_lines(words):
    return words[:-1] + [words[-1] | LAST]


def accelerator(degree, malformed=True):
    """Good transfers of 1 to 4 messages, malformed ones between them (no rows, or all of them)."""
    def unit(rng, count):
        inputs, outputs = [], []
        first = rng.randrange(4) if count == 1 else 0
        for number in range(count):
            messages = (first + number) % 4 + 1
            key = random_key(rng, degree) if number % 5 != 4 else extreme_key(number // 5 % 4, degree)
            binaries = [random_binary(rng, degree) if number % 5 != 4 else [1] * degree for _ in range(messages)]
            bursts, rows = input_bursts(key, binaries), output_bursts(key, binaries)
            # Slots of messages that are not there, and bits that mean nothing, may hold anything.
            noisy = [b | (rng.getrandbits(7) << 32 if k % SLOTS >= messages else 0) | rng.getrandbits(80) << 42
                     | rng.getrandbits(4) << 27 for k, b in enumerate(bursts)]
            subs = len(bursts) // (SUB * SLOTS)
            if malformed and number % 2:
                words, whole, code = mistakes(rng, noisy, messages, subs, number // 2 % 8)
                # What a short transfer leaves behind depends on the pace; a first group keeps it empty.
                if whole is None:
                    seen = rng.randrange(1, GROUP * SUB * SLOTS)
                    words, code = words[:1 + seen], status(1, min(seen, len(words) - 1))
                inputs += transfer_lines(words)
                outputs += (rows if whole else []) + [code | LAST]
            inputs += transfer_lines([header(messages, subs)] + noisy)
            outputs += rows + [status(0, len(bursts)) | LAST]
        return [inputs], [outputs]
    return unit


def sides(rng, count):
    inputs, outputs = [], []
    for number in range(count):
        messages, groups = number % 4 + 1, (1, 11, 2, 3)[number % 4]
        length = groups * GROUP * SUB * SLOTS
        bursts = [rng.getrandbits(27) | rng.getrandbits(7) << 32 for _ in range(length)]
        rows = [row_burst((b & MASK, b >> 32 if k % SLOTS < messages else 0))
                for k, b in enumerate(bursts) if k % 1800 < 1595]
        inputs += transfer_lines([header(messages, groups * GROUP)] + bursts)
        outputs += rows + [status(0, length) | LAST]
        words, whole, code = mistakes(rng, bursts, messages, groups * GROUP, number % 8)
        if whole is not None:
            inputs += transfer_lines(words)
            outputs += (rows if whole else []) + [code | LAST]
        # Too short: here the rows are out at once, but for that of the last burst, whose way the reset cuts.
        seen = rng.choice((1, 7, 1799, rng.randrange(1, 1800)))
        inputs += transfer_lines([header(messages, groups * GROUP)] + bursts[:seen])
        outputs += rows[:min(seen - 1, 1595)] + [status(1, seen) | LAST]
    return [inputs], [outputs]


UNITS = {
    "skid_buffer": passing(129), "fifo": passing(160), "chunk_adder": adding((1, 1)),
    "chunk_combiner": adding((1, 1, -1, -1)), "chunk_summer": adding((1,) * 5),
    "integer_multiplier": integer_multiplier, "pre_stage": pre_stage, "pre_crossbar": pre_crossbar,
    "post_crossbar": post_crossbar, "polynomial_multiplier": polynomial_multiplier,
    "post_stage": recursion(5, False, False), "post_stage_serial": recursion(10, True, False),
    "post_final": recursion(20, True, True), "sides": sides,
    **{f"accelerator_{degree}": accelerator(degree) for degree in (160, 320, 2560)},
    **{f"device_{degree}": accelerator(degree, False) for degree in (160, 320, 2560)},
    **RESIDUE_UNITS, **RESIDUE_INNER_UNITS,
}


def main():
    unit, folder, count, seed = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    rng = random.Random(seed)
    inputs, outputs = UNITS[unit](rng, count)
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.hex"):
        old.unlink()
    for stem, channels in (("in", inputs), ("out", outputs)):
        for i, words in enumerate(channels):
            (folder / f"{stem}{i}.hex").write_text("".join(f"{w:x}\n" for w in words))


if __name__ == "__main__":
    main()
