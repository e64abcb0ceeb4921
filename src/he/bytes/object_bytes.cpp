// SPDX-License-Identifier: Apache-2.0
#include "he/bytes/object_bytes.hpp"

#include <algorithm>
#include <array>

#include "coding/packing.hpp"
#include "lath/arith/word.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/cpu.hpp"
#include "lath/base/error.hpp"
#include "ring/engine/program_rows.hpp"
#include "wire/object_start.hpp"

namespace lath::he {
namespace {

using Bytes = std::span<const std::byte>;

constexpr unsigned kNoScheme = 0;

std::string text(std::uint64_t x) { return std::to_string(x); }

std::string name(Scheme scheme) { return scheme == Scheme::bfv ? "BFV" : "BGV"; }

[[noreturn]] void refuse_newer(const std::string& found, const std::string& needed) {
  throw Error(ErrorCode::malformed, found, "need " + needed,
              "use the version of lath that wrote it, or a newer one");
}

// A part of the header, as public bytes: it reveals nothing of the contents.
template <std::size_t kCount>
std::array<std::byte, kCount> as_public(Bytes bytes) {
  std::array<std::byte, kCount> part;
  std::copy_n(bytes.begin(), kCount, part.begin());
  ct::declassify(part.data(), part.size());
  return part;
}

// How many of `words` words are packed or unpacked at once where a window has so many bytes: all,
// or groups of eight, which take whole bytes; eight that stand in two windows where not even one
// fits.
constexpr std::size_t kGroup = 8;
std::size_t words_in(std::size_t window, std::size_t words, int bits) noexcept {
  if (detail::packed_bytes(words, bits) <= window) return words;
  const std::size_t groups = window / static_cast<std::size_t>(bits);
  return std::min(words, kGroup * std::max(groups, std::size_t{1}));
}

// The last byte of a key has a bit for the form of the uniform part, and a public key one for
// bounds that are claimed.
constexpr unsigned kGiven = 1, kClaimed = 2;
unsigned last_byte_of_key(Uniform uniform, BoundOrigin bounds) noexcept {
  return (uniform == Uniform::given ? kGiven : 0) | (bounds == BoundOrigin::claimed ? kClaimed : 0);
}
unsigned most_in_last_byte(ObjectKind kind) noexcept {
  if (kind == ObjectKind::public_key) return kGiven | kClaimed;
  return kind == ObjectKind::relin_key || kind == ObjectKind::galois_keys ? kGiven : 0;
}

// The scheme of an object, and the last byte of a key.
void check_kind_bytes(detail::KindBytes own, ObjectKind kind, unsigned scheme) {
  const std::string name_of_kind = name_of(kind);
  if (own.second > most_in_last_byte(kind)) {
    refuse_newer(name_of_kind + " in format version " + text(format_version(kind)) +
                     " with an unknown extension",
                 "none");
  }
  if (own.first == scheme) return;
  if ((own.first != 1 && own.first != 2) || scheme == kNoScheme) {
    refuse_newer(name_of_kind + " of the unknown scheme " + text(own.first),
                 scheme == kNoScheme ? "scheme 0, which serves both schemes" : "scheme 1 or 2");
  }
  throw Error(ErrorCode::mismatch, name_of_kind + " of " + name(static_cast<Scheme>(own.first)),
              "need " + name_of_kind + " of " + name(static_cast<Scheme>(scheme)),
              kind == ObjectKind::parameters ? "read them with literal_from_bytes() of that scheme"
                                             : "read it with parameters of that scheme");
}

}  // namespace

int bits_of_residues(std::uint64_t p) noexcept { return bit_length(p - 1); }
std::size_t bytes_of_words(std::size_t count, std::uint64_t p) noexcept {
  return detail::packed_bytes(count, bits_of_residues(p));
}
std::size_t bytes_of_values(const KeyTables& keys, const LimbSet& limbs) noexcept {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < limbs.size(); ++i) {
    bytes += bytes_of_words(keys.degree(), keys.chain.modulus(limbs.place(i)).value());
  }
  return bytes;
}

