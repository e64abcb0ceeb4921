// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <string>

#include "io/openfhe/json_objects.hpp"
#include "lath/arith/primes.hpp"
#include "lath/arith/roots.hpp"
#include "lath/base/error.hpp"
#include "lath/io/openfhe.hpp"

namespace lath::io::openfhe {
namespace {

// Noise bounds of fresh ciphertexts count on these.
constexpr double kWidestErrors = 3.241;
constexpr std::uint64_t kLargestDegree = std::uint64_t{1} << 17;
constexpr unsigned kSpecialBits = 60;

void require_served(bool good, const std::string& found, const std::string& needed) {
  if (good) return;
  throw Error(ErrorCode::unsupported, "parameters of OpenFHE with " + found, "need " + needed,
              "make parameters with numbers that Lath has");
}

void require_roots(const FileParameters& file) {
  for (std::size_t i = 0; i < file.primes.size(); ++i) {
    const std::uint64_t p = file.primes[i];
    const bool serves = std::bit_width(p) <= 60 && p > 2 * file.degree &&
                        ((p - 1) & (2 * file.degree - 1)) == 0 && is_prime(p);
    require_served(serves, "the modulus " + std::to_string(p),
                   "primes of at most 60 bits that are 1 modulo 2n");
    require_served(least_primitive_root(Modulus(p), 2 * file.degree) == file.roots[i],
                   "another root of unity modulo " + std::to_string(p), "the least one");
  }
}

}  // namespace

EncryptionParameters parameters_from_json(std::string_view text) {
  const FileParameters file = file_parameters(text);
  require_served(
      std::has_single_bit(file.degree) && file.degree <= kLargestDegree && file.degree >= 16,
      "the degree " + std::to_string(file.degree), "a power of two from 16 to 131072");
  require_served(std::bit_width(file.t) <= 60 && file.t >= 2,
                 "the plaintext modulus " + std::to_string(file.t), "one of 2 to 60 bits");
  require_served(file.error_deviation > 0 && file.error_deviation <= kWidestErrors,
                 "errors of another width", "a deviation of at most 3.24");
  require_roots(file);
  he::Literal literal;
  literal.degree = static_cast<std::size_t>(file.degree);
  literal.plaintext_modulus = file.t;
  literal.primes = file.primes;
  literal.digit_primes = 1;
  for (const std::uint64_t p : ntt_primes(kSpecialBits, literal.degree, file.primes.size() + 1)) {
    if (std::ranges::find(file.primes, p) == file.primes.end()) {
      literal.special_primes = {p};
      break;
    }
  }
  return {file.scheme, std::move(literal)};
}

}  // namespace lath::io::openfhe
