// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>

#include "convert.hpp"

namespace lath::tool {

void add_convert_verb(CLI::App& app) {
  auto options = std::make_shared<ConvertOptions>();
  CLI::App* sub = app.add_subcommand("convert", "Objects of Microsoft SEAL 4 to Lath, and back");
  sub->add_option("input", options->input, "An object of SEAL, or bytes of Lath")
      ->required()
      ->type_name("IN");
  sub->add_option("-o,--output", options->output, "The same object of the other library")
      ->required()
      ->type_name("OUT");
  sub->add_option("-p,--parameters", options->parameters,
                  "The parameters of IN, of either library; for all but parameters")
      ->type_name("FILE");
  sub->add_option(
         "--legacy-security", options->legacy_security,
         "2018: accept what keeps to the limits of 2018, as SEAL's defaults do, and not to "
         "those of 2024")
      ->type_name("YEAR");
  sub->add_option("--noise-budget", options->noise_budget,
                  "The budget of a ciphertext from SEAL that was computed with, as SEAL's "
                  "invariant_noise_budget() says; without, IN is taken for a fresh one")
      ->type_name("BITS");
  sub->add_flag_callback(
      "--force", [options] { options->existing = Existing::replace; },
      "Replace OUT where it exists");
  sub->footer(
      "Parameters, plaintexts, ciphertexts, secret keys; public keys from SEAL; relinearisation "
      "and\n"
      "Galois keys of BFV. Neither library's files are authenticated or encrypted.");
  sub->callback([options] { convert(*options); });
}

}  // namespace lath::tool
