// SPDX-License-Identifier: Apache-2.0
//
// Bits, many at a time. Modulo 2 the polynomial x^n + 1 is (x + 1)^n, so that plaintexts of bits
// have no slots there. The ring of index 13981 = 11 * 31 * 41 has 600 of them: a ciphertext holds
// 600 bits, sums of ciphertexts are XOR, products are AND.
//
// This compares 600 pairs of secret numbers of eight bits. Ciphertext i has bit i of all numbers.

#include <array>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <vector>

#include "lath/he/bfv.hpp"
#include "lath/he/slots/cyclotomic_encoder.hpp"

using namespace lath;

constexpr std::size_t kBits = 8;
using Bits = std::vector<he::Ciphertext>;

// Whether a < b, and whether a = b, of some neighbouring bits of all pairs.
struct Order {
  he::Ciphertext less, equal;
};

int main() {
  const auto parameters = he::bfv::Parameters::create({.index = 13981,
                                                       .plaintext_modulus = 2,
                                                       .prime_bits = {40, 40, 40},
                                                       .special_prime_bits = {41}});
  const auto encoder = he::CyclotomicEncoder::create(parameters);
  const std::size_t slots = encoder.slots();
  Generator generator = Generator::from_system();
  he::KeyGenerator keys(parameters, generator);
  const auto secret = keys.secret_key();
  const auto relin = keys.relin_key(secret);
  const he::bfv::Encryptor encryptor(parameters, keys.public_key(secret));
  const he::bfv::Decryptor decryptor(parameters, secret);
  auto session = he::bfv::Evaluator(parameters).session(relin);

  std::vector<std::uint64_t> a(slots), b(slots), bits(slots);
  for (std::size_t j = 0; j < slots; ++j) {
    a[j] = 37 * j % 251;
    b[j] = j % 5 == 0 ? a[j] : 91 * j % 256;
  }
  const auto encrypt = [&](const std::vector<std::uint64_t>& numbers) {
    Bits result;
    for (std::size_t i = 0; i < kBits; ++i) {
      for (std::size_t j = 0; j < slots; ++j) bits[j] = (numbers[j] >> i) & 1;
      result.push_back(encryptor.encrypt(encoder.encode_constants(bits), generator));
    }
    return result;
  };
  const Bits x = encrypt(a), y = encrypt(b);
  std::cout << kBits << " ciphertexts for " << slots << " numbers each\n";

  // XOR costs nothing, AND is a product, and NOT adds a plaintext of ones.
  const auto both = [&](const he::Ciphertext& u, const he::Ciphertext& v) {
    return session.relinearize(session.multiply(u, v));
  };
  const auto ones = encoder.encode_constants(std::vector<std::uint64_t>(slots, 1));
  std::vector<Order> orders;
  for (std::size_t i = 0; i < kBits; ++i) {
    const auto differs = session.add(x[i], y[i]);
    orders.push_back({both(differs, y[i]), session.add_plain(differs, ones)});
  }
  // Higher bits decide unless they are equal. Halving the number of parts takes three products one
  // after the other; going through the bits would take eight.
  while (orders.size() > 1) {
    std::vector<Order> halves;
    for (std::size_t i = 0; i < orders.size(); i += 2) {
      const Order &low = orders[i], &high = orders[i + 1];
      halves.push_back(
          {session.add(high.less, both(high.equal, low.less)), both(high.equal, low.equal)});
    }
    orders = std::move(halves);
  }

  const auto found_less = encoder.decode_constants(decryptor.decrypt(orders[0].less));
  const auto found_equal = encoder.decode_constants(decryptor.decrypt(orders[0].equal));
  std::array<std::size_t, 2> counts{};
  bool right = true;
  for (std::size_t j = 0; j < slots; ++j) {
    right = right && found_less[j] == (a[j] < b[j] ? 1 : 0);
    right = right && found_equal[j] == (a[j] == b[j] ? 1 : 0);
    counts[0] += found_less[j];
    counts[1] += found_equal[j];
  }
  std::cout << counts[0] << " pairs with a < b, " << counts[1] << " with a = b, "
            << orders[0].less.noise().budget_bits() << " bits of noise budget left\n"
            << (right ? "equal to the comparison in the clear\n" : "wrong\n");
  return right ? 0 : 1;
}
