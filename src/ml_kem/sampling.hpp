// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hash/sponge.hpp"
#include "lath/base/buffer.hpp"
#include "lath/base/cpu.hpp"
#include "lath/base/secret.hpp"
#include "ml_kem/polynomial_bytes.hpp"

/// Uniform and noise polynomials of ML-KEM from seeds (FIPS 203, section 4.2.2).
namespace lath::ml_kem {

inline constexpr std::size_t kMaxRank = 4;

/// Up to kCapacity polynomials one behind the other, where the vector itself stands. They begin
/// with any words.
template <class Storage, std::size_t kCapacity>
class PolyVector {
 public:
  explicit PolyVector(std::size_t size) noexcept : size_(size) {}
  PolyVector(const PolyVector&) = delete;
  PolyVector& operator=(const PolyVector&) = delete;
  ~PolyVector() {
    if constexpr (Storage::kWipes) wipe(words_.data(), words().size_bytes());
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] Word* operator[](std::size_t i) noexcept { return &words_[i * kDegree]; }
  [[nodiscard]] const Word* operator[](std::size_t i) const noexcept {
    return &words_[i * kDegree];
  }
  [[nodiscard]] std::span<Word> words() noexcept { return {words_.data(), size_ * kDegree}; }
  [[nodiscard]] std::span<const Word> words() const noexcept {
    return {words_.data(), size_ * kDegree};
  }

 private:
  std::size_t size_;
  alignas(kCacheLine) std::array<Word, kCapacity * kDegree> words_;
};

using Matrix = PolyVector<Public, kMaxRank * kMaxRank>;
using Noise = PolyVector<Secret, 2 * kMaxRank + 1>;

/// Samples and digests from sponges side by side: a sponge that one task leaves idle serves
/// another. They start in the order in which they are named, as soon as a sponge is free, and run()
/// ends all of them; the given memory stays where it is until then. So one object may serve many
/// operations at a time.
class Sampling {
 public:
  explicit Sampling(Isa isa) noexcept : sponges_(isa), isa_(isa) {}
  Sampling(const Sampling&) = delete;
  Sampling& operator=(const Sampling&) = delete;
  ~Sampling();

  /// The first out.size() bytes of the function's output, at most a block. Long messages take the
  /// longest, so they come first.
  Sampling& digest(detail::fips202::Function function, std::span<const std::byte> message,
                   std::span<std::byte> out) noexcept;

  /// The matrix of rank^2 polynomials, transformed already, row after row: entry (i, j) is
  /// polynomial i rank + j, SampleNTT of rho || j || i (algorithms 7 and 13). `rho` is public, and
  /// so is the time.
  Sampling& matrix(std::span<const std::byte, 32> rho, std::size_t rank, Matrix& out) noexcept;

  /// Noise polynomials, centered binomial: number N is SamplePolyCBD of PRF(seed, N), the first
  /// `wide` of them with eta = `eta`, the others with 2 (algorithm 8).
  Sampling& noise(std::span<const std::byte, 32> seed, std::size_t wide, unsigned eta,
                  Noise& out) noexcept;

  void run() noexcept;

 private:
  enum class Kind : std::uint8_t { digest, uniform, binomial };
  static constexpr std::size_t kSeed = 34, kMostDraws = 192;  // bytes

  // The use of a sponge's output.
  struct Job {
    Kind kind;
    unsigned eta;
    std::span<std::byte> digest;
    Word* words;
    std::size_t done;  // words, or bytes of draws
    std::array<std::byte, kSeed> seed;
    std::array<std::byte, kMostDraws> draws;
  };

  // The number of a free sponge, which is no longer free.
  std::size_t take_sponge() noexcept;
  void add_seeded(Kind kind, std::span<const std::byte, 32> seed, std::span<const std::byte> index,
                  Word* words, unsigned eta) noexcept;
  void step() noexcept;
  // Each takes a block of output k; whether it was the last that the job needs.
  bool finish(std::size_t k) noexcept;
  bool finish_uniform(std::size_t k, Job& job) noexcept;
  bool finish_binomial(std::size_t k, Job& job) noexcept;

  detail::fips202::ParallelSponges sponges_;
  Isa isa_;
  unsigned running_ = 0;  // bit k: sponge k has a job
  std::array<Job, detail::kMaxKeccakStates> jobs_;
};

}  // namespace lath::ml_kem
