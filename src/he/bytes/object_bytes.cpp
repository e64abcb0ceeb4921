// SPDX-License-Identifier: Apache-2.0
#include "he/bytes/object_bytes.hpp"

#include <algorithm>
#include <array>

#include "base/names.hpp"
#include "coding/packing.hpp"
#include "lath/arith/word.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/cpu.hpp"
#include "lath/base/error.hpp"
#include "ring/engine/program_rows.hpp"

namespace lath::he {
namespace {

using Bytes = std::span<const std::byte>;

constexpr std::array<std::byte, 4> kMagic{std::byte{'l'}, std::byte{'a'}, std::byte{'t'},
                                          std::byte{'h'}};
constexpr unsigned kVersion = 2, kNoScheme = 0;
constexpr const char* kDamaged = "the bytes were damaged: get them again";

std::string text(std::uint64_t x) { return std::to_string(x); }

std::string name(unsigned kind) {
  constexpr detail::Named<Kind> kNames[] = {{Kind::parameters, "parameters"},
                                            {Kind::plaintext, "a plaintext"},
                                            {Kind::secret_key, "a secret key"},
                                            {Kind::public_key, "a public key"},
                                            {Kind::relin_key, "a relinearisation key"},
                                            {Kind::galois_keys, "Galois keys"},
                                            {Kind::ciphertext, "a ciphertext"},
                                            {Kind::product, "a product"},
                                            {Kind::seeded_ciphertext, "a seeded ciphertext"},
                                            {Kind::plaintext_space, "a plaintext space"},
                                            {Kind::crt_moduli, "moduli of integers"}};
  const std::string other = "a lath object of kind " + text(kind);
  return detail::name_in(kNames, static_cast<Kind>(kind), other.c_str());
}
std::string name(Kind kind) { return name(static_cast<unsigned>(kind)); }
std::string name(Scheme scheme) { return scheme == Scheme::bfv ? "BFV" : "BGV"; }

[[noreturn]] void refuse_bytes(const std::string& found, const std::string& needed,
                               const std::string& remedy) {
  throw Error(ErrorCode::malformed, found, "need " + needed, remedy);
}

std::uint64_t number_in(Bytes bytes) noexcept {
  std::uint64_t number = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) {
    number = number << 8 | std::to_integer<std::uint64_t>(bytes[i]);
  }
  return number;
}

// The beginning of an object, as public bytes: it names the kind of the object and reveals nothing
// of the contents.
template <std::size_t kCount>
std::array<std::byte, kCount> start_of(Bytes bytes) {
  std::array<std::byte, kCount> start;
  std::copy_n(bytes.begin(), kCount, start.begin());
  ct::declassify(start.data(), start.size());
  return start;
}

[[noreturn]] void refuse_version(unsigned version, Kind kind) {
  const bool older = version < kVersion;
  refuse_bytes(name(kind) + " in format version " + text(version),
               "format version " + text(kVersion),
               older ? "lath 0.1.0 is the last version that reads format 1: make the object again"
                     : "use the version of lath that wrote it, or a newer one");
}

bool has_uniform_part(Kind kind) noexcept {
  return kind == Kind::public_key || kind == Kind::relin_key || kind == Kind::galois_keys;
}

void check_start(Bytes start, Kind kind, unsigned scheme) {
  const auto field = [&](std::size_t i) { return std::to_integer<unsigned>(start[i]); };
  if (!std::equal(kMagic.begin(), kMagic.end(), start.begin())) {
    refuse_bytes("bytes that lath did not write", name(kind),
                 "check that these are the right bytes and that they were copied in binary");
  }
  if (field(4) != static_cast<unsigned>(kind)) {
    refuse_bytes(name(field(4)), name(kind), "check that the right bytes were given");
  }
  if (field(5) != kVersion) refuse_version(field(5), kind);
  if (field(7) > (has_uniform_part(kind) ? 1 : 0)) {
    refuse_bytes(name(kind) + " in format version " + text(kVersion) + " with an unknown extension",
                 "none", "use the version of lath that wrote it, or a newer one");
  }
  if (field(6) == scheme) return;
  if ((field(6) != 1 && field(6) != 2) || scheme == kNoScheme) {
    refuse_bytes(name(kind) + " of the unknown scheme " + text(field(6)),
                 scheme == kNoScheme ? "scheme 0, which serves both schemes" : "scheme 1 or 2",
                 "use the version of lath that wrote it, or a newer one");
  }
  throw Error(ErrorCode::mismatch, name(kind) + " of " + name(static_cast<Scheme>(field(6))),
              "need " + name(kind) + " of " + name(static_cast<Scheme>(scheme)),
              kind == Kind::parameters ? "read them with literal_from_bytes() of that scheme"
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

void ObjectWriter::put_start(Kind kind, unsigned scheme, std::uint64_t number,
                             Uniform uniform) noexcept {
  put(kMagic);
  put_number(static_cast<std::uint64_t>(kind), 1);
  put_number(kVersion, 1);
  put_number(scheme, 1);
  put_number(static_cast<std::uint64_t>(uniform), 1);
  put_number(number, 8);
}
ObjectWriter::ObjectWriter(std::span<std::byte> out, Scheme scheme, std::uint64_t number)
    : rest_(out) {
  put_start(Kind::parameters, static_cast<unsigned>(scheme), number);
}
ObjectWriter::ObjectWriter(std::span<std::byte> out, Kind kind, std::uint64_t number) : rest_(out) {
  put_start(kind, kNoScheme, number);
}
ObjectWriter::ObjectWriter(std::span<std::byte> out, Kind kind, const Context& context,
                           std::uint64_t number, KeyId id)
    : rest_(out) {
  put_start(kind, static_cast<unsigned>(context.scheme), number);
  put(context.fingerprint);
  put_number(id.value(), sizeof(std::uint64_t));
}
ObjectWriter::ObjectWriter(std::span<std::byte> out, Kind kind, const KeyTables& keys,
                           std::uint64_t number, KeyId id, Uniform uniform)
    : rest_(out) {
  put_start(kind, kNoScheme, number, uniform);
  put(keys.fingerprint);
  put_number(id.value(), sizeof(std::uint64_t));
}

void ObjectWriter::put(Bytes bytes) noexcept {
  std::ranges::copy(bytes, rest_.begin());
  rest_ = rest_.subspan(bytes.size());
}
void ObjectWriter::put_number(std::uint64_t number, std::size_t bytes) noexcept {
  for (std::size_t i = 0; i < bytes; ++i) rest_[i] = static_cast<std::byte>(number >> (8 * i));
  rest_ = rest_.subspan(bytes);
}
void ObjectWriter::put_words(std::span<const std::uint64_t> words, std::uint64_t p) noexcept {
  const std::size_t size = bytes_of_words(words.size(), p);
  detail::pack(active_isa(), rest_.first(size), words, bits_of_residues(p));
  rest_ = rest_.subspan(size);
}

void ObjectWriter::put_rows(const KeyTables& keys, const ConstRows& rows) {
  const detail::RowsToRead words(*keys.engine, rows);
  for (std::size_t i = 0; i < rows.limbs.size(); ++i) {
    const std::size_t place = rows.limbs.place(i);
    put_words({words.row(place), keys.degree()}, keys.chain.modulus(place).value());
  }
}

ObjectWriter::ObjectWriter(std::span<std::byte> out, const PlaintextTables& plaintexts)
    : rest_(out) {
  put_start(Kind::plaintext, kNoScheme, 0);
  put(fingerprint_of(plaintexts.keys()->index.value(), plaintexts.modulus(),
                     plaintexts.short_modulus()));
}

ObjectReader::ObjectReader(Bytes bytes, Kind kind, unsigned scheme)
    : kind_(kind), size_(bytes.size()) {
  if (size_ < kStartBytes) {
    refuse_bytes(name(kind) + " of " + text(size_) + " bytes",
                 text(kStartBytes) + " for what it begins with",
                 "bytes are missing at the end: get all of them");
  }
  const auto start = start_of<kStartBytes>(bytes);
  check_start(start, kind, scheme);
  uniform_ = static_cast<Uniform>(start[7]);
  number_ = number_in(Bytes(start).last(8));
  rest_ = bytes.subspan(kStartBytes);
}

ObjectReader::ObjectReader(Bytes bytes, Scheme scheme)
    : ObjectReader(bytes, Kind::parameters, static_cast<unsigned>(scheme)) {}
ObjectReader::ObjectReader(Bytes bytes, Kind kind) : ObjectReader(bytes, kind, kNoScheme) {}
ObjectReader::ObjectReader(Bytes bytes, Kind kind, const Context& context)
    : ObjectReader(bytes, kind, static_cast<unsigned>(context.scheme)) {
  take_fingerprint(context.fingerprint, describe(context));
  take_key_id();
}
ObjectReader::ObjectReader(Bytes bytes, Kind kind, const KeyTables& keys)
    : ObjectReader(bytes, kind, kNoScheme) {
  take_fingerprint(keys.fingerprint, describe(keys));
  take_key_id();
}

ObjectReader::ObjectReader(Bytes bytes, const PlaintextTables& plaintexts)
    : ObjectReader(bytes, Kind::plaintext, kNoScheme) {
  const Natural& t = plaintexts.modulus();
  take_fingerprint(fingerprint_of(plaintexts.keys()->index.value(), t, plaintexts.short_modulus()),
                   describe(*plaintexts.keys()) + ", t = " + decimal_vartime(t));
}

void ObjectReader::take_fingerprint(const Fingerprint& needed, const std::string& of) {
  if (rest_.size() < kFingerprintBytes) require_size(kStartBytes + kFingerprintBytes);
  if (!std::ranges::equal(start_of<kFingerprintBytes>(rest_), needed)) {
    throw Error(ErrorCode::mismatch, name(kind_) + " of other parameters",
                "need one of the parameters in use: " + of,
                "make the parameters from the bytes that came with it");
  }
  rest_ = rest_.subspan(kFingerprintBytes);
}

void ObjectReader::take_key_id() {
  if (rest_.size() < sizeof(std::uint64_t)) require_size(kKeyedHeaderBytes);
  // Public, as the rest of the header.
  key_id_ = KeyId(number_in(start_of<sizeof(std::uint64_t)>(rest_)));
  rest_ = rest_.subspan(sizeof(std::uint64_t));
}

void ObjectReader::require_no_number() const {
  if (number_ != 0) refuse(" with the unknown number " + text(number_), "0");
}
void ObjectReader::require_size(std::uint64_t needed) const {
  if (size_ == needed) return;
  refuse_bytes(name(kind_) + " of " + text(size_) + " bytes", "exactly " + text(needed),
               size_ < needed ? "bytes are missing at the end: get all of them"
                              : "give the bytes of one object only");
}

Bytes ObjectReader::take(std::size_t count) noexcept {
  const Bytes result = rest_.first(count);
  rest_ = rest_.subspan(count);
  return result;
}
std::uint64_t ObjectReader::take_number(std::size_t bytes) noexcept {
  return number_in(take(bytes));
}
PublicSeed ObjectReader::take_seed() noexcept {
  PublicSeed seed;
  std::ranges::copy(take(seed.size()), seed.begin());
  return seed;
}
void ObjectReader::take_words(std::span<std::uint64_t> words, std::uint64_t p) noexcept {
  const Bytes packed = take(bytes_of_words(words.size(), p));
  const std::uint64_t largest = detail::unpack(active_isa(), words, packed, bits_of_residues(p));
  refused_ |= ~ct::mask_less(largest, p);
  // Each object has one encoding: the bits behind the last word are zero.
  const std::size_t bits = words.size() * static_cast<std::size_t>(bits_of_residues(p)) % 8;
  if (bits != 0)
    refused_ |=
        ~ct::mask_equal(std::to_integer<std::uint64_t>(packed.back() >> bits), std::uint64_t{0});
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
  Poly<DynamicRing, Eval> poly(ring);
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

void ObjectReader::refuse(const std::string& found, const std::string& needed) const {
  refuse_bytes(name(kind_) + found, needed, kDamaged);
}

}  // namespace lath::he
