# SPDX-License-Identifier: Apache-2.0
"""The verb `lath params cyclotomic`."""

import json

from command_line import CommandLine, main


class IndexSearch(CommandLine):
    def search(self, *options):
        return self.ok("params", "cyclotomic", *options).decode()

    def rows(self, text):
        """The rows of the table by index, each by column."""
        lines = text.splitlines()
        head = next(line for line in lines if line.split()[:2] == ["m", "factors"])
        names = head.replace("of degree", "of_degree").replace("log2 QP", "log2_qp").split()
        rows = {}
        for line in lines[lines.index(head) + 1:lines.index("", lines.index(head))]:
            values = line.split()
            self.assertEqual(len(head), len(line.removesuffix("  insecure")), line)
            rows[int(values[0])] = dict(zip([*names, "standing"], values))
        return rows

    def test_the_set_of_22_slots_is_insecure_for_135_bits(self):
        text = self.search("--slots", "22", "--degree-from", "2048", "--degree-to", "3072", "--log2-q", "135",
                           "--insecure")
        row = self.rows(text)[2783]
        for name, value in (("factors", "11^2*23"), ("phi(m)", "2420"), ("slots", "22"),
                            ("of_degree", "110"), ("radical", "253"), ("beta", "11"), ("terms", "41"),
                            ("standing", "insecure")):
            self.assertEqual(row[name], value, name)
        self.assertLess(float(row["security"]), 65)
        self.assertLess(int(row["log2_qp"]), 65)
        self.assertIn(2783, self.rows(self.search("--degree-from", "2048", "--degree-to", "3072")))

    def test_larger_sets_are_secure(self):
        rows = self.rows(self.search("--slots", "600", "--degree-from", "8192", "--degree-to", "16384",
                                     "--log2-q", "135"))
        for index, slots in ((13981, "600"), (21845, "1024")):
            self.assertEqual(rows[index]["slots"], slots)
            self.assertNotIn("standing", rows[index])
            self.assertGreater(int(rows[index]["log2_qp"]), 135)

    def test_json_says_the_same(self):
        options = ("--slots", "22", "--exact-slots", "--degree-from", "2048", "--degree-to", "3072", "--log2-q",
                   "135", "--insecure")
        found = json.loads(self.search(*options, "--json"))
        (index,) = found["indices"]
        row = self.rows(self.search(*options))[2783]
        self.assertEqual(found["matching"], 1)
        self.assertEqual(found["insecure"], 1)
        self.assertEqual(found["log2_q"], 135)
        self.assertEqual(index["factors"], [[11, 2], [23, 1]])
        self.assertIs(index["secure"], False)
        for name, column in (("index", "m"), ("degree", "phi(m)"), ("slots", "slots"), ("radical", "radical"),
                             ("slot_degree", "of_degree"), ("beta", "beta"), ("terms", "terms"),
                             ("log2_qp_limit", "log2_qp")):
            self.assertEqual(index[name], int(row[column]), name)
        for name, column in (("cost", "cost"), ("relative_time", "time"), ("security", "security")):
            self.assertAlmostEqual(index[name], float(row[column]), delta=0.06)
        other = json.loads(self.search("--json", "--limit", "2", "--plaintext-modulus", "3"))
        self.assertEqual(len(other["indices"]), 2)
        self.assertIsNone(other["log2_q"])
        self.assertEqual([index["secure"] for index in other["indices"]], [None, None])

    def test_order_and_limit(self):
        for name, column, falling in (("degree", "phi(m)", False), ("slots", "slots", True)):
            text = self.search("--slots", "8", "--sort", name, "--limit", "7")
            values = [int(row[column]) for row in self.rows(text).values()]
            self.assertEqual(len(values), 7)
            self.assertEqual(values, sorted(values, reverse=falling))
            self.assertIn(", the first 7 of them", text)

    def test_indices_that_share_a_factor_with_t_are_counted(self):
        text = self.search("--degree-from", "2048", "--degree-to", "2048", "--plaintext-modulus", "4")
        self.assertNotIn(4096, self.rows(text))
        self.assertRegex(text, r"\d+ indices of these degrees were passed over: they share a factor with t")
        text = self.search("--degree-from", "2048", "--degree-to", "2048", "--plaintext-modulus", "65537")
        self.assertEqual(self.rows(text)[4096]["slots"], "2048")
        self.assertNotIn("passed over", text)

    def test_nothing_found_names_the_nearest(self):
        for options, found, hint in (
                (("--slots", "600"), "no index m with phi(m) from 2048 to 3072 has at least 600 slots for t = 2",
                 "m = 8191 (phi(m) = 8190) has 630 slots of degree 13; of these degrees m = "),
                (("--slots", "600", "--exact-slots"), "exactly 600 slots", "has 600 slots of degree"),
                (("--slots", "22", "--log2-q", "135"), "and 128 bits of security with log2 QP = 135",
                 "--insecure lists those that are not secure")):
            arguments = ("params", "cyclotomic", "--degree-from", "2048", "--degree-to", "3072", *options)
            self.assertEqual(self.fails(*arguments, found=found), b"")
            self.assertIn(hint, self.run_lath(*arguments).stderr.decode())

    def test_options_that_are_none_are_named(self):
        for option, values, needed in (
                ("--slots", ("0", "-1", "x", "1e3", "1048577", "7" * 300), "from 1 to 2^20"),
                ("--degree-from", ("0", "x", "0x10", "1048577"), "from 1 to 2^20"),
                ("--degree-from", ("65537",), "at most --degree-to, which is 65536"),
                ("--degree-to", ("", "1.5", "1048577"), "from 1 to 2^20"),
                ("--plaintext-modulus", ("0", "1", "6", "-2", "2^3", "4611686018427387904"),
                 "a prime or a power of one"),
                ("--log2-q", ("3", "nan", "inf", "16385", "x"), "from 4 to 16384"),
                ("--security", ("127", "", "x"), "128, 192, 256"),
                ("--attacker", ("me",), "classical, quantum"), ("--sort", ("m",), "cost, degree, slots"),
                ("--limit", ("-1", "x"), "from 0, for all")):
            for value in values:
                result = self.run_lath("params", "cyclotomic", option, value)
                self.check_error(result, 2, f"{option} '{value[:20]}")
                self.assertIn(needed, result.stderr.decode())
                self.assertLess(len(result.stderr), 300)


if __name__ == "__main__":
    main()
