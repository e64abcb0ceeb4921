// SPDX-License-Identifier: Apache-2.0
//
// Files of age, their keys and their armour. The mutator writes the MAC of a header anew, with the
// key of the first example, so that what the MAC protects is reached.
#include "fuzz/harness.hpp"
#include "io/age/stanzas.hpp"
#include "lath/io/age/description.hpp"
#include "lath/io/age/files.hpp"

namespace lath::fuzz {
namespace {

using namespace io::age;

constexpr unsigned kWorkFactor = 1;

Generator& generator() {
  static Generator made = Generator::from_seed(Seed{}, "fuzz age");
  return made;
}
const Identity& identity() {
  static const Identity made = Identity::generate(generator());
  return made;
}
std::span<const char> characters(View bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

const Passphrase& passphrase() {
  static const std::string text = "open sesame";
  static const Passphrase made(text, kWorkFactor);
  return made;
}

Keys all_keys() {
  return {{identity()}, [] { return passphrase(); }, kWorkFactor + 1};
}

// A file that is decrypted is for somebody of a kind that is known.
void require_known_kind(View bytes) {
  io::MemorySource file(bytes);
  const auto kinds = describe(file).recipients;
  require(std::ranges::any_of(
              kinds,
              [](const std::string& kind) { return kind == "mlkem768x25519" || kind == "scrypt"; }),
          "a file of another kind");
}

void decrypt_file(View bytes) {
  io::MemorySource file(bytes), again(bytes);
  io::MemorySink payload;
  const auto size = decrypt(all_keys(), file, payload);
  require(payload.bytes().size() == size, "a payload of another size");
  require(verify(all_keys(), again) == size, "a file that is not what it was");
  require_known_kind(bytes);
}

void describe_file(View bytes) {
  (void)is_age_file(bytes);
  io::MemorySource file(bytes);
  const auto description = describe(file);
  require(!description.recipients.empty(), "a file for nobody");
}

Bytes encrypted(const std::string& text, Form form, bool for_identity) {
  io::MemorySource payload(std::as_bytes(std::span(text)));
  io::MemorySink file;
  const std::vector<Recipient> recipients{identity().recipient()};
  if (for_identity) {
    encrypt(recipients, payload, file, generator(), form);
  } else {
    encrypt(passphrase(), payload, file, generator(), form);
  }
  return file.bytes();
}

// The key of an example's header.
FileKey key_of(const Bytes& file) {
  io::MemorySource source(file);
  BufferedSource buffered(source);
  const Header header = read_header(buffered);
  const auto key = unwrap(identity(), header.stanzas.front());
  require(key.has_value(), "an example that is not for its identity");
  return *key;
}

void mend_mac(Bytes& file) {
  static const FileKey key = key_of(loaders().front().examples.front());
  try {
    io::MemorySource source(file);
    BufferedSource buffered(source);
    const Header header = read_header(buffered);
    const std::string text = header_text(header.stanzas, key);
    Bytes mended = bytes_of(text);
    mended.insert(mended.end(), file.begin() + static_cast<std::ptrdiff_t>(header.bytes()),
                  file.end());
    file = mended;
  } catch (const Error&) {  // it has no header to mend
  }
}

std::vector<Loader> make_loaders() {
  const std::string letter = "The meeting is at noon.", longer(70000, 'x');
  const std::vector<Bytes> files{
      encrypted(letter, Form::binary, true),   encrypted("", Form::binary, true),
      encrypted(letter, Form::binary, false),  encrypted(letter, Form::armored, true),
      encrypted(letter, Form::armored, false), encrypted(longer, Form::binary, true)};
  const std::string recipient = identity().recipient().text();
  const auto secret = identity().text(), key_file = identity_file(identity(), "2026-11-27");
  return {
      {"file", files, decrypt_file, {}, mend_mac},
      {"described", files, describe_file},
      {"recipients",
       {bytes_of(recipient), bytes_of("# one\n" + recipient + "\n\n")},
       [](View bytes) {
         for (const Recipient& each : read_recipients(text_of(bytes))) {
           require(Recipient::from_text(each.text()) == each, "a recipient that changes");
         }
       }},
      {"identities",
       {bytes_of(std::string(view(secret.span()))), bytes_of(std::string(view(key_file.span())))},
       [](View bytes) {
         for (const Identity& each : read_identities(characters(bytes))) {
           const auto text = each.text();
           require(Identity::from_text(text.span()).recipient() == each.recipient(),
                   "an identity that changes");
         }
       }}};
}

}  // namespace

const std::vector<Loader>& loaders() {
  static const std::vector<Loader> all = make_loaders();
  return all;
}

}  // namespace lath::fuzz
