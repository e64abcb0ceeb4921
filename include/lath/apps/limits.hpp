// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace lath::apps {

/// How much a server does for a client whom nobody has to trust.
struct ServerLimits {
  /// The most bytes of memory that the server takes for one client. Everything that a message asks
  /// for is counted before anything is allocated, and a message that needs more is refused. Objects
  /// are counted, without what an allocator keeps between them.
  std::size_t memory = std::size_t{1} << 30;
};

}  // namespace lath::apps
