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

    def test_params_that_are_none(self):
        def estimate(**changed):
            options = dict(dimension="512", modulus="3329", secret="ternary", error="ternary")
            options.update(changed)
            return ["params", "estimate"] + [f"--{name}={value}" for name, value in options.items()]

        self.ok(*estimate())
        for changed in (dict(dimension="0"), dict(dimension="x"), dict(dimension="2000000"),
                        dict(modulus="2"), dict(modulus="q"), dict(modulus="2^"), dict(modulus="-3"),
                        dict(secret="wide"), dict(secret="uniform:1"), dict(error="uniform:2:1"),
                        dict(error="gaussian:0"), dict(error="gaussian:nan"), dict(error="binomial:-1"),
                        dict(error="uniform:0:5000"), dict(samples="0"), dict(samples="-1")):
            self.fails(*estimate(**changed), code=2)
        self.fails("params", code=2)
        self.fails("params", "show", code=2)
        self.fails("params", "show", "mlwe-129", code=2, found="mlwe-128")
        self.fails("params", "estimate", "--dimension", "512", code=2)


if __name__ == "__main__":
    main()
