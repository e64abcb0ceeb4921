// SPDX-License-Identifier: Apache-2.0
#include "algebra/wide/short_modulus.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "algebra/wide/basis_products.hpp"
#include "algebra/wide/real_inverse.hpp"
#include "arith/multiword.hpp"
#include "arith/wide/natural_arithmetic.hpp"
#include "lath/arith/word.hpp"
#include "lath/base/secret.hpp"
#include "lath/ntt/prime_powers.hpp"

namespace lath::detail {
namespace {

using int128 = __int128;

[[noreturn]] void refuse(const std::string& found, const std::string& needed,
                         const std::string& remedy) {
  throw Error(ErrorCode::invalid_argument, found, needed, remedy);
}

void require_coefficients(const CyclotomicIndex& index, std::span<const std::int64_t> t) {
  const std::string name = "a short modulus of " + std::to_string(t.size()) + " coefficients";
  if (t.size() != index.degree()) {
    refuse(name + " for the index " + std::to_string(index.value()),
           "need " + std::to_string(index.degree()) + ", the units modulo the index",
           "give one for each element of the powerful basis");
  }
  if (t.size() > ShortModulus::kMostCoefficients) {
    refuse(name, "need at most " + std::to_string(ShortModulus::kMostCoefficients),
           "take an element of a smaller ring");
  }
  const bool has_odd_prime = !index.is_power_of_two();
  const std::uint64_t most = std::uint64_t{1} << (has_odd_prime ? 59 : 60);
  std::uint64_t sum = 0;
  for (const std::int64_t x : t) {
    const auto word = static_cast<std::uint64_t>(x);
    const std::uint64_t magnitude = x < 0 ? 0 - word : word;
    if (magnitude >= most || sum + magnitude >= most) {
      refuse("a short modulus whose coefficients have a sum of magnitudes of 2^" +
                 std::to_string(has_odd_prime ? 59 : 60) + " or more",
             "need a smaller sum, so that plaintexts are words",
             "take a larger index, whose elements are shorter");
    }
    sum += magnitude;
  }
  if (sum == 0)
    refuse("a short modulus of 0", "need one that is not zero", "give its coefficients");
}

void require_root(const CyclotomicIndex& index, const Natural& p, const Natural& omega) {
  const auto power = [&](std::uint64_t e) { return power_modulo_vartime(omega, e, p); };
  const std::uint64_t d = index.value();
  bool is_root = compare_vartime(omega, p) < 0 && power(d) == Natural(1);
  for (const PrimePower& factor : prime_powers(d)) {
    if (!is_root) break;
    const Natural other = power(d / factor.prime);
    is_root = other != Natural() && other != Natural(1) &&
              is_coprime_vartime(difference_vartime(other, 1), p);
  }
  if (is_root) return;
  refuse("a root that is no root of unity of order " + std::to_string(d) + " modulo the prime",
         "need a primitive one below the prime", "take a power of a generator modulo the prime");
}

}  // namespace

ShortModulus::ShortModulus(const CyclotomicIndex& index, std::span<const std::int64_t> t,
                           const Natural& p, const Natural& omega)
    : size_(index.degree()),
      index_(index),
      p_(p),
      half_(quotient_vartime(p, 2)),
      reduction_(p),
      fraction_words_(reduction_.words() + 4) {
  require_coefficients(index, t);
  require_root(index, p, omega);
  matrix_ = product_matrix(index, t);
  // Along an odd prime, a power of zeta may be a sum of all elements of the basis.
  const double most_terms = index.is_power_of_two() ? 1 : 2 * static_cast<double>(size_);
  std::uint64_t largest_sum = 0;
  for (std::size_t i = 0; i < size_; ++i) {
    std::uint64_t sum = 0;
    for (std::size_t j = 0; j < size_; ++j) {
      sum += static_cast<std::uint64_t>(std::abs(matrix_[i * size_ + j]));
    }
    largest_sum = std::max(largest_sum, sum);
  }
  largest_ = largest_sum / 2 + 1;
  const auto real = [](auto x) { return static_cast<double>(x); };
  const double error = real(size_) * real(largest_) * most_terms * real(largest_sum) * 0x1p-128;
  if (error > 0.25 || largest_ >= std::uint64_t{1} << 60) {
    refuse("a short modulus of long coefficients", "need shorter ones for exact products",
           "take a larger index, whose elements are shorter");
  }
  make_powers(index, omega);
  Natural sum;
  for (std::size_t i = 0; i < size_; ++i) {
    const Natural power = Natural::from_words(std::span(powers_).subspan(i * words(), words()));
    sum = remainder_vartime(
        sum_vartime(sum, product_vartime(integer_modulo_vartime(t[i], p), power)), p);
  }
  if (sum != Natural()) {
    refuse("a short modulus that is not zero at the root modulo the prime",
           "need t(root) = 0 modulo the prime", "take the root that t was found with");
  }
  inverse_ = real_inverse(matrix_, size_, fraction_words_);
}

void ShortModulus::make_powers(const CyclotomicIndex& index, const Natural& omega) {
  const BasisProducts basis(index);
  Natural sum;
  powers_.resize(size_ * words());
  for (std::size_t i = 0; i < size_; ++i) {
    const Natural power = power_modulo_vartime(omega, basis.exponent(i), p_);
    std::ranges::copy(power.words(), &powers_[i * words()]);
    sum = sum_vartime(sum, power);
  }
  const Natural moved = remainder_vartime(product_vartime(sum, largest_), p_);
  const Natural back = moved == Natural() ? moved : difference_vartime(p_, moved);
  offset_.resize(words());
  std::ranges::copy(back.words(), offset_.begin());
}

void ShortModulus::value(std::span<std::uint64_t> out,
                         std::span<const std::int64_t> element) const noexcept {
  const std::size_t w = words();
  std::array<std::uint64_t, kMostWords + 2> sum;
  std::copy_n(offset_.data(), w, sum.data());
  sum[w] = sum[w + 1] = 0;
  for (std::size_t i = 0; i < size_; ++i) {
    const std::uint64_t x = static_cast<std::uint64_t>(element[i]) + largest_;
    const uint128 high =
        uint128{sum[w]} + multiword::add_product(sum.data(), &powers_[i * w], w, x);
    sum[w] = static_cast<std::uint64_t>(high);
    sum[w + 1] += static_cast<std::uint64_t>(high >> 64);
  }
  reduction_.reduce({sum.data(), w + 2});
  std::copy_n(sum.data(), w, out.data());
  wipe(sum.data(), (w + 2) * sizeof(std::uint64_t));
}

// The leading 128 bits of the product of a number and a fraction, modulo 1.
uint128 ShortModulus::fraction_of(const std::uint64_t* number,
                                  const std::uint64_t* fraction) const noexcept {
  std::array<std::uint64_t, kMostWords + 4> product;
  const std::size_t f = fraction_words_;
  std::fill_n(product.data(), f, 0);
  for (std::size_t i = 0; i < words(); ++i) {
    static_cast<void>(multiword::add_product(&product[i], fraction, f - i, number[i]));
  }
  const uint128 leading = uint128{product[f - 1]} << 64 | product[f - 2];
  wipe(product.data(), f * sizeof(std::uint64_t));
  return leading;
}

void ShortModulus::small(std::span<std::int64_t> out,
                         std::span<const std::uint64_t> number) const noexcept {
  std::array<std::uint64_t, 2 * kMostCoefficients> f;
  for (std::size_t i = 0; i < size_; ++i) {
    const uint128 fraction = fraction_of(number.data(), &inverse_[i * fraction_words_]);
    f[2 * i] = static_cast<std::uint64_t>(fraction);
    f[2 * i + 1] = static_cast<std::uint64_t>(fraction >> 64);
  }
  round_product(out, {f.data(), 2 * size_});
  wipe(f.data(), 2 * size_ * sizeof(std::uint64_t));
}

std::vector<std::int64_t> ShortModulus::small_vartime(const Natural& number) const {
  std::vector<std::uint64_t> in(words());
  std::ranges::copy(number.words(), in.begin());
  std::vector<std::int64_t> out(size_);
  small(out, in);
  return out;
}

ShortModulus::Multiplier ShortModulus::multiplier(const Natural& k) const {
  std::vector<std::uint64_t> number(words());
  std::ranges::copy(k.words(), number.begin());
  const BasisProducts basis(index_);
  Multiplier result;
  result.fractions_.assign(size_ * size_, 0);
  for (std::size_t l = 0; l < size_; ++l) {
    const uint128 g = fraction_of(number.data(), &inverse_[l * fraction_words_]);
    for (std::size_t j = 0; j < size_; ++j) {
      for (const auto& [at, negative] : basis.product(l, j)) {
        result.fractions_[at * size_ + j] += negative ? -g : g;
      }
    }
  }
  return result;
}

void ShortModulus::multiply(std::span<std::int64_t> out, const Multiplier& k,
                            std::span<const std::int64_t> m) const noexcept {
  std::array<std::uint64_t, 2 * kMostCoefficients> f;
  for (std::size_t i = 0; i < size_; ++i) {
    const uint128* row = &k.fractions_[i * size_];
    uint128 sum = 0;
    for (std::size_t j = 0; j < size_; ++j) sum += row[j] * static_cast<uint128>(int128{m[j]});
    f[2 * i] = static_cast<std::uint64_t>(sum);
    f[2 * i + 1] = static_cast<std::uint64_t>(sum >> 64);
  }
  round_product(out, {f.data(), 2 * size_});
  wipe(f.data(), 2 * size_ * sizeof(std::uint64_t));
}

// Sums of the upper and of the lower words: a row's magnitudes are below 2^61 in all, so that each
// sum is below 2^125.
void ShortModulus::round_product(std::span<std::int64_t> out,
                                 std::span<const std::uint64_t> f) const noexcept {
  for (std::size_t i = 0; i < size_; ++i) {
    const std::int64_t* row = &matrix_[i * size_];
    int128 low = 0, high = int128{1} << 63;
    for (std::size_t j = 0; j < size_; ++j) {
      low += int128{row[j]} * static_cast<int128>(uint128{f[2 * j]});
      high += int128{row[j]} * static_cast<std::int64_t>(f[2 * j + 1]);
    }
    out[i] = static_cast<std::int64_t>((high + (low >> 64)) >> 64);
  }
}

}  // namespace lath::detail
