// SPDX-License-Identifier: Apache-2.0
//
// Keys for everybody. The uniform part stands as its seed, or as its words where it has none.
#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "he/access.hpp"
#include "he/bytes/object_bytes.hpp"
#include "he/bytes/object_streams.hpp"
#include "he/core/require.hpp"
#include "he/keys/key_parts.hpp"
#include "lath/base/error.hpp"
#include "lath/he/bytes.hpp"
#include "lath/ring/rows.hpp"

namespace lath::he {
namespace {

using Values = Poly<DynamicRing, Eval>;

constexpr std::size_t kElementBytes = 4;

// The bytes of the uniform part for these limbs and so many polynomials.
std::size_t uniform_size(const KeyTables& tables, const LimbSet& limbs, std::size_t count,
                         Uniform uniform) noexcept {
  return uniform == Uniform::seeded ? sizeof(PublicSeed) : count * bytes_of_values(tables, limbs);
}
std::size_t public_key_size(const KeyTables& tables, Uniform uniform) noexcept {
  return kKeyedHeaderBytes + uniform_size(tables, tables.q, 1, uniform) +
         bytes_of_values(tables, tables.q);
}
std::size_t switching_key_size(const KeyTables& tables, Uniform uniform) noexcept {
  const LimbSet limbs = tables.q | tables.p;
  const std::size_t digits = tables.levels.back().digits;
  return uniform_size(tables, limbs, digits, uniform) + digits * bytes_of_values(tables, limbs);
}
std::size_t relin_key_size(const KeyTables& tables, Uniform uniform) noexcept {
  return kKeyedHeaderBytes + switching_key_size(tables, uniform);
}
std::size_t galois_keys_size(const KeyTables& tables, std::size_t count, Uniform uniform) noexcept {
  return kKeyedHeaderBytes + count * (kElementBytes + switching_key_size(tables, uniform));
}

template <class Key>
Uniform uniform_of(const Key& key) noexcept {
  return key.seed() ? Uniform::seeded : Uniform::given;
}
Uniform uniform_of(const RelinKey& key) {
  require_usual_errors(key.key);
  return uniform_of(key.key);
}
// Keys with seeds stand by their words beside a key that has none.
Uniform uniform_of(const GaloisKeys& keys) {
  const std::vector<std::uint64_t> elements = keys.elements();
  for (const std::uint64_t g : elements) require_usual_errors(keys.entry(g).key);
  const bool seeded = std::ranges::all_of(
      elements, [&](std::uint64_t g) { return keys.entry(g).key.seed().has_value(); });
  return seeded ? Uniform::seeded : Uniform::given;
}

void put_switching_key(ObjectWriter& writer, const KeyTables& tables, const SwitchingKey& key,
                       Uniform uniform) {
  const std::optional<PublicSeed>& seed = key.seed();
  if (seed && uniform == Uniform::seeded) writer.put(*seed);
  const RowBuffer part = tables.engine->make_rows(key.prepared().limbs());
  const std::size_t parts = uniform == Uniform::seeded ? 1 : 2;
  for (std::size_t d = 0; d < key.prepared().digits(); ++d) {
    for (std::size_t i = 0; i < parts; ++i) {
      tables.engine->unprepare(part.rows(), key.prepared(), d, i);
      writer.put_rows(tables, part.rows());
    }
  }
}

// Each row is prepared before the next one is read, so that it stays in a cache.
SwitchingKey take_switching_key(ObjectReader& reader,
                                const std::shared_ptr<const KeyTables>& tables) {
  Engine& engine = *tables->engine;
  const LimbSet limbs = tables->q | tables->p;
  const std::size_t digits = tables->levels.back().digits;
  const bool seeded = reader.uniform() == Uniform::seeded;
  std::optional<PublicSeed> seed;
  if (seeded) seed = reader.take_seed();
  UnfinishedKey key = engine.begin_key(limbs, digits);
  if (seeded) {
    reader.work_beside(digits * bytes_of_values(*tables, limbs),
                       [&] { prepare_uniform_parts(key, *tables, *seed, digits); });
  }
  RowBuffer part = engine.make_rows(limbs);
  for (std::size_t d = 0; d < digits; ++d) {
    for (std::size_t i = 0; i < (seeded ? 1 : 2); ++i) {
      reader.take_rows(*tables, part.rows());
      reader.require_words();
      engine.prepare(key, d, i, part.rows());
    }
  }
  return {tables, reader.key_id(), seed, engine.finish(std::move(key))};
}

}  // namespace

std::size_t public_key_bytes(const SchemeParameters& parameters) noexcept {
  return public_key_size(*Access::tables(parameters.key_space()), Uniform::seeded);
}
std::size_t relin_key_bytes(const SchemeParameters& parameters) noexcept {
  return relin_key_size(*Access::tables(parameters.key_space()), Uniform::seeded);
}
std::size_t galois_keys_bytes(const SchemeParameters& parameters, std::size_t count) {
  const std::size_t most = parameters.degree();
  if (count <= most) {
    return galois_keys_size(*Access::tables(parameters.key_space()), count, Uniform::seeded);
  }
  throw Error(ErrorCode::invalid_argument,
              "Galois keys for " + std::to_string(count) + " automorphisms",
              "need at most " + std::to_string(most) + ", all that there are",
              "give the number of exponents that galois_keys() gets");
}

std::size_t byte_size(const PublicKey& key) {
  return public_key_size(require_whole(key.tables(), "a public key"), uniform_of(key));
}
std::size_t byte_size(const RelinKey& key) {
  return relin_key_size(require_whole(key.key.tables(), "a relinearisation key"), uniform_of(key));
}
std::size_t byte_size(const GaloisKeys& keys) {
  return galois_keys_size(require_whole(keys.tables(), "a set of Galois keys"),
                          keys.elements().size(), uniform_of(keys));
}

const Fingerprint& fingerprint_in(const PublicKey& key) { return key.tables()->fingerprint; }
const Fingerprint& fingerprint_in(const RelinKey& key) { return key.key.tables()->fingerprint; }
const Fingerprint& fingerprint_in(const GaloisKeys& keys) { return keys.tables()->fingerprint; }
const Fingerprint& fingerprint_in(const SecretKey& key) { return key.tables()->fingerprint; }

void write_object(detail::ByteWriter out, const PublicKey& key) {
  const KeyTables& tables = *key.tables();
  const Uniform uniform = uniform_of(key);
  ObjectWriter writer(out, ObjectKind::public_key, tables, 0, key.id(), uniform, key.bounds());
  if (const std::optional<PublicSeed>& seed = key.seed()) writer.put(*seed);
  writer.put_rows(tables, key.b());
  if (uniform == Uniform::given) writer.put_rows(tables, key.a());
}
void write_object(detail::ByteWriter out, const RelinKey& key) {
  const KeyTables& tables = *key.key.tables();
  const Uniform uniform = uniform_of(key);
  ObjectWriter writer(out, ObjectKind::relin_key, tables, 0, key.key.id(), uniform);
  put_switching_key(writer, tables, key.key, uniform);
}
void write_object(detail::ByteWriter out, const GaloisKeys& keys) {
  const KeyTables& tables = *keys.tables();
  const std::vector<std::uint64_t> elements = keys.elements();
  const Uniform uniform = uniform_of(keys);
  ObjectWriter writer(out, ObjectKind::galois_keys, tables, elements.size(), keys.id(), uniform);
  for (const std::uint64_t g : elements) {
    writer.put_number(g, kElementBytes);
    put_switching_key(writer, tables, keys.entry(g).key, uniform);
  }
}

Buffer<std::byte> to_bytes(const PublicKey& key) { return written_object(key); }
Buffer<std::byte> to_bytes(const RelinKey& key) { return written_object(key); }
Buffer<std::byte> to_bytes(const GaloisKeys& keys) { return written_object(keys); }

void to_bytes(const PublicKey& key, std::span<std::byte> out) { write_into(out, key); }
void to_bytes(const RelinKey& key, std::span<std::byte> out) { write_into(out, key); }
void to_bytes(const GaloisKeys& keys, std::span<std::byte> out) { write_into(out, keys); }

PublicKey read_public_key(const SchemeParameters& parameters, detail::ByteInput in) {
  const KeyTables& tables = *Access::tables(parameters.key_space());
  ObjectReader reader(in, ObjectKind::public_key, tables);
  reader.require_no_number();
  reader.require_size(public_key_size(tables, reader.uniform()));
  const DynamicRing& ring = tables.levels.back().ring;
  const bool seeded = reader.uniform() == Uniform::seeded;
  std::optional<PublicSeed> seed;
  if (seeded) seed = reader.take_seed();
  const Values b = reader.take_poly(ring);
  const Values a = seeded ? uniform_parts(ring, *seed, 1).front() : reader.take_poly(ring);
  reader.require_words();
  return {Access::tables(parameters.key_space()),
          reader.key_id(),
          seed,
          rows_in_engine(tables, b),
          rows_in_engine(tables, a),
          reader.bounds()};
}

RelinKey read_relin_key(const SchemeParameters& parameters, detail::ByteInput in) {
  const KeyTables& tables = *Access::tables(parameters.key_space());
  ObjectReader reader(in, ObjectKind::relin_key, tables);
  reader.require_no_number();
  reader.require_size(relin_key_size(tables, reader.uniform()));
  return {take_switching_key(reader, Access::tables(parameters.key_space()))};
}

GaloisKeys read_galois_keys(const SchemeParameters& parameters, detail::ByteInput in) {
  const KeyTables& tables = *Access::tables(parameters.key_space());
  ObjectReader reader(in, ObjectKind::galois_keys, tables);
  const std::uint64_t count = reader.number(), degree = tables.degree();
  const std::uint64_t index = tables.index.value();
  if (count > degree) {
    reader.refuse(" for " + std::to_string(count) + " automorphisms",
                  "at most " + std::to_string(degree) + ", all that there are");
  }
  reader.require_size(galois_keys_size(tables, static_cast<std::size_t>(count), reader.uniform()));
  if (count == 0 && reader.uniform() == Uniform::given) {
    reader.refuse(" for no automorphisms with uniform parts", "none of them");
  }
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

PublicKey public_key_from_bytes(const SchemeParameters& parameters, ByteView bytes) {
  return read_public_key(parameters, bytes.span());
}
RelinKey relin_key_from_bytes(const SchemeParameters& parameters, ByteView bytes) {
  return read_relin_key(parameters, bytes.span());
}
GaloisKeys galois_keys_from_bytes(const SchemeParameters& parameters, ByteView bytes) {
  return read_galois_keys(parameters, bytes.span());
}

}  // namespace lath::he
