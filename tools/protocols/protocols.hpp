// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "protocols/message_channel.hpp"

/// The protocols of lath::apps at work, each verified in the clear: a client and a server, who
/// exchange bytes and nothing else.
namespace lath::tool {

/// The seconds since it was made.
class Seconds {
 public:
  [[nodiscard]] double count() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Throws mismatch unless all results agree with results that were computed in the clear.
void require_all(std::size_t agree, std::size_t all, const char* results);

///@{
/// Each side of a protocol: the client prints what it does, and throws where a result is wrong.
void exponentiation_client(MessageChannel& channel);
void exponentiation_server(MessageChannel& channel);
void curve_client(MessageChannel& channel);
void curve_server(MessageChannel& channel);
void retrieval_client(MessageChannel& channel);
void retrieval_server(MessageChannel& channel);
///@}

}  // namespace lath::tool
