// SPDX-License-Identifier: Apache-2.0
#include "io/object_header.hpp"

#include <string>
#include <utility>

#include "base/names.hpp"
#include "lath/base/error.hpp"
#include "wire/object_start.hpp"

namespace lath::io {
namespace {

using detail::kMagic;
constexpr unsigned kVersion = 1;

std::string name(unsigned kind) {
  constexpr detail::Named<Kind> kNames[] = {{Kind::public_key, "public key"},
                                            {Kind::secret_key, "secret key"},
                                            {Kind::envelope, "envelope"}};
  const std::string unknown = "object of the unknown kind " + std::to_string(kind);
  return detail::name_in(kNames, static_cast<Kind>(kind), unknown.c_str());
}
std::string name(Kind kind) { return name(static_cast<unsigned>(kind)); }

[[noreturn]] void fail(std::string found, std::string needed, std::string remedy) {
  throw Error(ErrorCode::malformed, std::move(found), std::move(needed), std::move(remedy));
}

void check_version(unsigned version, unsigned extension, Kind kind) {
  if (version == kVersion && extension == 0) return;
  fail("a lath " + name(kind) + " in format version " + std::to_string(version) +
           (extension != 0 ? " with an unknown extension" : ""),
       "need format version " + std::to_string(kVersion),
       version == 0 ? "version 0 was experimental: make new keys with lath keygen, and decrypt old "
                      "files with the version of lath that wrote them"
                    : "use the version of lath that wrote it, or a newer one");
}

}  // namespace

void write_object_header(std::span<std::byte, 8> out, Kind kind, FileScheme scheme) noexcept {
  for (std::size_t i = 0; i < kMagic.size(); ++i) out[i] = kMagic[i];
  out[4] = static_cast<std::byte>(kind);
  out[5] = static_cast<std::byte>(kVersion);
  out[6] = static_cast<std::byte>(scheme.id());
  out[7] = std::byte{0};
}

void check_magic(std::span<const std::byte> start, Kind kind) {
  for (std::size_t i = 0; i < kMagic.size() && i < start.size(); ++i) {
    if (start[i] != kMagic[i]) {
      fail("bytes that lath did not write", "need a lath " + name(kind),
           "check that this is the right file and that it was copied in binary");
    }
  }
}

FileScheme read_object_header(std::span<const std::byte, 8> bytes, Kind kind) {
  check_magic(bytes, kind);
  const auto field = [&](std::size_t i) { return std::to_integer<unsigned>(bytes[i]); };
  if (field(4) != static_cast<unsigned>(kind)) {
    fail("a lath " + name(field(4)), "need a lath " + name(kind),
         "check that the files were not given in the wrong order");
  }
  check_version(field(5), field(7), kind);
  const auto scheme = FileScheme::of_id(std::to_integer<std::uint8_t>(bytes[6]));
  if (!scheme) {
    fail("a lath " + name(kind) + " of the unknown scheme " + std::to_string(field(6)),
         "need a scheme from 1 to " + std::to_string(FileScheme::all().back().id()),
         "use the version of lath that wrote it, or a newer one");
  }
  return *scheme;
}

void check_object_size(std::size_t found, std::size_t needed, Kind kind, FileScheme scheme) {
  if (found == needed) return;
  fail("a " + name(kind) + " of " + std::to_string(found) + " bytes",
       "need exactly " + std::to_string(needed) + " for " + std::string(scheme.name()),
       found < needed ? "the file was cut off: copy it again"
                      : "something was appended to the file: copy it again");
}

}  // namespace lath::io
