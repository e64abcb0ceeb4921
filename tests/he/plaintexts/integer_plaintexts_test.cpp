// SPDX-License-Identifier: Apache-2.0
//
// Plaintexts modulo integers of any size, against GMP.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "he/plaintexts/random_circuits.hpp"
#include "he/plaintexts/wide_plaintexts.hpp"
#include "lath/he/coefficient_encoder.hpp"
#include "lath/he/integer_encoder.hpp"
#include "lath/he/plaintexts/wide_coefficient_encoder.hpp"
#include "lath/he/slot_encoder.hpp"

namespace lath::testing {
namespace {

// Polynomials modulo x^n + 1 and t.
class PolynomialsModulo {
 public:
  using Value = std::vector<mpz_class>;

  PolynomialsModulo(std::size_t n, mpz_class t) : n_(n), t_(std::move(t)) {}

  [[nodiscard]] const mpz_class& t() const { return t_; }
  Value draw(SeededValues& values) const { return residues_and_edges(values, n_, t_); }
  Value constant(std::int64_t k) const {
    Value m(n_);
    m[0] = modulo(mpz_class(static_cast<long>(k)), t_);
    return m;
  }
  Value sum(const Value& a, const Value& b) const {
    Value c(n_);
    for (std::size_t i = 0; i < n_; ++i) c[i] = modulo(a[i] + b[i], t_);
    return c;
  }
  Value multiple(const Value& a, std::int64_t k) const {
    Value c(n_);
    for (std::size_t i = 0; i < n_; ++i) c[i] = modulo(a[i] * static_cast<long>(k), t_);
    return c;
  }
  Value difference(const Value& a, const Value& b) const { return sum(a, multiple(b, -1)); }
  Value product(const Value& a, const Value& b) const {
    Value c(n_);
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j < n_; ++j) {
        const mpz_class term = a[i] * b[j];
        if (i + j < n_) {
          c[i + j] += term;
        } else {
          c[i + j - n_] -= term;
        }
      }
    }
    for (mpz_class& x : c) x = modulo(x, t_);
    return c;
  }
  he::Plaintext plaintext(const he::SchemeParameters& parameters, const Value& m) const {
    const he::WideCoefficientEncoder encoder(parameters);
    return encoder.encode(wide_values(m, encoder.words()));
  }
  Value value(const he::Plaintext& plaintext) const {
    const std::size_t words = plaintext.coefficients().size() / n_;
    Value m;
    for (std::size_t i = 0; i < n_; ++i) {
      m.push_back(integer_of(plaintext.coefficients().subspan(i * words, words)));
    }
    return m;
  }
  static he::WideValues wide_values(const Value& m, std::size_t words) {
    he::WideValues result(m.size(), words);
    for (std::size_t i = 0; i < m.size(); ++i) {
      const Natural number = natural_of(m[i]);
      std::ranges::copy(number.words(), result[i].begin());
    }
    return result;
  }

 private:
  std::size_t n_;
  mpz_class t_;
};

mpz_class next_prime(const mpz_class& x) {
  mpz_class p;
  mpz_nextprime(p.get_mpz_t(), x.get_mpz_t());
  return p;
}

// Moduli of 61 to 4096 bits: primes, powers of two, products, next to a power of 2^64.
std::vector<mpz_class> some_moduli() {
  const auto power = [](unsigned bits) { return mpz_class(mpz_class(1) << bits); };
  return {next_prime(power(60)),  power(64) - 1,           power(64),
          power(64) + 1,          next_prime(power(99)),   power(256),
          next_prime(power(254)), power(255) - 19,         3 * next_prime(power(400)),
          power(2047) + 1155,     next_prime(power(1023)), power(4096) - 1};
}

// Primes of Q for some products.
he::Literal literal_for(const mpz_class& t, std::size_t degree, unsigned products) {
  const std::size_t bits = mpz_sizeinbase(t.get_mpz_t(), 2);
  const std::size_t primes = ((products + 1) * (bits + 26) + 40) / 49 + 1;
  return {.degree = degree,
          .plaintext_modulus = 257,
          .prime_bits = std::vector<unsigned>(primes, 49),
          .special_prime_bits = {49, 49},
          .digit_primes = 2};
}

