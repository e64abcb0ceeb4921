// SPDX-License-Identifier: Apache-2.0
//
// Computing on encrypted vectors: a product of 8192 pairs of integers, rotated by one place, by
// somebody who has no key.

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <vector>

#include "lath/he/bfv.hpp"
#include "lath/he/slot_encoder.hpp"

using namespace lath;

int main() {
  // n = 8192 slots modulo t = 65537, and a modulus as large as 128 bits of security allow.
  const auto parameters = he::bfv::Parameters::recommended(8192, 65537);
  const auto encoder = he::SlotEncoder::create(parameters);

  // The owner of the data makes the keys. Those for products and rotations are for everybody.
  Generator generator = Generator::from_system();
  he::KeyGenerator keys(parameters, generator);
  const auto secret = keys.secret_key();
  const auto relin = keys.relin_key(secret);
  const auto galois = keys.galois_keys(secret, {encoder.row_rotation(1)});

  // Vectors are encrypted as a whole; slots that are not given are zero.
  const std::vector<std::uint64_t> a{1, 2, 3, 4}, b{10, 20, 30, 40};
  const he::bfv::Encryptor encryptor(parameters, keys.public_key(secret));
  const auto x = encryptor.encrypt(encoder.encode(a), generator);
  const auto y = encryptor.encrypt(encoder.encode(b), generator);

  // Whoever computes has the keys for everybody only, in a session with scratch memory; each thread
  // has its own. A product has three parts until it is relinearised.
  auto session = he::bfv::Evaluator(parameters).session({relin, galois});
  const auto product = session.relinearize(session.multiply(x, y));
  const auto rotated = session.rotate_rows(product, 1);

  // The noise of every ciphertext is bounded without a key: an operation after which decryption
  // might be wrong is refused. The result stays with the owner of the key.
  std::cout << "the noise may grow by " << static_cast<int>(rotated.noise().budget_bits())
            << " bits more\n";
  const auto result = encoder.decode(he::bfv::Decryptor(parameters, secret).decrypt(rotated));
  for (std::size_t i = 0; i < 4; ++i) std::cout << result[i] << ' ';  // 40 90 160 0
  std::cout << '\n';
  return result[0] == 40 && result[1] == 90 && result[2] == 160 && result[3] == 0 ? 0 : 1;
}
