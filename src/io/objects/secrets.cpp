// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <string>

#include "he/bytes/object_streams.hpp"
#include "io/objects/envelope_output.hpp"
#include "io/objects/envelopes.hpp"
#include "io/objects/passphrase.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "lath/io/files.hpp"

namespace lath::io {
namespace {

void save_secret(Sink& sink, ObjectKind kind, const Buffer<std::byte, Secret>& secret,
                 const he::Fingerprint* fingerprint, std::span<const std::byte> passphrase,
                 Generator& generator, const LockOptions& options) {
  if (passphrase.empty()) {
    throw Error(ErrorCode::invalid_argument, "an empty passphrase", "need one or more characters",
                "choose a passphrase that nobody guesses");
  }
  require_work(options.log2_work);
  Lock lock{.log2_work = options.log2_work};
  generator.fill(lock.salt);
  ct::declassify(lock.salt.data(), lock.salt.size());  // it stands in the header
  EnvelopeHeader header;
  header.kind = kind;
  header.length = secret.size() + kLockTagBytes;
  header.lock = lock;
  describe_parameters(header, options.parameters, fingerprint);
  const Buffer<std::byte> locked = lock_secret(secret, passphrase, lock, to_cbor(header));
  const ProofKeys none;
  EnvelopeOutput output(sink, header, none);
  detail::ByteWriter(output).put(locked);
  output.finish();
}

// An envelope without a lock is refused by its name. All that is wrong with others is refused in
// the same words.
Buffer<std::byte, Secret> load_secret(ObjectKind kind, const ObjectInput& input, std::uint64_t most,
                                      std::span<const std::byte> passphrase,
                                      const UnlockOptions& options) {
  require_work(options.most_log2_work);
  const auto bytes = Envelopes::open(input);
  bool is_other = false;
  try {
    EnvelopeInput envelope(*bytes);
    const std::optional<Lock>& lock = envelope.header().lock;
    is_other = !lock;
    envelope.require(kind, true);
    envelope.require_at_most(most + kLockTagBytes);
    if (!lock) refuse_to_unlock();  // require() has refused
    require_work(lock->log2_work);
    require_allowed_work(lock->log2_work, options.most_log2_work);
    const Buffer<std::byte> locked = envelope.whole<Public>();
    envelope.finish();
    return unlock_secret(locked, passphrase, *lock, envelope.header_bytes());
  } catch (const Error& error) {
    if (error.code() == ErrorCode::input_output || error.code() == ErrorCode::unsupported) throw;
    if (is_other) throw;
    refuse_to_unlock();
  }
}

}  // namespace

void save_secret_key(Sink& sink, const he::SecretKey& key, ByteView passphrase,
                     Generator& generator, const LockOptions& options) {
  const Buffer<std::byte, Secret> bytes = to_bytes(key);
  save_secret(sink, ObjectKind::secret_key, bytes, &he::fingerprint_in(key), passphrase.span(),
              generator, options);
}
void save_plaintext(Sink& sink, const he::Plaintext& plaintext, ByteView passphrase,
                    Generator& generator, const LockOptions& options) {
  const Buffer<std::byte, Secret> bytes = to_bytes(plaintext);
  save_secret(sink, ObjectKind::plaintext, bytes, nullptr, passphrase.span(), generator, options);
}

void save_secret_key_file(const std::string& path, const he::SecretKey& key, ByteView passphrase,
                          Generator& generator, const LockOptions& options) {
  write_file(
      path, [&](Sink& sink) { save_secret_key(sink, key, passphrase, generator, options); },
      FileReaders::owner);
}
void save_plaintext_file(const std::string& path, const he::Plaintext& plaintext,
                         ByteView passphrase, Generator& generator, const LockOptions& options) {
  write_file(
      path, [&](Sink& sink) { save_plaintext(sink, plaintext, passphrase, generator, options); },
      FileReaders::owner);
}

he::SecretKey load_secret_key(const he::SchemeParameters& parameters, const ObjectInput& input,
                              ByteView passphrase, const UnlockOptions& options) {
  return he::secret_key_from_bytes(
      parameters, load_secret(ObjectKind::secret_key, input, he::secret_key_bytes(parameters),
                              passphrase.span(), options));
}
he::Plaintext load_plaintext(const he::SchemeParameters& parameters, const ObjectInput& input,
                             ByteView passphrase, const UnlockOptions& options) {
  return he::plaintext_from_bytes(
      parameters, load_secret(ObjectKind::plaintext, input, he::plaintext_bytes(parameters),
                              passphrase.span(), options));
}

}  // namespace lath::io
