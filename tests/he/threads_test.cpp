// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "he/scheme_keys.hpp"
#include "lath/base/threads.hpp"

namespace lath::testing {
namespace {

constexpr std::size_t kDegree = 16384;

template <class Scheme>
class HeThreads : public ::testing::Test {
 protected:
  // How many threads share the work is fixed when parameters are made.
  struct Results {
    std::vector<std::byte> ciphertexts;
    std::vector<std::vector<std::uint64_t>> plaintexts;
    bool operator==(const Results&) const = default;
  };

  // Enough words for four threads, and a level where they cannot share the limbs evenly.
  static Results results(std::size_t count) {
    set_threads(count);
    SchemeKeys<Scheme> keys({.degree = kDegree,
                             .plaintext_modulus = 65537,
                             .prime_bits = {49, 49, 49, 49},
                             .special_prime_bits = {49}},
                            {3}, "tests he threads");
    SeededValues values(7);
    const PlainPolynomial m = keys.draw(values);
    const auto fresh = keys.encrypt(m);
    const auto symmetric = keys.symmetric.encrypt(keys.plaintext(m), keys.generator);
    const auto again = keys.rerandomizer.rerandomize(fresh, keys.generator);
    const auto moved = keys.session.apply_galois(keys.multiply(fresh, symmetric), 3);
    const auto lower = keys.session.mod_switch(moved, 3);
    Results found;
    for (const auto& c : {fresh, symmetric, again, moved, lower}) {
      const auto bytes = he::to_bytes(c);
      found.ciphertexts.insert(found.ciphertexts.end(), bytes.span().begin(), bytes.span().end());
      found.plaintexts.push_back(keys.decrypt(c));
    }
    found.plaintexts.push_back(keys.release(fresh));
    EXPECT_EQ(found.plaintexts[0], m.coefficients()) << count;
    EXPECT_EQ(found.plaintexts.back(), m.coefficients()) << count;
    return found;
  }
};
TYPED_TEST_SUITE(HeThreads, BothSchemes);

TYPED_TEST(HeThreads, DoNotChangeResults) {
  const std::size_t before = threads();
  const auto expected = this->results(1);
  for (const std::size_t count : {2U, 3U, 4U}) {
    EXPECT_TRUE(this->results(count) == expected) << count;
  }
  set_threads(before);
}

}  // namespace
}  // namespace lath::testing
