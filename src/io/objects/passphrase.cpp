// SPDX-License-Identifier: Apache-2.0
#include "io/objects/passphrase.hpp"

#include <openssl/core_names.h>
#include <openssl/params.h>

#include <array>
#include <string>

#include "io/objects/openssl.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "lath/base/secret.hpp"

namespace lath::io {
namespace {

using Key = SecretBytes<32>;

void* untyped_octets(std::span<const std::byte> bytes) {
  return const_cast<std::byte*>(bytes.data());
}

Key key_of(std::span<const std::byte> passphrase, const Lock& lock) {
  std::uint64_t n = std::uint64_t{1} << lock.log2_work;
  std::uint32_t r = 8, p = 1;
  // 128 r (n + p + 2) bytes, and a page for what OpenSSL counts besides.
  std::uint64_t memory = std::uint64_t{128} * r * (n + p + 2) + 4096;
  const std::array<OSSL_PARAM, 7> parameters{
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_PASSWORD, untyped_octets(passphrase),
                                        passphrase.size()),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, untyped_octets(lock.salt),
                                        lock.salt.size()),
      OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_SCRYPT_N, &n),
      OSSL_PARAM_construct_uint32(OSSL_KDF_PARAM_SCRYPT_R, &r),
      OSSL_PARAM_construct_uint32(OSSL_KDF_PARAM_SCRYPT_P, &p),
      OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_SCRYPT_MAXMEM, &memory),
      OSSL_PARAM_construct_end()};
  const OpenSslPointer<EVP_KDF> scrypt(EVP_KDF_fetch(nullptr, "SCRYPT", nullptr));
  const OpenSslPointer<EVP_KDF_CTX> context(scrypt ? EVP_KDF_CTX_new(scrypt.get()) : nullptr);
  Key key;
  if (!context ||
      EVP_KDF_derive(context.get(), octets(key.data()), Key::size(), parameters.data()) != 1) {
    throw_openssl_failed("compute scrypt");
  }
  return key;
}

// A cipher whose nonce is zero, after the data that is only authenticated.
OpenSslPointer<EVP_CIPHER_CTX> start_cipher(const Key& key, std::span<const std::byte> header,
                                            int encrypts) {
  OpenSslPointer<EVP_CIPHER_CTX> context(EVP_CIPHER_CTX_new());
  const std::array<unsigned char, 12> nonce{};
  int written = 0;
  if (!context ||
      EVP_CipherInit_ex(context.get(), EVP_chacha20_poly1305(), nullptr, octets(key.data()),
                        nonce.data(), encrypts) != 1 ||
      EVP_CipherUpdate(context.get(), nullptr, &written, octets(header.data()),
                       static_cast<int>(header.size())) != 1) {
    throw_openssl_failed("start ChaCha20-Poly1305");
  }
  return context;
}

}  // namespace

void require_work(unsigned log2_work) {
  if (log2_work >= kLeastLog2Work && log2_work <= kMostLog2Work) return;
  throw Error(ErrorCode::invalid_argument, "scrypt with a work of 2^" + std::to_string(log2_work),
              "need 2^10 to 2^20", "take 2^17 unless there is a reason for another one");
}

void require_allowed_work(unsigned log2_work, unsigned most) {
  if (log2_work <= most) return;
  throw Error(ErrorCode::unsupported,
              "a locked envelope whose scrypt has a work of 2^" + std::to_string(log2_work),
              "need at most 2^" + std::to_string(most) + ", as the reader allows",
              "allow more by UnlockOptions::most_log2_work, if you trust the envelope's writer");
}

Buffer<std::byte> lock_secret(const Buffer<std::byte, Secret>& secret,
                              std::span<const std::byte> passphrase, const Lock& lock,
                              std::span<const std::byte> header) {
  const auto context = start_cipher(key_of(passphrase, lock), header, 1);
  Buffer<std::byte> locked(secret.size() + kLockTagBytes);
  int written = 0, more = 0;
  if (EVP_CipherUpdate(context.get(), octets(locked.data()), &written, octets(secret.data()),
                       static_cast<int>(secret.size())) != 1 ||
      EVP_CipherFinal_ex(context.get(), octets(locked.data() + secret.size()), &more) != 1 ||
      EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_GET_TAG, kLockTagBytes,
                          locked.data() + secret.size()) != 1) {
    throw_openssl_failed("encrypt with ChaCha20-Poly1305");
  }
  ct::declassify(locked.data(), locked.size());  // encrypted
  return locked;
}

Buffer<std::byte, Secret> unlock_secret(const Buffer<std::byte>& locked,
                                        std::span<const std::byte> passphrase, const Lock& lock,
                                        std::span<const std::byte> header) {
  if (locked.size() < kLockTagBytes) refuse_to_unlock();
  const auto context = start_cipher(key_of(passphrase, lock), header, 0);
  Buffer<std::byte, Secret> secret(locked.size() - kLockTagBytes);
  int written = 0, more = 0;
  const auto tag = locked.span().last(kLockTagBytes);
  if (EVP_CipherUpdate(context.get(), octets(secret.data()), &written, octets(locked.data()),
                       static_cast<int>(secret.size())) != 1 ||
      EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_SET_TAG, kLockTagBytes,
                          untyped_octets(tag)) != 1) {
    throw_openssl_failed("decrypt with ChaCha20-Poly1305");
  }
  unsigned char none = 0;
  if (EVP_CipherFinal_ex(context.get(), &none, &more) != 1) refuse_to_unlock();
  return secret;
}

void refuse_to_unlock() {
  throw Error(ErrorCode::authentication, "a secret that this passphrase does not unlock",
              "need its passphrase, and its file without a change",
              "type the passphrase again, or take another copy of the file");
}

}  // namespace lath::io
