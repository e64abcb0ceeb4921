// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "lath/arith/word.hpp"
#include "lath/base/cpu.hpp"

namespace lath {

/// A family of kernels: one way to compute with words of one size, for moduli of its own range.
enum class Family {
  i16,  ///< 16-bit words, p < 2^14
  u32,  ///< 32-bit words, p < 2^30
  u64,  ///< 64-bit words, p < 2^62; with AVX2 fastest for p = 1 mod 2^32: ntt_primes(62, 2^31, n)
  f64,  ///< 64-bit words, p < 2^50, products in double precision with fused multiply-add
  i52,  ///< 64-bit words, p < 2^50, products by the 52-bit multiply-add of AVX-512 IFMA
};

/// The name of a family: "i16", "u32", "u64", "f64" or "i52".
std::string_view family_name(Family family) noexcept;

/// A family in its version for one instruction set.
struct Kernel {
  Family family;  ///< the arithmetic
  Isa isa;        ///< the CPU features that it uses
  /// Whether family and instruction set are the same.
  friend bool operator==(const Kernel&, const Kernel&) = default;
};

namespace detail {
template <class Word>
std::vector<Kernel> available_kernels(std::uint64_t modulus);
}  // namespace detail

/// All kernels that serve this word and this modulus on this CPU, the fastest one last, among the
/// kernels that LATH_ISA allows. Throws invalid_argument as active_isa() does.
template <ResidueWord Word>
std::vector<Kernel> available_kernels(std::uint64_t modulus) {
  return detail::available_kernels<Word>(modulus);
}

/// The integer family of each word size, which serves every modulus of that size.
template <ResidueWord Word>
inline constexpr Family kIntegerFamily = sizeof(Word) == 2   ? Family::i16
                                         : sizeof(Word) == 4 ? Family::u32
                                                             : Family::u64;

}  // namespace lath
