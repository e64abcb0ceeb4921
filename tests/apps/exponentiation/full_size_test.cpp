// SPDX-License-Identifier: Apache-2.0
//
// The whole protocol for RSA-2048: 16384 bases and one secret exponent, with secure parameters, and
// every slot compared with a power by OpenSSL. It saves messages and the client in a directory,
// LATH_TEST_STATE, and a run that was killed goes on behind the last group of windows that is
// there.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <optional>

#include "apps/exponentiation/protocol.hpp"
#include "base/seeded_values.hpp"
#include "lath/ring/bytes.hpp"

namespace lath::testing {
namespace {

using Bytes = Buffer<std::byte, Secret>;
namespace fs = std::filesystem;

// Written as a whole or not at all.
void write_file(const fs::path& path, ByteView view) {
  const std::span<const std::byte> bytes = view.span();
  const fs::path part = path.string() + ".part";
  std::ofstream(part, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  fs::rename(part, path);
}

Bytes read_file(const fs::path& path) {
  Bytes bytes(fs::file_size(path));
  std::ifstream(path, std::ios::binary)
      .read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return bytes;
}

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Seconds {
  double server = 0, client = 0;
};

// Lets the server answer from a group on, and saves the client behind each group.
Seconds answer_all(apps::ExponentiationServer& server, apps::ExponentiationClient& client,
                   const he::WideValues& bases, const fs::path& state) {
  const apps::ExponentiationSizes sizes = client.sizes();
  Seconds seconds;
  double last = cpu_seconds();
  server.answer(
      bases, client.taken() / sizes.moduli, sizes.groups, [&](std::span<const std::byte> answer) {
        const double before = cpu_seconds();
        client.take(answer);
        const double after = cpu_seconds();
        seconds.server += before - last;
        seconds.client += after - before;
        last = after;
        if (client.taken() % sizes.moduli != 0) return;
        write_file(state, client.save());
        std::printf("group %zu of %zu: server %.1f s, client %.1f s\n",
                    client.taken() / sizes.moduli, sizes.groups, seconds.server, seconds.client);
        static_cast<void>(std::fflush(stdout));
        last = cpu_seconds();
      });
  return seconds;
}

TEST(FullSizeExponentiations, DISABLED_AreRightInEverySlotForRsa2048) {
  const char* directory = std::getenv("LATH_TEST_STATE");
  const fs::path place = directory != nullptr ? directory : "exponentiation";
  fs::create_directories(place);
  SeededValues values(2048);
  SCOPED_TRACE(values.label());
  const Natural modulus = odd_modulus(values, 2048);
  std::vector<std::uint64_t> exponent(32);
  for (std::uint64_t& word : exponent) word = values.next();
  Generator generator = Generator::from_system();
  std::optional<apps::ExponentiationClient> client;
  if (fs::exists(place / "client")) {
    client = apps::ExponentiationClient::restore(read_file(place / "client"));
  } else {
    client.emplace(modulus, generator);
    const double start = cpu_seconds();
    write_file(place / "setup", client->setup(generator));
    write_file(place / "query", client->query(exponent, generator));
    write_file(place / "client", client->save());
    std::printf("keys and query: %.1f s\n", cpu_seconds() - start);
  }
  const Bytes setup = read_file(place / "setup"), query = read_file(place / "query");
  const apps::ExponentiationSizes sizes = client->sizes();
  std::printf("setup %zu bytes, query %zu, answers %zu; %zu windows, %zu groups, %zu moduli\n",
              setup.size(), query.size(), sizes.answer_bytes, sizes.windows, sizes.groups,
              sizes.moduli);
  apps::ExponentiationServer server(setup.span());
  server.load(query.span());
  const he::WideValues bases = some_bases(values, modulus, sizes);
  answer_all(server, *client, bases, place / "client");
  expect_powers_of(bases, exponent, modulus, client->results());
  fs::remove_all(place);
}

}  // namespace
}  // namespace lath::testing
