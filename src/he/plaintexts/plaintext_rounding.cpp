// SPDX-License-Identifier: Apache-2.0
#include "he/plaintexts/plaintext_rounding.hpp"

namespace lath::he {

bool PlaintextRounding::is_precise(const RnsBasis& basis, const Modulus& t) noexcept {
  for (std::size_t i = 0; i < basis.size(); ++i) {
    if (basis.modulus(i).value() >> 50 != 0) return false;
  }
  return t.value() <= (std::uint64_t{1} << 30) / (basis.size() + 1);
}

// A half makes a rounding of floor(), and the k units make up for fractions that are rounded down.
PlaintextRounding::PlaintextRounding(const RnsBasis& basis, const Modulus& t, Isa isa)
    : isa_(isa), t_(t.value()), start_((std::uint64_t{1} << 51) / t_ + 1 + basis.size()) {
  fractions_.reserve(basis.size());
  for (std::size_t i = 0; i < basis.size(); ++i) {
    fractions_.push_back(detail::Fraction104::quotient_vartime(basis.punctured_inverse(i),
                                                               basis.modulus(i).value()));
  }
}

void PlaintextRounding::add(std::span<std::uint64_t> sums, std::size_t i,
                            const std::uint64_t* x) const noexcept {
  detail::add_fractions(isa_, sums.data(), x, fractions_[i], sums.size());
}

void PlaintextRounding::round(std::uint64_t* out,
                              std::span<const std::uint64_t> sums) const noexcept {
  detail::multiply_fractions(isa_, out, sums.data(), t_, sums.size());
}

}  // namespace lath::he
