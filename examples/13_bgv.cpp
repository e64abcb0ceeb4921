// SPDX-License-Identifier: Apache-2.0
//
// A polynomial of encrypted numbers with BGV: x^8 + 3x in every slot. In BGV the noise of a product
// is about the product of the noises, so that a circuit switches to the next level, a smaller
// modulus and less noise, after each of them.

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <vector>

#include "lath/he/bgv.hpp"
#include "lath/he/slot_encoder.hpp"

using namespace lath;

int main() {
  // As many levels as 128 bits of security allow: one for each product, and one more.
  const auto parameters = he::bgv::Parameters::recommended(16384, 65537);
  const auto encoder = he::SlotEncoder::create(parameters);
  std::cout << parameters.levels() << " levels\n";

  Generator generator = Generator::from_system();
  he::KeyGenerator keys(parameters, generator);
  const auto secret = keys.secret_key();
  const auto relin = keys.relin_key(secret);
  const he::bgv::Encryptor encryptor(parameters, keys.public_key(secret));
  const std::vector<std::int64_t> numbers{0, 1, 2, -3, 4};
  const auto x = encryptor.encrypt(encoder.encode_signed(numbers), generator);

  // x^2, x^4, x^8: each square takes a level.
  auto session = he::bgv::Evaluator(parameters).session(relin);
  auto power = x;
  for (int i = 0; i < 3; ++i) {
    const auto square = session.relinearize(session.multiply(power, power));
    power = session.mod_switch(square, square.level() - 1);
    std::cout << "x^" << (2 << i) << ": level " << power.level() << ", the noise may grow by "
              << static_cast<int>(power.noise().budget_bits()) << " bits more\n";
  }

  // The operands of a sum have one level. Switching multiplies what is encrypted by a public
  // factor, and x^8 has another one than x now: the session sees to that, and decryption, too.
  const auto lower = session.mod_switch(x, power.level());
  const auto sum = session.add(power, session.multiply_plain(lower, 3));

  const auto result = encoder.decode_signed(he::bgv::Decryptor(parameters, secret).decrypt(sum));
  bool right = true;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::int64_t a = numbers[i], square = a * a, fourth = square * square;
    std::cout << result[i] << ' ';  // 0 4 262 6552 11: 4^8 + 12 is 11 modulo 65537
    right = right && (result[i] - (fourth * fourth + 3 * a)) % 65537 == 0;
  }
  std::cout << '\n';
  return right ? 0 : 1;
}
