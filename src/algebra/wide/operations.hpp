// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace lath::detail {

/// The largest number of words of a WideModulus.
inline constexpr std::size_t kMostWideWords = 65;

/// An odd modulus p as the operations below read it.
struct WideConstants {
  const std::uint64_t* p;  ///< its words
  std::uint64_t inverse;   ///< -1/p modulo 2^64
  std::size_t words;       ///< their number
};

/// The operations of WideModulus for one number of words.
struct WideOperations {
  using Binary = void (*)(const WideConstants&, std::uint64_t* out, const std::uint64_t* a,
                          const std::uint64_t* b, std::size_t count) noexcept;
  using Unary = void (*)(const WideConstants&, std::uint64_t* out, const std::uint64_t* a,
                         std::size_t count) noexcept;
  using Butterflies = void (*)(const WideConstants&, std::uint64_t* u, std::uint64_t* v,
                               const std::uint64_t* root, std::size_t count) noexcept;

  Binary add, subtract, multiply;
  Binary scale;          ///< all of a times one b
  Binary inner_product;  ///< one element
  Unary negate;
  Butterflies butterflies, inverse_butterflies;
};

/// The operations for this number of words, from 1 to kMostWideWords: with loops of constant
/// length for the words of common moduli.
[[nodiscard]] const WideOperations& wide_operations(std::size_t words) noexcept;

}  // namespace lath::detail
