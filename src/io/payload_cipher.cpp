// SPDX-License-Identifier: Apache-2.0
#include "io/payload_cipher.hpp"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "io/sha256.hpp"
#include "lath/base/error.hpp"
#include "lath/io/envelope.hpp"
#include "lath/io/keys.hpp"

namespace lath::io {
namespace {

constexpr std::string_view kInfo = "lath envelope 1";

[[noreturn]] void throw_openssl_failure(const char* what) {
  throw Error(ErrorCode::unsupported, "OpenSSL could not " + std::string(what),
              "need a working AES-256-GCM and HKDF-SHA256",
              "check the OpenSSL installation and its configuration file");
}

// OpenSSL's interfaces take unsigned char*, and some inputs without const.
unsigned char* raw(std::byte* bytes) { return reinterpret_cast<unsigned char*>(bytes); }
const unsigned char* raw(const std::byte* bytes) {
  return reinterpret_cast<const unsigned char*>(bytes);
}
void* untyped(const void* data) { return const_cast<void*>(data); }

struct FreeKdf {
  void operator()(EVP_KDF* kdf) const noexcept { EVP_KDF_free(kdf); }
  void operator()(EVP_KDF_CTX* context) const noexcept { EVP_KDF_CTX_free(context); }
};
struct FreeCipher {
  void operator()(EVP_CIPHER_CTX* context) const noexcept { EVP_CIPHER_CTX_free(context); }
};

}  // namespace

PayloadKey derive_payload_key(const kem::SharedSecret& secret, std::span<const std::byte> header) {
  const auto digest = sha256(header);
  std::array<std::byte, kInfo.size() + kDigestBytes> info;
  std::ranges::copy(std::as_bytes(std::span(kInfo)), info.begin());
  std::ranges::copy(digest, info.begin() + kInfo.size());
  std::string hash = "SHA256";
  const std::array<OSSL_PARAM, 4> parameters{
      OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, hash.data(), 0),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, untyped(secret.data()), secret.size()),
      OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, info.data(), info.size()),
      OSSL_PARAM_construct_end()};
  const std::unique_ptr<EVP_KDF, FreeKdf> kdf(EVP_KDF_fetch(nullptr, "HKDF", nullptr));
  const std::unique_ptr<EVP_KDF_CTX, FreeKdf> context(EVP_KDF_CTX_new(kdf.get()));
  PayloadKey key;
  if (!context ||
      EVP_KDF_derive(context.get(), raw(key.data()), key.size(), parameters.data()) != 1) {
    throw_openssl_failure("derive the payload key");
  }
  return key;
}

struct PayloadCipher::State {
  // Freeing the context wipes the expanded key.
  std::unique_ptr<EVP_CIPHER_CTX, FreeCipher> context{EVP_CIPHER_CTX_new()};
};

PayloadCipher::PayloadCipher(const PayloadKey& key, Direction direction)
    : state_(std::make_unique<State>()) {
  if (!state_->context ||
      EVP_CipherInit_ex(state_->context.get(), EVP_aes_256_gcm(), nullptr, raw(key.data()), nullptr,
                        direction == Direction::seal ? 1 : 0) != 1) {
    throw_openssl_failure("start AES-256-GCM");
  }
}

PayloadCipher::~PayloadCipher() = default;

void PayloadCipher::set_nonce(std::uint32_t number, Position position) {
  std::array<unsigned char, 12> nonce{};
  for (std::size_t i = 0; i < 4; ++i) {
    nonce[7 + i] = static_cast<unsigned char>(number >> (24 - 8 * i));
  }
  nonce[11] = static_cast<unsigned char>(position);
  if (EVP_CipherInit_ex(state_->context.get(), nullptr, nullptr, nullptr, nonce.data(), -1) != 1) {
    throw_openssl_failure("set the nonce of a chunk");
  }
}

void PayloadCipher::seal(std::uint32_t number, Position position, std::span<const std::byte> chunk,
                         std::span<std::byte> out) {
  EVP_CIPHER_CTX* context = state_->context.get();
  set_nonce(number, position);
  int written = 0, more = 0;
  const auto tag = out.subspan(chunk.size());
  if ((!chunk.empty() && EVP_EncryptUpdate(context, raw(out.data()), &written, raw(chunk.data()),
                                           static_cast<int>(chunk.size())) != 1) ||
      static_cast<std::size_t>(written) != chunk.size() ||
      EVP_EncryptFinal_ex(context, raw(tag.data()), &more) != 1 ||
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, kTagBytes, raw(tag.data())) != 1) {
    throw_openssl_failure("encrypt a chunk");
  }
}

bool PayloadCipher::open(std::uint32_t number, Position position, std::span<const std::byte> sealed,
                         std::span<std::byte> out) {
  EVP_CIPHER_CTX* context = state_->context.get();
  set_nonce(number, position);
  int written = 0, more = 0;
  const auto chunk = sealed.first(out.size());
  const auto tag = sealed.last<kTagBytes>();
  if ((!chunk.empty() && EVP_DecryptUpdate(context, raw(out.data()), &written, raw(chunk.data()),
                                           static_cast<int>(chunk.size())) != 1) ||
      static_cast<std::size_t>(written) != chunk.size() ||
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, kTagBytes, untyped(tag.data())) != 1) {
    throw_openssl_failure("decrypt a chunk");
  }
  unsigned char none = 0;
  if (EVP_DecryptFinal_ex(context, &none, &more) == 1) return true;
  wipe(out.data(), out.size());
  return false;
}

}  // namespace lath::io
