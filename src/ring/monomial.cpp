// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/monomial.hpp"

#include <algorithm>
#include <string>

#include "lath/base/error.hpp"
#include "ring/signed_moves.hpp"

namespace lath {

Monomial Monomial::create(std::size_t degree, std::int64_t k) {
  if (degree < 1 || degree > kMaxDegree) {
    throw Error(ErrorCode::invalid_argument, "degree " + std::to_string(degree),
                "need a degree from 1 to " + std::to_string(kMaxDegree),
                "use the degree of the ring");
  }
  const auto order = static_cast<std::int64_t>(2 * degree);
  return {degree, static_cast<std::size_t>((k % order + order) % order), active_isa()};
}

template <class Word>
void Monomial::multiply_words(Word* out, const Word* a, Word p) const noexcept {
  // Coefficient i moves to place i + k; coefficients behind the end come back with the opposite
  // sign. All signs are opposite for k >= n.
  const std::size_t shift = exponent_ < degree_ ? exponent_ : exponent_ - degree_,
                    kept = degree_ - shift;
  if (exponent_ < degree_) {
    detail::negate_words(isa_, out, a + kept, shift, p);
    std::copy_n(a, kept, out + shift);
  } else {
    std::copy_n(a + kept, shift, out);
    detail::negate_words(isa_, out + shift, a, kept, p);
  }
}

template void Monomial::multiply_words(std::uint16_t*, const std::uint16_t*,
                                       std::uint16_t) const noexcept;
template void Monomial::multiply_words(std::uint32_t*, const std::uint32_t*,
                                       std::uint32_t) const noexcept;
template void Monomial::multiply_words(std::uint64_t*, const std::uint64_t*,
                                       std::uint64_t) const noexcept;

namespace detail {

template <class Word>
void multiply(const Monomial& monomial, const Limbs<Word>& out,
              const Limbs<const Word>& a) noexcept {
  for_each_row(out.size(), out.degree(), 1, [&](std::size_t limb) noexcept {
    monomial.multiply(out.row(limb), a.row(limb), out.plans[limb].modulus());
  });
}

template void multiply(const Monomial&, const Limbs<std::uint16_t>&,
                       const Limbs<const std::uint16_t>&) noexcept;
template void multiply(const Monomial&, const Limbs<std::uint32_t>&,
                       const Limbs<const std::uint32_t>&) noexcept;
template void multiply(const Monomial&, const Limbs<std::uint64_t>&,
                       const Limbs<const std::uint64_t>&) noexcept;

}  // namespace detail

}  // namespace lath
