# SPDX-License-Identifier: Apache-2.0
"""Tables of what bench/run measured, beside the published figures of other libraries."""

import statistics

# Microseconds of NFLlib itself, built from its sources and measured apart from Lath. Its licence
# keeps it out of this build.
NFLLIB_CPU = "AMD EPYC (Zen 3), about 3.2 GHz, AVX2, one thread, g++ 12 -O3 -march=native, 2026-11"
NFLLIB_US = {
    "256x14": {"uniform": 0.51, "ntt": 0.45, "inverse": 0.58},
    "512x30": {"uniform": 1.94, "ntt": 1.35, "inverse": 1.66},
    "1024x62": {"uniform": 7.62, "ntt": 8.63, "inverse": 9.21, "multiply": 2.01, "add": 0.14},
    "1024x6200": {"uniform": 831, "ntt": 891, "inverse": 1032, "multiply": 211, "add": 36.4},
    "32768x930": {"uniform": 4035, "ntt": 6687, "inverse": 9356, "multiply": 988, "add": 184},
}
# Sets of Lath with primes of another size, and the set of NFLlib whose modulus is no longer.
NFLLIB_SET = {"1024x100": "1024x62", "32768x950": "32768x930"}

# Microseconds of FasterNTT for one prime at degree 8192, a fourth of those in its README for four:
# forward, inverse, pointwise product of its plain C++ ("Generic").
FASTERNTT_CPU = "Core i9-9980XE at 3.0 GHz, g++ 8.3, plain C++"
FASTERNTT_US = {
    "longa_naehrig/shoup_margin": (110.5, 139.5, 13.9),
    "scott/shoup_margin": (92.8, 94.5, 13.8),
    "scott/shoup_montgomery": (92.8, 90.5, 8.7),
}

# Key exchanges a second, from table 4 of the NFLlib paper: decryptions with a modulus of 14 bits,
# RSA by the size of its key, ECDH by its curve.
TABLE_4_CPU = "Core i7-4770, one core (2016)"
TABLE_4_PER_SECOND = {"rlwe_decrypt/256x14": 1.02e6, "rlwe_decrypt/512x14": 508e3,
                      "rsa-3072": 310, "p-256": 5930}

SCHEME_PEERS = {"seal": "SEAL", "openfhe": "OpenFHE"}

FORMULAS = {"multiply": "a*b", "multiply_add": "a*b + c", "multiply_subtract": "a*b - c",
            "subtract_product": "c - a*b", "add_products": "a*b + c*d", "multiply_sum": "(a + b)*c",
            "multiply_difference": "(a - b)*c"}


def add_slots(entries):
    """FMA slots per butterfly from the calibration of the whole run: bench/README.md."""
    rates = next((e["counters"]["fma_per_ns"] for e in entries
                  if e["name"] == "fma_throughput" and "counters" in e), None)
    if rates is None:
        return None
    fma_per_ns = max(rates)
    for entry in entries:
        if not entry["name"].startswith("ntt_") or "skipped" in entry:
            continue
        degree, limbs = (int(x) for x in entry["name"].split("/")[2:4])
        vectors = limbs * degree / 2 * (degree.bit_length() - 1) / 4
        entry["slots_median"] = entry["median_ns"] * fma_per_ns / vectors
        entry["slots_min"] = entry["min_ns"] * fma_per_ns / vectors
    return fma_per_ns


def number(value, width=9):
    return f"{value:{width}.{2 if value < 1000 else 1}f}"


