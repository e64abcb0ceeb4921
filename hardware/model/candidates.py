# SPDX-License-Identifier: Apache-2.0
"""The model that chose the residue accelerator: operations, ports, cycles, area, memory and time of each candidate.

Area in ALM-equivalents: half the ALUTs, one ALUT for each bit of an adder and for each output of six inputs. Times with
the clock, the bus and the latency below; a product's result is 2420 residues of five primes of 27 bits.
"""
CLOCK = 250.0  # MHz
BUS = 2000.0  # MB/s, each way
LATENCY = 10.0  # us a transfer
N, LIMBS, BITS = 2420, 5, 27
LIMIT_ALM, LIMIT_MULTIPLIERS, LIMIT_KBIT = 60596, 80, 8388

RESULT_BYTES = LIMBS * 511 * 16
PACKED_U, PACKED_E = 22 * 16, 220 * 16

# ALUTs of the parts, counted by hand.
ADD = 28 + 28 + 27  # sum, minus p, choice
SUB = 28 + 27 + 8  # difference, plus p
REDUCE = 26 + 28 + 36 + 46 + 14 + 9 + 17 + 18 + 27 + 8
BUTTERFLY = ADD + SUB + REDUCE
SWITCH = 2 * BITS + 20


class Candidate:
    def __init__(self, name, multipliers, ports, product_cycles, fill_cycles, alm, kbit, shared=1.0, limb_first=False,
                 batch=1):
        self.name, self.multipliers, self.ports = name, multipliers, ports
        self.product_cycles, self.fill_cycles, self.alm, self.kbit = product_cycles, fill_cycles, alm, kbit
        self.shared, self.limb_first, self.batch = shared, limb_first, batch

    def time(self, messages, keys):
        """In and out with their latency, the fill, and whichever is slower of computing and carrying results."""
        products = messages * keys
        bytes_in = 16 + messages * PACKED_U + products * PACKED_E
        runs = -(-messages // self.batch) * keys
        compute = self.product_cycles * runs * (self.shared if keys == 2 else 1.0) / CLOCK
        carry = products * RESULT_BYTES / BUS
        first = self.fill_cycles / CLOCK
        if self.limb_first:  # results leave limb by limb while the next is computed
            body = max(compute, carry)
        else:  # a product's five limbs end together
            first += self.product_cycles / CLOCK
            body = max(compute - self.product_cycles / CLOCK, 0.0) + carry / products if compute > carry else carry
        return 2 * LATENCY + bytes_in / BUS + first + body

    def row(self):
        fits = self.alm <= LIMIT_ALM and self.multipliers <= LIMIT_MULTIPLIERS and self.kbit <= LIMIT_KBIT
        return "| %s | %d | %d | %d | %d | %d | %.0f | %.0f | %.0f | %.0f | %s |" % (
            self.name, self.multipliers, self.ports, self.product_cycles, self.alm, self.kbit, self.time(4, 1),
            self.time(1, 1), self.time(4, 2), self.time(1, 2), "yes" if fits else "no")


def shift_and_add(digit, levels, alm):
    """Lanes of a choice among 2^digit sums of P and a 39-bit accumulator; P streams past all of them."""
    choice = {1: 1, 2: 1, 3: 2.5, 4: 5}[digit] * (BITS + digit)
    lane = (BITS + 12 + choice + (8 * levels)) / 2
    lanes = int(alm / lane)
    operations = LIMBS * N * N * 0.75 ** levels / digit
    return Candidate("shift and add, %d bits, %d levels of Karatsuba" % (digit, levels), 0, lanes,
                     operations / lanes, 300, alm, 2 * 330 + lanes * 39 // 1000)


def in_memory(units, points=5120, layers=12):
    """Butterflies over banked memories: two reads and two writes a butterfly, a swap network on either side."""
    forward = LIMBS * points / 2 * (layers - 2) / units
    back = LIMBS * points / 2 * layers / units + LIMBS * points / units
    alm = units * (BUTTERFLY + 4 * BITS + 2 * 2 * BITS + 2 * BITS) / 2 + 3000
    return Candidate("transforms in memory, %d butterflies" % units, units, 4 * units, forward + back, 200, alm,
                     4 * points * BITS // 1000 + 2 * points * BITS * LIMBS * 2 // 1000 + 1300,
                     shared=(forward / 2 + back) / (forward + back))


def streaming(pipes, table_levels, name):
    """Pipes of 2048 points, two a cycle; the first levels of binary U come from tables."""
    levels = 11
    forward = pipes * (levels - table_levels)
    back = pipes * levels
    multipliers = forward + back - 1 + 2 * pipes + 1
    aluts = forward * (BUTTERFLY + SWITCH) + back * (BUTTERFLY + SWITCH) + (2 * pipes + 1) * REDUCE
    aluts += 5 * SUB + 3 * ADD  # interpolation
    aluts += 11 * 27 * 3 + 11 * 30  # folding store: choice of block, addresses
    aluts += 11 * (3 * ADD + 4 * 110) + 3 * 297  # reduction modulo Phi
    aluts += 448 + 300 + 99 * 3 + 430 + 800  # packer, source of U, streams, control
    fill = 1024 // (1 << table_levels) + 1024 + 9 * (forward + back) // pipes + 1024 + 200
    kbit = (27 * 5 * 2048 * 2 * pipes + 2 * 27 * 1280 * pipes + 2 * 2 * pipes * 1024 * 5 * 27 + 2 * 4 * 256 * 297
            + 8 * 256 * 88) // 1000
    return Candidate(name, multipliers, 2 * pipes * 4, LIMBS * 1024, fill, aluts / 2, kbit, limb_first=True)


CANDIDATES = (
    Candidate("Karatsuba on multipliers, key resident", 80, 100, 145800, 2000, 60596, 8488, batch=4),
    shift_and_add(1, 1, 40000),
    shift_and_add(2, 0, 40000),
    shift_and_add(2, 1, 40000),
    shift_and_add(3, 1, 40000),
    shift_and_add(4, 1, 40000),
    in_memory(26),
    in_memory(32),
    in_memory(64),
    in_memory(80),
    streaming(3, 0, "streaming, three pipes, no tables"),
    streaming(3, 2, "streaming, three pipes, two levels in tables"),
)

if __name__ == "__main__":
    print("| candidate | mult. | words / cycle | cycles | ALM-eq. | kbit | 4 products | 1 | 4 ciphertexts | 1 | fits |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|")
    for candidate in CANDIDATES:
        print(candidate.row())
    print("carrying one result: %.1f us; limits %d ALM-eq., %d multipliers, %d kbit"
          % (RESULT_BYTES / BUS, LIMIT_ALM, LIMIT_MULTIPLIERS, LIMIT_KBIT))
