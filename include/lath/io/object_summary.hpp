// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "lath/base/error.hpp"
#include "lath/he/core/scheme.hpp"
#include "lath/he/literal.hpp"
#include "lath/io/objects.hpp"
#include "lath/wire/object_kind.hpp"

/// @file
/// Summaries of envelopes and packed bytes, for whoever looks at a file.
namespace lath::io {

/// The proof of an envelope.
enum class ObjectProof : std::uint8_t {
  none,       ///< nothing
  mac,        ///< a MAC
  signature,  ///< a signature
};

/// The facts of an object that show without its parameters and keys. Nothing of it is authentic
/// unless is_authentic.
struct ObjectSummary {
  ObjectKind kind{};                  ///< its kind
  unsigned version = 0;               ///< of the kind's format; 0 under a lock
  bool is_in_envelope = false;        ///< or bare packed bytes
  std::uint64_t bytes = 0;            ///< of the packed object; 16 more under a lock
  std::uint64_t chunks = 0;           ///< of the envelope
  ObjectProof proof{};                ///< of the envelope
  bool is_authentic = false;          ///< whether the key that was given proves it
  std::optional<unsigned> log2_work;  ///< of scrypt, where it is locked
  std::optional<he::Scheme> scheme;   ///< of parameters, ciphertexts and products
  /// The parameters themselves, or those that the envelope describes in full.
  std::optional<he::Literal> parameters;
  std::optional<std::array<std::byte, 32>> fingerprint;  ///< of what the object depends on
  std::optional<std::uint64_t> key_id;  ///< the identifier of its secret key; 0 is none
  std::optional<std::size_t> level;     ///< of a ciphertext or product
  std::optional<std::size_t> parts;     ///< its polynomials
  /// log2 of the deviation of its noise, as it claims; known with its parameters.
  std::optional<double> log2_noise;
  std::optional<std::uint64_t> count;   ///< of Galois keys, or of moduli
  std::optional<bool> has_words;        ///< whether a key has its uniform part as words
  std::optional<std::uint64_t> degree;  ///< of a ring or a polynomial
  std::optional<std::size_t> limbs;     ///< of a ring or a polynomial
};

/// The summary of an input: an envelope, or the packed bytes of an object. Reads an envelope to its
/// end, in constant memory from memory and files, and looks at no word of the object. Throws
/// malformed for bytes that are neither, and with a key authentication as the loaders do.
[[nodiscard]] ObjectSummary summarize(const ObjectInput& input, const LoadOptions& options = {});

/// The summary of the envelope that a source begins with, from its header and its first chunks: for
/// whoever has to know the kind and the parameters of an object before loading it. Reads at most
/// 2 MiB, and nothing behind the envelope. Nothing of it is authentic. Throws malformed for bytes
/// that are no envelope, and unsupported for parameters beyond the limits, see
/// literal_from_bytes().
[[nodiscard]] ObjectSummary summarize_start(Source& source, const RingLimits& limits = {});

}  // namespace lath::io
