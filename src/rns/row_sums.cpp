// SPDX-License-Identifier: Apache-2.0
//
// The scalar reference of row maps, for every modulus; and the choice between it and vectors.
#include "rns/row_sums.hpp"

#include <vector>

#include "rns/word_rows.hpp"

namespace lath::detail {
namespace {

// The rows of a block, for up to a hundred limbs, stay in the second-level cache.
constexpr std::size_t kBlock = 256;

class WordRowSums final : public RowSums {
 public:
  WordRowSums(std::span<const Source> sources, std::span<const Target> targets, Fraction fraction)
      : fraction_(fraction), alone_(fraction != Fraction::none && sources.size() == 1) {
    for (const Source& s : sources) sources_.emplace_back(s, fraction, alone_);
    for (const Target& t : targets) {
      targets_.emplace_back(t, t.factors, 0);
      takes_own_ = takes_own_ || t.own_factor != 0;
    }
  }

  [[nodiscard]] std::size_t block() const noexcept override { return kBlock; }
  // Rows of y, and one of alpha.
  [[nodiscard]] std::size_t block_words() const noexcept override {
    return (sources_.size() + 1) * kBlock;
  }

  void scale(std::uint64_t* y, const std::uint64_t* const* in, std::size_t first,
             std::size_t count) const noexcept override {
    auto* rows = reinterpret_cast<std::int64_t*>(y);
    const std::size_t k = sources_.size();
    for (std::size_t c = 0; c < count; ++c) {
      WordFraction sum;
      for (std::size_t i = 0; i < k; ++i) {
        const std::int64_t value = sources_[i].scaled(in[i][first + c]);
        rows[i * kBlock + c] = value;
        sources_[i].add_fraction(sum, value, fraction_);
      }
      rows[k * kBlock + c] = quotient_of(sum);
    }
  }

  void write(std::uint64_t* const* out, std::size_t j, std::size_t targets, const std::uint64_t* y,
             const std::uint64_t* const* own, std::size_t first,
             std::size_t count) const noexcept override {
    const auto* rows = reinterpret_cast<const std::int64_t*>(y);
    const bool has_quotient = fraction_ != Fraction::none && !alone_;
    const std::int64_t* alpha = has_quotient ? rows + sources_.size() * kBlock : nullptr;
    for (std::size_t i = 0; i < targets; ++i) {
      targets_[j + i].write(out[i] + first, rows, kBlock, alpha,
                            takes_own_ ? own[i] + first : nullptr, count);
    }
  }

 private:
  [[nodiscard]] std::int64_t quotient_of(const WordFraction& sum) const noexcept {
    if (fraction_ == Fraction::bits44) {
      return static_cast<std::int64_t>(round_to_even(sum.bits44 * 0x1p-44));
    }
    return static_cast<std::int64_t>((sum.bits64 + (int128{1} << 63)) >> 64);
  }

  std::vector<WordSource> sources_;
  std::vector<WordTarget> targets_;
  Fraction fraction_;
  bool alone_, takes_own_ = false;
};

}  // namespace

std::unique_ptr<const RowSums> RowSums::create(Isa isa, std::span<const Source> sources,
                                               std::span<const Target> targets, Fraction fraction) {
  if (auto sums = make_row_sums_f64(isa, sources, targets, fraction)) return sums;
  return std::make_unique<WordRowSums>(sources, targets, fraction);
}

}  // namespace lath::detail