def print_transforms(entries):
    rows = {}
    for entry in entries:
        operation, _, key = entry["name"].partition("/")
        if operation in ("ntt_forward", "ntt_inverse", "pointwise_multiply"):
            rows.setdefault(key, {})[operation] = entry
    if not rows:
        return
    print("\nTransforms and products of all limbs, microseconds; slots: FMA slots per butterfly of "
          "the\nfastest repetition; ns/bit: nanoseconds per modulus bit at the median.\n")
    titles = f"{'median':>9}{'min':>9}{'slots':>7}{'ns/bit':>9}"
    print(f"{'':<32}|{'forward':^34} |{'inverse':^34} |{'pointwise product':^27}")
    print(f"{'family':<7}{'degree':>8}{'limbs':>6}{'isa':>10} |{titles} |{titles} |"
          f"{'median':>9}{'min':>9}{'ns/bit':>9}")
    skipped = {}
    for key, row in rows.items():
        family, degree, limbs = key.split("/")
        reason = next((e["skipped"] for e in row.values() if "skipped" in e), None)
        if reason:
            skipped[family] = reason
            continue
        isa = next(iter(row.values())).get("isa", "")
        line = f"{family:<7}{degree:>8}{limbs:>6} {isa.replace('scalar', 'ref'):>10}"
        for operation in ("ntt_forward", "ntt_inverse", "pointwise_multiply"):
            with_slots = operation != "pointwise_multiply"
            if operation not in row:
                line += " |" + " " * (34 if with_slots else 27)
                continue
            entry = row[operation]
            bits = entry["counters"]["modulus_bits"][0]
            line += " |" + number(entry["median_ns"] / 1e3) + number(entry["min_ns"] / 1e3)
            if with_slots:
                line += f"{entry['slots_min']:7.1f}" if "slots_min" in entry else f"{'-':>7}"
            line += number(entry["median_ns"] / bits)
        print(line)
    for family, reason in skipped.items():
        print(f"{family:<7} skipped: {reason}")


def print_convolutions(entries):
    """Products of polynomials in one entry beside the steps one after the other."""
    rows, skipped = {}, set()
    for entry in entries:
        parts = entry["name"].split("/")
        if parts[0] != "convolve":
            continue
        if "skipped" in entry:
            skipped.add(entry["skipped"])
        else:
            rows.setdefault((parts[2], parts[3]), {})[parts[1]] = entry["min_ns"] / 1e3
    if rows or skipped:
        print("\nProducts of two polynomials given by their coefficients, least microseconds: in one "
              "entry, and as\ntwo transforms, a pointwise product and an inverse.\n")
    for reason in sorted(skipped):
        print(f"convolve: {reason}")
    if not rows:
        return
    print(f"{'family':<7}{'degree':>8}{'one entry':>12}{'steps':>12}{'ratio':>8}")
    for (family, degree), row in rows.items():
        ratio = f"{row['steps'] / row['one']:8.2f}" if len(row) == 2 else f"{'-':>8}"
        cells = [number(row[way], 12) if way in row else f"{'-':>12}" for way in ("one", "steps")]
        print(f"{family:<7}{degree:>8}" + "".join(cells) + ratio)


def print_others(entries):
    others = [e for e in entries if e["name"].startswith(("ntt_forward_", "generator", "sample", "discrete", "rlwe", "ml_kem",
                                                                "lwe", "mlwe", "reduction", "keys", "slots", "bytes"))]
    if not others:
        return
    print(f"\n{'':<42}{'median us':>10}{'min us':>10}{'GB/s':>8}")
    for entry in others:
        if "skipped" in entry:
            print(f"{entry['name']:<42}skipped: {entry['skipped']}")
            continue
        line = f"{entry['name']:<42}{entry['median_ns'] / 1e3:10.3f}{entry['min_ns'] / 1e3:10.3f}"
        rates = entry.get("counters", {}).get("bytes_per_second")
        print(line + (f"{statistics.median(rates) / 1e9:8.2f}" if rates else ""))


