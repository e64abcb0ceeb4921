# SPDX-License-Identifier: Apache-2.0
"""The verb `lath params routes`."""

import json

from command_line import CommandLine, main

RSA = "1" + "7" * 616


class Routes(CommandLine):
    def routes(self, *options):
        return self.ok("params", "routes", *options).decode()

    def rows(self, text):
        """The rows of the table, each by column: columns begin where the head says."""
        lines = text.splitlines()
        head = next(line for line in lines if line.startswith("plaintexts"))
        names = ("plaintexts", "scheme", "ring", "primes", "numbers", "moduli", "ciphertext", "keys", "peak", "a slot",
                 "batch")
        starts = [head.index(name) for name in names] + [None]
        rows = []
        for line in lines[lines.index(head) + 1:]:
            if ":" in line or not line:
                break
            rows.append({name: line[starts[i]:starts[i + 1]].strip() for i, name in enumerate(names)})
        return rows

    def test_a_field_has_a_short_modulus(self):
        text = self.routes("--field", "p256", "--depth", "3", "--batch", "1000", "--memory", "8GB")
        rows = self.rows(text)
        self.assertEqual(text.splitlines()[0], "a field of 256 bits, depth 3, batch 1000, 128 bits of security")
        self.assertEqual({row["plaintexts"] for row in rows}, {"short t(x)", "integer t"})
        self.assertEqual(rows[0], {**rows[0], "plaintexts": "short t(x)", "ring": "m 13107", "numbers": "512 x 256",
                                   "moduli": "1"})
        self.assertIn("\nCRT over word primes: computes over Z: results are not reduced", text)
        self.assertIn("\ntake short t(x), B", text)
        by_prime = self.routes("--field", str(2**256 - 2**224 + 2**192 + 2**96 - 1), "--depth", "3", "--batch", "1000",
                               "--memory", "8000MB")
        self.assertEqual(by_prime, text)

    def test_integers_go_by_moduli_or_roots(self):
        many = self.rows(self.routes("--integers", "2048", "--batch", "8192", "--scheme", "bgv"))
        few = self.rows(self.routes("--integers", "2048", "--batch", "8"))
        self.assertEqual(many[0]["plaintexts"], "CRT over word primes")
        self.assertGreater(int(many[0]["moduli"]), 30)
        self.assertEqual({row["scheme"] for row in many}, {"BGV"})
        self.assertEqual(few[0]["plaintexts"], "root x^k - b")
        self.assertEqual({row["scheme"] for row in few}, {"BGV", "BFV"})

    def test_the_literal_is_json(self):
        literal = json.loads(self.routes("--field", "bls12_381_r", "--depth", "2", "--scheme", "bfv", "--literal"))
        self.assertEqual(literal["short_index"], 32)
        self.assertEqual(len(literal["short_modulus"]), 16)
        self.assertEqual(literal["security"], "bits128")
        longer = json.loads(self.routes("--modulo", "12345678901234567890", "--security", "192", "--attacker",
                                        "quantum", "--literal"))
        self.assertEqual(longer["plaintext_modulus"], 12345678901234567890)
        self.assertEqual((longer["security"], longer["attacker"]), ("bits192", "quantum"))

    def test_spare_bits_are_left(self):
        options = ("--field", "goldilocks", "--scheme", "bfv", "--literal")
        bits = [sum(json.loads(self.routes(*options, "--spare-bits", spare))["prime_bits"]) for spare in ("0", "60")]
        self.assertGreater(bits[1], bits[0])

    def test_no_route_names_the_nearest(self):
        result = self.run_lath("params", "routes", "--modulo", RSA, "--memory", "2GiB")
        self.check_error(result, 1, "the limit is 2.1 GB")
        self.assertRegex(result.stderr.decode(), r"hint: raise the limit to \d\.\d GB, enough for integer t")
        result = self.run_lath("params", "routes", "--field", str(2**255 - 19), "--depth", "12")
        self.check_error(result, 1, "need a route: ")
        self.assertRegex(result.stderr.decode(), r"hint: depth [1-9] is possible")

    def test_options_that_are_none_are_named(self):
        for options in ((), ("--field", "p256", "--integers", "8"), ("--integers", "8", "--modulo", "9")):
            self.fails("params", "routes", *options, code=2, found="need one of --field, --integers, --modulo")
        for option, values, needed in (
                ("--field", ("", "p257", "-7", "0", "1", "07", "1e9", str(2**4096), "9" * 5000), "need p256, "),
                ("--modulo", ("", "x", "0x10", "1", "-3", str(2**4096)), "2 to 4096 bits"),
                ("--integers", ("", "1", "x", "1048577"), "from 2 to 2^20")):
            for value in values:
                result = self.run_lath("params", "routes", option, value)
                self.check_error(result, 2, option)
                self.assertIn(needed, result.stderr.decode())
                self.assertLess(len(result.stderr), 400)
        for option, values, needed in (
                ("--depth", ("0", "33", "x"), "from 1 to 32"), ("--batch", ("0", "1e3"), "from 1 to 2^40"),
                ("--memory", ("", "GB", "8G", "8 GB", "-1", "0", "8gb", "99999999TB"), "need bytes, as 8GB"),
                ("--security", ("100",), "128, 192, 256"), ("--attacker", ("me",), "classical, quantum"),
                ("--scheme", ("ckks",), "bfv, bgv"), ("--spare-bits", ("-1", "1001", "nan", "x"), "from 0 to 1000")):
            for value in values:
                result = self.run_lath("params", "routes", "--field", "p256", option, value)
                self.check_error(result, 2, f"{option} '{value}'")
                self.assertIn(needed, result.stderr.decode())


if __name__ == "__main__":
    main()
