// SPDX-License-Identifier: Apache-2.0
#include "protocols/protocols.hpp"

#include <fmt/format.h>

#include <exception>
#include <thread>

#include "failure.hpp"
#include "output_file.hpp"
#include "verbs.hpp"

namespace lath::tool {
namespace {

void run_client(MessageChannel& channel) {
  const Seconds all;
  exponentiation_client(channel);
  curve_client(channel);
  retrieval_client(channel);
  print(fmt::format("\nAll results are right. It took {:.1f} s.\n", all.count()));
}

void run_server(MessageChannel& channel) {
  exponentiation_server(channel);
  curve_server(channel);
  retrieval_server(channel);
}

// Runs one side, and tells the other one when it ends.
template <class Run>
void run_side(MessageChannel& channel, const Run& run) {
  try {
    run(channel);
  } catch (...) {
    channel.close();
    throw;
  }
  channel.close();
}

// Both sides, in threads of one process.
void run_both() {
  const auto [client, server] = channel_in_memory();
  std::exception_ptr failure;
  std::thread thread([&, &channel = *server] {
    try {
      run_side(channel, run_server);
    } catch (...) {
      failure = std::current_exception();
    }
  });
  try {
    run_side(*client, run_client);
  } catch (...) {
    thread.join();
    if (failure) std::rethrow_exception(failure);
    throw;
  }
  thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace

void require_all(std::size_t agree, std::size_t all, const char* results) {
  if (agree == all) return;
  throw Error(ErrorCode::mismatch, fmt::format("only {} of {} {} agree", agree, all, results),
              "need all of them", "report this with the output of lath selftest");
}

void demo_protocols(const ProtocolsOptions& options) {
  if (options.side.empty() != options.folder.empty()) {
    throw UsageError("a side without a folder, or a folder without a side",
                     "need both, for two processes, or none, for one",
                     "lath demo protocols --side client --folder FOLDER, and the same for server");
  }
  if (options.side.empty()) return run_both();
  if (options.side != "client" && options.side != "server") {
    throw UsageError("--side " + in_quotes(options.side), "need client or server",
                     "start one process as each of both");
  }
  const bool is_client = options.side == "client";
  const auto channel = channel_in_folder(options.folder, is_client ? Side::client : Side::server);
  run_side(*channel, is_client ? run_client : run_server);
}

}  // namespace lath::tool
