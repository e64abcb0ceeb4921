// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <variant>

#include "files/streams.hpp"

namespace lath::python {

/// Parameters of either scheme.
using AnyParameters = std::variant<he::Parameters<he::Bfv>, he::Parameters<he::Bgv>>;

/// The next envelope of a file, of which only the beginning was read, or, with a key, all of it.
struct Envelope {
  io::ObjectSummary summary;
  io::ObjectInput input;  ///< gives the whole envelope, once
};

/// Whether an envelope is next: bytes that begin like one.
[[nodiscard]] bool is_envelope(Replay& in);
/// The next envelope. With a key, all of it is read, and nothing of it is used before the key
/// proved it. Throws malformed, authentication and unsupported.
[[nodiscard]] Envelope next_envelope(Replay& in, const io::LoadOptions& options);
/// The ring and t in short: "n=8192 t=65537".
[[nodiscard]] std::string ring_facts(const he::Literal& parameters);
/// Throws mismatch where an envelope describes parameters of another ring, or of other plaintexts.
/// The loaders compare everything, but know a larger object only as one that is too long.
void require_like(const io::ObjectSummary& summary, const he::SchemeParameters& parameters);
/// The parameters that an envelope describes, or those given. Throws mismatch where there are none.
[[nodiscard]] AnyParameters parameters_of(const io::ObjectSummary& summary,
                                          const std::optional<AnyParameters>& given);
/// Throws malformed unless a file that was given by its path ends here.
void require_end(Replay& in, const File& file);

}  // namespace lath::python
