// SPDX-License-Identifier: Apache-2.0
//
// Once warm, evaluators take no memory; and where memory or randomness fails, everything stays as
// it was. It replaces the allocation operators and a function of OpenSSL, so it is a program of its
// own.
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "base/failing_places.hpp"
#include "base/seeded_values.hpp"
#include "he/bfv/context.hpp"
#include "he/scheme_keys.hpp"

namespace lath::testing {
namespace {

using he::Ciphertext;
using he::HoistedCiphertext;
using he::PlainFactor;

const he::Literal kLiteral{.degree = 1024,
                           .plaintext_modulus = 12289,
                           .prime_bits = {50, 50, 50, 55},
                           .special_prime_bits = {51, 55}};

template <class Scheme>
class Allocations : public ::testing::Test {
 protected:
  using Keys = SchemeKeys<Scheme>;
  using Product = typename Scheme::Product;
  using Actions = std::vector<std::pair<std::string, std::function<void()>>>;

  Keys keys{kLiteral};
  typename Scheme::Session& e = keys.session;
  SeededValues values{35};
  PlainPolynomial m = keys.draw(values);
  Ciphertext a = keys.encrypt(m, 3), b = keys.encrypt(m, 3), c = keys.multiply(a, b);
  std::vector<Ciphertext> as{a, b, a}, bs{b, b, b};
  he::Plaintext plain = keys.plaintext(m);
  std::vector<PlainFactor> factors{{plain, 4}, {plain, 3}, {plain, 3}};
  HoistedCiphertext hoisted = e.hoist(a);
  Product product = e.multiply(a, b);
  // A session that switches operands of the highest level.
  typename Scheme::Session automatic =
      typename Scheme::Evaluator(keys.parameters, {.automatic_levels = true}).session();
  Ciphertext high = keys.encrypt(m);
  std::vector<Ciphertext> highs{high, b, high};
  Product high_product = e.multiply(high, high);

