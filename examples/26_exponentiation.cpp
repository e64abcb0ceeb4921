// SPDX-License-Identifier: Apache-2.0
//
// The owner of an RSA key lets a server open a batch of messages: it computes c^d modulo N for all
// of them, and does not learn d, nor the messages. The server gets keys once, then an encrypted
// exponent, and streams answers, which the owner puts together. The owner stops in the middle and
// goes on later. (N has 61 bits, and the parameters are small and insecure, so that all runs in a
// moment.)

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <vector>

#include "lath/apps/exponentiation.hpp"
#include "lath/arith/modulus.hpp"

using namespace lath;

namespace {

constexpr std::uint64_t kP = 1073741789, kQ = 2147483647, kModulus = kP * kQ, kE = 65537;

// 2^e, 3^e, 4^e, ...: what somebody encrypted for the owner.
he::WideValues messages(const apps::ExponentiationSizes& sizes) {
  he::WideValues bases(sizes.bases, sizes.words);
  for (std::size_t i = 0; i < bases.size(); ++i) {
    bases[i][0] = Modulus(kModulus).pow_vartime(i + 2, kE);
  }
  return bases;
}

}  // namespace

int main() {
  Generator generator = Generator::from_system();
  const apps::ExponentiationOptions options{
      .window_bits = 2, .windows_a_product = 2, .degree = 256};
  auto owner = apps::ExponentiationClient::create_insecure(kModulus, generator, options);
  const apps::ExponentiationSizes sizes = owner.sizes();
  std::cout << sizes.bases << " messages; " << sizes.windows
            << " windows of 2 bits, of which the server multiplies two and two\n"
            << "modulo " << sizes.moduli << " primes: " << owner.answers() << " answers of "
            << sizes.answer_bytes / owner.answers() << " bytes\n";

  // The server has no secret: it gets keys for an expansion, and an exponent that it cannot read.
  const Buffer<std::byte> setup = owner.setup(generator);
  apps::ExponentiationServer server(setup, {.memory = std::size_t{64} << 20});
  const std::vector<std::uint64_t> d{Modulus((kP - 1) * (kQ - 1)).inverse_vartime(kE)};
  const Buffer<std::byte> query = owner.query(d, generator);
  server.load(query);
  std::cout << "keys: " << setup.size() / 1000 << " kB, once; the exponent: " << query.size() / 1000
            << " kB\n";

  // Half of the windows. Then the owner goes away, and comes back from bytes, which are secret.
  const he::WideValues bases = messages(sizes);
  const std::size_t half = sizes.groups / 2;
  server.answer(bases, 0, half, [&](std::span<const std::byte> answer) { owner.take(answer); });
  const Buffer<std::byte, Secret> saved = owner.save();
  auto later = apps::ExponentiationClient::restore(saved);
  server.answer(bases, half, sizes.groups,
                [&](std::span<const std::byte> answer) { later.take(answer); });

  const he::WideValues opened = later.results();
  bool right = true;
  for (std::size_t i = 0; i < opened.size(); ++i) right = right && opened[i][0] == i + 2;
  std::cout << "the first messages: " << opened[0][0] << ", " << opened[1][0] << ", "
            << opened[2][0] << "; all are " << (right ? "right" : "wrong") << '\n';

  // A message of the wrong kind is refused before anything is computed.
  bool is_refused = false;
  try {
    server.load(setup);
  } catch (const Error& error) {
    is_refused = true;
    std::cout << "in place of an exponent: " << error.found() << "; " << error.needed() << '\n';
  }
  return right && is_refused ? 0 : 1;
}
