// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "he/circuits/recorded_circuits.hpp"
#include "he/scheme_keys.hpp"
#include "lath/base/error.hpp"
#include "lath/he/slot_encoder.hpp"

namespace lath::testing {

/// What a circuit computes on: polynomials by their definition, for small degrees.
template <class Scheme>
class PolynomialMessages {
 public:
  using Message = PlainPolynomial;

  explicit PolynomialMessages(const SchemeKeys<Scheme>& keys) : keys_(keys) {}

  Message draw(SeededValues& values) const { return keys_.draw(values); }
  he::Plaintext encode(const Message& m) const { return keys_.plaintext(m); }
  Message scaled(const Message& m, std::int64_t k) const { return m * keys_.constant(k); }
  Message substituted(const Message& m, std::uint64_t g) const { return m.substituted(g); }
  bool is(const he::Plaintext& found, const Message& m) const {
    return std::ranges::equal(found.coefficients(), m.coefficients());
  }

 private:
  const SchemeKeys<Scheme>& keys_;
};

/// Two rows of values modulo a prime t, for large degrees.
class Rows {
 public:
  explicit Rows(std::vector<std::uint64_t> values, std::uint64_t t)
      : values_(std::move(values)), t_(t) {}

  [[nodiscard]] const std::vector<std::uint64_t>& values() const { return values_; }

  friend Rows operator+(const Rows& a, const Rows& b) {
    return a.with(b, [t = a.t_](auto x, auto y) { return (x + y) % t; });
  }
  friend Rows operator-(const Rows& a, const Rows& b) {
    return a.with(b, [t = a.t_](auto x, auto y) { return (x + t - y) % t; });
  }
  friend Rows operator*(const Rows& a, const Rows& b) {
    return a.with(b, [t = a.t_](auto x, auto y) { return x * y % t; });  // t has 32 bits
  }
  friend Rows operator-(const Rows& a) {
    return Rows(std::vector<std::uint64_t>(a.size()), a.t_) - a;
  }
  /// Times a number, which may be negative.
  [[nodiscard]] Rows scaled(std::int64_t k) const {
    const auto t = static_cast<std::int64_t>(t_);
    const auto residue = static_cast<std::uint64_t>((k % t + t) % t);
    return *this * Rows(std::vector<std::uint64_t>(size(), residue), t_);
  }
  /// Both rows one column to the left.
  [[nodiscard]] Rows rotated() const {
    Rows result = *this;
    const auto middle = static_cast<std::ptrdiff_t>(size() / 2);
    const auto begin = result.values_.begin();
    std::rotate(begin, begin + 1, begin + middle);
    std::rotate(begin + middle, begin + middle + 1, result.values_.end());
    return result;
  }
  [[nodiscard]] Rows exchanged() const {
    Rows result = *this;
    std::rotate(result.values_.begin(),
                result.values_.begin() + static_cast<std::ptrdiff_t>(size() / 2),
                result.values_.end());
    return result;
  }

 private:
  [[nodiscard]] std::size_t size() const { return values_.size(); }
  template <class Operation>
  [[nodiscard]] Rows with(const Rows& b, const Operation& operation) const {
    Rows result = *this;
    std::ranges::transform(values_, b.values_, result.values_.begin(), operation);
    return result;
  }

  std::vector<std::uint64_t> values_;
  std::uint64_t t_;
};

template <class Scheme>
class SlotMessages {
 public:
  using Message = Rows;

  explicit SlotMessages(const SchemeKeys<Scheme>& keys)
      : encoder_(he::SlotEncoder::create(keys.parameters)),
        t_(keys.parameters.plaintext_modulus().word()) {}

  Message draw(SeededValues& values) const {
    std::vector<std::uint64_t> row(encoder_.slots());
    for (std::uint64_t& x : row) x = values.below(t_);
    return Rows(std::move(row), t_);
  }
  he::Plaintext encode(const Message& m) const { return encoder_.encode(m.values()); }
  Message scaled(const Message& m, std::int64_t k) const { return m.scaled(k); }
  Message substituted(const Message& m, std::uint64_t g) const {
    return g == encoder_.row_exchange() ? m.exchanged() : m.rotated();
  }
  bool is(const he::Plaintext& found, const Message& m) const {
    const auto values = encoder_.decode(found);
    return std::ranges::equal(values.span(), m.values());
  }

 private:
  he::SlotEncoder encoder_;
  std::uint64_t t_;
};

/// A random circuit, beside the same on messages.
template <class Scheme, template <class> class Messages>
class Circuit {
  using Message = typename Messages<Scheme>::Message;
  struct Value {
    he::Ciphertext encrypted;
    Message plain;
  };

 public:
  static constexpr std::size_t kValues = 3;

  Circuit(SchemeKeys<Scheme>& keys, std::uint64_t seed)
      : keys_(keys), messages_(keys), values_(seed) {
    for (std::size_t i = 0; i < kValues; ++i) all_.push_back(fresh());
  }

