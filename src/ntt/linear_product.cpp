// SPDX-License-Identifier: Apache-2.0
#include "ntt/linear_product.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>

#include "lath/ntt/cyclotomic_polynomial.hpp"
#include "ntt/gathered_sums.hpp"

namespace lath::detail {
namespace {

using Word = std::uint64_t;

// Sums modulo x^M - 1 are of at most so many words.
constexpr std::size_t kLeastPart = 8;
// Places have 16 bits.
constexpr std::uint64_t kMaxIndexOfProducts = std::uint64_t{1} << 16;

// Words x^i and x^(i + step), ... stand for one where x^step is 1: all are added to the first
// `count`.
template <class Integer, class Add>
void fold(Integer* out, const Integer* a, std::size_t count, std::size_t words, const Add& add) {
  std::copy_n(a, std::min(count, words), out);
  if (words < count) std::fill(out + words, out + count, Integer{});
  for (std::size_t i = count; i < words; i += count) add(out, a + i, std::min(count, words - i));
}

void gather(Word* out, const Word* a, std::span<const std::uint16_t> places) {
  for (std::size_t i = 0; i < places.size(); ++i) out[i] = a[places[i]];
}

// The places of x^k along the axis of q, k_q = k (m/q)^-1 mod q, if the basis does not have it: k_q
// is phi(q) or more.
std::vector<std::uint16_t> places_outside(std::uint64_t m, const CyclotomicIndex::Axis& axis) {
  std::vector<std::uint16_t> places(m / axis.prime);
  // Multiples of m/q go along the axis; the other axes need multiples of q.
  const std::uint64_t along = m / axis.value;
  for (std::uint64_t digit = axis.degree; digit < axis.value; ++digit) {
    for (std::uint64_t other = 0; other < along; ++other) {
      const std::uint64_t place = (digit * along + other * axis.value) % m;
      places[place % places.size()] = static_cast<std::uint16_t>(place);
    }
  }
  return places;
}

}  // namespace

LinearLayout::LinearLayout(const CyclotomicIndex& index)
    : index_(index),
      reduction_(SparseReduction::create(index.value())),
      degree_(index.degree()),
      long_(std::bit_floor(2 * degree_ - 1)),
      short_(std::max(std::bit_ceil(2 * degree_ - long_), long_ / kLeastPart)),
      powers_(degree_) {
  for (std::size_t i = 0; i < degree_; ++i) powers_[i] = static_cast<std::uint16_t>(index.power(i));
  for (const auto& axis : index_.axes()) {
    outside_.push_back({axis.prime, places_outside(index.value(), axis)});
    longest_block_ = std::max(longest_block_, outside_.back().places.size());
  }
}

std::optional<LinearLayout> LinearLayout::create(const CyclotomicIndex& index) {
  if (index.value() % 2 == 0 || index.value() > kMaxIndexOfProducts) return std::nullopt;
  LinearLayout layout(index);
  // x^M is 1 modulo x^M - 1: so many words become one.
  const std::uint64_t folded = (layout.degree_ + layout.short_ - 1) / layout.short_;
  if (layout.largest_small() * folded > std::numeric_limits<std::int8_t>::max()) {
    return std::nullopt;
  }
  return layout;
}

// The largest sum of magnitudes in a row of the reduction of x^k, k < m, modulo Phi_m. It equals
// the sum for the product r of the primes: Phi_m(x) = Phi_r(x^(m/r)). Large numbers are not
// computed to the end.
std::uint64_t LinearLayout::largest_small() const {
  const auto phi = cyclotomic_polynomial(index_.radical());
  const std::size_t n = phi.size() - 1;
  std::vector<std::int64_t> power(n), sums(n, 1);
  for (std::size_t i = 0; i < n; ++i) power[i] = -phi[i];
  std::int64_t largest = 1;
  for (std::uint64_t k = n; k < index_.radical() && largest < 128; ++k) {
    const std::int64_t last = power.back();
    for (std::size_t i = 0; i < n; ++i) {
      sums[i] += std::abs(power[i]);
      largest = std::max(largest, sums[i]);
    }
    for (std::size_t i = n; i-- > 0;) power[i] = (i == 0 ? 0 : power[i - 1]) - last * phi[i];
  }
  return static_cast<std::uint64_t>(largest);
}

std::size_t LinearLayout::product_words() const noexcept {
  return std::max<std::size_t>(words(), index_.value());
}

std::size_t LinearLayout::reduce_bytes() const noexcept {
  return (index_.value() + reduction_.scratch_words(index_.value())) * sizeof(std::int16_t);
}

// Sums modulo 2^16 that end with at most 127.
void LinearLayout::reduce_small(std::int8_t* out, const std::int8_t* u,
                                std::byte* scratch) const noexcept {
  auto* words = reinterpret_cast<std::uint16_t*>(scratch);
  const std::size_t m = index_.value();
  std::fill_n(words, m, std::uint16_t{});
  const std::size_t n = degree_;  // no byte that is written is of it
  const std::uint16_t* powers = powers_.data();
  for (std::size_t i = 0; i < n; ++i)
    words[powers[i]] = static_cast<std::uint16_t>(std::int16_t{u[i]});
  reduction_.reduce(std::span(words, m), std::span(words + m, reduction_.scratch_words(m)),
                    WrappingArithmetic{});
  for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<std::int8_t>(words[i]);
  std::fill(out + n, out + long_, std::int8_t{});
  fold(out + long_, out, short_, n, [](std::int8_t* sum, const std::int8_t* a, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) sum[i] = static_cast<std::int8_t>(sum[i] + a[i]);
  });
}

