// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>

#include "io/objects/envelope_input.hpp"
#include "io/objects/envelopes.hpp"
#include "lath/base/error.hpp"
#include "lath/io/object_summary.hpp"
#include "wire/byte_reader.hpp"
#include "wire/object_start.hpp"

namespace lath::io {
namespace {

constexpr unsigned kPartsAt = 32;

bool is_key(ObjectKind kind) noexcept {
  return kind == ObjectKind::secret_key || kind == ObjectKind::public_key ||
         kind == ObjectKind::relin_key || kind == ObjectKind::galois_keys;
}
bool is_ciphertext(ObjectKind kind) noexcept {
  return kind == ObjectKind::ciphertext || kind == ObjectKind::product ||
         kind == ObjectKind::seeded_ciphertext;
}
bool is_of_he(ObjectKind kind) noexcept {
  return kind >= ObjectKind::parameters && kind <= ObjectKind::crt_moduli;
}
std::size_t usual_parts(ObjectKind kind) noexcept {
  return kind == ObjectKind::product ? 3 : kind == ObjectKind::ciphertext ? 2 : 1;
}

// A summary shows parameters of any size.
constexpr RingLimits kAnySize{.degree = kMaxDegree, .limbs = 4096};

// The literal of parameters, whichever scheme they have; byte 6 says it.
void read_parameters(ObjectSummary& summary, std::span<const std::byte> bytes,
                     const RingLimits& limits) {
  if (bytes.size() <= 6) return;
  const auto scheme = static_cast<he::Scheme>(bytes[6]);
  summary.scheme = scheme;
  summary.parameters = scheme == he::Scheme::bgv ? he::bgv::literal_from_bytes(bytes, limits)
                                                 : he::bfv::literal_from_bytes(bytes, limits);
}

// The scale factor has as many words as t, and the noise stands behind it.
void read_noise(ObjectSummary& summary, detail::ByteReader& reader) {
  if (!summary.parameters) return;
  for (std::size_t i = 0; i < summary.parameters->plaintext_modulus.words().size(); ++i) {
    static_cast<void>(reader.take_number(8));
  }
  summary.log2_noise = std::bit_cast<double>(reader.take_number(8));
}

void read_he_header(ObjectSummary& summary, detail::ByteReader& reader, detail::KindBytes own) {
  const std::uint64_t number = reader.take_number(8);
  const bool has_fingerprint =
      is_key(summary.kind) || is_ciphertext(summary.kind) || summary.kind == ObjectKind::plaintext;
  if (is_ciphertext(summary.kind)) {
    summary.scheme = static_cast<he::Scheme>(own.first);
    summary.level = static_cast<std::size_t>(number & 0xffffffff);
    summary.parts = usual_parts(summary.kind) + static_cast<std::size_t>(number >> kPartsAt);
  }
  if (summary.kind == ObjectKind::galois_keys || summary.kind == ObjectKind::crt_moduli) {
    summary.count = number;
  }
  if (is_key(summary.kind) && summary.kind != ObjectKind::secret_key) {
    summary.has_words = own.second != 0;
  }
  if (!has_fingerprint) return;
  std::ranges::copy(reader.take(summary.fingerprint.emplace().size()),
                    summary.fingerprint->begin());
  if (summary.kind == ObjectKind::plaintext) return;
  summary.key_id = reader.take_number(8);
  if (is_ciphertext(summary.kind)) read_noise(summary, reader);
}

// The beginning of an object: its first bytes, all of them if it is short.
void read_beginning(ObjectSummary& summary, std::span<const std::byte> beginning,
                    const RingLimits& limits) {
  const detail::KindBytes own = detail::read_object_start(beginning, summary.kind);
  summary.version = format_version(summary.kind);
  detail::ByteReader reader(beginning, name_of(summary.kind));
  static_cast<void>(reader.take(detail::kObjectStartBytes));
  if (summary.kind == ObjectKind::ring || summary.kind == ObjectKind::polynomial) {
    summary.degree = reader.take_number(4);
    summary.limbs = static_cast<std::size_t>(reader.take_number(4));
    if (summary.kind == ObjectKind::polynomial) {
      std::ranges::copy(reader.take(summary.fingerprint.emplace().size()),
                        summary.fingerprint->begin());
    }
    return;
  }
  if (summary.kind == ObjectKind::parameters) read_parameters(summary, beginning, limits);
  if (is_of_he(summary.kind)) read_he_header(summary, reader, own);
}

// The facts of the header, and of the first chunk, which a lock hides.
ObjectSummary summary_of_start(EnvelopeInput& envelope, const RingLimits& limits) {
  const EnvelopeHeader& header = envelope.header();
  ObjectSummary summary;
  summary.kind = header.kind;
  summary.is_in_envelope = true;
  summary.bytes = header.length;
  summary.chunks = header.chunks();
  summary.proof = static_cast<ObjectProof>(header.proof);
  summary.fingerprint = header.fingerprint;
  if (!is_of_he(header.kind)) {
    refuse_envelope(
        "an envelope with an object of kind " + std::to_string(static_cast<unsigned>(header.kind)),
        "kinds 7 to 17");
  }
  if (!header.parameters.empty()) read_parameters(summary, header.parameters, limits);
  if (header.lock) {
    summary.log2_work = header.lock->log2_work;
    return summary;
  }
  if (summary.kind == ObjectKind::parameters && header.bytes_of_chunk(0) != header.length) {
    refuse_envelope("parameters of more than one chunk", "one");
  }
  if (header.chunks() != 0) read_beginning(summary, envelope.next(), limits);
  return summary;
}

ObjectSummary summary_of_envelope(EnvelopeBytes& bytes, const ProofKeys& keys) {
  EnvelopeInput envelope(bytes);
  envelope.prove(keys);
  ObjectSummary summary = summary_of_start(envelope, kAnySize);
  summary.is_authentic = keys.proof() != Proof::none;
  const EnvelopeHeader& header = envelope.header();
  for (std::uint64_t i = header.lock ? 0 : 1; i < header.chunks(); ++i) {
    static_cast<void>(envelope.next());
  }
  envelope.finish();
  return summary;
}

ObjectSummary summary_of_packed(std::span<const std::byte> beginning, std::uint64_t size) {
  ObjectSummary summary;
  if (!detail::find_object_start(beginning, summary.kind, summary.version) ||
      name_of(summary.kind) == nullptr) {
    throw Error(ErrorCode::malformed, "bytes that lath did not write",
                "need an envelope or the bytes of an object",
                "check that these are the right bytes and that they were copied in binary");
  }
  summary.bytes = size;
  const bool is_of_release = summary.kind <= ObjectKind::encrypted_file;
  if (!is_of_release) read_beginning(summary, beginning, kAnySize);
  return summary;
}

}  // namespace

ObjectSummary summarize(const ObjectInput& input, const LoadOptions& options) {
  const ProofKeys keys = keys_of(options);
  const auto bytes = Envelopes::bytes_of(input);
  const std::span<const std::byte> tag = bytes->take(3);
  if (Envelopes::is_tag(tag)) return summary_of_envelope(*bytes, keys);
  if (keys.proof() != Proof::none) Envelopes::refuse_bytes();
  // Packed bytes: as many as there are, up to what headers and parameters take.
  std::vector<std::byte> beginning(tag.begin(), tag.end());
  std::uint64_t size = beginning.size();
  for (std::span<const std::byte> part = bytes->take_some(); !part.empty();
       part = bytes->take_some()) {
    size += part.size();
    const std::size_t kept = std::min(part.size(), kMostHeaderBytes - beginning.size());
    beginning.insert(beginning.end(), part.begin(),
                     part.begin() + static_cast<std::ptrdiff_t>(kept));
  }
  return summary_of_packed(beginning, size);
}

ObjectSummary summarize_start(Source& source, const RingLimits& limits) {
  const auto bytes = Envelopes::open(source);
  EnvelopeInput envelope(*bytes);
  return summary_of_start(envelope, limits);
}

}  // namespace lath::io
