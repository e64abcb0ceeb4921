// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <span>

#include "io/spare_thread.hpp"
#include "lath/base/buffer.hpp"
#include "lath/io/stream.hpp"

namespace lath::io {

/// Fills `out` as far as the source goes; returns how many bytes that are.
std::size_t read_up_to(Source& source, std::span<std::byte> out);

/// A piece of a source on its way to a sink.
struct Batch {
  Buffer<std::byte, Secret> in, out;
  std::size_t size = 0;    // bytes of `in`; all but the last batch are full
  std::size_t filled = 0;  // bytes of `out`
  std::uint64_t number = 0;
  bool is_last = false;
  bool is_worked = false;
  std::exception_ptr error;  // of the work, behind the bytes of `out`

  [[nodiscard]] std::span<const std::byte> input() const noexcept { return in.span().first(size); }
  [[nodiscard]] std::span<const std::byte> output() const noexcept {
    return out.span().first(filled);
  }
};

/// Reads a source in batches of one size, works on each, and writes them in their order. A batch is
/// worked on when the one behind it has been read, since it may be the last. Batches do not depend
/// on one another: where there is a thread for it and the source reads on any thread, a spare
/// thread reads and works while the caller writes and works. The source is not asked again after
/// its end.
class BatchLine {
 public:
  struct Sizes {
    std::size_t in, out;
  };
  /// Fills `out` from `in`. Called for several batches at the same time, where `worker`, 0 or 1, is
  /// another. What it throws is thrown in the caller's thread when all batches before and the bytes
  /// that it filled have been written.
  using Work = std::function<void(Batch&, unsigned worker)>;
  /// Writes `out`, in the caller's thread. After an exception no more is written.
  using Write = std::function<void(const Batch&)>;

  BatchLine(Source& source, Sizes sizes, Work work, Write write)
      : source_(source), sizes_(sizes), work_(std::move(work)), write_(std::move(write)) {}
  BatchLine(const BatchLine&) = delete;
  BatchLine& operator=(const BatchLine&) = delete;
  ~BatchLine() { stop(); }

  /// All of it. An exception of the source is thrown when all batches that were worked on have been
  /// written.
  void run();

 private:
  using Lock = std::unique_lock<std::mutex>;
  // Enough that neither thread waits for the other one while both have work.
  static constexpr std::size_t kSlots = 6;
  // The batches that the caller works on by itself: a thread for fewer would not be worth its
  // start.
  static constexpr std::uint64_t kAlone = 3;

  [[nodiscard]] Batch& batch(std::uint64_t number) noexcept { return slots_[number % kSlots]; }
  [[nodiscard]] bool has_work() const noexcept { return begun_ < known_; }
  [[nodiscard]] bool has_room() const noexcept { return !ended_ && read_ - written_ < kSlots; }
  void read_one(Lock& lock);
  void work_on_one(Lock& lock, unsigned worker);
  void write_one(Lock& lock);
  void help() noexcept;
  void start_spare();
  void stop() noexcept;

  Source& source_;
  const Sizes sizes_;
  const Work work_;
  const Write write_;
  std::array<Batch, kSlots> slots_;
  std::mutex mutex_;  // of all that follows, and of is_worked
  std::condition_variable changed_;
  // The batches that have been read, whose place is known, that somebody works on or has, and that
  // have been written.
  std::uint64_t read_ = 0, known_ = 0, begun_ = 0, written_ = 0;
  bool ended_ = false, stopped_ = false;
  std::exception_ptr read_error_;
  SpareThread spare_;
};

}  // namespace lath::io
