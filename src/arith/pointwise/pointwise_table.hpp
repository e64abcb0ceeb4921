// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "arith/range_checks.hpp"
#include "lath/arith/modulus.hpp"
#include "lath/arith/vector_arithmetic.hpp"

namespace lath::detail {

/// The operations of one kernel for one modulus, as a table of functions. VectorArithmetic
/// documents them.
template <ResidueWord Word>
class PointwiseTable {
 public:
  using Entries = std::array<PointwiseEntry<Word>, kOperations>;

  PointwiseTable(const PointwiseTable&) = delete;
  PointwiseTable& operator=(const PointwiseTable&) = delete;
  virtual ~PointwiseTable() = default;

  [[nodiscard]] Word modulus() const noexcept { return modulus_; }
  [[nodiscard]] Kernel kernel() const noexcept { return kernel_; }
  [[nodiscard]] const Entries& entries() const noexcept { return *entries_; }

  void apply(Operation operation, Word* out, const Word* const* operands, std::size_t first,
             std::size_t count) const noexcept {
    (*entries_)[static_cast<std::size_t>(operation)](*this, out, operands, first, count);
  }

 protected:
  /// The entries live as long as the program.
  PointwiseTable(Word modulus, Kernel kernel, const Entries& entries)
      : entries_(&entries), modulus_(modulus), kernel_(kernel) {}

 private:
  const Entries* entries_;
  Word modulus_;
  Kernel kernel_;
};

template <ResidueWord Word>
using PointwiseTablePointer = std::shared_ptr<const PointwiseTable<Word>>;

/// The operations of each family for an instruction set that available_kernels() lists; i52 on AVX2
/// emulates its multiply-add. Null if this build lacks the instruction set.
template <ResidueWord Word>
PointwiseTablePointer<Word> make_pointwise_reference(const Modulus& modulus);
template <ResidueWord Word>
PointwiseTablePointer<Word> make_pointwise_integers(const Modulus& modulus, Isa isa);
PointwiseTablePointer<std::uint64_t> make_pointwise_f64(const Modulus& modulus, Isa isa);
PointwiseTablePointer<std::uint64_t> make_pointwise_i52(const Modulus& modulus, Isa isa);
PointwiseTablePointer<std::uint64_t> make_pointwise_u64_ifma(const Modulus& modulus);

/// Throws unsupported unless the kernel is available for the modulus.
void require_kernel(const std::vector<Kernel>& available, Kernel kernel, std::uint64_t modulus);

}  // namespace lath::detail
