// SPDX-License-Identifier: Apache-2.0
#include "ring/bytes/byte_headers.hpp"

#include <algorithm>

#include "lath/base/error.hpp"

namespace lath::detail {
namespace {

constexpr std::array<std::byte, 4> kMagic{std::byte{'l'}, std::byte{'a'}, std::byte{'t'},
                                          std::byte{'h'}};
constexpr unsigned kVersion = 1;
// The form byte of a ring where the index follows, not the degree.
constexpr std::byte kHasIndex{1};

const char* name(Kind kind) { return kind == Kind::ring ? "a lath ring" : "a lath polynomial"; }
std::string name(unsigned kind) {
  if (kind == 5 || kind == 6) return name(static_cast<Kind>(kind));
  return "a lath object of kind " + text(kind);
}

}  // namespace

void refuse_malformed(const std::string& found, const std::string& needed,
                      const std::string& remedy) {
  throw Error(ErrorCode::malformed, found, "need " + needed, remedy);
}
void refuse_mismatch(const std::string& found, const std::string& needed,
                     const std::string& remedy) {
  throw Error(ErrorCode::mismatch, found, "need " + needed, remedy);
}

// The common beginning of both headers: magic, kind, version, two bytes of its own, degree or
// index, limbs.
void write_start(std::byte* out, Kind kind, std::byte form, std::uint64_t size,
                 std::size_t limbs) noexcept {
  std::copy(kMagic.begin(), kMagic.end(), out);
  const std::uint64_t kind_and_form =
      static_cast<std::uint64_t>(kind) | kVersion << 8 | std::to_integer<std::uint64_t>(form) << 16;
  const std::uint64_t sizes = size | std::uint64_t{limbs} << 32;
  for (std::size_t i = 0; i < 4; ++i) out[4 + i] = static_cast<std::byte>(kind_and_form >> (8 * i));
  store_little_endian(out + 8, sizes);
}

void write_start_of_ring(std::byte* out, const RingView& ring) noexcept {
  const bool has_index = ring.index() != 0;
  write_start(out, Kind::ring, has_index ? kHasIndex : std::byte{0},
              has_index ? ring.index() : ring.degree(), ring.limbs());
}

void check_start(Bytes header, Kind kind) {
  const char* const wanted = name(kind);
  if (!std::equal(kMagic.begin(), kMagic.end(), header.begin())) {
    refuse_malformed("bytes that lath did not write", wanted,
                     "check that these are the right bytes and that they were copied in binary");
  }
  if (byte_at(header, 4) != static_cast<unsigned>(kind)) {
    refuse_malformed(name(byte_at(header, 4)), wanted, "check that the right bytes were given");
  }
  if (byte_at(header, 5) != kVersion) {
    refuse_malformed(std::string(wanted) + " in format version " + text(byte_at(header, 5)),
                     "format version " + text(kVersion),
                     "use the version of lath that wrote it, or a newer one");
  }
}

void wrong_size(const char* what, std::size_t found, const std::string& needed, bool too_few) {
  refuse_malformed(std::string(what) + " of " + text(found) + " bytes", needed,
                   too_few ? "bytes are missing at the end: get all of them"
                           : "give the bytes of one object only");
}

}  // namespace lath::detail
