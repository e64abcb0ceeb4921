// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "apps/curve/messages.hpp"
#include "apps/message.hpp"
#include "lath/apps/complete_addition.hpp"
#include "lath/apps/curve_sums.hpp"
#include "lath/apps/encrypted_field.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/plaintexts/wide_slot_encoder.hpp"

namespace lath::apps {
namespace {

using EncryptedPoint = ProjectivePoint<he::Ciphertext>;

constexpr const char* kQueryName = "a query for sums of points";

void require_memory(const CurvePlan& plan, const ServerLimits& limits) {
  if (plan.server_memory() <= limits.memory) return;
  throw Error(ErrorCode::unsupported,
              "sums that take " + std::to_string(plan.server_memory()) + " bytes of memory",
              "need at most " + std::to_string(limits.memory) + ", the limit",
              "raise the limit, or plan fewer levels");
}

// The points of a query, one after the other.
class QueryPoints {
 public:
  QueryPoints(const CurvePlan& plan, MessageReader& reader) : plan_(plan), reader_(reader) {}

  [[nodiscard]] EncryptedPoint point() { return {next(), next(), next()}; }
  [[nodiscard]] SecondSummand<he::Ciphertext> second() {
    return {next(), next(), next(), next(), next()};
  }

 private:
  [[nodiscard]] he::Ciphertext next() {
    return he::seeded_ciphertext_from_bytes(plan_.parameters(), reader_.take_object()).expand();
  }

  const CurvePlan& plan_;
  MessageReader& reader_;
};

// The additions of a tree, depth first: points are read as they are needed.
template <class Field>
class SumTree {
 public:
  SumTree(Field& field, QueryPoints& points, const Work& work)
      : field_(field), points_(points), work_(work) {}

  [[nodiscard]] EncryptedPoint sum(unsigned levels) {
    if (levels == 1) {
      const EncryptedPoint first = points_.point();
      return add(first, points_.second());
    }
    const EncryptedPoint first = sum(levels - 1);
    return add(first, second_summand(field_, sum(levels - 1)));
  }

 private:
  [[nodiscard]] EncryptedPoint add(const EncryptedPoint& p,
                                   const SecondSummand<he::Ciphertext>& q) {
    work_.require_wanted();
    EncryptedPoint result = complete_addition(field_, p, q);
    work_.report(++additions_);
    return result;
  }

  Field& field_;
  QueryPoints& points_;
  const Work& work_;
  std::uint64_t additions_ = 0;
};

he::PlainFactor factor_b(const CurvePlan& plan) {
  const auto encoder = he::WideSlotEncoder::create(plan.parameters());
  return {encoder.constant(plan.curve().b()), plan.parameters().levels()};
}

}  // namespace

struct CurveServer::State {
  State(const CurvePlan& of, const SessionId& id, const he::EvaluationKeys& keys)
      : plan(of), session_id(id), session(he::bgv::Evaluator(of.parameters()).session(keys)) {}

  // Writes the sums, at the level of answers.
  template <class Object>
  void put(MessageWriter& writer, const ProjectivePoint<Object>& sums);

  CurvePlan plan;
  SessionId session_id;
  he::bgv::Session session;
};

template <class Object>
void CurveServer::State::put(MessageWriter& writer, const ProjectivePoint<Object>& sums) {
  for (const Object* coordinate : {&sums.x, &sums.y, &sums.z}) {
    const Buffer<std::byte> bytes =
        he::to_bytes(coordinate->level() == plan.answer_level()
                         ? *coordinate
                         : session.mod_switch(*coordinate, plan.answer_level()));
    writer.put_object(bytes.span());
  }
}

CurveServer::CurveServer(const CurvePlan& plan, ByteView setup, const ServerLimits& limits) {
  require_memory(plan, limits);
  MessageReader reader(setup, Protocol::curve, static_cast<std::uint8_t>(CurveKind::setup),
                       "a setup for sums of points");
  require_agreement(reader, plan);
  he::EvaluationKeys keys;
  if (plan.is_relinearized()) {
    keys = he::relin_key_from_bytes(plan.parameters(), reader.take_object());
  }
  reader.require_end();
  state_ = std::make_unique<State>(plan, reader.session(), keys);
}
CurveServer::CurveServer(CurveServer&&) noexcept = default;
CurveServer& CurveServer::operator=(CurveServer&&) noexcept = default;
CurveServer::~CurveServer() = default;

Buffer<std::byte> CurveServer::answer(ByteView query, const Work& work) {
  if (!state_) {
    throw Error(ErrorCode::invalid_argument, "a server that was moved from",
                "need one with a setup", "use the server that it was moved to");
  }
  State& of = *state_;
  MessageReader reader(query, Protocol::curve, static_cast<std::uint8_t>(CurveKind::query),
                       kQueryName);
  reader.require_session(of.session_id);
  if (query.span().size() != of.plan.query_bytes()) {
    reader.refuse("of " + std::to_string(query.span().size()) + " bytes",
                  std::to_string(of.plan.query_bytes()) + ", all summands");
  }
  QueryPoints points(of.plan, reader);
  MessageWriter writer({Protocol::curve, static_cast<std::uint8_t>(CurveKind::answer),
                        of.session_id, reader.number()});
  if (of.plan.is_relinearized()) {
    RelinearizedField<he::Bgv> field(of.session, factor_b(of.plan), of.plan.least_level());
    of.put(writer, SumTree(field, points, work).sum(of.plan.levels()));
  } else {
    work.require_wanted();
    UnreducedField field(of.session);
    const EncryptedPoint first = points.point();
    of.put(writer, complete_addition(field, first, points.second()));
    work.report(1);
  }
  reader.require_end();
  return writer.finish();
}

}  // namespace lath::apps