template <class Scheme>
class IntegerPlaintexts : public ::testing::Test {};
TYPED_TEST_SUITE(IntegerPlaintexts, BothSchemes);

TYPED_TEST(IntegerPlaintexts, AreComputedWithInRandomCircuits) {
  std::size_t results = 0, products = 0;
  for (const mpz_class& t : some_moduli()) {
    const std::size_t bits = mpz_sizeinbase(t.get_mpz_t(), 2), n = bits > 1000 ? 16 : 32;
    SCOPED_TRACE("t of " + std::to_string(bits) + " bits");
    // Keys of a key space that was made with another t.
    const SchemeKeys<TypeParam> keys(literal_for(t, n, bits > 1000 ? 2 : 4));
    const auto parameters =
        keys.parameters.with_plaintexts(he::PlaintextSpace::integer(natural_of(t)));
    const PolynomialsModulo plaintexts(n, t);
    const std::uint64_t circuits = seeds(bits > 1000 ? 2 : 4);
    for (std::uint64_t seed = 0; seed < circuits; ++seed) {
      RandomCircuits<TypeParam, PolynomialsModulo> random(keys, parameters, plaintexts, seed);
      random.run(20);
      ASSERT_FALSE(this->HasFatalFailure());
      results += random.results();
      products += random.products();
    }
  }
  EXPECT_GT(results, 300U);
  EXPECT_GT(products, 60U);
}

// Words and bounds are equal to the words and bounds of plaintexts that GMP reads.
TYPED_TEST(IntegerPlaintexts, HaveTheNoiseOfTheSameNumbersByGmp) {
  const mpz_class t = next_prime(mpz_class(1) << 254);
  const SchemeKeys<TypeParam> keys(literal_for(t, 32, 2));
  const auto space = he::PlaintextSpace::integer(natural_of(t));
  const auto ours = keys.parameters.with_plaintexts(space),
             reference = keys.parameters.with_plaintexts(WidePlaintexts::space(t));
  EXPECT_EQ(ours.noise().fresh(), reference.noise().fresh());
  const PolynomialsModulo plaintexts(32, t);
  SeededValues values(4);
  const auto m = plaintexts.draw(values);
  const he::Plaintext plain = plaintexts.plaintext(ours, m);
  const auto words = plain.coefficients();
  const he::Plaintext of_gmp(reference, words);
  Generator one = Generator::from_seed(Seed{}, "same"), two = Generator::from_seed(Seed{}, "same");
  const auto a = he::Encryptor(ours, keys.public_key).encrypt(plain, one);
  const auto b = he::Encryptor(reference, keys.public_key).encrypt(of_gmp, two);
  // The representatives are the same where the reference takes part of the message to the errors.
  const he::PlainFactor factor(plain, 2), factor_of_gmp(of_gmp, 2);
  EXPECT_LE(factor.log2_norm(), factor_of_gmp.log2_norm() + 1e-9);
  EXPECT_EQ(he::to_bytes(plain).size(), he::to_bytes(of_gmp).size());
  for (std::size_t part = 0; part < 2; ++part) {
    EXPECT_EQ(testing::part_of(a, part), testing::part_of(b, part));
  }
}

