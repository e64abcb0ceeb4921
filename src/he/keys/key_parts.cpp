// SPDX-License-Identifier: Apache-2.0
#include "he/keys/key_parts.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/little_endian.hpp"
#include "he/noise/embedding.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/rows.hpp"

namespace lath::he {

using Values = Poly<DynamicRing, Eval>;

namespace {

Generator draws_of(const PublicSeed& seed) { return Generator::from_seed(Seed(seed), "lath he a"); }

}  // namespace

PublicSeed draw_public_seed(Generator& generator) {
  PublicSeed seed;
  generator.fill(seed);
  ct::declassify(seed.data(), seed.size());
  return seed;
}

// 0 is none.
KeyId draw_key_id(Generator& generator) {
  std::array<std::byte, sizeof(std::uint64_t)> bytes{};
  KeyId id;
  while (id.is_none()) {
    generator.fill(bytes);
    ct::declassify(bytes.data(), bytes.size());
    id = KeyId(load_little_endian(bytes.data()));
  }
  return id;
}

std::vector<Values> uniform_parts(const DynamicRing& ring, const PublicSeed& seed,
                                  std::size_t count) {
  Generator draws = draws_of(seed);
  std::vector<Values> parts;
  parts.reserve(count);
  for (std::size_t i = 0; i < count; ++i) parts.push_back(uniform<Eval>(ring, draws));
  return parts;
}

void prepare_uniform_parts(UnfinishedKey& key, const KeyTables& tables, const PublicSeed& seed,
                           std::size_t count) {
  Engine& engine = *tables.engine;
  Generator draws = draws_of(seed);
  RowBuffer part = engine.make_rows(tables.q | tables.p);
  for (std::size_t d = 0; d < count; ++d) {
    const detail::RowsToWrite words(engine, part.rows());
    for (std::size_t i = 0; i < part.rows().limbs.size(); ++i) {
      const std::size_t place = part.rows().limbs.place(i);
      const std::span row(words.row(place), tables.degree());
      sample_uniform(row, tables.chain.modulus(place).value(), draws);
    }
    words.store();
    engine.prepare(key, d, 1, part.rows());
  }
}

RowBuffer rows_in_engine(const KeyTables& tables, const Values& a) {
  const ConstRows rows = rows_of(a);
  RowBuffer copy = tables.engine->make_rows(rows.limbs);
  tables.engine->copy_in(copy.rows(), rows);
  return copy;
}

std::array<detail::RowsToRead, 2> parts_to_read(const KeyTables& tables, const PublicKey& key) {
  using detail::RowsToRead;
  Engine& engine = *tables.engine;
  return {RowsToRead(engine, key.b()), RowsToRead(engine, key.a())};
}

SwitchingKey make_switching_key(std::shared_ptr<const KeyTables> tables, KeyId id,
                                const std::optional<PublicSeed>& seed, std::span<const Values> b,
                                std::span<const Values> a, double log2_error_factor) {
  std::vector<RowBuffer> copies;
  const auto in_engine = [&](const Values& part) {
    if (tables->engine->is_program_memory()) return rows_of(part);
    return ConstRows(copies.emplace_back(rows_in_engine(*tables, part)).rows());
  };
  std::vector<std::array<ConstRows, 2>> rows;
  rows.reserve(b.size());
  for (std::size_t d = 0; d < b.size(); ++d) rows.push_back({in_engine(b[d]), in_engine(a[d])});
  PreparedKey prepared = tables->engine->prepare(rows);
  return {std::move(tables), id, seed, prepared, log2_error_factor};
}

void require_usual_errors(const SwitchingKey& key) {
  if (key.log2_error_factor() == 0) return;
  throw Error(ErrorCode::unsupported, "a key of another library with larger errors than Lath's",
              "need keys that Lath made, or keys with errors as small",
              "keep the file that the key was read from, or make keys with KeyGenerator");
}

std::optional<BoundOrigin> bounds_under(const KeyTables& tables,
                                        const Buffer<std::int8_t, Secret>& coefficients) {
  Buffer<std::int64_t, Secret> wide(coefficients.size());
  std::ranges::copy(coefficients.span(), wide.data());
  const SquaredValues values = squared_values(wide.span(), tables.index);
  const double largest = values.largest * rounding_factor(tables.index);
  const bool usual_mean =
      !tables.errors.powerful || values.mean <= static_cast<double>(wide.size());
  bool is_short = usual_mean & (largest <= largest_secret_norm(wide.size()));
  bool is_read = usual_mean & (largest <= largest_read_norm(wide.size()));
  // Whether a key is drawn again, is promised bounds, or is refused, is known to everybody.
  ct::declassify(&is_short, sizeof is_short);
  ct::declassify(&is_read, sizeof is_read);
  if (!is_read) return std::nullopt;
  return is_short ? BoundOrigin::own : BoundOrigin::claimed;
}

SecretKey make_secret_key(std::shared_ptr<const KeyTables> tables, KeyId id,
                          const Buffer<std::int8_t, Secret>& coefficients, BoundOrigin bounds) {
  auto s = ntt(polynomial_of(tables->key_ring(), coefficients, 1));
  return {std::move(tables), id, std::move(s), bounds};
}

}  // namespace lath::he
