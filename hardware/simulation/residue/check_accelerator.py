# SPDX-License-Identifier: Apache-2.0
"""Compares the Verilated accelerator with Python's integers, burst by burst.

check_accelerator.py SHAPE DRIVER TABLES --runs N --seed S --mode full|bus|random [--malformed] [--reset] [--extremes]
Each run sends two keys and several product transfers of 1 to 4 messages with one or two keys.
"""
import argparse
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "model"))
import residue_ring as ring

EXTREMES = ("zero", "one", "top")


class Script:
    """Transfers and what each must give back."""

    def __init__(self, s):
        self.s, self.transfers, self.expected = s, [], []

    def add(self, bursts, expected):
        self.transfers.append(bursts)
        self.expected.append(expected)


def product_case(s, rng, keys, mask, count, kinds=("random",)):
    messages, results = [], []
    for _ in range(count):
        u, _e = ring.random_message(s, rng, rng.choice(kinds))
        errors = []
        for k in (0, 1):
            if mask >> k & 1:
                e = ring.random_message(s, rng, rng.choice(kinds))[1]
                errors.append(e)
                results += ring.pack_result(s, ring.product(s, keys[k], u, e))
        messages.append((u, errors))
    bursts = ring.product_transfer(s, mask, messages)
    return bursts, results + [ring.status(0, len(bursts) - 1)]


def malformed_cases(s, rng, keys):
    """Each malformed transfer with its status; the caller sends a good one after each."""
    good, _ = product_case(s, rng, keys, 3, 2)
    key = ring.key_transfer(s, 1, keys[1])
    cut = rng.randrange(1, len(good) - 1)
    yield good[:cut], [ring.status(1, cut - 1)]
    yield good[:-1], [ring.status(1, len(good) - 2)]
    yield good[:1], [ring.status(1, 0)]
    yield good + [rng.getrandbits(128)], [ring.status(2, len(good))]
    extra = rng.randrange(2, 20)
    yield good + [rng.getrandbits(128) for _ in range(extra)], [ring.status(2, len(good) - 1 + extra)]
    bad_headers = (0, good[0] ^ 1, good[0] | 1 << 127, ring.header(2, 0, 1), ring.header(2, 5, 1), ring.header(2, 1, 0),
                   ring.header(2, 1, 4), ring.header(3, 1, 1), ring.header(1, 1, 0), ring.header(1, 0, 2))
    for word in bad_headers:
        tail = [rng.getrandbits(128) for _ in range(rng.randrange(0, 5))]
        yield [word] + tail, [ring.status(3, len(tail))]
    yield key[:-1], [ring.status(1, len(key) - 2)]  # key 1 is gone
    yield good, [ring.status(4, len(good) - 1)]
    yield key + [0], [ring.status(2, len(key))]
    yield good[:1], [ring.status(4, 0)]
    yield key, [ring.status(0, len(key) - 1)]


def simulate(driver, tables, script, mode, seed, reset=None):
    source, sink = os.path.join(tables, "in.txt"), os.path.join(tables, "out.txt")
    with open(source, "w") as out:
        for bursts in script.transfers:
            for i, b in enumerate(bursts):
                out.write("%032x %d\n" % (b, i == len(bursts) - 1))
    command = [driver, "in.txt", "out.txt", mode, str(seed)] + ([str(reset)] if reset else [])
    code = subprocess.run(command, cwd=tables).returncode
    with open(sink) as lines:
        return code, [line.split() for line in lines]


def split_output(lines):
    """Transfers out as (bursts, first cycle, last cycle); cycles of bursts taken in; place of a reset."""
    done, now, taken, reset_at = [], [], [], None
    for words in lines:
        if words[0] == "in":
            taken.append(int(words[1]))
        elif words[0] == "reset":
            reset_at, now = len(done), []
        else:
            now.append((int(words[0], 16), int(words[2])))
            if words[1] == "1":
                done.append(([w for w, _ in now], now[0][1], now[-1][1]))
                now = []
    return done, taken, reset_at, now


