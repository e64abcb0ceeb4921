// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bindings.hpp"

namespace lath::python {

/// A file as programs in Python give it: a path, or a binary file object. Made and destroyed with
/// the GIL, and used without.
class File {
 public:
  /// The use of a file object, which needs read() or write() for it.
  enum class Use : std::uint8_t { read, write };

  /// Throws TypeError for what is no file, or a file of text, and invalid_argument for a path with
  /// a zero byte.
  File(nb::handle file, Use use);

  /// Whether it is a path: then a file is complete or not there, and nothing stands behind it.
  [[nodiscard]] bool is_path() const noexcept { return !call_.is_valid(); }
  /// The bytes of the file. What read() raises passes through.
  [[nodiscard]] std::unique_ptr<io::Source> source() const;
  /// Writes the file. What write() raises passes through.
  void write(const std::function<void(io::Sink&)>& use,
             io::FileReaders readers = io::FileReaders::umask) const;

 private:
  std::string path_;
  nb::object call_;         // read() or write() of a file object
  bool may_block_ = false;  // a raw file, whose write() says None where it wrote nothing
};

/// A source of which parts are read again.
class Replay final : public io::Source {
 public:
  explicit Replay(io::Source& rest) noexcept : rest_(rest) {}
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;
  ~Replay() override { wipe(kept_.data(), kept_.size()); }

  std::size_t read(std::span<std::byte> out) override;
  /// From here on, what is read is kept.
  void keep();
  /// Goes back to the place of keep(), and goes on to keep what is read, or not.
  void rewind(bool keeps);
  /// All that was kept, valid until the next call.
  [[nodiscard]] std::span<const std::byte> kept() const noexcept { return kept_; }
  /// The next bytes, which stay there: fewer only at the end. Valid until the next call.
  [[nodiscard]] std::span<const std::byte> ahead(std::size_t count);

 private:
  io::Source& rest_;
  std::vector<std::byte> kept_;
  std::size_t at_ = 0;  // in kept_
  bool keeps_ = false;
};

}  // namespace lath::python
