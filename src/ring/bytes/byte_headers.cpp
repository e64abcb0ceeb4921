// SPDX-License-Identifier: Apache-2.0
#include "ring/bytes/byte_headers.hpp"

#include <algorithm>

#include "lath/base/error.hpp"
#include "wire/object_start.hpp"

namespace lath::detail {
namespace {

// The form of a ring where the index follows, not the degree.
constexpr std::uint8_t kHasIndex = 1;

}  // namespace

void refuse_malformed(const std::string& found, const std::string& needed,
                      const std::string& remedy) {
  throw Error(ErrorCode::malformed, found, "need " + needed, remedy);
}
void refuse_mismatch(const std::string& found, const std::string& needed,
                     const std::string& remedy) {
  throw Error(ErrorCode::mismatch, found, "need " + needed, remedy);
}

void write_start(std::byte* out, ObjectKind kind, std::uint8_t form, std::uint64_t size,
                 std::size_t limbs) noexcept {
  std::ranges::copy(object_start(kind, {form}), out);
  store_little_endian(out + kObjectStartBytes, size | std::uint64_t{limbs} << 32);
}

void write_start_of_ring(std::byte* out, const RingView& ring) noexcept {
  const bool has_index = ring.index() != 0;
  write_start(out, ObjectKind::ring, has_index ? kHasIndex : std::uint8_t{0},
              has_index ? ring.index() : ring.degree(), ring.limbs());
}

void wrong_size(const char* what, std::size_t found, const std::string& needed, bool too_few) {
  refuse_malformed(std::string(what) + " of " + text(found) + " bytes", needed,
                   too_few ? "bytes are missing at the end: get all of them"
                           : "give the bytes of one object only");
}

}  // namespace lath::detail
