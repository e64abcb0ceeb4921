// SPDX-License-Identifier: Apache-2.0
//
// A product of two encrypted numbers, by a program that links lath::he.

#include <array>
#include <cstdint>

#include "lath/he/bfv.hpp"

int main() {
  auto generator = lath::Generator::from_system();
  const auto parameters = lath::he::bfv::Parameters::recommended(4096, 65537);
  lath::he::KeyGenerator keys(parameters, generator);
  const auto secret = keys.secret_key();
  const lath::he::bfv::Encryptor encryptor(parameters, keys.public_key(secret));
  const lath::he::Plaintext six(parameters, std::array<std::uint64_t, 1>{6});
  const lath::he::Plaintext seven(parameters, std::array<std::uint64_t, 1>{7});
  auto session = lath::he::bfv::Evaluator(parameters).session();
  const auto product =
      session.multiply(encryptor.encrypt(six, generator), encryptor.encrypt(seven, generator));
  const auto result = lath::he::bfv::Decryptor(parameters, secret).decrypt(product);
  return result.coefficients()[0] == 42 ? 0 : 1;
}
