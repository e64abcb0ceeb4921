// SPDX-License-Identifier: Apache-2.0
#include "pke/packed_batches.hpp"

#include <exception>
#include <string>

#include "lath/base/parallel.hpp"

namespace lath::detail {

std::size_t PackedSizes::count(std::size_t all_messages, std::size_t all_ciphertexts) const {
  const std::size_t messages = all_messages / message_bytes;
  if (all_messages % message_bytes == 0 && all_ciphertexts % ciphertext_bytes == 0 &&
      all_ciphertexts / ciphertext_bytes == messages) {
    return messages;
  }
  throw Error(ErrorCode::mismatch,
              std::to_string(all_messages) + " bytes of messages and " +
                  std::to_string(all_ciphertexts) + " bytes of ciphertexts",
              "need " + std::to_string(message_bytes) + " and " + std::to_string(ciphertext_bytes) +
                  " bytes for each of them",
              "make both as long as there are messages");
}

void for_each_share(std::size_t count, std::size_t size, std::size_t grain,
                    const std::function<void(std::size_t, std::size_t, std::size_t)>& run) {
  const std::size_t shares = shares_of(count, size);
  std::vector<std::exception_ptr> errors(shares);
  parallel_for(shares, grain, [&](std::size_t share) noexcept {
    try {
      run(share, share * size, std::min(count, (share + 1) * size));
    } catch (...) {
      errors[share] = std::current_exception();
    }
  });
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

std::vector<Generator> share_generators(std::size_t count, Generator& generator,
                                        std::string_view name) {
  std::vector<Generator> generators;
  const std::size_t shares = shares_of(count, kEncryptionShare);
  generators.reserve(shares);
  while (generators.size() < shares) generators.push_back(generator.split(name));
  return generators;
}

std::vector<std::size_t> places_of_zeros(std::span<const unsigned char> all) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] == 0) places.push_back(i);
  }
  return places;
}

}  // namespace lath::detail