def print_table_4(entries):
    rows = {}
    for entry in entries:
        parts = entry["name"].removesuffix("/real_time").split("/")
        if parts[0] == "table_4" and "counters" in entry:
            threads = "all" if "all" in parts else "one"
            name = "/".join(p for p in parts[1:] if p != threads and not p.startswith("threads:"))
            rows.setdefault(name, {})[threads] = entry["counters"]["items_per_second"]
    if not rows:
        return
    print("\nTable 4 of the NFLlib paper: operations a second, 1024 packed messages under one key beside "
          "key\nexchanges of OpenSSL, on one thread, median and best, and on all that this program may "
          f"use.\nIn the last column what the paper says, for a {TABLE_4_CPU}.\n")
    print(f"{'':<24}{'median':>14}{'best':>14}{'all, best':>14}{'paper':>14}")
    for name, row in rows.items():
        cells = [statistics.median(row["one"]), max(row["one"])] if "one" in row else [None, None]
        cells += [max(row["all"]) if "all" in row else None, TABLE_4_PER_SECOND.get(name)]
        print(f"{name:<24}" + "".join(f"{'-':>14}" if x is None else f"{x:>14,.0f}" for x in cells))


def print_rings(entries):
    """Rings beside the peers of this run, and beside NFLlib's own times on another CPU."""
    rows, skipped = {}, {}
    for entry in entries:
        parts = entry["name"].split("/")
        if parts[0] != "ring":
            continue
        if "skipped" in entry:
            skipped[parts[-1]] = entry["skipped"]
        else:
            rows.setdefault((f"{parts[2]}/{parts[3]}", parts[1]), {})[parts[4]] = entry
    if not rows:
        return
    print("\nPolynomials (degree x modulus bits / prime bits), median microseconds; in brackets how "
          "many times\nas long as Lath. NTL's transforms are cyclic and its sums of coefficients; "
          "FLINT has no transform.\n"
          f"NFLlib was measured apart, on {NFLLIB_CPU}:\nits ratio compares two machines.\n")
    print(f"{'':<14}{'operation':<10}{'Lath':>10} |{'NTL':>19} |{'FLINT':>19} |{'NFLlib':>19}")
    for (name, operation), row in rows.items():
        if "lath" not in row:
            continue
        ours = row["lath"]["median_ns"] / 1e3
        known = name.split("/")[0]
        published = NFLLIB_US.get(NFLLIB_SET.get(known, known), {}).get(operation)
        others = [row[peer]["median_ns"] / 1e3 if peer in row else None for peer in ("ntl", "flint")]
        cells = [f"{number(other, 9)} ({other / ours:6.2f})" if other else "-"
                 for other in (*others, published)]
        print(f"{name:<14}{operation:<10}{number(ours, 10)} |" + " |".join(f"{c:>19}" for c in cells))
    for peer, reason in skipped.items():
        print(f"{peer}: {reason}")


def print_orders(entries):
    """Every order with every product at one degree, beside what FasterNTT's README says of its own."""
    rows = {}
    for entry in entries:
        parts = entry["name"].split("/")
        if parts[0] == "orders":
            rows.setdefault(int(parts[3]), {}).setdefault("/".join(parts[1:3]), {})[parts[4]] = entry
    columns = ("forward", "inverse", "pointwise", "product")
    for degree, table in sorted(rows.items()):
        print(f"\nOrders and products in scalar code, degree {degree}, one prime, least microseconds"
              ".\nproduct: two transforms, the pointwise product and the inverse.")
        beside = degree == 8192 and any(name in table for name in FASTERNTT_US)
        if beside:
            print(f"In brackets FasterNTT's own, from its README, on {FASTERNTT_CPU}.")
        print(f"\n{'order':<15}{'product':<18}{'bits':>5}" +
              "".join(f"{column:>{19 if beside and column != 'product' else 10}}"
                      for column in columns))
        for name, row in table.items():
            order, _, product = name.partition("/")
            # Products of values are the same in every order.
            if order == "values" and len(table) > 3:
                continue
            if order != "lath":
                row = {**row, **table.get("values/" + product.removeprefix("shoup_"), {})}
            bits = int(next(iter(row.values()))["counters"]["modulus_bits"][0])
            line = f"{order:<15}{product:<18}{bits:>5}"
            published = dict(zip(columns, FASTERNTT_US.get(name, ()) if beside else ()))
            for column in columns:
                line += number(row[column]["min_ns"] / 1e3, 10) if column in row else f"{'-':>10}"
                if beside and column != "product":
                    line += f" ({published[column]:5.1f})" + " " if column in published else " " * 9
            print(line.rstrip())


