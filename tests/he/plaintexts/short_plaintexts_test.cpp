// SPDX-License-Identifier: Apache-2.0
//
// Plaintexts modulo short polynomials t(x), against polynomials modulo a prime by GMP.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "he/plaintexts/random_circuits.hpp"
#include "he/plaintexts/wide_plaintexts.hpp"
#include "lath/he/plaintexts/wide_coefficient_encoder.hpp"

namespace lath::testing {
namespace {

// Polynomials modulo x^k - w and p.
class PolynomialsAtRoot {
 public:
  using Value = std::vector<mpz_class>;

  PolynomialsAtRoot(std::size_t k, mpz_class p, mpz_class w)
      : k_(k), p_(std::move(p)), w_(std::move(w)) {}

  Value draw(SeededValues& values) const { return residues_and_edges(values, k_, p_); }
  Value constant(std::int64_t c) const {
    Value m(k_);
    m[0] = modulo(mpz_class(static_cast<long>(c)), p_);
    return m;
  }
  Value sum(const Value& a, const Value& b) const {
    Value c(k_);
    for (std::size_t i = 0; i < k_; ++i) c[i] = modulo(a[i] + b[i], p_);
    return c;
  }
  Value multiple(const Value& a, std::int64_t by) const {
    Value c(k_);
    for (std::size_t i = 0; i < k_; ++i) c[i] = modulo(a[i] * static_cast<long>(by), p_);
    return c;
  }
  Value difference(const Value& a, const Value& b) const { return sum(a, multiple(b, -1)); }
  Value product(const Value& a, const Value& b) const {
    Value c(k_);
    for (std::size_t i = 0; i < k_; ++i) {
      for (std::size_t j = 0; j < k_; ++j) {
        const mpz_class term = a[i] * b[j];
        c[(i + j) % k_] += i + j < k_ ? term : mpz_class(term * w_);
      }
    }
    for (mpz_class& x : c) x = modulo(x, p_);
    return c;
  }
  he::Plaintext plaintext(const he::SchemeParameters& parameters, const Value& m) const {
    const he::WideCoefficientEncoder encoder(parameters);
    he::WideValues values(m.size(), encoder.words());
    for (std::size_t i = 0; i < m.size(); ++i) {
      const Natural number = natural_of(m[i]);
      std::ranges::copy(number.words(), values[i].begin());
    }
    return encoder.encode(values);
  }
  Value value(const he::Plaintext& plaintext) const {
    const he::PlaintextTables& tables = *plaintext.tables();
    std::vector<std::uint64_t> numbers(tables.numbers() * tables.words_of_number());
    tables.to_numbers(numbers, plaintext.words());
    Value m;
    for (std::size_t i = 0; i < k_; ++i) {
      m.push_back(integer_of(
          std::span(numbers).subspan(i * tables.words_of_number(), tables.words_of_number())));
    }
    return m;
  }

