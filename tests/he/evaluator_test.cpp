// SPDX-License-Identifier: Apache-2.0
//
// What BFV and BGV compute alike, against polynomials modulo (t, x^n + 1), at every level that has
// room for it, with the noise below its bound and not far below.
#include "lath/he/evaluator.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "base/seeded_values.hpp"
#include "he/access.hpp"
#include "he/parts.hpp"
#include "he/scheme_keys.hpp"
#include "lath/he/slot_encoder.hpp"

namespace lath::testing {
namespace {

using he::Ciphertext;
using he::HoistedCiphertext;
using he::PlainFactor;

template <class Scheme>
class Evaluators : public ::testing::Test {
 protected:
  using Keys = SchemeKeys<Scheme>;
  using Product = typename Scheme::Product;

  // Calls f(keys, values, level) for all levels with room for t^powers and so many bits more.
  template <class F>
  static void at_levels(double powers, double bits, const F& f,
                        const std::vector<he::Literal>& literals = literals_of_all_rings()) {
    for (const he::Literal& literal : literals) {
      Keys keys(literal);
      SeededValues values(31);
      std::size_t done = 0;
      for (std::size_t level = keys.parameters.levels(); keys.has_room(level, powers, bits);
           --level) {
        SCOPED_TRACE(label(literal, level));
        f(keys, values, level);
        ++done;
      }
      EXPECT_GE(done, 2U) << label(literal, 0);
    }
  }
};
TYPED_TEST_SUITE(Evaluators, BothSchemes);

// Bits by which noise stays below its bound at most. Sums of independent noises stay further below,
// by half the logarithm of their number.
// The largest of few coefficients is further below it.
constexpr double kSlack = 7, kSlackOfProduct = 14;

TYPED_TEST(Evaluators, AddSubtractNegate) {
  this->at_levels(2, 40, [](auto& keys, SeededValues& values, std::size_t level) {
    auto& e = keys.session;
    const auto m = keys.draw(values), w = keys.draw(values);
    const Ciphertext a = keys.encrypt(m, level), b = keys.encrypt(w, level);
    keys.expect(a, m, kSlack);
    keys.expect(e.add(a, b), m + w, kSlack + 1);
    keys.expect(e.sub(a, b), m - w, kSlack + 1);
    keys.expect(e.multiply_plain(a, -1), -m, kSlack);
    keys.expect(e.add_plain(a, keys.plaintext(w)), m + w, kSlack + 1);
    keys.expect(e.sub_plain(a, keys.plaintext(w)), m - w, kSlack + 1);
  });
}

// Digits that were raised beforehand are the same digits: so are all words.
TYPED_TEST(Evaluators, HoistedSubstitutionsAreThoseOfTheCiphertext) {
  this->at_levels(1, 40, [](auto& keys, SeededValues& values, std::size_t level) {
    auto& e = keys.session;
    const auto m = keys.draw(values);
    const Ciphertext a = keys.encrypt(m, level), copy = a;
    const HoistedCiphertext hoisted = e.hoist(a);
    EXPECT_EQ(hoisted.level(), level);
    EXPECT_EQ(hoisted.noise(), a.noise());
    for (const std::uint64_t g : keys.elements) {
      const Ciphertext c = e.apply_galois(hoisted, g);
      EXPECT_TRUE(equal(c, e.apply_galois(a, g))) << g;
      keys.expect(c, m.substituted(g), kSlack);
    }
    EXPECT_TRUE(equal(a, copy));
  });
}

TYPED_TEST(Evaluators, RotateExchangeAndSumColumns) {
  this->at_levels(
      1, 50,
      [](auto& keys, SeededValues& values, std::size_t level) {
        auto& e = keys.session;
        const std::size_t n = keys.parameters.degree();
        const auto m = keys.draw(values);
        const Ciphertext a = keys.encrypt(m, level);
        keys.expect(e.exchange_rows(a), m.substituted(2 * n - 1), kSlack);
        const auto rotated = [&](std::int64_t columns) { return e.rotate_rows(a, columns); };
        const auto half = static_cast<std::int64_t>(n / 2);
        for (const std::int64_t none : {std::int64_t{0}, half, -half, 5 * half}) {
          EXPECT_TRUE(equal(rotated(none), a));
        }
        EXPECT_TRUE(equal(rotated(half - 1), rotated(-1)));
        EXPECT_TRUE(equal(rotated(1 - 3 * half), rotated(1)));

        // x^(3^j) for column j.
        auto sum = m;
        std::uint64_t g = 1;
        for (std::size_t j = 1; j < n / 2; ++j) {
          g = 3 * g % (2 * n);
          if ((j & (j - 1)) == 0) {
            keys.expect(rotated(static_cast<std::int64_t>(j)), m.substituted(g), kSlack);
            const Ciphertext found = e.sum_columns(a, j);
            keys.expect(found, sum, kSlack + 1 + std::log2(j));
          }
          sum = sum + m.substituted(g);
        }
        const Ciphertext all = e.sum_columns(a, n / 2);
        keys.expect(all, sum, kSlack + std::log2(n));
        g = 3 * g % (2 * n);
        EXPECT_EQ(g, 1U);
      },
      literals_of_both());
}

// The same on slots, by the definition of rows and columns.
TYPED_TEST(Evaluators, SlotsMoveAndAddUp) {
  std::size_t sets = 0;
  for (const he::Literal& literal : literals_of_both()) {
    const std::uint64_t t = literal.plaintext_modulus.word();
    if (t % (2 * literal.degree) != 1) continue;
    ++sets;
    typename TestFixture::Keys keys(literal);
    auto& e = keys.session;
    const auto encoder = he::SlotEncoder::create(keys.parameters);
    SeededValues values(32);
    const std::size_t n = literal.degree, half = n / 2;
    std::vector<std::uint64_t> slots(n), expected(n);
    for (auto& x : slots) x = values.below(t);
    const Ciphertext a = keys.encryptor.encrypt(encoder.encode(slots), keys.generator);
    const auto expect = [&](const Ciphertext& c) {
      const auto found = encoder.decode(keys.decryptor.decrypt(c));
      EXPECT_TRUE(std::ranges::equal(found.span(), expected)) << label(literal, c.level());
    };
    for (std::size_t j = 0; j < n; ++j) expected[j] = slots[(j + half) % n];
    expect(e.exchange_rows(a));
    for (std::size_t j = 0; j < n; ++j) expected[j] = slots[j / half * half + (j + 2) % half];
    expect(e.rotate_rows(a, 2));
    for (std::size_t columns = 1; columns <= half; columns *= 2) {
      for (std::size_t j = 0; j < n; ++j) {
        expected[j] = 0;
        for (std::size_t k = 0; k < columns; ++k) {
          expected[j] = (expected[j] + slots[j / half * half + (j + k) % half]) % t;
        }
      }
      expect(e.sum_columns(a, columns));
    }
  }
  EXPECT_EQ(sets, 4U);
}

TYPED_TEST(Evaluators, MultiplySquareAndRelinearize) {
  this->at_levels(2, 50, [](auto& keys, SeededValues& values, std::size_t level) {
    auto& e = keys.session;
    const auto m = keys.draw(values), w = keys.draw(values);
    const Ciphertext a = keys.encrypt(m, level), b = keys.encrypt(w, level), copy = a;
    const auto product = e.multiply(a, b), square = e.multiply(a, a);
    keys.expect(product, m * w, kSlackOfProduct);
    keys.expect(square, m * m, kSlackOfProduct);
    // A square converts its factor once, and has the same words.
    EXPECT_TRUE(equal(square, e.multiply(a, copy)));
    EXPECT_TRUE(equal(a, copy));
    keys.expect(e.relinearize(product), m * w, kSlackOfProduct);
    keys.expect(e.add(product, square), m * w + m * m, kSlackOfProduct + 1);
    keys.expect(e.sub(product, square), m * w - m * m, kSlackOfProduct + 1);
  });
}

TYPED_TEST(Evaluators, DotProducts) {
  this->at_levels(2, 55, [](auto& keys, SeededValues& values, std::size_t level) {
    auto& e = keys.session;
    std::vector<Ciphertext> a, b;
    auto expected = keys.constant(0);
    auto sum = e.multiply(keys.encrypt(expected, level), keys.encrypt(expected, level));
    for (std::size_t terms = 1; terms <= 5; ++terms) {
      const auto m = keys.draw(values), w = keys.draw(values);
      a.push_back(keys.encrypt(m, level));
      b.push_back(terms == 4 ? a.back() : keys.encrypt(w, level));
      expected = expected + m * (terms == 4 ? m : w);
      const auto term = e.multiply(a.back(), b.back());
      sum = terms == 1 ? term : e.add(sum, term);
      const auto dot = e.dot_product(a, b);
      EXPECT_EQ(dot.level(), level);
      EXPECT_EQ(dot.scale_factor(), sum.scale_factor());
      EXPECT_EQ(dot.noise(), sum.noise());
      keys.expect(dot, expected, kSlackOfProduct + 2);
      keys.expect(e.relinearize(dot), expected, kSlackOfProduct + 2);
      // BFV rounds once, and not once for each term.
      if (terms == 1 || std::is_same_v<TypeParam, Bgv>) {
        EXPECT_TRUE(equal(dot, sum));
      }
    }
    // Both vectors may be one.
    const auto squares = e.dot_product(a, a);
    const auto copies = a;
    EXPECT_TRUE(equal(squares, e.dot_product(a, copies)));
  });
}

TYPED_TEST(Evaluators, MultiplyByPreparedPlaintexts) {
  this->at_levels(2, 50, [](auto& keys, SeededValues& values, std::size_t level) {
    auto& e = keys.session;
    std::vector<Ciphertext> a;
    std::vector<PlainFactor> b;
    auto expected = keys.constant(0);
    auto sum = keys.encrypt(expected, level);
    for (std::size_t terms = 1; terms <= 4; ++terms) {
      const auto m = keys.draw(values), w = keys.draw(values);
      a.push_back(keys.encrypt(m, level));
      // One for its own level, and others for higher ones.
      b.emplace_back(keys.plaintext(w), terms == 1 ? level : keys.parameters.levels());
      EXPECT_EQ(b.back().level(), terms == 1 ? level : keys.parameters.levels());
      const Ciphertext term = e.multiply_plain(a.back(), b.back());
      keys.expect(term, m * w, kSlack + 1);
      EXPECT_TRUE(equal(term, e.multiply_plain(a.back(), keys.plaintext(w))));
      expected = expected + m * w;
      sum = terms == 1 ? term : e.add(sum, term);
      const Ciphertext dot = e.dot_plain(a, b);
      keys.expect(dot, expected, kSlack + 2);
      EXPECT_TRUE(equal(dot, sum));
    }
  });
}

// An integer is a constant plaintext, and does the same to all words.
TYPED_TEST(Evaluators, AddAndMultiplyIntegers) {
  this->at_levels(2, 50, [](auto& keys, SeededValues& values, std::size_t level) {
    using Limits = std::numeric_limits<std::int64_t>;
    auto& e = keys.session;
    const auto t = static_cast<std::int64_t>(keys.parameters.plaintext_modulus().word());
    const auto m = keys.draw(values);
    const Ciphertext a = keys.encrypt(m, level);
    for (const std::int64_t k :
         {std::int64_t{0}, std::int64_t{1}, std::int64_t{-1}, std::int64_t{3}, t / 2, t / 2 + 1,
          -(t / 2), t - 1, t, -t - 1, Limits::min(), Limits::max(),
          static_cast<std::int64_t>(values.next())}) {
      SCOPED_TRACE("k " + std::to_string(k));
      const auto constant = keys.constant(k);
      const Ciphertext sum = e.add_plain(a, k), product = e.multiply_plain(a, k);
      EXPECT_TRUE(equal(sum, e.add_plain(a, keys.plaintext(constant))));
      EXPECT_EQ(keys.decrypt(sum), (m + constant).coefficients());
      EXPECT_TRUE(equal(e.sub_plain(a, k), e.sub_plain(a, keys.plaintext(constant))));
      EXPECT_EQ(keys.decrypt(e.sub_plain(a, k)), (m - constant).coefficients());
      EXPECT_EQ(keys.decrypt(product), (m * constant).coefficients());
      const Ciphertext same = e.multiply_plain(a, keys.plaintext(constant));
      EXPECT_TRUE(testing::part_of(product, 0) == testing::part_of(same, 0) &&
                  testing::part_of(product, 1) == testing::part_of(same, 1));
      EXPECT_EQ(product.scale_factor(), same.scale_factor());
      EXPECT_NEAR(product.noise().log2_deviation(), same.noise().log2_deviation(), 1e-8);
      if (k % t != 0) keys.expect(product, m * constant, kSlack + 1);
    }
  });
}

TYPED_TEST(Evaluators, SwitchCiphertextsAndProductsToAllLevels) {
  this->at_levels(2, 50, [](auto& keys, SeededValues& values, std::size_t level) {
    auto& e = keys.session;
    const auto m = keys.draw(values), w = keys.draw(values);
    const Ciphertext a = keys.encrypt(m, level);
    const auto product = e.multiply(a, keys.encrypt(w, level));
    for (std::size_t to = level; keys.has_room(to, 2, 30); --to) {
      SCOPED_TRACE("to " + std::to_string(to));
      const Ciphertext c = e.mod_switch(a, to);
      EXPECT_EQ(c.level(), to);
      keys.expect(c, m, kSlack);
      const auto low = e.mod_switch(product, to);
      EXPECT_EQ(low.level(), to);
      keys.expect(low, m * w, kSlackOfProduct);
      keys.expect(e.relinearize(low), m * w, kSlackOfProduct);
    }
    EXPECT_TRUE(equal(e.mod_switch(product, level), product));
    EXPECT_TRUE(equal(e.mod_switch(a, level), a));
  });
}

// What a plaintext adds is no noise that might cancel out: the worst one, thousands of times.
TYPED_TEST(Evaluators, NoiseOfPlaintextsAddsUp) {
  typename TestFixture::Keys keys(literals_of_both()[2]);
  const auto& parameters = keys.parameters;
  const std::uint64_t t = parameters.plaintext_modulus().word();
  const std::size_t level = parameters.levels();
  // BFV rounds Q m/t, so that [Q m] modulo t counts; BGV adds m.
  std::uint64_t factor = 1;
  for (std::size_t i = 0; i < level && std::is_same_v<TypeParam, Bfv>; ++i) {
    factor = factor * (parameters.ring(level).modulus(i).value() % t) % t;
  }
  std::uint64_t worst = 0;
  while (worst * factor % t != t / 2) ++worst;
  auto m = keys.constant(0);
  for (std::size_t i = 0; i < parameters.degree(); ++i) m[i] = worst;
  const he::Plaintext plain = keys.plaintext(m);
  auto expected = keys.constant(0);
  Ciphertext c = keys.encrypt(expected);
  for (int i = 0; i < 5000; ++i) {
    keys.session.add_plain(c, c, plain);
    expected = expected + m;
  }
  keys.expect(c, expected, kSlack + 2);
}

}  // namespace
}  // namespace lath::testing