  // All that has memory for its results.
  Actions actions(Ciphertext& out, Ciphertext& low, Product& product_out,
                  HoistedCiphertext& hoisted_out) {
    return {
        {"add", [&] { e.add(out, a, b); }},
        {"add another factor", [&] { e.add(out, a, c); }},
        {"sub", [&] { e.sub(out, c, b); }},
        {"negate", [&] { e.multiply_plain(out, a, -1); }},
        {"add_plain", [&] { e.add_plain(out, a, plain); }},
        {"sub_plain", [&] { e.sub_plain(out, c, plain); }},
        {"multiply_plain", [&] { e.multiply_plain(out, a, factors[0]); }},
        {"dot_plain", [&] { e.dot_plain(out, as, factors); }},
        {"add_plain", [&] { e.add_plain(out, c, 77); }},
        {"multiply_plain", [&] { e.multiply_plain(out, a, -77); }},
        {"add products", [&] { e.add(product_out, product, product); }},
        {"sub products", [&] { e.sub(product_out, product, product); }},
        {"multiply", [&] { e.multiply(product_out, a, b); }},
        {"square", [&] { e.multiply(product_out, a, a); }},
        {"dot_product", [&] { e.dot_product(product_out, as, bs); }},
        {"relinearize", [&] { e.relinearize(out, product); }},
        {"apply_galois", [&] { e.apply_galois(out, a, 3); }},
        {"rotate_rows", [&] { e.rotate_rows(out, a, 2); }},
        {"rotate_rows by none", [&] { e.rotate_rows(out, a, 0); }},
        {"exchange_rows", [&] { e.exchange_rows(out, a); }},
        {"sum_columns", [&] { e.sum_columns(out, a, 8); }},
        {"hoist", [&] { e.hoist(hoisted_out, a); }},
        {"apply_galois hoisted", [&] { e.apply_galois(out, hoisted, 3); }},
        {"mod_switch", [&] { e.mod_switch(low, a, 1); }},
        {"mod_switch to its level", [&] { e.mod_switch(out, a, 3); }},
        {"mod_switch of a product", [&] { e.mod_switch(product_out, high_product, 3); }},
        {"automatic add", [&] { automatic.add(out, high, b); }},
        {"automatic sub", [&] { automatic.sub(out, c, high); }},
        {"automatic add products", [&] { automatic.add(product_out, high_product, product); }},
        {"automatic sub products", [&] { automatic.sub(product_out, product, high_product); }},
        {"automatic multiply", [&] { automatic.multiply(product_out, a, high); }},
        {"automatic dot_product", [&] { automatic.dot_product(product_out, highs, as); }},
        {"automatic multiply_plain", [&] { automatic.multiply_plain(out, high, factors[1]); }},
        {"automatic dot_plain", [&] { automatic.dot_plain(out, highs, factors); }},
    };
  }
};
TYPED_TEST_SUITE(Allocations, BothSchemes);

TYPED_TEST(Allocations, AreNoneInGivenMemory) {
  auto& e = this->e;
  auto& a = this->a;
  Ciphertext out = a, low = e.mod_switch(a, 1);
  auto product = this->product;
  HoistedCiphertext hoisted = e.hoist(a);
  for (const auto& [name, action] : this->actions(out, low, product, hoisted)) {
    action();
    const std::size_t before = calls;
    const struct mallinfo2 memory = mallinfo2();
    for (int i = 0; i < 3; ++i) action();
    EXPECT_EQ(calls, before) << name;
    EXPECT_EQ(mallinfo2().uordblks, memory.uordblks) << name;
  }
}

TYPED_TEST(Allocations, AreNoneInRingsOfOtherIndices) {
  FewKeys<TypeParam> keys({.index = 105,
                           .plaintext_modulus = 257,
                           .prime_bits = {50, 50, 50},
                           .special_prime_bits = {51}});
  auto& e = keys.session;
  const Ciphertext a = keys.encrypt(keys.constant(3));
  auto product = e.multiply(a, a);
  Ciphertext out = a, low = e.mod_switch(a, 2);
  for (int i = 0; i < 3; ++i) {
    const std::size_t before = calls;
    e.multiply(product, a, a);
    e.relinearize(out, product);
    e.mod_switch(low, out, 2);
    e.apply_galois(out, a, 2);
    EXPECT_TRUE(i == 0 || calls == before) << calls - before;
  }
}

// A new session has next to nothing; it takes memory for what it does.
TYPED_TEST(Allocations, OfASessionAreWhatItSays) {
  const auto taken = [] {
    const struct mallinfo2 memory = mallinfo2();
    return memory.uordblks + memory.hblkhd;
  };
  auto& keys = this->keys;
  auto product = this->high_product;
  Ciphertext out = this->high, low = this->e.mod_switch(this->high, 1);
  const std::size_t before = taken();
  auto session = keys.evaluator.session({keys.relin});
  EXPECT_LE(taken() - before, he::session_bytes(keys.parameters, {}) + 4096);
  session.multiply(product, this->high, this->high);
  session.relinearize(out, product);
  session.mod_switch(low, out, 1);
  session.add_plain(out, out, this->plain);
  const std::size_t bytes = he::session_bytes(session);
  EXPECT_GE(taken() - before, bytes);
  EXPECT_LT(taken() - before, bytes + bytes / 16);
}

// An operand whose memory is that of the result needs other memory for a lower level.
TYPED_TEST(Allocations, ThatFailLeaveOperandsAloneThatAreResults) {
  auto& high = this->high;
  const Ciphertext copy = high;
  const auto product_copy = this->high_product;
  for (std::int64_t k = 0; k < 2; ++k) {
    left = k;
    EXPECT_THROW(this->automatic.add(high, high, this->b), std::bad_alloc) << k;
    left = k;
    EXPECT_THROW(this->automatic.sub(this->high_product, this->product, this->high_product),
                 std::bad_alloc)
        << k;
    left = -1;
    EXPECT_TRUE(equal(high, copy) && equal(this->high_product, product_copy));
  }
}

// Whichever allocation fails: results of another shape stay as they were, and so do operands.
TYPED_TEST(Allocations, ThatFailLeaveResultsAndOperandsAlone) {
  using Product = typename TypeParam::Product;
  auto& e = this->e;
  auto& a = this->a;
  const Ciphertext start = e.mod_switch(a, 2);
  const Product product_start = e.multiply(start, start), old_product = this->product;
  const Ciphertext old_a = a, old_b = this->b, old_c = this->c;
  Ciphertext out = start, low = start;
  Product product = product_start;
  HoistedCiphertext hoisted = e.hoist(start);
  const Ciphertext rotated = e.apply_galois(hoisted, 3);
  for (const auto& [name, action] : this->actions(out, low, product, hoisted)) {
    std::size_t failures = 0;
    bool makes_tables = true;
    for (std::int64_t k = 0;; ++k) {
      out = low = start;
      product = product_start;
      e.hoist(hoisted, start);
      const std::size_t before = held;
      bool failed = false;
      left = k;
      try {
        action();
      } catch (const std::bad_alloc&) {
        failed = true;
      }
      left = -1;
      if (!failed && !makes_tables) break;
      if (!failed) {
        // Now without the tables that were made on the way, which parameters keep.
        makes_tables = false;
        failures = 0;
        k = -1;
        continue;
      }
      ++failures;
      if (!makes_tables) {
        EXPECT_EQ(held, before) << name << ", allocation " << k;
      }
      EXPECT_TRUE(equal(out, start) && equal(low, start) && equal(product, product_start)) << name;
      EXPECT_TRUE(equal(e.apply_galois(hoisted, 3), rotated)) << name;
    }
    // What is hoisted has memory for as many digits, or takes more.
    EXPECT_GE(failures, 2U) << name;
    EXPECT_TRUE(equal(a, old_a) && equal(this->b, old_b) && equal(this->c, old_c)) << name;
    EXPECT_TRUE(equal(this->product, old_product)) << name;
  }
}

// Encryption takes memory for its draws. Whichever allocation or cipher fails, what it would write
// to stays as it was.
TYPED_TEST(Allocations, OfEncryptionThatFailLeaveTheResultAlone) {
  auto& keys = this->keys;
  const auto expect_survived = [&](Ciphertext start, std::atomic<std::int64_t>& countdown) {
    for (std::int64_t k = 0;; ++k) {
      Ciphertext out = start;
      Generator generator = Generator::from_seed(Seed{}, "encryption that fails");
      const std::size_t before = held;
      bool failed = false;
      countdown = k;
      try {
        keys.encryptor.encrypt(out, this->plain, generator);
      } catch (const std::exception&) {
        failed = true;
      }
      countdown = -1;
      if (!failed) return k;
      EXPECT_EQ(held, before) << k;
      EXPECT_TRUE(equal(out, start)) << k;
    }
  };
  for (const Ciphertext& start : {this->high, this->a}) {
    EXPECT_GE(expect_survived(start, left), 4);
    EXPECT_GE(expect_survived(start, left_of_ciphers), 1);
  }
}

// The same of decryption, for a plaintext of the same parameters and for one that was moved from.
TYPED_TEST(Allocations, OfDecryptionThatFailLeaveTheResultAlone) {
  auto& keys = this->keys;
  he::Plaintext moved = this->plain;
  const he::Plaintext whole = std::move(moved);
  const auto expected = keys.decryptor.decrypt(this->high);
  for (const he::Plaintext& start : {whole, moved}) {
    for (std::int64_t k = 0;; ++k) {
      he::Plaintext out = start;
      const std::size_t before = held;
      bool failed = false;
      left = k;
      try {
        keys.decryptor.decrypt(out, this->high);
      } catch (const std::bad_alloc&) {
        failed = true;
      }
      left = -1;
      EXPECT_TRUE(
          std::ranges::equal(out.coefficients(), (failed ? start : expected).coefficients()));
      if (!failed) {
        EXPECT_GE(k, 3);
        break;
      }
      EXPECT_EQ(held, before) << k;
    }
  }
}

// From a plaintext to a plaintext.
template <class Scheme>
std::vector<std::uint64_t> circuit(SchemeKeys<Scheme>& keys, const he::Plaintext& m,
                                   const Ciphertext& a) {
  auto e = keys.evaluator.session({keys.relin, keys.galois});
  Generator generator = Generator::from_seed(Seed{}, "circuit");
  const Ciphertext c = keys.encryptor.encrypt(m, generator);
  const auto product = e.multiply(e.add(c, a), a);
  const Ciphertext r = e.relinearize(e.mod_switch(product, 3));
  const HoistedCiphertext hoisted = e.hoist(r);
  const Ciphertext moved = e.apply_galois(hoisted, 3);
  const Ciphertext sum = e.sum_columns(e.add(moved, r), 4);
  const PlainFactor factor(m, 3);
  const Ciphertext low = e.mod_switch(e.multiply_plain(sum, factor), 2);
  const Ciphertext last = e.add_plain(e.multiply_plain(e.add_plain(low, 2), 3), m);
  const he::Plaintext result = keys.decryptor.decrypt(last);
  return {result.coefficients().begin(), result.coefficients().end()};
}

// Runs a circuit once for each k until nothing fails: how often something did.
template <class Failure, class Scheme>
std::size_t expect_survived(std::atomic<std::int64_t>& countdown, SchemeKeys<Scheme>& keys,
                            const he::Plaintext& m, const Ciphertext& a) {
  const Ciphertext copy = a;
  const he::Plaintext copy_of_m = m;
  const auto expected = circuit(keys, m, a);
  for (std::int64_t k = 0;; ++k) {
    const std::size_t before = held;
    bool failed = false;
    countdown = k;
    try {
      const auto found = circuit(keys, m, a);
      countdown = -1;
      EXPECT_EQ(found, expected);
    } catch (const Failure&) {
      failed = true;
    }
    countdown = -1;
    EXPECT_EQ(held, before) << k;
    EXPECT_TRUE(equal(a, copy)) << k;
    EXPECT_TRUE(std::ranges::equal(m.coefficients(), copy_of_m.coefficients())) << k;
    if (!failed) return static_cast<std::size_t>(k);
  }
}

TYPED_TEST(Allocations, ThatFailInACircuitLeakNothing) {
  const Ciphertext a = this->keys.encrypt(this->m);
  EXPECT_GT(expect_survived<std::bad_alloc>(left, this->keys, this->plain, a), 50U);
}

TYPED_TEST(Allocations, OfRandomnessThatFailLeakNothing) {
  const Ciphertext a = this->keys.encrypt(this->m);
  EXPECT_GT(expect_survived<Error>(left_of_ciphers, this->keys, this->plain, a), 3U);
}

// A set of keys is made, or none is.
TYPED_TEST(Allocations, OfRandomnessForKeysThatFailLeakNothing) {
  for (std::int64_t k = 0;; ++k) {
    const std::size_t before = held;
    bool failed = false;
    left_of_ciphers = k;
    try {
      Generator generator = Generator::from_seed(Seed{}, "keys");
      he::KeyGenerator maker(this->keys.parameters, generator);
      const he::SecretKey secret = maker.secret_key();
      (void)maker.public_key(secret);
      (void)maker.relin_key(secret);
    } catch (const Error& error) {
      failed = true;
      EXPECT_EQ(error.code(), ErrorCode::entropy);
    }
    left_of_ciphers = -1;
    EXPECT_EQ(held, before) << k;
    if (failed) continue;
    EXPECT_GT(k, 10);
    break;
  }
}

std::size_t bytes_of_product_tables(std::size_t primes) {
  const he::Literal literal{.degree = 64,
                            .plaintext_modulus = 257,
                            .prime_bits = std::vector<unsigned>(primes, 40),
                            .special_prime_bits = {41}};
  const he::bfv::BfvContext context(he::KeySpace::create_insecure(literal),
                                    he::PlaintextSpace::integer(literal.plaintext_modulus));
  const auto bytes = [] { return mallinfo2().uordblks + mallinfo2().hblkhd; };
  const std::size_t before = bytes();
  for (std::size_t l = 1; l <= primes; ++l) (void)context.auxiliary(l, l);
  return bytes() - before;
}

TEST(ProductTables, OfAllLevelsGrowWithTheSquare) {
  EXPECT_LE(bytes_of_product_tables(200), 5 * bytes_of_product_tables(100));
}

}  // namespace
}  // namespace lath::testing
