// SPDX-License-Identifier: Apache-2.0
//
// Products of BGV that are not relinearised: products of products, with up to nine parts.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "he/parts.hpp"
#include "he/scheme_keys.hpp"
#include "lath/he/bytes.hpp"

namespace lath {
namespace {

using he::Ciphertext, he::Product;
using testing::FewKeys, testing::PlainPolynomial, testing::SeededValues, testing::expect_error;
using Keys = FewKeys<testing::Bgv>;

// With primes of vectors, below 2^50, and of words; a power of two and another index.
std::vector<he::Literal> literals() {
  return {{.degree = 64,
           .plaintext_modulus = 257,
           .prime_bits = {50, 50, 50, 50, 50},
           .special_prime_bits = {50}},
          {.degree = 256,
           .plaintext_modulus = 65537,
           .prime_bits = {50, 60, 50, 60, 50, 60},
           .special_prime_bits = {55}},
          {.index = 105,
           .plaintext_modulus = 4,
           .prime_bits = {45, 45, 45, 45, 45},
           .special_prime_bits = {46}}};
}

// Ciphertexts of random plaintexts, and products of any number of them.
class Factors {
 public:
  explicit Factors(const he::Literal& literal) : keys_(literal) {
    for (std::size_t i = 0; i < 8; ++i) {
      plain_.push_back(keys_.draw(values_));
      encrypted_.push_back(keys_.encrypt(plain_.back()));
    }
  }
  Keys& keys() { return keys_; }
  [[nodiscard]] const std::vector<Ciphertext>& encrypted() const { return encrypted_; }
  // The product of the factors from `first` on.
  [[nodiscard]] PlainPolynomial plain(std::size_t first, std::size_t count) const {
    PlainPolynomial product = plain_[first];
    for (std::size_t i = 1; i < count; ++i) product = product * plain_[first + i];
    return product;
  }
  [[nodiscard]] Product<Eval> pair(std::size_t first) {
    return keys_.session.multiply(encrypted_[first], encrypted_[first + 1]);
  }
  [[nodiscard]] Product<Eval> four(std::size_t first) {
    return keys_.session.multiply(pair(first), pair(first + 2));
  }
  // Below the bound, and right.
  void expect(const Product<Eval>& found, const PlainPolynomial& m) const {
    EXPECT_EQ(keys_.decrypt(found), m.coefficients());
    EXPECT_LE(he::debug::log2_noise(keys_.parameters, keys_.secret, found),
              found.noise().log2_bound());
  }

