// SPDX-License-Identifier: Apache-2.0
#include "lath/rns/base_conversion.hpp"

#include <algorithm>
#include <vector>

#include "lath/base/buffer.hpp"
#include "lath/base/cpu.hpp"
#include "lath/base/parallel.hpp"
#include "rns/conversion_sums.hpp"

namespace lath {

struct BaseConversion::State {
  RnsBasis from, to;
  std::unique_ptr<const detail::ConversionSums> products;
};

namespace {

// The number of products of words that are worth a thread, and the largest number of parts of a
// conversion: each part has scratch memory of its own.
constexpr std::size_t kProductsPerPart = 65536, kParts = 16;
// Parts begin on cache lines.
constexpr std::size_t kPartUnit = kCacheLine / sizeof(std::uint16_t);

detail::ConversionSums::Quotient quotient_of(Conversion conversion) noexcept {
  using enum detail::ConversionSums::Quotient;
  return conversion == Conversion::fast          ? none
         : conversion == Conversion::nonnegative ? down
                                                 : nearest;
}

}  // namespace

BaseConversion::BaseConversion(std::shared_ptr<const State> state) noexcept
    : state_(std::move(state)) {}

BaseConversion BaseConversion::create(const RnsBasis& from, const RnsBasis& to) {
  std::vector<detail::ConversionSums::Source> sources;
  sources.reserve(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    sources.push_back({from.modulus(i).value(), from.punctured_inverse(i)});
  }
  const std::size_t n = from.words();
  std::vector<std::uint64_t> residues(to.size());
  to.reduce(residues.data(), 1, from.product().data(), n, 1, Representative::nonnegative);
  std::vector<detail::ConversionSums::Target> targets;
  targets.reserve(to.size());
  for (std::size_t j = 0; j < to.size(); ++j) {
    targets.push_back({to.modulus(j).value(), std::vector<std::uint64_t>(from.size()),
                       to.modulus(j).negate(residues[j])});
  }
  std::vector<std::uint64_t> punctured(from.size() * n);
  for (std::size_t i = 0; i < from.size(); ++i) {
    const auto product = from.punctured_product(i);
    std::copy(product.begin(), product.end(), &punctured[i * n]);
  }
  residues.resize(to.size() * from.size());
  to.reduce(residues.data(), from.size(), punctured.data(), n, from.size(),
            Representative::nonnegative);
  for (std::size_t j = 0; j < to.size(); ++j) {
    std::copy_n(&residues[j * from.size()], from.size(), targets[j].factors.begin());
  }
  return BaseConversion(std::make_shared<const State>(
      State{from, to, detail::ConversionSums::create(active_isa(), sources, targets)}));
}

const RnsBasis& BaseConversion::from() const& noexcept { return state_->from; }
const RnsBasis& BaseConversion::to() const& noexcept { return state_->to; }

template <ResidueWord Word>
void BaseConversion::convert(Word* out, std::size_t out_stride, const Word* in,
                             std::size_t in_stride, std::size_t count,
                             Conversion conversion) const {
  const detail::ConversionSums& products = *state_->products;
  const std::size_t work = count * from().size() * (to().size() + 1);
  const std::size_t parts = std::clamp(work / kProductsPerPart, std::size_t{1}, kParts);
  const std::size_t part = (count / parts / kPartUnit + 1) * kPartUnit;
  const std::size_t words = (products.scratch_words() / kPartUnit + 1) * kPartUnit;
  Buffer<std::uint64_t, Secret> scratch(parts * words);
  parallel_for(parts, 1, [&](std::size_t i) noexcept {
    const std::size_t first = std::min(i * part, count), last = std::min(first + part, count);
    products.convert(out + first, out_stride, in + first, in_stride, last - first,
                     quotient_of(conversion), scratch.data() + i * words);
  });
}

template void BaseConversion::convert(std::uint16_t*, std::size_t, const std::uint16_t*,
                                      std::size_t, std::size_t, Conversion) const;
template void BaseConversion::convert(std::uint32_t*, std::size_t, const std::uint32_t*,
                                      std::size_t, std::size_t, Conversion) const;
template void BaseConversion::convert(std::uint64_t*, std::size_t, const std::uint64_t*,
                                      std::size_t, std::size_t, Conversion) const;

}  // namespace lath
