// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "io/age/buffered_source.hpp"
#include "io/age/hashes.hpp"

namespace lath::io::age {

inline constexpr std::string_view kVersionStart = "age-encryption.org/",
                                  kVersionLine = "age-encryption.org/v1\n";

/// The key of a file, which every stanza of its header holds encrypted.
using FileKey = SecretBytes<16>;

/// A part of a header for one recipient.
struct Stanza {
  std::vector<std::string> arguments;  ///< at least one: the kind
  std::vector<std::byte> body;

  [[nodiscard]] const std::string& kind() const noexcept { return arguments.front(); }
};

/// A header read, in which nothing is authentic before check_mac().
struct Header {
  std::vector<Stanza> stanzas;
  std::string text;  ///< the part of the header of which the MAC is, to "---"
  std::vector<std::byte> mac;

  /// The size of the header in the file.
  [[nodiscard]] std::size_t bytes() const noexcept { return text.size() + 45; }
  /// The kinds of its stanzas in words, for errors: "mlkem768x25519 twice, X25519".
  [[nodiscard]] std::string kinds() const;
  /// Whether the file key is right and the header is the one that was written with the key.
  [[nodiscard]] bool check_mac(const FileKey& key) const;
};

/// Reads a header, up to its end and not further. Throws malformed where it is no header of version
/// 1 in its one encoding, or has more than kMaxHeaderBytes.
Header read_header(BufferedSource& file);

/// The text of a header with a MAC.
std::string header_text(const std::vector<Stanza>& stanzas, const FileKey& key);

}  // namespace lath::io::age
