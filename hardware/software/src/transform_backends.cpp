// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <utility>
#include <vector>

#include "backend.hpp"
#include "cyclic_products.hpp"
#include "cyclotomic_rows.hpp"
#include "lath/arith/vector_arithmetic.hpp"
#include "lath/base/cpu.hpp"
#include "lath/ntt/sparse_reduction.hpp"
#include "lath/rns/rns_basis.hpp"
#include "lath/rns/row_map.hpp"
#include "results.hpp"

namespace lath::hardware::detail {
namespace {

constexpr std::size_t kDigits = CyclicProducts::kDigits;
constexpr int kDigitBits = CyclicProducts::kDigitBits;
constexpr std::array<Word, kDegree> kNoErrors{};  // the products have them

// The products of digits are added at their places, modulo 2^135.
class PowerBackend final : public Backend {
 public:
  PowerBackend(const CoefficientModulus& q, std::span<const Word> key)
      : rows_(detail::row_kernels(active_isa())),
        top_(q.bound(kChunks - 1) - 1),
        products_(integers_of(key)) {}

  [[nodiscard]] std::size_t scratch_bytes() const override {
    Scratch scratch(nullptr);
    static_cast<void>(Parts(*this, scratch));
    return scratch.used();
  }

  Traffic multiply_add(const Messages& messages, std::byte* memory) const override {
    Scratch scratch(memory);
    const Parts parts(*this, scratch);
    for (std::size_t j = 0; j < messages.count; ++j) {
      products_.multiply_add(parts.products, messages.u + j * kDegree,
                             messages.errors + j * kDegree);
      add_digits(parts.rows, parts.products);
      parts.modulo.reduce(parts.rows);
      finish_one(messages.results + j * kDegree * kChunks, parts.rows, row_words(Lanes::one),
                 kNoErrors.data(), 0, top_);
    }
    return {};
  }

 private:
  struct Parts {
    CyclicProducts::Memory products;
    Word* rows;
    CyclotomicRows modulo;

    Parts(const PowerBackend& of, Scratch& scratch)
        : products(of.products_, scratch),
          rows(scratch.take<Word>(kIndex * row_words(Lanes::one))),
          modulo(of.rows_, Lanes::one, scratch) {}
  };

  static Buffer<std::uint64_t> integers_of(std::span<const Word> key) {
    constexpr std::size_t kWords = CyclicProducts::kWords;
    Buffer<std::uint64_t> integers(kDegree * kWords);
    for (std::size_t i = 0; i < kDegree; ++i) {
      const Word* const c = key.data() + i * kChunks;
      std::uint64_t* const to = integers.data() + i * kWords;
      to[0] = c[0] | std::uint64_t{c[1]} << 27 | std::uint64_t{c[2]} << 54;
      to[1] = c[2] >> 10 | std::uint64_t{c[3]} << 17 | std::uint64_t{c[4]} << 44;
      to[2] = c[4] >> 20;
    }
    return integers;
  }

  // Full chunks. Digit d begins 7 d bits above chunk d. The sums with the first three digits are
  // below 2^(46 + 14) + 2^37; the lower 54 bits of the last sum count.
  static void add_digits(Word* rows, const CyclicProducts::Memory& products) noexcept {
    for (std::size_t i = 0; i < kIndex; ++i, rows += kChunks) {
      std::uint64_t sum = 0;
      for (std::size_t d = 0; d < kDigits; ++d) {
        sum += products.digit(d)[i] << (kDigitBits - kChunkBits) * static_cast<int>(d);
        rows[d] = static_cast<Word>(sum) & kChunkMask;
        sum >>= kChunkBits;
      }
      rows[kDigits] = static_cast<Word>(sum) & kChunkMask;
    }
  }

  RowKernels rows_;
  Word top_;  // the bits of the last chunk
  CyclicProducts products_;
};

// The products of digits are added modulo each prime.
class PrimesBackend final : public Backend {
 public:
  PrimesBackend(const CoefficientModulus& q, std::span<const Word> key)
      : products_(integers_of(q, key)),
        sums_(sums_of(products_.modulus(), q)),
        reduction_(SparseReduction::create(kIndex)) {
    for (const Word p : q.primes()) arithmetic_.push_back(VectorArithmetic<Word>::create(p));
  }

