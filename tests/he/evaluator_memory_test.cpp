// SPDX-License-Identifier: Apache-2.0
//
// Results in memory that the caller gives: of the right shape, which is kept, or of another, and
// that of an operand.
#include <gtest/gtest.h>

#include <functional>
#include <utility>
#include <vector>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "he/access.hpp"
#include "he/parts.hpp"
#include "he/scheme_keys.hpp"

namespace lath::testing {
namespace {

using he::Ciphertext;
using he::HoistedCiphertext;
using he::PlainFactor;

template <class Result>
struct Case {
  const char* name;
  std::function<void(Result&)> into;
  Result expected;
};

// Operands of one level, and what can be computed of them.
template <class Scheme>
class GivenMemory : public ::testing::Test {
 protected:
  using Keys = SchemeKeys<Scheme>;
  using Product = typename Scheme::Product;
  static constexpr std::size_t kLevel = 4;

  Keys keys{literals_of_both()[3]}, others{literals_of_both()[0]};
  typename Scheme::Session& e = keys.session;
  SeededValues values{33};
  Ciphertext a = keys.encrypt(keys.draw(values), kLevel);
  Ciphertext b = keys.encrypt(keys.draw(values), kLevel);
  // In BGV of another factor than that of a.
  Ciphertext c = keys.multiply(a, b);
  std::vector<Ciphertext> as{a, b}, bs{b, b};
  he::Plaintext plain = keys.plaintext(keys.draw(values));
  PlainFactor factor{plain, keys.parameters.levels()};
  std::vector<PlainFactor> factors{{plain, kLevel}, {plain, kLevel}};
  HoistedCiphertext hoisted = e.hoist(a);
  Product product = e.multiply(a, b), square = e.multiply(a, a);

  // By its steps.
  Ciphertext sum_of_four_columns(const Ciphertext& x) {
    const Ciphertext two = e.add(x, e.rotate_rows(x, 1));
    return e.add(two, e.rotate_rows(two, 2));
  }

  template <class Result>
  static const std::uint64_t* memory(const Result& result) {
    return testing::memory_of(result, 1);
  }