void require_memory(std::size_t found, std::size_t needed) {
  if (found == needed) return;
  throw Error(ErrorCode::mismatch, "memory of " + text(found) + " bytes for an object",
              "need exactly " + text(needed), "ask the size function of the object");
}
void require_memory_at(std::size_t found, std::size_t at, std::size_t needed) {
  if (at <= found && needed <= found - at) return;
  throw Error(ErrorCode::mismatch,
              "memory of " + text(found) + " bytes for an object at byte " + text(at),
              "need " + text(needed) + " from there on", "ask the size function of the object");
}

void ObjectWriter::put_start(ObjectKind kind, unsigned scheme, std::uint64_t number,
                             Uniform uniform, BoundOrigin bounds) {
  put(detail::object_start(kind, {static_cast<std::uint8_t>(scheme),
                                  static_cast<std::uint8_t>(last_byte_of_key(uniform, bounds))}));
  put_number(number, 8);
}
ObjectWriter::ObjectWriter(detail::ByteWriter out, Scheme scheme, std::uint64_t number)
    : writer_(out) {
  put_start(ObjectKind::parameters, static_cast<unsigned>(scheme), number);
}
ObjectWriter::ObjectWriter(detail::ByteWriter out, ObjectKind kind, std::uint64_t number)
    : writer_(out) {
  put_start(kind, kNoScheme, number);
}
ObjectWriter::ObjectWriter(detail::ByteWriter out, ObjectKind kind, const Context& context,
                           std::uint64_t number, KeyId id)
    : writer_(out) {
  put_start(kind, static_cast<unsigned>(context.scheme), number);
  put(context.fingerprint);
  put_number(id.value(), sizeof(std::uint64_t));
}
ObjectWriter::ObjectWriter(detail::ByteWriter out, ObjectKind kind, const KeyTables& keys,
                           std::uint64_t number, KeyId id, Uniform uniform, BoundOrigin bounds)
    : writer_(out) {
  put_start(kind, kNoScheme, number, uniform, bounds);
  put(keys.fingerprint);
  put_number(id.value(), sizeof(std::uint64_t));
}

void ObjectWriter::put_words(std::span<const std::uint64_t> words, std::uint64_t p) {
  const int bits = bits_of_residues(p);
  while (!words.empty()) {
    const std::span<std::byte> window = writer_.window();
    const std::size_t count = words_in(window.size(), words.size(), bits);
    const std::span<const std::uint64_t> part = words.first(count);
    const std::size_t size = detail::packed_bytes(count, bits);
    if (size <= window.size()) {
      detail::pack(isa_, window.first(size), part, bits);
      writer_.advance(size);
    } else {
      std::array<std::byte, detail::ByteReader::kMostTaken> joined;
      detail::pack(isa_, std::span(joined).first(size), part, bits);
      writer_.put(std::span(joined).first(size));
    }
    words = words.subspan(count);
  }
}

void ObjectWriter::put_rows(const KeyTables& keys, const ConstRows& rows) {
  const detail::RowsToRead words(*keys.engine, rows);
  for (std::size_t i = 0; i < rows.limbs.size(); ++i) {
    const std::size_t place = rows.limbs.place(i);
    put_words({words.row(place), keys.degree()}, keys.chain.modulus(place).value());
  }
}

ObjectWriter::ObjectWriter(detail::ByteWriter out, const PlaintextTables& plaintexts)
    : writer_(out) {
  put_start(ObjectKind::plaintext, kNoScheme, 0);
  put(fingerprint_of(plaintexts.keys()->index.value(), plaintexts.modulus(),
                     plaintexts.short_modulus()));
}

ObjectReader::ObjectReader(detail::ByteInput in, ObjectKind kind, unsigned scheme)
    : kind_(kind), reader_(in, name_of(kind)) {
  if (reader_.size() < kStartBytes) {
    throw Error(ErrorCode::malformed,
                std::string(name_of(kind)) + " of " + text(reader_.size()) + " bytes",
                "need " + text(kStartBytes) + " for what it begins with",
                "bytes are missing at the end: get all of them");
  }
  const detail::KindBytes own = detail::read_object_start(take(detail::kObjectStartBytes), kind);
  check_kind_bytes(own, kind, scheme);
  uniform_ = (own.second & kGiven) != 0 ? Uniform::given : Uniform::seeded;
  bounds_ = (own.second & kClaimed) != 0 ? BoundOrigin::claimed : BoundOrigin::own;
  number_ = take_public_number();
}

