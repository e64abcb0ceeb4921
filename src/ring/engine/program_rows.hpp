// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "lath/base/buffer.hpp"
#include "lath/ring/engine.hpp"

/// @file
/// Rows of an engine as rows of the program's memory, where the program itself computes. They are
/// the engine's own rows where its memory is the program's, else copies.
namespace lath::detail {

/// Rows to read. They are valid as long as the object and the engine's rows.
class RowsToRead {
 public:
  RowsToRead(Engine& engine, const ConstRows& rows);
  RowsToRead(const RowsToRead&) = delete;
  RowsToRead& operator=(const RowsToRead&) = delete;
  RowsToRead(RowsToRead&&) noexcept = default;
  RowsToRead& operator=(RowsToRead&&) noexcept = default;
  ~RowsToRead() = default;
  [[nodiscard]] const ConstRows& rows() const noexcept { return rows_; }
  /// The row of a place of the limbs, which is not checked.
  [[nodiscard]] const std::uint64_t* row(std::size_t place) const noexcept {
    return rows_.row(place);
  }

 private:
  Buffer<std::uint64_t, Secret> memory_;  // of a copy
  ConstRows rows_;
};

/// Rows to write, every word: store() makes them the engine's.
class RowsToWrite {
 public:
  RowsToWrite(Engine& engine, const Rows& rows);
  RowsToWrite(const RowsToWrite&) = delete;
  RowsToWrite& operator=(const RowsToWrite&) = delete;
  ~RowsToWrite() = default;
  [[nodiscard]] const Rows& rows() const noexcept { return rows_; }
  /// The row of a place of the limbs, which is not checked.
  [[nodiscard]] std::uint64_t* row(std::size_t place) const noexcept { return rows_.row(place); }
  void store() const;

 private:
  Engine* engine_;
  Rows target_;
  Buffer<std::uint64_t, Secret> memory_;  // of a copy
  Rows rows_;
};

}  // namespace lath::detail
