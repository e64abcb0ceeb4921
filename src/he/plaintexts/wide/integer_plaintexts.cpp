// SPDX-License-Identifier: Apache-2.0
#include "he/plaintexts/wide/integer_plaintexts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "arith/multiword.hpp"
#include "arith/wide/natural_arithmetic.hpp"
#include "arith/wide/wide_factor.hpp"
#include "coding/wide_packing.hpp"
#include "he/core/limb_work.hpp"
#include "he/noise/embedding.hpp"
#include "he/plaintexts/wide/wide_numbers.hpp"
#include "lath/arith/primes.hpp"
#include "lath/base/buffer.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "lath/base/parallel.hpp"

namespace lath::he {
namespace {

namespace multiword = detail::multiword;

constexpr std::size_t kDigitBits = 48;
constexpr std::uint64_t kRadix = std::uint64_t{1} << kDigitBits;

// The row map from digits to Q, times a factor for each prime.
template <class Factor>
RowMap map_of_digits(const KeyTables& keys, std::size_t digits, std::uint64_t own,
                     const Factor& factor) {
  const std::vector<RowMap::Source> sources(digits, {Modulus(kRadix), 1});
  std::vector<RowMap::Target> targets;
  for (const Modulus& q : keys.moduli(keys.q)) {
    std::vector<std::uint64_t> factors{factor(targets.size())};
    while (factors.size() < digits) {
      factors.push_back(q.multiply(factors.back(), q.reduce(kRadix)));
    }
    targets.push_back({.modulus = q, .factors = std::move(factors), .own_factor = q.reduce(own)});
  }
  return RowMap::create(sources, targets, RowMap::Fraction::none);
}

// Words for numbers of so many bits, none of them a prime of Q: of residues that are lifted.
RnsBasis basis_for(const KeyTables& keys, std::size_t bits) {
  constexpr int kPrimeBits = 49;
  const std::vector<Modulus> q = keys.moduli(keys.q);
  const std::size_t count = bits / (kPrimeBits - 1) + 1;
  std::vector<Modulus> primes;
  for (const std::uint64_t p : ntt_primes(kPrimeBits, 1, count + q.size())) {
    const bool of_q = std::ranges::any_of(q, [p](const Modulus& m) { return m.value() == p; });
    if (!of_q && primes.size() < count) primes.emplace_back(p);
  }
  return RnsBasis::create(primes);
}

// The words of a number, and as many of them as wanted.
std::vector<std::uint64_t> words_of(const Natural& x) {
  const std::span<const std::uint64_t> words = x.words();
  return {words.begin(), words.end()};
}
std::vector<std::uint64_t> words_of(const Natural& x, std::size_t count) {
  std::vector<std::uint64_t> result = words_of(x);
  result.resize(count);
  return result;
}

// The message of a fresh ciphertext. With the residues r of k m modulo t, [k m] is r - t b with
// bits b: w r is added here, and -w t b, which is b in BFV and -b in BGV, to an error.
class FreshDigits final : public FreshMessage {
 public:
  FreshDigits(const RowMap& map, std::size_t n)
      : map_(map), y_(Buffer<std::uint64_t, Secret>::for_overwrite(map.scaled_words(n))), n_(n) {}

  [[nodiscard]] std::span<std::uint64_t> y() noexcept { return y_.span(); }
  void add_to(std::uint64_t* row, std::size_t limb) const noexcept override {
    map_.target(limb, row, y_.span(), row, n_);
  }

