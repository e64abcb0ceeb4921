// SPDX-License-Identifier: Apache-2.0
#include "wire/byte_writer.hpp"

#include <algorithm>
#include <array>
#include <exception>

namespace lath::detail {

void store_number(std::span<std::byte> out, std::uint64_t number) noexcept {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::byte>(number >> (8 * i));
}

std::span<std::byte> ByteWriter::window() {
  if (rest_.empty() && windows_ != nullptr) rest_ = windows_->next();
  return rest_;
}

void ByteWriter::put(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const std::size_t count = std::min(bytes.size(), window().size());
    if (count == 0) std::terminate();
    std::ranges::copy(bytes.first(count), rest_.begin());
    advance(count);
    bytes = bytes.subspan(count);
  }
}

void ByteWriter::put_number(std::uint64_t number, std::size_t bytes) {
  std::array<std::byte, sizeof number> all;
  const std::span<std::byte> lowest = std::span(all).first(bytes);
  store_number(lowest, number);
  put(lowest);
}

}  // namespace lath::detail
