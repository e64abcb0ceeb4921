// SPDX-License-Identifier: Apache-2.0
//
// A polynomial over the scalar field of BLS12-381, evaluated on encrypted numbers of 255 bits: what
// a prover of a zero-knowledge proof computes, for somebody who does not show it the numbers. The
// plaintext modulus is a short polynomial t(x), so that a product costs the noise of 16 bits.

#include <cstddef>
#include <iostream>
#include <vector>

#include "lath/arith/wide_integer.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/keys.hpp"
#include "lath/he/plaintexts/wide_slot_encoder.hpp"

using namespace lath;

namespace {

using Number = WideInteger<4>;

// a b modulo p, bit by bit: in the clear, to compare.
Number multiply(const Number& a, const Number& b, const Number& p) {
  const auto reduced = [&](const Number& x) { return x < p ? x : x - p; };
  Number product;
  for (std::size_t bit = 256; bit-- > 0;) {
    product = reduced(product + product);
    if ((b.words[bit / 64] >> (bit % 64) & 1) != 0) product = reduced(product + a);
  }
  return product;
}

// (x^2 + 5) x^2, for numbers in the clear and for encrypted ones alike.
he::Ciphertext evaluate(he::bfv::Session& session, const he::Ciphertext& x) {
  const auto square = session.relinearize(session.multiply(x, x));
  return session.relinearize(session.multiply(session.add_plain(square, 5), square));
}

}  // namespace

int main() {
  // 1024 slots of the field: n / 16, since t(x) has 16 coefficients.
  const auto space = he::PlaintextSpace::field(he::PrimeField::bls12_381_r, 2 * 16384);
  const auto parameters = he::bfv::Parameters::recommended(16384, space);
  const auto encoder = he::WideSlotEncoder::create(parameters);

  Generator generator = Generator::from_system();
  he::KeyGenerator keys(parameters, generator);
  const auto secret = keys.secret_key();
  const he::bfv::Encryptor encryptor(parameters, keys.public_key(secret));
  const he::bfv::Decryptor decryptor(parameters, secret);
  auto session = he::bfv::Evaluator(parameters).session(keys.relin_key(secret));

  Number p;
  const auto words = space.modulus().words();
  for (std::size_t i = 0; i < words.size(); ++i) p.words[i] = words[i];
  std::vector<Number> numbers(encoder.slots());
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = p - Number(i * i + 1);

  const auto x = encryptor.encrypt(encoder.encode(std::span<const Number>(numbers)), generator);
  const auto result = evaluate(session, x);
  const he::WideValues found = encoder.decode(decryptor.decrypt(result));

  bool right = true;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const Number square = multiply(numbers[i], numbers[i], p);
    const Number sum = square + Number(5), reduced = sum < p ? sum : sum - p;
    const Number expected = multiply(reduced, square, p);
    for (std::size_t w = 0; w < 4; ++w) right = right && found[i][w] == expected.words[w];
  }
  std::cout << "(x^2 + 5) x^2 for " << encoder.slots() << " numbers modulo "
            << decimal_vartime(space.modulus()) << ": " << (right ? "right" : "wrong") << ", "
            << static_cast<int>(result.noise().budget_bits()) << " bits of budget left\n";
  return right ? 0 : 1;
}
