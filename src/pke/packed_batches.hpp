// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "lath/base/error.hpp"
#include "lath/random/generator.hpp"
#include "pke/messages.hpp"

namespace lath::detail {

/// The common parts of encrypt_packed() and decrypt_packed() of all schemes: the number of
/// messages, the generator of each share of the messages, threads, errors, and the layout of the
/// bytes.

/// Messages that are encrypted with one generator. Ciphertexts depend on it.
inline constexpr std::size_t kEncryptionShare = 16;

/// Bytes of one message and of one ciphertext.
struct PackedSizes {
  std::size_t message_bytes, ciphertext_bytes;

  /// The number of messages in so many bytes. Throws mismatch unless the bytes are whole messages
  /// and as many whole ciphertexts.
  [[nodiscard]] std::size_t count(std::size_t all_messages, std::size_t all_ciphertexts) const;

  template <class Byte>
  [[nodiscard]] std::span<Byte> message(std::span<Byte> all, std::size_t i) const {
    return all.subspan(i * message_bytes, message_bytes);
  }
  template <class Byte>
  [[nodiscard]] std::span<Byte> ciphertext(std::span<Byte> all, std::size_t i) const {
    return all.subspan(i * ciphertext_bytes, ciphertext_bytes);
  }
};

/// The shares of `size` that `count` messages make.
constexpr std::size_t shares_of(std::size_t count, std::size_t size) noexcept {
  return (count + size - 1) / size;
}

/// Calls run(share, first, end) for shares of `size` of the numbers below `count`, from `first` to
/// below `end`, on several threads where there are `grain` shares for each. Rethrows the error of
/// one call, after all calls.
void for_each_share(std::size_t count, std::size_t size, std::size_t grain,
                    const std::function<void(std::size_t, std::size_t, std::size_t)>& run);

/// The generators of all shares of `count` messages: generator.split(name) for one after the other.
std::vector<Generator> share_generators(std::size_t count, Generator& generator,
                                        std::string_view name);

/// The places of zeros, in order.
std::vector<std::size_t> places_of_zeros(std::span<const unsigned char> all);

/// Calls decrypt(share, ciphertext, message) for each message, in shares as above, and returns the
/// places where decrypt() returned false, in order: the ciphertexts that are malformed. Their
/// messages become zeros.
template <class Decrypt>
std::vector<std::size_t> decrypt_each(const PackedSizes& sizes,
                                      std::span<const std::byte> ciphertexts,
                                      std::span<std::byte> messages, std::size_t size,
                                      std::size_t grain, const Decrypt& decrypt) {
  const std::size_t count = sizes.count(messages.size(), ciphertexts.size());
  std::vector<unsigned char> good(count);
  for_each_share(count, size, grain, [&](std::size_t share, std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) {
      const auto message = sizes.message(messages, i);
      good[i] = decrypt(share, sizes.ciphertext(ciphertexts, i), message) ? 1 : 0;
      if (good[i] == 0) std::ranges::fill(message, std::byte{0});
    }
  });
  return places_of_zeros(good);
}

/// encrypt_packed() of a scheme whose messages are residues, once it knows the key: prepare() gives
/// encrypt(some messages, generator) -> their ciphertexts.
template <class Scheme, class Prepare>
void encrypt_packed(const Scheme& scheme, std::span<const std::byte> messages,
                    std::span<std::byte> ciphertexts, Generator& generator, std::string_view name,
                    const Prepare& prepare) {
  const PackedSizes sizes{scheme.message_bytes(), scheme.ciphertext_bytes()};
  const std::size_t count = sizes.count(messages.size(), ciphertexts.size());
  const std::uint64_t p = scheme.parameters().plaintext_modulus;
  const auto message = [&](std::size_t i) {
    return unpack_message(sizes.message(messages, i), scheme.message_size(), p);
  };
  for (std::size_t i = 0; i < count; ++i) {
    const auto checked = message(i);
    require_message(checked.span(), scheme.message_size(), p);
  }
  const auto encrypt = prepare();
  auto generators = share_generators(count, generator, name);
  for_each_share(count, kEncryptionShare, 1,
                 [&](std::size_t share, std::size_t first, std::size_t end) {
                   std::vector<typename Scheme::Message> some;
                   for (std::size_t i = first; i < end; ++i) some.push_back(message(i));
                   const auto made = encrypt(some, generators[share]);
                   for (std::size_t i = first; i < end; ++i) {
                     const auto bytes = scheme.to_bytes(made[i - first]);
                     std::ranges::copy(bytes.span(), sizes.ciphertext(ciphertexts, i).begin());
                   }
                 });
}

/// The reverse; prepare() gives decrypt(ciphertext) -> its message.
template <class Scheme, class Prepare>
std::vector<std::size_t> decrypt_packed(const Scheme& scheme,
                                        std::span<const std::byte> ciphertexts,
                                        std::span<std::byte> messages, const Prepare& prepare) {
  const PackedSizes sizes{scheme.message_bytes(), scheme.ciphertext_bytes()};
  (void)sizes.count(messages.size(), ciphertexts.size());  // before the key is prepared
  const auto decrypt = prepare();
  const auto decrypted = [&](std::size_t, std::span<const std::byte> ciphertext,
                             std::span<std::byte> out) {
    try {
      const auto message = decrypt(scheme.ciphertext_from_bytes(ciphertext));
      pack_message(out, message.span(), scheme.parameters().plaintext_modulus);
      return true;
    } catch (const Error& error) {
      if (error.code() != ErrorCode::malformed) throw;
      return false;
    }
  };
  return decrypt_each(sizes, ciphertexts, messages, 1, kEncryptionShare, decrypted);
}

}  // namespace lath::detail
