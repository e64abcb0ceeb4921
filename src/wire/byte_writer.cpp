// SPDX-License-Identifier: Apache-2.0
#include "wire/byte_writer.hpp"

#include <algorithm>
#include <exception>

namespace lath::detail {

void store_number(std::span<std::byte> out, std::uint64_t number) noexcept {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::byte>(number >> (8 * i));
}

void ByteWriter::put(std::span<const std::byte> bytes) noexcept {
  std::ranges::copy(bytes, take(bytes.size()).begin());
}

std::span<std::byte> ByteWriter::take(std::size_t count) noexcept {
  if (count > rest_.size()) std::terminate();
  const std::span<std::byte> result = rest_.first(count);
  rest_ = rest_.subspan(count);
  return result;
}

}  // namespace lath::detail
