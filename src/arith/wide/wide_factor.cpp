// SPDX-License-Identifier: Apache-2.0
#include "arith/wide/wide_factor.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "arith/multiword.hpp"
#include "arith/wide/natural_arithmetic.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "lath/base/secret.hpp"

namespace lath::detail {
namespace {

constexpr std::size_t kMostWords = 64;

std::vector<std::uint64_t> padded(const Natural& x, std::size_t words) {
  std::vector<std::uint64_t> result(words);
  std::ranges::copy(x.words(), result.begin());
  return result;
}

}  // namespace

WideFactor::WideFactor(const Natural& k, const Natural& t)
    : words_((difference_vartime(t, 1).bits() + 63) / 64),
      factor_(padded(k, words_ + 1)),
      quotient_(padded(quotient_vartime(k, t, 64 * words_), words_)),
      modulus_(padded(t, words_ + 1)) {
  if (words_ <= kMostWords) return;
  throw Error(ErrorCode::unsupported, "a modulus of " + std::to_string(t.bits()) + " bits",
              "need at most 4096", "take a shorter one");
}

void WideFactor::multiply(std::span<std::uint64_t> numbers) const noexcept {
  const std::size_t w = words_;
  std::array<std::uint64_t, 2 * kMostWords + 1> high{};
  std::array<std::uint64_t, kMostWords + 1> rest{};
  for (std::uint64_t* a = numbers.data(); a != numbers.data() + numbers.size(); a += w) {
    // The upper half of k' a is the quotient.
    std::fill_n(high.begin(), 2 * w, 0);
    for (std::size_t i = 0; i < w; ++i) {
      high[i + w] = multiword::add_product(&high[i], quotient_.data(), w, a[i]);
    }
    // k a - quotient t, which is below 2t.
    std::fill_n(rest.begin(), w + 1, 0);
    for (std::size_t i = 0; i < w; ++i) {
      static_cast<void>(multiword::add_product(&rest[i], factor_.data(), w + 1 - i, a[i]));
      static_cast<void>(
          multiword::subtract_product(&rest[i], modulus_.data(), w + 1 - i, high[w + i]));
    }
    const std::uint64_t borrow = multiword::subtract(a, rest.data(), modulus_.data(), w);
    const std::uint64_t below = ct::mask_of_top_bit(rest[w] - borrow);
    static_cast<void>(multiword::add_masked(a, modulus_.data(), w, below));
  }
  wipe(high.data(), sizeof high);
  wipe(rest.data(), sizeof rest);
}

}  // namespace lath::detail
