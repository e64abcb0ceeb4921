// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/message.hpp"
#include "apps/retrieval/column_selection.hpp"
#include "apps/retrieval/messages.hpp"
#include "apps/retrieval/shape.hpp"
#include "apps/retrieval/table_state.hpp"
#include "circuits/memory_needs.hpp"
#include "coding/packing.hpp"
#include "he/access.hpp"
#include "lath/apps/retrieval.hpp"
#include "lath/circuits/expansion.hpp"
#include "lath/he/bytes.hpp"

namespace lath::apps {
namespace {

using he::Access;

std::string table_text(std::uint64_t records, std::uint64_t record_bytes) {
  return "a table of " + std::to_string(records) + " records of " + std::to_string(record_bytes) +
         " bytes";
}

// Reads the table and the parameters of a setup, which must be the plan's.
void require_setup(const RetrievalPlan& plan, MessageReader& reader) {
  const std::uint64_t records = reader.take_number(), record_bytes = reader.take_number();
  if (records != plan.records() || record_bytes != plan.record_bytes()) {
    throw Error(ErrorCode::mismatch, "a setup for " + table_text(records, record_bytes),
                "need one for " + table_text(plan.records(), plan.record_bytes()),
                "let the client plan with the numbers of this table");
  }
  const auto parameters = reader.take_object();
  const Buffer<std::byte> own = he::to_bytes(plan.parameters());
  if (std::ranges::equal(parameters, own.span())) return;
  throw Error(ErrorCode::mismatch, "a setup with other parameters", "need the plan's",
              "plan with the options and the version of the server");
}

he::EvaluationKeys read_keys(const RetrievalPlan& plan, MessageReader& reader,
                             const circuits::Expansion& expansion) {
  if (expansion.steps() == 0) return {};
  he::GaloisKeys keys = he::galois_keys_from_bytes(plan.parameters(), reader.take_object());
  for (const std::uint64_t g : expansion.elements()) {
    if (keys.has(g)) continue;
    throw Error(ErrorCode::mismatch, "a setup without a key for x^" + std::to_string(g),
                "need keys for all steps of the expansion", "send the setup that the client made");
  }
  return keys;
}

// A query's ciphertext with the bound of an honest client: the bound that came with it is only a
// claim, and decides nothing.
he::Ciphertext read_query(const RetrievalPlan& plan, ByteView bytes, const SessionId& session,
                          std::uint64_t& number) {
  MessageReader reader(bytes, Protocol::retrieval, static_cast<std::uint8_t>(RetrievalKind::query),
                       "a query of a retrieval");
  reader.require_session(session);
  number = reader.number();
  const auto object = reader.take_object();
  reader.require_end();
  he::SeededCiphertext seeded = he::seeded_ciphertext_from_bytes(plan.parameters(), object);
  if (seeded.level() != plan.parameters().levels()) {
    reader.refuse("of level " + std::to_string(seeded.level()),
                  "level " + std::to_string(plan.parameters().levels()));
  }
  he::Ciphertext result = std::move(seeded).expand();
  Access::set(result, 1, plan.parameters().noise().symmetric(), result.key_id());
  return result;
}

}  // namespace

struct RetrievalServer::State {
  State(const RetrievalPlan& of, MessageReader& reader)
      : plan(of),
        session_id(reader.session()),
        expansion(of.parameters(), of.rows() + of.columns()),
        session(he::bfv::Evaluator(of.parameters()).session(read_keys(of, reader, expansion))) {
    reader.require_end();
  }

  // Writes all numbers of a query.
  void expand(const he::Ciphertext& query, const Work& work) {
    expansion.expand(
        session, query, 0, expansion.count(),
        [&](std::size_t i, const he::Ciphertext& number) {
          if (i < plan.rows()) {
            rows.set(i, number);
          } else {
            second.set_number(i - plan.rows(), number);
          }
        },
        work);
  }
  // Writes the table of the second dimension, made of the ciphertexts of the first.
  void write_second(const Work& work);

  RetrievalPlan plan;
  SessionId session_id;
  circuits::Expansion expansion;
  he::bfv::Session session;
  // Memory that queries use one after the other.
  Selections rows{plan.parameters(), plan.rows()};
  std::vector<he::Ciphertext> first, high;
  ColumnSelection second{plan.parameters(), plan.columns(), plan.chunks() * plan.pieces()};
};

void RetrievalServer::State::write_second(const Work& work) {
  const std::size_t n = plan.parameters().degree(), columns = plan.columns(),
                    capacity = plaintext_capacity(plan);
  Buffer<std::byte> bytes(plan.pieces() * capacity);
  Buffer<std::uint64_t> coefficients(n);
  he::Ciphertext low = session.mod_switch(first[0], plan.inner_level());
  for (std::size_t i = 0; i < first.size(); ++i) {
    work.require_wanted();
    if (i != 0) session.mod_switch(low, first[i], plan.inner_level());
    pack_inner(plan, bytes.span().first(inner_bytes(plan)), low);
    for (std::size_t piece = 0; piece < plan.pieces(); ++piece) {
      lath::detail::unpack<std::uint64_t>(active_isa(), coefficients.span(),
                                          bytes.span().subspan(piece * capacity, capacity),
                                          plan.coefficient_bits());
      second.set_piece(i % columns, i / columns * plan.pieces() + piece, coefficients.span());
    }
    work.report(expansion.count() + i + 1);
  }
}

RetrievalServer::RetrievalServer(const RetrievalPlan& plan, ByteView setup,
                                 const ServerLimits& limits) {
  MessageReader reader(setup, Protocol::retrieval, static_cast<std::uint8_t>(RetrievalKind::setup),
                       "a setup of a retrieval");
  if (plan.client_memory() > limits.memory) {
    circuits::refuse_memory(plan.client_memory(), limits.memory);
  }
  require_setup(plan, reader);
  state_ = std::make_unique<State>(plan, reader);
}
RetrievalServer::RetrievalServer(RetrievalServer&&) noexcept = default;
RetrievalServer& RetrievalServer::operator=(RetrievalServer&&) noexcept = default;
RetrievalServer::~RetrievalServer() = default;

Buffer<std::byte> RetrievalServer::answer(const RetrievalTable& table, ByteView query,
                                          const Work& work) {
  if (!state_) {
    throw Error(ErrorCode::invalid_argument, "a server that was moved from", "need one with keys",
                "use the server that it was moved to");
  }
  State& state = *state_;
  const RetrievalPlan& plan = state.plan;
  if (!(table.plan() == plan)) {
    throw Error(ErrorCode::mismatch, "a table of another plan", "need the plan of the client",
                "give the table that the client asks");
  }
  std::uint64_t number = 0;
  const he::Ciphertext packed = read_query(plan, query, state.session_id, number);
  state.expand(packed, work);
  const auto noise = [&](std::size_t rows) {
    return selection_noise(plan.parameters().noise(), state.expansion.count(), rows);
  };
  table.state_->plaintexts.select(state.first, state.rows, noise(plan.rows()), packed.key_id(),
                                  work);
  state.write_second(work);
  state.second.select(state.high, noise(plan.columns()), packed.key_id(), work);
  MessageWriter writer({Protocol::retrieval, static_cast<std::uint8_t>(RetrievalKind::answer),
                        state.session_id, number});
  for (const he::Ciphertext& c : state.high) {
    const he::Ciphertext low = state.session.mod_switch(c, plan.answer_level());
    const Buffer<std::byte> bytes = he::to_bytes(low);
    writer.put_object(bytes.span());
  }
  return writer.finish();
}

}  // namespace lath::apps
