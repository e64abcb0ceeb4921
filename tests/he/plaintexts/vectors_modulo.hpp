// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "he/plaintexts/wide_plaintexts.hpp"
#include "lath/he/plaintexts/wide_slot_encoder.hpp"

namespace lath::testing {

/// Vectors modulo a prime, as slots: plaintexts of RandomCircuits.
class VectorsModulo {
 public:
  using Value = std::vector<mpz_class>;

  /// With the factors of p where p is no prime.
  VectorsModulo(std::size_t slots, mpz_class p, std::vector<Natural> factors = {})
      : slots_(slots), p_(std::move(p)), factors_(std::move(factors)) {}

  Value draw(SeededValues& values) const { return residues_and_edges(values, slots_, p_); }
  Value constant(std::int64_t c) const {
    return Value(slots_, modulo(mpz_class(static_cast<long>(c)), p_));
  }
  template <class Operation>
  Value each(const Value& a, const Value& b, const Operation& operation) const {
    Value c(slots_);
    for (std::size_t i = 0; i < slots_; ++i) c[i] = modulo(operation(a[i], b[i]), p_);
    return c;
  }
  Value sum(const Value& a, const Value& b) const {
    return each(a, b, [](const auto& x, const auto& y) { return mpz_class(x + y); });
  }
  Value difference(const Value& a, const Value& b) const {
    return each(a, b, [](const auto& x, const auto& y) { return mpz_class(x - y); });
  }
  Value product(const Value& a, const Value& b) const {
    return each(a, b, [](const auto& x, const auto& y) { return mpz_class(x * y); });
  }
  Value multiple(const Value& a, std::int64_t by) const { return product(a, constant(by)); }
  he::Plaintext plaintext(const he::SchemeParameters& parameters, const Value& m) const {
    const auto& encoder = encoder_of(parameters);
    he::WideValues values(m.size(), encoder.words());
    for (std::size_t i = 0; i < m.size(); ++i) {
      const Natural number = natural_of(m[i]);
      std::ranges::copy(number.words(), values[i].begin());
    }
    return encoder.encode(values);
  }
  Value value(const he::Plaintext& plaintext) const {
    const he::WideValues slots = encoder_->decode(plaintext);
    Value m;
    for (std::size_t i = 0; i < slots.size(); ++i) m.push_back(integer_of(slots[i]));
    return m;
  }
  const he::WideSlotEncoder& encoder_of(const he::SchemeParameters& parameters) const {
    if (!encoder_) {
      encoder_ = factors_.empty() ? he::WideSlotEncoder::create(parameters)
                                  : he::WideSlotEncoder::create(parameters, factors_);
    }
    return *encoder_;
  }

 private:
  std::size_t slots_;
  mpz_class p_;
  std::vector<Natural> factors_;
  mutable std::optional<he::WideSlotEncoder> encoder_;
};

}  // namespace lath::testing
