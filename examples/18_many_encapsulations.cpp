// SPDX-License-Identifier: Apache-2.0
//
// ML-KEM for a server with many clients: operations side by side, from bytes to bytes. Keys,
// ciphertexts and secrets follow one another in memory that the server has once and for all.

#include <chrono>
#include <cstddef>
#include <iostream>
#include <string_view>

#include "lath/base/buffer.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/ml_kem/packed.hpp"

using namespace lath;

namespace {

constexpr unsigned kSet = 768;
constexpr std::size_t kClients = 1000;

template <class Operation>
void report(std::string_view name, const Operation& operation) {
  const auto start = std::chrono::steady_clock::now();
  operation();
  const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
  std::cout << name << ": " << took.count() / kClients << " microseconds each\n";
}

}  // namespace

int main() {
  Generator generator = Generator::from_system();
  Buffer<std::byte> public_keys(kClients * ml_kem::PublicKey<kSet>::kBytes);
  Buffer<std::byte, Secret> secret_keys(kClients * ml_kem::SecretKey<kSet>::kBytes);
  Buffer<std::byte> ciphertexts(kClients * ml_kem::Ciphertext<kSet>::kBytes);
  Buffer<std::byte, Secret> secrets(kClients * 32), received(kClients * 32);

  report("keys", [&] {
    ml_kem::generate_keys_packed<kSet>(public_keys.span(), secret_keys.span(), generator);
  });
  // One client sends something else than a key. It gets zeros, its number is returned, and nobody
  // else notices.
  constexpr std::size_t kBadClient = 7;
  for (std::size_t i = 0; i < 3; ++i) {
    public_keys[kBadClient * ml_kem::PublicKey<kSet>::kBytes + i] = std::byte{0xff};
  }
  report("encapsulations", [&] {
    for (const std::size_t client : ml_kem::encapsulate_packed<kSet>(
             public_keys.span(), ciphertexts.span(), secrets.span(), generator)) {
      std::cout << "client " << client << " sent no key\n";
    }
  });
  report("decapsulations", [&] {
    (void)ml_kem::decapsulate_packed<kSet>(secret_keys.span(), ciphertexts.span(), received.span());
  });

  std::size_t equal = 0;
  for (std::size_t i = 0; i < kClients; ++i) {
    const auto one = [i](const auto& all) { return all.span().subspan(32 * i, 32); };
    if (ct::equal(one(secrets), one(received))) ++equal;
  }
  std::cout << equal << " of " << kClients << " clients share a secret with the server\n";
  return equal == kClients - 1 ? 0 : 1;
}
