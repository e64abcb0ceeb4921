// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace lath::detail {

/// Tells a process from those that were forked from it, in whatever way they were.
class ProcessIdentity {
 public:
  enum class Means {
    wiped_page,  ///< memory that the kernel clears in a child (Linux 4.14): costs a load
    process_id   ///< getpid(), a system call, and a count of fork()s, since identifiers come again
  };

  /// Whether the kernel clears memory in children.
  static bool serves(Means means) noexcept;

  /// Throws entropy where the system cannot give what `means` needs.
  explicit ProcessIdentity(Means means);

  /// A number that is another one in every process below this one than in those above it. Safe to
  /// call from several threads, and in a child of a process that has several.
  [[nodiscard]] std::uint64_t current() noexcept;

 private:
  std::atomic<std::uint64_t>* page_ = nullptr;  // holds zero or the number of this process
  std::atomic<std::uint64_t> last_{0};          // the greatest number here or above
};

/// The same for everybody, by the cheaper means that this system has.
std::uint64_t current_process();

}  // namespace lath::detail
