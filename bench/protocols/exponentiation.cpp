// SPDX-License-Identifier: Apache-2.0
#include "protocols/exponentiation.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "lath/apps/exponentiation.hpp"
#include "multiprecision/measure.hpp"

namespace lath::bench {
namespace {

Natural random_modulus(std::size_t words, Generator& generator) {
  std::vector<std::uint64_t> modulus(words);
  generator.fill(std::as_writable_bytes(std::span(modulus)));
  modulus[0] |= 1;
  modulus.back() |= std::uint64_t{1} << 63;
  return Natural::from_words(modulus);
}

// Bases of one bit less than N.
he::WideValues random_bases(const apps::ExponentiationSizes& sizes, Generator& generator) {
  he::WideValues bases(sizes.bases, sizes.words);
  generator.fill(std::as_writable_bytes(bases.span()));
  for (std::size_t i = 0; i < bases.size(); ++i) bases[i].back() >>= 1;
  return bases;
}

// Seconds of a group.
struct Times {
  double server = 0, client = 0;
};

// The times of groups behind the first one, in which both sides make tables.
Times times_of(apps::ExponentiationClient& client, apps::ExponentiationServer& server,
               const he::WideValues& bases, std::size_t groups, Generator& generator) {
  Times times;
  double last = cpu_seconds();
  server.answer(bases, 0, groups + 1, [&](std::span<const std::byte> answer) {
    const double before = cpu_seconds();
    client.take(answer, &generator);
    const double after = cpu_seconds();
    if (client.taken() > client.sizes().moduli) {
      times.server += before - last;
      times.client += after - before;
    }
    last = after;
  });
  const auto count = static_cast<double>(groups);
  return {times.server / count, times.client / count};
}

void print_row(const apps::ExponentiationOptions& options, std::size_t groups) {
  Generator generator = Generator::from_system();
  const Natural modulus = random_modulus(32, generator);
  double start = cpu_seconds();
  apps::ExponentiationClient client(modulus, generator, options);
  const apps::ExponentiationSizes sizes = client.sizes();
  const Buffer<std::byte> setup = client.setup(generator);
  const double keys = cpu_seconds() - start;
  apps::ExponentiationServer server(setup, {.memory = std::size_t{12} << 30});
  const std::vector<std::uint64_t> exponent(32, 0x123456789abcdef);
  start = cpu_seconds();
  const Buffer<std::byte> query = client.query(exponent, generator);
  const double ask = cpu_seconds() - start;
  server.load(query);
  const Times times = times_of(client, server, random_bases(sizes, generator), groups, generator);
  const double each = 1e3 * static_cast<double>(sizes.groups) / static_cast<double>(sizes.bases);
  const auto bytes = static_cast<double>(sizes.answer_bytes) / static_cast<double>(sizes.bases);
  std::printf(
      "| %u bits | %u | %zu | %zu | %zu | %.1f s, %.1f MB | %.2f s, %.2f MB | %.1f + %.1f ms | "
      "%.2f MB | %.2f GB |\n",
      options.window_bits, options.windows_a_product, sizes.groups, sizes.levels, sizes.moduli,
      keys, static_cast<double>(setup.size()) / 1e6, ask, static_cast<double>(query.size()) / 1e6,
      times.server * each, times.client * each, bytes / 1e6,
      static_cast<double>(peak_bytes()) / 1e9);
  static_cast<void>(std::fflush(stdout));
}

}  // namespace

void print_exponentiations(std::size_t groups) {
  std::printf(
      "RSA-2048, 16384 bases; W = %.3f ms\n"
      "| window | multiplied | groups | primes | t_i | setup | query | server + client, each | "
      "download, each | memory |\n|---|---|---|---|---|---|---|---|---|---|\n",
      product_w());
  for (const unsigned window : {2U, 3U}) {
    for (const unsigned factors : {1U, 2U}) {
      print_row({.window_bits = window, .windows_a_product = factors}, groups);
    }
  }
  std::printf("for release:\n");
  print_row({.window_bits = 2, .windows_a_product = 1, .for_release = true}, groups);
}

}  // namespace lath::bench
