// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "descriptor.hpp"

/// Files without a name: nothing is left of one when its process ends, even by SIGKILL or because
/// the machine stops. Linux has them on ext4, XFS, Btrfs, F2FS, tmpfs and overlayfs, among others,
/// and not on NFS, FAT and exFAT.
namespace lath::tool {

/// A new file without a name in a folder, for reading and writing, with mode 0600. No descriptor
/// where there is no such file in this folder; a file with a name may still be possible.
[[nodiscard]] Descriptor open_unnamed(const std::string& folder) noexcept;

/// Whether link_unnamed() can work: it needs /proc.
[[nodiscard]] bool can_link_unnamed(int fd) noexcept;

/// Gives an unnamed file a name in its file system, once, unless something has the name (errno is
/// then EEXIST). Returns whether it could; if not, errno says why and nothing has changed.
[[nodiscard]] bool link_unnamed(int fd, const std::string& path) noexcept;

/// A name that begins with `prefix` and that nobody can guess or is likely to have.
[[nodiscard]] std::string random_name(const std::string& prefix);

}  // namespace lath::tool