  // In each of these memories, of which the first has the right shape.
  template <class Result>
  static void expect_all(const std::vector<Case<Result>>& cases,
                         const std::vector<Result>& memories) {
    for (const auto& [name, into, expected] : cases) {
      SCOPED_TRACE(name);
      for (const Result& start : memories) {
        Result out = start;
        const auto* const words = memory(out);
        into(out);
        EXPECT_TRUE(equal(out, expected));
        if (&start == &memories.front()) {
          EXPECT_EQ(memory(out), words);
        }
        const auto* const now = memory(out);
        into(out);
        EXPECT_TRUE(equal(out, expected));
        EXPECT_EQ(memory(out), now);
      }
    }
  }
};
TYPED_TEST_SUITE(GivenMemory, BothSchemes);

TYPED_TEST(GivenMemory, HoldsCiphertexts) {
  auto& e = this->e;
  auto& a = this->a;
  auto& b = this->b;
  auto& c = this->c;
  auto& keys = this->keys;
  const Ciphertext top = keys.encrypt(keys.draw(this->values));
  const std::vector<Case<Ciphertext>> cases{
      {"add", [&](auto& out) { e.add(out, a, b); }, e.add(a, b)},
      {"add another factor", [&](auto& out) { e.add(out, a, c); }, e.add(a, c)},
      {"sub", [&](auto& out) { e.sub(out, a, b); }, e.sub(a, b)},
      {"negate", [&](auto& out) { e.multiply_plain(out, a, -1); }, e.multiply_plain(a, -1)},
      {"add_plain", [&](auto& out) { e.add_plain(out, c, this->plain); },
       e.add_plain(c, this->plain)},
      {"sub_plain", [&](auto& out) { e.sub_plain(out, a, this->plain); },
       e.sub_plain(a, this->plain)},
      {"multiply_plain", [&](auto& out) { e.multiply_plain(out, a, this->factor); },
       e.multiply_plain(a, this->plain)},
      {"dot_plain", [&](auto& out) { e.dot_plain(out, this->as, this->factors); },
       e.dot_plain(this->as, this->factors)},
      {"add_plain", [&](auto& out) { e.add_plain(out, c, -5); }, e.add_plain(c, -5)},
      {"multiply_plain", [&](auto& out) { e.multiply_plain(out, a, -5); }, e.multiply_plain(a, -5)},
      {"apply_galois", [&](auto& out) { e.apply_galois(out, a, 3); }, e.apply_galois(a, 3)},
      {"hoisted", [&](auto& out) { e.apply_galois(out, this->hoisted, 3); }, e.apply_galois(a, 3)},
      {"rotate_rows", [&](auto& out) { e.rotate_rows(out, a, -1); },
       e.apply_galois(a, he::row_rotation(keys.parameters.degree(), -1))},
      {"rotate_rows by none", [&](auto& out) { e.rotate_rows(out, c, 0); }, c},
      {"exchange_rows", [&](auto& out) { e.exchange_rows(out, c); },
       e.apply_galois(c, he::row_exchange(keys.parameters.degree()))},
      {"sum_columns", [&](auto& out) { e.sum_columns(out, a, 4); }, this->sum_of_four_columns(a)},
      {"sum_columns of one", [&](auto& out) { e.sum_columns(out, c, 1); }, c},
      {"relinearize", [&](auto& out) { e.relinearize(out, this->product); },
       e.relinearize(this->product)},
      {"mod_switch", [&](auto& out) { e.mod_switch(out, top, 4); },
       e.mod_switch(e.mod_switch(top, 5), 4)},
      {"same level", [&](auto& out) { e.mod_switch(out, a, 4); }, a},
  };
  const auto seeded = [] { return Generator::from_seed(Seed{}, "given memory"); };
  Generator generator = seeded();
  const std::vector<Case<Ciphertext>> of_the_highest_level{
      {"encrypt",
       [&](auto& out) {
         Generator again = seeded();
         keys.encryptor.encrypt(out, this->plain, again);
       },
       keys.encryptor.encrypt(this->plain, generator)},
  };
  auto& others = this->others;
  const Ciphertext foreign = others.encrypt(others.constant(1));
  this->expect_all(cases, {b, e.mod_switch(b, 2), foreign, top});
  this->expect_all(of_the_highest_level, {top, b, foreign});
}

TYPED_TEST(GivenMemory, HoldsProducts) {
  using Product = typename TypeParam::Product;
  auto& e = this->e;
  auto& a = this->a;
  auto& b = this->b;
  auto& product = this->product;
  auto& square = this->square;
  auto& others = this->others;
  const Ciphertext top = this->keys.encrypt(this->keys.draw(this->values));
  const Product high = e.multiply(top, top);
  const std::vector<Case<Product>> cases{
      {"multiply", [&](auto& out) { e.multiply(out, a, b); }, product},
      {"square", [&](auto& out) { e.multiply(out, a, a); }, square},
      {"dot_product", [&](auto& out) { e.dot_product(out, this->as, this->bs); },
       e.dot_product(this->as, this->bs)},
      {"add", [&](auto& out) { e.add(out, product, square); }, e.add(product, square)},
      {"sub", [&](auto& out) { e.sub(out, product, square); }, e.sub(product, square)},
      {"mod_switch", [&](auto& out) { e.mod_switch(out, high, 4); },
       e.mod_switch(e.mod_switch(high, 5), 4)},
      {"same level", [&](auto& out) { e.mod_switch(out, square, 4); }, square},
  };
  const Ciphertext low = e.mod_switch(a, 2), foreign = others.encrypt(others.constant(1));
  this->expect_all(cases, {e.add(product, product), e.multiply(low, low),
                           others.session.multiply(foreign, foreign)});
}

// Digits of other levels have other limbs, and memory for many digits serves for fewer.
TYPED_TEST(GivenMemory, HoldsHoistedCiphertexts) {
  auto& e = this->e;
  auto& keys = this->keys;
  auto& others = this->others;
  const auto m = keys.draw(this->values);
  HoistedCiphertext out = others.session.hoist(others.encrypt(others.constant(1)));
  for (const std::size_t level : {2U, 6U, 6U, 4U, 1U, 5U}) {
    const Ciphertext a = keys.encrypt(m, level);
    const auto* const words = he::Access::digits(out)[0].rows().row(0);
    const bool has_room = out.level() == 6;
    e.hoist(out, a);
    EXPECT_EQ(out.level(), level);
    if (has_room) {
      EXPECT_EQ(he::Access::digits(out)[0].rows().row(0), words);
    }
    EXPECT_TRUE(equal(e.apply_galois(out, 3), e.apply_galois(a, 3))) << level;
  }
  // One that was moved from gets new memory.
  HoistedCiphertext moved = std::move(out);
  e.hoist(out, this->a);
  EXPECT_TRUE(equal(e.apply_galois(out, 3), e.apply_galois(this->a, 3)));
  EXPECT_EQ(moved.level(), 5U);
}

TYPED_TEST(GivenMemory, HoldsPlaintexts) {
  auto& keys = this->keys;
  auto& others = this->others;
  const auto& decryptor = keys.decryptor;
  const auto coefficients = [](const he::Plaintext& m) {
    return std::vector(m.coefficients().begin(), m.coefficients().end());
  };
  const auto expect_into = [&](he::Plaintext out, const auto& operand) {
    const auto* const words = out.coefficients().data();
    const bool has_room = out.tables() == this->plain.tables();
    decryptor.decrypt(out, operand);
    EXPECT_EQ(coefficients(out), coefficients(decryptor.decrypt(operand)));
    EXPECT_EQ(out.tables(), this->plain.tables());
    if (has_room) {
      EXPECT_EQ(out.coefficients().data(), words);
    }
  };
  const he::Plaintext foreign = others.decryptor.decrypt(others.encrypt(others.constant(1)));
  he::Plaintext moved = this->plain;
  const he::Plaintext taken = std::move(moved);
  for (const he::Plaintext& start : {taken, foreign, moved}) {
    expect_into(start, this->a);
    expect_into(start, this->e.mod_switch(this->a, 2));
    expect_into(start, this->product);
  }
  // What is refused leaves it as it was.
  he::Plaintext out = this->plain;
  expect_error([&] { decryptor.decrypt(out, others.encrypt(others.constant(1))); },
               ErrorCode::mismatch, {"a ciphertext"});
  EXPECT_EQ(coefficients(out), coefficients(this->plain));
}

TYPED_TEST(GivenMemory, MayBeThatOfAnOperand) {
  auto& e = this->e;
  auto& a = this->a;
  auto& b = this->b;
  auto& c = this->c;
  auto& product = this->product;
  auto& square = this->square;
  const auto expect = [](auto operand, const auto& expected, const auto& action) {
    const auto* const words = testing::memory_of(operand, 1);
    action(operand);
    EXPECT_TRUE(equal(operand, expected));
    EXPECT_EQ(testing::memory_of(operand, 1), words);
  };
  expect(a, e.add(a, b), [&](auto& x) { e.add(x, x, b); });
  expect(a, e.add(b, a), [&](auto& x) { e.add(x, b, x); });
  expect(a, e.add(a, a), [&](auto& x) { e.add(x, x, x); });
  expect(a, e.add(a, c), [&](auto& x) { e.add(x, x, c); });
  expect(a, e.add(c, a), [&](auto& x) { e.add(x, c, x); });
  expect(a, e.sub(a, b), [&](auto& x) { e.sub(x, x, b); });
  expect(a, e.sub(b, a), [&](auto& x) { e.sub(x, b, x); });
  expect(a, e.sub(c, a), [&](auto& x) { e.sub(x, c, x); });
  expect(a, e.multiply_plain(a, -1), [&](auto& x) { e.multiply_plain(x, x, -1); });
  expect(a, e.add_plain(a, this->plain), [&](auto& x) { e.add_plain(x, x, this->plain); });
  expect(a, e.sub_plain(a, this->plain), [&](auto& x) { e.sub_plain(x, x, this->plain); });
  expect(a, e.multiply_plain(a, this->plain),
         [&](auto& x) { e.multiply_plain(x, x, this->factor); });
  expect(a, e.add_plain(a, 7), [&](auto& x) { e.add_plain(x, x, 7); });
  expect(a, e.multiply_plain(a, -7), [&](auto& x) { e.multiply_plain(x, x, -7); });
  expect(a, this->sum_of_four_columns(a), [&](auto& x) { e.sum_columns(x, x, 4); });
  expect(c, c, [&](auto& x) { e.sum_columns(x, x, 1); });
  expect(product, e.add(product, square), [&](auto& x) { e.add(x, x, square); });
  expect(product, e.sub(square, product), [&](auto& x) { e.sub(x, square, x); });
  auto terms = this->as;
  e.dot_plain(terms[0], terms, this->factors);
  EXPECT_TRUE(equal(terms[0], e.dot_plain(this->as, this->factors)));
}

TYPED_TEST(GivenMemory, IsNotThatOfAnOperandWhereThatIsReadLater) {
  auto& e = this->e;
  auto terms = this->as;
  const auto refused = [](auto& out, const auto& action) {
    const auto copy = out;
    expect_error(action, ErrorCode::invalid_argument, {"memory of its operand"});
    EXPECT_TRUE(equal(out, copy));
  };
  auto& x = terms[1];
  refused(x, [&] { e.apply_galois(x, x, 3); });
  refused(x, [&] { e.rotate_rows(x, x, 1); });
  refused(x, [&] { e.rotate_rows(x, x, 0); });
  refused(x, [&] { e.exchange_rows(x, x); });
  refused(x, [&] { e.mod_switch(x, x, 2); });
  refused(x, [&] { e.mod_switch(x, x, TestFixture::kLevel); });
  refused(x, [&] { e.dot_plain(x, terms, this->factors); });
  auto& product = this->product;
  refused(product, [&] { e.mod_switch(product, product, 2); });
  refused(product, [&] { e.mod_switch(product, product, TestFixture::kLevel); });
}

}  // namespace
}  // namespace lath::testing
