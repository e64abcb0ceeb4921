// SPDX-License-Identifier: Apache-2.0
#include "wire/byte_reader.hpp"

#include "lath/base/error.hpp"

namespace lath::detail {

std::uint64_t load_number(std::span<const std::byte> bytes) noexcept {
  std::uint64_t number = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) {
    number = number << 8 | std::to_integer<std::uint64_t>(bytes[i]);
  }
  return number;
}

std::span<const std::byte> ByteReader::take(std::size_t count) {
  if (count > rest_.size()) {
    refuse(" that ends " + std::to_string(count - rest_.size()) + " bytes too early",
           "all of its parts");
  }
  const std::span<const std::byte> result = rest_.first(count);
  rest_ = rest_.subspan(count);
  return result;
}

void ByteReader::require_size(std::uint64_t needed) const {
  if (size_ == needed) return;
  throw Error(ErrorCode::malformed, std::string(what_) + " of " + std::to_string(size_) + " bytes",
              "need exactly " + std::to_string(needed),
              size_ < needed ? "bytes are missing at the end: get all of them"
                             : "give the bytes of one object only");
}

void ByteReader::require_end() const {
  if (rest_.empty()) return;
  refuse(" with " + std::to_string(rest_.size()) + " bytes too many", "nothing behind its parts");
}

void ByteReader::refuse(const std::string& found, const std::string& needed) const {
  throw Error(ErrorCode::malformed, what_ + found, "need " + needed, remedy_);
}

}  // namespace lath::detail
