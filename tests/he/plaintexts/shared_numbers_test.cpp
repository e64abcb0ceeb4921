// SPDX-License-Identifier: Apache-2.0
//
// Numbers that are encrypted once and multiplied by plaintexts of many spaces: results are exact,
// their noise is below its bound, and they go on in BGV as any ciphertext does.
#include "lath/he/plaintexts/shared_numbers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "arith/wide/natural_arithmetic.hpp"
#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "he/access.hpp"
#include "lath/he/coefficient_encoder.hpp"
#include "lath/he/debug.hpp"
#include "lath/he/encryptor.hpp"
#include "lath/he/keys.hpp"
#include "lath/random/generator.hpp"

namespace lath::he {
namespace {

using namespace lath::testing;

constexpr std::size_t kDegree = 64;
constexpr std::uint64_t kModuli[] = {3, 65537, (std::uint64_t{1} << 45) - 55, 1125899906842597};

Literal literal_of(const Natural& t, std::size_t primes = 7) {
  return {.degree = kDegree,
          .plaintext_modulus = t,
          .prime_bits = std::vector<unsigned>(primes, 50),
          .special_prime_bits = {50}};
}

// 2^bits - 3.
Natural long_modulus(std::size_t bits) {
  std::vector<std::uint64_t> words(bits / 64 + 1);
  words[bits / 64] = std::uint64_t{1} << (bits % 64);
  return detail::difference_vartime(Natural::from_words(words), 3);
}

// The owner of the keys, with numbers modulo T.
struct Owner {
  explicit Owner(std::size_t bits, std::size_t primes = 7)
      : parameters(bfv::Parameters::create_insecure(literal_of(long_modulus(bits), primes))) {}

  bgv::Parameters products(std::uint64_t t) const {
    return bgv::Parameters::create(parameters.key_space(), PlaintextSpace::integer(t));
  }
  Ciphertext encrypt(std::uint64_t a) {
    return Encryptor(parameters, keys.public_key(secret))
        .encrypt(Plaintext(parameters, std::vector{a}), generator);
  }
  std::vector<Ciphertext> unit_vector(std::size_t size, std::size_t place) {
    std::vector<Ciphertext> result;
    for (std::size_t i = 0; i < size; ++i) result.push_back(encrypt(i == place ? 1 : 0));
    return result;
  }

  bfv::Parameters parameters;
  Generator generator = Generator::from_seed(Seed{}, "shared numbers");
  KeyGenerator keys{parameters, generator};
  SecretKey secret = keys.secret_key();
};

std::vector<std::uint64_t> random_coefficients(SeededValues& values, std::uint64_t t) {
  std::vector<std::uint64_t> result(kDegree);
  // Some plaintexts have all coefficients at an end of the range.
  const bool extreme = values.below(3) == 0;
  for (std::uint64_t& x : result) x = extreme ? t / 2 + values.below(2) : values.below(t);
  return result;
}

struct Table {
  std::vector<std::vector<std::uint64_t>> coefficients;
  std::vector<PlainFactor> factors;

