// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "product_inputs.hpp"

namespace lath::hardware::testing {

/// The operands of multiply_add() with two keys, and its results: products that share U.
struct CiphertextInputs {
  Inputs first, second;

  CiphertextInputs(const CoefficientModulus& q, std::size_t messages, SeededValues& random)
      : first(q, messages, random), second(q, messages, random) {
    second.u = first.u;
  }
  [[nodiscard]] EncryptionProduct simulated(const CoefficientModulus& q, Device& device) const {
    return EncryptionProduct::simulated(q, first.key, second.key, device);
  }
  /// As one call takes it: U, both E of each message.
  [[nodiscard]] Inputs both() const {
    Inputs inputs = first;
    inputs.errors = in_turn(first.errors, second.errors, kDegree);
    return inputs;
  }
  [[nodiscard]] Words run(const EncryptionProduct& product) const {
    const Inputs inputs = both();
    Words results(inputs.errors.size() * kChunks, 0xdeadbeef);
    auto workspace = product.workspace();
    std::fill(workspace.span().begin(), workspace.span().end(), std::byte{0xa5});
    product.multiply_add(results, inputs.u, inputs.errors, workspace);
    return results;
  }
  [[nodiscard]] Words judged(const CoefficientModulus& q) const {
    return in_turn(first.judged(q), second.judged(q), kDegree * kChunks);
  }

 private:
  template <class Values>
  static Values in_turn(const Values& a, const Values& b, std::size_t count) {
    Values all;
    for (std::size_t at = 0; at < a.size(); at += count) {
      for (const Values* const from : {&a, &b}) {
        const auto begin = from->begin() + static_cast<std::ptrdiff_t>(at);
        all.insert(all.end(), begin, begin + static_cast<std::ptrdiff_t>(count));
      }
    }
    return all;
  }
};

}  // namespace lath::hardware::testing
