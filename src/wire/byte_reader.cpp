// SPDX-License-Identifier: Apache-2.0
#include "wire/byte_reader.hpp"

#include <algorithm>

#include "lath/base/error.hpp"

namespace lath::detail {

std::uint64_t load_number(std::span<const std::byte> bytes) noexcept {
  std::uint64_t number = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) {
    number = number << 8 | std::to_integer<std::uint64_t>(bytes[i]);
  }
  return number;
}

std::span<const std::byte> ByteReader::window() {
  if (rest_.empty() && left_ != 0 && windows_ != nullptr) rest_ = windows_->next();
  return rest_;
}

std::span<const std::byte> ByteReader::take(std::size_t count) {
  if (count > left_) {
    refuse(" that ends " + std::to_string(count - left_) + " bytes too early", "all of its parts");
  }
  if (count <= window().size()) {
    const std::span<const std::byte> result = rest_.first(count);
    rest_ = rest_.subspan(count);
    left_ -= count;
    return result;
  }
  const std::span<std::byte> joined = std::span(joined_).first(count);
  for (std::size_t filled = 0; filled < count;) {
    const std::size_t part = std::min(count - filled, window().size());
    std::copy_n(rest_.begin(), part, joined.begin() + static_cast<std::ptrdiff_t>(filled));
    rest_ = rest_.subspan(part);
    left_ -= part;
    filled += part;
  }
  return joined;
}

void ByteReader::require_size(std::uint64_t needed) const {
  if (size_ == needed) return;
  throw Error(ErrorCode::malformed, std::string(what_) + " of " + std::to_string(size_) + " bytes",
              "need exactly " + std::to_string(needed),
              size_ < needed ? "bytes are missing at the end: get all of them"
                             : "give the bytes of one object only");
}

void ByteReader::require_end() const {
  if (left_ == 0) return;
  refuse(" with " + std::to_string(left_) + " bytes too many", "nothing behind its parts");
}

void ByteReader::refuse(const std::string& found, const std::string& needed) const {
  throw Error(ErrorCode::malformed, what_ + found, "need " + needed, remedy_);
}

}  // namespace lath::detail
