// SPDX-License-Identifier: Apache-2.0
//
// What evaluators refuse, and that operands and results stay as they were.
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <memory>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "he/scheme_keys.hpp"

namespace lath::testing {
namespace {

using he::Ciphertext;
using he::HoistedCiphertext;
using he::PlainFactor;

template <class Scheme>
class EvaluatorErrors : public ::testing::Test {
 protected:
  using Keys = SchemeKeys<Scheme>;
  using Product = typename Scheme::Product;

  Keys keys{literals_of_both()[3]}, others{other_than(literals_of_both()[3])};
  typename Scheme::Session& e = keys.session;
  SeededValues values{34};
  Ciphertext a = keys.encrypt(keys.draw(values)), out = a, copy = a;
  he::Plaintext plain = keys.plaintext(keys.draw(values));
  Product product = e.multiply(a, a), product_out = product;

  void TearDown() override {
    EXPECT_TRUE(equal(a, copy));
    EXPECT_TRUE(equal(out, copy));
    EXPECT_TRUE(equal(product, product_out));
  }

  // All that a session does is refused by this one.
  void expect_refused(typename Scheme::Session& session, ErrorCode code, std::string_view why) {
    const HoistedCiphertext hoisted = e.hoist(a);
    const PlainFactor factor(plain, 6);
    const std::vector<std::function<void()>> actions{
        [&] { session.add_plain(out, a, 1); },
        [&] { session.multiply_plain(out, a, 2); },
        [&] { (void)session.multiply_plain(a, plain); },
        [&] { session.add(out, a, a); },
        [&] { (void)session.sub(a, a); },
        [&] { session.add(product_out, product, product); },
        [&] { (void)session.sub(product, product); },
        [&] { session.multiply_plain(out, a, factor); },
        [&] { session.dot_plain(out, {&a, 1}, {&factor, 1}); },
        [&] { session.add_plain(out, a, plain); },
        [&] { session.sub_plain(out, a, plain); },
        [&] { session.apply_galois(out, a, 3); },
        [&] { session.apply_galois(out, hoisted, 3); },
        [&] { (void)session.hoist(a); },
        [&] { session.rotate_rows(out, a, 1); },
        [&] { session.rotate_rows(out, a, 0); },
        [&] { session.exchange_rows(out, a); },
        [&] { session.sum_columns(out, a, 4); },
        [&] { session.sum_columns(a, a, 1); },
        [&] { session.mod_switch(out, a, 2); },
        [&] { session.mod_switch(product_out, product, 2); },
        [&] { session.multiply(product_out, a, a); },
        [&] { session.multiply(product_out, a, a); },
        [&] { session.dot_product(product_out, {&a, 1}, {&a, 1}); },
        [&] { session.relinearize(out, product); },
    };
    for (std::size_t i = 0; i < actions.size(); ++i) {
      SCOPED_TRACE(i);
      expect_error(actions[i], code, {why});
    }
  }
};
TYPED_TEST_SUITE(EvaluatorErrors, BothSchemes);

// Only operations of the library change a bound, a factor or a word.
template <class Object>
concept NoiseCanBeSet = requires(Object& object) { object.set(1, object.noise()); };
template <class Object>
concept WordsCanBeWritten = requires(Object& object) { *object.part(0).row(0) = 1; };
template <class Object>
concept WordsCanBeRead = requires(const Object& object) { *object.part(0).row(0) == 1; };

TYPED_TEST(EvaluatorErrors, NothingOfACiphertextIsForProgramsToSet) {
  using Product = typename TypeParam::Product;
  EXPECT_FALSE(NoiseCanBeSet<Ciphertext> || NoiseCanBeSet<Product>);
  EXPECT_FALSE(WordsCanBeWritten<Ciphertext> || WordsCanBeWritten<Product>);
  EXPECT_TRUE(WordsCanBeRead<Ciphertext> && WordsCanBeRead<Product>);
  EXPECT_EQ(this->a.part(1).limbs.size(), this->a.level());
}

TYPED_TEST(EvaluatorErrors, SessionsThatWereMovedFromAreNone) {
  auto used = this->keys.evaluator.session({this->keys.relin, this->keys.galois});
  auto owner = std::move(used);
  this->expect_refused(used, ErrorCode::mismatch, "a session of other parameters");
  used = std::move(owner);
  (void)used.multiply(this->a, this->a);
}

// A store that is asked for a key while another operation uses its session.
class SlowStore final : public he::EvaluationKeyStore {
 public:
  SlowStore(std::shared_ptr<const he::EvaluationKeyStore> store, std::function<void()> meanwhile)
      : store_(std::move(store)), meanwhile_(std::move(meanwhile)) {}
  he::KeySpace key_space() const override { return store_->key_space(); }
  std::shared_ptr<const he::RelinKey> relin_key() const override {
    meanwhile_();
    return store_->relin_key();
  }
  std::vector<std::uint64_t> elements() const override { return store_->elements(); }
  std::shared_ptr<const he::GaloisKeys> galois_keys(std::uint64_t g) const override {
    return store_->galois_keys(g);
  }

