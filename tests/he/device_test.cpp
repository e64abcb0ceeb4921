// SPDX-License-Identifier: Apache-2.0
//
// Both schemes on a device whose memory is closed to the program: every object has the bytes that
// it has on the CPU. Wherever the library read or wrote rows of the engine by itself, the system
// would stop the test.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/engines.hpp"
#include "he/access.hpp"
#include "he/core/key_tables.hpp"
#include "he/scheme_keys.hpp"

namespace lath::testing {
namespace {

const he::Literal kLiteral{.degree = 64,
                           .plaintext_modulus = 257,
                           .prime_bits = std::vector<unsigned>(8, 50),
                           .special_prime_bits = {51, 51},
                           .digit_primes = 2};
const std::vector<std::uint64_t> kUnits{3, 9, 81, 27, 127};

using Bytes = std::vector<std::byte>;
using NamedBytes = std::pair<std::string, Bytes>;

#define LATH_READ(object) \
  [](const auto& p, std::span<const std::byte> b) { return he::object##_from_bytes(p, b); }

// The bytes of all that a program makes with these parameters.
template <class Scheme>
class Program {
 public:
  explicit Program(const typename Scheme::Parameters& parameters)
      : keys_(parameters, kUnits, "device") {}

  std::vector<NamedBytes> run() {
    write_keys();
    write_fresh();
    write_sums();
    write_products();
    write_rotations();
    write_levels();
    return std::move(all_);
  }

 private:
  template <class Object>
  void add(const std::string& name, const Object& object) {
    const auto bytes = to_bytes(object);
    all_.emplace_back(name, Bytes(bytes.begin(), bytes.end()));
  }
  template <class Operand>
  void add_with_plaintext(const std::string& name, const Operand& operand) {
    add(name, operand);
    add(name + ", decrypted", keys_.decryptor.decrypt(operand));
    EXPECT_LT(he::debug::log2_noise(keys_.parameters, keys_.secret, operand), -1) << name;
  }
  // The bytes of an object that read() makes of its bytes.
  template <class Object, class Read>
  void add_read(const std::string& name, const Object& object, const Read& read) {
    const auto bytes = to_bytes(object);
    add(name, read(keys_.parameters, bytes.span()));
  }

  void write_keys() {
    add_read("public key", keys_.public_key, LATH_READ(public_key));
    add_read("relinearisation key", keys_.relin, LATH_READ(relin_key));
    add_read("Galois keys", keys_.galois, LATH_READ(galois_keys));
  }
  void write_fresh() {
    add_with_plaintext("encryption", x_);
    add_with_plaintext("symmetric encryption", y_);
    const auto seeded = keys_.symmetric.encrypt_seeded(m_, keys_.generator);
    add_read("seeded encryption", seeded, LATH_READ(seeded_ciphertext));
    add("expansion", seeded.expand());
    add_read("read", x_, LATH_READ(ciphertext));
    add("rerandomisation", keys_.rerandomizer.rerandomize(x_, keys_.generator));
    add("release", keys_.decryptor.decrypt_for_release(x_, keys_.generator));
  }
  void write_sums() {
    auto& s = keys_.session;
    add_with_plaintext("sum", s.add(x_, y_));
    add_with_plaintext("difference", s.sub(x_, y_));
    add_with_plaintext("sum with a plaintext", s.add_plain(x_, m_));
    add_with_plaintext("difference with an integer", s.sub_plain(x_, 5));
    add_with_plaintext("product with an integer", s.multiply_plain(x_, -3));
    add_with_plaintext("product with a plaintext", s.multiply_plain(x_, m_));
    const std::vector<he::Ciphertext> x{x_, y_};
    const std::vector<he::PlainFactor> factors{{m_, x_.level()}, {m_, x_.level()}};
    add_with_plaintext("dot product with plaintexts", s.dot_plain(x, factors));
  }
  void write_products() {
    auto& s = keys_.session;
    const auto product = s.multiply(x_, y_);
    add_with_plaintext("product", product);
    add("release of a product", keys_.decryptor.decrypt_for_release(product, keys_.generator));
    add_read("product read", product, [](const auto& p, std::span<const std::byte> b) {
      return product_from<Scheme>(p, b);
    });
    add_with_plaintext("sum of products", s.add(product, s.multiply(x_, x_)));
    add_with_plaintext("switched product", s.mod_switch(product, 6));
    const auto square = s.relinearize(s.multiply(x_, x_));
    add_with_plaintext("square", square);
    const std::vector<he::Ciphertext> a{x_, y_}, b{y_, square};
    if (kIsBfv<Scheme>) add_with_plaintext("dot product", s.dot_product(a, b));
    // In BGV both have different factors.
    const auto lower = s.mod_switch(s.multiply(x_, square), 7);
    add_with_plaintext("sum of unequal factors", s.sub(s.relinearize(lower), s.mod_switch(x_, 7)));
  }
  void write_rotations() {
    auto& s = keys_.session;
    add_with_plaintext("rotation", s.rotate_rows(x_, 1));
    add_with_plaintext("composed rotation", s.rotate_rows(x_, 3));
    add_with_plaintext("exchange", s.exchange_rows(x_));
    add_with_plaintext("substitution", s.apply_galois(s.hoist(x_), 27));
    add_with_plaintext("sum of columns", s.sum_columns(x_, 8));
  }
  void write_levels() {
    auto levels = typename Scheme::Evaluator(keys_.parameters, {.automatic_levels = true})
                      .session({keys_.relin, keys_.galois});
    const auto lower = levels.mod_switch(x_, 5);
    add_with_plaintext("switch", lower);
    add_with_plaintext("product at a lower level", levels.multiply(lower, y_));
    add_with_plaintext("sum at a lower level", levels.add(y_, lower));
  }

  SchemeKeys<Scheme> keys_;
  SeededValues values_{3};
  he::Plaintext m_ = keys_.plaintext(keys_.draw(values_));
  he::Ciphertext x_ = keys_.encryptor.encrypt(m_, keys_.generator);
  he::Ciphertext y_ =
      keys_.symmetric.encrypt(keys_.plaintext(keys_.draw(values_)), keys_.generator);
  std::vector<NamedBytes> all_;
};

template <class Scheme>
class Device : public ::testing::Test {};
TYPED_TEST_SUITE(Device, BothSchemes);

TYPED_TEST(Device, MakesTheObjectsOfTheCpu) {
  const auto on_cpu = TypeParam::Parameters::create_insecure(kLiteral);
  const auto on_device = TypeParam::Parameters::create_insecure(kLiteral);
  auto& tables = const_cast<he::KeyTables&>(*he::Access::tables(on_device.key_space()));
  tables.engine = make_fake_device(tables.chain);
  const auto expected = Program<TypeParam>(on_cpu).run();
  const auto found = Program<TypeParam>(on_device).run();
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_TRUE(found[i].second == expected[i].second) << found[i].first;
  }
}

}  // namespace
}  // namespace lath::testing
