// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lath/io/age/files.hpp"

namespace lath::io::age {

/// Everything that an age file shows to somebody without a key. None of it is authentic.
struct Description {
  Form form = Form::binary;             ///< binary or armoured
  std::vector<std::string> recipients;  ///< the kind of each, as "mlkem768x25519" or "scrypt"
  /// The logarithm of the work factor, where the file is encrypted with a passphrase.
  std::optional<unsigned> work_factor;
  std::uint64_t header_bytes = 0;   ///< the size of the header, before armour
  std::uint64_t payload_bytes = 0;  ///< the size of the payload when it is decrypted
};

/// Whether bytes are the beginning of an age file, binary or armoured: its mark, or white space and
/// its mark. Needs the first 64 bytes of a file, or all.
[[nodiscard]] bool is_age_file(std::span<const std::byte> start) noexcept;

/// Describes an age file, which is read to its end and not decrypted. Throws malformed as decrypt()
/// does, and where the size of the payload is none. Kinds come from the file: quote() them.
[[nodiscard]] Description describe(Source& file, const Work& work = {});

}  // namespace lath::io::age
