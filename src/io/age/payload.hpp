// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "io/age/header.hpp"
#include "lath/io/stream.hpp"
#include "lath/random/generator.hpp"

namespace lath::io::age {

inline constexpr std::size_t kPayloadNonceBytes = 16;

/// Encrypts all of `payload` behind the header of a file. Returns its size.
std::uint64_t write_payload(const FileKey& key, Source& payload, Sink& file, Generator& generator,
                            const Work& work);

/// Decrypts what is behind the header. Writes each chunk when it is known to be authentic, those
/// before a wrong one as well. Returns the size of the payload. Throws authentication where a chunk
/// was changed, moved or cut off, and malformed where there is no payload.
std::uint64_t read_payload(const FileKey& key, Source& file, Sink& payload, const Work& work);

}  // namespace lath::io::age
