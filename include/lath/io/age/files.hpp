// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "lath/io/age/keys.hpp"
#include "lath/io/stream.hpp"

namespace lath::io::age {

/// The most recipients of a file.
inline constexpr std::size_t kMaxRecipients = 1024;
/// The most bytes of a header that is read: 2 MiB, room for kMaxRecipients.
inline constexpr std::size_t kMaxHeaderBytes = std::size_t{1} << 21;
/// The payload is encrypted in chunks of so many bytes.
inline constexpr std::size_t kChunkBytes = 65536;

/// Binary, or ASCII armour: lines of 64 letters between two marks, for e-mail.
enum class Form {
  binary,  ///< 16 bytes more for each chunk
  armored  ///< longer by a third
};

/// A passphrase and how much work it takes to try one. Wiped when it is destroyed.
class Passphrase {
 public:
  /// The work factor that age takes: 2^18 steps of scrypt, 256 MiB of memory and about a second.
  static constexpr unsigned kWorkFactor = 18;
  /// The largest work factor that is accepted where nobody sets another limit: 4 GiB of memory.
  static constexpr unsigned kMaxWorkFactor = 22;

  /// A passphrase, which is copied. Throws invalid_argument where it is empty or the logarithm of
  /// the work factor is not from 1 to 30.
  explicit Passphrase(std::span<const char> text, unsigned work_factor = kWorkFactor);

  /// The passphrase itself, which is secret.
  [[nodiscard]] std::span<const char> text() const& noexcept { return text_.span(); }
  std::span<const char> text() const&& = delete;  // the passphrase is a temporary: give it a name
  /// The logarithm of the work factor that encrypt() takes.
  [[nodiscard]] unsigned work_factor() const noexcept { return work_factor_; }

 private:
  SecretText text_;
  unsigned work_factor_;
};

/// Keys to open files with.
struct Keys {
  std::vector<Identity> identities;  ///< tried one after the other
  /// Called where a file is encrypted with a passphrase; without, such files cannot be opened. An
  /// exception passes through.
  std::function<Passphrase()> passphrase;
  /// The logarithm of the largest work factor that a file may ask for, at most 30. Each step up
  /// doubles time and memory.
  unsigned max_work_factor = Passphrase::kMaxWorkFactor;
};

/// Encrypts all that `payload` has for every one of the recipients. Returns the size of the
/// payload. Draws 16 bytes for the key of the file, 64 for each recipient and 16 for the payload.
/// Throws invalid_argument without recipients or with more than kMaxRecipients, and as the
/// generator, the source and the sink do. Takes constant memory, about four megabytes. Where the
/// source reads on any thread, a second thread reads and encrypts while the caller writes.
std::uint64_t encrypt(std::span<const Recipient> recipients, Source& payload, Sink& file,
                      Generator& generator, Form form = Form::binary, const Work& work = {});

/// Encrypts all that `payload` has with a passphrase. Returns the size of the payload. Takes the
/// memory of the work factor for a moment; throws unsupported where there is none.
std::uint64_t encrypt(const Passphrase& passphrase, Source& payload, Sink& file,
                      Generator& generator, Form form = Form::binary, const Work& work = {});

/// Decrypts a file, binary or armoured. Returns the size of the payload. Every byte that reaches
/// `payload` is authentic, and in its place; but that the payload is complete is known only when
/// the function returns. Counts bytes of payload as progress.
///
/// Throws malformed where the bytes are no age file or its header is not well-formed, mismatch
/// where none of the keys is one of the file's, and authentication where a byte was changed or cut
/// off or, by the same words, where the passphrase is wrong. Takes constant memory, kMaxHeaderBytes
/// and four megabytes, besides the memory of scrypt.
std::uint64_t decrypt(const Keys& keys, Source& file, Sink& payload, const Work& work = {});

/// Checks that decrypt() would succeed, and returns the size of the payload. Throws as decrypt()
/// does.
std::uint64_t verify(const Keys& keys, Source& file, const Work& work = {});

}  // namespace lath::io::age
