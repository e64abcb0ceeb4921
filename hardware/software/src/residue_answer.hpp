// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/hardware/device.hpp"
#include "residue_kernels.hpp"
#include "residue_streams.hpp"

namespace lath::hardware::detail {

/// The words of a product.
inline constexpr std::size_t kResultWords = kDegree * kChunks;

/// The answer of hardware/residue, read prime by prime as it comes. Results are written before the
/// last residue was checked; what was there is kept, and put back unless all of it was accepted.
/// Constant time in the residues, but for whether all are below their primes.
class ResidueAnswer final : public Listener {
 public:
  /// For so many products: results and memory to keep what is there, kResultWords for each.
  ResidueAnswer(Word* results, Word* kept, std::size_t products, const ResidueKernels& kernels)
      : results_(results), kept_(kept), products_(products), kernels_(kernels) {}
  ResidueAnswer(const ResidueAnswer&) = delete;
  ResidueAnswer& operator=(const ResidueAnswer&) = delete;
  ~ResidueAnswer() override;

  /// Keeps what was in the results when the first burst has come, and reads the residues of each
  /// prime that are complete.
  void arrived(std::span<const Burst> so_far) noexcept override;
  /// The whole answer to `request` data bursts: reads what is left. Throws as require_answer() and
  /// require_residues().
  void accept(std::span<const Burst> answer, std::size_t request);

 private:
  Word *results_, *kept_;
  std::size_t products_;
  ResidueKernels kernels_;
  std::size_t read_ = 0;  // primes of products
  std::uint32_t beyond_ = 0;
  bool keeps_ = false;
};

}  // namespace lath::hardware::detail
