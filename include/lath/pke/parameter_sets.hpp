// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "lath/security/decryption_failure.hpp"
#include "lath/security/lwe_instance.hpp"
#include "lath/security/security_level.hpp"

/// @file
/// The named parameter sets of all schemes, with the properties by which to choose one.
/// estimate_security() says how hard they are to break.
namespace lath {

/// The use that a set is fit for.
enum class Standing {
  recommended,  ///< reaches its level; messages fail with a probability below 2^-128
  standard,     ///< of FIPS 203, whose categories are not measured like SecurityLevel
  insecure      ///< for studies; only create_insecure() takes it
};

/// A named parameter set.
struct ParameterSet {
  std::string name;                        ///< in lower case, as on the command line
  std::string scheme;                      ///< "Module-LWE", for example
  Standing standing = Standing::insecure;  ///< recommended, standard or insecure
  std::optional<SecurityLevel> level;      ///< of a recommended set
  std::string remark;                      ///< the parameters, in one line
  std::uint64_t modulus = 0;               ///< q
  LweInstance instance;                    ///< the problem that an attacker has to solve
  /// The noise in decryption; std::monostate for the sets of the standard.
  std::variant<std::monostate, DecryptionNoise, BinomialDecryptionNoise> noise;
  /// log2 of an upper bound of the probability that an honest message fails: failure_bound() of the
  /// noise, or the figure of the standard.
  double log2_failure_bound = 0;
  std::size_t public_key_bytes = 0;  ///< the size of a public key, as to_bytes() gives it
  std::size_t secret_key_bytes = 0;  ///< the size of a secret key
  std::size_t ciphertext_bytes = 0;  ///< the size of a ciphertext
};

/// All sets, grouped by scheme, insecure ones last. The first call takes some milliseconds.
[[nodiscard]] std::span<const ParameterSet> parameter_sets();

/// The set with this name. Throws invalid_argument if there is none.
[[nodiscard]] const ParameterSet& parameter_set(std::string_view name);

}  // namespace lath
