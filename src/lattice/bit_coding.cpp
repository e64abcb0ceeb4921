// SPDX-License-Identifier: Apache-2.0
#include "lattice/bit_coding.hpp"

#include "lath/base/constant_time.hpp"

namespace lath::lattice {

void add_bits(std::span<std::uint16_t> words, std::span<const std::uint16_t> summands,
              std::span<const std::byte> bits, std::uint64_t q) noexcept {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto bit = std::to_integer<std::uint64_t>(bits[i / 8]) >> (i % 8) & 1;
    const std::uint64_t sum = words[i] + ((q / 2) & (0 - bit));
    words[i] =
        static_cast<std::uint16_t>(ct::subtract_once(ct::subtract_once(sum, q) + summands[i], q));
  }
}

void nearer_bits(std::span<std::byte> bits, std::span<const std::uint16_t> a,
                 std::span<const std::uint16_t> b, std::uint64_t q) noexcept {
  for (std::size_t i = 0; i < bits.size(); ++i) {
    std::uint64_t byte = 0;
    for (std::size_t k = 0; k < 8; ++k) {
      const std::uint64_t x = ct::subtract_once(a[8 * i + k] + q - b[8 * i + k], q);
      const std::uint64_t one = ct::mask_less(q / 4, x) & ct::mask_less(x, q - q / 4);
      byte |= (one & 1) << k;
    }
    bits[i] = static_cast<std::byte>(byte);
  }
}

}  // namespace lath::lattice