  Table(SeededValues& values, const bgv::Parameters& parameters, std::size_t size,
        std::size_t level) {
    const CoefficientEncoder encoder(parameters);
    for (std::size_t i = 0; i < size; ++i) {
      coefficients.push_back(random_coefficients(values, parameters.plaintext_modulus().word()));
      factors.push_back(
          PlainFactor::with_common_bound(parameters, encoder.encode(coefficients.back()), level));
    }
  }
};

void expect_plaintext(const Owner& owner, const bgv::Parameters& parameters, const Ciphertext& c,
                      const std::vector<std::uint64_t>& expected) {
  const double noise = debug::log2_noise(parameters, owner.secret, c);
  EXPECT_LE(noise, c.noise().log2_bound());
  EXPECT_GE(noise, c.noise().log2_bound() - 40);
  const Plaintext plaintext = Decryptor(parameters, owner.secret).decrypt(c);
  EXPECT_TRUE(std::ranges::equal(plaintext.coefficients(), expected));
}

TEST(SharedNumbers, SelectFromTablesOfEverySpace) {
  for (std::uint64_t seed = 0; seed < seeds(2); ++seed) {
    SeededValues values(seed);
    SCOPED_TRACE(values.label());
    Owner owner(180);
    const std::size_t size = 1 + values.below(7), place = values.below(size);
    const std::vector<Ciphertext> unit = owner.unit_vector(size, place);
    for (const std::size_t level : {7U, 6U}) {
      auto session = bfv::Evaluator(owner.parameters).session();
      std::vector<Ciphertext> at_level;
      for (const Ciphertext& x : unit) {
        at_level.push_back(level == x.level() ? x : session.mod_switch(x, level));
      }
      const SharedNumbers numbers(owner.parameters, at_level);
      EXPECT_EQ(numbers.size(), size);
      EXPECT_EQ(numbers.level(), level);
      for (const std::uint64_t t : kModuli) {
        const bgv::Parameters parameters = owner.products(t);
        const Table table(values, parameters, size, 7);
        const double log2_result = parameters.noise().log2_t() - 1;
        const Ciphertext c = numbers.dot_plain(parameters, table.factors, log2_result);
        EXPECT_EQ(c.level(), level);
        expect_plaintext(owner, parameters, c, table.coefficients[place]);
        auto products = bgv::Evaluator(parameters).session();
        const Ciphertext lower = products.mod_switch(products.add_plain(c, 1), 3);
        std::vector<std::uint64_t> expected = table.coefficients[place];
        expected[0] = (expected[0] + 1) % t;
        expect_plaintext(owner, parameters, lower, expected);
        if (level != 7) continue;  // the switch of the numbers has left too little for a square
        const auto square = products.multiply(lower, lower);
        const Plaintext found = Decryptor(parameters, owner.secret).decrypt(square);
        const Plaintext of_plain = Decryptor(parameters, owner.secret)
                                       .decrypt(products.multiply_plain(
                                           lower, CoefficientEncoder(parameters).encode(expected)));
        EXPECT_TRUE(std::ranges::equal(found.coefficients(), of_plain.coefficients()));
      }
    }
  }
}

TEST(SharedNumbers, HaveTheRoundingOfAShortTInTheirBound) {
  SeededValues values(3);
  SCOPED_TRACE(values.label());
  // T has 8 bits more than t^2: the rounding of T/t is all of the noise.
  const std::uint64_t t = 65537;
  Owner owner(41);
  const SharedNumbers numbers(owner.parameters, owner.unit_vector(3, 1));
  const bgv::Parameters parameters = owner.products(t);
  const Table table(values, parameters, 3, 7);
  const double log2_result = parameters.noise().log2_t() - 1;
  const Ciphertext c = numbers.dot_plain(parameters, table.factors, log2_result);
  const double noise = debug::log2_noise(parameters, owner.secret, c);
  EXPECT_LE(noise, c.noise().log2_bound());
  EXPECT_GE(noise, -20);
  expect_plaintext(owner, parameters, c, table.coefficients[1]);
  // Sums that may be larger than t have more of it, and no promise.
  expect_error([&] { (void)numbers.dot_plain(parameters, table.factors, 30); },
               ErrorCode::invalid_argument, {"noise"});
}

TEST(SharedNumbers, UseMemoryAgain) {
  SeededValues values(4);
  SCOPED_TRACE(values.label());
  Owner owner(180);
  const SharedNumbers numbers(owner.parameters, owner.unit_vector(2, 1));
  auto session = bgv::Evaluator(owner.products(3)).session();
  std::vector<PlainFactor> factors;
  Ciphertext out =
      numbers.dot_plain(owner.products(3), Table(values, owner.products(3), 2, 7).factors, 1);
  const std::uint64_t* const memory = out.part(0).base;
  for (const std::uint64_t t : kModuli) {
    const bgv::Parameters parameters = owner.products(t);
    Table table(values, parameters, 2, 7);
    if (factors.empty()) factors = table.factors;
    // The factors of the table share their memory with the first ones.
    for (std::size_t i = 0; i < 2; ++i) {
      const auto plaintext = CoefficientEncoder(parameters).encode(table.coefficients[i]);
      factors[i].replace_with_common_bound(parameters, plaintext);
      EXPECT_EQ(factors[i].log2_norm(), table.factors[i].log2_norm());
    }
    numbers.dot_plain(out, parameters, factors, parameters.noise().log2_t() - 1);
    EXPECT_EQ(out.part(0).base, memory);
    expect_plaintext(owner, parameters, out, table.coefficients[1]);
    session = moved_to(parameters, std::move(session));
    std::vector<std::uint64_t> doubled = table.coefficients[1];
    for (std::uint64_t& x : doubled) x = 2 * x % t;
    expect_plaintext(owner, parameters, session.add(out, out), doubled);
  }
}

TEST(SharedNumbers, RefuseWhatDoesNotBelongTogether) {
  SeededValues values(5);
  Owner owner(180), other(180, 6), stranger(180);
  const std::vector<Ciphertext> unit = owner.unit_vector(2, 0);
  const SharedNumbers numbers(owner.parameters, unit);
  const bgv::Parameters parameters = owner.products(65537);
  const Table table(values, parameters, 2, 7), low(values, parameters, 2, 6),
      more(values, parameters, 3, 7), of_other(values, owner.products(257), 2, 7);
  const auto dot = [&](const bgv::Parameters& to, const std::vector<PlainFactor>& b) {
    (void)numbers.dot_plain(to, b, 16);
  };
  const auto mismatch = ErrorCode::mismatch;
  expect_error([&] { dot(other.products(65537), table.factors); }, mismatch, {"other"});
  expect_error([&] { dot(parameters, more.factors); }, mismatch, {"2", "3"});
  expect_error([&] { dot(parameters, low.factors); }, mismatch, {"level 6", "level 7"});
  expect_error([&] { dot(parameters, of_other.factors); }, mismatch, {"257"});
  expect_error([&] { (void)SharedNumbers(owner.parameters, {}); }, ErrorCode::invalid_argument,
               {"no products"});
  auto session = bfv::Evaluator(owner.parameters).session();
  const std::vector<Ciphertext> mixed{unit[0], session.mod_switch(unit[1], 6)};
  expect_error([&] { (void)SharedNumbers(owner.parameters, mixed); }, mismatch, {"levels 6 and 7"});
  expect_error([&] { (void)SharedNumbers(other.parameters, unit); }, mismatch, {"a number"});
  // A T that is shorter than t.
  Owner shorter(20);
  const SharedNumbers few(shorter.parameters, shorter.unit_vector(2, 0));
  const bgv::Parameters longer = shorter.products(kModuli[2]);
  const Table long_table(values, longer, 2, 7);
  expect_error([&] { (void)few.dot_plain(longer, long_table.factors, 16); },
               ErrorCode::invalid_argument, {"20", "45"});
  expect_error([&] { (void)moved_to(other.products(3), bgv::Evaluator(parameters).session()); },
               mismatch, {"a session"});
  expect_error(
      [&] { (void)PlainFactor::with_common_bound(owner.products(257), Plaintext(parameters), 7); },
      mismatch, {"257"});
}

}  // namespace
}  // namespace lath::he
