// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace lath::detail {

/// The number of processors that this process may keep busy: the processors of the calling thread's
/// affinity, or as many as the quota of its control groups allows, if these are fewer. At least 1.
[[nodiscard]] std::size_t available_processors() noexcept;

/// The whole processors in the least quota of the control groups (version 1 or 2) that
/// /proc/self/cgroup names and of the groups above them, for a system whose root folder is `root`;
/// at least 1. SIZE_MAX if there is no quota, or none that can be read. Throws std::bad_alloc.
[[nodiscard]] std::size_t processors_of_quota(const std::string& root);

}  // namespace lath::detail