 private:
  std::size_t k_;
  mpz_class p_, w_;
};

struct ShortCase {
  std::size_t degree, k;  // zeta = x^k
  he::PlaintextSpace space;
};

he::PlaintextSpace short_space(const std::string& p, std::uint64_t d, std::vector<std::int64_t> t,
                               const std::string& root) {
  t.resize(d / 2);
  return he::PlaintextSpace::short_modulus(Natural::from_decimal(p),
                                           {d, std::move(t), Natural::from_decimal(root)});
}

std::vector<ShortCase> short_cases() {
  return {{32, 4, he::PlaintextSpace::root(32, 4, 1000)},
          {32, 16, short_space("17", 4, {4, 1}, "13")},
          {32, 8, short_space("41", 8, {3, 1}, "38")},
          {64, 4, he::PlaintextSpace::root(64, 4, 4294967966)},
          {64, 2, he::PlaintextSpace::root(64, 2, 65536)},
          {32, 8, he::PlaintextSpace::root(32, 8, (std::uint64_t{1} << 59) + 6)}};
}

he::Literal literal_for_short(const ShortCase& c, unsigned products) {
  const auto bits = static_cast<std::size_t>(c.space.log2_size());
  const std::size_t primes = ((products + 1) * (bits + 26) + 40) / 49 + 1;
  return {.degree = c.degree,
          .plaintext_modulus = 257,
          .prime_bits = std::vector<unsigned>(primes, 49),
          .special_prime_bits = {49, 49},
          .digit_primes = primes > 1 ? 2U : 1U};
}

template <class Scheme>
class ShortPlaintexts : public ::testing::Test {};
TYPED_TEST_SUITE(ShortPlaintexts, BothSchemes);

TYPED_TEST(ShortPlaintexts, AreComputedWithInRandomCircuits) {
  std::size_t results = 0, products = 0;
  for (const ShortCase& c : short_cases()) {
    SCOPED_TRACE("p = " + decimal_vartime(c.space.modulus()));
    const SchemeKeys<TypeParam> keys(literal_for_short(c, 4));
    const auto parameters = keys.parameters.with_plaintexts(c.space);
    const PolynomialsAtRoot plaintexts(c.k, integer_of(c.space.modulus()),
                                       integer_of(c.space.short_modulus().root));
    for (std::uint64_t seed = 0; seed < seeds(6); ++seed) {
      RandomCircuits<TypeParam, PolynomialsAtRoot> random(keys, parameters, plaintexts, seed);
      random.run(20);
      ASSERT_FALSE(this->HasFatalFailure());
      results += random.results();
      products += random.products();
    }
  }
  EXPECT_GT(results, 300U);
  EXPECT_GT(products, 50U);
}

TYPED_TEST(ShortPlaintexts, AreWrittenAndRead) {
  for (const ShortCase& c : short_cases()) {
    const SchemeKeys<TypeParam> keys(literal_for_short(c, 0));
    he::Literal literal = keys.parameters.literal();
    literal.plaintext_modulus = c.space.modulus();
    literal.short_modulus = c.space.short_modulus();
    EXPECT_EQ(he::literal_from_json(he::to_json(literal)), literal);
    const auto parameters = TypeParam::Parameters::create_insecure(literal);
    EXPECT_TRUE(parameters == keys.parameters.with_plaintexts(c.space));
    EXPECT_FALSE(parameters == keys.parameters);
    const PolynomialsAtRoot plaintexts(c.k, integer_of(c.space.modulus()),
                                       integer_of(c.space.short_modulus().root));
    SeededValues values(5);
    const auto m = plaintexts.draw(values);
    const auto bytes = he::to_bytes(plaintexts.plaintext(parameters, m));
    EXPECT_EQ(plaintexts.value(he::plaintext_from_bytes(parameters, bytes.span())), m);
    const auto whole = he::to_bytes(parameters);
    EXPECT_EQ(whole.size(), he::parameters_bytes(parameters));
    EXPECT_EQ(literal_from<TypeParam>(whole.span()), literal);
  }
}

// Bytes that somebody changed are refused, or are other parameters: nothing else happens.
TYPED_TEST(ShortPlaintexts, OfCorruptedBytesAreRefusedOrOthers) {
  SeededValues values(12);
  SCOPED_TRACE(values.label());
  std::size_t refused = 0, others = 0;
  for (const ShortCase& c : short_cases()) {
    he::Literal literal = literal_for_short(c, 0);
    literal.plaintext_modulus = c.space.modulus();
    literal.short_modulus = c.space.short_modulus();
    const auto parameters = TypeParam::Parameters::create_insecure(literal);
    const auto bytes = he::to_bytes(parameters);
    for (std::uint64_t i = 0; i < seeds(100); ++i) {
      std::vector<std::byte> damaged(bytes.data(), bytes.data() + bytes.size());
      if (i % 4 == 0) damaged.resize(values.below(damaged.size()));
      for (std::uint64_t flips = 1 + values.below(3); flips > 0 && !damaged.empty(); --flips) {
        damaged[values.below(damaged.size())] ^= static_cast<std::byte>(1U << values.below(8));
      }
      try {
        const he::Literal read = literal_from<TypeParam>(damaged);
        others += read == parameters.literal() ? 0 : 1;
      } catch (const Error& error) {
        ++refused;
        EXPECT_TRUE(error.code() == ErrorCode::malformed || error.code() == ErrorCode::mismatch ||
                    error.code() == ErrorCode::unsupported)
            << error.what();
      }
    }
  }
  EXPECT_GT(refused, others);
}

}  // namespace
}  // namespace lath::testing
