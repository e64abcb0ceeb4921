// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <vector>

#include "base/seeded_values.hpp"
#include "gmp_polynomials.hpp"
#include "lath/arith/primes.hpp"
#include "lath/base/cpu.hpp"

namespace lath::hardware::testing {

using lath::testing::SeededValues;
using Small = std::vector<std::int8_t>;

/// Five primes of 27 bits that are 1 mod 8192.
inline CoefficientModulus five_primes() {
  Words primes;
  for (const std::uint64_t p : ntt_primes(27, 4096, kChunks)) {
    primes.push_back(static_cast<std::uint32_t>(p));
  }
  return CoefficientModulus::product_of(primes);
}

/// The instruction sets that this CPU and LATH_ISA allow.
inline std::vector<Isa> isas() {
  std::vector<Isa> found = {Isa::scalar};
  for (const Isa isa : {Isa::avx2, Isa::avx512}) {
    if (has(active_isa(), isa)) found.push_back(isa);
  }
  return found;
}

/// How many random products are tried: LATH_TEST_PRODUCTS, or `usual` where it is not set.
inline std::size_t random_products(std::size_t usual) {
  const char* wanted = std::getenv("LATH_TEST_PRODUCTS");
  return wanted == nullptr ? usual : std::strtoull(wanted, nullptr, 10);
}

/// What multiply_add() takes and gives.
struct Inputs {
  Words key;
  Small u, errors;

  Inputs(const CoefficientModulus& q, std::size_t messages, SeededValues& random)
      : key(kDegree * kChunks), u(messages * kDegree), errors(messages * kDegree) {
    for (std::size_t i = 0; i < key.size(); ++i) {
      key[i] = static_cast<std::uint32_t>(random.below(q.bound(i % kChunks)));
    }
    for (auto& x : u) x = static_cast<std::int8_t>(random.below(2));
    for (auto& x : errors) x = static_cast<std::int8_t>(random.byte());
  }
  [[nodiscard]] std::size_t messages() const { return u.size() / kDegree; }

  [[nodiscard]] Words run(const EncryptionProduct& product) const {
    Words results(u.size() * kChunks, 0xdeadbeef);
    auto workspace = product.workspace();
    std::fill(workspace.span().begin(), workspace.span().end(), std::byte{0xa5});
    product.multiply_add(results, u, errors, workspace);
    return results;
  }
  [[nodiscard]] Words judged(const CoefficientModulus& q) const {
    Words all;
    for (std::size_t j = 0; j < messages(); ++j) {
      const Words one = judge(q, key, std::span(u).subspan(j * kDegree, kDegree),
                              std::span(errors).subspan(j * kDegree, kDegree));
      all.insert(all.end(), one.begin(), one.end());
    }
    return all;
  }
};

}  // namespace lath::hardware::testing
