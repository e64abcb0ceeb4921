// SPDX-License-Identifier: Apache-2.0
#include "protocols/message_channel.hpp"

#include <array>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <filesystem>
#include <mutex>
#include <thread>

#include "failure.hpp"
#include "input_file.hpp"
#include "output_file.hpp"

namespace lath::tool {
namespace {

constexpr std::chrono::minutes kPatience{2};

[[noreturn]] void throw_silent() {
  throw Error(ErrorCode::input_output, "no message of the other side",
              "need one within two minutes",
              "start both sides, and see whether the other one failed");
}
[[noreturn]] void throw_ended() {
  throw Error(ErrorCode::input_output, "the other side has ended", "need one more message",
              "see the error of the other side");
}

// Messages from one thread to another.
struct Queue {
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Buffer<std::byte>> messages;
  bool closed = false;
};

class MemoryChannel final : public MessageChannel {
 public:
  MemoryChannel(std::shared_ptr<Queue> out, std::shared_ptr<Queue> in)
      : out_(std::move(out)), in_(std::move(in)) {}
  ~MemoryChannel() override { MemoryChannel::close(); }
  MemoryChannel(const MemoryChannel&) = delete;
  MemoryChannel& operator=(const MemoryChannel&) = delete;

  void send(ByteView message) override {
    const std::scoped_lock lock(out_->mutex);
    out_->messages.emplace_back(message.span());
    out_->changed.notify_one();
  }
  Buffer<std::byte> receive() override {
    std::unique_lock lock(in_->mutex);
    const auto has_more = [&] { return !in_->messages.empty() || in_->closed; };
    if (!in_->changed.wait_for(lock, kPatience, has_more)) throw_silent();
    if (in_->messages.empty()) throw_ended();
    Buffer<std::byte> message = std::move(in_->messages.front());
    in_->messages.pop_front();
    return message;
  }
  void close() noexcept override {
    const std::scoped_lock lock(out_->mutex);
    out_->closed = true;
    out_->changed.notify_one();
  }

 private:
  std::shared_ptr<Queue> out_, in_;
};

class FolderChannel final : public MessageChannel {
 public:
  FolderChannel(std::string folder, Side side) : folder_(std::move(folder)), side_(side) {
    if (std::filesystem::exists(name(side_, 1)) || std::filesystem::exists(end(side_))) {
      throw Error(ErrorCode::input_output, "messages of an earlier run in " + in_quotes(folder_),
                  "need a folder without them", "remove the messages, or use another folder");
    }
  }

  void send(ByteView message) override { write(name(side_, ++sent_), message.span()); }
  Buffer<std::byte> receive() override {
    const std::string next = name(other(), received_ + 1);
    for (const auto start = std::chrono::steady_clock::now(); !std::filesystem::exists(next);) {
      if (std::filesystem::exists(end(other())) && !std::filesystem::exists(next)) throw_ended();
      if (std::chrono::steady_clock::now() - start > kPatience) throw_silent();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ++received_;
    return read(next);
  }
  void close() noexcept override {
    try {
      write(end(side_), {});
    } catch (const std::exception& error) {
      warn(std::string("the other side waits in vain: ") + error.what());
    }
  }

 private:
  [[nodiscard]] Side other() const noexcept {
    return side_ == Side::client ? Side::server : Side::client;
  }
  [[nodiscard]] std::string path(Side side, const std::string& ending) const {
    return folder_ + (side == Side::client ? "/client-" : "/server-") + ending;
  }
  [[nodiscard]] std::string name(Side side, std::size_t number) const {
    return path(side, std::to_string(number));
  }
  [[nodiscard]] std::string end(Side side) const { return path(side, "end"); }
  static Buffer<std::byte> read(const std::string& path) {
    InputFile file(path);
    Buffer<std::byte> bytes(static_cast<std::size_t>(file.size().value_or(0)));
    for (std::span<std::byte> rest = bytes.span(); !rest.empty();) {
      const std::size_t count = file.read(rest);
      if (count == 0) throw_ended();
      rest = rest.subspan(count);
    }
    return bytes;
  }
  static void write(const std::string& path, std::span<const std::byte> bytes) {
    OutputFile file(path, Existing::keep, Readers::umask);
    file.write(bytes);
    file.finish();
    file.place();
  }

  std::string folder_;
  Side side_;
  std::size_t sent_ = 0, received_ = 0;
};

}  // namespace

std::pair<std::unique_ptr<MessageChannel>, std::unique_ptr<MessageChannel>> channel_in_memory() {
  const auto there = std::make_shared<Queue>(), back = std::make_shared<Queue>();
  return {std::make_unique<MemoryChannel>(there, back),
          std::make_unique<MemoryChannel>(back, there)};
}

std::unique_ptr<MessageChannel> channel_in_folder(const std::string& folder, Side side) {
  return std::make_unique<FolderChannel>(folder, side);
}

}  // namespace lath::tool
