// SPDX-License-Identifier: Apache-2.0
#include "lath/pke/parameter_sets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "lath/base/error.hpp"
#include "lath/base/quote.hpp"
#include "lath/pke/lwe.hpp"
#include "lath/pke/mlwe.hpp"
#include "lath/pke/rlwe.hpp"

namespace lath {
namespace {

constexpr std::array kLevels{SecurityLevel::bits128, SecurityLevel::bits192,
                             SecurityLevel::bits256};

// The remark on parameters of LWE and of Module-LWE.
std::string remark_on(const auto& p) {
  return "m = " + std::to_string(p.rows) + ", n = " + std::to_string(p.columns) +
         ", k = " + std::to_string(p.message_rows) + ", l = " + std::to_string(p.message_columns) +
         ", p = " + std::to_string(p.plaintext_modulus) + ", noise up to " +
         std::to_string(p.noise);
}
std::string remark_on(const rlwe::Parameters& p) {
  return "degree " + std::to_string(p.degree) + ", binomial noise of " + std::to_string(p.noise) +
         " bits less " + std::to_string(p.noise) + " bits, messages of " +
         std::to_string(p.message_bytes) + " bytes";
}

template <class Scheme>
ParameterSet set_of(const std::string& name, const char* scheme_name,
                    const typename Scheme::Parameters& p) {
  const Scheme scheme = Scheme::create_insecure(p);
  const auto noise = decryption_noise(p);
  return {.name = name,
          .scheme = scheme_name,
          .standing = Standing::insecure,
          .level = std::nullopt,
          .remark = remark_on(p),
          .modulus = p.modulus,
          .instance = lwe_instance(p),
          .noise = noise,
          .log2_failure_bound = std::log2(failure_bound(noise)),
          .public_key_bytes = scheme.public_key_bytes(),
          .secret_key_bytes = scheme.secret_key_bytes(),
          .ciphertext_bytes = scheme.ciphertext_bytes()};
}

template <class Scheme>
ParameterSet recommended(const std::string& name, const char* scheme_name, SecurityLevel level,
                         const typename Scheme::Parameters& p) {
  ParameterSet set =
      set_of<Scheme>(name + "-" + std::to_string(static_cast<int>(level)), scheme_name, p);
  set.standing = Standing::recommended;
  set.level = level;
  return set;
}

// A set of FIPS 203: table 1 bounds its failures, table 2 has its eta, table 3 its sizes.
struct StandardSet {
  unsigned dimension;
  int category;
  unsigned eta;
  double log2_failure_bound;
  std::size_t public_key_bytes, secret_key_bytes, ciphertext_bytes;
};
constexpr std::array kStandardSets{StandardSet{512, 1, 3, -138.8, 800, 1632, 768},
                                   StandardSet{768, 3, 2, -164.8, 1184, 2400, 1088},
                                   StandardSet{1024, 5, 2, -174.8, 1568, 3168, 1568}};

ParameterSet ml_kem_set(const StandardSet& set) {
  constexpr std::uint64_t kModulus = 3329;
  const auto noise = SmallDistribution::centered_binomial(set.eta);
  return {.name = "ml-kem-" + std::to_string(set.dimension),
          .scheme = "ML-KEM",
          .standing = Standing::standard,
          .level = std::nullopt,
          .remark = "FIPS 203, of NIST's category " + std::to_string(set.category),
          .modulus = kModulus,
          .instance = {.dimension = set.dimension,
                       .log2_modulus = std::log2(static_cast<double>(kModulus)),
                       .secret = noise,
                       .error = noise,
                       .samples = set.dimension + 256},
          .noise = {},
          .log2_failure_bound = set.log2_failure_bound,
          .public_key_bytes = set.public_key_bytes,
          .secret_key_bytes = set.secret_key_bytes,
          .ciphertext_bytes = set.ciphertext_bytes};
}

std::vector<ParameterSet> all_sets() {
  std::vector<ParameterSet> sets;
  sets.reserve(32);
  for (const SecurityLevel level : kLevels) {
    sets.push_back(
        recommended<lwe::Scheme>("lwe", "LWE", level, lwe::recommended_parameters(level)));
  }
  for (const SecurityLevel level : kLevels) {
    sets.push_back(recommended<mlwe::Scheme>("mlwe", "Module-LWE", level,
                                             mlwe::recommended_parameters(level)));
  }
  // The set of 192 bits serves for 128: no power of two lies between the degrees that the two
  // levels need.
  for (const SecurityLevel level : {SecurityLevel::bits192, SecurityLevel::bits256}) {
    sets.push_back(
        recommended<rlwe::Scheme>("rlwe", "Ring-LWE", level, rlwe::recommended_parameters(level)));
  }
  for (const StandardSet& set : kStandardSets) sets.push_back(ml_kem_set(set));
  const auto insecure_name = [](const char* source, const auto& p) {
    return std::string(source) + "-" + std::to_string(p.degree) + "-" + std::to_string(p.modulus);
  };
  for (const rlwe::Parameters& p : rlwe::insecure_nfllib_parameters()) {
    sets.push_back(set_of<rlwe::Scheme>(insecure_name("nfllib", p), "Ring-LWE", p));
  }
  for (const mlwe::Parameters& p : mlwe::insecure_thesis_parameters()) {
    sets.push_back(set_of<mlwe::Scheme>(insecure_name("thesis", p), "Module-LWE", p));
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
  throw Error(ErrorCode::invalid_argument, "no parameter set is named " + quote(name),
              "need one of " + names, "take one of parameter_sets()");
}

}  // namespace lath