 private:
  const RowMap& map_;
  Buffer<std::uint64_t, Secret> y_;
  std::size_t n_;
};

}  // namespace

IntegerPlaintexts::IntegerPlaintexts(std::shared_ptr<const KeyTables> keys, Scheme scheme,
                                     const Natural& t)
    : PlaintextTables(std::move(keys), scheme, t),
      largest_(words_of(detail::difference_vartime(t, 1))),
      half_(detail::quotient_vartime(t, 2)),
      digits_((t.bits() + kDigitBits - 1) / kDigitBits),
      bits_(detail::difference_vartime(t, 1).bits()),
      lift_map_(
          map_of_digits(*this->keys(), digits_, 0, [](std::size_t) { return std::uint64_t{1}; })),
      fresh_map_(map_of_digits(*this->keys(), digits_, 1,
                               [&](std::size_t limb) { return message_over_t().residue(limb); })),
      basis_(basis_for(*this->keys(), t.bits() + 2)),
      readings_(this->keys()->q.size()) {}

Natural IntegerPlaintexts::product(const Natural& a, const Natural& b) const {
  return detail::product_modulo_vartime(a, b, modulus());
}
Natural IntegerPlaintexts::inverse(const Natural& a) const {
  // Scale factors are units: NOLINTNEXTLINE(bugprone-unchecked-optional-access)
  return detail::inverse_modulo_vartime(a, modulus()).value();
}
Natural IntegerPlaintexts::integer(std::int64_t k) const {
  return detail::integer_modulo_vartime(k, modulus());
}
bool IntegerPlaintexts::is_unit(const Natural& a) const {
  return detail::compare_vartime(a, modulus()) < 0 && detail::is_coprime_vartime(a, modulus());
}

bool IntegerPlaintexts::is_above_half(const Natural& a) const noexcept {
  return detail::compare_vartime(a, half_) > 0;
}
double IntegerPlaintexts::log2_magnitude(const Natural& a) const {
  if (a == 0) return 0;
  return log2_vartime(is_above_half(a) ? detail::difference_vartime(modulus(), a) : a);
}
std::uint64_t IntegerPlaintexts::integer_residue(const Natural& a,
                                                 const Modulus& q) const noexcept {
  const std::uint64_t residue_of_a = remainder_vartime(a, q.value());
  return is_above_half(a) ? q.subtract(residue_of_a, residue(q)) : residue_of_a;
}

Multipliers IntegerPlaintexts::multipliers_for_sum(const ScaleAndNoise& a,
                                                   const ScaleAndNoise& b) const {
  if (a.factor == b.factor) return {1, 1};
  throw Error(ErrorCode::mismatch, "operands of a sum that came to their level on different ways",
              "need equal scale factors where the plaintext modulus has more than 60 bits",
              "switch both down the same levels before and after products, or take BFV, whose "
              "factors are always 1");
}

std::uint64_t IntegerPlaintexts::mask_above_half(const std::uint64_t* x) const noexcept {
  // floor(t/2) may have a word less than t.
  const std::span<const std::uint64_t> half = half_.words();
  const std::uint64_t below = mask_less(half, {x, half.size()});
  if (half.size() == words()) return below;
  return below | ~ct::mask_equal(x[words() - 1], std::uint64_t{0});
}
std::uint64_t IntegerPlaintexts::mask_above_largest(const std::uint64_t* x) const noexcept {
  return mask_less(largest_, {x, words()});
}

bool IntegerPlaintexts::is_reduced(std::span<const std::uint64_t> m) const noexcept {
  std::uint64_t above = 0;
  for (std::size_t i = 0; i < m.size(); i += words()) above |= mask_above_largest(&m[i]);
  ct::declassify(&above, sizeof above);
  return above == 0;
}

// The leading 61 bits of all magnitudes, counted from the most significant bit of the largest one.
// Everything below adds at most one unit for each coefficient.
double IntegerPlaintexts::log2_norm(std::span<const std::uint64_t> m) const {
  constexpr std::size_t kBits = 61;
  const std::size_t w = words(), n = keys()->degree();
  Buffer<std::uint64_t, Secret> magnitudes(m), all(w), negative(n);
  const std::vector<std::uint64_t> t = words_of(modulus(), w);
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t* x = magnitudes.data() + i * w;
    const std::uint64_t above = mask_above_half(x);
    // x - t is negative: its magnitude is t - x.
    multiword::negate_masked(x, w, above);
    static_cast<void>(multiword::add_masked(x, t.data(), w, above));
    negative.data()[i] = above;
    for (std::size_t j = 0; j < w; ++j) all.data()[j] |= x[j];
  }
  // Ones from the topmost one of all magnitudes down: the bound shows that place, and no more.
  std::uint64_t above = 0;
  for (std::size_t j = w; j-- > 0;) {
    std::uint64_t& word = all.data()[j];
    for (int by = 1; by < 64; by *= 2) word |= word >> by;
    word |= above;
    above = ~ct::mask_equal(word, std::uint64_t{0});
    ct::declassify(&word, sizeof word);
  }
  std::size_t bits = 0;
  for (std::size_t j = 0; j < w; ++j)
    bits += static_cast<std::size_t>(std::popcount(all.data()[j]));
  const std::size_t shift = bits > kBits ? bits - kBits : 0, word = shift / 64, rest = shift % 64;
  Buffer<std::int64_t, Secret> integers(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t* x = magnitudes.data() + i * w;
    const uint128 both = uint128{word + 1 < w ? x[word + 1] : 0} << 64 | x[word];
    const auto magnitude = static_cast<std::uint64_t>(both >> rest);
    const std::uint64_t sign = negative.data()[i];
    integers.data()[i] = static_cast<std::int64_t>((magnitude ^ sign) - sign);
  }
  double squared_norm = squared_canonical_norm(integers.span(), keys()->index);
  ct::declassify(&squared_norm, sizeof squared_norm);
  const double norm = std::sqrt(squared_norm) + (shift == 0 ? 0 : static_cast<double>(n));
  return std::log2(std::max(norm, 1.0)) + static_cast<double>(shift);
}

