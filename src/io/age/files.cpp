// SPDX-License-Identifier: Apache-2.0
#include "lath/io/age/files.hpp"

#include <string>

#include "io/age/armor.hpp"
#include "io/age/payload.hpp"
#include "io/age/stanzas.hpp"
#include "io/age/unarmored.hpp"

namespace lath::io::age {
namespace {

class NoSink final : public Sink {
 public:
  void write(std::span<const std::byte>) override {}
};

[[noreturn]] void throw_wrong_passphrase() {
  throw Error(ErrorCode::authentication, "the passphrase is wrong, or the header was changed",
              "need the passphrase with which the file was encrypted",
              "check the passphrase, or copy the file again from where it was made");
}

FileKey key_by_passphrase(const Keys& keys, const Header& header) {
  const Stanza& stanza = header.stanzas.front();
  (void)read_scrypt(stanza, keys.max_work_factor);  // before anybody is asked
  if (!keys.passphrase) {
    throw Error(ErrorCode::mismatch, "the file is encrypted with a passphrase",
                "need its passphrase", "give the passphrase in place of identities");
  }
  const auto key = unwrap(keys.passphrase(), stanza, keys.max_work_factor);
  if (!key || !header.check_mac(*key)) throw_wrong_passphrase();
  return *key;
}

FileKey key_by_identity(const Keys& keys, const Header& header) {
  for (const Stanza& stanza : header.stanzas) {
    if (stanza.kind() != kHybridKind) continue;
    for (const Identity& identity : keys.identities) {
      const auto key = unwrap(identity, stanza);
      if (!key) continue;
      if (header.check_mac(*key)) return *key;
      throw Error(ErrorCode::authentication, "the header of the file was changed",
                  "need the header that was written", "copy the file again from where it was made");
    }
  }
  const std::string count = std::to_string(keys.identities.size());
  throw Error(ErrorCode::mismatch,
              (keys.identities.empty() ? "no identity was given for"
               : count == "1"          ? "the identity does not open"
                                       : "none of the " + count + " identities opens") +
                  std::string(" the file, which is encrypted for ") + header.kinds(),
              "need the identity of one of its recipients, of kind \"mlkem768x25519\"",
              "give the identity of a recipient, or let age decrypt files for its other kinds");
}

FileKey file_key(const Keys& keys, const Header& header) {
  for (const Stanza& stanza : header.stanzas) {
    if (stanza.kind() != kScryptKind) continue;
    if (header.stanzas.size() == 1) return key_by_passphrase(keys, header);
    throw_wrong_stanza(kScryptKind, "other stanzas beside it",
                       "need it alone, so that only who knows the passphrase can write the file");
  }
  return key_by_identity(keys, header);
}

// Writes a file whose header wrap_key() makes for the file key.
template <class WrapKey>
std::uint64_t write_file(WrapKey wrap_key, Source& payload, Sink& file, Generator& generator,
                         Form form, const Work& work) {
  work.require_wanted();
  FileKey key;
  generator.fill(key.span());
  const std::string header = header_text(wrap_key(key), key);
  ArmorSink armor(file);
  Sink& out = form == Form::armored ? static_cast<Sink&>(armor) : file;
  out.write(bytes_of(header));
  const std::uint64_t size = write_payload(key, payload, out, generator, work);
  if (form == Form::armored) armor.finish();
  return size;
}

}  // namespace

Passphrase::Passphrase(std::span<const char> text, unsigned work_factor)
    : text_(text), work_factor_(work_factor) {
  if (text.empty()) {
    throw Error(ErrorCode::invalid_argument, "an empty passphrase", "need one character at least",
                "choose a long passphrase, for example of six random words");
  }
  if (work_factor < 1 || work_factor > 30) {
    throw Error(ErrorCode::invalid_argument, "a work factor of 2^" + std::to_string(work_factor),
                "need 2^1 to 2^30", "take 18, which age takes");
  }
}

std::uint64_t encrypt(std::span<const Recipient> recipients, Source& payload, Sink& file,
                      Generator& generator, Form form, const Work& work) {
  if (recipients.empty() || recipients.size() > kMaxRecipients) {
    throw Error(ErrorCode::invalid_argument, std::to_string(recipients.size()) + " recipients",
                "need 1 to " + std::to_string(kMaxRecipients),
                recipients.empty() ? "name a recipient" : "encrypt for fewer recipients at a time");
  }
  const auto wrap_key = [&](const FileKey& key) {
    std::vector<Stanza> stanzas;
    for (const Recipient& one : recipients) stanzas.push_back(wrap(one, key, generator));
    return stanzas;
  };
  return write_file(wrap_key, payload, file, generator, form, work);
}

std::uint64_t encrypt(const Passphrase& passphrase, Source& payload, Sink& file,
                      Generator& generator, Form form, const Work& work) {
  const auto wrap_key = [&](const FileKey& key) {
    return std::vector<Stanza>{wrap(passphrase, key, generator)};
  };
  return write_file(wrap_key, payload, file, generator, form, work);
}

std::uint64_t decrypt(const Keys& keys, Source& file, Sink& payload, const Work& work) {
  work.require_wanted();
  Unarmored bytes(file);
  const Header header = read_header(bytes.source());
  return read_payload(file_key(keys, header), bytes.source(), payload, work);
}

std::uint64_t verify(const Keys& keys, Source& file, const Work& work) {
  NoSink nowhere;
  return decrypt(keys, file, nowhere, work);
}

}  // namespace lath::io::age
