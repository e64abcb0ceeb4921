// SPDX-License-Identifier: Apache-2.0
#include "io/seal/member_reader.hpp"

#include <algorithm>
#include <array>

#include "base/little_endian.hpp"
#include "lath/base/error.hpp"

namespace lath::io::seal {
namespace {

constexpr std::array<std::byte, 3> kStart{std::byte{0x5e}, std::byte{0xa1},
                                          std::byte{kHeaderBytes}};
constexpr const char* kDamaged = "the bytes were damaged: get them again";

std::string in_text(std::uint64_t number) { return std::to_string(number); }

[[noreturn]] void refuse_object(const std::string& found, const std::string& needed,
                                const char* remedy = kDamaged) {
  throw Error(ErrorCode::malformed, found, "need " + needed, remedy);
}

void require_version(unsigned major, unsigned minor, const std::string& what) {
  if (major == kMajorVersion && minor <= kLargestMinorVersion) return;
  const bool older = major < kMajorVersion;
  throw Error(ErrorCode::unsupported, what + " of SEAL " + in_text(major) + "." + in_text(minor),
              "need one of SEAL 4.0 to 4." + in_text(kLargestMinorVersion),
              older ? "load it with SEAL 4 and save it again"
                    : "use a version of lath that knows this SEAL, or save it with SEAL 4.4");
}

}  // namespace

Header header_of(std::span<const std::byte> bytes, const std::string& what) {
  if (bytes.size() < kHeaderBytes || !std::ranges::equal(kStart, bytes.first(kStart.size()))) {
    refuse_object("bytes that do not begin as objects of SEAL do", what + " of SEAL",
                  "check that the right file was given, and that it was copied in binary");
  }
  const auto byte = [&](std::size_t i) { return std::to_integer<unsigned>(bytes[i]); };
  require_version(byte(3), byte(4), what);
  if (byte(5) > static_cast<unsigned>(Compression::zstd) || byte(6) != 0 || byte(7) != 0) {
    refuse_object(what + " of SEAL with an unknown extension", "none");
  }
  const std::uint64_t size = load_little_endian(&bytes[8]);
  if (size != bytes.size()) {
    refuse_object(what + " of SEAL that says to have " + in_text(size) + " bytes and has " +
                      in_text(bytes.size()),
                  "one object with all its bytes",
                  size > bytes.size() ? "bytes are missing at the end: get all of them"
                                      : "give the bytes of one object only");
  }
  return {byte(4), static_cast<Compression>(byte(5))};
}

void refuse_zlib(const std::string& what) {
  throw Error(ErrorCode::unsupported, what + " of SEAL that zlib compressed",
              "need the compression zstd, or none",
              "save it with compr_mode_type::none or compr_mode_type::zstd");
}

std::span<const std::byte> MemberReader::take(std::uint64_t size) {
  if (size > rest_.size()) refuse(" that ends too early", "all of its members");
  const auto result = rest_.first(static_cast<std::size_t>(size));
  rest_ = rest_.subspan(result.size());
  return result;
}
unsigned MemberReader::take_byte() { return std::to_integer<unsigned>(take(1)[0]); }
std::uint64_t MemberReader::take_number() { return load_little_endian(take(8).data()); }

MemberReader MemberReader::take_object(const std::string& what) {
  if (rest_.size() < kHeaderBytes) refuse(" that ends too early", "all of its members");
  // A size that is too large or too small is refused with the header.
  const std::uint64_t size = load_little_endian(&rest_[8]);
  const auto object =
      rest_.first(static_cast<std::size_t>(std::min<std::uint64_t>(size, rest_.size())));
  if (header_of(object, what).compression != Compression::none) {
    refuse(" with a compressed member", "members that are not compressed");
  }
  rest_ = rest_.subspan(object.size());
  return {object.subspan(kHeaderBytes), what};
}

std::span<const std::byte> MemberReader::take_words(std::uint64_t count) {
  MemberReader array = take_object("an array");
  const std::uint64_t found = array.take_number();
  if (found != count) {
    refuse(" with " + in_text(found) + " words", in_text(count) + " words");
  }
  const auto words = array.take(8 * count);
  array.require_end();
  return words;
}

std::uint64_t MemberReader::words_ahead() const noexcept {
  return rest_.size() < kHeaderBytes + 8 ? 0 : load_little_endian(&rest_[kHeaderBytes]);
}

void MemberReader::require_end() const {
  if (bytes_left() != 0) {
    refuse(" with " + in_text(rest_.size()) + " bytes more than its members take", "none");
  }
}
void MemberReader::refuse(const std::string& found, const std::string& needed) const {
  refuse_object(what_ + " of SEAL" + found, needed);
}

Members::Members(std::span<const std::byte> bytes, const std::string& what, std::uint64_t most)
    : what_(what) {
  const Header header = header_of(bytes, what);
  members_ = bytes.subspan(kHeaderBytes);
  if (header.compression == Compression::zlib) refuse_zlib(what);
  if (header.compression == Compression::zstd) {
    decompressed_ = decompress(members_, what, most);
    members_ = decompressed_.span();
  }
  if (members_.size() > most) {
    refuse_object(what + " of SEAL with " + in_text(members_.size()) + " bytes of members",
                  "at most " + in_text(most) + " for these parameters");
  }
}

}  // namespace lath::io::seal