void IntegerPlaintexts::multiple_of(std::span<std::uint64_t> out, const Natural& k,
                                    std::span<const std::uint64_t> m) const {
  std::ranges::copy(m, out.begin());
  if (k == 1) return;
  const detail::WideFactor factor(k, modulus());
  constexpr std::size_t kBlock = 256;  // coefficients
  const std::size_t size = kBlock * words();
  parallel_for((out.size() + size - 1) / size, 4, [&](std::size_t i) noexcept {
    factor.multiply(out.subspan(i * size, std::min(size, out.size() - i * size)));
  });
}

void IntegerPlaintexts::write_digits(std::span<std::uint64_t> digits,
                                     std::span<const std::uint64_t> residues) const {
  const std::size_t n = keys()->degree(), w = words();
  for (std::size_t d = 0; d < digits_; ++d) {
    const std::size_t word = d * kDigitBits / 64, shift = d * kDigitBits % 64;
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint64_t* x = &residues[i * w];
      const uint128 both = uint128{word + 1 < w ? x[word + 1] : 0} << 64 | x[word];
      digits[d * n + i] = static_cast<std::uint64_t>(both >> shift) & (kRadix - 1);
    }
  }
}

void IntegerPlaintexts::scale_digits(std::span<std::uint64_t> y, const RowMap& map,
                                     std::span<std::uint64_t> digits) const {
  const std::size_t n = keys()->degree();
  std::vector<const std::uint64_t*> rows;
  rows.reserve(digits_);
  for (std::size_t d = 0; d < digits_; ++d) rows.push_back(&digits[d * n]);
  map.scale(y, rows, n);
}

// Residues, digits, masks, and rows of the map.
std::size_t IntegerPlaintexts::lift_words() const noexcept {
  const std::size_t n = keys()->degree();
  return n * (words() + digits_ + 1) + lift_map_.scaled_words(n);
}

void IntegerPlaintexts::lift(const Rows& out, std::span<const std::uint64_t> m, const Natural& k,
                             std::span<std::uint64_t> memory) const {
  const std::size_t n = keys()->degree();
  const auto residues = memory.first(n * words()),
             digits = memory.subspan(n * words(), n * digits_),
             above = memory.subspan(n * (words() + digits_), n),
             y = memory.subspan(n * (words() + digits_ + 1), lift_map_.scaled_words(n));
  multiple_of(residues, k, m);
  write_digits(digits, residues);
  scale_digits(y, lift_map_, digits);
  for (std::size_t i = 0; i < n; ++i) above[i] = mask_above_half(&residues[i * words()]);
  for_each_row(out.limbs.size(), n, 2 * digits_, [&](std::size_t i) noexcept {
    const std::size_t limb = out.limbs.place(i);
    const Modulus& q = keys()->chain.modulus(limb);
    std::uint64_t* row = out.row(limb);
    lift_map_.target(limb, row, y, nullptr, n);
    const std::uint64_t t_of_q = residue(q);
    for (std::size_t j = 0; j < n; ++j) row[j] = q.subtract(row[j], t_of_q & above[j]);
  });
}

