// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace lath::detail {

/// Tells a process from the processes that were forked from it, in whatever way they were.
class ProcessIdentity {
 public:
  enum class Means {
    wiped_page,  ///< memory that the kernel clears in a child (Linux 4.14): costs a load
    process_id   ///< getpid(), a system call, and a count of fork()s, since identifiers come again
  };

  /// Whether the kernel clears memory in children.
  static bool serves(Means means) noexcept;

  /// Throws entropy where the system does not support `means`.
  explicit ProcessIdentity(Means means);

  /// A number that differs between this process and all processes that it was forked from. Safe to
  /// call from several threads, and in a child of a process that has several.
  [[nodiscard]] std::uint64_t current() noexcept;

 private:
  std::atomic<std::uint64_t>* page_ = nullptr;  // holds zero or the number of this process
  std::atomic<std::uint64_t> last_{0};          // the greatest number here or above
};

/// The number of the current process, for all of the library, by the cheaper means that this system
/// has.
std::uint64_t current_process();

}  // namespace lath::detail
