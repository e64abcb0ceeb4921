// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "he/core/fingerprint.hpp"
#include "io/objects/envelope_bytes.hpp"
#include "io/objects/envelope_header.hpp"
#include "io/objects/envelope_input.hpp"
#include "io/objects/proofs.hpp"
#include "lath/io/objects.hpp"
#include "wire/byte_writer.hpp"

namespace lath::io {

/// How an object is written, how long it is, and its fingerprint; null if it has none.
struct SavedObject::Functions {
  std::size_t (*size)(const void* object);
  void (*write)(detail::ByteWriter out, const void* object);
  const he::Fingerprint* (*fingerprint)(const void* object);
};

/// The inside of the public types of lath/io/objects.hpp.
class Envelopes {
 public:
  /// The header of an object's envelope.
  static EnvelopeHeader header_of(const SavedObject& object, const SaveOptions& options);
  static void write(detail::ByteWriter out, const SavedObject& object) {
    object.functions_->write(out, object.object_);
  }
  static std::unique_ptr<EnvelopeBytes> bytes_of(const ObjectInput& input);
  /// Whether bytes are those that every envelope begins with.
  static bool is_tag(std::span<const std::byte> bytes);
  /// Throws malformed: bytes that are no envelope.
  [[noreturn]] static void refuse_bytes();
  /// The bytes of an envelope behind its tag. Throws malformed unless that is there.
  static std::unique_ptr<EnvelopeBytes> open(const ObjectInput& input);
};

/// The keys of options. Throws invalid_argument if there are two.
[[nodiscard]] ProofKeys keys_of(const SaveOptions& options);
[[nodiscard]] ProofKeys keys_of(const LoadOptions& options);

/// Describes parameters in a header: in full, or else by a fingerprint, or not.
void describe_parameters(EnvelopeHeader& header, const he::SchemeParameters* parameters,
                         const he::Fingerprint* fingerprint);

}  // namespace lath::io
