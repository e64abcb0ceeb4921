// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "he/core/key_tables.hpp"
#include "lath/he/evaluation_keys.hpp"

/// @file
/// The parts of an image of evaluation keys. It begins with a page for the header and the exponents
/// of the keys, 0 for the relinearisation key; more pages if there are many. Then the words of the
/// keys follow, each key from a page on.
namespace lath::he {

inline constexpr std::string_view kImageName = "lath key image 1";
inline constexpr std::size_t kImagePage = 4096;
/// The header is the name, two fingerprints (of the key space and of the layout of words), the
/// identifier of the secret key, and the number of keys.
inline constexpr std::size_t kImageHeaderBytes =
    kImageName.size() + 2 * sizeof(Fingerprint) + 2 * sizeof(std::uint64_t);

/// The places of the parts of an image of so many keys.
class ImageLayout {
 public:
  /// The layout of an image without pages.
  ImageLayout() noexcept = default;
  ImageLayout(const KeyTables& tables, std::size_t keys);
  /// The first byte of key i, and of all keys together the number of bytes.
  [[nodiscard]] std::size_t key(std::size_t i) const noexcept {
    return first_key_ + i * key_bytes_;
  }
  [[nodiscard]] std::size_t key_bytes() const noexcept { return key_bytes_; }

 private:
  std::size_t first_key_ = 0, key_bytes_ = 0;
};

/// Identifies how this version of Lath and this machine lay out the words of keys.
[[nodiscard]] Fingerprint word_layout(const KeyTables& tables);

/// The keys of an image, which are checked when they are first used. Throws mismatch or malformed
/// unless the image begins as it must and has as many bytes as it says.
[[nodiscard]] std::shared_ptr<const EvaluationKeyStore> read_key_image(
    std::shared_ptr<const KeyTables> tables, std::shared_ptr<const std::byte> image,
    std::size_t size);

}  // namespace lath::he