  [[nodiscard]] std::size_t scratch_bytes() const override {
    Scratch scratch(nullptr);
    static_cast<void>(Parts(*this, scratch));
    return scratch.used();
  }

  Traffic multiply_add(const Messages& messages, std::byte* memory) const override {
    Scratch scratch(memory);
    const Parts parts(*this, scratch);
    std::array<const std::uint64_t*, kDigits> digits{};
    for (std::size_t d = 0; d < kDigits; ++d) digits[d] = parts.products.digit(d);
    std::array<std::uint64_t*, kChunks> residues{};
    for (std::size_t k = 0; k < kChunks; ++k) residues[k] = parts.residues + k * kIndex;
    const std::span rest(parts.rest, reduction_.scratch_words(kIndex));
    for (std::size_t j = 0; j < messages.count; ++j) {
      products_.multiply_add(parts.products, messages.u + j * kDegree,
                             messages.errors + j * kDegree);
      sums_.convert(residues, digits, {}, kIndex, {parts.sums, sums_.scratch_words()});
      for (std::size_t k = 0; k < kChunks; ++k) {
        Word* const plane = parts.planes + k * kIndex;
        for (std::size_t i = 0; i < kIndex; ++i) plane[i] = static_cast<Word>(residues[k][i]);
        reduction_.reduce(std::span(plane, kIndex), rest, arithmetic_[k]);
      }
      Word* to = messages.results + j * kDegree * kChunks;
      for (std::size_t i = 0; i < kDegree; ++i) {
        for (std::size_t k = 0; k < kChunks; ++k) *to++ = parts.planes[k * kIndex + i];
      }
    }
    return {};
  }

 private:
  struct Parts {
    CyclicProducts::Memory products;
    std::uint64_t *residues, *sums;
    Word *planes, *rest;

    Parts(const PrimesBackend& of, Scratch& scratch)
        : products(of.products_, scratch),
          residues(scratch.take<std::uint64_t>(kChunks * kIndex)),
          sums(scratch.take<std::uint64_t>(of.sums_.scratch_words())),
          planes(scratch.take<Word>(kChunks * kIndex)),
          rest(scratch.take<Word>(of.reduction_.scratch_words(kIndex))) {}
  };

  static std::vector<Modulus> moduli_of(const CoefficientModulus& q) {
    return {q.primes().begin(), q.primes().end()};
  }

  static Buffer<std::uint64_t> integers_of(const CoefficientModulus& q, std::span<const Word> key) {
    Buffer<Word> residues(key.size());
    for (std::size_t i = 0; i < key.size(); ++i) {
      residues[i % kChunks * kDegree + i / kChunks] = key[i];
    }
    const RnsBasis basis = RnsBasis::create(moduli_of(q));
    Buffer<std::uint64_t> integers(kDegree * CyclicProducts::kWords);
    basis.lift(integers.data(), residues.data(), kDegree, kDegree, Representative::nonnegative);
    return integers;
  }

  static RowMap sums_of(const Modulus& prime, const CoefficientModulus& q) {
    const std::vector<RowMap::Source> digits(kDigits, {prime, 1});
    std::vector<RowMap::Target> targets;
    for (const Modulus& p : moduli_of(q)) {
      RowMap::Target target{p, {1}};
      while (target.factors.size() != kDigits) {
        target.factors.push_back(
            p.multiply(target.factors.back(), p.reduce(std::uint64_t{1} << kDigitBits)));
      }
      targets.push_back(std::move(target));
    }
    return RowMap::create(digits, targets, RowMap::Fraction::none);
  }

  CyclicProducts products_;
  RowMap sums_;
  SparseReduction reduction_;
  std::vector<VectorArithmetic<Word>> arithmetic_;
};

}  // namespace

BackendPointer transform_modulo_power(const CoefficientModulus& q, std::span<const Word> key) {
  return std::make_shared<const PowerBackend>(q, key);
}

BackendPointer transform_modulo_primes(const CoefficientModulus& q, std::span<const Word> key) {
  return std::make_shared<const PrimesBackend>(q, key);
}

}  // namespace lath::hardware::detail
