// SPDX-License-Identifier: Apache-2.0
#include "io/age/buffered_source.hpp"

#include <algorithm>

namespace lath::io::age {

// Adds bytes behind the others, and returns whether there were any. A source that ended is not
// asked again: it may be a terminal.
bool BufferedSource::fill() {
  if (at_end_) return false;
  std::copy(buffer_.data() + begin_, buffer_.data() + end_, buffer_.data());
  end_ -= begin_;
  begin_ = 0;
  const std::size_t size = source_.read(buffer_.span().subspan(end_));
  at_end_ = size == 0;
  end_ += size;
  return !at_end_;
}

std::size_t BufferedSource::read(std::span<std::byte> out) {
  if (begin_ == end_) {
    if (at_end_) return 0;
    const std::size_t size = source_.read(out);
    at_end_ = size == 0;
    return size;
  }
  const std::size_t size = std::min(out.size(), end_ - begin_);
  std::copy_n(buffer_.data() + begin_, size, out.begin());
  begin_ += size;
  return size;
}

std::string_view BufferedSource::peek(std::size_t count) {
  while (end_ - begin_ < count && fill()) continue;
  return {reinterpret_cast<const char*>(buffer_.data() + begin_), end_ - begin_};
}

bool BufferedSource::read_line(std::string& line, std::size_t limit) {
  for (;;) {
    const std::string_view ahead = peek(1);
    if (ahead.empty()) return true;
    const auto end = ahead.find('\n');
    const std::size_t size = end == std::string_view::npos ? ahead.size() : end + 1;
    if (size > limit) return false;
    line.append(ahead.substr(0, size));
    limit -= size;
    skip(size);
    if (end != std::string_view::npos) return true;
  }
}

}  // namespace lath::io::age
