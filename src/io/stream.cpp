// SPDX-License-Identifier: Apache-2.0
#include "lath/io/stream.hpp"

#include <algorithm>

namespace lath::io {

std::size_t MemorySource::read(std::span<std::byte> out) {
  const std::size_t size = std::min(out.size(), rest_.size());
  std::copy_n(rest_.begin(), size, out.begin());
  rest_ = rest_.subspan(size);
  return size;
}

void MemorySink::write(std::span<const std::byte> bytes) {
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
}

}  // namespace lath::io
