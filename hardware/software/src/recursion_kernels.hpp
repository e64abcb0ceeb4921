// SPDX-License-Identifier: Apache-2.0
//
// What Karatsuba's method does to chunks, for each instruction set. All pointers need the alignment
// of a word only. Nothing branches or indexes by a chunk.
#pragma once

#include <cstddef>
#include <cstdint>

#include "chunks.hpp"
#include "lath/base/cpu.hpp"
#include "lath/hardware/burst.hpp"

namespace lath::hardware::detail {

/// Before the products, on planes. n is a multiple of 16 for halves and of 32 for quarters.
struct PlaneKernels {
  /// From `planes` planes of n words, (L, H), to three polynomials of as many planes of n/2 words:
  /// L, H, L + H.
  void (*halve)(Word* out, const Word* in, std::size_t n, std::size_t planes) noexcept;
  /// The same twice, to nine polynomials of n/4 words.
  void (*quarter)(Word* out, const Word* in, std::size_t n, std::size_t planes) noexcept;
  /// Five planes of n words, a multiple of 8: any chunks in, below 2^32 - 2^5 -> full, modulo
  /// 2^135.
  void (*carry)(Word* planes, std::size_t n) noexcept;
  /// The bursts of a leaf: of each coefficient five, chunk k in bits 31 to 0, byte k of its word of
  /// binary polynomials in bits 63 to 32 (of four only; zero for k = 4).
  void (*emit)(Burst* out, const Word* planes, const Word* binary) noexcept;
};

/// After the products, on rows of as many words as row_words() says.
struct RowKernels {
  /// From three products of 2h - 1 rows, of L, H and L + H, to one of 4h - 1. The magnitude of
  /// chunks grows from B to 2B + (greatest of the negative ones): see row_kernels_reference.cpp.
  void (*join)(Word* out, const Word* in, std::size_t h, std::size_t row_words) noexcept;
  /// The same twice, from nine products to one of 8h - 1 rows. Loose chunks in -> magnitude below
  /// 8 (2^27 + 2^5) < 2^31 out.
  void (*join_twice)(Word* out, const Word* in, std::size_t h, std::size_t row_words) noexcept;
  /// Moves all carries by one chunk: any words in, as signed integers -> loose, modulo 2^135.
  void (*carry)(Word* rows, std::size_t count, Lanes lanes) noexcept;
  ///@{
  /// a + b and a - b modulo 2^32; `out` may be an operand.
  void (*add)(Word* out, const Word* a, const Word* b, std::size_t words) noexcept;
  void (*subtract)(Word* out, const Word* a, const Word* b, std::size_t words) noexcept;
  ///@}
  /// sums = a + b, and `from` less that.
  void (*subtract_sum)(Word* from, Word* sums, const Word* a, const Word* b,
                       std::size_t words) noexcept;
  /// The first word of each burst.
  void (*first_lane)(Word* out, const Burst* in, std::size_t count) noexcept;
  /// All bits that a word of these bursts has.
  Word (*bits)(const Burst* in, std::size_t count) noexcept;
  /// kDegree rows of four messages plus errors, of message j in byte j of a word, as full chunks,
  /// message after message, the last chunk of each masked by `top`. Chunks of magnitude below
  /// 2^31 - 2^8 in.
  void (*finish)(Word* out, std::size_t messages, const Word* rows, const Word* errors,
                 Word top) noexcept;
};

/// The products of leaves: of 40 coefficients of full chunks with 40 words of four bytes, each at
/// most 64, as 79 rows of full chunks modulo 2^135.
using LeafProduct = void (*)(Word* rows, const Word* planes, const Word* binary,
                             Lanes lanes) noexcept;

///@{
/// The fastest of the features that may be used.
PlaneKernels plane_kernels(Isa isa) noexcept;
RowKernels row_kernels(Isa isa) noexcept;
LeafProduct leaf_product(Isa isa) noexcept;
///@}
///@{
/// In plain C++.
PlaneKernels reference_plane_kernels() noexcept;
RowKernels reference_row_kernels() noexcept;
LeafProduct reference_leaf_product() noexcept;
///@}

/// As finish() for one message of rows of `words` words.
void finish_one(Word* out, const Word* rows, std::size_t words, const Word* errors,
                std::size_t message, Word top) noexcept;

/// Words of four bytes, one of each polynomial, zeros for those that are null.
void interleave_bytes(Word* out, const std::int8_t* const* bytes, std::size_t count) noexcept;

}  // namespace lath::hardware::detail
