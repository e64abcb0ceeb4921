// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "failure.hpp"
#include "lath/apps/retrieval.hpp"
#include "output_file.hpp"
#include "protocols/protocols.hpp"

namespace lath::tool {
namespace {

constexpr std::uint64_t kRecords = 4096, kWanted = 1729;
constexpr std::size_t kRecordBytes = 256;

// The plan, on which both sides agree.
apps::RetrievalPlan table_plan() { return apps::RetrievalPlan::create(kRecords, kRecordBytes); }

// Byte i of a record. Both sides of this demonstration know the table, so that it can be verified.
std::byte byte_of(std::uint64_t record, std::size_t i) {
  return static_cast<std::byte>((record * 0x9e3779b97f4a7c15 + i * 0xbf58476d1ce4e5b9) >> 56);
}

}  // namespace

void retrieval_server(MessageChannel& channel) {
  apps::RetrievalTable table(table_plan());
  Buffer<std::byte> bytes(kRecords * kRecordBytes);
  for (std::uint64_t record = 0; record < kRecords; ++record) {
    for (std::size_t i = 0; i < kRecordBytes; ++i) {
      bytes[record * kRecordBytes + i] = byte_of(record, i);
    }
  }
  table.load(bytes);
  apps::RetrievalServer server(table_plan(), channel.receive());
  channel.send(server.answer(table, channel.receive()));
}

void retrieval_client(MessageChannel& channel) {
  print(fmt::format("\n3. A record of {} bytes out of {}: the server does not learn which.\n",
                    kRecordBytes, kRecords));
  Generator generator = Generator::from_system();
  apps::RetrievalClient client(table_plan(), generator);
  const auto setup = client.setup(generator);
  channel.send(setup);
  const auto query = client.query(kWanted, generator);
  print(fmt::format("   the client asks for record {}: keys of {} bytes, once, and {} bytes\n",
                    kWanted, setup.size(), query.size()));
  channel.send(query);
  const Seconds waited;
  const auto answer = channel.receive();
  print(fmt::format("   the server answers with {} bytes, after {:.2f} s\n", answer.size(),
                    waited.count()));
  const auto record = client.finish(answer);
  std::size_t agree = 0;
  for (std::size_t i = 0; i < record.size(); ++i) agree += record[i] == byte_of(kWanted, i) ? 1 : 0;
  print(fmt::format("   {} of {} bytes of the record agree\n", agree, kRecordBytes));
  require_all(agree, kRecordBytes, "bytes of the record");
}

}  // namespace lath::tool