TYPED_TEST(IntegerPlaintexts, AreWrittenAndRead) {
  for (const mpz_class& t : some_moduli()) {
    const SchemeKeys<TypeParam> keys(literal_for(t, 16, 0));
    he::Literal literal = keys.parameters.literal();
    literal.plaintext_modulus = natural_of(t);
    const RingLimits limits{.limbs = 400};
    EXPECT_EQ(he::literal_from_json(he::to_json(literal), limits), literal);
    const auto parameters = TypeParam::Parameters::create_insecure(literal);
    EXPECT_TRUE(parameters ==
                keys.parameters.with_plaintexts(he::PlaintextSpace::integer(natural_of(t))));
    const PolynomialsModulo plaintexts(16, t);
    SeededValues values(5);
    const auto m = plaintexts.draw(values);
    const auto bytes = he::to_bytes(plaintexts.plaintext(parameters, m));
    EXPECT_EQ(plaintexts.value(he::plaintext_from_bytes(parameters, bytes.span())), m);
    // Every coefficient is below t.
    auto ones = bytes;
    const std::size_t start =
        ones.size() - 16 * mpz_sizeinbase(mpz_class(t - 1).get_mpz_t(), 2) / 8;
    std::fill(ones.data() + start, ones.data() + ones.size(), std::byte{0xff});
    if (mpz_popcount(mpz_class(t - 1).get_mpz_t()) <
        mpz_sizeinbase(mpz_class(t - 1).get_mpz_t(), 2)) {
      expect_error([&] { (void)he::plaintext_from_bytes(parameters, ones.span()); },
                   ErrorCode::malformed, {});
    }
    const auto whole = he::to_bytes(parameters);
    EXPECT_EQ(literal_from<TypeParam>(whole.span(), limits).plaintext_modulus, natural_of(t));
  }
}

TYPED_TEST(IntegerPlaintexts, TeachByTheirErrors) {
  const mpz_class t = next_prime(mpz_class(1) << 200);
  const SchemeKeys<TypeParam> keys(literal_for(t, 16, 2));
  for (const Natural& wrong : {Natural(0), Natural(1), natural_of(mpz_class(1) << 4096)}) {
    expect_error([&] { (void)he::PlaintextSpace::integer(wrong); }, ErrorCode::invalid_argument,
                 {"plaintext modulus", "2 to 4096 bits"});
  }
  const std::uint64_t q = keys.parameters.ring(1).modulus(0).value();
  const mpz_class shares = mpz_class(static_cast<unsigned long>(q)) * t;
  expect_error(
      [&] {
        (void)keys.parameters.with_plaintexts(he::PlaintextSpace::integer(natural_of(shares)));
      },
      ErrorCode::invalid_argument, {std::to_string(q), "no prime of Q as a factor"});
  const auto parameters =
      keys.parameters.with_plaintexts(he::PlaintextSpace::integer(natural_of(t)));
  const he::WideCoefficientEncoder encoder(parameters);
  expect_error([&] { (void)encoder.encode(PolynomialsModulo::wide_values({1, t}, 4)); },
               ErrorCode::invalid_argument, {"coefficient 1", "201 bits"});
  expect_error([&] { (void)encoder.encode(he::WideValues(17, 4)); }, ErrorCode::mismatch,
               {"17 values", "16"});
  EXPECT_NO_THROW((void)encoder.encode(he::WideValues(16, 9)));
  const auto of_words = [](const auto& action) {
    expect_error(action, ErrorCode::unsupported, {"201 bits", "at most 60 bits", "Wide"});
  };
  of_words([&] { (void)he::SlotEncoder::create(parameters); });
  of_words([&] { (void)he::IntegerEncoder::create(parameters); });
  of_words([&] { (void)he::CoefficientEncoder(parameters).encode({1, 2}); });
  of_words([&] { (void)he::CoefficientEncoder(parameters).decode(encoder.constant(1)); });
  if constexpr (!kIsBfv<TypeParam>) {
    auto session = typename TypeParam::Evaluator(parameters).session(keys.relin);
    Generator generator = Generator::from_seed(Seed{}, "errors");
    const auto a =
        he::Encryptor(parameters, keys.public_key).encrypt(encoder.constant(3), generator);
    const auto low = session.mod_switch(a, a.level() - 1);
    const auto square = session.relinearize(session.multiply(low, low));
    expect_error([&] { (void)session.add(square, low); }, ErrorCode::mismatch,
                 {"different ways", "equal scale factors"});
  }
}

}  // namespace
}  // namespace lath::testing
