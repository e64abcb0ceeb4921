// SPDX-License-Identifier: Apache-2.0
#include "lath/rns/base_conversion.hpp"

#include <algorithm>
#include <vector>

#include "lath/base/buffer.hpp"
#include "lath/base/cpu.hpp"
#include "lath/base/parallel.hpp"
#include "rns/row_sums.hpp"

namespace lath {

namespace {

using detail::RowStarts;
using detail::RowSums;

// The number of products of words that are worth a thread, and the largest number of parts of a
// conversion: each part has scratch memory of its own.
constexpr std::size_t kProductsPerPart = 3 << 16, kParts = 16;
// Parts begin on cache lines.
constexpr std::size_t kPartUnit = kCacheLine / sizeof(std::uint16_t);
// Rows of short words that are written together: as many as every instruction set sums together, or
// a multiple.
constexpr std::size_t kTogether = 6;
constexpr RowStarts<const std::uint64_t> kNoOwn(nullptr, 0);

}  // namespace

struct BaseConversion::State {
  RnsBasis from, to;
  std::unique_ptr<const RowSums> residues, fractions;  // without fractions, and with 64 bits

  // A nonnegative integer below a single modulus is its residue.
  [[nodiscard]] const RowSums& sums(Conversion conversion) const noexcept {
    const bool none = conversion == Conversion::fast ||
                      (conversion == Conversion::nonnegative && from.size() == 1);
    return none ? *residues : *fractions;
  }

  // The number of words of scratch memory for a part: a block, and rows of short words in 64 bits.
  template <ResidueWord Word>
  [[nodiscard]] std::size_t scratch_words(const RowSums& sums) const noexcept {
    const std::size_t rows = sizeof(Word) == 8 ? 0 : std::max(from.size(), kTogether);
    return ((sums.block_words() + rows * sums.block()) / kPartUnit + 1) * kPartUnit;
  }

  template <ResidueWord Word>
  void convert(RowStarts<Word> out, RowStarts<const Word> in, std::size_t begin, std::size_t end,
               Conversion conversion, std::uint64_t* scratch) const noexcept {
    const RowSums& sums = this->sums(conversion);
    const auto rounding = conversion == Conversion::nonnegative ? RowSums::Rounding::down
                                                                : RowSums::Rounding::nearest;
    for (std::size_t first = begin; first < end; first += sums.block()) {
      const std::size_t size = std::min(sums.block(), end - first);
      if constexpr (sizeof(Word) == 8) {
        sums.scale(scratch, in, first, size, rounding);
        sums.write(out, 0, to.size(), scratch, kNoOwn, first, size);
      } else {
        convert_short(out, in, first, size, sums, rounding, scratch);
      }
    }
  }
  // Converts all coefficients, in parts that threads share.
  template <ResidueWord Word>
  void convert_all(RowStarts<Word> out, RowStarts<const Word> in, std::size_t count,
                   Conversion conversion) const;

