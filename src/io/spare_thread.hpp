// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <thread>

namespace lath::io {

/// A thread beside the caller's for work that waits for other threads, as loops of the pool must
/// not: it reads ahead while the caller writes. It blocks all signals, which are for the program's
/// own threads. All callers together have at most one spare thread less than lath::threads() says.
class SpareThread {
 public:
  SpareThread() noexcept = default;
  SpareThread(const SpareThread&) = delete;
  SpareThread& operator=(const SpareThread&) = delete;
  ~SpareThread() { join(); }

  /// Runs run(context) on a thread, once. False where there is no thread for it: others have them,
  /// the system gives none, or the build has none.
  [[nodiscard]] bool start(void (*run)(void* context) noexcept, void* context) noexcept;
  /// Waits for the end of run(), if it was started.
  void join() noexcept;
  [[nodiscard]] bool is_started() const noexcept { return thread_.joinable(); }

 private:
  std::thread thread_;
  std::uint32_t forks_ = 0;
};

}  // namespace lath::io
