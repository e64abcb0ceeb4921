// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "lath/base/buffer.hpp"
#include "lath/base/error.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/ciphertext.hpp"
#include "lath/he/crt/integers.hpp"
#include "lath/he/decryptor.hpp"
#include "lath/he/keys.hpp"
#include "lath/he/symmetric_encryptor.hpp"
#include "lath/io/object_keys.hpp"
#include "lath/io/stream.hpp"
#include "lath/wire/object_kind.hpp"

/// @file
/// Objects of homomorphic encryption in envelopes: files and streams that say what they hold, of
/// any length, with a proof of who saved them if there is a key. An envelope is one item of CBOR
/// (RFC 8949) with a header, the packed bytes of the object (lath/he/bytes.hpp) in chunks of 1 MiB,
/// and a proof of COSE (RFC 9052); docs/wire-format.md specifies it. It takes less than 300 bytes
/// besides the object and its parameters, and 40 more for each chunk.
namespace lath::io {

/// How an object is saved. What is pointed to outlives the call. Throws invalid_argument if there
/// is more than one key, or for chunks that are no power of two from 2^10 to 2^20 bytes.
struct SaveOptions {
  /// Parameters that the header describes in full, in place of the fingerprint of the object.
  const he::SchemeParameters* parameters = nullptr;
  const MacKey* mac = nullptr;              ///< saves with a MAC
  const SigningKey* signing_key = nullptr;  ///< saves with a signature
  /// The length of all chunks but the last. Programs have no reason to choose one: 0 takes a
  /// sixteenth of the object, from 2^12 to 2^16 bytes, so that threads digest chunks side by side.
  std::size_t chunk_bytes = 0;
};

/// The key that proves what is loaded. With one, a loader refuses every envelope that was not saved
/// with it, or that was changed since: it throws authentication. Without one, envelopes are read
/// with and without a proof, and anybody may have changed them.
struct LoadOptions {
  const MacKey* mac = nullptr;                  ///< the key of MACs
  const VerifyingKey* verifying_key = nullptr;  ///< the key of signatures
};

/// An object that is to be saved: parameters, a plaintext space, a key for everybody, a ciphertext
/// or a product. It refers to the object, which outlives it.
class SavedObject {
 public:
  ///@{
  /// The object.
  // NOLINTBEGIN(google-explicit-constructor): functions take objects in place of a reference
  SavedObject(const he::SchemeParameters& parameters) noexcept;
  SavedObject(const he::PlaintextSpace& space) noexcept;
  SavedObject(const he::crt::Moduli& moduli) noexcept;
  SavedObject(const he::PublicKey& key) noexcept;
  SavedObject(const he::RelinKey& key) noexcept;
  SavedObject(const he::GaloisKeys& keys) noexcept;
  SavedObject(const he::Ciphertext& ciphertext) noexcept;
  SavedObject(const he::SeededCiphertext& ciphertext) noexcept;
  SavedObject(const he::Product<Coeff>& product) noexcept;
  SavedObject(const he::Product<Eval>& product) noexcept;
  // NOLINTEND(google-explicit-constructor)
  ///@}
  /// Its kind.
  [[nodiscard]] ObjectKind kind() const noexcept { return kind_; }

  ///@cond
  struct Functions;
  ///@endcond

 private:
  friend class Envelopes;
  SavedObject(ObjectKind kind, const void* object, const Functions& functions) noexcept
      : kind_(kind), object_(object), functions_(&functions) {}

  ObjectKind kind_;
  const void* object_;
  const Functions* functions_;
};

///@{
/// Saves an object: to a sink, chunk after chunk, in new memory, or as a file, which is complete or
/// not there (see write_file()). Costs packing the object, and SHA-256 of its bytes if there is a
/// key. Throws invalid_argument if the object was moved from. An exception of the sink passes
/// through.
void save(Sink& sink, const SavedObject& object, const SaveOptions& options = {});
[[nodiscard]] Buffer<std::byte> to_envelope(const SavedObject& object,
                                            const SaveOptions& options = {});
void save_file(const std::string& path, const SavedObject& object, const SaveOptions& options = {});
///@}

/// Where an envelope is loaded from: memory, a source, or a file. From a source exactly the bytes
/// of the envelope are read, so that others may follow; memory and files end with it. With a key, a
/// source is kept in memory, up to the largest object that the parameters have, until it is known
/// to be authentic.
class ObjectInput {
 public:
  ///@{
  /// Memory, which is used only while the function runs, or a source.
  template <class Range>
    requires std::constructible_from<ByteView, const Range&>
  // NOLINTNEXTLINE(google-explicit-constructor): functions take ranges in place of an input
  ObjectInput(const Range& bytes) noexcept : bytes_(ByteView(bytes).span()) {}
  // NOLINTNEXTLINE(google-explicit-constructor): functions take a source in place of an input
  ObjectInput(Source& source) noexcept : source_(&source) {}
  ///@}
  /// A file. Loading throws input_output where it cannot be read.
  [[nodiscard]] static ObjectInput file(std::string path) {
    ObjectInput input;
    input.path_ = std::move(path);
    return input;
  }

