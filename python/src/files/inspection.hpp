// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "files/streams.hpp"

namespace lath::python {

/// Everything that a file says without its keys.
struct Inspection {
  std::string kind;       ///< "a ciphertext"
  std::string container;  ///< "envelope", "packed bytes", "age", "PEM", "DER" or "SEAL"
  std::optional<std::uint64_t> bytes;  ///< of the object, or of the file
  std::optional<std::string> fingerprint;
  std::optional<io::ObjectSummary> summary;                ///< of Lath's own objects
  std::vector<std::pair<std::string, std::string>> facts;  ///< of other formats
  std::vector<Inspection> rest;                            ///< the envelopes that follow
};

/// Finds out what a file is. Throws malformed for one of no format that is known.
[[nodiscard]] Inspection inspection_of(Replay& in, const io::LoadOptions& options);
/// In one line: "<lath Inspection: a ciphertext, BFV n=8192 t=65537, level 3, ...>".
[[nodiscard]] std::string shown(const Inspection& inspection);

}  // namespace lath::python
