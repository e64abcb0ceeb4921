// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>
#include <variant>

#include "failure.hpp"
#include "lath/pke/parameter_sets.hpp"
#include "lath/security/security_estimate.hpp"
#include "lwe_options.hpp"
#include "output_file.hpp"
#include "verbs.hpp"

namespace lath::tool {
namespace {

const char* name_of_standing(Standing standing) {
  switch (standing) {
    case Standing::recommended:
      return "recommended";
    case Standing::standard:
      return "standard";
    default:
      return "INSECURE";
  }
}

// 2^-128.3, and 1 where that is all that is known.
std::string probability(double log2_bound) {
  if (log2_bound >= 0) return "1";
  return std::isinf(log2_bound) ? "0" : fmt::format("2^{:.1f}", log2_bound);
}

// What `text` says of the noise; nothing where the set has none.
template <class Text>
std::string with_noise(const ParameterSet& set, const Text& text) {
  return std::visit(
      [&](const auto& noise) -> std::string {
        if constexpr (std::is_same_v<decltype(noise), const std::monostate&>) {
          return "";
        } else {
          return text(noise);
        }
      },
      set.noise);
}

// The largest noise that decryption bears: the message is in the low digits, or q/2 is one.
std::uint64_t borne(const DecryptionNoise& noise) { return (noise.modulus - 1) / 2; }
std::uint64_t borne(const BinomialDecryptionNoise& noise) {
  return noise.modulus / 2 - noise.modulus / 4 - 1;
}

// The exact probability, or why it was not computed. Far below 2^-350, where the exact figure has
// an error of that size, the other bound is closer.
std::string exact_probability(const ParameterSet& set) {
  return with_noise(set, [&](const auto& noise) -> std::string {
    try {
      return probability(std::min(std::log2(failure_probability(noise)), set.log2_failure_bound));
    } catch (const Error&) {
      return "not computed";
    }
  });
}

std::string estimates(const LweInstance& instance) {
  std::string text = fmt::format("{:<26}", "log2 of operations");
  for (const Attack attack : kAttacks) text += fmt::format("{:>14}", name_of(attack));
  for (const CostModel model : kCostModels) {
    text += fmt::format("\n{:<26}", name_of(model));
    for (const Attack attack : kAttacks) {
      text += fmt::format("{:>14.1f}", estimate_attack(instance, attack, model).log2_operations);
    }
  }
  const SecurityEstimate security = estimate_security(instance);
  const char* level = reaches(security, SecurityLevel::bits256)   ? "256 bits"
                      : reaches(security, SecurityLevel::bits192) ? "192 bits"
                      : reaches(security, SecurityLevel::bits128) ? "128 bits"
                                                                  : "none: less than 128 bits";
  return text + fmt::format(
                    "\n\nclassical {:.1f} (MATZOV), quantum {:.1f} (Chailloux-Loyer)\n"
                    "level reached: {}\n",
                    security.classical, security.quantum, level);
}

}  // namespace

void list_parameter_sets() {
  constexpr auto kLine = "{:<19}{:<12}{:>9}{:>8}{:>10}{:>9}{:>10}{:>10}{:>12}{:>12}{:>12}  {}\n";
  print(fmt::format(kLine, "name", "scheme", "dimension", "q", "classical", "quantum",
                    "fails <=", "exactly", "public key", "secret key", "ciphertext", "standing"));
  for (const ParameterSet& set : parameter_sets()) {
    const SecurityEstimate security = estimate_security(set.instance);
    // What nearly always fails needs no exact figure, which takes seconds.
    const std::string exact = set.log2_failure_bound > -1 ? "" : exact_probability(set);
    print(fmt::format(kLine, set.name, set.scheme, set.instance.dimension, set.modulus,
                      fmt::format("{:.1f}", security.classical),
                      fmt::format("{:.1f}", security.quantum), probability(set.log2_failure_bound),
                      exact, set.public_key_bytes, set.secret_key_bytes, set.ciphertext_bytes,
                      name_of_standing(set.standing)));
  }
  print(
      "\nclassical, quantum: log2 of the operations of the best attack known, an estimate\n"
      "fails: the probability that a message does not decrypt; sizes in bytes\n");
}

void show_parameter_set(const std::string& name) {
  const ParameterSet* set = nullptr;
  try {
    set = &parameter_set(name);
  } catch (const Error& error) {
    throw UsageError("no parameter set is named " + value_in_quotes(name), error.needed(),
                     "lath params list shows them");
  }
  const auto line = [](const char* what, const std::string& value) {
    if (!value.empty()) print(fmt::format("{:<26}{}\n", what, value));
  };
  line("name", set->name);
  line("scheme", set->scheme + ", " + set->remark);
  line("standing",
       name_of_standing(set->standing) +
           (set->level ? fmt::format(", for {} bits", static_cast<int>(*set->level)) : ""));
  line("dimension", std::to_string(set->instance.dimension));
  line("samples", std::to_string(set->instance.samples));
  line("modulus q", std::to_string(set->modulus));
  line("secret, deviation", fmt::format("{:.4f}", set->instance.secret.standard_deviation()));
  line("error, deviation", fmt::format("{:.4f}", set->instance.error.standard_deviation()));
  line("worst case noise", with_noise(*set, [](const auto& noise) {
         return fmt::format("{}; decryption bears any up to {}", worst_case_noise(noise),
                            borne(noise));
       }));
  line("a message fails, at most", probability(set->log2_failure_bound));
  line("by convolution", exact_probability(*set));
  line("public key", fmt::format("{} bytes", set->public_key_bytes));
  line("secret key", fmt::format("{} bytes", set->secret_key_bytes));
  line("ciphertext", fmt::format("{} bytes", set->ciphertext_bytes));
  print(std::string("\n").append(estimates(set->instance)));
}

namespace {

// There is nothing to estimate where many secrets fit.
void check_determined(const EstimateOptions& options, const LweInstance& instance) {
  const std::size_t needed = determining_samples(instance);
  if (needed == kUnlimitedSamples) {
    throw UsageError("--error " + value_in_quotes(options.error) + " with --modulus " +
                         value_in_quotes(options.modulus) +
                         ": the secret is not determined by any number of samples",
                     "need errors that are narrower than the modulus", kEstimateHelp);
  }
  if (instance.samples >= needed) return;
  throw UsageError("--samples " + value_in_quotes(options.samples.value_or("")) +
                       ": the secret is not determined",
                   fmt::format("need about {} or more", needed),
                   "a sample of Ring-LWE counts its degree, one of Module-LWE its degree for each "
                   "row; leave --samples out for any number");
}

}  // namespace

void estimate_instance(const EstimateOptions& options) {
  const LweInstance instance = instance_of(options);
  try {
    check_determined(options, instance);
    print(estimates(instance));
  } catch (const UsageError&) {
    throw;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::invalid_argument) throw;
    // Each option is good by itself.
    throw UsageError("--error " + value_in_quotes(options.error) + " with --modulus " +
                         value_in_quotes(options.modulus),
                     error.needed(), kEstimateHelp);
  }
}

}  // namespace lath::tool
