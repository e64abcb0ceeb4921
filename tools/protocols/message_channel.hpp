// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "lath/base/buffer.hpp"

namespace lath::tool {

/// One end of a connection between a client and a server: messages in their order, each once.
class MessageChannel {
 public:
  virtual ~MessageChannel() = default;
  /// Sends a message.
  virtual void send(ByteView message) = 0;
  /// Waits for the next message of the other side. Throws input_output if the other side has ended
  /// or says nothing for two minutes.
  [[nodiscard]] virtual Buffer<std::byte> receive() = 0;
  /// Tells the other side that no message follows.
  virtual void close() noexcept = 0;
};

/// The two ends of a connection between two threads.
[[nodiscard]] std::pair<std::unique_ptr<MessageChannel>, std::unique_ptr<MessageChannel>>
channel_in_memory();

/// The sides of a connection.
enum class Side : std::uint8_t { client, server };
/// One end of a connection between two processes that share a folder: each message is a file,
/// "client-1", "server-1" and so on, which appears when it is complete. The files stay. Throws
/// input_output if the folder has files of an earlier connection.
[[nodiscard]] std::unique_ptr<MessageChannel> channel_in_folder(const std::string& folder,
                                                                Side side);

}  // namespace lath::tool
