// SPDX-License-Identifier: Apache-2.0
#include "lath/arith/gadget.hpp"

#include <string>

#include "arith/gadget_digits.hpp"
#include "lath/base/error.hpp"

namespace lath {

Gadget Gadget::create(const Modulus& p, int base_bits) {
  return create(p, base_bits, active_isa());
}

Gadget Gadget::create(const Modulus& p, int base_bits, Isa isa) {
  if (base_bits < 1 || base_bits > kMaxModulusBits) {
    throw Error(ErrorCode::invalid_argument, "digits of " + std::to_string(base_bits) + " bits",
                "need from 1 to " + std::to_string(kMaxModulusBits) + " bits",
                "take the length of p for a single digit");
  }
  if (!has(detected_isa(), isa)) {
    throw Error(ErrorCode::unsupported, "kernels for " + std::string(isa_name(isa)),
                "this CPU has " + std::string(isa_name(detected_isa())),
                "call create(p, base_bits) to have the best kernels chosen");
  }
  return {p.value(), base_bits, static_cast<std::size_t>((p.bits() + base_bits - 1) / base_bits),
          isa};
}

void Gadget::unsigned_digits(std::span<std::uint64_t* const> out, const std::uint64_t* x,
                             std::size_t count) const noexcept {
  const detail::DigitShape shape{modulus_, modulus_, 0, 0, base_bits_, digits_};
  detail::write_unsigned_digits(isa_, shape, out, x, count);
}

void Gadget::balanced_digits(std::span<std::uint64_t* const> out, const std::uint64_t* x,
                             std::uint64_t q, std::size_t count) const noexcept {
  detail::DigitShape shape{modulus_, modulus_ / 2, std::uint64_t{1} << 63, q, base_bits_, digits_};
  for (std::size_t d = 0; d + 1 < digits_; ++d) {
    shape.offset += shape.middle(d) << (base_bits_ * static_cast<int>(d));
  }
  detail::write_balanced_digits(isa_, shape, out, x, count);
}

}  // namespace lath
