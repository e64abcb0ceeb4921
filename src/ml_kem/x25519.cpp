// SPDX-License-Identifier: Apache-2.0
#include "ml_kem/x25519.hpp"

#include <openssl/err.h>
#include <openssl/evp.h>

#include <memory>
#include <string>

#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"

namespace lath::xwing {
namespace {

[[noreturn]] void throw_no_x25519(const char* what) {
  throw Error(ErrorCode::unsupported, "OpenSSL could not " + std::string(what),
              "need a working X25519", "check the OpenSSL installation and its configuration file");
}

struct FreeKey {
  void operator()(EVP_PKEY* key) const noexcept { EVP_PKEY_free(key); }
  void operator()(EVP_PKEY_CTX* context) const noexcept { EVP_PKEY_CTX_free(context); }
};
using Key = std::unique_ptr<EVP_PKEY, FreeKey>;

const unsigned char* raw(X25519Bytes bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

Key private_key_of(X25519Bytes bytes) {
  Key key(EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, nullptr, raw(bytes), bytes.size()));
  if (!key) throw_no_x25519("take a private key of X25519");
  return key;
}

}  // namespace

std::array<std::byte, 32> x25519_public_key(X25519Bytes private_key) {
  const Key key = private_key_of(private_key);
  std::array<std::byte, 32> result;
  std::size_t size = result.size();
  if (EVP_PKEY_get_raw_public_key(key.get(), reinterpret_cast<unsigned char*>(result.data()),
                                  &size) != 1) {
    throw_no_x25519("compute a public key of X25519");
  }
  // Whoever sends or receives it, a public key is public.
  ct::declassify(result.data(), result.size());
  return result;
}

SecretBytes<32> x25519_secret(X25519Bytes private_key, X25519Bytes public_key, const char* what) {
  const Key own = private_key_of(private_key);
  const Key other(EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, nullptr, raw(public_key), 32));
  const std::unique_ptr<EVP_PKEY_CTX, FreeKey> context(EVP_PKEY_CTX_new(own.get(), nullptr));
  if (!other || !context || EVP_PKEY_derive_init(context.get()) != 1 ||
      EVP_PKEY_derive_set_peer(context.get(), other.get()) != 1) {
    throw_no_x25519("start X25519");
  }
  SecretBytes<32> secret;
  std::size_t size = secret.size();
  if (EVP_PKEY_derive(context.get(), reinterpret_cast<unsigned char*>(secret.data()), &size) != 1) {
    ERR_clear_error();
    throw Error(
        ErrorCode::malformed, std::string(what) + " whose X25519 part is a point of low order",
        "need a point that shares a secret", "ask for it again: no honest program makes it");
  }
  return secret;
}

}  // namespace lath::xwing