def compare(script, lines, code, tail_only=False):
    done, taken, reset_at, rest = split_output(lines)
    if tail_only:
        done = done[reset_at:]
        expected = script.expected[len(script.expected) - len(done):]
        assert done, "nothing after the reset"
    else:
        expected = script.expected
        assert code == 0 and not rest, "driver gave up, code %d, %d bursts over" % (code, len(rest))
    assert len(done) == len(expected), (len(done), len(expected))
    for number, ((words, _, _), want) in enumerate(zip(done, expected)):
        if words != want:
            at = next((i for i, (a, b) in enumerate(zip(words, want)) if a != b), min(len(words), len(want)))
            raise SystemExit("transfer %d: %d bursts for %d, they differ at %d" % (number, len(words), len(want), at))
    return done, taken


def main():
    options = argparse.ArgumentParser()
    options.add_argument("shape")
    options.add_argument("driver")
    options.add_argument("tables")
    options.add_argument("--runs", type=int, default=1)
    options.add_argument("--transfers", type=int, default=3)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--mode", default="random")
    options.add_argument("--malformed", action="store_true")
    options.add_argument("--reset", action="store_true")
    options.add_argument("--extremes", action="store_true")
    options.add_argument("--messages", type=int)
    options.add_argument("--mask", type=int)
    options.add_argument("--cycles", type=int, help="the first product transfer takes exactly so many")
    o = options.parse_args()
    if o.cycles is not None and (o.reset or o.malformed):
        options.error("--cycles goes with whole, correct transfers only")
    s = ring.shape(o.shape)
    products = 0
    for run in range(o.runs):
        rng = random.Random(o.seed * 1000003 + run)
        kinds = ("zero", "ones", "random") if o.extremes else ("random",)
        keys = [ring.random_key(s, rng, rng.choice(EXTREMES + ("random",)) if o.extremes else "random")
                for _ in range(2)]
        script = Script(s)
        for k in (0,) if o.mask == 1 else (0, 1):
            bursts = ring.key_transfer(s, k, keys[k])
            script.add(bursts, [ring.status(0, len(bursts) - 1)])
        cases = []
        for _ in range(o.transfers):
            mask, count = o.mask or rng.randrange(1, 4), o.messages or rng.randrange(1, 5)
            cases.append(product_case(s, rng, keys, mask, count, kinds))
            products += count * bin(mask).count("1")
        if o.malformed:
            mixed = []
            for bad in malformed_cases(s, rng, keys):
                mixed.append(bad)
                if bad[1][-1] >> 16 & 255 in (2, 3) and len(mixed) < 40 and mixed[-1][1][0] >> 32 < 2 * s.kept * 4:
                    mixed.append(product_case(s, rng, keys, 1, 1))
            cases = mixed + cases
        for case in cases:
            script.add(*case)
        reset = None
        if o.reset:
            # Somewhere inside the first product transfer. One of five zeros may be lost; the keys must come again.
            script.transfers[3:3] = [[0] * 5] + script.transfers[:2]
            script.expected[3:3] = [[ring.status(3, 4)]] + script.expected[:2]
            code, lines = simulate(os.path.abspath(o.driver), o.tables, script, o.mode, o.seed + run)
            _, taken, _, _ = split_output(lines)
            first = sum(len(t) for t in script.transfers[:2])
            done, _, _, _ = split_output(lines)
            reset = rng.randrange(taken[first + 1], done[2][2])
        code, lines = simulate(os.path.abspath(o.driver), o.tables, script, o.mode, o.seed + run, reset)
        done, taken = compare(script, lines, code, tail_only=o.reset)
        if not o.reset and not o.malformed:
            uploads = len(script.transfers) - o.transfers
            begin = sum(len(t) for t in script.transfers[:uploads])
            length = len(script.transfers[uploads])
            now = done[uploads]
            print("run %d: mask %d, %d bursts in: first output %d, last output %d cycles after the first burst, "
                  "%d after the last" % (run, script.transfers[uploads][0] >> 32, length, now[1] - taken[begin],
                                         now[2] - taken[begin], now[2] - taken[begin + length - 1]))
            if o.cycles is not None and now[2] - taken[begin] != o.cycles:
                raise SystemExit("it took %d cycles, not %d" % (now[2] - taken[begin], o.cycles))
    print("%s %s: %d runs, %d products equal" % (o.shape, o.mode, o.runs, products))


if __name__ == "__main__":
    main()