 private:
  // Converts one block of short words.
  template <ResidueWord Word>
  void convert_short(RowStarts<Word> out, RowStarts<const Word> in, std::size_t first,
                     std::size_t size, const RowSums& sums, RowSums::Rounding rounding,
                     std::uint64_t* scratch) const noexcept {
    const RowStarts<std::uint64_t> rows(scratch + sums.block_words(), sums.block());
    for (std::size_t i = 0; i < from.size(); ++i) std::copy_n(in[i] + first, size, rows[i]);
    sums.scale(scratch, RowStarts<const std::uint64_t>(rows[0], sums.block()), 0, size, rounding);
    for (std::size_t j = 0; j < to.size(); j += kTogether) {
      const std::size_t targets = std::min(kTogether, to.size() - j);
      sums.write(rows, j, targets, scratch, kNoOwn, 0, size);
      for (std::size_t t = 0; t < targets; ++t) {
        std::transform(rows[t], rows[t] + size, out[j + t] + first,
                       [](std::uint64_t word) { return static_cast<Word>(word); });
      }
    }
  }
};

BaseConversion::BaseConversion(std::shared_ptr<const State> state) noexcept
    : state_(std::move(state)) {}

BaseConversion BaseConversion::create(const RnsBasis& from, const RnsBasis& to) {
  std::vector<RowSums::Source> sources;
  sources.reserve(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    sources.push_back({from.modulus(i), from.punctured_inverse(i)});
  }
  const std::size_t n = from.words();
  std::vector<std::uint64_t> punctured(from.size() * n);
  for (std::size_t i = 0; i < from.size(); ++i) {
    const auto product = from.punctured_product(i);
    std::copy(product.begin(), product.end(), &punctured[i * n]);
  }
  std::vector<std::uint64_t> residues(to.size() * from.size());
  to.reduce(residues.data(), from.size(), punctured.data(), n, from.size(),
            Representative::nonnegative);
  std::vector<RowSums::Target> targets;
  targets.reserve(to.size());
  for (std::size_t j = 0; j < to.size(); ++j) {
    const auto row = std::span(residues).subspan(j * from.size(), from.size());
    targets.push_back({to.modulus(j), {row.begin(), row.end()}});
  }
  const auto sums = [&](RowSums::Fraction fraction) {
    return RowSums::create(active_isa(), sources, targets, fraction);
  };
  auto without = sums(RowSums::Fraction::none);
  residues.resize(to.size());
  to.reduce(residues.data(), 1, from.product().data(), n, 1, Representative::nonnegative);
  for (std::size_t j = 0; j < to.size(); ++j) {
    targets[j].quotient_factor = to.modulus(j).negate(residues[j]);
  }
  return BaseConversion(std::make_shared<const State>(
      State{from, to, std::move(without), sums(RowSums::Fraction::bits64)}));
}

const RnsBasis& BaseConversion::from() const& noexcept { return state_->from; }
const RnsBasis& BaseConversion::to() const& noexcept { return state_->to; }

template <ResidueWord Word>
void BaseConversion::State::convert_all(RowStarts<Word> out, RowStarts<const Word> in,
                                        std::size_t count, Conversion conversion) const {
  const std::size_t work = count * from.size() * (to.size() + 1);
  const std::size_t parts = std::clamp(work / kProductsPerPart, std::size_t{1}, kParts);
  const std::size_t part = (count / parts / kPartUnit + 1) * kPartUnit;
  const std::size_t words = scratch_words<Word>(sums(conversion));
  Buffer<std::uint64_t, Secret> scratch(parts * words);
  parallel_for(parts, 1, [&](std::size_t i) noexcept {
    const std::size_t first = std::min(i * part, count), last = std::min(first + part, count);
    convert(out, in, first, last, conversion, scratch.data() + i * words);
  });
}

template <class Word>
void BaseConversion::convert_words(Word* out, std::size_t out_stride, const Word* in,
                                   std::size_t in_stride, std::size_t count,
                                   Conversion conversion) const {
  state_->convert_all(RowStarts<Word>(out, out_stride), RowStarts<const Word>(in, in_stride), count,
                      conversion);
}

template <class Word>
void BaseConversion::convert_words(std::span<Word* const> out, const Word* in,
                                   std::size_t in_stride, std::size_t count,
                                   Conversion conversion) const {
  state_->convert_all(RowStarts<Word>(out.data()), RowStarts<const Word>(in, in_stride), count,
                      conversion);
}

template void BaseConversion::convert_words(std::span<std::uint16_t* const>, const std::uint16_t*,
                                            std::size_t, std::size_t, Conversion) const;
template void BaseConversion::convert_words(std::span<std::uint32_t* const>, const std::uint32_t*,
                                            std::size_t, std::size_t, Conversion) const;
template void BaseConversion::convert_words(std::span<std::uint64_t* const>, const std::uint64_t*,
                                            std::size_t, std::size_t, Conversion) const;
template void BaseConversion::convert_words(std::uint16_t*, std::size_t, const std::uint16_t*,
                                            std::size_t, std::size_t, Conversion) const;
template void BaseConversion::convert_words(std::uint32_t*, std::size_t, const std::uint32_t*,
                                            std::size_t, std::size_t, Conversion) const;
template void BaseConversion::convert_words(std::uint64_t*, std::size_t, const std::uint64_t*,
                                            std::size_t, std::size_t, Conversion) const;

}  // namespace lath
