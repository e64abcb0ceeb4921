// SPDX-License-Identifier: Apache-2.0
#include "base/available_processors.hpp"

#ifdef __linux__
#include <sched.h>
#endif

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string_view>
#include <thread>

namespace lath::detail {
namespace {

// The text of a file, empty where it cannot be read. Streams of C++ would bring their locales into
// every program.
std::string text_of(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             &std::fclose);
  std::string text;
  if (!file) return text;
  std::array<char, 4096> part{};
  while (std::feof(file.get()) == 0 && std::ferror(file.get()) == 0) {
    text.append(part.data(), std::fread(part.data(), 1, part.size(), file.get()));
  }
  return text;
}

// Takes the text up to the mark, and the mark, off the front; all of the text where it has no mark.
std::string_view take_until(char mark, std::string_view& text) noexcept {
  const std::string_view taken = text.substr(0, text.find(mark));
  text.remove_prefix(std::min(taken.size() + 1, text.size()));
  return taken;
}

// 0 where the text does not begin with a number.
std::int64_t number_in(std::string_view text) noexcept {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// A quota of `quota` microseconds in each `period`.
std::size_t whole_processors(std::int64_t quota, std::int64_t period) noexcept {
  if (quota <= 0 || period <= 0) return SIZE_MAX;
  return static_cast<std::size_t>(std::max<std::int64_t>(quota / period, 1));
}

// Version 2 has both numbers in one file, "max 100000" where there is no quota; version 1 has two
// files, and -1.
std::size_t quota_of(const std::string& folder) {
  const std::string both = text_of(folder + "/cpu.max");
  std::string_view rest = both;
  const std::int64_t quota = number_in(take_until(' ', rest));
  if (quota > 0) return whole_processors(quota, number_in(rest));
  return whole_processors(number_in(text_of(folder + "/cpu.cfs_quota_us")),
                          number_in(text_of(folder + "/cpu.cfs_period_us")));
}

// The least quota of a group and of the groups above it. In a container the names may be the names
// outside of the container, and then only the highest of these folders exist.
std::size_t least_quota(const std::string& hierarchy, std::string group) {
  std::size_t least = quota_of(hierarchy);
  while (!group.empty()) {
    least = std::min(least, quota_of(hierarchy + group));
    group.resize(std::min(group.size() - 1, group.rfind('/')));
  }
  return least;
}

bool has_name(std::string_view list, std::string_view name) noexcept {
  while (!list.empty()) {
    if (take_until(',', list) == name) return true;
  }
  return false;
}

}  // namespace

std::size_t processors_of_quota(const std::string& root) {
  std::size_t least = SIZE_MAX;
  const std::string mounts = root + "/sys/fs/cgroup";
  const std::string groups = text_of(root + "/proc/self/cgroup");
  // "4:cpu,cpuacct:/group" in version 1, "0::/group" in version 2.
  for (std::string_view rest = groups; !rest.empty();) {
    std::string_view line = take_until('\n', rest);
    if (std::ranges::count(line, ':') < 2) continue;
    take_until(':', line);
    const std::string controllers(take_until(':', line)), group(line);
    if (controllers.empty()) {
      least =
          std::min({least, least_quota(mounts, group), least_quota(mounts + "/unified", group)});
    } else if (has_name(controllers, "cpu")) {
      least =
          std::min({least, least_quota(std::string(mounts).append("/").append(controllers), group),
                    least_quota(mounts + "/cpu", group)});
    }
  }
  return least;
}

std::size_t available_processors() noexcept {
  std::size_t count = std::thread::hardware_concurrency();
#ifdef __linux__
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0)
    count = static_cast<std::size_t>(CPU_COUNT(&set));
#endif
  try {
    count = std::min(count, processors_of_quota(""));
  } catch (...) {  // without memory to read files with, one is enough
    return 1;
  }
  return std::max<std::size_t>(count, 1);
}

}  // namespace lath::detail
