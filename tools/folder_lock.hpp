// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "descriptor.hpp"

namespace lath::tool {

/// While it lives, no other run of lath holds the lock of the same folder. It is a lock on the
/// folder itself (flock): it leaves no file behind, and the system ends it with the process.
///
/// Not every folder can be locked: a network's file system may have no locks, and a folder that
/// takes files need not be readable. Then there is none, and nothing is lost but the protection
/// from other runs at the same moment.
class FolderLock {
 public:
  /// Waits until the lock is free. Warns when that takes more than two seconds.
  explicit FolderLock(const std::string& folder);

  /// Waits until the names in the folder are on the disk. Throws input_output where the disk fails.
  void sync() const;

 private:
  std::string name_;
  Descriptor folder_;
};

}  // namespace lath::tool
