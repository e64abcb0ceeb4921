// SPDX-License-Identifier: Apache-2.0
#include "lath/he/core/key_images.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "hash/sponge.hpp"
#include "he/access.hpp"
#include "he/core/require.hpp"
#include "he/keys/key_image_layout.hpp"
#include "he/keys/key_parts.hpp"
#include "lath/base/buffer.hpp"
#include "lath/base/cpu.hpp"
#include "lath/base/error.hpp"
#include "lath/base/version.hpp"
#include "wire/byte_writer.hpp"

namespace lath::he {
namespace {

std::size_t whole_pages(std::size_t bytes) noexcept {
  return (bytes + kImagePage - 1) / kImagePage * kImagePage;
}

void require_program_memory(const KeyTables& tables) {
  if (tables.engine->is_program_memory()) return;
  throw Error(ErrorCode::unsupported, "keys in the memory of a device",
              "need keys in the memory of the program", "send the keys as bytes");
}
// A key of a store, with the set that keeps its memory. The exponent 0 is the relinearisation key.
struct StoredKey {
  std::uint64_t g;
  std::shared_ptr<const void> set;
  const SwitchingKey* key;
};

std::vector<StoredKey> keys_of(const EvaluationKeyStore& store) {
  std::vector<StoredKey> keys;
  if (const auto relin = store.relin_key()) keys.push_back({0, relin, &relin->key});
  std::vector<std::uint64_t> elements = store.elements();
  std::ranges::sort(elements);
  for (const std::uint64_t g : elements) {
    const auto set = store.galois_keys(g);
    if (set != nullptr && set->has(g)) keys.push_back({g, set, &set->entry(g).key});
  }
  return keys;
}

// The keys of an image, and their key space.
struct ImageKeys {
  std::shared_ptr<const KeyTables> tables;
  std::vector<StoredKey> keys;
};

ImageKeys image_keys(const EvaluationKeys& keys) {
  if (keys.store() == nullptr || keys_of(*keys.store()).empty()) {
    throw Error(ErrorCode::invalid_argument, "an image of no evaluation keys",
                "need a relinearisation key or Galois keys", "give the keys that sessions take");
  }
  ImageKeys found{Access::tables(keys.store()->key_space()), keys_of(*keys.store())};
  require_program_memory(require_whole(found.tables, "a set of evaluation keys"));
  for (const StoredKey& key : found.keys) require_usual_errors(*key.key);
  return found;
}

// Keys without an identifier go with all others.
KeyId id_of(const std::vector<StoredKey>& keys) noexcept {
  for (const StoredKey& key : keys) {
    if (!key.key->id().is_none()) return key.key->id();
  }
  return {};
}

void write_header(std::span<std::byte> out, const ImageKeys& of) {
  std::ranges::fill(out, std::byte{0});
  detail::ByteWriter writer(out);
  writer.put(std::as_bytes(std::span(kImageName)));
  writer.put(of.tables->fingerprint);
  writer.put(word_layout(*of.tables));
  writer.put_number(id_of(of.keys).value(), sizeof(std::uint64_t));
  writer.put_number(of.keys.size(), sizeof(std::uint64_t));
  for (const StoredKey& key : of.keys) writer.put_number(key.g, sizeof(std::uint64_t));
}

}  // namespace

ImageLayout::ImageLayout(const KeyTables& tables, std::size_t keys)
    : first_key_(whole_pages(kImageHeaderBytes + keys * sizeof(std::uint64_t))),
      key_bytes_(whole_pages(
          sizeof(std::uint64_t) *
          tables.engine->prepared_words(tables.q | tables.p, tables.levels.back().digits))) {}

Fingerprint word_layout(const KeyTables& tables) {
  const std::string name =
      "lath key image " LATH_VERSION_STRING " " + tables.engine->key_layout(tables.q | tables.p);
  detail::fips202::Sponge sponge(active_isa(), detail::fips202::kSha3_256);
  sponge.absorb(std::as_bytes(std::span(name)));
  Fingerprint result;
  sponge.squeeze(result);
  return result;
}

std::size_t key_image_bytes(const EvaluationKeys& keys) {
  const ImageKeys of = image_keys(keys);
  return ImageLayout(*of.tables, of.keys.size()).key(of.keys.size());
}

void write_key_image(const EvaluationKeys& keys, std::span<std::byte> image) {
  const ImageKeys of = image_keys(keys);
  const ImageLayout layout(*of.tables, of.keys.size());
  const std::size_t needed = layout.key(of.keys.size());
  if (image.size() != needed) {
    throw Error(ErrorCode::mismatch, std::to_string(image.size()) + " bytes for a key image",
                "need " + std::to_string(needed), "give as many as key_image_bytes() says");
  }
  write_header(image.first(layout.key(0)), of);
  for (std::size_t i = 0; i < of.keys.size(); ++i) {
    const auto words = std::as_bytes(of.keys[i].key->prepared().words());
    const auto out = image.subspan(layout.key(i), layout.key_bytes());
    std::ranges::copy(words, out.begin());
    std::ranges::fill(out.subspan(words.size()), std::byte{0});
  }
}

EvaluationKeys keys_in_image(const KeySpace& key_space, std::shared_ptr<const std::byte> image,
                             std::size_t size) {
  const auto& tables = Access::tables(key_space);
  require_program_memory(require_whole(tables, "a key space"));
  if (reinterpret_cast<std::uintptr_t>(image.get()) % kCacheLine != 0) {
    throw Error(ErrorCode::invalid_argument, "a key image that begins within a cache line",
                "need bytes from the beginning of a cache line on",
                "map a file, or allocate memory in whole pages");
  }
  if (image == nullptr) size = 0;
  return EvaluationKeys(read_key_image(tables, std::move(image), size));
}

}  // namespace lath::he
