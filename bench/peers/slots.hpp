// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "lath/he/literal.hpp"

namespace lath::bench {

/// The slots of two operands, in two rows, and what the operations of a scheme make of them. A peer
/// decrypts the result of each operation and compares it before the operation is measured.
struct Slots {
  std::uint64_t t;
  std::vector<std::uint64_t> a, b;

  explicit Slots(const he::Literal& literal)
      : t(literal.plaintext_modulus.word()), a(literal.degree), b(literal.degree) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      a[i] = i * i % t;
      b[i] = (3 * i + 1) % t;
    }
  }

  /// The slots of the result; those of `a` where an operation keeps them.
  std::vector<std::uint64_t> after(std::string_view operation) const {
    const std::size_t row = a.size() / 2;
    std::vector<std::uint64_t> result = a;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (operation == "add") {
        result[i] = (a[i] + b[i]) % t;
      } else if (operation == "square") {
        result[i] = a[i] * a[i] % t;
      } else if (operation == "multiply" || operation == "relinearize" ||
                 operation == "multiply_relinearize") {
        result[i] = a[i] * b[i] % t;
      } else if (operation == "rotate") {
        result[i] = a[i / row * row + (i + 1) % row];
      }
    }
    return result;
  }
};

}  // namespace lath::bench
