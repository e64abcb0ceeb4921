# SPDX-License-Identifier: Apache-2.0
"""Words for the benches of the residue design; see vectors.py."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "model"))
import residue_ring as ring  # noqa: E402

LAST = 1 << 128
OK, SHORT, LONG, HEADER, NO_KEY, BEYOND = range(6)
BAD_HEADERS = (0, ring.header(2, 1, 1) ^ 1, ring.header(2, 1, 1) | 1 << 127, ring.header(2, 0, 1),
               ring.header(2, 5, 1), ring.header(2, 1, 0), ring.header(2, 1, 4), ring.header(3, 1, 1),
               ring.header(1, 1, 0), ring.header(1, 0, 2))


def lines(bursts):
    return bursts[:-1] + [bursts[-1] | LAST]


def answer(code, bursts):
    return [ring.status(code, len(bursts) - 1) | LAST]


def product_case(s, rng, keys, mask, count, kind="random"):
    """A good transfer and its results."""
    messages, results = [], []
    for _ in range(count):
        u = ring.random_message(s, rng, kind)[0]
        errors = []
        for k in (0, 1):
            if mask >> k & 1:
                errors.append(ring.random_message(s, rng, kind)[1])
                results += ring.pack_result(s, ring.product(s, keys[k], u, errors[-1]))
        messages.append((u, errors))
    return ring.product_transfer(s, mask, messages), results


def random_bursts(rng, count):
    return [rng.getrandbits(128) for _ in range(count)]


def beyond_the_degree(s, rng, bursts, messages, keys):
    """The product with a bit of one U where it has no coefficient."""
    row = rng.choice((0, s.u_bursts - 1, rng.randrange(s.u_bursts)))
    at = 1 + rng.randrange(messages) * (s.u_bursts + keys * s.kept) + row
    return bursts[:at] + [bursts[at] | 1 << rng.choice(bits_beyond(s, row))] + bursts[at + 1:]


def bits_beyond(s, row):
    found = ring.bits_of_u(s, row, False)
    return found[:1] + found[-1:] + found


def mistakes(s, rng, key_1, number):
    """Transfers that give a status alone, and which; key 1 is there again at the end."""
    good = [ring.header(2, 2, 3)] + random_bursts(rng, 2 * (s.u_bursts + 2 * s.kept))
    kind = number % 8
    if kind == 0:
        yield good[:rng.randrange(2, rng.choice((s.u_bursts + 1, len(good))))], SHORT
    elif kind == 1:
        yield good[:-1], SHORT
    elif kind == 2:
        yield good[:1], SHORT
    elif kind == 3:
        yield good + random_bursts(rng, rng.choice((1, 1, 2, 20))), LONG
    elif kind in (4, 5):
        yield [BAD_HEADERS[number // 2 % len(BAD_HEADERS)]] + random_bursts(rng, rng.randrange(0, 5)), HEADER
    elif kind == 6:
        messages = [(ring.random_message(s, rng)[0], [ring.random_message(s, rng)[1]]) for _ in range(2)]
        yield beyond_the_degree(s, rng, ring.product_transfer(s, 1, messages), 2, 1), BEYOND
    else:
        yield key_1[:rng.randrange(1, len(key_1))], SHORT
        yield good, NO_KEY
        yield key_1 + [0], LONG
        yield good[:1], NO_KEY
        yield key_1, OK


def residue(name):
    """COUNT products' transfers behind those of the keys, every second one behind a malformed one."""
    s = ring.shape(name)

    def unit(rng, count):
        inputs, outputs = [], []

        def send(bursts, results, code):
            inputs.extend(lines(bursts))
            outputs.extend(results + answer(code, bursts))

        first = rng.randrange(80)
        keys = [ring.random_key(s, rng, rng.choice(("random", "random", "zero", "one", "top"))) for _ in range(2)]
        transfers = [ring.key_transfer(s, k, keys[k]) for k in (0, 1)]
        # Also after a reset there is no key.
        send([ring.header(2, 1, 1)] + random_bursts(rng, 3), [], NO_KEY)
        for bursts in transfers:
            send(bursts, [], OK)
        for number in range(count):
            if number % 2:
                for bursts, code in mistakes(s, rng, transfers[1], first + number // 2):
                    send(bursts, [], code)
            kind = "random" if number % 5 != 4 else ("zero", "ones", "top")[number // 5 % 3]
            mask, messages = (number + first) % 3 + 1, rng.randrange(1, 5)
            send(*product_case(s, rng, keys, mask, messages, kind), OK)
        return [inputs], [outputs]
    return unit


def one_transfer(name, messages, keys):
    """One transfer behind those of its keys: at full size docs/hardware.md gives its cycles."""
    s = ring.shape(name)

    def unit(rng, count):
        residues = [ring.random_key(s, rng) for _ in range(keys)]
        inputs, outputs = [], []
        for index, key in enumerate(residues):
            bursts = ring.key_transfer(s, index, key)
            inputs += lines(bursts)
            outputs += answer(OK, bursts)
        bursts, results = product_case(s, rng, residues, (1 << keys) - 1, messages)
        return [inputs + lines(bursts)], [outputs + results + answer(OK, bursts)]
    return unit


def residue_device(name):
    """Two keys, a product of one message with both, and COUNT more products, for residue_device_test."""
    s = ring.shape(name)

    def unit(rng, count):
        keys = [ring.random_key(s, rng) for _ in range(2)]
        inputs, outputs = [], []
        for index, key in enumerate(keys):
            bursts = ring.key_transfer(s, index, key)
            inputs += lines(bursts)
            outputs += answer(OK, bursts)
        for number in range(count + 1):
            mask, messages = (3, 1) if number == 0 else (rng.randrange(1, 4), rng.randrange(1, 5))
            kind = "random" if number % 4 != 3 else ("zero", "ones", "top")[number // 4 % 3]
            bursts, results = product_case(s, rng, keys, mask, messages, kind)
            inputs += lines(bursts)
            outputs += results + answer(OK, bursts)
        return [inputs], [outputs]
    return unit


def row_packer(rng, count):
    """Limbs of groups of four or three words, mostly as rows of eleven; a short group's fourth word is anything."""
    groups, bursts = [], []
    while len(groups) < count:
        length = rng.choice((1, 2, 3, 72, 72, rng.randrange(1, 180), 660))
        rows = rng.randrange(4) != 0
        bits = place = 0
        for i in range(length):
            short = i % 3 == 2 if rows else rng.randrange(2) == 1
            data = rng.choice((0, (1 << 108) - 1, *(rng.getrandbits(108) for _ in range(6))))
            width = 81 if short else 108
            bits |= (data & (1 << width) - 1) << place
            place += width
            groups.append(data | short << 158 | (i == length - 1) << 159)
        bursts += [bits >> 128 * k & LAST - 1 for k in range(-(-place // 128))]
    return [groups], [bursts]


class Decoder:
    """What command_decoder does with transfers: writes {data, kind, half, address}, starts, statuses."""

    SHAPE, ROW_BITS = ring.shape("small"), 6
    KEY, U, E = range(3)

    def __init__(self):
        self.loaded, self.writes, self.starts, self.statuses = 0, [], [], []

    def write(self, burst, kind, address, half=0):
        self.writes.append((burst & (1 << 96) - 1) << 32 | kind << 20 | half << 19 | address)

    def places(self, mask, messages):
        for message in range(messages):
            yield from ((self.U, message << 5 | row, 0) for row in range(self.SHAPE.u_bursts))
            for key in range(bin(mask).count("1")):
                product = message * bin(mask).count("1") + key
                yield from ((self.E, product << self.ROW_BITS | row, 0) for row in range(self.SHAPE.kept))

    def with_coefficients(self, rng, mask, messages, bursts):
        """Without what stands in U beyond the degree, but for one bit in every fourth transfer."""
        rows = [(i, place & 31) for i, (kind, place, _) in enumerate(self.places(mask, messages))
                if kind == self.U and i < len(bursts)]
        bursts = list(bursts)
        for i, row in rows:
            bursts[i] &= ~sum(1 << bit for bit in ring.bits_of_u(self.SHAPE, row, False))
        if rows and rng.randrange(4) == 0:
            i, row = rng.choice(rows)
            bursts[i] |= 1 << rng.choice(bits_beyond(self.SHAPE, row))
        return bursts

    def key_places(self, index):
        for row in range(5 * self.SHAPE.block):
            for half in (0, 1):
                yield self.KEY, row + 5 * self.SHAPE.block * index, half

    def transfer(self, bursts):
        header = bursts[0]
        command, messages, which = header >> 16 & 255, header >> 24 & 255, header >> 32
        if header & 0xFFFF == ring.MAGIC and command == 1 and messages == 0 and which < 2:
            self.loaded &= ~(1 << which)
            places = list(self.key_places(which))
        elif header & 0xFFFF == ring.MAGIC and command == 2 and 1 <= messages <= 4 and 1 <= which <= 3:
            if which & ~self.loaded:
                return self.end(NO_KEY, bursts)
            places = list(self.places(which, messages))
        else:
            return self.end(HEADER, bursts)
        beyond = False
        for burst, (kind, address, half) in zip(bursts[1:], places):
            self.write(burst, kind, address, half)
            beyond |= kind == self.U and any(burst >> bit & 1 for bit in ring.bits_of_u(self.SHAPE, address & 31, False))
        if len(bursts) - 1 != len(places):
            return self.end(SHORT if len(bursts) - 1 < len(places) else LONG, bursts)
        if beyond:
            return self.end(BEYOND, bursts)
        if command == 1:
            self.loaded |= 1 << which
        else:
            products = messages * bin(which).count("1")
            self.starts.append(which | messages - 1 << 2 | products << 4)
        return self.end(OK, bursts)

    def end(self, code, bursts):
        self.statuses.append(code | len(bursts) - 1 << 8)


def command_decoder(rng, count):
    """About COUNT bursts in transfers of any kind."""
    decoder, inputs, bad = Decoder(), [], rng.randrange(len(BAD_HEADERS))

    def send(bursts):
        decoder.transfer(bursts)
        inputs.extend(lines(bursts))

    while len(inputs) < count:
        for _ in range(rng.randrange(4)):  # every wrong header in turn
            send([BAD_HEADERS[bad]] + random_bursts(rng, rng.randrange(5)))
            bad = (bad + 1) % len(BAD_HEADERS)
        # Keys are long, and one that is changed is lost.
        key = rng.randrange(2 if decoder.loaded == 0 else 8) == 0
        header = (ring.header(1, 0, rng.randrange(2)) if key
                  else ring.header(2, rng.randrange(1, 5), decoder.loaded & rng.randrange(1, 4) or rng.randrange(1, 4)))
        messages, mask = header >> 24 & 255, header >> 32 & 3
        length = 10 * decoder.SHAPE.block if messages == 0 else len(list(decoder.places(mask, messages)))
        change = rng.choice((0, 0, 0, 1, 7, -1, -length, -rng.randrange(length + 1)))
        bursts = random_bursts(rng, max(0, length + change))
        if messages:
            bursts = decoder.with_coefficients(rng, mask, messages, bursts)
        send([header] + bursts)
    return [inputs], [decoder.writes, decoder.starts, decoder.statuses]


UNITS = {f"residue_{name}": residue(name) for name in ("small", "middle", "full")}
UNITS |= {f"residue_device_{name}": residue_device(name) for name in ("small", "middle", "full")}
UNITS |= {f"residue_{name}_{messages}x{keys}": one_transfer(name, messages, keys)
          for name in ("small", "full") for messages in (1, 4) for keys in (1, 2)}
UNITS |= {"row_packer": row_packer, "command_decoder": command_decoder}
