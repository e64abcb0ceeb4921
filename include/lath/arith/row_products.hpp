// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "lath/arith/modulus.hpp"
#include "lath/arith/number_form.hpp"
#include "lath/base/cpu.hpp"

namespace lath {

namespace detail {
class RowProductKernels;
}

/// Products of rows of residues modulo one p, word by word: inner products with a prepared key, as
/// key switching takes them, and the tensor product of two ciphertexts. Immutable, cheap to copy,
/// safe to share between threads.
///
/// All words are canonical, in [0, p), which is not checked. Rows have any number of words, aligned
/// to a word. A result may be stored in one of the operands; other overlaps are not allowed.
/// Nothing allocates but create(). Constant time in the words. Every instruction set gives the same
/// words.
class RowProducts {
 public:
  ///@{
  /// Copies share the constants. A moved-from object keeps its constants.
  RowProducts(const RowProducts&) noexcept = default;
  RowProducts& operator=(const RowProducts&) noexcept = default;
  ///@}
  ~RowProducts() = default;

  /// Products modulo p by the fastest kernels that this CPU and LATH_ISA allow: in double precision
  /// on AVX2 or AVX-512 for p < 2^50, else in plain C++. Throws invalid_argument as active_isa()
  /// does.
  static RowProducts create(const Modulus& p);
  /// Products modulo p by the fastest kernels that need no features outside `isa`. Throws
  /// unsupported if this CPU lacks one of them.
  static RowProducts create(const Modulus& p, Isa isa);

  /// p.
  [[nodiscard]] const Modulus& modulus() const noexcept;
  /// The features that the kernels use.
  [[nodiscard]] Isa isa() const noexcept;

  /// The two rows of a key that belong to one digit.
  using KeyRows = std::array<const std::uint64_t*, 2>;

  /// The number of words that a prepared key for so many digits and words in a row takes: two for
  /// each digit and word, with rows padded to a multiple of at most 16 words. Throws
  /// invalid_argument if it is 2^64 or more.
  [[nodiscard]] std::size_t prepared_words(std::size_t digits, std::size_t count) const;
  /// Writes the rows of a key, two for each digit and `count` words each, as inner_products() reads
  /// them. The layout is private to this object and its copies. It is read fastest from a cache
  /// line on. `prepared` overlaps no row.
  void prepare(std::uint64_t* prepared, std::span<const KeyRows> key,
               std::size_t count) const noexcept;
  /// Writes one of the rows of a prepared key, all of which prepare() writes in the same way: row 2
  /// d
  /// + b is the b-th of digit d. `key_digits` and `count` are as for prepare().
  void prepare_row(std::uint64_t* prepared, const std::uint64_t* row, std::size_t index,
                   std::size_t key_digits, std::size_t count) const noexcept;
  /// Writes one of the rows that prepare() was given, word for word: row 2 d + b is the b-th of
  /// digit d. `key_digits` and `count` are as for prepare(). `row` does not overlap the key.
  void unprepare(std::uint64_t* row, const std::uint64_t* prepared, std::size_t index,
                 std::size_t key_digits, std::size_t count) const noexcept;

  /// out0[i] = sum_d x_d[i] k_(d,0)[i] mod p and out1[i] = sum_d x_d[i] k_(d,1)[i] mod p for
  /// i < count: the inner loop of key switching (C. Gentry, S. Halevi, N. Smart, "Homomorphic
  /// evaluation of the AES circuit", CRYPTO 2012, section 3.1). Any number of digits x_d up to
  /// `key_digits`, for which the key was prepared, with this `count`: fewer take the beginning of
  /// the key. No digits give zeros. Reads every word once.
  void inner_products(std::uint64_t* out0, std::uint64_t* out1,
                      std::span<const std::uint64_t* const> digits, const std::uint64_t* prepared,
                      std::size_t key_digits, std::size_t count) const noexcept;
  /// Adds the sums of inner_products() to the words in out0 and out1: digits and their keys may
  /// come in parts.
  void add_inner_products(std::uint64_t* out0, std::uint64_t* out1,
                          std::span<const std::uint64_t* const> digits,
                          const std::uint64_t* prepared, std::size_t key_digits,
                          std::size_t count) const noexcept;

  /// Whether digits may be doubles, of magnitude at most 9/16 p: where the kernels compute with
  /// them.
  [[nodiscard]] bool reads_doubles() const noexcept;
  /// Canonical words as such doubles; `out` may be `in`, and has room for whole chunks of 16 words.
  void to_doubles(std::uint64_t* out, const std::uint64_t* in, std::size_t count) const noexcept;
  /// inner_products() of digits of either form; doubles only if reads_doubles().
  void inner_products(std::uint64_t* out0, std::uint64_t* out1,
                      std::span<const std::uint64_t* const> digits, NumberForm form,
                      const std::uint64_t* prepared, std::size_t key_digits,
                      std::size_t count) const noexcept;

  /// inner_products() of two lists of as many digits, in a pass over the key: out[0] and out[1] of
  /// the first list, out[2] and out[3] of the second one.
  void two_inner_products(const std::array<std::uint64_t*, 4>& out,
                          std::span<const std::uint64_t* const> first,
                          std::span<const std::uint64_t* const> second, NumberForm form,
                          const std::uint64_t* prepared, std::size_t key_digits,
                          std::size_t count) const noexcept;

  /// out[i] = (a[i] - v x[i]) w + add[i] mod p with such doubles x, words a, and words v and w,
  /// which are public: the last step of a division of values. `add` may be null. Only if
  /// reads_doubles().
  void scale_difference(std::uint64_t* out, const std::uint64_t* a, const std::uint64_t* x,
                        std::uint64_t v, std::uint64_t w, const std::uint64_t* add,
                        std::size_t count) const noexcept;

  /// The rows of a ciphertext of two parts.
  using Pair = std::array<const std::uint64_t*, 2>;
  /// The rows of a product of three parts.
  using Triple = std::array<std::uint64_t*, 3>;

  /// c0 = a0 b0, c1 = a0 b1 + a1 b0, c2 = a1 b1 mod p: the product of the polynomials a0 + a1 s and
  /// b0 + b1 s in s (J. Fan, F. Vercauteren, eprint 2012/144, section 4). One pass.
  void tensor(const Triple& c, const Pair& a, const Pair& b, std::size_t count) const noexcept;
  /// c0 = a0^2, c1 = 2 a0 a1, c2 = a1^2 mod p: tensor(c, a, a, count), with three products for its
  /// four.
  void square(const Triple& c, const Pair& a, std::size_t count) const noexcept;

  /// The most rows of a factor, and of a product of factors.
  static constexpr std::size_t kMostParts = 9;
  /// c_k = a_0 b_k + a_1 b_(k-1) + ... mod p, for k < a.size() + b.size() - 1, the rows of c: the
  /// product of two polynomials in s of any degrees, with at most kMostParts coefficients. Each row
  /// of c may be a row of a factor. One pass.
  void tensor(std::span<std::uint64_t* const> c, std::span<const std::uint64_t* const> a,
              std::span<const std::uint64_t* const> b, std::size_t count) const noexcept;

 private:
  explicit RowProducts(std::shared_ptr<const detail::RowProductKernels> kernels) noexcept;

  std::shared_ptr<const detail::RowProductKernels> kernels_;
};

}  // namespace lath
