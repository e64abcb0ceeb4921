// SPDX-License-Identifier: Apache-2.0
//
// Small tables for private retrieval, with parameters that are not secure.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/seeded_values.hpp"
#include "lath/apps/retrieval.hpp"

namespace lath::testing {

struct RetrievalCase {
  const char* name;
  std::uint64_t records;
  std::size_t record_bytes;
  he::Literal literal;
  apps::RetrievalOptions options{};
};

inline he::Literal small_retrieval_literal() {
  return {.degree = 64,
          .plaintext_modulus = (1 << 16) + 1,
          .prime_bits = {34, 40},
          .special_prime_bits = {42}};
}

inline std::vector<RetrievalCase> retrieval_cases() {
  const he::Literal literal = small_retrieval_literal();
  he::Literal odd = literal, wide = literal, released = literal;
  odd.plaintext_modulus = 40961;  // 15 bits in a coefficient
  wide.prime_bits = {50, 50, 50};
  wide.plaintext_modulus = (std::uint64_t{1} << 40) + 15;
  wide.special_prime_bits = {50};
  released.prime_bits = {50, 50, 50};
  released.special_prime_bits = {50};
  return {{"many records in a plaintext", 201, 5, literal},
          {"a record in a plaintext", 12, 128, literal},
          {"a record of several plaintexts", 7, 300, literal},
          {"no whole bytes in a coefficient", 30, 17, odd},
          {"long coefficients", 40, 50, wide},
          {"one record", 1, 3, literal},
          {"two places", 2, 100, literal},
          {"released", 20, 30, released, {.use = apps::RetrievalUse::released}}};
}

inline std::vector<std::byte> random_bytes(SeededValues& values, std::size_t count) {
  std::vector<std::byte> bytes(count);
  for (std::byte& b : bytes) b = static_cast<std::byte>(values.below(256));
  return bytes;
}

// A client, a server and a table of random records.
struct SmallRetrieval {
  explicit SmallRetrieval(const RetrievalCase& c)
      : plan(apps::RetrievalPlan::create_insecure(c.records, c.record_bytes, c.literal, c.options)),
        records(random_bytes(values, c.records * c.record_bytes)),
        client(plan, generator),
        server(plan, client.setup(generator)),
        table(plan) {
    table.load(records);
  }

  std::span<const std::byte> record(std::uint64_t i) const {
    return std::span(records).subspan(i * plan.record_bytes(), plan.record_bytes());
  }
  // Whether a query for record i gives it.
  bool gives(std::uint64_t i) {
    const auto query = client.query(i, generator);
    const auto answer = server.answer(table, query);
    if (plan.options().use == apps::RetrievalUse::released) {
      const auto released = client.finish_for_release(answer, generator);
      return std::ranges::equal(released.span(), record(i));
    }
    const auto found = client.finish(answer);
    return std::ranges::equal(found.span(), record(i));
  }

  SeededValues values{77};
  Generator generator = Generator::from_seed(Seed{}, "retrieve");
  apps::RetrievalPlan plan;
  std::vector<std::byte> records;
  apps::RetrievalClient client;
  apps::RetrievalServer server;
  apps::RetrievalTable table;
};

}  // namespace lath::testing
