// SPDX-License-Identifier: Apache-2.0
//
// Ciphertexts and products: first level, scale factor and noise bound, then the polynomials modulo
// the primes of the level.
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "he/access.hpp"
#include "he/bytes/object_bytes.hpp"
#include "he/bytes/object_streams.hpp"
#include "he/require_context.hpp"
#include "he/result_memory.hpp"
#include "lath/base/error.hpp"
#include "lath/he/bytes.hpp"

namespace lath::he {
namespace {

constexpr std::size_t kNoiseBytes = 8;
constexpr const char* kCiphertext = "a ciphertext";
constexpr const char* kProduct = "a product";
constexpr const char* kSeededCiphertext = "a seeded ciphertext";

// A scale factor has as many words as t.
std::size_t factor_words(const Context& context) noexcept {
  return context.plaintexts->modulus().words().size();
}
std::size_t size_at(const Context& context, std::size_t level, std::size_t parts,
                    std::size_t seed_bytes = 0) noexcept {
  return kKeyedHeaderBytes + 8 * factor_words(context) + kNoiseBytes + seed_bytes +
         parts * bytes_of_values(*context.keys, context.level(level).q);
}
std::size_t seeded_size_at(const Context& context, std::size_t level) noexcept {
  return size_at(context, level, 1, sizeof(PublicSeed));
}

const Context& require_level_of(const SchemeParameters& parameters, std::size_t level) {
  if (level >= 1 && level <= parameters.levels()) return *parameters.context();
  throw Error(ErrorCode::invalid_argument, "level " + std::to_string(level),
              "need 1 to " + std::to_string(parameters.levels()), "take one of those levels");
}

// The number that an object begins with: its level, and how many parts more than usual it has.
constexpr unsigned kMorePartsAt = 32;
template <class Object>
ObjectWriter begin_writing(detail::ByteWriter out, ObjectKind kind, const Object& x,
                           std::size_t more_parts = 0) {
  ObjectWriter writer(out, kind, *Access::context(x),
                      x.level() | std::uint64_t{more_parts} << kMorePartsAt, x.key_id());
  const Natural scale_factor = x.scale_factor();
  const std::span<const std::uint64_t> factor = scale_factor.words();
  for (std::size_t i = 0; i < factor_words(*Access::context(x)); ++i) {
    writer.put_number(i < factor.size() ? factor[i] : 0, 8);
  }
  writer.put_number(std::bit_cast<std::uint64_t>(x.noise().log2_stated_deviation()), kNoiseBytes);
  return writer;
}

template <class Form>
std::size_t size_of(const CiphertextParts<Form>& x, const char* what) {
  return size_at(require_whole(Access::context(x), what), x.level(), x.parts());
}

template <class Form>
void write(detail::ByteWriter out, const CiphertextParts<Form>& x, ObjectKind kind) {
  const std::size_t usual = kind == ObjectKind::product ? 3 : 2;
  ObjectWriter writer = begin_writing(out, kind, x, x.parts() - usual);
  for (std::size_t i = 0; i < x.parts(); ++i) writer.put_rows(*Access::context(x)->keys, x.part(i));
}

// The level that an object begins with, and how many of `most` more parts it has.
struct Shape {
  std::size_t level, more_parts;
};
Shape shape_in(const ObjectReader& reader, const Context& context, std::size_t most) {
  std::uint64_t more = reader.number() >> kMorePartsAt;
  if (more > most) more = 0;  // no level is as large as the number then
  const std::uint64_t level = reader.number() - (more << kMorePartsAt), levels = context.levels();
  if (level >= 1 && level <= levels) {
    return {static_cast<std::size_t>(level), static_cast<std::size_t>(more)};
  }
  reader.refuse(" of level " + std::to_string(level),
                "a level from 1 to " + std::to_string(levels));
}

Natural take_factor(ObjectReader& reader, const Context& context) {
  std::vector<std::uint64_t> words(factor_words(context));
  for (std::uint64_t& word : words) word = reader.take_number(8);
  const Natural factor = Natural::from_words(words);
  const bool bfv = context.scheme == Scheme::bfv;
  if (bfv ? factor == 1 : context.plaintexts->is_unit(factor)) return factor;
  reader.refuse(
      " with the scale factor " + decimal_vartime(factor),
      bfv ? "1"
          : "one below " + decimal_vartime(context.plaintexts->modulus()) + " and prime to it");
}

// Every ciphertext has a noise of more than 1/Q, which is t times smaller than a word of c0 + c1 s,
// and less than 1/2, or it would not decrypt; operations keep the noise in this range. So a claim
// within these limits never makes a bound overflow, and neither -0 nor NaN is such a claim.
NoiseBound take_noise(ObjectReader& reader, const Context& context, std::size_t level) {
  const double noise = std::bit_cast<double>(reader.take_number(kNoiseBytes));
  if (noise >= -context.noise.log2_q(level) && noise < 0) {
    return {noise, context.degree(), BoundOrigin::claimed};
  }
  reader.refuse(" with a noise bound that none has", "a deviation from 1/Q to less than 1");
}

// The numbers before the polynomials.
struct Opening {
  Shape shape;
  Natural factor;
  NoiseBound noise;
};
// The numbers of an object of `usual` parts and at most `most` more. Nothing is allocated before
// this has checked the level and the size.
Opening take_opening(ObjectReader& reader, const Context& context, std::size_t usual,
                     std::size_t most, std::size_t seed_bytes = 0) {
  const Shape shape = shape_in(reader, context, most);
  reader.require_size(size_at(context, shape.level, usual + shape.more_parts, seed_bytes));
  Natural factor = take_factor(reader, context);
  return {shape, std::move(factor), take_noise(reader, context, shape.level)};
}

template <class Result>
Result read(const SchemeParameters& parameters, ObjectKind kind, detail::ByteInput in,
            std::size_t most_parts = kUsualParts<Result>) {
  const Context& context = *parameters.context();
  ObjectReader reader(in, kind, context);
  constexpr std::size_t kUsual = kUsualParts<Result>;
  const Opening x = take_opening(reader, context, kUsual, most_parts - kUsual);
  auto out = new_result<Result>(parameters.context(), x.shape.level, kUsual + x.shape.more_parts);
  for (const Rows& part : rows_of_parts(out)) reader.take_rows(*context.keys, part);
  reader.require_words();
  Access::set(out, x.factor, x.noise, reader.key_id());
  return out;
}

}  // namespace

std::size_t ciphertext_bytes(const SchemeParameters& parameters, std::size_t level) {
  return size_at(require_level_of(parameters, level), level, 2);
}
std::size_t product_bytes(const SchemeParameters& parameters, std::size_t level,
                          std::size_t parts) {
  const Context& context = require_level_of(parameters, level);
  const std::size_t most = context.scheme == Scheme::bgv ? kMostParts : 3;
  if (parts >= 3 && parts <= most) return size_at(context, level, parts);
  throw Error(ErrorCode::invalid_argument, "a product of " + std::to_string(parts) + " parts",
              "need 3 to " + std::to_string(most), "take the parts() of the product");
}
std::size_t seeded_ciphertext_bytes(const SchemeParameters& parameters, std::size_t level) {
  return seeded_size_at(require_level_of(parameters, level), level);
}

std::size_t byte_size(const Ciphertext& ciphertext) { return size_of(ciphertext, kCiphertext); }
std::size_t byte_size(const Product<Coeff>& product) { return size_of(product, kProduct); }
std::size_t byte_size(const Product<Eval>& product) { return size_of(product, kProduct); }
std::size_t byte_size(const SeededCiphertext& ciphertext) {
  return seeded_size_at(require_whole(Access::context(ciphertext), kSeededCiphertext),
                        ciphertext.level());
}

void write_object(detail::ByteWriter out, const Ciphertext& ciphertext) {
  write(out, ciphertext, ObjectKind::ciphertext);
}
void write_object(detail::ByteWriter out, const Product<Coeff>& product) {
  write(out, product, ObjectKind::product);
}
void write_object(detail::ByteWriter out, const Product<Eval>& product) {
  write(out, product, ObjectKind::product);
}
void write_object(detail::ByteWriter out, const SeededCiphertext& ciphertext) {
  ObjectWriter writer = begin_writing(out, ObjectKind::seeded_ciphertext, ciphertext);
  writer.put(ciphertext.seed());
  writer.put_rows(*Access::context(ciphertext)->keys, Access::c0(ciphertext).rows());
}

Buffer<std::byte> to_bytes(const Ciphertext& ciphertext) { return written_object(ciphertext); }
Buffer<std::byte> to_bytes(const Product<Coeff>& product) { return written_object(product); }
Buffer<std::byte> to_bytes(const Product<Eval>& product) { return written_object(product); }
Buffer<std::byte> to_bytes(const SeededCiphertext& ciphertext) {
  return written_object(ciphertext);
}

void to_bytes(const Ciphertext& ciphertext, std::span<std::byte> out) {
  write_into(out, ciphertext);
}
void to_bytes(const Product<Coeff>& product, std::span<std::byte> out) { write_into(out, product); }
void to_bytes(const Product<Eval>& product, std::span<std::byte> out) { write_into(out, product); }
void to_bytes(const SeededCiphertext& ciphertext, std::span<std::byte> out) {
  write_into(out, ciphertext);
}

Ciphertext read_ciphertext(const SchemeParameters& parameters, detail::ByteInput in) {
  return read<Ciphertext>(parameters, ObjectKind::ciphertext, in);
}
SeededCiphertext read_seeded_ciphertext(const SchemeParameters& parameters, detail::ByteInput in) {
  const Context& context = *parameters.context();
  ObjectReader reader(in, ObjectKind::seeded_ciphertext, context);
  const Opening x = take_opening(reader, context, 1, 0, sizeof(PublicSeed));
  const PublicSeed seed = reader.take_seed();
  EngineRows c0(context.keys->engine, context.level(x.shape.level).q);
  reader.take_rows(*context.keys, c0.rows());
  reader.require_words();
  return Access::seeded(parameters.context(), std::move(c0), seed, x.factor, x.noise,
                        reader.key_id());
}
Product<Coeff> read_product(const Parameters<Bfv>& parameters, detail::ByteInput in) {
  return read<Product<Coeff>>(parameters, ObjectKind::product, in);
}
Product<Eval> read_product(const Parameters<Bgv>& parameters, detail::ByteInput in) {
  return read<Product<Eval>>(parameters, ObjectKind::product, in, kMostParts);
}

Ciphertext ciphertext_from_bytes(const SchemeParameters& parameters, ByteView bytes) {
  return read_ciphertext(parameters, bytes.span());
}
SeededCiphertext seeded_ciphertext_from_bytes(const SchemeParameters& parameters, ByteView bytes) {
  return read_seeded_ciphertext(parameters, bytes.span());
}
Product<Coeff> bfv::product_from_bytes(const he::Parameters<Bfv>& parameters, ByteView bytes) {
  return read_product(parameters, bytes.span());
}
Product<Eval> bgv::product_from_bytes(const he::Parameters<Bgv>& parameters, ByteView bytes) {
  return read_product(parameters, bytes.span());
}

}  // namespace lath::he
