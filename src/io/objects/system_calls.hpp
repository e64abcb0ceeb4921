// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstddef>

namespace lath::io {

/// The calls by which files are written. Tests put functions that fail in their places.
struct SystemCalls {
  ::ssize_t (*write)(int file, const void* bytes, std::size_t count);
  int (*synchronise)(int file);
  int (*close)(int file);
  int (*rename)(const char* from, const char* to);
};
[[nodiscard]] SystemCalls& system_calls() noexcept;

}  // namespace lath::io