ObjectReader::ObjectReader(detail::ByteInput in, Scheme scheme)
    : ObjectReader(in, ObjectKind::parameters, static_cast<unsigned>(scheme)) {}
ObjectReader::ObjectReader(detail::ByteInput in, ObjectKind kind)
    : ObjectReader(in, kind, kNoScheme) {}
ObjectReader::ObjectReader(detail::ByteInput in, ObjectKind kind, const Context& context)
    : ObjectReader(in, kind, static_cast<unsigned>(context.scheme)) {
  take_fingerprint(context.fingerprint, describe(context));
  take_key_id();
}
ObjectReader::ObjectReader(detail::ByteInput in, ObjectKind kind, const KeyTables& keys)
    : ObjectReader(in, kind, kNoScheme) {
  take_fingerprint(keys.fingerprint, describe(keys));
  take_key_id();
}

ObjectReader::ObjectReader(detail::ByteInput in, const PlaintextTables& plaintexts)
    : ObjectReader(in, ObjectKind::plaintext, kNoScheme) {
  const Natural& t = plaintexts.modulus();
  take_fingerprint(fingerprint_of(plaintexts.keys()->index.value(), t, plaintexts.short_modulus()),
                   describe(*plaintexts.keys()) + ", t = " + decimal_vartime(t));
}

void ObjectReader::take_fingerprint(const Fingerprint& needed, const std::string& of) {
  if (reader_.left() < kFingerprintBytes) require_size(kStartBytes + kFingerprintBytes);
  if (!std::ranges::equal(as_public<kFingerprintBytes>(take(kFingerprintBytes)), needed)) {
    throw Error(ErrorCode::mismatch, std::string(name_of(kind_)) + " of other parameters",
                "need one of the parameters in use: " + of,
                "make the parameters from the bytes that came with it");
  }
}

void ObjectReader::take_key_id() {
  if (reader_.left() < sizeof(std::uint64_t)) require_size(kKeyedHeaderBytes);
  key_id_ = KeyId(take_public_number());
}

std::uint64_t ObjectReader::take_public_number() {
  return detail::load_number(as_public<sizeof(std::uint64_t)>(take(sizeof(std::uint64_t))));
}

void ObjectReader::require_no_number() const {
  if (number_ != 0) refuse(" with the unknown number " + text(number_), "0");
}

PublicSeed ObjectReader::take_seed() {
  PublicSeed seed;
  std::ranges::copy(take(seed.size()), seed.begin());
  return seed;
}
void ObjectReader::take_words(std::span<std::uint64_t> words, std::uint64_t p) {
  const int bits = bits_of_residues(p);
  while (!words.empty()) {
    const std::size_t count = words_in(reader_.window().size(), words.size(), bits);
    const Bytes packed = take(detail::packed_bytes(count, bits));
    const std::uint64_t largest = detail::unpack(isa_, words.first(count), packed, bits);
    refused_ |= ~ct::mask_less(largest, p);
    // Each object has one encoding: the bits behind the last word are zero.
    const std::size_t more = count * static_cast<std::size_t>(bits) % 8;
    if (more != 0) {
      const auto rest = std::to_integer<std::uint64_t>(packed.back() >> more);
      refused_ |= ~ct::mask_equal(rest, std::uint64_t{0});
    }
    words = words.subspan(count);
  }
}

void ObjectReader::take_rows(const KeyTables& keys, const Rows& rows) {
  const detail::RowsToWrite words(*keys.engine, rows);
  for (std::size_t i = 0; i < rows.limbs.size(); ++i) {
    const std::size_t place = rows.limbs.place(i);
    take_words({words.row(place), keys.degree()}, keys.chain.modulus(place).value());
  }
  words.store();
}
Poly<DynamicRing, Eval> ObjectReader::take_poly(const DynamicRing& ring) {
  auto poly = lath::detail::Forms::for_overwrite<Eval, Public>(ring);
  for (std::size_t i = 0; i < ring.limbs(); ++i) take_words(poly.limb(i), ring.modulus(i).value());
  return poly;
}

void ObjectReader::require_words() const {
  // Public: the reader accepts every object that was written, so the result reveals nothing of the
  // contents.
  std::uint64_t refused = refused_;
  ct::declassify(&refused, sizeof refused);
  if (refused != 0) refuse(" with a word that is too large", "words below their moduli");
}

}  // namespace lath::he