void LinearLayout::reduce(Word* out, const Word* a,
                          const VectorArithmetic<Word>& arithmetic) const {
  const std::size_t m = index_.value();
  Buffer<Word> words(m), scratch(reduction_.scratch_words(m));
  for (std::size_t i = 0; i < degree_; ++i) words[powers_[i]] = a[i];
  reduction_.reduce(words.span(), scratch.span(), arithmetic);
  std::copy_n(words.data(), degree_, out);
  std::fill(out + degree_, out + long_, Word{});
  fold(out + long_, out, short_, degree_,
       [&](Word* sum, const Word* b, std::size_t count) { arithmetic.add(sum, sum, b, count); });
}

void LinearLayout::finish(Word* out, Word* product, const std::int8_t* errors, Word* scratch,
                          const VectorArithmetic<Word>& arithmetic) const noexcept {
  const Word p = arithmetic.modulus();
  // c = a + k (x^N + 1), where x^N is 1 modulo x^M - 1 and c is b: k = (b - a) / 2.
  const std::size_t m = index_.value(), length = 2 * degree_ - 1, upper = length - long_;
  Word* k = product + long_;
  const Word* last = product + long_ - short_;
  for (const Word* a = product; a != last; a += short_) arithmetic.subtract(k, k, a, upper);
  const auto half = arithmetic.scalar((p + 1) / 2);
  arithmetic.apply(Operation::scale_difference, k, {k, last, &half.value}, upper);
  arithmetic.add(product, product, k, upper);
  // Modulo x^m - 1.
  if (length < m) std::fill(product + length, product + m, Word{});
  if (length > m) arithmetic.add(product, product, product + m, length - m);
  for (const auto& [prime, places] : outside_) {
    gather(scratch, product, places);
    for (std::size_t i = 0; i < prime; ++i) {
      Word* block = product + i * places.size();
      arithmetic.subtract(block, block, scratch, places.size());
    }
  }
  gathered_sums(arithmetic.kernel().isa, out, product, powers_.data(), std::span(errors, degree_),
                p);
}

LinearProduct::LinearProduct(const LinearLayout& layout, Word p)
    : long_(NttPlan<Word>::create(layout.long_words(), p)),
      short_(NttPlan<Word>::create(layout.short_words(), p, {.convolution = Convolution::cyclic})) {
}

void LinearProduct::forward(Word* out, const std::int8_t* small) const noexcept {
  long_.forward(out, small);
  short_.forward(out + long_.degree(), small + long_.degree());
}

void LinearProduct::forward(Word* a) const noexcept {
  long_.forward(a);
  short_.forward(a + long_.degree());
}

void LinearProduct::multiply(Word* out, const Word* a, const Word* b) const noexcept {
  arithmetic().multiply(out, a, b, long_.degree() + short_.degree());
  long_.inverse(out);
  short_.inverse(out + long_.degree());
}

}  // namespace lath::detail
