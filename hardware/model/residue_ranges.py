#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""residue_ranges.py: no lane of the residue design ever leaves its width, for every prime and degree.

Exact worst cases, unit after unit. What one unit does to a bound is proven in ../formal/residue: `narrow` takes k p from
x, k the integer nearest to x / 2^26 and at most MOST (lane_ranges.sv), `multiply_mod` leaves p / 2 + |a| p / 2^28
(reduce_mod_properties.svh), `add_sub` 2^25 + 2 (p - 2^26). Widths are those of residue_pkg.sv, which Icarus prints.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

import residue_ring as ring

HARDWARE = pathlib.Path(__file__).resolve().parents[1]
PRINTED = """module widths;
  initial for (int level = 0; level <= 11; level++) $display("%0d %0d %0d %0d", residue_pkg::forward_width(level),
    residue_pkg::inverse_narrows(level), residue_pkg::inverse_width(level, 7), residue_pkg::inverse_width(level, 10));
endmodule
"""


def read_widths():
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "widths.sv"
        source.write_text(PRINTED)
        subprocess.run(["iverilog", "-g2012", "-o", f"{folder}/widths", HARDWARE / "residue/residue_pkg.sv", source],
                       check=True)
        lines = subprocess.run(["vvp", "-n", f"{folder}/widths"], check=True, stdout=subprocess.PIPE,
                               text=True).stdout.splitlines()
    return [[int(word) for word in line.split()] for line in lines]


def read_most():
    text = (HARDWARE / "formal/residue/lane_ranges.sv").read_text()
    numbers = re.search(r"MOST = \(width == 28\) \? (\d+) : \(width == 29\) \? (\d+) : \(width == 30\) \? (\d+) : (\d+);",
                        text).groups()
    return dict(zip((28, 29, 30, 31), map(int, numbers)))


class Lanes:
    """Bounds modulo one prime."""

    def __init__(self, p, most):
        self.p, self.delta, self.most, self.places = p, p - (1 << 26), most, 0

    def fits(self, bound, width, where):
        self.places += 1
        if bound >= 1 << width - 1:
            sys.exit(f"ranges: {where} reaches {bound / 2 ** 26:.3f} * 2^26 modulo {self.p}, more than {width} bits")
        return bound

    def narrow(self, bound, width, where):
        self.fits(bound, width, where)
        k = bound + (1 << 25) >> 26
        if k > self.most[width]:
            sys.exit(f"ranges: {where} is {k} times 2^26 modulo {self.p}, more than narrow is proven for")
        return self.fits((1 << 25) + k * self.delta, 27, where)

    def product(self, bound, where):
        return self.fits((self.p >> 1) + (bound * self.p >> 28) + 1, 27, where)


def forward(lanes, widths, log_block):
    bound = lanes.fits(2 * (lanes.p >> 1), widths[3][0], "a sum of two words of the tables")
    for level in range(3, log_block + 1):
        where = f"forward level {level}"
        factor = lanes.product(lanes.narrow(bound, widths[level][0], where), where)
        bound = lanes.fits(bound + factor, widths[level + 1][0], where)
    return bound


def inverse(lanes, widths, log_block, bound):
    """Bounds of both lanes behind the last level: a sum, narrowed there, and a product."""
    column = 2 if log_block == 7 else 3
    for level in range(log_block, 0, -1):
        where = f"inverse level {level}"
        width = widths[level][column] + 1
        narrowed = lanes.narrow(2 * bound, width, where)
        whole = narrowed if widths[level][1] else 2 * bound
        product = lanes.product(narrowed, where)
        bound = lanes.fits(max(whole, product), widths[level - 1][column], where)
    return whole, product


def interpolation(lanes, values):
    """Bounds of the five blocks from those of both lanes, whose sums and differences are what is taken."""
    where = "interpolation"
    both = sum(values)
    quotient = lanes.product(lanes.narrow(both, 28, where), where)
    d = lanes.narrow(2 * both, 29, where)
    h = lanes.fits(2 * both, 29, where)
    e = lanes.fits(both + lanes.product(d, where), 29, where)
    odd = lanes.fits(2 * lanes.fits(both + quotient, 29, where), 30, where)
    end = lanes.fits(h + e, 30, where)
    return [end, odd, lanes.fits(2 * d, 30, where), odd, end]


def reduction(lanes, shape, blocks):
    fold = ring.LANES * shape.rows
    pairs = {(i // shape.block, (i + fold) // shape.block) for i in range(5 * shape.block - fold)}
    folded = max(lanes.narrow(blocks[low] + blocks[high], 31, "a fold") for low, high in pairs)
    folded = max(folded, *(lanes.narrow(block, 31, "a fold") for block in blocks[:fold // shape.block + 1]))
    summed = lanes.fits((1 << 25) + 2 * lanes.delta, 27, "a sum of the reduction")
    if lanes.narrow(folded + summed + 128, 28, "a result") >= lanes.p:
        sys.exit("ranges: canonical is given a result beyond p")


def main():
    widths, most = read_widths(), read_most()
    places = 0
    for name in ("small", "full"):
        shape = ring.shape(name)
        for p in ring.PRIMES:
            lanes = Lanes(p, most)
            leaves = forward(lanes, widths, shape.log_block)
            products = lanes.product(lanes.narrow(leaves, 30, "a leaf"), "the key's product")
            blocks = interpolation(lanes, inverse(lanes, widths, shape.log_block, products))
            reduction(lanes, shape, blocks)
            places += lanes.places
    print(f"ranges: {places} bounds fit their widths; leaves {leaves / 2 ** 26:.2f}, products {products / 2 ** 26:.2f}, "
          f"blocks {', '.join(f'{b / 2 ** 26:.2f}' for b in blocks)} times 2^26 at most")


if __name__ == "__main__":
    main()
