// SPDX-License-Identifier: Apache-2.0
#include "base/available_processors.hpp"

#ifdef __linux__
#include <sched.h>
#endif

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <thread>

namespace lath::detail {
namespace {

// A quota of `quota` microseconds in each `period`.
std::size_t whole_processors(std::int64_t quota, std::int64_t period) noexcept {
  if (quota <= 0 || period <= 0) return SIZE_MAX;
  return static_cast<std::size_t>(std::max<std::int64_t>(quota / period, 1));
}

// Version 2 has both numbers in one file, "max 100000" where there is no quota; version 1 has two
// files, and -1.
std::size_t quota_of(const std::string& folder) {
  std::int64_t quota = 0, period = 0;
  if (std::ifstream both(folder + "/cpu.max"); both >> quota >> period) {
    return whole_processors(quota, period);
  }
  std::ifstream quota_file(folder + "/cpu.cfs_quota_us"),
      period_file(folder + "/cpu.cfs_period_us");
  return quota_file >> quota && period_file >> period ? whole_processors(quota, period) : SIZE_MAX;
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

bool has_name(const std::string& list, const std::string& name) {
  std::istringstream names(list);
  for (std::string one; std::getline(names, one, ',');) {
    if (one == name) return true;
  }
  return false;
}

}  // namespace

std::size_t processors_of_quota(const std::string& root) {
  std::size_t least = SIZE_MAX;
  const std::string mounts = root + "/sys/fs/cgroup";
  std::ifstream groups(root + "/proc/self/cgroup");
  // "4:cpu,cpuacct:/group" in version 1, "0::/group" in version 2.
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string group = line.substr(second + 1);
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
