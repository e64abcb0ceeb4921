// SPDX-License-Identifier: Apache-2.0
//
// A key exchange that authenticates the server and keeps old sessions secret when the server's key
// is stolen later (forward secrecy), as in C. Aguilar-Melchor et al., "NFLlib" (CT-RSA 2016),
// section 5.1: the server offers two public keys, one that lasts and one made for this session; the
// client encapsulates a secret to each; both sides derive the session's key from the two secrets.

#include <cstddef>
#include <iostream>
#include <string>

#include "lath/base/constant_time.hpp"
#include "lath/ml_kem/ml_kem.hpp"
#include "lath/pke/fujisaki_okamoto.hpp"

using namespace lath;

namespace {

// Everything that both sides saw, one after the other.
template <class... Parts>
std::string transcript_of(const Parts&... parts) {
  std::string text;
  const auto append = [&text](const Buffer<std::byte>& part) {
    for (const std::byte byte : part.span()) text += static_cast<char>(byte);
  };
  (append(parts), ...);
  return text;
}

// The session's key: F(first secret, transcript) xor F(second secret, transcript), so that whoever
// lacks one secret, or saw another exchange, knows nothing about it (F. Giacon, F. Heuer,
// B. Poettering, "KEM Combiners", PKC 2018). F is the generator with a secret for its seed, which
// hashes seed and name with SHAKE256.
Seed session_key(const kem::SharedSecret& lasting, const kem::SharedSecret& ephemeral,
                 const std::string& transcript) {
  Seed key = Generator::from_seed(lasting, "lasting " + transcript).seed();
  const Seed other = Generator::from_seed(ephemeral, "ephemeral " + transcript).seed();
  for (std::size_t i = 0; i < key.size(); ++i) key.data()[i] ^= other.data()[i];
  return key;
}

// The same program for every key encapsulation.
template <KeyEncapsulation K>
bool exchange(const K& scheme, Generator& generator) {
  // Long ago: the server's lasting key. A certificate says whose it is: who encapsulates to it
  // knows that only the server finds the secret.
  const kem::KeyPair lasting = scheme.generate_keys(generator);

  Seed client_key, server_key;
  {
    // The server, for this session: a second key, which needs no signature. Somebody who puts a key
    // of his own in its place learns the second secret, but not the first. Its secret half is wiped
    // at the closing brace; from then on nobody finds the second secret, whoever steals the lasting
    // key.
    const kem::KeyPair ephemeral = scheme.generate_keys(generator);

    // The client sends a secret to each key.
    const auto first = scheme.encapsulate(lasting.public_key.span(), generator);
    const auto second = scheme.encapsulate(ephemeral.public_key.span(), generator);
    const std::string transcript = transcript_of(lasting.public_key, ephemeral.public_key,
                                                 first.ciphertext, second.ciphertext);
    client_key = session_key(first.secret, second.secret, transcript);

    // The server finds both in the ciphertexts.
    server_key = session_key(
        scheme.decapsulate(lasting.secret_key.span(), first.ciphertext.span()),
        scheme.decapsulate(ephemeral.secret_key.span(), second.ciphertext.span()), transcript);
    std::cout << scheme.name() << ": the server sends " << ephemeral.public_key.size()
              << " bytes, the client " << first.ciphertext.size() + second.ciphertext.size()
              << "\n";
  }
  return ct::equal(client_key.span(), server_key.span());
}

}  // namespace

int main() {
  Generator generator = Generator::from_system();
  const bool equal =
      exchange(ml_kem::Kem<768>(), generator) &&
      exchange(FujisakiOkamoto(mlwe::Scheme::create(mlwe::recommended_parameters())), generator);
  std::cout << (equal ? "both sides hold the same key\n" : "the keys differ\n");
  return equal ? 0 : 1;
}
