// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "he/access.hpp"
#include "he/bytes/object_streams.hpp"
#include "io/objects/cbor.hpp"
#include "io/objects/envelope_input.hpp"
#include "io/objects/envelopes.hpp"
#include "io/objects/open_file.hpp"
#include "lath/base/error.hpp"

namespace lath::io {
namespace {

// Objects without a length of their own: literals and plaintext spaces hold a few numbers.
constexpr std::uint64_t kMostOfNumbers = std::uint64_t{1} << 20;

// The twofold of a length, for keys whose uniform part stands as words.
std::uint64_t with_words(std::uint64_t seeded) noexcept { return 2 * seeded; }

// Opens an envelope with a kind of object of at most so many bytes, proves it, and gives what a
// function reads of it.
template <class Read>
auto load_proved(ObjectKind kind, const ObjectInput& input, const LoadOptions& options,
                 std::uint64_t most, const Read& read) {
  const ProofKeys keys = keys_of(options);
  const auto bytes = Envelopes::open(input);
  EnvelopeInput envelope(*bytes);
  envelope.require(kind, false);
  envelope.require_at_most(most);
  envelope.prove(keys);
  auto result = read(envelope);
  envelope.finish();
  return result;
}

// An object that is read chunk after chunk.
template <class Read>
auto load_large(ObjectKind kind, const ObjectInput& input, const LoadOptions& options,
                std::uint64_t most, const Read& read) {
  return load_proved(kind, input, options, most,
                     [&](EnvelopeInput& envelope) { return read(envelope.object()); });
}

// An object that is read as a whole, after the end of its envelope.
template <class Read>
auto load_small(ObjectKind kind, const ObjectInput& input, const LoadOptions& options,
                std::uint64_t most, const Read& read) {
  const Buffer<std::byte> object = load_proved(
      kind, input, options, most, [](EnvelopeInput& envelope) { return envelope.whole<Public>(); });
  return read(object);
}

}  // namespace

std::unique_ptr<EnvelopeBytes> Envelopes::bytes_of(const ObjectInput& input) {
  if (input.source_ != nullptr) return bytes_of_stream(*input.source_);
  if (input.path_.empty()) return bytes_in_memory(input.bytes_);
  const OpenFile file = open_file(input.path_);
  return bytes_of_file(file.descriptor, file.size);
}

bool Envelopes::is_tag(std::span<const std::byte> bytes) {
  CborWriter tag;
  tag.head(CborType::tag, kSelfDescribed);
  return std::ranges::equal(bytes, tag.written());
}

std::unique_ptr<EnvelopeBytes> Envelopes::open(const ObjectInput& input) {
  auto bytes = bytes_of(input);
  if (is_tag(bytes->take(cbor_head_bytes(kSelfDescribed)))) return bytes;
  refuse_bytes();
}

void Envelopes::refuse_bytes() {
  throw Error(
      ErrorCode::malformed, "bytes that are no envelope",
      "need an envelope, which begins with d9 d9 f7",
      "read the bytes of an object without an envelope by the functions of lath/he/bytes.hpp");
}

he::Literal load_literal(he::Scheme scheme, const ObjectInput& input, const LoadOptions& options,
                         const RingLimits& limits) {
  return load_small(ObjectKind::parameters, input, options, kMostOfNumbers,
                    [&](const Buffer<std::byte>& bytes) {
                      return scheme == he::Scheme::bfv ? he::bfv::literal_from_bytes(bytes, limits)
                                                       : he::bgv::literal_from_bytes(bytes, limits);
                    });
}
he::PlaintextSpace load_plaintext_space(const ObjectInput& input, const LoadOptions& options) {
  return load_small(
      ObjectKind::plaintext_space, input, options, kMostOfNumbers,
      [](const Buffer<std::byte>& bytes) { return he::plaintext_space_from_bytes(bytes); });
}
he::crt::Moduli load_crt_moduli(const he::KeySpace& key_space, const ObjectInput& input,
                                const LoadOptions& options) {
  return load_small(ObjectKind::crt_moduli, input, options, kMostOfNumbers,
                    [&](const Buffer<std::byte>& bytes) {
                      return he::crt::Moduli::from_bytes(key_space, bytes);
                    });
}

he::PublicKey load_public_key(const he::SchemeParameters& parameters, const ObjectInput& input,
                              const LoadOptions& options) {
  return load_large(
      ObjectKind::public_key, input, options, with_words(he::public_key_bytes(parameters)),
      [&](detail::ByteInput object) { return he::read_public_key(parameters, object); });
}
he::RelinKey load_relin_key(const he::SchemeParameters& parameters, const ObjectInput& input,
                            const LoadOptions& options) {
  return load_large(
      ObjectKind::relin_key, input, options, with_words(he::relin_key_bytes(parameters)),
      [&](detail::ByteInput object) { return he::read_relin_key(parameters, object); });
}
he::GaloisKeys load_galois_keys(const he::SchemeParameters& parameters, const ObjectInput& input,
                                const LoadOptions& options) {
  return load_large(
      ObjectKind::galois_keys, input, options,
      with_words(he::galois_keys_bytes(parameters, parameters.degree())),
      [&](detail::ByteInput object) { return he::read_galois_keys(parameters, object); });
}

he::Ciphertext load_ciphertext(const he::SchemeParameters& parameters, const ObjectInput& input,
                               const LoadOptions& options) {
  return load_large(
      ObjectKind::ciphertext, input, options, he::ciphertext_bytes(parameters, parameters.levels()),
      [&](detail::ByteInput object) { return he::read_ciphertext(parameters, object); });
}
he::SeededCiphertext load_seeded_ciphertext(const he::SchemeParameters& parameters,
                                            const ObjectInput& input, const LoadOptions& options) {
  return load_large(
      ObjectKind::seeded_ciphertext, input, options,
      he::seeded_ciphertext_bytes(parameters, parameters.levels()),
      [&](detail::ByteInput object) { return he::read_seeded_ciphertext(parameters, object); });
}
he::Product<Coeff> load_product(const he::Parameters<he::Bfv>& parameters, const ObjectInput& input,
                                const LoadOptions& options) {
  return load_large(ObjectKind::product, input, options,
                    he::product_bytes(parameters, parameters.levels()),
                    [&](detail::ByteInput object) { return he::read_product(parameters, object); });
}
he::Product<Eval> load_product(const he::Parameters<he::Bgv>& parameters, const ObjectInput& input,
                               const LoadOptions& options) {
  return load_large(ObjectKind::product, input, options,
                    he::product_bytes(parameters, parameters.levels(), he::kMostParts),
                    [&](detail::ByteInput object) { return he::read_product(parameters, object); });
}

he::Ciphertext load_authenticated_ciphertext(const he::Decryptor& decryptor,
                                             const he::SchemeParameters& parameters,
                                             const ObjectInput& input, const LoadOptions& options) {
  if (keys_of(options).proof() == Proof::none) {
    throw Error(ErrorCode::invalid_argument, "an authenticated ciphertext without a key",
                "need the key of its MAC or signature", "set LoadOptions::mac or verifying_key");
  }
  return decryptor.authenticated(load_ciphertext(parameters, input, options));
}

}  // namespace lath::io
