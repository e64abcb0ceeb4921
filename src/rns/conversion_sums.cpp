// SPDX-License-Identifier: Apache-2.0
//
// The scalar reference of sums over limbs, with sums of 128 bits, for every modulus; and the choice
// between the reference and vectors.
#include "rns/conversion_sums.hpp"

#include <algorithm>

#include "lath/arith/shoup.hpp"
#include "lath/base/constant_time.hpp"

namespace lath::detail {
namespace {

// Block size: the y of a block, for up to a hundred limbs, stay in the second-level cache.
constexpr std::size_t kBlock = 256;
// The sum of this many products of a y and a residue, both below 2^62, is below 2^128.
constexpr std::size_t kSum = 15;
// Several sums side by side, since a single sum would wait for its carries.
constexpr std::size_t kLanes = 4;

class ScalarConversionSums final : public ConversionSumsOf<ScalarConversionSums> {
 public:
  ScalarConversionSums(std::span<const Source> sources, std::span<const Target> targets) {
    for (const Source& s : sources) {
      sources_.push_back({Barrett<std::uint64_t>(s.modulus), {s.factor, s.modulus}});
    }
    for (const Target& t : targets) {
      const Modulus p(t.modulus);
      const std::uint64_t high = p.add(p.reduce(~std::uint64_t{0}), p.reduce(1));
      targets_.push_back({t, {p.reduce(1), p.value()}, {high, p.value()}});
    }
  }

  // Rows of y, and one of alpha.
  [[nodiscard]] std::size_t scratch_words() const noexcept override {
    return (sources_.size() + 1) * kBlock;
  }

  template <ResidueWord Word>
  void convert_limbs(Word* out, std::size_t out_stride, const Word* in, std::size_t in_stride,
                     std::size_t count, Quotient quotient, std::uint64_t* scratch) const noexcept {
    const std::size_t k = sources_.size();
    std::uint64_t* alpha = scratch + k * kBlock;
    const std::uint64_t offset =
        quotient == Quotient::nearest ? std::uint64_t{1} << 63 : std::uint64_t{k};
    for (std::size_t first = 0; first < count; first += kBlock) {
      const std::size_t block = std::min(kBlock, count - first);
      for (std::size_t c = 0; c < block; c += kLanes) {
        scale_lanes(scratch + c, kBlock, alpha + c, offset, in + first + c, in_stride,
                    std::min(kLanes, block - c));
      }
      if (quotient == Quotient::none) std::fill_n(alpha, kBlock, 0);
      for (std::size_t j = 0; j < targets_.size(); ++j) {
        add_products(out + j * out_stride + first, targets_[j], scratch, alpha, block);
      }
    }
  }

  template <ResidueWord Word>
  void scale_limbs(std::uint64_t* y, std::uint64_t* quotients, const Word* in, std::size_t stride,
                   std::size_t count) const noexcept {
    for (std::size_t c = 0; c < count; c += kLanes) {
      scale_lanes(y + c, kScaled, quotients + c, 0, in + c, stride, std::min(kLanes, count - c));
    }
  }

 private:
  struct ScaledSource {
    Barrett<std::uint64_t> barrett;
    ShoupFactor<std::uint64_t> factor;
  };
  struct ReducedTarget {
    Target table;
    ShoupFactor<std::uint64_t> one, high;  // 1 and 2^64 modulo the target
  };

  // Writes the y of up to kLanes coefficients, with `row` words from one limb to the next, and
  // their quotients.
  template <ResidueWord Word>
  void scale_lanes(std::uint64_t* y, std::size_t row, std::uint64_t* quotients,
                   std::uint64_t offset, const Word* in, std::size_t stride,
                   std::size_t lanes) const noexcept {
    uint128 fractions[kLanes];
    std::fill_n(fractions, kLanes, offset);
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      const ScaledSource& s = sources_[i];
      for (std::size_t l = 0; l < lanes; ++l) {
        const std::uint64_t value = s.factor.multiply(in[i * stride + l], s.barrett.modulus());
        y[i * row + l] = value;
        fractions[l] += s.barrett.shoup_quotient(value);
      }
    }
    for (std::size_t l = 0; l < lanes; ++l) {
      quotients[l] = static_cast<std::uint64_t>(fractions[l] >> 64);
    }
  }

  // sum mod p.
  static std::uint64_t partially_reduced(uint128 sum, const ReducedTarget& target) noexcept {
    const std::uint64_t p = target.table.modulus;
    const std::uint64_t r = target.one.multiply(static_cast<std::uint64_t>(sum), p) +
                            target.high.multiply(static_cast<std::uint64_t>(sum >> 64), p);
    return ct::subtract_once(r, p);
  }

  template <ResidueWord Word>
  static void add_products(Word* out, const ReducedTarget& target, const std::uint64_t* y,
                           const std::uint64_t* alpha, std::size_t block) noexcept {
    const std::uint64_t* factors = target.table.factors.data();
    const std::size_t k = target.table.factors.size();
    for (std::size_t c = 0; c < block; c += kLanes) {
      uint128 sums[kLanes];
      for (std::size_t l = 0; l < kLanes; ++l) {
        sums[l] = uint128{alpha[c + l]} * target.table.quotient_factor;
      }
      for (std::size_t first = 0; first < k; first += kSum) {
        if (first != 0) {
          for (uint128& sum : sums) sum = partially_reduced(sum, target);
        }
        const std::size_t last = std::min(first + kSum, k);
        for (std::size_t i = first; i < last; ++i) {
          const std::uint64_t* row = y + i * kBlock + c;
          for (std::size_t l = 0; l < kLanes; ++l) sums[l] += uint128{row[l]} * factors[i];
        }
      }
      for (std::size_t l = 0; l < kLanes && c + l < block; ++l) {
        out[c + l] = static_cast<Word>(partially_reduced(sums[l], target));
      }
    }
  }

  std::vector<ScaledSource> sources_;
  std::vector<ReducedTarget> targets_;
};

}  // namespace

std::unique_ptr<const ConversionSums> ConversionSums::create(Isa isa,
                                                             std::span<const Source> sources,
                                                             std::span<const Target> targets) {
  const auto small = [](const auto& entry) { return bit_length(entry.modulus) <= kF64ModulusBits; };
  if (std::ranges::all_of(sources, small) && std::ranges::all_of(targets, small)) {
    if (auto products = make_conversion_sums_f64(isa, sources, targets)) return products;
  }
  return std::make_unique<ScalarConversionSums>(sources, targets);
}

}  // namespace lath::detail