std::unique_ptr<const FreshMessage> IntegerPlaintexts::fresh(std::span<const std::uint64_t> m,
                                                             const Natural& k,
                                                             ErrorCoefficients& errors) const {
  const std::size_t n = keys()->degree();
  auto result = std::make_unique<FreshDigits>(fresh_map_, n);
  auto memory = Buffer<std::uint64_t, Secret>::for_overwrite(n * (words() + digits_));
  const auto residues = memory.span().first(n * words()),
             digits = memory.span().subspan(n * words());
  multiple_of(residues, k, m);
  const std::int8_t sign = scheme() == Scheme::bfv ? 1 : -1;
  errors.add([&](std::size_t i) {
    const auto above = static_cast<std::int8_t>(mask_above_half(&residues[i * words()]));
    return static_cast<std::int8_t>(-sign * above);
  });
  write_digits(digits, residues);
  scale_digits(result->y(), fresh_map_, digits);
  return result;
}

const IntegerPlaintexts::Reading& IntegerPlaintexts::reading(std::size_t level) const {
  return readings_[level - 1].get([&]() -> Reading {
    const RnsBasis q = keys()->basis(keys()->level(level).q);
    return {RowMap::extension(q, basis_), RowMap::scale(q, basis_, modulus())};
  });
}

// With z = x in BFV and z = x/t in BGV, round(t z / Q) is m in BFV. In BGV t z is x + Q k with
// k = -x/Q modulo t, next to zero, and the rounding is k.
void IntegerPlaintexts::read(std::span<std::uint64_t> m, const PhaseRows& x, std::size_t level,
                             const Natural& scale_factor) const {
  const Reading& how = reading(level);
  const std::size_t n = keys()->degree(), k = basis_.size();
  auto words = Buffer<std::uint64_t, Secret>::for_overwrite((level + k) * n);
  const auto row = [&](std::size_t i) { return words.data() + i * n; };
  for_each_limb(*keys(), level, x.scratch_rows(),
                [&](std::size_t limb, std::span<std::uint64_t> scratch) noexcept {
                  x.write_quotient(row(limb), limb, scratch);
                });
  std::vector<const std::uint64_t*> in, own;
  std::vector<std::uint64_t*> out;
  for (std::size_t i = 0; i < level; ++i) in.push_back(row(i));
  for (std::size_t i = level; i < level + k; ++i) out.push_back(row(i));
  own.assign(out.begin(), out.end());
  auto scratch = Buffer<std::uint64_t, Secret>::for_overwrite(
      std::max(how.extend.scratch_words(), how.scale.scratch_words()));
  how.extend.convert(out, in, {}, n, scratch.span());
  how.scale.convert(out, in, own, n, scratch.span());
  write_numbers(m, words.span().subspan(level * n));
  Natural factor = inverse(scale_factor);
  if (scheme() == Scheme::bgv) {
    for (const Modulus& q : keys()->moduli(keys()->level(level).q)) {
      factor = product(factor, integer(static_cast<std::int64_t>(q.value())));
    }
    factor = product(factor, integer(-1));
  }
  if (factor != 1) multiple_of(m, factor, m);
}

// The numbers in [0, t) with these residues modulo the basis, of magnitudes of about t/2.
void IntegerPlaintexts::write_numbers(std::span<std::uint64_t> m,
                                      std::span<const std::uint64_t> residues) const {
  const std::size_t n = keys()->degree(), w = words(), of_basis = basis_.words();
  auto integers = Buffer<std::uint64_t, Secret>::for_overwrite(n * of_basis);
  basis_.lift(integers.data(), residues.data(), n, n, Representative::centered);
  const std::vector<std::uint64_t> t = words_of(modulus(), of_basis);
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t* x = integers.data() + i * of_basis;
    const std::uint64_t negative = ct::mask_of_top_bit(x[of_basis - 1]);
    static_cast<void>(multiword::add_masked(x, t.data(), of_basis, negative));
    std::copy_n(x, w, &m[i * w]);
  }
}

std::size_t IntegerPlaintexts::bytes() const noexcept { return (keys()->degree() * bits_ + 7) / 8; }
void IntegerPlaintexts::pack(std::span<std::byte> out,
                             std::span<const std::uint64_t> m) const noexcept {
  detail::pack_wide(out, m, bits_);
}
std::uint64_t IntegerPlaintexts::unpack(std::span<std::uint64_t> m,
                                        std::span<const std::byte> in) const noexcept {
  const std::uint64_t behind = detail::unpack_wide(m, in, bits_);
  std::uint64_t right = ct::mask_equal(behind, std::uint64_t{0});
  for (std::size_t i = 0; i < m.size(); i += words()) right &= ~mask_above_largest(&m[i]);
  return right;
}

}  // namespace lath::he
