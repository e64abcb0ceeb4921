// SPDX-License-Identifier: Apache-2.0
#include "lath/io/age/description.hpp"

#include <algorithm>

#include "io/age/payload.hpp"
#include "io/age/stanzas.hpp"
#include "io/age/unarmored.hpp"

namespace lath::io::age {
namespace {

std::uint64_t bytes_left(Source& file, const Work& work) {
  Buffer<std::byte> part(4 * kChunkBytes);
  std::uint64_t size = 0;
  while (const std::size_t read = file.read(part.span())) {
    work.require_wanted();
    size += read;
    work.report(size);
  }
  return size;
}

std::uint64_t payload_size(std::uint64_t bytes) {
  constexpr std::uint64_t kSealed = kChunkBytes + kTagBytes;
  const std::uint64_t sealed = bytes - std::min<std::uint64_t>(bytes, kPayloadNonceBytes);
  const std::uint64_t rest = sealed % kSealed;
  const std::uint64_t chunks = sealed / kSealed + (rest != 0 ? 1 : 0);
  const bool no_chunk = (rest != 0 && rest < kTagBytes) || (rest == kTagBytes && chunks > 1);
  if (chunks == 0 || no_chunk) {
    throw Error(ErrorCode::malformed,
                "an age file with " + std::to_string(bytes) + " bytes behind its header",
                "need a nonce of 16 bytes and whole chunks", "the file was cut off: copy it again");
  }
  return sealed - chunks * kTagBytes;
}

}  // namespace

bool is_age_file(std::span<const std::byte> start) noexcept {
  const std::string_view text(reinterpret_cast<const char*>(start.data()), start.size());
  return text.starts_with(kVersionStart) ||
         text.substr(whitespace_before(text)).starts_with(kArmorBegin);
}

Description describe(Source& file, const Work& work) {
  Unarmored bytes(file);
  const Header header = read_header(bytes.source());
  Description result{bytes.form(), {}, std::nullopt, header.bytes(), 0};
  for (const Stanza& stanza : header.stanzas) {
    result.recipients.push_back(stanza.kind());
    if (stanza.kind() == kScryptKind) {
      result.work_factor = read_scrypt(stanza, 64).work_factor;
    }
  }
  result.payload_bytes = payload_size(bytes_left(bytes.source(), work));
  return result;
}

}  // namespace lath::io::age
