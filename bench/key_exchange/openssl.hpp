// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lath::bench {

/// What a server computes for one client in a key exchange of OpenSSL's: "rsa-2048", "rsa-3072" and
/// "rsa-4096" recover a secret by RSASVE (NIST SP 800-56B), "p-256" and "x25519" derive one by
/// Diffie-Hellman, from a client's public key that is decoded and checked already. The server's key
/// is the same for all objects of one name.
class KeyExchange {
 public:
  explicit KeyExchange(std::string_view name);
  ~KeyExchange();
  KeyExchange(const KeyExchange&) = delete;
  KeyExchange& operator=(const KeyExchange&) = delete;

  /// One exchange; returns whether the secret is the client's.
  [[nodiscard]] bool run();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// "OpenSSL 3.0.0 ..."
std::string openssl_version();

}  // namespace lath::bench
