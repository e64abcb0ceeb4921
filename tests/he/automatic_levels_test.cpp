// SPDX-License-Identifier: Apache-2.0
//
// Evaluators that switch operands of different levels themselves: what they compute is right, and
// the same words as of operands that were switched before.
#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "he/access.hpp"
#include "he/parts.hpp"
#include "he/scheme_keys.hpp"

namespace lath::testing {
namespace {

using he::Ciphertext;
using he::PlainFactor;

// Bits by which noise stays below its bound at most, of all that is computed here.
constexpr double kSlackOfSwitched = 14;

template <class Scheme>
class AutomaticLevels : public ::testing::Test {
 protected:
  using Keys = SchemeKeys<Scheme>;
  using Product = typename Scheme::Product;
  using Evaluator = typename Scheme::Evaluator;

  // Calls f(keys, automatic evaluator, values, level, lower level), for each level with room for
  // t^powers and so many bits more, and for the next and the highest one above it.
  template <class F>
  static void at_pairs_of_levels(double powers, double bits, const F& f) {
    for (const he::Literal& literal : literals_of_all_rings()) {
      Keys keys(literal);
      auto automatic =
          typename Scheme::Evaluator(keys.parameters, {.automatic_levels = true}).session();
      SeededValues values(37);
      const std::size_t top = keys.parameters.levels();
      std::size_t done = 0;
      for (std::size_t low = top - 1; keys.has_room(low, powers, bits); --low) {
        for (std::size_t high = low + 1; high <= top; high = high == top ? top + 1 : top) {
          SCOPED_TRACE(label(literal, high) + ", and " + std::to_string(low));
          f(keys, automatic, values, high, low);
          ++done;
        }
      }
      EXPECT_GE(done, 1U) << label(literal, top);
    }
  }
};
TYPED_TEST_SUITE(AutomaticLevels, BothSchemes);

TYPED_TEST(AutomaticLevels, OfSums) {
  this->at_pairs_of_levels(
      1, 25,
      [](auto& keys, auto& automatic, SeededValues& values, std::size_t high, std::size_t low) {
        auto& e = keys.session;
        const auto m = keys.draw(values), n = keys.draw(values);
        const Ciphertext a = keys.encrypt(m, high), b = keys.encrypt(n, low), copy = a;
        const Ciphertext switched = e.mod_switch(a, low);
        const auto expect = [&](const Ciphertext& found, const Ciphertext& by_hand,
                                const auto& plain) {
          EXPECT_TRUE(equal(found, by_hand));
          EXPECT_EQ(found.level(), low);
          keys.expect(found, plain, kSlackOfSwitched);
        };
        expect(automatic.add(a, b), e.add(switched, b), m + n);
        expect(automatic.add(b, a), e.add(b, switched), m + n);
        expect(automatic.sub(a, b), e.sub(switched, b), m - n);
        expect(automatic.sub(b, a), e.sub(b, switched), n - m);
        expect(automatic.add(switched, b), e.add(switched, b), m + n);
        EXPECT_TRUE(equal(a, copy));
      });
}

TYPED_TEST(AutomaticLevels, OfProducts) {
  this->at_pairs_of_levels(
      2, 50,
      [](auto& keys, auto& automatic, SeededValues& values, std::size_t high, std::size_t low) {
        auto& e = keys.session;
        const auto m = keys.draw(values), n = keys.draw(values);
        const Ciphertext a = keys.encrypt(m, high), b = keys.encrypt(n, low);
        const Ciphertext switched = e.mod_switch(a, low);
        const auto expect = [&](const auto& found, const auto& by_hand, const auto& plain) {
          EXPECT_TRUE(equal(found, by_hand));
          EXPECT_EQ(found.level(), low);
          keys.expect(found, plain, kSlackOfSwitched);
        };
        const auto product = automatic.multiply(a, b);
        expect(product, e.multiply(switched, b), m * n);
        expect(automatic.multiply(b, a), e.multiply(b, switched), m * n);
        EXPECT_TRUE(equal(automatic.multiply(a, a), e.multiply(a, a)));

        // Sums of products: three parts are switched.
        const auto squares = e.multiply(a, a);
        const auto low_squares = e.mod_switch(squares, low);
        expect(automatic.add(squares, product), e.add(low_squares, product), m * m + m * n);
        expect(automatic.sub(product, squares), e.sub(product, low_squares), m * n - m * m);

        // Both operands of a term, either, and none; one ciphertext twice.
        const std::vector<Ciphertext> x{a, a, b, b, a}, y{a, b, a, b, b};
        const std::vector<Ciphertext> low_x{switched, switched, b, b, switched},
            low_y{switched, b, switched, b, b};
        const auto expected = m * m + m * n + m * n + n * n + m * n;
        expect(automatic.dot_product(x, y), e.dot_product(low_x, low_y), expected);
        expect(automatic.dot_product(x, {&low_x[0], 5}), e.dot_product(low_x, low_x),
               m * m + m * m + n * n + n * n + m * m);
        // Two ciphertexts of one term are switched side by side.
        const std::vector<Ciphertext> u{a, b}, v{keys.encrypt(n, high), b};
        const std::vector<Ciphertext> low_u{switched, b}, low_v{e.mod_switch(v[0], low), b};
        expect(automatic.dot_product(u, v), e.dot_product(low_u, low_v), m * n + n * n);
        const std::vector<Ciphertext> mixed{a, b};
        expect(automatic.dot_product(mixed, mixed), e.dot_product({&low_x[1], 2}, {&low_x[1], 2}),
               m * m + n * n);
      });
}

TYPED_TEST(AutomaticLevels, OfProductsWithPlaintexts) {
  this->at_pairs_of_levels(
      2, 40,
      [](auto& keys, auto& automatic, SeededValues& values, std::size_t high, std::size_t low) {
        auto& e = keys.session;
        const auto m = keys.draw(values), n = keys.draw(values);
        const Ciphertext a = keys.encrypt(m, high), b = keys.encrypt(n, low), copy = a;
        const Ciphertext switched = e.mod_switch(a, low);
        const he::Plaintext plain = keys.plaintext(n);
        const PlainFactor of_high(plain, high), of_low(plain, low);
        const auto expect = [&](const Ciphertext& found, const Ciphertext& by_hand, const auto& p) {
          EXPECT_TRUE(equal(found, by_hand));
          keys.expect(found, p, kSlackOfSwitched);
        };
        // The plaintext brings the ciphertext down, unless it serves its level.
        expect(automatic.multiply_plain(a, of_low), e.multiply_plain(switched, of_low), m * n);
        expect(automatic.multiply_plain(a, of_high), e.multiply_plain(a, of_high), m * n);
        expect(automatic.multiply_plain(b, of_high), e.multiply_plain(b, of_low), n * n);
        const std::vector<Ciphertext> of_both{a, b, a}, first{a, a, a},
            low_both{switched, b, switched}, low_first{switched, switched, switched};
        const std::vector<PlainFactor> highs{of_high, of_high, of_high},
            one{of_high, of_low, of_high};
        expect(automatic.dot_plain(of_both, highs), e.dot_plain(low_both, highs),
               m * n + n * n + m * n);
        expect(automatic.dot_plain(first, one), e.dot_plain(low_first, one), m * n + m * n + m * n);
        // Sums take plaintexts at every level.
        expect(automatic.add_plain(a, plain), e.add_plain(a, plain), m + n);
        EXPECT_TRUE(equal(a, copy));
      });
}

// Operands of levels 6 and 3, of one factor and of different ones.
template <class Scheme>
class SwitchedOperands : public AutomaticLevels<Scheme> {
 protected:
  using Keys = SchemeKeys<Scheme>;
  using Product = typename Scheme::Product;
  Keys keys{literals_of_both()[3]}, others{other_than(literals_of_both()[3])};
  typename Scheme::Session& e = keys.session;
  typename Scheme::Session automatic =
      typename Scheme::Evaluator(keys.parameters, {.automatic_levels = true}).session();
  SeededValues values{38};
  PlainPolynomial m = keys.draw(values), n = keys.draw(values);
  Ciphertext a = keys.encrypt(m), b = keys.encrypt(n, 3), c = keys.multiply(b, b);
  Ciphertext low_a = e.mod_switch(a, 3);
  Product square = e.multiply(a, a), product = e.multiply(c, c);
  he::Plaintext plain = keys.plaintext(n);
  PlainFactor factor{plain, 3};
};
TYPED_TEST_SUITE(SwitchedOperands, BothSchemes);

TYPED_TEST(SwitchedOperands, HaveOtherFactorsInBgv) {
  auto& e = this->e;
  auto& automatic = this->automatic;
  auto& a = this->a;
  auto& c = this->c;
  auto& m = this->m;
  auto& n = this->n;
  const bool bgv = std::is_same_v<TypeParam, Bgv>;
  EXPECT_EQ(this->low_a.scale_factor() == c.scale_factor(), !bgv);
  this->keys.expect(automatic.add(a, c), m + n * n, kSlackOfSwitched);
  this->keys.expect(automatic.sub(c, a), n * n - m, kSlackOfSwitched);
  EXPECT_TRUE(equal(automatic.add(a, c), e.add(this->low_a, c)));
  EXPECT_EQ(e.mod_switch(this->square, 3).scale_factor() == this->product.scale_factor(), !bgv);
  const auto low = e.mod_switch(this->square, 3);
  EXPECT_TRUE(equal(automatic.sub(this->product, this->square), e.sub(this->product, low)));
  // They are multiplied without the factors becoming equal, and are no terms of one sum.
  const auto product = automatic.multiply(a, c);
  EXPECT_TRUE(equal(product, e.multiply(this->low_a, c)));
  this->keys.expect(product, m * n * n, kSlackOfSwitched);
  const std::vector<Ciphertext> terms{a, c}, same{a, this->b};
  const std::vector<PlainFactor> factors{this->factor, this->factor};
  (void)automatic.dot_product(same, same);
  if (bgv) {
    expect_error([&] { (void)automatic.dot_product(terms, terms); }, ErrorCode::mismatch,
                 {"factors", "add()"});
    expect_error([&] { (void)automatic.dot_plain(terms, factors); }, ErrorCode::mismatch,
                 {"factors", "add()"});
  }
}

// Whatever is in the memory of the result, and whichever operand has it.
TYPED_TEST(SwitchedOperands, ComputeInGivenMemory) {
  auto& e = this->e;
  auto& automatic = this->automatic;
  auto& a = this->a;
  auto& b = this->b;
  auto& c = this->c;
  auto& low_a = this->low_a;
  const auto memory = [](const auto& x) { return testing::memory_of(x, 1); };
  const auto expect = [&](auto out, const auto& expected, const auto& action) {
    const auto* const words = memory(out);
    const bool has_room = out.level() == expected.level();
    action(out);
    EXPECT_TRUE(equal(out, expected));
    if (has_room) {
      EXPECT_EQ(memory(out), words);
    }
  };
  for (const Ciphertext& start : {b, a, e.mod_switch(b, 1)}) {
    expect(start, e.add(low_a, b), [&](auto& x) { automatic.add(x, a, b); });
    expect(start, e.sub(c, low_a), [&](auto& x) { automatic.sub(x, c, a); });
    expect(start, e.multiply_plain(low_a, this->factor),
           [&](auto& x) { automatic.multiply_plain(x, a, this->factor); });
  }
  for (const Ciphertext& low : {b, c}) {
    expect(low, e.add(low_a, low), [&](auto& x) { automatic.add(x, a, x); });
    expect(low, e.add(low, low_a), [&](auto& x) { automatic.add(x, x, a); });
    expect(low, e.sub(low_a, low), [&](auto& x) { automatic.sub(x, a, x); });
    expect(low, e.sub(low, low_a), [&](auto& x) { automatic.sub(x, x, a); });
    expect(a, e.add(low_a, low), [&](auto& x) { automatic.add(x, x, low); });
    expect(a, e.sub(low, low_a), [&](auto& x) { automatic.sub(x, low, x); });
  }
  expect(a, e.multiply_plain(low_a, this->factor),
         [&](auto& x) { automatic.multiply_plain(x, x, this->factor); });
  const std::vector<PlainFactor> factors{this->factor, this->factor};
  const std::vector<Ciphertext> low_terms{low_a, b};
  std::vector<Ciphertext> terms{a, b};
  const auto in_second = [&] { automatic.dot_plain(terms[1], terms, factors); };
  expect_error(in_second, ErrorCode::invalid_argument, {"memory of its operand"});
  automatic.dot_plain(terms[0], terms, factors);
  EXPECT_TRUE(equal(terms[0], e.dot_plain(low_terms, factors)));
  EXPECT_TRUE(equal(terms[1], b));

  const auto low_square = e.mod_switch(this->square, 3);
  const auto sum = e.add(low_square, this->product);
  expect(this->product, sum, [&](auto& x) { automatic.add(x, this->square, x); });
  expect(this->square, sum, [&](auto& x) { automatic.add(x, x, this->product); });
  expect(this->square, e.multiply(b, low_a), [&](auto& x) { automatic.multiply(x, b, a); });
}

// The option is off unless it is asked for.
TYPED_TEST(SwitchedOperands, AreRefusedWithoutTheOption) {
  auto& a = this->a;
  auto& b = this->b;
  auto& factor = this->factor;
  const Ciphertext copy = b;
  const auto copy_of_product = this->product;
  Ciphertext out = b;
  auto product_out = this->product;
  const std::vector<Ciphertext> terms{a, b};
  const std::vector<PlainFactor> factors{factor, factor};
  const auto refused = [&](const auto& action) {
    expect_error(action, ErrorCode::mismatch, {"level", "automatic_levels"});
    EXPECT_TRUE(equal(out, copy) && equal(b, copy) && equal(product_out, copy_of_product));
  };
  auto defaults = typename TypeParam::Evaluator(this->keys.parameters, {}).session();
  for (auto* e : {&this->e, &defaults}) {
    refused([&] { e->add(out, a, b); });
    refused([&] { (void)e->sub(a, b); });
    refused([&] { e->add(product_out, this->square, this->product); });
    refused([&] { (void)e->sub(this->square, this->product); });
    refused([&] { e->multiply(product_out, a, b); });
    refused([&] { e->dot_product(product_out, terms, terms); });
    refused([&] { e->multiply_plain(out, a, factor); });
    refused([&] { e->dot_plain(out, terms, factors); });
  }
}

TYPED_TEST(SwitchedOperands, LeaveEverythingAloneAfterErrors) {
  auto& automatic = this->automatic;
  auto& a = this->a;
  const Ciphertext foreign = this->others.encrypt(this->others.constant(1)), copy = this->b;
  Ciphertext out = copy, twice = a;
  const auto refused = [&](ErrorCode code, const char* what, const auto& action) {
    expect_error(action, code, {what});
    EXPECT_TRUE(equal(out, copy) && equal(twice, a));
  };
  const auto mismatch = ErrorCode::mismatch;
  refused(mismatch, "of other parameters", [&] { automatic.add(out, a, foreign); });
  refused(mismatch, "of other parameters", [&] { automatic.sub(out, foreign, out); });
  // Noise for which there is no room.
  Ciphertext loud = a;
  while (loud.noise().budget_bits() > 1) loud = automatic.multiply_plain(loud, 2);
  const Ciphertext low = automatic.mod_switch(loud, 2);
  twice = a = loud;
  const auto invalid = ErrorCode::invalid_argument;
  refused(invalid, "noise", [&] { automatic.multiply_plain(out, loud, this->factor); });
  refused(invalid, "noise", [&] { automatic.sub(out, low, loud); });
  refused(invalid, "noise", [&] { automatic.add(twice, twice, low); });
  refused(invalid, "noise", [&] { (void)automatic.multiply(loud, low); });
}

}  // namespace
}  // namespace lath::testing
