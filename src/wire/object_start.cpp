// SPDX-License-Identifier: Apache-2.0
#include "wire/object_start.hpp"

#include <algorithm>
#include <string>

#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"

namespace lath::detail {
namespace {

using Start = std::array<std::byte, kObjectStartBytes>;

[[noreturn]] void refuse_start(const std::string& found, const std::string& needed,
                               const char* remedy) {
  throw Error(ErrorCode::malformed, found, "need " + needed, remedy);
}

std::string kind_in_words(unsigned kind) {
  const char* const name = name_of(static_cast<ObjectKind>(kind));
  return name != nullptr ? name : "a lath object of kind " + std::to_string(kind);
}

void require_version(unsigned found, ObjectKind kind) {
  const unsigned needed = format_version(kind);
  if (found == needed) return;
  // Every format that has a successor was that of 0.1.0 or older.
  const bool is_older = found < needed && needed > 1;
  refuse_start(std::string(name_of(kind)) + " in format version " + std::to_string(found),
               "format version " + std::to_string(needed),
               is_older
                   ? "lath 0.1.0 is the last version that reads format 1: make the object again"
                   : "use the version of lath that wrote it, or a newer one");
}

}  // namespace

Start object_start(ObjectKind kind, KindBytes own) noexcept {
  Start start;
  std::ranges::copy(kMagic, start.begin());
  start[4] = static_cast<std::byte>(kind);
  start[5] = static_cast<std::byte>(format_version(kind));
  start[6] = std::byte{own.first};
  start[7] = std::byte{own.second};
  return start;
}

KindBytes read_object_start(std::span<const std::byte> bytes, ObjectKind wanted) {
  Start start = object_start(wanted);
  std::copy_n(bytes.begin(), std::min(bytes.size(), start.size()), start.begin());
  ct::declassify(start.data(), start.size());
  const auto field = [&](std::size_t i) { return std::to_integer<std::uint8_t>(start[i]); };
  if (!std::equal(kMagic.begin(), kMagic.end(), start.begin())) {
    refuse_start("bytes that lath did not write", name_of(wanted),
                 "check that these are the right bytes and that they were copied in binary");
  }
  if (field(4) != static_cast<unsigned>(wanted)) {
    refuse_start(kind_in_words(field(4)), name_of(wanted), "check that the right bytes were given");
  }
  require_version(field(5), wanted);
  return {field(6), field(7)};
}

bool find_object_start(std::span<const std::byte> bytes, ObjectKind& kind,
                       unsigned& version) noexcept {
  if (bytes.size() < kObjectStartBytes || !std::ranges::equal(bytes.first(4), kMagic)) return false;
  kind = static_cast<ObjectKind>(bytes[4]);
  version = std::to_integer<unsigned>(bytes[5]);
  return true;
}

}  // namespace lath::detail
