// SPDX-License-Identifier: Apache-2.0
#include "io/ternary_key.hpp"

#include <optional>
#include <string>

#include "he/keys/key_parts.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/limbs.hpp"

namespace lath::io {
namespace {

using SecretValues = Poly<DynamicRing, Eval, Secret>;

// The coefficients -1, 0 and 1 of a polynomial modulo p; `good` loses ones where one is another.
Buffer<std::int8_t, Secret> ternary(std::span<const std::uint64_t> words, std::uint64_t p,
                                    std::uint64_t& good) {
  Buffer<std::int8_t, Secret> coefficients(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::uint64_t one = ct::mask_equal(words[i], std::uint64_t{1});
    const std::uint64_t minus = ct::mask_equal(words[i], p - 1);
    good &= one | minus | ct::mask_equal(words[i], std::uint64_t{0});
    coefficients[i] = static_cast<std::int8_t>(minus | (one & 1));
  }
  return coefficients;
}

// Ones if both have the same words modulo the first primes, as many as b has.
std::uint64_t mask_same(const SecretValues& a, const SecretValues& b) {
  std::uint64_t differences = 0;
  for (std::size_t i = 0; i < b.ring().limbs(); ++i) {
    const auto x = a.limb(i), y = b.limb(i);
    for (std::size_t j = 0; j < x.size(); ++j) differences |= x[j] ^ y[j];
  }
  return ct::mask_equal(differences, std::uint64_t{0});
}

[[noreturn]] void refuse_key(const char* library, const char* found, const char* needed) {
  throw Error(ErrorCode::malformed, std::string("a secret key of ") + library + " " + found,
              std::string("need ") + needed, "the bytes were damaged: get them again");
}

}  // namespace

he::SecretKey ternary_key(const std::shared_ptr<const he::KeyTables>& tables,
                          const SecretValues& values, const char* library) {
  const auto first = intt(drop_limbs(values, tables->level(1).ring));
  std::uint64_t good = ~std::uint64_t{0};
  const auto coefficients = ternary(first.limb(0), first.ring().modulus(0).value(), good);
  const auto s = ntt(polynomial_of(tables->key_ring(), coefficients, 1));
  good &= mask_same(s, values);
  bool accepted = good == ~std::uint64_t{0};
  ct::declassify(&accepted, sizeof accepted);
  if (!accepted) {
    refuse_key(library, "that is not ternary", "coefficients of -1, 0 and 1 modulo all primes");
  }
  const std::optional<he::BoundOrigin> bounds = he::bounds_under(*tables, coefficients);
  if (!bounds) {
    refuse_key(library, "that is too long for the noise bounds", "one that a key generator made");
  }
  return {tables, he::KeyId(), s, *bounds};
}

}  // namespace lath::io