  /// Returns whether the step had room for its noise. Checks its result and that the noise is below
  /// its bound.
  bool step() {
    const Value &a = any(), &b = any();
    std::optional<Value> result;
    try {
      result = computed(values_.below(12), a, b);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument) << error.what();
      EXPECT_NE(std::string(error.what()).find("noise"), std::string::npos) << error.what();
      return false;
    }
    expect(*result);
    all_[static_cast<std::size_t>(values_.below(kValues))] = std::move(*result);
    return true;
  }
  /// A tree of products of 2^depth values that are encrypted for it.
  Value product_tree(std::size_t depth) {
    if (depth == 0) return fresh();
    const Value a = product_tree(depth - 1), b = product_tree(depth - 1);
    return {switched(keys_.multiply(a.encrypted, b.encrypted)), a.plain * b.plain};
  }
  /// A sum of such trees.
  Value sum_of_trees(std::size_t depth, std::size_t summands) {
    Value sum = product_tree(depth);
    for (std::size_t i = 1; i < summands; ++i) {
      const Value next = product_tree(depth);
      keys_.session.add(sum.encrypted, sum.encrypted, next.encrypted);
      sum.plain = sum.plain + next.plain;
    }
    return sum;
  }
  /// The values as they are now.
  [[nodiscard]] CircuitOutcome outcome(std::uint64_t refused) const {
    CircuitOutcome result{.refused = refused, .values = {}};
    for (const Value& value : all_) {
      result.values.push_back({.level = value.encrypted.level(),
                               .plaintext = hash_of(keys_.decrypt(value.encrypted)),
                               .log2_bound = value.encrypted.noise().log2_bound()});
    }
    return result;
  }
  void expect(const Value& value) const {
    EXPECT_TRUE(messages_.is(keys_.decryptor.decrypt(value.encrypted), value.plain));
    EXPECT_GE(slack(value), 0);
  }
  /// How many bits the noise is below its bound.
  [[nodiscard]] double slack(const Value& value) const {
    return value.encrypted.noise().log2_bound() -
           he::debug::log2_noise(keys_.parameters, keys_.secret, value.encrypted);
  }

 private:
  Value fresh() {
    const Message m = messages_.draw(values_);
    return {keys_.encryptor.encrypt(messages_.encode(m), keys_.generator), m};
  }
  const Value& any() { return all_[static_cast<std::size_t>(values_.below(kValues))]; }

  // What slots of large degrees show.
  std::uint64_t element() {
    if (keys_.ring != nullptr) {
      return keys_.elements[static_cast<std::size_t>(values_.below(keys_.elements.size()))];
    }
    const std::size_t n = keys_.parameters.degree();
    return values_.below(2) == 0 ? he::row_exchange(n) : he::row_rotation(n, 1);
  }
  // One level lower in BGV: a switch after each product keeps its noise from being squared.
  he::Ciphertext switched(he::Ciphertext c) {
    if constexpr (std::is_same_v<Scheme, Bgv>) {
      if (c.level() > 1) return keys_.session.mod_switch(c, c.level() - 1);
    }
    return c;
  }
  Value computed(std::uint64_t operation, const Value& x, const Value& y) {
    auto& e = keys_.session;
    // Operands meet at the lower of their levels.
    const std::size_t level = std::min(x.encrypted.level(), y.encrypted.level());
    const he::Ciphertext a = e.mod_switch(x.encrypted, level);
    const he::Ciphertext b = e.mod_switch(y.encrypted, level);
    const Message &m = x.plain, &w = y.plain;
    switch (operation) {
      case 0:
        return {e.add(a, b), m + w};
      case 1:
        return {e.sub(a, b), m - w};
      case 2:
        return {e.multiply_plain(a, -1), -m};
      case 3: {
        const Message p = messages_.draw(values_);
        return {e.multiply_plain(a, messages_.encode(p)), m * p};
      }
      case 4: {
        const Message p = messages_.draw(values_);
        return {e.sub_plain(a, messages_.encode(p)), m - p};
      }
      case 5: {
        const auto k = static_cast<std::int64_t>(values_.below(201)) - 100;
        return {e.multiply_plain(a, k), messages_.scaled(m, k)};
      }
      case 6: {
        const std::uint64_t g = element();
        return {e.apply_galois(a, g), messages_.substituted(m, g)};
      }
      case 7:
        return {e.mod_switch(a, std::max<std::size_t>(level - 1, 1)), m};
      case 8: {
        const std::vector<he::Ciphertext> left{a, b}, right{b, a};
        return {e.relinearize(e.dot_product(left, right)), m * w + w * m};
      }
      default:
        return {keys_.multiply(a, b), m * w};
    }
  }

  SchemeKeys<Scheme>& keys_;
  Messages<Scheme> messages_;
  SeededValues values_;
  std::vector<Value> all_;
};

}  // namespace lath::testing
