// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "he/access.hpp"
#include "he/bytes/object_bytes.hpp"
#include "lath/base/buffer.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/ciphertext.hpp"
#include "lath/he/keys.hpp"
#include "lath/he/parameters.hpp"
#include "lath/he/symmetric_encryptor.hpp"
#include "wire/byte_reader.hpp"
#include "wire/byte_writer.hpp"

/// @file
/// Large objects to and from bytes in several pieces: the bytes of lath/he/bytes.hpp, which the
/// functions for memory in one piece call with one piece. Errors are as described there.
namespace lath::he {

///@{
/// Writes the bytes of an object.
void write_object(detail::ByteWriter out, const PublicKey& key);
void write_object(detail::ByteWriter out, const RelinKey& key);
void write_object(detail::ByteWriter out, const GaloisKeys& keys);
void write_object(detail::ByteWriter out, const Ciphertext& ciphertext);
void write_object(detail::ByteWriter out, const Product<Coeff>& product);
void write_object(detail::ByteWriter out, const Product<Eval>& product);
void write_object(detail::ByteWriter out, const SeededCiphertext& ciphertext);
///@}

///@{
/// The fingerprint in these bytes: of what the object depends on.
[[nodiscard]] const Fingerprint& fingerprint_in(const PublicKey& key);
[[nodiscard]] const Fingerprint& fingerprint_in(const RelinKey& key);
[[nodiscard]] const Fingerprint& fingerprint_in(const GaloisKeys& keys);
[[nodiscard]] const Fingerprint& fingerprint_in(const SecretKey& key);
template <class Object>
[[nodiscard]] const Fingerprint& fingerprint_in(const Object& ciphertext) {
  return Access::context(ciphertext)->fingerprint;
}
///@}

///@{
/// The object with these bytes, which may come from anywhere.
[[nodiscard]] PublicKey read_public_key(const SchemeParameters& parameters, detail::ByteInput in);
[[nodiscard]] RelinKey read_relin_key(const SchemeParameters& parameters, detail::ByteInput in);
[[nodiscard]] GaloisKeys read_galois_keys(const SchemeParameters& parameters, detail::ByteInput in);
[[nodiscard]] Ciphertext read_ciphertext(const SchemeParameters& parameters, detail::ByteInput in);
[[nodiscard]] SeededCiphertext read_seeded_ciphertext(const SchemeParameters& parameters,
                                                      detail::ByteInput in);
[[nodiscard]] Product<Coeff> read_product(const Parameters<Bfv>& parameters, detail::ByteInput in);
[[nodiscard]] Product<Eval> read_product(const Parameters<Bgv>& parameters, detail::ByteInput in);
///@}

/// An object in memory of one piece: new memory, or memory of as many bytes as the object takes.
template <class Object>
Buffer<std::byte> written_object(const Object& object) {
  auto bytes = Buffer<std::byte>::for_overwrite(byte_size(object));
  write_object(bytes.span(), object);
  return bytes;
}
template <class Object>
void write_into(std::span<std::byte> out, const Object& object) {
  require_memory(out.size(), byte_size(object));
  write_object(out, object);
}

}  // namespace lath::he
