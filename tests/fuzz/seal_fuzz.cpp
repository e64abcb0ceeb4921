// SPDX-License-Identifier: Apache-2.0
//
// Files of SEAL: parameters, plaintexts, ciphertexts and keys.
#include <cstring>

#include "fuzz/harness.hpp"
#include "fuzz/he_keys.hpp"
#include "lath/io/seal/keys.hpp"
#include "lath/io/seal/objects.hpp"
#include "lath/io/seal/parameters.hpp"

namespace lath::fuzz {
namespace {

using he::Bfv;
using he::Bgv;
namespace seal = io::seal;

template <class Scheme>
SmallKeys<Scheme>& keys() {
  static SmallKeys<Scheme> all(257);
  return all;
}

// Each object begins with 5e a1 and has its number of bytes at the eighth place. Objects that go
// beyond the end of the file are mended to end there, and the file always.
void mend_length(Bytes& file) {
  for (std::size_t at = 0; at + 16 <= file.size(); ++at) {
    if (file[at] != std::byte{0x5e} || file[at + 1] != std::byte{0xa1}) continue;
    std::uint64_t length = 0;
    std::memcpy(&length, &file[at + 8], sizeof length);
    if (at != 0 && length <= file.size() - at) continue;
    length = file.size() - at;
    std::memcpy(&file[at + 8], &length, sizeof length);
  }
}

void read_parameters(View bytes) {
  const auto found = seal::parameters_from_bytes(bytes);
  if (found.literal.degree > 64 || found.literal.prime_bits.size() > 8) return;
  try {
    (void)Bfv::Parameters::create_insecure(found.literal);
  } catch (const Error& error) {
    require(!error.found().empty(), "an error that says nothing");
  }
}

// A ciphertext of BGV ends with its words of 8 bytes, values that stand as they are: they are below
// their primes.
void require_canonical_end(View file, const DynamicRing& ring) {
  const std::size_t n = ring.degree();
  View words = file.last(8 * 2 * ring.limbs() * n);
  for (std::size_t i = 0; !words.empty(); ++i, words = words.subspan(8)) {
    std::uint64_t word = 0;
    std::memcpy(&word, words.data(), sizeof word);
    require(word < ring.modulus(i / n % ring.limbs()).value(), "a word that is not canonical");
  }
}

template <class Scheme>
void add_objects(std::vector<Loader>& all) {
  auto& k = keys<Scheme>();
  const auto& p = k.parameters;
  const auto m = k.plaintext({1, 2, 256});
  const auto ciphertext = k.encryptor.encrypt(m, k.generator);
  const auto parameters = seal::to_bytes(p);
  const auto plaintext = seal::to_bytes(p, m);
  const auto encrypted = seal::to_bytes(p, ciphertext);
  const auto secret = seal::to_bytes(p, k.secret);
  const auto product = seal::to_bytes(p, k.session.multiply(ciphertext, ciphertext));
  const auto low = k.session.mod_switch(ciphertext, 1);
  const auto short_product = seal::to_bytes(p, k.session.multiply(low, low));
  const auto public_key = seal::make_public_key(p, k.secret, k.generator);
  const std::vector<Part> header{{0, 8}, {16, 32}};
  const auto add = [&](const char* name, const auto& bytes, auto read) {
    all.push_back({name, {bytes_of(bytes)}, read, header, mend_length});
  };
  add("parameters", parameters, read_parameters);
  add("plaintext", plaintext,
      [](View b) { (void)seal::plaintext_from_bytes(keys<Scheme>().parameters, b); });
  add("ciphertext", encrypted, [](View b) {
    const auto& q = keys<Scheme>().parameters;
    const auto read = seal::ciphertext_from_bytes(q, b, io::NoiseClaim::fresh());
    require(read.parts() == 2, "a ciphertext of other than two parts");
    const auto written = seal::to_bytes(q, read);
    if constexpr (Scheme::kScheme == he::Scheme::bgv) {
      require_canonical_end(written.span(), q.ring(read.level()));
    }
  });
  add("product", product, [](View b) {
    (void)seal::product_from_bytes(keys<Scheme>().parameters, b, io::NoiseClaim::budget(1));
  });
  all.back().examples.push_back(bytes_of(short_product));
  add("secret key", secret, [](View b) {
    const auto& q = keys<Scheme>().parameters;
    const auto read = seal::secret_key_from_bytes(q, b);
    require(seal::to_bytes(q, read).size() > 0, "a key of no bytes");
  });
  add("public key", public_key,
      [](View b) { (void)seal::public_key_from_bytes(keys<Scheme>().parameters, b); });
}

std::vector<Loader> make_loaders() {
  std::vector<Loader> all;
  add_objects<Bfv>(all);
  add_objects<Bgv>(all);
  auto& k = keys<Bfv>();
  const auto relin = seal::make_relin_keys(k.parameters, k.secret, k.generator);
  const auto galois = seal::make_galois_keys(k.parameters, k.secret, k.elements, k.generator);
  all.push_back({"relinearisation keys",
                 {bytes_of(relin)},
                 [](View b) { (void)seal::relin_key_from_bytes(keys<Bfv>().parameters, b); },
                 {{0, 8}},
                 mend_length});
  all.push_back({"Galois keys",
                 {bytes_of(galois)},
                 [](View b) { (void)seal::galois_keys_from_bytes(keys<Bfv>().parameters, b); },
                 {{0, 8}},
                 mend_length});
  return all;
}

}  // namespace

const std::vector<Loader>& loaders() {
  static const std::vector<Loader> all = make_loaders();
  return all;
}

}  // namespace lath::fuzz
