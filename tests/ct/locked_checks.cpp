// SPDX-License-Identifier: Apache-2.0
//
// Secret keys and plaintexts under a passphrase. The passphrase itself is not marked: scrypt looks
// at addresses that depend on it, by its definition (RFC 7914).
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lath/base/constant_time.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/keys.hpp"
#include "lath/io/objects.hpp"
#include "results.hpp"
#include "secrets.hpp"

namespace lath::testing {

void check_locked() {
  const auto parameters = he::bfv::Parameters::create_insecure({.degree = 64,
                                                                .plaintext_modulus = 65537,
                                                                .prime_bits = {45, 45},
                                                                .special_prime_bits = {46}});
  const auto passphrase = std::as_bytes(std::span(std::string_view("a passphrase")));
  const io::LockOptions options{.parameters = &parameters, .log2_work = 10};
  auto generator = secret_generator("locked");
  he::KeyGenerator keys(parameters, generator);
  auto salts = Generator::from_seed(Seed{}, "salts");
  io::MemorySink key, plaintext;
  io::save_secret_key(key, keys.secret_key(), passphrase, salts, options);
  record("locked", key.bytes());
  std::vector<std::uint64_t> words(64, 5);
  ct::poison(words.data(), words.size() * sizeof(std::uint64_t));
  io::save_plaintext(plaintext, he::Plaintext(parameters, words), passphrase, salts, options);
  record("locked", plaintext.bytes());
  record("locked", he::to_bytes(io::load_secret_key(parameters, key.bytes(), passphrase)));
  record("locked", he::to_bytes(io::load_plaintext(parameters, plaintext.bytes(), passphrase)));
}

}  // namespace lath::testing
