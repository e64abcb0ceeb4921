// SPDX-License-Identifier: Apache-2.0
//
// The software half of Karatsuba's method: recursions that halve polynomials before a device
// multiplies, and those that join its products. V. Migliore et al., ACM TECS 16, 2017, sections 3.2
// and 3.3.5.
#pragma once

#include <cstddef>

#include "chunks.hpp"
#include "recursion_kernels.hpp"
#include "scratch.hpp"

namespace lath::hardware::detail {

/// Polynomials of 40 * 2^r coefficients. Leaves lie in depth-first order: L, H, L + H. Immutable.
class KaratsubaHost {
 public:
  /// For r recursions, from 2 to 6, with the kernels of these features.
  KaratsubaHost(unsigned recursions, Isa isa) noexcept;

  [[nodiscard]] std::size_t degree() const noexcept { return kLeaf << recursions_; }
  /// Sub-polynomials, 3^r.
  [[nodiscard]] std::size_t leaves() const noexcept { return power_of_three(recursions_); }
  /// The rows of a product.
  [[nodiscard]] std::size_t product_rows() const noexcept { return 2 * degree() - 1; }
  /// The words of the leaves of a key, five planes each.
  [[nodiscard]] std::size_t key_words() const noexcept { return leaves() * kChunks * kLeaf; }
  /// The words of the leaves of binary polynomials.
  [[nodiscard]] std::size_t binary_words() const noexcept { return leaves() * kLeaf; }
  /// The bursts of a transfer to the device, its header included.
  [[nodiscard]] std::size_t request_bursts() const noexcept { return 1 + key_words(); }
  /// The bursts of products that the device answers with, without its status.
  [[nodiscard]] std::size_t answer_bursts() const noexcept {
    return leaves() / 9 * kDeviceProduct * kChunks;
  }

  /// Memory of recurse_key() and recurse_binary(), and of join() and multiply().
  struct Memory {
    Word* ping;    ///< for halves
    Word* pong;    ///< for halves
    Word* group;   ///< for products of a device that are joined
    Word* leaves;  ///< for products of leaves that are joined
    Word* joined;  ///< for what they give

    Memory(const KaratsubaHost& host, Lanes lanes, Scratch& scratch) noexcept;
  };

  /// The leaves of a key whose planes have degree() words: full chunks in and out.
  void recurse_key(Word* leaves, const Word* planes, const Memory& memory) const noexcept;
  /// The leaves of degree() words of four bytes, each 0 or 1: bytes of at most 2^r.
  void recurse_binary(Word* leaves, const Word* binary, const Memory& memory) const noexcept;
  /// The transfer to the device: a header and the bursts of all leaves.
  void write_request(Burst* out, const Word* key_leaves, const Word* binary_leaves,
                     std::size_t messages) const noexcept;
  /// The product of the wholes, product_rows() loose rows, from the products in the answer.
  void join(Word* rows, const Burst* answer, Lanes lanes, const Memory& memory) const noexcept;
  /// The same without a device.
  void multiply(Word* rows, const Word* key_leaves, const Word* binary_leaves, Lanes lanes,
                const Memory& memory) const noexcept;

  [[nodiscard]] const RowKernels& row_kernels() const noexcept { return rows_; }

 private:
  template <class Products>
  void join_all(Word* rows, Lanes lanes, const Memory& memory,
                const Products& products) const noexcept;
  void recurse(Word* leaves, const Word* in, std::size_t planes,
               const Memory& memory) const noexcept;

  unsigned recursions_;
  PlaneKernels planes_;
  RowKernels rows_;
  LeafProduct leaf_product_;
};

}  // namespace lath::hardware::detail
