# SPDX-License-Identifier: Apache-2.0
"""The verbs of `lath params`."""

from command_line import CommandLine, main


class Parameters(CommandLine):
    def test_params_list_has_a_line_for_each_set(self):
        lines = self.ok("params", "list").decode().splitlines()
        rows = {line.split()[0]: line for line in lines[1:lines.index("")]}
        for name in ("lwe-128", "lwe-256", "mlwe-128", "mlwe-192", "rlwe-192", "ml-kem-768",
                     "thesis-256-7681"):
            self.assertIn(name, rows)
            self.assertEqual(len(rows[name]) - len(rows[name].split()[-1]),
                             lines[0].index("standing"))  # aligned
        for name, line in rows.items():
            self.assertEqual(line.endswith("INSECURE"), name.startswith(("thesis-", "nfllib-")), line)
        self.assertRegex(rows["mlwe-128"], r" 768 +7681 +194\.9 +153\.5 +2\^-425\.8 ")

    def test_params_show_tells_all_of_a_set(self):
        text = self.ok("params", "show", "mlwe-256").decode()
        for line in (r"standing +recommended, for 256 bits", r"dimension +1280", r"modulus q +7681",
                     r"worst case noise +20485; decryption bears any up to 3840",
                     r"a message fails, at most +2\^-251\.0", r"by convolution +2\^-256\.6",
                     r"ciphertext +2496 bytes", r"MATZOV +[0-9.]+ +[0-9.]+ +327\.0",
                     r"level reached: 256 bits"):
            self.assertRegex(text, line)
        self.assertRegex(self.ok("params", "show", "ml-kem-512").decode(),
                         r"level reached: none: less than 128 bits")

    def test_params_estimate_takes_any_instance(self):
        # Kyber512: the published figures are in tests/security/published_estimates.hpp.
        text = self.ok("params", "estimate", "--dimension", "512", "--modulus", "3329", "--secret",
                       "binomial:3", "--error", "binomial:3", "--samples", "512").decode()
        self.assertRegex(text, r"MATZOV +143\.8 +140\.2 +138\.9")
        self.assertRegex(text, r"core-SVP +118\.6 ")
        # One modulus in two ways, one distribution in two ways.
        self.assertEqual(*(self.ok("params", "estimate", "--dimension", "1024", "--modulus", modulus,
                                   "--secret", secret, "--error", "gaussian:3.19")
                           for modulus, secret in (("2^26", "ternary"), ("67108864", "uniform:-1:1"))))

    def estimate(self, **changed):
        options = dict(dimension="512", modulus="3329", secret="ternary", error="ternary")
        options.update(changed)
        return ["params", "estimate"] + [part for name, value in options.items()
                                         for part in ("--" + name, value)]

    def test_options_that_are_none_are_named(self):
        self.ok(*self.estimate())
        digits = "7" * 300
        count = ["-5", "-18446744073709551104", "0", "", "x", "512x", "0x10", "1e3", "1.5", " 512",
                 "+512", "18446744073709551616", digits, "-" + digits]
        real = ["-3", "0", "nan", "inf", "", "x", digits + "e9", "1e302", "1e-9999", "0x10"]
        for option, values, needed in (
                ("dimension", [*count, "1048577"], "an integer from 1 to 2^20"),
                ("samples", count, "an integer from 1 to 2^64 - 1"),
                ("modulus", [*count, "1", "2"],
                 "an integer from 3 to 2^64 - 1"),
                ("modulus", ["2^" + value for value in [*real, "1", "32768.1"]], "2^E with E above 1"),
                *((option, [f"gaussian:{value}" for value in real], "SIGMA from 0.3 to 2^1000")
                  for option in ("secret", "error")),
                ("error", [f"binomial:{value}" for value in [*count, "4294967296"]], "ETA from 1 to"),
                ("secret", ["uniform:2:1", "uniform:1:1", f"uniform:-{digits}:{digits}", "uniform:x:1",
                            "uniform:0:4611686018427387904"], "FROM < TO within 2^62"),
                ("error", ["wide", "wide:" + digits, "", "uniform:1", "ternary:1", "gaussian:1:1"],
                 "ternary, uniform:FROM:TO")):
            for value in values:
                result = self.run_lath(*self.estimate(**{option: value}))
                self.check_error(result, 2, f"--{option} '{value[:20]}")
                self.assertIn(needed, result.stderr.decode())
                self.assertLess(len(result.stderr), 300)

    def test_numbers_at_the_ends_of_their_ranges(self):
        for changed in (dict(dimension="1"), dict(dimension="000512"),
                        dict(modulus="3", error="gaussian:0.3"), dict(modulus="18446744073709551615"),
                        dict(modulus="2^1.5", error="gaussian:0.3"), dict(modulus="2^32768"),
                        dict(dimension="1", samples="1"), dict(samples="18446744073709551615"),
                        dict(secret="gaussian:0.3"), dict(secret="uniform:-4611686018427387903:0"),
                        dict(secret="binomial:4294967295")):
            self.ok(*self.estimate(**changed))

    def test_samples_that_do_not_determine_the_secret(self):
        key = dict(modulus="12289", secret="binomial:2", error="binomial:2")
        for dimension, samples, needed in (("1024", "1", "194"), ("256", "2", "49")):
            arguments = self.estimate(dimension=dimension, samples=samples, **key)
            result = self.run_lath(*arguments)
            self.check_error(result, 2, f"--samples '{samples}': the secret is not determined; need about "
                                        f"{needed} or more")
            self.assertEqual(result.stdout, b"")
            self.assertIn(b"hint: a sample of Ring-LWE counts its degree", result.stderr)
            # One public key, and the least number.
            for enough in (dimension, needed):
                text = self.ok(*self.estimate(dimension=dimension, samples=enough, **key)).decode()
                self.assertIn("level reached: none", text) if dimension == "256" else None
                self.assertNotRegex(text, r"exhaustive\n.* inf\n")
            self.fails(*self.estimate(dimension=dimension, samples=str(int(needed) - 1), **key), code=2)
        # Secrets that are uniform modulo q take more rows than the dimension.
        uniform = dict(secret="uniform:0:3328", error="binomial:2")
        self.fails(*self.estimate(samples="512", **uniform), code=2, found="need about 628 or more")
        self.ok(*self.estimate(samples="628", **uniform))
        for modulus, error in (("3329", "uniform:0:3328"), ("3", "ternary")):
            self.fails(*self.estimate(modulus=modulus, error=error), code=2,
                       found="not determined by any number of samples")
        self.assertIn(b"a Ring-LWE sample being as many", b" ".join(
            self.ok("params", "estimate", "--help").split()))

    def test_errors_too_wide_for_the_modulus(self):
        for error in ("gaussian:1e300", "uniform:0:5000", "gaussian:" + "7" * 300):
            result = self.run_lath(*self.estimate(error=error))
            self.check_error(result, 2, f"--error '{error[:20]}")
            self.assertIn("--modulus '3329'", result.stderr.decode())
            self.assertLess(len(result.stderr), 300)

    def test_sets_that_are_none(self):
        self.fails("params", code=2)
        self.fails("params", "show", code=2)
        self.fails("params", "show", "mlwe-129", code=2, found="mlwe-128")
        self.fails("params", "show", "7" * 3000, code=2, found="7 (3000 bytes)'")
        self.fails("params", "estimate", "--dimension", "512", code=2)


if __name__ == "__main__":
    main()
