// SPDX-License-Identifier: Apache-2.0
#include "io/age/aead.hpp"

#include <openssl/evp.h>

#include <string>

#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"

namespace lath::io::age {
namespace {

[[noreturn]] void throw_cipher_failure(const char* what) {
  throw Error(ErrorCode::unsupported, "OpenSSL could not " + std::string(what),
              "need a working ChaCha20-Poly1305",
              "check the OpenSSL installation and its configuration file");
}

unsigned char* chars(std::byte* bytes) { return reinterpret_cast<unsigned char*>(bytes); }
const unsigned char* chars(const std::byte* bytes) {
  return reinterpret_cast<const unsigned char*>(bytes);
}

struct FreeContext {
  void operator()(EVP_CIPHER_CTX* context) const noexcept { EVP_CIPHER_CTX_free(context); }
};

}  // namespace

struct Aead::State {
  // Freeing the context wipes the key.
  std::unique_ptr<EVP_CIPHER_CTX, FreeContext> context{EVP_CIPHER_CTX_new()};
};

Aead::Aead(const Key& key, Direction direction) : state_(std::make_unique<State>()) {
  if (!state_->context ||
      EVP_CipherInit_ex(state_->context.get(), EVP_chacha20_poly1305(), nullptr, chars(key.data()),
                        nullptr, direction == Direction::seal ? 1 : 0) != 1) {
    throw_cipher_failure("start ChaCha20-Poly1305");
  }
}

Aead::~Aead() = default;

void Aead::set_nonce(const Nonce& nonce) {
  if (EVP_CipherInit_ex(state_->context.get(), nullptr, nullptr, nullptr, nonce.data(), -1) != 1) {
    throw_cipher_failure("set the nonce of a chunk");
  }
}

void Aead::seal(const Nonce& nonce, Bytes text, std::span<std::byte> out) {
  EVP_CIPHER_CTX* context = state_->context.get();
  set_nonce(nonce);
  int written = 0, more = 0;
  const auto tag = out.subspan(text.size());
  if ((!text.empty() && EVP_EncryptUpdate(context, chars(out.data()), &written, chars(text.data()),
                                          static_cast<int>(text.size())) != 1) ||
      static_cast<std::size_t>(written) != text.size() ||
      EVP_EncryptFinal_ex(context, chars(tag.data()), &more) != 1 ||
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, kTagBytes, chars(tag.data())) != 1) {
    throw_cipher_failure("encrypt a chunk");
  }
  ct::declassify(out.data(), out.size());  // it is written to a file
}

bool Aead::open(const Nonce& nonce, Bytes sealed, std::span<std::byte> out) {
  EVP_CIPHER_CTX* context = state_->context.get();
  set_nonce(nonce);
  int written = 0, more = 0;
  const auto text = sealed.first(out.size());
  auto* tag = const_cast<std::byte*>(sealed.last<kTagBytes>().data());
  if ((!text.empty() && EVP_DecryptUpdate(context, chars(out.data()), &written, chars(text.data()),
                                          static_cast<int>(text.size())) != 1) ||
      static_cast<std::size_t>(written) != text.size() ||
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, kTagBytes, tag) != 1) {
    throw_cipher_failure("decrypt a chunk");
  }
  unsigned char none = 0;
  if (EVP_DecryptFinal_ex(context, &none, &more) == 1) return true;
  wipe(out.data(), out.size());
  return false;
}

}  // namespace lath::io::age