def print_expressions(entries):
    """Expressions beside what is written by hand, and beside a copy of as many bytes."""
    rows, skipped = {}, set()
    for entry in entries:
        parts = entry["name"].split("/")
        if parts[0] != "expression":
            continue
        if "skipped" in entry:
            skipped.add(entry["skipped"])
        else:
            rows.setdefault((parts[2], parts[1]), {})[parts[3]] = entry["min_ns"] / 1e3
    rows = {key: row for key, row in rows.items() if "lath" in row}
    if rows or skipped:
        print("\nExpressions with primes of 50 bits (degree x limbs), least microseconds; in brackets "
              "how many times\nas long Lath takes.\n")
    for reason in skipped:
        print(f"expressions: {reason}")
    if not rows:
        return
    ways = {"blocks": "blocks by hand", "loop": "loop by hand", "copy": "copy"}
    print(f"{'':<11}{'':<14}{'Lath':>10} |" + " |".join(f"{title:>18}" for title in ways.values()))
    for (size, expression), row in rows.items():
        cells = [f"{number(row[way], 9)} ({row['lath'] / row[way]:6.2f})" if way in row else "-"
                 for way in ways]
        print(f"{size:<11}{FORMULAS[expression]:<14}{number(row['lath'], 10)} |" +
              " |".join(f"{cell:>18}" for cell in cells))


def print_rns(entries):
    rows, sets = {}, []
    for entry in entries:
        parts = entry["name"].split("/")
        if parts[0] != "rns":
            continue
        rows.setdefault(parts[1], {})[parts[2]] = entry
        if parts[2] not in sets:
            sets.append(parts[2])
    if not rows:
        return
    print("\nBetween moduli of 50 bits (degree x limbs): least microseconds, and nanoseconds for each"
          "\nword of the operand.\n")
    print(f"{'':<28}" + "".join(f"{name:>20}" for name in sets))
    for operation, row in rows.items():
        line = f"{operation:<28}"
        for name in sets:
            entry = row.get(name)
            if entry is None or "skipped" in entry:
                line += f"{'-':>20}"
                continue
            degree, limbs = (int(x) for x in name.split("x"))
            line += number(entry["min_ns"] / 1e3, 11) + number(entry["min_ns"] / degree / limbs, 9)
        print(line)
    for reason in {e["skipped"] for row in rows.values() for e in row.values() if "skipped" in e}:
        print(reason)


def print_circuits(entries):
    """Circuits of homomorphic encryption, also in transforms (T in bench/README.md)."""
    rows = [e for e in entries if e["name"].startswith("circuit/") and "skipped" not in e]
    if not rows:
        return
    print("\nCircuits at degree 16384 with 8 primes of 48 bits (and 1 special, 8 auxiliary ones), "
          "microseconds,\nand the least time in transforms.\n")
    print(f"{'':<28}{'median':>10}{'min':>10}{'T':>8}")
    for entry in rows:
        line = f"{entry['name'].partition('/')[2]:<28}{entry['median_ns'] / 1e3:10.1f}{entry['min_ns'] / 1e3:10.1f}"
        transforms = entry.get("counters", {}).get("T")
        print(line + (f"{min(transforms):8.2f}" if transforms else ""))


def print_cyclotomic(entries):
    """Rings of every index, in times of the ring modulo x^n + 1 of at least as many words."""
    rows = {e["name"]: e for e in entries if e["name"].startswith("cyclotomic/")}
    if not rows:
        return
    print("\nRings of other indices, least microseconds, and times of the next ring modulo x^n + 1.\n")
    for name, entry in rows.items():
        label = f"{name.partition('/')[2]:<36}"
        if "skipped" in entry:
            print(label + entry["skipped"])
            continue
        line = label + f"{entry['min_ns'] / 1e3:10.1f}"
        kind, *rest = name.split("/")[1:]
        if kind in ("forward", "inverse"):
            words = max(entry["counters"]["words"])
            power = 1 << (int(words) - 1).bit_length()
            beside = rows.get(f"cyclotomic/{kind}/{2 * power}/{rest[1]}")
            line += f"{entry['min_ns'] / beside['min_ns']:8.2f}" if beside else ""
        print(line)


