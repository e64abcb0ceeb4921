// SPDX-License-Identifier: Apache-2.0
#include "protocols/retrieval.hpp"

#include <algorithm>
#include <cstdio>
#include <string>

#include "lath/apps/retrieval.hpp"
#include "multiprecision/measure.hpp"

namespace lath::bench {
namespace {

constexpr std::size_t kRecordBytes = 256;

double megabytes(std::size_t bytes) { return static_cast<double>(bytes) / 1e6; }
double kilobytes(std::size_t bytes) { return static_cast<double>(bytes) / 1e3; }

Buffer<std::byte> random_records(std::size_t bytes, Generator& generator) {
  auto records = Buffer<std::byte>::for_overwrite(bytes);
  generator.fill(records.span());
  return records;
}

// One row: `name`, a table of this many records.
void print_table(const char* name, std::uint64_t count, const apps::RetrievalOptions& options) {
  Generator generator = Generator::from_system();
  const auto plan = apps::RetrievalPlan::create(count, kRecordBytes, options);
  const Buffer<std::byte> records = random_records(count * kRecordBytes, generator);
  apps::RetrievalTable table(plan);
  double start = cpu_seconds();
  table.load(records);
  const double load = cpu_seconds() - start;
  const double update =
      milliseconds([&] { table.update(7, records.span().subspan(7 * 256, 256)); });

  apps::RetrievalClient client(plan, generator);
  start = cpu_seconds();
  const Buffer<std::byte> setup = client.setup(generator);
  const double keys = cpu_seconds() - start;
  start = cpu_seconds();
  apps::RetrievalServer server(plan, setup, {.memory = std::size_t{4} << 30});
  const double read = cpu_seconds() - start;

  const std::uint64_t index = count / 3;
  Buffer<std::byte> query, answer;
  const double ask = milliseconds([&] { query = client.query(index, generator); });
  const double serve = milliseconds([&] { answer = server.answer(table, query); });
  Buffer<std::byte> found;
  start = cpu_seconds();
  if (options.use == apps::RetrievalUse::released) {
    found = client.finish_for_release(answer, generator);
  } else {
    const auto secret = client.finish(answer);
    found = Buffer<std::byte>(std::span<const std::byte>(secret.data(), secret.size()));
  }
  const double finish = cpu_seconds() - start;
  const bool right = std::ranges::equal(
      found, records.span().subspan(static_cast<std::size_t>(index) * kRecordBytes, kRecordBytes));

  const he::bfv::Parameters& parameters = plan.parameters();
  std::printf(
      "| %s | %zu, %.0f, %zu | %zu x %zu x %zu | %.1f | %.0f | %.0f | %.2f | %.1f, %.1f | %.1f, "
      "%.2f | %.2f, %.2f | %.0f | %s |\n",
      name, parameters.degree(), parameters.log2_qp(), parameters.plaintext_modulus().bits() - 1,
      plan.rows(), plan.columns(), plan.pieces(), serve, kilobytes(query.size()),
      kilobytes(answer.size()), megabytes(setup.size()), 1e3 * keys, 1e3 * read, 1e3 * load, update,
      ask, 1e3 * finish, megabytes(peak_bytes()), right ? "right" : "WRONG");
  std::fflush(stdout);
}

}  // namespace

void print_retrieval(std::size_t most_bytes) {
  std::printf(
      "\n| records of 256 bytes | n, log2 QP, bits | table | server, ms | query, kB | answer, kB | "
      "keys, MB | make and read keys, ms | load, update, ms | query and finish, ms | peak, MB | "
      "|\n|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  using enum apps::RetrievalGoal;
  using enum apps::RetrievalUse;
  const auto row = [&](const char* name, std::uint64_t count,
                       const apps::RetrievalOptions& options) {
    in_process(name, most_bytes, [&] { print_table(name, count, options); });
  };
  row("2^16", 1 << 16, {time, kept});
  row("2^16, traffic", 1 << 16, {traffic, kept});
  row("2^16, released", 1 << 16, {time, released});
  row("2^20", 1 << 20, {time, kept});
  row("2^20, traffic", 1 << 20, {traffic, kept});
}

}  // namespace lath::bench
