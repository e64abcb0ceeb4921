// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "apps/retrieval/messages.hpp"
#include "apps/retrieval/selection_table.hpp"
#include "coding/packing.hpp"
#include "lath/apps/retrieval.hpp"

namespace lath::apps {

/// Memory to write plaintexts of a table.
class PlaintextWriter {
 public:
  explicit PlaintextWriter(const RetrievalPlan& plan)
      : plan_(plan),
        packed_(plaintext_capacity(plan)),
        coefficients_(plan.parameters().degree()),
        row_(plan.parameters().degree()) {}

  /// Writes the plaintext that has these bytes, followed by zeros.
  void write(SelectionTable& table, std::size_t row, std::size_t column,
             std::span<const std::byte> bytes) {
    std::ranges::fill(std::ranges::copy(bytes, packed_.begin()).out, packed_.end(), std::byte{0});
    lath::detail::unpack<std::uint64_t>(active_isa(), coefficients_.span(), packed_.span(),
                                        plan_.coefficient_bits());
    table.set(row, column, coefficients_.span(), row_.span());
  }

 private:
  const RetrievalPlan& plan_;
  Buffer<std::byte> packed_;
  Buffer<std::uint64_t> coefficients_, row_;
};

struct RetrievalTable::State {
  explicit State(const RetrievalPlan& of)
      : plan(of),
        records(static_cast<std::size_t>(of.records()) * of.record_bytes()),
        plaintexts(of.parameters(), of.rows(), of.columns() * of.chunks()) {}

  void write_place(PlaintextWriter& writer, std::size_t place);

  RetrievalPlan plan;
  Buffer<std::byte> records;
  SelectionTable plaintexts;
};

}  // namespace lath::apps
