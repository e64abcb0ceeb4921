// SPDX-License-Identifier: Apache-2.0
//
// The clients of protocols, with secret keys, indices and results.
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lath/apps/curve_sums.hpp"
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

// The generator of P-256.
std::array<std::byte, 65> generator_of_p256() {
  constexpr std::uint8_t kPoint[65] = {
      0x04, 0x6b, 0x17, 0xd1, 0xf2, 0xe1, 0x2c, 0x42, 0x47, 0xf8, 0xbc, 0xe6, 0xe5,
      0x63, 0xa4, 0x40, 0xf2, 0x77, 0x03, 0x7d, 0x81, 0x2d, 0xeb, 0x33, 0xa0, 0xf4,
      0xa1, 0x39, 0x45, 0xd8, 0x98, 0xc2, 0x96, 0x4f, 0xe3, 0x42, 0xe2, 0xfe, 0x1a,
      0x7f, 0x9b, 0x8e, 0xe7, 0xeb, 0x4a, 0x7c, 0x0f, 0x9e, 0x16, 0x2b, 0xce, 0x33,
      0x57, 0x6b, 0x31, 0x5e, 0xce, 0xcb, 0xb6, 0x40, 0x68, 0x37, 0xbf, 0x51, 0xf5};
  std::array<std::byte, 65> bytes;
  std::ranges::transform(kPoint, bytes.begin(), [](std::uint8_t b) { return std::byte{b}; });
  return bytes;
}

// Secret points, scalars and choices of infinity; 1 P + P, and 2 P by the sum, are one point.
void check_curve(const char* name, unsigned levels, std::size_t primes,
                 const apps::CurveOptions& options) {
  he::Literal literal;
  literal.index = 85;
  literal.prime_bits = std::vector<unsigned>(primes, 45);
  literal.special_prime_bits = {45};
  const auto plan = apps::CurvePlan::create_insecure(apps::Curve::p256(), levels, literal, options);
  auto generator = secret_generator(name);
  apps::CurveClient client(plan, generator);
  const Buffer<std::byte> setup = client.setup(generator);
  apps::CurveServer server(plan, setup.span());
  auto point = generator_of_p256();
  ct::poison(point.data() + 1, point.size() - 1);
  const std::size_t slots = plan.slots();
  apps::CurvePoints points(plan.curve(), slots * plan.summands()), each(plan.curve(), slots);
  for (std::size_t i = 0; i < points.size(); ++i) points.set(i, std::span(point));
  for (std::size_t i = 0; i < slots; ++i) each.set(i, std::span(point));
  std::uint64_t none = 0;
  ct::poison(&none, sizeof none);
  for (std::size_t i = 2 * slots; i < points.size(); ++i) points.set_infinity(i, ~none);
  he::WideValues scalars(slots, 4);
  ct::poison(scalars.span().data(), scalars.span().size_bytes());
  for (std::size_t i = 0; i < slots; ++i) scalars[i][0] ^= 1;
  const auto finish = [&](const Buffer<std::byte>& query) {
    record(name, query.span());
    const Buffer<std::byte> answer = server.answer(query.span());
    return options.use == apps::CurveUse::released
               ? client.finish_for_release(answer.span(), generator)
               : client.finish(answer.span());
  };
  const apps::CurvePoints sums = finish(client.query(points, generator));
  const apps::CurvePoints multiples =
      finish(client.query_multiples(each, scalars, each, generator));
  std::uint64_t difference = 0;
  for (std::size_t i = 0; i < sums.coordinates().x.span().size(); ++i) {
    difference |= sums.coordinates().x.span()[i] ^ multiples.coordinates().x.span()[i];
    difference |= sums.coordinates().y.span()[i] ^ multiples.coordinates().y.span()[i];
    difference |= sums.coordinates().z.span()[i] ^ multiples.coordinates().z.span()[i];
  }
  ct::declassify(&difference, sizeof difference);
  expect(difference == 0, name);
  const auto bytes = sums.bytes(0);
  record(name, bytes.span());
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
  check_curve("an addition of points", 1, 3, {});
  check_curve("sums of points", 2, 5, {});
  check_curve("sums of points for release", 1, 5, {.use = apps::CurveUse::released});
}

}  // namespace lath::testing
