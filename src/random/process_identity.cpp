// SPDX-License-Identifier: Apache-2.0
#include "random/process_identity.hpp"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <new>

#include "lath/base/error.hpp"

namespace lath::detail {
namespace {

#ifdef MADV_WIPEONFORK
constexpr int kWipeOnFork = MADV_WIPEONFORK;
#else
constexpr int kWipeOnFork = -1;
#endif

[[noreturn]] void fail(const char* what) {
  throw Error(ErrorCode::entropy, what,
              "need it to keep a forked process from repeating random numbers",
              "free some memory and try again");
}

// A page that children find filled with zeros, or null.
void* map_wiped_page() noexcept {
  const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* page = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return nullptr;
  // Emulators that ignore all advice accept advice that there is not, too.
  const bool wiped =
      kWipeOnFork >= 0 && madvise(page, size, -1) != 0 && madvise(page, size, kWipeOnFork) == 0;
  if (wiped) return page;
  munmap(page, size);
  return nullptr;
}

// The number of fork()s between the first process and this one.
std::atomic<std::uint32_t> fork_count{0};
void count_forks() {
  static const int registered =
      pthread_atfork(nullptr, nullptr, [] { fork_count.fetch_add(1, std::memory_order_relaxed); });
  if (registered != 0) fail("the fork handler could not be registered");
}

}  // namespace

bool ProcessIdentity::serves(Means means) noexcept {
  if (means == Means::process_id) return true;
  void* page = map_wiped_page();
  if (page == nullptr) return false;
  munmap(page, static_cast<std::size_t>(sysconf(_SC_PAGESIZE)));
  return true;
}

ProcessIdentity::ProcessIdentity(Means means) {
  if (means == Means::process_id) {
    count_forks();
    return;
  }
  void* page = map_wiped_page();
  if (page == nullptr) fail("memory that is wiped on a fork could not be had");
  page_ = new (page) std::atomic<std::uint64_t>(0);
}

std::uint64_t ProcessIdentity::current() noexcept {
  if (page_ == nullptr) {
    return std::uint64_t{fork_count.load(std::memory_order_relaxed)} << 32 |
           static_cast<std::uint32_t>(getpid());
  }
  std::uint64_t found = page_->load(std::memory_order_relaxed);
  if (found != 0) return found;
  // The first to look since the fork. last_ was copied with the rest of the memory, and is not less
  // than any number that was given above.
  const std::uint64_t next = last_.fetch_add(1, std::memory_order_relaxed) + 1;
  return page_->compare_exchange_strong(found, next, std::memory_order_relaxed) ? next : found;
}

std::uint64_t current_process() {
  using enum ProcessIdentity::Means;
  static ProcessIdentity identity(ProcessIdentity::serves(wiped_page) ? wiped_page : process_id);
  return identity.current();
}

}  // namespace lath::detail
