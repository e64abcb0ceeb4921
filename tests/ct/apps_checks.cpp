// SPDX-License-Identifier: Apache-2.0
//
// The clients of protocols, with secret keys, indices and results.
#include <string>
#include <utility>
#include <vector>

#include "lath/apps/exponentiation.hpp"
#include "lath/apps/retrieval.hpp"
#include "secrets.hpp"

namespace lath::testing {
namespace {

// A secret index, a secret generator; what the client sends and what it finds.
void check_retrieval(const char* name, std::uint64_t records, std::size_t record_bytes,
                     const he::Literal& literal, const apps::RetrievalOptions& options) {
  const auto plan = apps::RetrievalPlan::create_insecure(records, record_bytes, literal, options);
  auto generator = secret_generator(name);
  apps::RetrievalClient client(plan, generator);
  const Buffer<std::byte> setup = client.setup(generator);
  apps::RetrievalServer server(plan, setup);
  apps::RetrievalTable table(plan);
  Buffer<std::byte> bytes(static_cast<std::size_t>(records) * record_bytes);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 31 >> 3);
  table.load(bytes);
  std::uint64_t index = records - 2;
  ct::poison(&index, sizeof index);
  const Buffer<std::byte> query = client.query(index, generator);
  const Buffer<std::byte> answer = server.answer(table, query);
  record(name, setup.span());
  record(name, query.span());
  const std::size_t at = static_cast<std::size_t>(records - 2) * record_bytes;
  const auto expected = bytes.span().subspan(at, record_bytes);
  bool same = false;
  if (options.use == apps::RetrievalUse::released) {
    const Buffer<std::byte> found = client.finish_for_release(answer, generator);
    record(name, found.span());
    same = ct::equal(found.span(), expected);
  } else {
    const Buffer<std::byte, Secret> found = client.finish(answer);
    record(name, found.span());
    same = ct::equal(found.span(), expected);
    ct::declassify(&same, sizeof same);
  }
  expect(same, name);
}

// A secret exponent, and powers that are the client's secret. The modulus is 2^61 - 1.
void check_exponentiation(const char* name, const apps::ExponentiationOptions& options) {
  auto generator = secret_generator(name);
  constexpr std::uint64_t kModulus = (std::uint64_t{1} << 61) - 1;
  auto client = apps::ExponentiationClient::create_insecure(kModulus, generator, options);
  const Buffer<std::byte> setup = client.setup(generator);
  apps::ExponentiationServer server(setup);
  std::vector<std::uint64_t> exponent{13};
  ct::poison(exponent.data(), sizeof(std::uint64_t));
  const Buffer<std::byte> query = client.query(exponent, generator);
  server.load(query);
  he::WideValues bases(options.degree, 1);
  for (std::size_t i = 0; i < bases.size(); ++i) bases[i][0] = i;
  server.answer(bases, [&](std::span<const std::byte> answer) { client.take(answer, &generator); });
  const auto saved = client.save();
  const auto restored = apps::ExponentiationClient::restore(saved);
  const he::WideValues results = restored.results();
  record(name, setup.span());
  record(name, query.span());
  record(name, saved.span());
  const Modulus modulus(kModulus);
  std::uint64_t difference = 0;
  for (std::size_t i = 0; i < bases.size(); ++i) {
    difference |= results[i][0] ^ modulus.pow_vartime(i, 13);
  }
  ct::declassify(&difference, sizeof difference);
  expect(difference == 0, name);
}

}  // namespace

void check_apps() {
  const apps::ExponentiationOptions small{
      .window_bits = 2, .windows_a_product = 1, .degree = 16, .exponent_bits = 4};
  apps::ExponentiationOptions released = small;
  released.windows_a_product = 2;
  released.for_release = true;
  check_exponentiation("exponentiation", small);
  check_exponentiation("exponentiation for release", released);
  const he::Literal literal{.degree = 64,
                            .plaintext_modulus = (1 << 16) + 1,
                            .prime_bits = {34, 40},
                            .special_prime_bits = {42}};
  he::Literal longer = literal;
  longer.prime_bits = {50, 50, 50};
  longer.special_prime_bits = {50};
  check_retrieval("retrieval", 150, 5, literal, {});
  check_retrieval("retrieval of chunks", 6, 300, literal, {});
  check_retrieval("retrieval for release", 20, 30, longer, {.use = apps::RetrievalUse::released});
}

}  // namespace lath::testing
