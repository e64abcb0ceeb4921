// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lath/arith/modulus.hpp"

/// @file
/// The uniform words that a seed stands for in a file of SEAL.
namespace lath::io::seal {

/// The functions that make streams of bytes of a seed: their numbers in files.
enum class StreamFunction : std::uint8_t { blake2xb = 1, shake256 = 2 };

/// A seed as it stands in files.
struct UniformSeed {
  StreamFunction function;
  std::array<std::byte, 64> bytes;
};

/// A row of n words below each modulus, row after row: SEAL first draws as many words of 8 bytes as
/// there are, then replaces, one after the other, those that are in the last, incomplete multiple
/// of their modulus, and reduces all. The stream is made in blocks of 4096 bytes, block i of the
/// seed and the number i. Everything is public.
[[nodiscard]] std::vector<std::uint64_t> uniform_words(const UniformSeed& seed,
                                                       std::span<const Modulus> moduli,
                                                       std::size_t n);

}  // namespace lath::io::seal
