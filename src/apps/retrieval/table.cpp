// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "apps/retrieval/messages.hpp"
#include "apps/retrieval/table_state.hpp"
#include "lath/apps/retrieval.hpp"

namespace lath::apps {
namespace {

void require_table_record(std::uint64_t index, std::uint64_t records) {
  if (index < records) return;
  throw Error(ErrorCode::invalid_argument, "record " + std::to_string(index),
              "need one below " + std::to_string(records), "count records from 0");
}

void require_table_bytes(std::size_t found, std::size_t needed, const char* what) {
  if (found == needed) return;
  throw Error(ErrorCode::mismatch, std::to_string(found) + " bytes for " + what,
              "need " + std::to_string(needed),
              "give records of the length that the plan says, one after the other");
}

template <class State>
State& require_state(const std::unique_ptr<State>& state) {
  if (state) return *state;
  throw Error(ErrorCode::invalid_argument, "a table that was moved from", "need one with records",
              "use the table that it was moved to");
}

}  // namespace

// Writes all plaintexts of a place, which has some records, or one.
void RetrievalTable::State::write_place(PlaintextWriter& writer, std::size_t place) {
  const std::size_t group_bytes = plan.records_of_plaintext() * plan.record_bytes();
  const std::size_t capacity = plaintext_capacity(plan);
  std::span<const std::byte> rest = records.span().subspan(place * group_bytes);
  rest = rest.first(std::min(rest.size(), group_bytes));
  const std::size_t row = place / plan.columns(), column = place % plan.columns();
  for (std::size_t chunk = 0; chunk < plan.chunks(); ++chunk) {
    const auto bytes = rest.first(std::min(rest.size(), capacity));
    writer.write(plaintexts, row, chunk * plan.columns() + column, bytes);
    rest = rest.subspan(bytes.size());
  }
}

RetrievalTable::RetrievalTable(const RetrievalPlan& plan) : state_(std::make_unique<State>(plan)) {}
RetrievalTable::RetrievalTable(RetrievalTable&&) noexcept = default;
RetrievalTable& RetrievalTable::operator=(RetrievalTable&&) noexcept = default;
RetrievalTable::~RetrievalTable() = default;

const RetrievalPlan& RetrievalTable::plan() const { return require_state(state_).plan; }

void RetrievalTable::load(ByteView bytes, const Work& work) {
  State& state = require_state(state_);
  require_table_bytes(bytes.span().size(), state.records.size(), "all records");
  PlaintextWriter writer(state.plan);
  std::ranges::copy(bytes.span(), state.records.begin());
  const std::size_t group = state.plan.records_of_plaintext();
  const auto places = static_cast<std::size_t>((state.plan.records() + group - 1) / group);
  for (std::size_t place = 0; place < places; ++place) {
    work.require_wanted();
    state.write_place(writer, place);
    work.report((place + 1) * state.plan.chunks());
  }
}

void RetrievalTable::update(std::uint64_t index, ByteView record) {
  State& state = require_state(state_);
  require_table_record(index, state.plan.records());
  require_table_bytes(record.span().size(), state.plan.record_bytes(), "a record");
  PlaintextWriter writer(state.plan);
  const auto at = static_cast<std::size_t>(index);
  std::ranges::copy(record.span(), state.records.data() + at * state.plan.record_bytes());
  state.write_place(writer, at / state.plan.records_of_plaintext());
}

Buffer<std::byte> RetrievalTable::record(std::uint64_t index) const {
  const State& state = require_state(state_);
  require_table_record(index, state.plan.records());
  const std::size_t size = state.plan.record_bytes();
  return Buffer<std::byte>(
      state.records.span().subspan(static_cast<std::size_t>(index) * size, size));
}

}  // namespace lath::apps
