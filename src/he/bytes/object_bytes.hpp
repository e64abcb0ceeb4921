// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "he/context.hpp"
#include "he/core/fingerprint.hpp"
#include "lath/base/cpu.hpp"
#include "lath/he/keys.hpp"
#include "lath/ring/poly.hpp"
#include "lath/wire/object_kind.hpp"
#include "wire/byte_reader.hpp"
#include "wire/byte_writer.hpp"

/// @file
/// The common format of all objects in bytes: a header, then numbers, seeds and words, see
/// lath/he/bytes.hpp.
namespace lath::he {

/// The form of a key's uniform part in the bytes: a seed, or words.
enum class Uniform : std::uint8_t { seeded = 0, given = 1 };

/// The bytes that all objects begin with, and the header of objects that belong to parameters or to
/// a key space: that and a fingerprint.
inline constexpr std::size_t kStartBytes = 16, kFingerprintBytes = 32;
inline constexpr std::size_t kHeaderBytes = kStartBytes + kFingerprintBytes;
/// The header of keys and ciphertexts: an identifier of the secret key besides.
inline constexpr std::size_t kKeyedHeaderBytes = kHeaderBytes + sizeof(std::uint64_t);

/// The bits of residues modulo p, and the bytes of `count` of them; bits that are left in the last
/// byte are zero.
[[nodiscard]] int bits_of_residues(std::uint64_t p) noexcept;
[[nodiscard]] std::size_t bytes_of_words(std::size_t count, std::uint64_t p) noexcept;
/// The bytes of a polynomial of these limbs of the chain.
[[nodiscard]] std::size_t bytes_of_values(const KeyTables& keys, const LimbSet& limbs) noexcept;

/// Throws mismatch unless memory for an object has as many bytes as it takes; from `at` on, at
/// least.
void require_memory(std::size_t found, std::size_t needed);
void require_memory_at(std::size_t found, std::size_t at, std::size_t needed);

/// Writes an object, part after part, into as many bytes as it takes.
class ObjectWriter {
 public:
  ///@{
  /// Writes the header of parameters, of an object of parameters, and of a key of a key space, with
  /// a number whose meaning is the kind's.
  ObjectWriter(detail::ByteWriter out, Scheme scheme, std::uint64_t number);
  ObjectWriter(detail::ByteWriter out, ObjectKind kind, const Context& context,
               std::uint64_t number, KeyId id);
  ObjectWriter(detail::ByteWriter out, ObjectKind kind, const KeyTables& keys, std::uint64_t number,
               KeyId id, Uniform uniform = Uniform::seeded, BoundOrigin bounds = BoundOrigin::own);
  ///@}
  /// Writes the header of an object that belongs to no parameters.
  ObjectWriter(detail::ByteWriter out, ObjectKind kind, std::uint64_t number);
  /// Writes the header of a plaintext.
  ObjectWriter(detail::ByteWriter out, const PlaintextTables& plaintexts);

  void put(std::span<const std::byte> bytes) { writer_.put(bytes); }
  /// The lowest bytes of a number, the least significant first.
  void put_number(std::uint64_t number, std::size_t bytes) { writer_.put_number(number, bytes); }
  /// Words below p. Constant time in the words.
  void put_words(std::span<const std::uint64_t> words, std::uint64_t p);
  /// The words of rows of an engine, prime after prime.
  void put_rows(const KeyTables& keys, const ConstRows& rows);

 private:
  void put_start(ObjectKind kind, unsigned scheme, std::uint64_t number,
                 Uniform uniform = Uniform::seeded, BoundOrigin bounds = BoundOrigin::own);

  detail::ByteWriter writer_;
  Isa isa_ = active_isa();
};

/// Reads an object, part after part. Throws malformed or mismatch. Whoever allocates has called
/// require_size() before.
class ObjectReader {
 public:
  ///@{
  /// Checks that the bytes have the header of parameters of a scheme, of an object of parameters,
  /// or of a key of a key space.
  ObjectReader(detail::ByteInput in, Scheme scheme);
  ObjectReader(detail::ByteInput in, ObjectKind kind, const Context& context);
  ObjectReader(detail::ByteInput in, ObjectKind kind, const KeyTables& keys);
  ///@}
  /// Checks that the bytes have the header of an object that belongs to no parameters.
  ObjectReader(detail::ByteInput in, ObjectKind kind);
  /// Checks that the bytes have the header of a plaintext.
  ObjectReader(detail::ByteInput in, const PlaintextTables& plaintexts);

  /// The identifier of a secret key in the header.
  [[nodiscard]] KeyId key_id() const noexcept { return key_id_; }
  /// The form of the key's uniform part in the bytes.
  [[nodiscard]] Uniform uniform() const noexcept { return uniform_; }
  /// The origin of noise bounds that a public key says.
  [[nodiscard]] BoundOrigin bounds() const noexcept { return bounds_; }
  /// The number that the object begins with, and a check that it is zero.
  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }
  void require_no_number() const;
  /// Throws malformed unless there are so many bytes in all.
  void require_size(std::uint64_t needed) const { reader_.require_size(needed); }

  [[nodiscard]] std::span<const std::byte> take(std::size_t count) { return reader_.take(count); }
  [[nodiscard]] std::uint64_t take_number(std::size_t bytes) { return reader_.take_number(bytes); }
  [[nodiscard]] PublicSeed take_seed();
  /// Calls work(), which reads nothing, perhaps while another thread makes the next bytes ready.
  void work_beside(std::uint64_t bytes, const std::function<void()>& work) {
    reader_.work_beside(bytes, work);
  }
  /// Words; whether they are below p shows in require_words(). Constant time in the words.
  void take_words(std::span<std::uint64_t> words, std::uint64_t p);
  ///@{
  /// Words for rows of an engine, prime after prime, and for a polynomial.
  void take_rows(const KeyTables& keys, const Rows& rows);
  [[nodiscard]] Poly<DynamicRing, Eval> take_poly(const DynamicRing& ring);
  ///@}
  /// Remembers for require_words() whether a mask has zeros.
  void expect_ones(std::uint64_t mask) noexcept { refused_ |= ~mask; }
  /// Throws malformed unless all words so far are below their moduli; reveals nothing else.
  void require_words() const;

  /// Throws malformed, of this object.
  [[noreturn]] void refuse(const std::string& found, const std::string& needed) const {
    reader_.refuse(found, needed);
  }

 private:
  ObjectReader(detail::ByteInput in, ObjectKind kind, unsigned scheme);
  void take_fingerprint(const Fingerprint& needed, const std::string& of);
  void take_key_id();
  std::uint64_t take_public_number();

  ObjectKind kind_;
  detail::ByteReader reader_;
  Isa isa_ = active_isa();
  std::uint64_t number_ = 0;
  KeyId key_id_;
  Uniform uniform_ = Uniform::seeded;
  BoundOrigin bounds_ = BoundOrigin::own;
  std::uint64_t refused_ = 0;  // ones where a word is too large
};

}  // namespace lath::he