 private:
  friend class Envelopes;
  ObjectInput() noexcept = default;

  std::span<const std::byte> bytes_;
  Source* source_ = nullptr;
  std::string path_;
};

///@{
/// Loads an object: what the function of lath/he/bytes.hpp says of its bytes. Throws malformed for
/// bytes that are no envelope with such an object, mismatch for one of other parameters, and
/// authentication as LoadOptions says. No part of the object is looked at before its chunk is known
/// to be authentic, and no object is returned before the whole envelope is.
[[nodiscard]] he::Literal load_literal(he::Scheme scheme, const ObjectInput& input,
                                       const LoadOptions& options = {},
                                       const RingLimits& limits = {});
[[nodiscard]] he::PlaintextSpace load_plaintext_space(const ObjectInput& input,
                                                      const LoadOptions& options = {});
[[nodiscard]] he::crt::Moduli load_crt_moduli(const he::KeySpace& key_space,
                                              const ObjectInput& input,
                                              const LoadOptions& options = {});
[[nodiscard]] he::PublicKey load_public_key(const he::SchemeParameters& parameters,
                                            const ObjectInput& input,
                                            const LoadOptions& options = {});
[[nodiscard]] he::RelinKey load_relin_key(const he::SchemeParameters& parameters,
                                          const ObjectInput& input,
                                          const LoadOptions& options = {});
[[nodiscard]] he::GaloisKeys load_galois_keys(const he::SchemeParameters& parameters,
                                              const ObjectInput& input,
                                              const LoadOptions& options = {});
[[nodiscard]] he::Ciphertext load_ciphertext(const he::SchemeParameters& parameters,
                                             const ObjectInput& input,
                                             const LoadOptions& options = {});
[[nodiscard]] he::SeededCiphertext load_seeded_ciphertext(const he::SchemeParameters& parameters,
                                                          const ObjectInput& input,
                                                          const LoadOptions& options = {});
[[nodiscard]] he::Product<Coeff> load_product(const he::Parameters<he::Bfv>& parameters,
                                              const ObjectInput& input,
                                              const LoadOptions& options = {});
[[nodiscard]] he::Product<Eval> load_product(const he::Parameters<he::Bgv>& parameters,
                                             const ObjectInput& input,
                                             const LoadOptions& options = {});
///@}

/// The ciphertext as Decryptor::authenticated() gives it, with its noise bound accepted as the
/// owner's own: for an envelope that somebody saved who is trusted to have computed it honestly.
/// Throws invalid_argument without a key, otherwise as load_ciphertext().
[[nodiscard]] he::Ciphertext load_authenticated_ciphertext(const he::Decryptor& decryptor,
                                                           const he::SchemeParameters& parameters,
                                                           const ObjectInput& input,
                                                           const LoadOptions& options);

/// How a secret is saved under its passphrase.
struct LockOptions {
  /// Parameters that the header describes in full, in place of a fingerprint.
  const he::SchemeParameters* parameters = nullptr;
  /// log2 of scrypt's work, from 10 to 20: 17 takes 128 MiB and about 0.4 s, each more twice that.
  unsigned log2_work = 17;
};

///@{
/// Saves a secret under a passphrase: scrypt and ChaCha20-Poly1305 (RFC 7914, RFC 8439). The
/// generator draws the salt. Throws invalid_argument for an empty passphrase, for a work out of its
/// range, and if the secret was moved from.
void save_secret_key(Sink& sink, const he::SecretKey& key, ByteView passphrase,
                     Generator& generator, const LockOptions& options = {});
void save_plaintext(Sink& sink, const he::Plaintext& plaintext, ByteView passphrase,
                    Generator& generator, const LockOptions& options = {});
///@}
///@{
/// Saves a secret in a file that only its owner can read (mode 0600), otherwise as above.
void save_secret_key_file(const std::string& path, const he::SecretKey& key, ByteView passphrase,
                          Generator& generator, const LockOptions& options = {});
void save_plaintext_file(const std::string& path, const he::Plaintext& plaintext,
                         ByteView passphrase, Generator& generator,
                         const LockOptions& options = {});
///@}
/// How much a locked envelope may cost before its passphrase is known to be right.
struct UnlockOptions {
  /// log2 of the most work of scrypt that an envelope may ask for, from 10 to 20. The envelope
  /// names its work, and whoever wrote it chose it: 20 takes 1 GiB and about 3 s, 17 an eighth.
  unsigned most_log2_work = 20;
};

///@{
/// Loads a secret. Throws authentication, always in the same words, for a wrong passphrase and for
/// an envelope that was changed, wherever it was; malformed for bytes that are no locked envelope,
/// mismatch for a secret of other parameters, unsupported for more work than the options allow,
/// invalid_argument for a limit out of its range.
[[nodiscard]] he::SecretKey load_secret_key(const he::SchemeParameters& parameters,
                                            const ObjectInput& input, ByteView passphrase,
                                            const UnlockOptions& options = {});
[[nodiscard]] he::Plaintext load_plaintext(const he::SchemeParameters& parameters,
                                           const ObjectInput& input, ByteView passphrase,
                                           const UnlockOptions& options = {});
///@}

}  // namespace lath::io
