// SPDX-License-Identifier: Apache-2.0
//
// Envelopes of CBOR around objects of homomorphic encryption: plain, with a MAC, with a signature,
// and under a passphrase. What is read is saved again as the same bytes.
#include "fuzz/canonical_words.hpp"
#include "fuzz/harness.hpp"
#include "fuzz/he_keys.hpp"
#include "lath/io/object_summary.hpp"
#include "lath/io/objects.hpp"

namespace lath::fuzz {
namespace {

using he::Bfv;
using he::Bgv;

SmallKeys<Bfv>& keys() {
  static SmallKeys<Bfv> all(257);
  return all;
}
const io::MacKey& mac_key() {
  static const io::MacKey key = io::MacKey::generate(keys().generator);
  return key;
}
const io::SigningKey& signing_key() {
  static const io::SigningKey key = io::SigningKey::generate(keys().generator);
  return key;
}
const io::VerifyingKey& verifying_key() {
  static const io::VerifyingKey key = signing_key().verifying_key();
  return key;
}
const std::string kPassphrase = "open sesame";
View secret() { return std::as_bytes(std::span(kPassphrase)); }

constexpr std::size_t kChunk = 1024;
constexpr io::UnlockOptions kUnlocking{.most_log2_work = 10};

io::SaveOptions saving() { return {.parameters = &keys().parameters, .chunk_bytes = kChunk}; }
io::SaveOptions with_mac() {
  io::SaveOptions options = saving();
  options.mac = &mac_key();
  return options;
}
io::SaveOptions signed_by_key() {
  io::SaveOptions options = saving();
  options.signing_key = &signing_key();
  return options;
}

template <class Object>
Bytes saved(const Object& object, const io::SaveOptions& options) {
  const auto bytes = io::to_envelope(object, options);
  return bytes_of(bytes.span());
}

// The bytes of the head of a CBOR item.
std::size_t head_bytes(View bytes, std::size_t at) {
  const unsigned low = std::to_integer<unsigned>(bytes[at]) & 31;
  return low < 24 ? 1 : 1 + (std::size_t{1} << (low - 24));
}
// The kind that the header of an envelope says, which was read: behind a tag of three bytes, the
// heads of an array, a string and a map, and the key and value before it (docs/wire-format.md).
ObjectKind kind_in_header(View bytes) {
  std::size_t at = 3;
  for (int head = 0; head < 6; ++head) at += head_bytes(bytes, at);
  const auto small = bytes[at + head_bytes(bytes, at) - 1];
  return static_cast<ObjectKind>(small);
}

// A header may have the parameters in full or not, and chunks of any length: one of these is the
// envelope. What it says to hold is what was read.
template <class Object>
void use(const Object& object, View bytes, ObjectKind kind) {
  require(io::to_envelope(object).size() > 0, "an object without an envelope");
  require(kind_in_header(bytes) == kind, "an envelope with another object");
  require(io::summarize(bytes).kind == kind, "a summary of another object");
  io::MemorySource source(bytes);
  require(io::summarize_start(source).kind == kind, "another object at the start of an envelope");
  if constexpr (std::is_same_v<Object, he::Ciphertext>) {
    const auto packed = he::to_bytes(object);
    require_canonical(keys().parameters, packed.span(), kWordsAt, 2, object.level());
  }
}

template <class Read>
std::function<void(View)> with(ObjectKind kind, Read read) {
  return [read, kind](View bytes) { use(read(bytes), bytes, kind); };
}

std::vector<Loader> make_loaders() {
  auto& k = keys();
  const auto m = k.plaintext({1, 2, 256});
  const auto ciphertext = k.encryptor.encrypt(m, k.generator);
  const auto product = k.session.multiply(ciphertext, ciphertext);
  const auto seeded = k.symmetric.encrypt_seeded(m, k.generator);
  const io::LoadOptions by_mac{.mac = &mac_key()};
  const io::LoadOptions by_signature{.verifying_key = &verifying_key()};
  io::MemorySink locked, locked_plaintext;
  io::save_secret_key(locked, k.secret, secret(), k.generator, {.log2_work = 10});
  io::save_plaintext(locked_plaintext, m, secret(), k.generator, {.log2_work = 10});
  return {
      {"ciphertext",
       {saved(ciphertext, saving()), saved(ciphertext, {})},
       with(ObjectKind::ciphertext,
            [](View b) { return io::load_ciphertext(keys().parameters, b); })},
      {"ciphertext with a MAC",
       {saved(ciphertext, with_mac())},
       with(ObjectKind::ciphertext,
            [by_mac](View b) { return io::load_ciphertext(keys().parameters, b, by_mac); })},
      {"ciphertext with a signature",
       {saved(ciphertext, signed_by_key())},
       with(ObjectKind::ciphertext,
            [by_signature](View b) {
              return io::load_ciphertext(keys().parameters, b, by_signature);
            })},
      {"seeded ciphertext",
       {saved(seeded, {})},
       with(ObjectKind::seeded_ciphertext,
            [](View b) { return io::load_seeded_ciphertext(keys().parameters, b); })},
      {"product",
       {saved(product, saving())},
       with(ObjectKind::product, [](View b) { return io::load_product(keys().parameters, b); })},
      {"public key",
       {saved(k.public_key, saving())},
       with(ObjectKind::public_key,
            [](View b) { return io::load_public_key(keys().parameters, b); })},
      {"relinearisation key",
       {saved(k.relin, saving())},
       with(ObjectKind::relin_key,
            [](View b) { return io::load_relin_key(keys().parameters, b); })},
      {"Galois keys",
       {saved(k.galois, {})},
       with(ObjectKind::galois_keys,
            [](View b) { return io::load_galois_keys(keys().parameters, b); })},
      {"parameters",
       {saved(k.parameters, {})},
       [](View b) { (void)io::load_literal(he::Scheme::bfv, b, {}, {.degree = 64, .limbs = 8}); }},
      {"plaintext space",
       {saved(he::PlaintextSpace::integer(257), {})},
       with(ObjectKind::plaintext_space, [](View b) { return io::load_plaintext_space(b); })},
      {"secret key",
       {locked.bytes()},
       [](View b) { (void)io::load_secret_key(keys().parameters, b, secret(), kUnlocking); }},
      {"plaintext", {locked_plaintext.bytes()}, [](View b) {
         (void)io::load_plaintext(keys().parameters, b, secret(), kUnlocking);
       }}};
}

}  // namespace

const std::vector<Loader>& loaders() {
  static const std::vector<Loader> all = make_loaders();
  return all;
}

}  // namespace lath::fuzz
