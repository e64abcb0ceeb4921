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

/// The parameter sets that have a name, of all schemes, with what there is to know before one is
/// chosen. How hard they are to break, estimate_security() says.
namespace lath {

enum class Standing {
  recommended,  ///< reaches its level, and a message fails with a probability below 2^-128
  standard,     ///< FIPS 203's, whose categories are of other measure than SecurityLevel
  insecure      ///< for studies; only create_insecure() takes it
};

struct ParameterSet {
  std::string name;    ///< in lower case, as on the command line
  std::string scheme;  ///< "Module-LWE", for example
  Standing standing = Standing::insecure;
  std::optional<SecurityLevel> level;  ///< of a recommended set
  std::string remark;                  ///< one line
  std::uint64_t modulus = 0;
  LweInstance instance;
  /// What decryption meets; nothing for those of the standard.
  std::variant<std::monostate, DecryptionNoise, BinomialDecryptionNoise> noise;
  /// log2 of an upper bound of the probability that an honest message fails: failure_bound() of
  /// the noise, or what the standard or the tests of the scheme give.
  double log2_failure_bound = 0;
  /// Of keys and ciphertexts as the scheme's to_bytes() gives them.
  std::size_t public_key_bytes = 0, secret_key_bytes = 0, ciphertext_bytes = 0;
};

/// All of them, those of a scheme side by side, insecure ones last. The first call takes some
/// milliseconds.
[[nodiscard]] std::span<const ParameterSet> parameter_sets();

/// The one of this name. Throws invalid_argument where there is none.
[[nodiscard]] const ParameterSet& parameter_set(std::string_view name);

}  // namespace lath
