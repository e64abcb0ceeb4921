// SPDX-License-Identifier: Apache-2.0
#include "lath/io/fingerprint.hpp"

namespace lath::io {

std::string short_name(const Fingerprint& fingerprint) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string name;
  for (std::size_t i = 0; i < 8; ++i) {
    const auto byte = std::to_integer<unsigned>(fingerprint[i]);
    name += kDigits[byte >> 4];
    name += kDigits[byte & 15];
  }
  return name;
}

}  // namespace lath::io
