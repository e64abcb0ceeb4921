// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "backend.hpp"
#include "cyclotomic_rows.hpp"
#include "lath/arith/primes.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/cpu.hpp"
#include "lath/base/error.hpp"
#include "lath/ntt/sparse_reduction.hpp"
#include "lath/rns/rns_basis.hpp"
#include "mixed_radix.hpp"
#include "results.hpp"
#include "transform_factors.hpp"

namespace lath::hardware::detail {
namespace {

// Sums of at most 2420 coefficients below 2^135: below 2^146.3, and three primes just below 2^50
// have a product above 2^149. The product modulo x^2783 - 1 is lifted as the integer that it is,
// then wrapped modulo 2^135.
class PowerBackend final : public Backend {
 public:
  static constexpr std::size_t kLimbs = MixedRadix::kLimbs;

  PowerBackend(const CoefficientModulus& q, std::span<const Word> key)
      : rows_(detail::row_kernels(active_isa())),
        top_(q.bound(kChunks - 1) - 1),
        primes_(ntt_primes(50, kLongWords, kLimbs)),
        radix_(primes_) {
    constexpr std::size_t kWords = 3;
    Buffer<std::uint64_t> integers(kDegree * kWords), residues(kDegree * kLimbs);
    for (std::size_t i = 0; i < kDegree; ++i) {
      const Word* const c = key.data() + i * kChunks;
      std::uint64_t* const to = integers.data() + i * kWords;
      to[0] = c[0] | std::uint64_t{c[1]} << 27 | std::uint64_t{c[2]} << 54;
      to[1] = c[2] >> 10 | std::uint64_t{c[3]} << 17 | std::uint64_t{c[4]} << 44;
      to[2] = c[4] >> 20;
    }
    const std::vector<Modulus> moduli(primes_.begin(), primes_.end());
    RnsBasis::create(moduli).reduce(residues.data(), kDegree, integers.data(), kWords, kDegree,
                                    Representative::nonnegative);
    for (std::size_t i = 0; i < kLimbs; ++i) {
      factors_.emplace_back(primes_[i], residues.data() + i * kDegree);
    }
  }

  [[nodiscard]] std::size_t scratch_bytes() const override {
    Scratch scratch(nullptr);
    static_cast<void>(Parts(*this, scratch));
    return scratch.used();
  }

  Traffic multiply_add(const Messages& messages, std::byte* memory) const override {
    Scratch scratch(memory);
    const Parts parts(*this, scratch);
    interleave_messages(parts.errors, messages.errors, messages.count);
    for (std::size_t j = 0; j < messages.count; ++j) {
      split_binary(parts.split, messages.u + j * kDegree);
      for (std::size_t i = 0; i < kLimbs; ++i) {
        factors_[i].multiply(parts.product, parts.split);
        std::copy_n(parts.product, kIndex, parts.residues + i * kIndex);
      }
      radix_.lift(parts.rows, parts.residues, kIndex, parts.reduced);
      parts.modulo.reduce(parts.rows);
      finish_one(messages.results + j * kDegree * kChunks, parts.rows, row_words(Lanes::one),
                 parts.errors, j, top_);
    }
    return {};
  }

 private:
  struct Parts {
    std::int8_t* split;
    std::uint64_t *product, *residues, *reduced;
    Word *rows, *errors;
    CyclotomicRows modulo;

    Parts(const PowerBackend& of, Scratch& scratch)
        : split(scratch.take<std::int8_t>(kFactorWords)),
          product(scratch.take<std::uint64_t>(TransformFactors<std::uint64_t>::kProductWords)),
          residues(scratch.take<std::uint64_t>(kLimbs * kIndex)),
          reduced(scratch.take<std::uint64_t>(MixedRadix::scratch_words(kIndex))),
          rows(scratch.take<Word>(kIndex * row_words(Lanes::one))),
          errors(scratch.take<Word>(kDegree)),
          modulo(of.rows_, Lanes::one, scratch) {}
  };

  RowKernels rows_;
  Word top_;  // the bits of the last chunk
  std::vector<std::uint64_t> primes_;
  MixedRadix radix_;
  std::vector<TransformFactors<std::uint64_t>> factors_;
};

class PrimesBackend final : public Backend {
 public:
  PrimesBackend(const CoefficientModulus& q, std::span<const Word> key)
      : reduction_(SparseReduction::create(kIndex)) {
    Buffer<Word> residues(kDegree);
    for (std::size_t k = 0; k < kChunks; ++k) {
      for (std::size_t i = 0; i < kDegree; ++i) residues[i] = key[i * kChunks + k];
      factors_.emplace_back(q.bound(k), residues.data());
    }
  }

  [[nodiscard]] std::size_t scratch_bytes() const override {
    Scratch scratch(nullptr);
    static_cast<void>(Parts(*this, scratch));
    return scratch.used();
  }

  Traffic multiply_add(const Messages& messages, std::byte* memory) const override {
    Scratch scratch(memory);
    const Parts parts(*this, scratch);
    for (std::size_t j = 0; j < messages.count; ++j) {
      split_binary(parts.split, messages.u + j * kDegree);
      const std::int8_t* const errors = messages.errors + j * kDegree;
      for (std::size_t k = 0; k < kChunks; ++k) {
        const auto& arithmetic = factors_[k].arithmetic();
        factors_[k].multiply(parts.product, parts.split);
        reduction_.reduce(std::span(parts.product, kIndex), std::span(parts.rest, parts.rest_words),
                          arithmetic);
        for (std::size_t i = 0; i < kDegree; ++i) {
          const Word e = static_cast<Word>(errors[i]);
          parts.rest[i] = e + (arithmetic.modulus() & ct::mask_of_top_bit(e));
        }
        arithmetic.add(parts.product, parts.product, parts.rest, kDegree);
        Word* const to = messages.results + j * kDegree * kChunks + k;
        for (std::size_t i = 0; i < kDegree; ++i) to[i * kChunks] = parts.product[i];
      }
    }
    return {};
  }

 private:
  struct Parts {
    std::int8_t* split;
    Word* product;
    std::size_t rest_words;
    Word* rest;

    Parts(const PrimesBackend& of, Scratch& scratch)
        : split(scratch.take<std::int8_t>(kFactorWords)),
          product(scratch.take<Word>(TransformFactors<Word>::kProductWords)),
          rest_words(of.reduction_.scratch_words(kIndex)),
          rest(scratch.take<Word>(std::max(rest_words, kDegree))) {}
  };

  SparseReduction reduction_;
  std::vector<TransformFactors<Word>> factors_;
};

}  // namespace

BackendPointer transform_modulo_power(const CoefficientModulus& q, std::span<const Word> key) {
  return std::make_shared<const PowerBackend>(q, key);
}

BackendPointer transform_modulo_primes(const CoefficientModulus& q, std::span<const Word> key) {
  for (const Word p : q.primes()) {
    if (p % (2 * kLongWords) == 1) continue;
    throw Error(ErrorCode::unsupported, "the prime " + std::to_string(p) + " of a modulus",
                "need primes that are 1 mod 8192 for transforms", "take those of ntt_primes()");
  }
  return std::make_shared<const PrimesBackend>(q, key);
}

}  // namespace lath::hardware::detail