def print_schemes(entries):
    """Homomorphic schemes, least times, also in transforms, beside SEAL and OpenFHE."""
    rows, skipped = {}, set()
    for entry in entries:
        scheme, _, rest = entry["name"].partition("/")
        if scheme not in ("bfv", "bfv_t60", "bgv"):
            continue
        if "skipped" in entry:
            skipped.add(entry["skipped"])
            continue
        operation, _, parameters = rest.partition("/")
        library = next((peer for peer in SCHEME_PEERS if parameters.endswith(f"/{peer}")), "lath")
        key = f"{scheme}/{parameters.removesuffix(f'/{library}')}", operation
        rows.setdefault(key, {})[library] = entry
    if not rows:
        return
    print("\nHomomorphic encryption (scheme/degree/bits of Q P/special primes), least microseconds; T are "
          "transforms,\nin brackets how many times as long as Lath the peer takes.\n")
    peers = [peer for peer in SCHEME_PEERS if any(peer in row for row in rows.values())]
    if peers:
        print(f"{'':<46}{'Lath':>10}{'':>11}" + "".join(f" |{SCHEME_PEERS[peer]:>19}" for peer in peers))
    for (name, operation), row in rows.items():
        if "lath" not in row:
            continue
        ours = row["lath"]["min_ns"] / 1e3
        transforms = row["lath"].get("counters", {}).get("T")
        line = f"{name:<24}{operation:<22}{ours:10.1f}" + (f"{min(transforms):9.2f} T" if transforms else " " * 11)
        for peer in peers:
            theirs = row[peer]["min_ns"] / 1e3 if peer in row else None
            line += f" |{theirs:10.1f} ({theirs / ours:6.2f})" if theirs else f" |{'-':>19}"
        print(line)
    for reason in skipped:
        print(reason)


def print_thesis(entries):
    """Table 5.2 of the thesis: seconds of its three operations, Lath beside other ways to multiply."""
    rows, skipped = {}, {}
    for entry in entries:
        parts = entry["name"].split("/")
        if parts[0] != "thesis":
            continue
        if "skipped" in entry:
            skipped[parts[3]] = entry["skipped"]
        else:
            rows.setdefault((parts[1], parts[2]), {})[parts[3]] = entry["counters"]
    if not rows:
        return
    ways = {"lath": "Lath", "ntl_ZZ_p": "NTL ZZ_p", "ntl_zz_p": "NTL zz_p", "schoolbook": "schoolbook"}
    print("\nModule-LWE encryption, m = n = 32, p = 3, milliseconds of processor time on one core: key "
          "generation,\nencryption and decryption, means of ten runs; in brackets how many times as long "
          "as Lath; *: extrapolated\nfrom one product.\n")
    for (degree, modulus), row in rows.items():
        if "schoolbook_extrapolated" in row:
            row["schoolbook"] = row["schoolbook_extrapolated"]
        mark = {"schoolbook": "*"} if "schoolbook_extrapolated" in row else {}
        print(f"N = {degree}, q = {modulus}")
        for way, title in ways.items():
            if way not in row:
                continue
            times = {name: row[way][name][0] * 1e3
                     for name in ("generate_keys", "encrypt", "decrypt", "total")}
            ratio = f" ({row[way]['total'][0] / row['lath']['total'][0]:8.1f})" if "lath" in row else ""
            print(f"  {title + mark.get(way, ''):<12}" +
                  "".join(f"{time:12.3f}" for time in times.values()) + ratio)
    for way, reason in skipped.items():
        print(f"{way}: {reason}")
