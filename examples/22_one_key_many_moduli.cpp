// SPDX-License-Identifier: Apache-2.0
//
// Exact integers that no single plaintext modulus holds. Each number is encrypted modulo several
// primes, all with one set of keys, computed with modulo each of them, and put together again by
// the Chinese remainder theorem. One modulus with all these bits would leave no room for products.

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <vector>

#include "lath/arith/primes.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/slot_encoder.hpp"

using namespace lath;

namespace {

// (a + b) (a - b) in every slot, modulo the plaintext modulus of the parameters.
std::vector<std::uint64_t> compute(const he::bfv::Parameters& parameters,
                                   const he::PublicKey& public_key, const he::RelinKey& relin,
                                   const he::SecretKey& secret, const std::vector<std::int64_t>& a,
                                   const std::vector<std::int64_t>& b, Generator& generator) {
  const auto encoder = he::SlotEncoder::create(parameters);
  const auto residues = [&](const std::vector<std::int64_t>& numbers) {
    const auto t = static_cast<std::int64_t>(parameters.plaintext_modulus().word());
    std::vector<std::uint64_t> result;
    result.reserve(numbers.size());
    for (const std::int64_t x : numbers) result.push_back(static_cast<std::uint64_t>(x % t));
    return result;
  };
  const he::bfv::Encryptor encryptor(parameters, public_key);
  const auto x = encryptor.encrypt(encoder.encode(residues(a)), generator);
  const auto y = encryptor.encrypt(encoder.encode(residues(b)), generator);
  auto session = he::bfv::Evaluator(parameters).session(relin);
  const auto product = session.multiply(session.add(x, y), session.sub(x, y));
  const auto result = session.relinearize(product);
  const auto values = encoder.decode(he::bfv::Decryptor(parameters, secret).decrypt(result));
  return {values.span().begin(), values.span().end()};
}

}  // namespace

int main() {
  // Two primes of 30 bits that have slots: together they hold results below 2^59.
  const auto primes = ntt_primes(30, 8192, 2);
  const auto first = he::bfv::Parameters::recommended(8192, primes[0]);
  const auto second = first.with_plaintexts(he::PlaintextSpace::integer(primes[1]));

  // Keys belong to the key space, which knows no plaintexts.
  Generator generator = Generator::from_system();
  he::KeyGenerator keys(first.key_space(), generator);
  const auto secret = keys.secret_key();
  const auto public_key = keys.public_key(secret);
  const auto relin = keys.relin_key(secret);

  const std::vector<std::int64_t> a{500'000'000, 123'456'789, 1}, b{3, 120'000'000, 0};
  const auto modulo_first = compute(first, public_key, relin, secret, a, b, generator);
  const auto modulo_second = compute(second, public_key, relin, secret, a, b, generator);

  // x = r1 + p1 ((r2 - r1) / p1 mod p2), the number below p1 p2 with both residues.
  const Modulus p2(primes[1]);
  const std::uint64_t inverse = p2.inverse_vartime(p2.reduce(primes[0]));
  bool right = true;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::uint64_t r1 = modulo_first[i];
    const std::uint64_t rest = p2.multiply(p2.subtract(modulo_second[i], p2.reduce(r1)), inverse);
    const std::uint64_t x = r1 + primes[0] * rest;
    std::cout << "(" << a[i] << " + " << b[i] << ") (" << a[i] << " - " << b[i] << ") = " << x
              << '\n';
    right = right && static_cast<std::int64_t>(x) == (a[i] + b[i]) * (a[i] - b[i]);
  }
  return right ? 0 : 1;
}
