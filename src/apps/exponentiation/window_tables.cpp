// SPDX-License-Identifier: Apache-2.0
#include "apps/exponentiation/window_tables.hpp"

#include "lath/rns/rns_basis.hpp"

namespace lath::apps {
namespace {

// Subtracts one modulo t from all residues of one modulus.
void subtract_one(std::span<std::uint64_t> residues, std::uint64_t t) {
  for (std::uint64_t& x : residues) x = (x == 0 ? t : x) - 1;
}

}  // namespace

WindowTables::WindowTables(const ExponentiationPlan& plan, const he::WideValues& bases,
                           std::size_t first)
    : plan_(plan), base_(bases), power_(bases) {
  const std::size_t n = bases.size();
  std::uint64_t* const base = base_.span().data();
  plan.modulus.to_montgomery(base, base, n);
  const std::size_t squarings = first * plan.request.options.window_bits;
  for (std::size_t i = 0; i < squarings; ++i) plan.modulus.multiply(base, base, base, n);
  if (squarings != 0) plan.modulus.from_montgomery(power_.span().data(), base, n);
}

std::size_t WindowTables::words() const noexcept {
  return plan_.shape.entries_a_window * plan_.moduli.size() * base_.size();
}

void WindowTables::next(std::span<std::uint64_t> residues) {
  const std::size_t n = base_.size(), moduli = plan_.moduli.size();
  std::uint64_t* const power = power_.span().data();
  for (std::size_t v = 0; v < plan_.shape.entries_a_window; ++v) {
    const auto of_power = residues.subspan(v * moduli * n, moduli * n);
    plan_.moduli.basis().reduce(of_power.data(), n, power, power_.words(), n,
                                Representative::nonnegative);
    for (std::size_t i = 0; i < moduli; ++i) {
      subtract_one(of_power.subspan(i * n, n), plan_.moduli[i]);
    }
    // The power after the last one is the base of the next window.
    plan_.modulus.multiply(power, power, base_.span().data(), n);
  }
  plan_.modulus.to_montgomery(base_.span().data(), power, n);
}

}  // namespace lath::apps
