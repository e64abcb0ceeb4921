// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/arith/modulus.hpp"
#include "lath/base/cpu.hpp"

namespace lath {

/// The gadget (1, 2^w, 2^2w, ...) modulo p: digits of residues in base 2^w, of which there are
/// D = ceil(bits(p) / w) (D. Micciancio, C. Peikert, EUROCRYPT 2012, section 4). Immutable, as
/// cheap to copy as some integers.
///
/// Digit d of word i is written to out[d][i]. Words are canonical, in [0, p), which is not checked.
/// Rows have any number of words, aligned to a word. One of the D rows of `out` may be x; other
/// overlaps are not allowed. Nothing allocates. Constant time in the words. Every instruction set
/// gives the same words.
class Gadget {
 public:
  /// The gadget for residues modulo p in base 2^base_bits, by the fastest kernels that this CPU and
  /// LATH_ISA allow. base_bits is from 1 to 62. Throws invalid_argument otherwise, and as
  /// active_isa() does.
  static Gadget create(const Modulus& p, int base_bits);
  /// The gadget as above, by the fastest kernels that need no features outside `isa`. Throws
  /// unsupported if this CPU lacks one of them.
  static Gadget create(const Modulus& p, int base_bits, Isa isa);

  /// p.
  [[nodiscard]] std::uint64_t modulus() const noexcept { return modulus_; }
  /// w.
  [[nodiscard]] int base_bits() const noexcept { return base_bits_; }
  /// D.
  [[nodiscard]] std::size_t digits() const noexcept { return digits_; }

  /// The digits u_d in [0, 2^w) with x = sum_d u_d 2^(w d), as integers. They are residues modulo
  /// every q >= 2^w.
  void unsigned_digits(std::span<std::uint64_t* const> out, const std::uint64_t* x,
                       std::size_t count) const noexcept;

  /// The digits v_d in [-2^(w-1), 2^(w-1)] with x - p c = sum_d v_d 2^(w d), where c is 1 if
  /// x > p/2 and 0 otherwise. They are written modulo q, in [0, q), for a q from 2^(w-1) + 1 to
  /// 2^62, which is not checked. All but the last are below 2^(w-1).
  void balanced_digits(std::span<std::uint64_t* const> out, const std::uint64_t* x, std::uint64_t q,
                       std::size_t count) const noexcept;

 private:
  Gadget(std::uint64_t modulus, int base_bits, std::size_t digits, Isa isa) noexcept
      : modulus_(modulus), base_bits_(base_bits), digits_(digits), isa_(isa) {}

  std::uint64_t modulus_;
  int base_bits_;
  std::size_t digits_;
  Isa isa_;
};

}  // namespace lath
