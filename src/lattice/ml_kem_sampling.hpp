// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "lath/base/buffer.hpp"
#include "lath/base/cpu.hpp"
#include "lattice/ml_kem_coding.hpp"

/// Uniform and noise polynomials of ML-KEM from seeds (FIPS 203, section 4.2.2).
namespace lath::ml_kem {

/// Polynomials one behind the other.
template <class Storage>
class PolyVector {
 public:
  explicit PolyVector(std::size_t size) : words_(size * kDegree) {}

  [[nodiscard]] std::size_t size() const noexcept { return words_.size() / kDegree; }
  [[nodiscard]] Word* operator[](std::size_t i) noexcept { return words_.data() + i * kDegree; }
  [[nodiscard]] const Word* operator[](std::size_t i) const noexcept {
    return words_.data() + i * kDegree;
  }
  [[nodiscard]] std::span<Word> words() noexcept { return words_.span(); }
  [[nodiscard]] std::span<const Word> words() const noexcept { return words_.span(); }

 private:
  Buffer<Word, Storage> words_;
};

/// The matrix, transformed already, row after row: entry (i, j) is polynomial i rank + j, SampleNTT
/// of rho || j || i (algorithms 7 and 13). `rho` is public, and so is the time.
PolyVector<Public> sample_matrix(Isa isa, std::span<const std::byte, 32> rho, std::size_t rank);

/// Noise polynomials, centered binomial: number N is SamplePolyCBD of PRF(seed, N), the first
/// `wide` of them with eta = `eta`, the others with 2 (algorithm 8).
PolyVector<Secret> sample_noise(Isa isa, std::span<const std::byte, 32> seed, std::size_t count,
                                std::size_t wide, unsigned eta);

}  // namespace lath::ml_kem
