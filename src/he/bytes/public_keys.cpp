// SPDX-License-Identifier: Apache-2.0
//
// Keys for everybody: what is uniform stands as its seed.
#include <map>
#include <numeric>
#include <string>
#include <utility>

#include "he/bytes/object_bytes.hpp"
#include "he/core/access.hpp"
#include "he/core/require.hpp"
#include "he/keys/key_parts.hpp"
#include "lath/base/error.hpp"
#include "lath/he/bytes.hpp"
#include "lath/ring/rows.hpp"

namespace lath::he {
namespace {

using Values = Poly<DynamicRing, Eval>;

constexpr std::size_t kElementBytes = 4;

std::size_t public_key_size(const KeyTables& tables) noexcept {
  return kKeyedHeaderBytes + sizeof(PublicSeed) + bytes_of_values(tables, tables.q);
}
std::size_t switching_key_size(const KeyTables& tables) noexcept {
  return sizeof(PublicSeed) +
         tables.levels.back().digits * bytes_of_values(tables, tables.q | tables.p);
}
std::size_t relin_key_size(const KeyTables& tables) noexcept {
  return kKeyedHeaderBytes + switching_key_size(tables);
}
std::size_t galois_keys_size(const KeyTables& tables, std::size_t count) noexcept {
  return kKeyedHeaderBytes + count * (kElementBytes + switching_key_size(tables));
}

void put_switching_key(ObjectWriter& writer, const KeyTables& tables, const SwitchingKey& key) {
  writer.put(key.seed());
  Values b(tables.key_ring());
  for (std::size_t d = 0; d < key.prepared().digits(); ++d) {
    tables.engine->unprepare(rows_of(b), key.prepared(), d, 0);
    writer.put_poly(b);
  }
}

SwitchingKey take_switching_key(ObjectReader& reader,
                                const std::shared_ptr<const KeyTables>& tables) {
  const PublicSeed seed = reader.take_seed();
  const DynamicRing ring = tables->key_ring();
  const std::size_t digits = tables->levels.back().digits;
  std::vector<Values> b;
  b.reserve(digits);
  for (std::size_t d = 0; d < digits; ++d) b.push_back(reader.take_poly<Eval>(ring));
  reader.require_words();
  return make_switching_key(tables, reader.key_id(), seed, b, uniform_parts(ring, seed, digits));
}

}  // namespace

std::size_t public_key_bytes(const SchemeParameters& parameters) noexcept {
  return public_key_size(*Access::tables(parameters.key_space()));
}
std::size_t relin_key_bytes(const SchemeParameters& parameters) noexcept {
  return relin_key_size(*Access::tables(parameters.key_space()));
}
std::size_t galois_keys_bytes(const SchemeParameters& parameters, std::size_t count) {
  const std::size_t most = parameters.degree();
  if (count <= most) return galois_keys_size(*Access::tables(parameters.key_space()), count);
  throw Error(ErrorCode::invalid_argument,
              "Galois keys for " + std::to_string(count) + " automorphisms",
              "need at most " + std::to_string(most) + ", all that there are",
              "give the number of exponents that galois_keys() gets");
}

Buffer<std::byte> to_bytes(const PublicKey& key) {
  Buffer<std::byte> bytes(public_key_size(require_whole(key.tables(), "a public key")));
  to_bytes(key, bytes.span());
  return bytes;
}
Buffer<std::byte> to_bytes(const RelinKey& key) {
  const KeyTables& tables = require_whole(key.key.tables(), "a relinearisation key");
  Buffer<std::byte> bytes(relin_key_size(tables));
  to_bytes(key, bytes.span());
  return bytes;
}
Buffer<std::byte> to_bytes(const GaloisKeys& keys) {
  const KeyTables& tables = require_whole(keys.tables(), "a set of Galois keys");
  Buffer<std::byte> bytes(galois_keys_size(tables, keys.elements().size()));
  to_bytes(keys, bytes.span());
  return bytes;
}

void to_bytes(const PublicKey& key, std::span<std::byte> out) {
  const KeyTables& tables = require_whole(key.tables(), "a public key");
  require_memory(out.size(), public_key_size(tables));
  ObjectWriter writer(out, Kind::public_key, tables, 0, key.id());
  writer.put(key.seed());
  writer.put_poly(key.b());
}
void to_bytes(const RelinKey& key, std::span<std::byte> out) {
  const KeyTables& tables = require_whole(key.key.tables(), "a relinearisation key");
  require_memory(out.size(), relin_key_size(tables));
  ObjectWriter writer(out, Kind::relin_key, tables, 0, key.key.id());
  put_switching_key(writer, tables, key.key);
}
void to_bytes(const GaloisKeys& keys, std::span<std::byte> out) {
  const KeyTables& tables = require_whole(keys.tables(), "a set of Galois keys");
  const std::vector<std::uint64_t> elements = keys.elements();
  require_memory(out.size(), galois_keys_size(tables, elements.size()));
  ObjectWriter writer(out, Kind::galois_keys, tables, elements.size(), keys.id());
  for (const std::uint64_t g : elements) {
    writer.put_number(g, kElementBytes);
    put_switching_key(writer, tables, keys.entry(g).key);
  }
}

PublicKey public_key_from_bytes(const SchemeParameters& parameters,
                                std::span<const std::byte> bytes) {
  const KeyTables& tables = *Access::tables(parameters.key_space());
  ObjectReader reader(bytes, Kind::public_key, tables);
  reader.require_no_number();
  reader.require_size(public_key_size(tables));
  const PublicSeed seed = reader.take_seed();
  const DynamicRing& ring = tables.levels.back().ring;
  Values b = reader.take_poly<Eval>(ring);
  reader.require_words();
  Values a = std::move(uniform_parts(ring, seed, 1).front());
  return {Access::tables(parameters.key_space()), reader.key_id(), seed, std::move(b),
          std::move(a)};
}

RelinKey relin_key_from_bytes(const SchemeParameters& parameters,
                              std::span<const std::byte> bytes) {
  const KeyTables& tables = *Access::tables(parameters.key_space());
  ObjectReader reader(bytes, Kind::relin_key, tables);
  reader.require_no_number();
  reader.require_size(relin_key_size(tables));
  return {take_switching_key(reader, Access::tables(parameters.key_space()))};
}

GaloisKeys galois_keys_from_bytes(const SchemeParameters& parameters,
                                  std::span<const std::byte> bytes) {
  const KeyTables& tables = *Access::tables(parameters.key_space());
  ObjectReader reader(bytes, Kind::galois_keys, tables);
  const std::uint64_t count = reader.number(), degree = tables.degree();
  const std::uint64_t index = tables.index.value();
  if (count > degree) {
    reader.refuse(" for " + std::to_string(count) + " automorphisms",
                  "at most " + std::to_string(degree) + ", all that there are");
  }
  reader.require_size(galois_keys_size(tables, static_cast<std::size_t>(count)));
  const SlotMap& slots = tables.chain.slots();
  std::map<std::uint64_t, GaloisKeys::Entry> keys;
  std::uint64_t least = 1;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t g = reader.take_number(kElementBytes);
    if (g < least || g >= index || std::gcd(g, index) != 1) {
      reader.refuse(" for x -> x^" + std::to_string(g),
                    (tables.errors.powerful ? "exponents prime to it" : "odd exponents") +
                        std::string(" below ") + std::to_string(index) + " in ascending order");
    }
    least = g + 1;
    const SwitchingKey key = take_switching_key(reader, Access::tables(parameters.key_space()));
    keys.insert_or_assign(g, GaloisKeys::Entry{key, Automorphism::create(slots, g)});
  }
  return {Access::tables(parameters.key_space()), reader.key_id(), std::move(keys)};
}

}  // namespace lath::he