 private:
  std::shared_ptr<const he::EvaluationKeyStore> store_;
  std::function<void()> meanwhile_;
};

TYPED_TEST(EvaluatorErrors, SessionsServeOneThreadAtATime) {
  const he::EvaluationKeys keys(this->keys.relin, this->keys.galois);
  std::function<void()> meanwhile = [] {};
  auto session = this->keys.evaluator.session(
      he::EvaluationKeys(std::make_shared<SlowStore>(keys.store(), [&] { meanwhile(); })));
  std::size_t times = 0;
  meanwhile = [&] {
    ++times;
    std::thread([&] {
      this->expect_refused(session, ErrorCode::invalid_argument, "another operation uses");
    }).join();
  };
  const auto expected = this->e.relinearize(this->product);
  EXPECT_TRUE(equal(session.relinearize(this->product), expected));
  EXPECT_EQ(times, 1U);
  meanwhile = [] {};
  EXPECT_TRUE(equal(session.relinearize(this->product), expected));
}

// A session has all that it needs of its evaluator, its parameters and its keys.
TYPED_TEST(EvaluatorErrors, SessionsOutliveTheirEvaluators) {
  auto session = [&] {
    const auto parameters = TypeParam::Parameters::create_insecure(literals_of_both()[3]);
    const he::RelinKey relin = this->keys.relin;
    const typename TypeParam::Evaluator evaluator(parameters);
    return evaluator.session(relin);
  }();
  const auto expected = this->e.relinearize(this->product);
  const auto found = session.relinearize(this->product);
  EXPECT_EQ(this->keys.decrypt(found), this->keys.decrypt(expected));
}

TYPED_TEST(EvaluatorErrors, KeysAreOfTheSession) {
  auto& a = this->a;
  const auto code = ErrorCode::invalid_argument;
  auto without = this->keys.evaluator.session();
  expect_error([&] { (void)without.relinearize(this->product); }, code,
               {"without a relinearisation key", "evaluator.session(relin_key)"});
  expect_error([&] { (void)without.rotate_rows(a, 3); }, code,
               {"a rotation by 3 columns", "no Galois keys", "row_rotation(128, 3)"});
  auto relin_only = this->keys.evaluator.session(this->keys.relin);
  expect_error([&] { (void)relin_only.exchange_rows(a); }, code, {"the exchange of rows"});
  (void)relin_only.relinearize(this->product);
  auto galois_only = this->keys.evaluator.session(this->keys.galois);
  expect_error([&] { (void)galois_only.relinearize(this->product); }, code,
               {"without a relinearisation key"});
  (void)galois_only.rotate_rows(a, 1);
  for (const he::EvaluationKeys& keys :
       {he::EvaluationKeys(this->others.relin), he::EvaluationKeys(this->others.galois),
        he::EvaluationKeys(this->others.relin, this->others.galois)}) {
    expect_error([&] { (void)this->keys.evaluator.session(keys); }, ErrorCode::mismatch,
                 {"a set of evaluation keys of other parameters"});
  }
  expect_error([&] { (void)he::EvaluationKeys(this->keys.relin, this->others.galois); },
               ErrorCode::mismatch, {"a set of Galois keys of other parameters"});
}

TYPED_TEST(EvaluatorErrors, IntegersHave64BitsWithTheirSign) {
  constexpr std::uint64_t kLarge = std::uint64_t{1} << 63;
  expect_error([&] { (void)this->e.add_plain(this->a, kLarge); }, ErrorCode::invalid_argument,
               {"9223372036854775808", "below 2^63"});
  (void)this->e.add_plain(this->a, kLarge - 1);
  (void)this->e.sub_plain(this->a, std::numeric_limits<std::int64_t>::min());
}

TYPED_TEST(EvaluatorErrors, OperandsBelongToTheParameters) {
  using Product = typename TypeParam::Product;
  auto& e = this->e;
  auto& keys = this->keys;
  auto& others = this->others;
  auto& a = this->a;
  auto& out = this->out;
  auto& plain = this->plain;
  const Ciphertext b = others.encrypt(others.constant(1));
  const Product square = others.session.multiply(b, b);
  const HoistedCiphertext hoisted = others.session.hoist(b);
  const he::Plaintext other_plain = others.plaintext(others.constant(1));
  const PlainFactor factor(plain, 6), other_factor(other_plain, 6);
  const std::vector<std::function<void()>> actions{
      [&] { e.add(out, a, b); },
      [&] { e.sub(out, b, a); },
      [&] { e.multiply_plain(out, b, -1); },
      [&] { (void)e.add(this->product, square); },
      [&] { (void)e.sub(square, this->product); },
      [&] { e.add_plain(out, b, plain); },
      [&] { e.add_plain(out, a, other_plain); },
      [&] { e.multiply_plain(out, b, factor); },
      [&] { e.multiply_plain(out, a, other_factor); },
      [&] { (void)e.multiply_plain(b, plain); },
      [&] { (void)e.multiply_plain(a, other_plain); },
      [&] { e.add_plain(out, b, 1); },
      [&] { e.multiply_plain(out, b, 1); },
      [&] { e.apply_galois(out, b, 3); },
      [&] { e.apply_galois(out, hoisted, 3); },
      [&] { (void)e.hoist(b); },
      [&] { e.rotate_rows(out, b, 0); },
      [&] { e.exchange_rows(out, b); },
      [&] { e.sum_columns(out, b, 1); },
      [&] { (void)e.mod_switch(b, 2); },
      [&] { e.mod_switch(this->product_out, square, 2); },
      [&] { (void)e.multiply(a, b); },
      [&] { (void)e.multiply(b, a); },
      [&] { (void)e.multiply(b, b); },
      [&] { e.relinearize(out, square); },
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
  auto& a = this->a;
  Ciphertext c = a;
  const Ciphertext owner = std::move(c);
  he::Plaintext m = this->plain;
  const he::Plaintext owner_of_m = std::move(m);
  PlainFactor factor(this->plain, 6);
  const PlainFactor owner_of_factor = std::move(factor);
  HoistedCiphertext hoisted = e.hoist(a);
  const HoistedCiphertext owner_of_hoisted = std::move(hoisted);
  const auto refused = [](const auto& action) {
    expect_error(action, ErrorCode::mismatch, {"of other parameters"});
  };
  refused([&] { (void)e.add(c, a); });
  refused([&] { (void)e.add(a, c); });
  refused([&] { (void)e.multiply(c, a); });
  refused([&] { (void)e.multiply(a, c); });
  refused([&] { (void)e.multiply_plain(c, 2); });
  refused([&] { (void)e.multiply_plain(c, this->plain); });
  refused([&] { (void)e.multiply_plain(c, owner_of_factor); });
  refused([&] { (void)e.multiply_plain(a, factor); });
  refused([&] { (void)PlainFactor(m, 1); });
  refused([&] { (void)e.add_plain(a, m); });
  refused([&] { (void)e.hoist(c); });
  refused([&] { (void)e.apply_galois(hoisted, 3); });
}

TYPED_TEST(EvaluatorErrors, TermsAreOfOneNumberLevelAndFactor) {
  auto& e = this->e;
  auto& keys = this->keys;
  auto& a = this->a;
  auto& out = this->out;
  const PlainFactor factor(this->plain, 6), low_factor(this->plain, 3);
  const Ciphertext low = e.mod_switch(a, 5), product = keys.multiply(low, low);
  const std::vector<Ciphertext> none, two{a, a}, levels{a, low}, scales{low, product};
  const std::vector<PlainFactor> factors{factor, factor};
  const auto code = ErrorCode::mismatch;
  expect_error([&] { (void)e.dot_product(none, none); }, ErrorCode::invalid_argument,
               {"a sum of no products", "at least one"});
  expect_error([&] { (void)e.dot_plain(none, {}); }, ErrorCode::invalid_argument,
               {"a sum of no products"});
  expect_error([&] { (void)e.dot_product(two, {&a, 1}); }, code,
               {"2 first factors and 1 second", "as many of both"});
  expect_error([&] { (void)e.dot_plain({&a, 1}, factors); }, code,
               {"1 first factors and 2 second"});
  expect_error([&] { (void)e.dot_product(levels, two); }, code, {"levels"});
  expect_error([&] { (void)e.dot_product(two, levels); }, code, {"levels"});
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
    expect_error([&] { (void)e.dot_product(scales, std::vector{low, low}); }, code, parts);
    // What the error advises.
    const auto sum = e.add(e.multiply_plain(low, factor), e.multiply_plain(product, factor));
    const auto sum_of_products = e.add(e.multiply(low, low), e.multiply(product, low));
    EXPECT_TRUE(sum.scale_factor() != 0 && sum_of_products.scale_factor() != 0);
  } else {
    (void)e.dot_plain(scales, factors);
  }
  // Factors whose products have one factor may differ.
  const std::vector<Ciphertext> a_and_b{low, product}, b_and_a{product, low};
  (void)e.dot_product(a_and_b, b_and_a);
}

TYPED_TEST(EvaluatorErrors, RotationsNeedTheirKeysAndSumsPowersOfTwo) {
  auto& e = this->e;
  auto& keys = this->keys;
  auto& a = this->a;
  const auto code = ErrorCode::invalid_argument;
  const HoistedCiphertext hoisted = e.hoist(a);
  expect_error([&] { (void)e.apply_galois(hoisted, 27); }, code, {"27"});
  for (const std::size_t columns : {0U, 3U, 12U, 256U}) {
    expect_error([&] { (void)e.sum_columns(a, columns); }, code,
                 {std::to_string(columns) + " columns", "power of two from 1 to 128"});
  }
  // A key that only the exchange lacks, and one of which nothing else is composed.
  auto first = keys.evaluator.session(
      keys.key_generator.galois_keys(keys.secret, he::sum_rotations(128, 64)));
  expect_error([&] { first.sum_columns(this->out, a, 128); }, code, {"the exchange of rows"});
  expect_error([&] { first.sum_columns(a, a, 128); }, code, {"the exchange of rows"});
  expect_error([&] { first.exchange_rows(this->out, a); }, code,
               {"the exchange of rows", "row_exchange(128)"});
  auto far = keys.evaluator.session(
      keys.key_generator.galois_keys(keys.secret, {he::row_rotation(128, 1)}));
  expect_error([&] { far.rotate_rows(this->out, a, 8); }, code,
               {"a rotation by 8 columns", "(1 column)", "all_rotations(128)"});
  expect_error([&] { far.sum_columns(this->out, a, 32); }, code,
               {"a rotation by 8 columns", "a sum of 32 columns", "sum_rotations(128, 32)"});
  for (const std::size_t to : {0U, 7U}) {
    expect_error([&] { (void)e.mod_switch(this->product, to); }, code,
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
  const auto switched = [&] { tight.session.mod_switch(low, high, 1); };
  expect_error(switched, code, {"a ciphertext of a lower level", "noise"});
  auto automatic =
      typename TypeParam::Evaluator(tight.parameters, {.automatic_levels = true}).session();
  const PlainFactor factor(tight.plaintext(m), 1);
  const auto product = [&] { automatic.multiply_plain(low, high, factor); };
  expect_error(product, code, {"a ciphertext of a lower level", "noise"});
  EXPECT_TRUE(equal(low, high));
}

// Until nothing is left.
TYPED_TEST(EvaluatorErrors, NoiseIsRefusedBeforeItIsTooLarge) {
  auto& e = this->e;
  auto& keys = this->keys;
  auto& a = this->a;
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
  until_refused([&](const Ciphertext& c) { return e.multiply_plain(c, 30000); });
  until_refused([&](const Ciphertext& c) { return e.multiply_plain(c, this->plain); });
  until_refused([&](const Ciphertext& c) { return e.add(c, c); });
  until_refused(
      [&](const Ciphertext& c) { return e.relinearize(e.dot_product({&c, 1}, {&a, 1})); });
  until_refused([&](const Ciphertext& c) { return e.sum_columns(c, 64); });
  // What one step has room for and six have not stays as it was.
  auto& out = this->out;
  Ciphertext loud = a;
  while (loud.noise().budget_bits() > 2) loud = e.multiply_plain(loud, 2);
  (void)e.sum_columns(loud, 2);
  const Ciphertext copy = loud;
  const auto in_place = [&] { e.sum_columns(loud, loud, 64); };
  expect_error(in_place, ErrorCode::invalid_argument, {"noise"});
  expect_error([&] { e.sum_columns(out, loud, 64); }, ErrorCode::invalid_argument, {"noise"});
  EXPECT_TRUE(equal(loud, copy));
}

}  // namespace
}  // namespace lath::testing
