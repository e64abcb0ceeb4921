// SPDX-License-Identifier: Apache-2.0
//
// What evaluators refuse, and that operands and results stay as they were.
#include <gtest/gtest.h>

#include <functional>
#include <utility>
#include <vector>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "he/scheme_keys.hpp"

namespace lath::testing {
namespace {

using he::Ciphertext;
using he::EvaluatorWorkspace;
using he::HoistedCiphertext;
using he::PlainFactor;

template <class Scheme>
class EvaluatorErrors : public ::testing::Test {
 protected:
  using Keys = SchemeKeys<Scheme>;
  using Product = typename Scheme::Product;

  Keys keys{literals_of_both()[3]}, others{other_than(literals_of_both()[3])};
  const typename Scheme::Evaluator& e = keys.evaluator;
  SeededValues values{34};
  Ciphertext a = keys.encrypt(keys.draw(values)), out = a, copy = a;
  he::Plaintext plain = keys.plaintext(keys.draw(values));
  Product product = e.square(a, keys.workspace), product_out = product;

  void TearDown() override {
    EXPECT_TRUE(equal(a, copy));
    EXPECT_TRUE(equal(out, copy));
    EXPECT_TRUE(equal(product, product_out));
  }

  // All that takes a workspace refuses this one.
  void expect_refused(EvaluatorWorkspace& w) {
    const HoistedCiphertext hoisted = e.hoist(a, keys.workspace);
    const PlainFactor factor(plain, 6);
    const std::vector<std::function<void()>> actions{
        [&] { e.add(out, a, a, w); },
        [&] { (void)e.sub(a, a, w); },
        [&] { e.add(product_out, product, product, w); },
        [&] { (void)e.sub(product, product, w); },
        [&] { e.multiply_plain(out, a, factor, w); },
        [&] { e.dot_plain(out, {&a, 1}, {&factor, 1}, w); },
        [&] { e.add_plain(out, a, plain, w); },
        [&] { e.sub_plain(out, a, plain, w); },
        [&] { e.apply_galois(out, a, 3, keys.galois, w); },
        [&] { e.apply_galois(out, hoisted, 3, keys.galois, w); },
        [&] { (void)e.hoist(a, w); },
        [&] { e.rotate_rows(out, a, 1, keys.galois, w); },
        [&] { e.rotate_rows(out, a, 0, keys.galois, w); },
        [&] { e.exchange_rows(out, a, keys.galois, w); },
        [&] { e.sum_columns(out, a, 4, keys.galois, w); },
        [&] { e.sum_columns(a, a, 1, keys.galois, w); },
        [&] { e.mod_switch(out, a, 2, w); },
        [&] { e.mod_switch(product_out, product, 2, w); },
        [&] { e.multiply(product_out, a, a, w); },
        [&] { e.square(product_out, a, w); },
        [&] { e.dot_product(product_out, {&a, 1}, {&a, 1}, w); },
        [&] { e.relinearize(out, product, keys.relin, w); },
    };
    for (std::size_t i = 0; i < actions.size(); ++i) {
      SCOPED_TRACE(i);
      expect_error(actions[i], ErrorCode::mismatch, {"a workspace of other parameters"});
    }
  }
};
TYPED_TEST_SUITE(EvaluatorErrors, BothSchemes);

TYPED_TEST(EvaluatorErrors, WorkspacesBelongToTheParameters) {
  this->expect_refused(this->others.workspace);
  EvaluatorWorkspace used(this->keys.parameters);
  const EvaluatorWorkspace owner = std::move(used);
  this->expect_refused(used);
  used = EvaluatorWorkspace(this->keys.parameters);
  (void)this->e.square(this->a, used);
  // Parameters of one literal are equal.
  EvaluatorWorkspace equal(TypeParam::Parameters::create_insecure(literals_of_both()[3]));
  (void)this->e.square(this->a, equal);
}

TYPED_TEST(EvaluatorErrors, OperandsBelongToTheParameters) {
  using Product = typename TypeParam::Product;
  auto& e = this->e;
  auto& keys = this->keys;
  auto& others = this->others;
  auto& a = this->a;
  auto& out = this->out;
  auto& plain = this->plain;
  auto& w = keys.workspace;
  const Ciphertext b = others.encrypt(others.constant(1));
  const Product square = others.evaluator.square(b, others.workspace);
  const HoistedCiphertext hoisted = others.evaluator.hoist(b, others.workspace);
  const he::Plaintext other_plain = others.plaintext(others.constant(1));
  const PlainFactor factor(plain, 6), other_factor(other_plain, 6);
  const std::vector<std::function<void()>> actions{
      [&] { e.add(out, a, b); },
      [&] { e.sub(out, b, a); },
      [&] { e.negate(out, b); },
      [&] { (void)e.add(this->product, square); },
      [&] { (void)e.sub(square, this->product); },
      [&] { e.add_plain(out, b, plain, w); },
      [&] { e.add_plain(out, a, other_plain, w); },
      [&] { e.multiply_plain(out, b, factor); },
      [&] { e.multiply_plain(out, a, other_factor); },
      [&] { (void)e.multiply_plain(b, plain); },
      [&] { (void)e.multiply_plain(a, other_plain); },
      [&] { e.add_integer(out, b, 1); },
      [&] { e.multiply_integer(out, b, 1); },
      [&] { e.apply_galois(out, b, 3, keys.galois, w); },
      [&] { e.apply_galois(out, a, 3, others.galois, w); },
      [&] { e.apply_galois(out, hoisted, 3, keys.galois, w); },
      [&] { (void)e.hoist(b, w); },
      [&] { e.rotate_rows(out, b, 0, keys.galois, w); },
      [&] { e.rotate_rows(out, a, 0, others.galois, w); },
      [&] { e.exchange_rows(out, b, keys.galois, w); },
      [&] { e.sum_columns(out, b, 1, keys.galois, w); },
      [&] { e.sum_columns(out, a, 1, others.galois, w); },
      [&] { (void)e.mod_switch(b, 2, w); },
      [&] { e.mod_switch(this->product_out, square, 2, w); },
      [&] { (void)e.multiply(a, b, w); },
      [&] { (void)e.multiply(b, a, w); },
      [&] { (void)e.square(b, w); },
      [&] { e.relinearize(out, square, keys.relin, w); },
      [&] { e.relinearize(out, this->product, others.relin, w); },
      [&] { (void)he::debug::log2_noise(keys.parameters, keys.secret, b); },
      [&] { (void)he::debug::log2_noise(keys.parameters, others.secret, a); },
      [&] { (void)he::debug::log2_noise(keys.parameters, keys.secret, square); },
  };
  for (std::size_t i = 0; i < actions.size(); ++i) {
    SCOPED_TRACE(i);
    expect_error(actions[i], ErrorCode::mismatch, {"of other parameters"});
  }
}

TYPED_TEST(EvaluatorErrors, WhatWasMovedFromBelongsToNoParameters) {
  auto& e = this->e;
  auto& keys = this->keys;
  auto& a = this->a;
  auto& w = keys.workspace;
  Ciphertext c = a;
  const Ciphertext owner = std::move(c);
  he::Plaintext m = this->plain;
  const he::Plaintext owner_of_m = std::move(m);
  PlainFactor factor(this->plain, 6);
  const PlainFactor owner_of_factor = std::move(factor);
  HoistedCiphertext hoisted = e.hoist(a, w);
  const HoistedCiphertext owner_of_hoisted = std::move(hoisted);
  const auto refused = [](const auto& action) {
    expect_error(action, ErrorCode::mismatch, {"of other parameters"});
  };
  refused([&] { (void)e.add(c, a); });
  refused([&] { (void)e.add(a, c); });
  refused([&] { (void)e.multiply(c, a, w); });
  refused([&] { (void)e.multiply(a, c, w); });
  refused([&] { (void)e.multiply_integer(c, 2); });
  refused([&] { (void)e.multiply_plain(c, this->plain); });
  refused([&] { (void)e.multiply_plain(c, owner_of_factor); });
  refused([&] { (void)e.multiply_plain(a, factor); });
  refused([&] { (void)PlainFactor(m, 1); });
  refused([&] { (void)e.add_plain(a, m, w); });
  refused([&] { (void)e.hoist(c, w); });
  refused([&] { (void)e.apply_galois(hoisted, 3, keys.galois, w); });
}

TYPED_TEST(EvaluatorErrors, TermsAreOfOneNumberLevelAndFactor) {
  auto& e = this->e;
  auto& keys = this->keys;
  auto& a = this->a;
  auto& out = this->out;
  auto& w = keys.workspace;
  const PlainFactor factor(this->plain, 6), low_factor(this->plain, 3);
  const Ciphertext low = e.mod_switch(a, 5, w), product = keys.multiply(low, low);
  const std::vector<Ciphertext> none, two{a, a}, levels{a, low}, scales{low, product};
  const std::vector<PlainFactor> factors{factor, factor};
  const auto code = ErrorCode::mismatch;
  expect_error([&] { (void)e.dot_product(none, none, w); }, ErrorCode::invalid_argument,
               {"a sum of no products", "at least one"});
  expect_error([&] { (void)e.dot_plain(none, {}); }, ErrorCode::invalid_argument,
               {"a sum of no products"});
  expect_error([&] { (void)e.dot_product(two, {&a, 1}, w); }, code,
               {"2 first factors and 1 second", "as many of both"});
  expect_error([&] { (void)e.dot_plain({&a, 1}, factors); }, code,
               {"1 first factors and 2 second"});
  expect_error([&] { (void)e.dot_product(levels, two, w); }, code, {"levels"});
  expect_error([&] { (void)e.dot_product(two, levels, w); }, code, {"levels"});
  expect_error([&] { (void)e.dot_plain(levels, factors); }, code, {"levels"});
  expect_error([&] { e.multiply_plain(out, a, low_factor); }, code,
               {"prepared for level 3", "level 6", "higher level"});
  for (const std::size_t level : {0U, 7U}) {
    expect_error([&] { (void)PlainFactor(this->plain, level); }, ErrorCode::invalid_argument,
                 {"level " + std::to_string(level), "1 to 6"});
  }
  if constexpr (std::is_same_v<TypeParam, Bgv>) {
    const std::string found = decimal_vartime(product.scale_factor());
    const std::initializer_list<std::string_view> parts{
        "scale factors", "term 1", "multiply such terms by themselves and add()"};
    ASSERT_NE(low.scale_factor(), product.scale_factor());
    expect_error([&] { (void)e.dot_plain(scales, factors); }, code, parts);
    expect_error([&] { (void)e.dot_plain(scales, factors); }, code, {"term 1, " + found + ";"});
    expect_error([&] { (void)e.dot_product(scales, std::vector{low, low}, w); }, code, parts);
    // What the error advises.
    const auto sum = e.add(e.multiply_plain(low, factor), e.multiply_plain(product, factor));
    const auto sum_of_products = e.add(e.multiply(low, low, w), e.multiply(product, low, w));
    EXPECT_TRUE(sum.scale_factor() != 0 && sum_of_products.scale_factor() != 0);
  } else {
    (void)e.dot_plain(scales, factors);
  }
  // Factors whose products have one factor may differ.
  const std::vector<Ciphertext> a_and_b{low, product}, b_and_a{product, low};
  (void)e.dot_product(a_and_b, b_and_a, w);
}

TYPED_TEST(EvaluatorErrors, RotationsNeedTheirKeysAndSumsPowersOfTwo) {
  auto& e = this->e;
  auto& keys = this->keys;
  auto& a = this->a;
  auto& w = keys.workspace;
  const auto code = ErrorCode::invalid_argument;
  const HoistedCiphertext hoisted = e.hoist(a, w);
  expect_error([&] { (void)e.rotate_rows(a, 3, keys.galois, w); }, code, {"27"});
  expect_error([&] { (void)e.apply_galois(hoisted, 27, keys.galois, w); }, code, {"27"});
  for (const std::size_t columns : {0U, 3U, 12U, 128U}) {
    expect_error([&] { (void)e.sum_columns(a, columns, keys.galois, w); }, code,
                 {std::to_string(columns) + " columns", "power of two from 1 to 64"});
  }
  // A key that only the second step lacks.
  const auto first = keys.key_generator.galois_keys(keys.secret, std::vector<std::uint64_t>{3});
  expect_error([&] { e.sum_columns(this->out, a, 4, first, w); }, code, {"9"});
  expect_error([&] { e.sum_columns(a, a, 4, first, w); }, code, {"9"});
  expect_error([&] { e.rotate_rows(this->out, a, 2, first, w); }, code, {"9"});
  expect_error([&] { e.exchange_rows(this->out, a, first, w); }, code, {"255"});
  for (const std::size_t to : {0U, 7U}) {
    expect_error([&] { (void)e.mod_switch(this->product, to, w); }, code,
                 {"level " + std::to_string(to), "1 to 6"});
  }
}

// A level may be too low for any plaintext.
TYPED_TEST(EvaluatorErrors, LevelsMustHaveRoomForPlaintexts) {
  typename TestFixture::Keys tight(literals_of_both()[5]);
  const auto m = tight.draw(this->values);
  const Ciphertext high = tight.encrypt(m);
  Ciphertext low = high;
  const auto code = ErrorCode::invalid_argument;
  const auto switched = [&] { tight.evaluator.mod_switch(low, high, 1, tight.workspace); };
  expect_error(switched, code, {"a ciphertext of a lower level", "noise"});
  const typename TypeParam::Evaluator automatic(tight.parameters, {.automatic_levels = true});
  const PlainFactor factor(tight.plaintext(m), 1);
  const auto product = [&] { automatic.multiply_plain(low, high, factor, tight.workspace); };
  expect_error(product, code, {"a ciphertext of a lower level", "noise"});
  EXPECT_TRUE(equal(low, high));
}

// Until nothing is left.
TYPED_TEST(EvaluatorErrors, NoiseIsRefusedBeforeItIsTooLarge) {
  auto& e = this->e;
  auto& keys = this->keys;
  auto& a = this->a;
  auto& w = keys.workspace;
  const auto until_refused = [&](const auto& step) {
    auto c = a;
    const auto forever = [&] {
      for (int i = 0; i < 10000; ++i) {
        c = step(c);
        (void)keys.decryptor.decrypt(c);
      }
    };
    expect_error(forever, ErrorCode::invalid_argument, {"noise", "2^-128"});
  };
  until_refused([&](const Ciphertext& c) { return e.multiply_integer(c, 30000); });
  until_refused([&](const Ciphertext& c) { return e.multiply_plain(c, this->plain); });
  until_refused([&](const Ciphertext& c) { return e.add(c, c); });
  until_refused([&](const Ciphertext& c) {
    return e.relinearize(e.dot_product({&c, 1}, {&a, 1}, w), keys.relin, w);
  });
  until_refused([&](const Ciphertext& c) { return e.sum_columns(c, 64, keys.galois, w); });
  // What one step has room for and six have not stays as it was.
  auto& out = this->out;
  Ciphertext loud = a;
  while (loud.noise().budget_bits() > 2) loud = e.multiply_integer(loud, 2);
  (void)e.sum_columns(loud, 2, keys.galois, w);
  const Ciphertext copy = loud;
  const auto in_place = [&] { e.sum_columns(loud, loud, 64, keys.galois, w); };
  expect_error(in_place, ErrorCode::invalid_argument, {"noise"});
  expect_error([&] { e.sum_columns(out, loud, 64, keys.galois, w); }, ErrorCode::invalid_argument,
               {"noise"});
  EXPECT_TRUE(equal(loud, copy));
}

}  // namespace
}  // namespace lath::testing
