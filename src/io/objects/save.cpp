// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <string>

#include "he/bytes/object_streams.hpp"
#include "io/objects/envelope_output.hpp"
#include "io/objects/envelopes.hpp"
#include "lath/base/error.hpp"
#include "lath/io/files.hpp"

namespace lath::io {
namespace {

void require_one_key(bool has_two) {
  if (!has_two) return;
  throw Error(ErrorCode::invalid_argument, "two keys for one envelope",
              "need one: of a MAC or of a signature", "give the key that its readers know");
}

// Large objects are written window after window.
template <class Object>
constexpr SavedObject::Functions kLarge{
    .size = [](const void* object) { return he::byte_size(*static_cast<const Object*>(object)); },
    .write = [](detail::ByteWriter out,
                const void* object) { he::write_object(out, *static_cast<const Object*>(object)); },
    .fingerprint =
        [](const void* object) {
          return &he::fingerprint_in(*static_cast<const Object*>(object));
        }};

// Small ones are written as a whole, and have no fingerprint.
template <class Object>
constexpr SavedObject::Functions kSmall{
    .size = [](const void* object) { return to_bytes(*static_cast<const Object*>(object)).size(); },
    .write =
        [](detail::ByteWriter out, const void* object) {
          const Buffer<std::byte> bytes = to_bytes(*static_cast<const Object*>(object));
          out.put(bytes);
        },
    .fingerprint = nullptr};

}  // namespace

SavedObject::SavedObject(const he::SchemeParameters& parameters) noexcept
    : SavedObject(ObjectKind::parameters, &parameters, kSmall<he::SchemeParameters>) {}
SavedObject::SavedObject(const he::PlaintextSpace& space) noexcept
    : SavedObject(ObjectKind::plaintext_space, &space, kSmall<he::PlaintextSpace>) {}
SavedObject::SavedObject(const he::crt::Moduli& moduli) noexcept
    : SavedObject(ObjectKind::crt_moduli, &moduli, kSmall<he::crt::Moduli>) {}
SavedObject::SavedObject(const he::PublicKey& key) noexcept
    : SavedObject(ObjectKind::public_key, &key, kLarge<he::PublicKey>) {}
SavedObject::SavedObject(const he::RelinKey& key) noexcept
    : SavedObject(ObjectKind::relin_key, &key, kLarge<he::RelinKey>) {}
SavedObject::SavedObject(const he::GaloisKeys& keys) noexcept
    : SavedObject(ObjectKind::galois_keys, &keys, kLarge<he::GaloisKeys>) {}
SavedObject::SavedObject(const he::Ciphertext& ciphertext) noexcept
    : SavedObject(ObjectKind::ciphertext, &ciphertext, kLarge<he::Ciphertext>) {}
SavedObject::SavedObject(const he::SeededCiphertext& ciphertext) noexcept
    : SavedObject(ObjectKind::seeded_ciphertext, &ciphertext, kLarge<he::SeededCiphertext>) {}
SavedObject::SavedObject(const he::Product<Coeff>& product) noexcept
    : SavedObject(ObjectKind::product, &product, kLarge<he::Product<Coeff>>) {}
SavedObject::SavedObject(const he::Product<Eval>& product) noexcept
    : SavedObject(ObjectKind::product, &product, kLarge<he::Product<Eval>>) {}

ProofKeys keys_of(const SaveOptions& options) {
  require_one_key(options.mac != nullptr && options.signing_key != nullptr);
  return {.mac = options.mac, .signing = options.signing_key};
}
ProofKeys keys_of(const LoadOptions& options) {
  require_one_key(options.mac != nullptr && options.verifying_key != nullptr);
  return {.mac = options.mac, .verifying = options.verifying_key};
}

void describe_parameters(EnvelopeHeader& header, const he::SchemeParameters* parameters,
                         const he::Fingerprint* fingerprint) {
  if (parameters != nullptr) {
    const Buffer<std::byte> bytes = to_bytes(*parameters);
    header.parameters.assign(bytes.begin(), bytes.end());
  } else if (fingerprint != nullptr) {
    header.fingerprint = *fingerprint;
  }
}

EnvelopeHeader Envelopes::header_of(const SavedObject& object, const SaveOptions& options) {
  if (options.chunk_bytes != 0 &&
      (!std::has_single_bit(options.chunk_bytes) || options.chunk_bytes < kLeastChunkBytes ||
       options.chunk_bytes > kMostChunkBytes)) {
    throw Error(ErrorCode::invalid_argument,
                "chunks of " + std::to_string(options.chunk_bytes) + " bytes",
                "need a power of two from 2^10 to 2^20", "leave the choice to Lath: 0");
  }
  const SavedObject::Functions& functions = *object.functions_;
  EnvelopeHeader header;
  header.kind = object.kind_;
  header.length = functions.size(object.object_);
  header.chunk_bytes =
      options.chunk_bytes != 0 ? options.chunk_bytes : usual_chunk_bytes(header.length);
  header.proof = keys_of(options).proof();
  describe_parameters(
      header, options.parameters,
      functions.fingerprint != nullptr ? functions.fingerprint(object.object_) : nullptr);
  return header;
}

void save(Sink& sink, const SavedObject& object, const SaveOptions& options) {
  const ProofKeys keys = keys_of(options);
  const EnvelopeHeader header = Envelopes::header_of(object, options);
  EnvelopeOutput output(sink, header, keys);
  Envelopes::write(detail::ByteWriter(output), object);
  output.finish();
}

Buffer<std::byte> to_envelope(const SavedObject& object, const SaveOptions& options) {
  const ProofKeys keys = keys_of(options);
  const EnvelopeHeader header = Envelopes::header_of(object, options);
  auto bytes = Buffer<std::byte>::for_overwrite(static_cast<std::size_t>(envelope_bytes(header)));
  EnvelopeOutput output(bytes.span(), header, keys);
  Envelopes::write(detail::ByteWriter(output), object);
  output.finish();
  return bytes;
}

void save_file(const std::string& path, const SavedObject& object, const SaveOptions& options) {
  write_file(path, [&](Sink& sink) { save(sink, object, options); });
}

}  // namespace lath::io
