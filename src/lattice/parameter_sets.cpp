// SPDX-License-Identifier: Apache-2.0
#include "lath/lattice/parameter_sets.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <vector>

#include "lath/base/error.hpp"
#include "lath/lattice/lwe.hpp"
#include "lath/lattice/ml_kem.hpp"
#include "lath/lattice/mlwe.hpp"
#include "lath/lattice/rlwe.hpp"

namespace lath {
namespace {

constexpr std::array kLevels{SecurityLevel::bits128, SecurityLevel::bits192,
                             SecurityLevel::bits256};
constexpr std::size_t kSeedBytes = 32;

// Words below the modulus, in as few bits as they need.
std::size_t packed_bytes(std::size_t words, std::uint64_t modulus) {
  return (words * static_cast<std::size_t>(std::bit_width(modulus - 1)) + 7) / 8;
}

std::string level_name(const char* scheme, SecurityLevel level) {
  return std::string(scheme).append("-").append(std::to_string(static_cast<int>(level)));
}

// LWE and Module-LWE, with `words` words for each entry of a matrix.
template <class Parameters>
ParameterSet low_digit_set(const std::string& name, const char* scheme, const Parameters& p,
                           std::size_t words) {
  const std::size_t entry = packed_bytes(words * p.message_columns, p.modulus);
  const std::size_t row = packed_bytes(words * (p.columns + p.message_columns), p.modulus);
  const DecryptionNoise noise = decryption_noise(p);
  return {.name = name,
          .scheme = scheme,
          .standing = Standing::insecure,
          .level = std::nullopt,
          .remark = "m = " + std::to_string(p.rows) + ", n = " + std::to_string(p.columns) +
                    ", k = " + std::to_string(p.message_rows) +
                    ", l = " + std::to_string(p.message_columns) +
                    ", p = " + std::to_string(p.plaintext_modulus) + ", noise up to " +
                    std::to_string(p.noise),
          .modulus = p.modulus,
          .instance = lwe_instance(p),
          .noise = noise,
          .log2_failure_bound = std::log2(failure_bound(noise)),
          .public_key_bytes = kSeedBytes + p.rows * entry,
          .secret_key_bytes = p.columns * entry,
          .ciphertext_bytes = p.message_rows * row};
}

ParameterSet recommended(ParameterSet set, SecurityLevel level) {
  set.standing = Standing::recommended;
  set.level = level;
  return set;
}

ParameterSet rlwe_set(SecurityLevel level) {
  const rlwe::Parameters p = rlwe::recommended_parameters(level);
  const rlwe::Scheme scheme = rlwe::Scheme::create(p);
  const auto noise = SmallDistribution::centered_binomial(p.noise);
  return {.name = level_name("rlwe", level),
          .scheme = "Ring-LWE",
          .standing = Standing::recommended,
          .level = level,
          .remark = "degree " + std::to_string(p.degree) + ", binomial noise of " +
                    std::to_string(p.noise) + " bits less " + std::to_string(p.noise) + " bits",
          .modulus = p.modulus,
          .instance = {.dimension = p.degree,
                       .log2_modulus = std::log2(static_cast<double>(p.modulus)),
                       .secret = noise,
                       .error = noise,
                       .samples = 2 * p.degree},
          .noise = std::nullopt,
          .log2_failure_bound = std::log2(rlwe::failure_bound(p)),
          .public_key_bytes = scheme.public_key_bytes(),
          .secret_key_bytes = scheme.secret_key_bytes(),
          .ciphertext_bytes = scheme.ciphertext_bytes()};
}

template <unsigned kSet>
ParameterSet ml_kem_set(int category, unsigned eta, double log2_failure) {
  constexpr std::uint64_t kModulus = 3329;
  const auto noise = SmallDistribution::centered_binomial(eta);
  return {.name = "ml-kem-" + std::to_string(kSet),
          .scheme = "ML-KEM",
          .standing = Standing::standard,
          .level = std::nullopt,
          .remark = "FIPS 203, of NIST's category " + std::to_string(category),
          .modulus = kModulus,
          .instance = {.dimension = kSet,
                       .log2_modulus = std::log2(static_cast<double>(kModulus)),
                       .secret = noise,
                       .error = noise,
                       .samples = kSet + 256},
          .noise = std::nullopt,
          .log2_failure_bound = log2_failure,  // table 1 of FIPS 203
          .public_key_bytes = ml_kem::PublicKey<kSet>::kBytes,
          .secret_key_bytes = ml_kem::SecretKey<kSet>::kBytes,
          .ciphertext_bytes = ml_kem::Ciphertext<kSet>::kBytes};
}

std::vector<ParameterSet> all_sets() {
  std::vector<ParameterSet> sets;
  for (const SecurityLevel level : kLevels) {
    const auto p = lwe::recommended_parameters(level);
    sets.push_back(recommended(low_digit_set(level_name("lwe", level), "LWE", p, 1), level));
  }
  for (const SecurityLevel level : kLevels) {
    const auto p = mlwe::recommended_parameters(level);
    sets.push_back(
        recommended(low_digit_set(level_name("mlwe", level), "Module-LWE", p, p.degree), level));
  }
  // That of 192 bits serves for 128: no power of two lies between what the two need.
  sets.push_back(rlwe_set(SecurityLevel::bits192));
  sets.push_back(rlwe_set(SecurityLevel::bits256));
  sets.push_back(ml_kem_set<512>(1, 3, -138.8));
  sets.push_back(ml_kem_set<768>(3, 2, -164.8));
  sets.push_back(ml_kem_set<1024>(5, 2, -174.8));
  for (const mlwe::Parameters& p : mlwe::insecure_thesis_parameters()) {
    sets.push_back(
        low_digit_set("thesis-" + std::to_string(p.degree) + "-" + std::to_string(p.modulus),
                      "Module-LWE", p, p.degree));
    sets.back().remark += ": decryption fails";
  }
  return sets;
}

const std::vector<ParameterSet>& sets() {
  static const std::vector<ParameterSet> all = all_sets();
  return all;
}

}  // namespace

std::span<const ParameterSet> parameter_sets() { return sets(); }

const ParameterSet& parameter_set(std::string_view name) {
  const auto found = std::ranges::find(sets(), name, &ParameterSet::name);
  if (found != sets().end()) return *found;
  std::string names;
  for (const ParameterSet& set : sets()) names += (names.empty() ? "" : ", ") + set.name;
  throw Error(ErrorCode::invalid_argument, "no parameter set is named '" + std::string(name) + "'",
              "need one of " + names, "take one of parameter_sets()");
}

}  // namespace lath
