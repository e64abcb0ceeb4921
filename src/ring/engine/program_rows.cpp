// SPDX-License-Identifier: Apache-2.0
#include "ring/engine/program_rows.hpp"

namespace lath::detail {
namespace {

using Words = Buffer<std::uint64_t, Secret>;

// Memory for a copy of rows; none where the program reaches the rows themselves.
template <class Row>
Words memory_for(const Engine& engine, const Row& rows) {
  if (engine.is_program_memory()) return {};
  return Words::for_overwrite(
      rows.limbs.size() == 0 ? 0 : (rows.limbs.end() - rows.limbs.place(0)) * engine.stride());
}

// The rows in this memory.
Rows rows_in(const Engine& engine, Words& memory, const LimbSet& limbs) noexcept {
  return {memory.data(), engine.stride(), limbs.size() == 0 ? 0 : limbs.place(0), limbs};
}

}  // namespace

RowsToRead::RowsToRead(Engine& engine, const ConstRows& rows)
    : memory_(memory_for(engine, rows)), rows_(rows) {
  if (engine.is_program_memory()) return;
  const Rows copy = rows_in(engine, memory_, rows.limbs);
  engine.copy_out(copy, rows);
  rows_ = copy;
}

RowsToWrite::RowsToWrite(Engine& engine, const Rows& rows)
    : engine_(&engine),
      target_(rows),
      memory_(memory_for(engine, rows)),
      rows_(engine.is_program_memory() ? rows : rows_in(engine, memory_, rows.limbs)) {}

void RowsToWrite::store() const {
  if (!engine_->is_program_memory()) engine_->copy_in(target_, rows_);
}

}  // namespace lath::detail
