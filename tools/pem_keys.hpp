// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>

#include "age/verbs.hpp"
#include "lath/io/ml_kem_keys.hpp"

namespace lath::tool {

/// The options of `lath keygen --pem`, as they were given.
struct PemOptions {
  bool pem = false;
  std::optional<io::PrivateKeyForm> form;
  bool asks_for_passphrase = false;
  std::optional<std::string> passphrase_descriptor;
  int forms = 0;  ///< how often a form was named
};

/// Adds the options to the verb.
std::shared_ptr<PemOptions> add_pem_options(CLI::App& keygen);

/// Writes <name>.pub and <name>.key, both or none, as other programs write keys of ML-KEM, and
/// returns true; returns false without --pem. Throws UsageError for a scheme that is not ML-KEM,
/// and for options of --pem without it.
bool pem_keygen(const KeygenOptions& options, const PemOptions& pem);

}  // namespace lath::tool
