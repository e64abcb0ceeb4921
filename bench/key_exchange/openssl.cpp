// SPDX-License-Identifier: Apache-2.0
#include "key_exchange/openssl.hpp"

#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>

#include <map>
#include <mutex>
#include <stdexcept>

namespace lath::bench {
namespace {

struct FreeKey {
  void operator()(EVP_PKEY* key) const noexcept { EVP_PKEY_free(key); }
  void operator()(EVP_PKEY_CTX* context) const noexcept { EVP_PKEY_CTX_free(context); }
};
using Key = std::shared_ptr<EVP_PKEY>;
using Context = std::unique_ptr<EVP_PKEY_CTX, FreeKey>;
using Bytes = std::vector<unsigned char>;

void require(bool good) {
  if (!good) throw std::runtime_error("OpenSSL failed in a key exchange");
}

Key new_key(const std::string& name) {
  EVP_PKEY* key = nullptr;
  if (name.starts_with("rsa-")) {
    key = EVP_RSA_gen(static_cast<unsigned>(std::stoi(name.substr(4))));
  } else if (name == "p-256") {
    key = EVP_EC_gen("P-256");
  } else {
    key = EVP_PKEY_Q_keygen(nullptr, nullptr, "X25519");
  }
  require(key != nullptr);
  return {key, FreeKey()};
}

// Made once: a key of 4096 bits takes seconds.
Key server_key(const std::string& name) {
  static std::mutex mutex;
  static std::map<std::string, Key> keys;
  const std::lock_guard lock(mutex);
  Key& key = keys[name];
  if (!key) key = new_key(name);
  return key;
}

Context context_of(const Key& key) {
  Context context(EVP_PKEY_CTX_new(key.get(), nullptr));
  require(context != nullptr);
  return context;
}

Bytes derived(const Key& own, const Key& other) {
  const Context context = context_of(own);
  std::size_t size = 0;
  require(EVP_PKEY_derive_init(context.get()) == 1 &&
          EVP_PKEY_derive_set_peer(context.get(), other.get()) == 1 &&
          EVP_PKEY_derive(context.get(), nullptr, &size) == 1);
  Bytes secret(size);
  require(EVP_PKEY_derive(context.get(), secret.data(), &size) == 1);
  return secret;
}

}  // namespace

struct KeyExchange::State {
  Key server, client;
  Context context;
  bool rsa;
  Bytes sent, secret, found;

  void start_rsa() {
    const Context sender = context_of(server);
    std::size_t sent_size = 0, secret_size = 0;
    require(EVP_PKEY_encapsulate_init(sender.get(), nullptr) == 1 &&
            EVP_PKEY_CTX_set_kem_op(sender.get(), "RSASVE") == 1 &&
            EVP_PKEY_encapsulate(sender.get(), nullptr, &sent_size, nullptr, &secret_size) == 1);
    sent.resize(sent_size);
    secret.resize(secret_size);
    require(EVP_PKEY_encapsulate(sender.get(), sent.data(), &sent_size, secret.data(),
                                 &secret_size) == 1 &&
            EVP_PKEY_decapsulate_init(context.get(), nullptr) == 1 &&
            EVP_PKEY_CTX_set_kem_op(context.get(), "RSASVE") == 1);
  }
  void start_diffie_hellman(const std::string& name) {
    client = new_key(name);
    secret = derived(client, server);
    require(EVP_PKEY_derive_init(context.get()) == 1 &&
            EVP_PKEY_derive_set_peer(context.get(), client.get()) == 1);
  }
};

KeyExchange::KeyExchange(std::string_view name_of) : state_(std::make_unique<State>()) {
  const std::string name(name_of);
  state_->rsa = name.starts_with("rsa-");
  state_->server = server_key(name);
  state_->context = context_of(state_->server);
  if (state_->rsa) {
    state_->start_rsa();
  } else {
    state_->start_diffie_hellman(name);
  }
  state_->found.resize(state_->secret.size());
}

KeyExchange::~KeyExchange() = default;

bool KeyExchange::run() {
  State& s = *state_;
  std::size_t size = s.found.size();
  const int good = s.rsa ? EVP_PKEY_decapsulate(s.context.get(), s.found.data(), &size,
                                                s.sent.data(), s.sent.size())
                         : EVP_PKEY_derive(s.context.get(), s.found.data(), &size);
  return good == 1 && s.found == s.secret;
}

std::string openssl_version() { return OpenSSL_version(OPENSSL_VERSION); }

}  // namespace lath::bench