 private:
  SeededValues values_{20261127};
  Keys keys_;
  std::vector<PlainPolynomial> plain_;
  std::vector<Ciphertext> encrypted_;
};

TEST(ManyParts, MultiplyUpToEightCiphertexts) {
  for (const he::Literal& literal : literals()) {
    SCOPED_TRACE(testing::label(literal));
    Factors x(literal);
    auto& session = x.keys().session;
    const Product<Eval> four = x.four(0);
    EXPECT_EQ(four.parts(), 5U);
    x.expect(four, x.plain(0, 4));
    const Product<Eval> six = session.multiply(four, x.pair(4));
    EXPECT_EQ(six.parts(), 7U);
    x.expect(six, x.plain(0, 6));
    const Product<Eval> seven = session.multiply(x.encrypted()[6], six);
    x.expect(seven, x.plain(0, 7));
    Product<Eval> eight = session.multiply(four, x.four(4));
    EXPECT_EQ(eight.parts(), he::kMostParts);
    x.expect(eight, x.plain(0, 8));
    // In given memory, with one factor twice.
    const std::uint64_t* const memory = testing::memory_of(eight, 8);
    session.multiply(eight, four, four);
    EXPECT_EQ(testing::memory_of(eight, 8), memory);
    x.expect(eight, x.plain(0, 4) * x.plain(0, 4));
  }
}

TEST(ManyParts, AreAddedAndSwitched) {
  for (const he::Literal& literal : literals()) {
    SCOPED_TRACE(testing::label(literal));
    Factors x(literal);
    auto& session = x.keys().session;
    const Product<Eval> four = x.four(0), pair = x.pair(4);
    const PlainPolynomial m = x.plain(0, 4), k = x.plain(4, 2);
    x.expect(session.add(four, x.four(2)), m + x.plain(2, 4));
    x.expect(session.add(four, pair), m + k);
    x.expect(session.sub(pair, four), k + m * x.keys().constant(-1));
    Product<Eval> sum = pair;
    session.add(sum, sum, four);
    x.expect(sum, m + k);
    sum = four;
    session.sub(sum, pair, sum);
    x.expect(sum, k + m * x.keys().constant(-1));
    const Product<Eval> low = session.mod_switch(four, four.level() - 1);
    x.expect(low, m);
    // The product of two ciphertexts that were switched before has another factor.
    const auto lower = [&](std::size_t i) {
      return session.mod_switch(x.encrypted()[i], low.level());
    };
    const Product<Eval> low_pair = session.multiply(lower(4), lower(5));
    if (low_pair.scale_factor() != 1) {
      EXPECT_NE(low_pair.scale_factor(), low.scale_factor());
    }
    x.expect(session.add(low, low_pair), m + k);
    x.expect(session.sub(low_pair, low), k + m * x.keys().constant(-1));
    x.expect(session.sub(low, low_pair), m + k * x.keys().constant(-1));
    // Nothing but what the switches round away is left of the noise.
    x.expect(session.mod_switch(four, 2), m);
    // Operands of other levels and factors.
    auto automatic = he::bgv::Evaluator(x.keys().parameters, {.automatic_levels = true}).session();
    const Product<Eval> both = automatic.add(pair, low);
    x.expect(both, m + k);
    const Product<Eval> product = automatic.multiply(low, pair);
    x.expect(product, m * k);
    x.expect(automatic.multiply(pair, low), m * k);
    const auto released = x.keys().release(session.mod_switch(pair, 2));
    EXPECT_EQ(released, k.coefficients());
  }
}

TEST(ManyParts, AreWrittenAndRead) {
  Factors x(literals()[1]);
  const he::bgv::Parameters& parameters = x.keys().parameters;
  const Product<Eval> four = x.four(0);
  const auto bytes = to_bytes(four);
  EXPECT_EQ(bytes.size(), product_bytes(parameters, four.level(), 5));
  const auto read = he::bgv::product_from_bytes(parameters, bytes.span());
  EXPECT_EQ(read.parts(), 5U);
  EXPECT_EQ(x.keys().decrypt(read), x.plain(0, 4).coefficients());
  const auto refused = [&](std::size_t at, unsigned value,
                           std::initializer_list<std::string_view> say) {
    std::vector<std::byte> changed(bytes.span().begin(), bytes.span().end());
    changed[at] = static_cast<std::byte>(value);
    expect_error([&] { (void)he::bgv::product_from_bytes(parameters, changed); },
                 ErrorCode::malformed, say);
  };
  refused(12, 1, {"exactly"});  // one more part
  refused(12, 7, {"level"});    // more than there can be
  refused(15, 1, {"level"});
  expect_error([&] { (void)product_bytes(parameters, 1, 10); }, ErrorCode::invalid_argument,
               {"10 parts", "3 to 9"});
  expect_error([&] { (void)product_bytes(parameters, 1, 2); }, ErrorCode::invalid_argument,
               {"2 parts", "3 to 9"});
}

TEST(ManyParts, AreRefused) {
  Factors x(literals()[0]);
  auto& session = x.keys().session;
  Product<Eval> four = x.four(0);
  const Product<Eval> copy = four, eight = session.multiply(four, four);
  expect_error([&] { (void)session.multiply(eight, x.encrypted()[0]); },
               ErrorCode::invalid_argument, {"9 ciphertexts", "at most 8", "relinearise"});
  expect_error([&] { (void)session.relinearize(four); }, ErrorCode::invalid_argument,
               {"5 parts", "three parts"});
  expect_error([&] { session.multiply(four, four, x.encrypted()[0]); }, ErrorCode::invalid_argument,
               {"memory of its operand"});
  expect_error([&] { session.multiply(four, x.encrypted()[0], four); }, ErrorCode::invalid_argument,
               {"memory of its operand"});
  expect_error([&] { (void)four.part(5); }, ErrorCode::invalid_argument, {"part 5", "below 5"});
  EXPECT_TRUE(testing::equal(four, copy));
  const Product<Eval> low = session.mod_switch(four, 2);
  expect_error([&] { (void)session.multiply(low, four); }, ErrorCode::mismatch, {"levels 2 and"});
  const Product<Eval> moved = std::move(four);
  // The object that was moved from says so.
  EXPECT_EQ(four.parts(), 0U);  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(four.level(), 0U);  // NOLINT(bugprone-use-after-move)
  expect_error([&] { (void)four.part(0); }, ErrorCode::invalid_argument, {"moved from"});
  expect_error([&] { (void)session.multiply(four, moved); }, ErrorCode::mismatch, {});
}

}  // namespace
}  // namespace lath
