// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/evp.h>
#include <openssl/kdf.h>

#include <cstddef>
#include <memory>

/// @file
/// Conversions and owners for the calls of OpenSSL that envelopes need.
namespace lath::io {

struct FreeOpenSsl {
  void operator()(EVP_PKEY* key) const noexcept { EVP_PKEY_free(key); }
  void operator()(EVP_MD* hash) const noexcept { EVP_MD_free(hash); }
  void operator()(EVP_MD_CTX* context) const noexcept { EVP_MD_CTX_free(context); }
  void operator()(EVP_MAC* mac) const noexcept { EVP_MAC_free(mac); }
  void operator()(EVP_MAC_CTX* context) const noexcept { EVP_MAC_CTX_free(context); }
  void operator()(EVP_KDF* kdf) const noexcept { EVP_KDF_free(kdf); }
  void operator()(EVP_KDF_CTX* context) const noexcept { EVP_KDF_CTX_free(context); }
  void operator()(EVP_CIPHER_CTX* context) const noexcept { EVP_CIPHER_CTX_free(context); }
};
template <class T>
using OpenSslPointer = std::unique_ptr<T, FreeOpenSsl>;

inline unsigned char* octets(std::byte* bytes) noexcept {
  return reinterpret_cast<unsigned char*>(bytes);
}
inline const unsigned char* octets(const std::byte* bytes) noexcept {
  return reinterpret_cast<const unsigned char*>(bytes);
}

/// Throws unsupported: OpenSSL could not `what`.
[[noreturn]] void throw_openssl_failed(const char* what);

}  // namespace lath::io
