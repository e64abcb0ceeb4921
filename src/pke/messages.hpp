// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/arith/modulus.hpp"
#include "lath/base/buffer.hpp"

namespace lath::detail {

/// Throws mismatch unless there are `size` residues, invalid_argument where one is not below p. An
/// error reveals which one is not.
void require_message(std::span<const std::uint32_t> message, std::size_t size, std::uint64_t p);

/// Throws mismatch unless a message has `needed` bytes.
void require_message_bytes(std::size_t size, std::size_t needed);

/// Messages of `size` residues modulo p as bytes: words of ceil(log2 p) bits, packed as
/// coding/packing.hpp says. Bits behind the last word are zero, and are not looked at; residues are
/// not checked. Constant time.
[[nodiscard]] std::size_t message_bytes(std::size_t size, std::uint64_t p) noexcept;
void pack_message(std::span<std::byte> out, std::span<const std::uint32_t> message,
                  std::uint64_t p) noexcept;
[[nodiscard]] Buffer<std::uint32_t, Secret> unpack_message(std::span<const std::byte> bytes,
                                                           std::size_t size, std::uint64_t p);

/// From residues modulo q to residues modulo p of the nearest-to-zero integers in their classes.
class Decoder {
 public:
  /// q is odd or the half of it counts as negative; p < q.
  Decoder(std::uint64_t q, std::uint64_t p);

  /// Constant time.
  void decode(std::span<std::uint32_t> out, std::span<const std::uint32_t> residues) const noexcept;

 private:
  std::uint64_t largest_;  // the largest residue that stands for itself
  std::uint64_t shift_;    // congruent to -q modulo p
  Modulus p_;
};

}  // namespace lath::detail
