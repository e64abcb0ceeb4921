// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "apps/curve/field_rows.hpp"
#include "apps/curve/messages.hpp"
#include "apps/curve/multiples.hpp"
#include "apps/message.hpp"
#include "lath/apps/curve_sums.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/plaintexts/wide_slot_encoder.hpp"
#include "lath/he/symmetric_encryptor.hpp"

namespace lath::apps {
namespace {

// Throws mismatch unless there are so many points of the curve, and invalid_argument unless all are
// set.
void require_points(const CurvePoints& points, const Curve& curve, std::size_t count) {
  if (points.curve() != curve) {
    throw Error(ErrorCode::mismatch, "points of another curve", "need points of the plan's curve",
                "plan for this curve");
  }
  if (points.size() != count) {
    throw Error(ErrorCode::mismatch, std::to_string(points.size()) + " points",
                "need " + std::to_string(count),
                "fill every slot, with infinity where there is no point");
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (points.is_set(i)) continue;
    throw Error(ErrorCode::invalid_argument,
                "a batch in which point " + std::to_string(i) + " is not set",
                "need all " + std::to_string(count) + " points", "set it, to infinity if none");
  }
}

// The numbers of summand j, for each slot.
he::WideValues summand_of(const he::WideValues& all, std::size_t j, std::size_t slots) {
  he::WideValues result(slots, all.words());
  const std::size_t count = slots * all.words();
  std::ranges::copy(all.span().subspan(j * count, count), result.span().begin());
  return result;
}

}  // namespace

struct CurveClient::State {
  State(const CurvePlan& of, const he::SecretKey& secret, const SessionId& id)
      : plan(of),
        session(id),
        key(secret),
        encoder(he::WideSlotEncoder::create(of.parameters())),
        encryptor(of.parameters(), key),
        decryptor(of.parameters(), key),
        field(of.curve(), of.slots()) {}

  // Writes a summand.
  void put(MessageWriter& writer, std::size_t j, const ClearPoints& points, Generator& generator);
  void put(MessageWriter& writer, const FieldRow& row, Generator& generator) const;
  [[nodiscard]] MessageWriter open_query() const {
    MessageWriter writer(
        {Protocol::curve, static_cast<std::uint8_t>(CurveKind::query), session, asked + 1});
    writer.reserve(plan.query_bytes());
    return writer;
  }
  [[nodiscard]] Buffer<std::byte> close(MessageWriter& writer) {
    Buffer<std::byte> message = writer.finish();
    ++asked;
    is_waiting = true;
    return message;
  }
  // The coordinates of an answer; decrypt(object) gives a plaintext.
  template <class Decrypt>
  [[nodiscard]] ClearPoints read(ByteView answer, const Decrypt& decrypt) const;
  template <class Object, class Read, class Decrypt>
  [[nodiscard]] ClearPoints read_as(MessageReader& reader, const Read& read,
                                    const Decrypt& decrypt) const;

  CurvePlan plan;
  SessionId session;
  he::SecretKey key;
  he::WideSlotEncoder encoder;
  he::SymmetricEncryptor encryptor;
  he::Decryptor decryptor;
  FieldRows field;
  std::uint64_t asked = 0;
  bool is_waiting = false;
};

void CurveClient::State::put(MessageWriter& writer, const FieldRow& row,
                             Generator& generator) const {
  const auto ciphertext = encryptor.encrypt_seeded(encoder.encode(field.plain(row)), generator);
  const Buffer<std::byte> bytes = he::to_bytes(ciphertext);
  writer.put_object(bytes.span());
}

void CurveClient::State::put(MessageWriter& writer, std::size_t j, const ClearPoints& points,
                             Generator& generator) {
  for (const FieldRow* row : {&points.x, &points.y, &points.z}) put(writer, *row, generator);
  if ((j & 1) == 0) return;
  const SecondSummand<FieldRow> second = second_summand(field, points);
  put(writer, second.x_less_bz, generator);
  put(writer, second.bx_less_triple_z, generator);
}

template <class Object, class Read, class Decrypt>
ClearPoints CurveClient::State::read_as(MessageReader& reader, const Read& read,
                                        const Decrypt& decrypt) const {
  std::vector<Object> objects;
  objects.reserve(kCoordinates);
  for (std::size_t i = 0; i < kCoordinates; ++i) {
    Object object = read(plan.parameters(), reader.take_object());
    const std::size_t parts = plan.is_relinearized() ? 2 : kSumParts;
    if (object.level() != plan.answer_level() || object.parts() != parts) {
      reader.refuse("of level " + std::to_string(object.level()) + " and " +
                        std::to_string(object.parts()) + " parts",
                    "level " + std::to_string(plan.answer_level()) + " and " +
                        std::to_string(parts) + " parts");
    }
    objects.push_back(decryptor.bounded(std::move(object), plan.answer_noise()));
  }
  reader.require_end();
  std::array<FieldRow, kCoordinates> rows;
  for (std::size_t i = 0; i < kCoordinates; ++i) {
    rows[i] = field.from(encoder.decode(decrypt(objects[i])));
  }
  return {std::move(rows[0]), std::move(rows[1]), std::move(rows[2])};
}

template <class Decrypt>
ClearPoints CurveClient::State::read(ByteView answer, const Decrypt& decrypt) const {
  if (!is_waiting) {
    throw Error(ErrorCode::invalid_argument, "an answer where no query is open",
                "need an open query", "ask first; each answer is read once");
  }
  MessageReader reader(answer, Protocol::curve, static_cast<std::uint8_t>(CurveKind::answer),
                       "an answer with sums of points");
  reader.require_session(session);
  reader.require_number(asked);
  if (plan.is_relinearized()) {
    return read_as<he::Ciphertext>(
        reader, [](const auto& of, ByteView bytes) { return he::ciphertext_from_bytes(of, bytes); },
        decrypt);
  }
  return read_as<he::bgv::Product>(
      reader, [](const auto& of, ByteView bytes) { return he::bgv::product_from_bytes(of, bytes); },
      decrypt);
}

CurveClient::CurveClient(const CurvePlan& plan, Generator& generator) {
  he::KeyGenerator keys(plan.parameters(), generator);
  const he::SecretKey secret = keys.secret_key();
  state_ = std::make_unique<State>(plan, secret, draw_session(generator));
}
CurveClient::CurveClient(CurveClient&&) noexcept = default;
CurveClient& CurveClient::operator=(CurveClient&&) noexcept = default;
CurveClient::~CurveClient() = default;

CurveClient::State& CurveClient::state() const {
  if (state_) return *state_;
  throw Error(ErrorCode::invalid_argument, "a client that was moved from", "need one with a key",
              "use the client that it was moved to");
}

const CurvePlan& CurveClient::plan() const { return state().plan; }

Buffer<std::byte> CurveClient::setup(Generator& generator) const {
  const State& of = state();
  MessageWriter writer({Protocol::curve, static_cast<std::uint8_t>(CurveKind::setup), of.session});
  put_agreement(writer, of.plan);
  if (of.plan.is_relinearized()) {
    he::KeyGenerator keys(of.plan.parameters(), generator);
    const Buffer<std::byte> key = he::to_bytes(keys.relin_key(of.key));
    writer.put_object(key.span());
  }
  return writer.finish();
}

Buffer<std::byte> CurveClient::query(const CurvePoints& points, Generator& generator,
                                     const Work& work) {
  State& of = state();
  const std::size_t slots = of.plan.slots();
  require_points(points, of.plan.curve(), of.plan.summands() * slots);
  const CurvePoints::Coordinates& all = points.coordinates();
  MessageWriter writer = of.open_query();
  for (std::size_t j = 0; j < of.plan.summands(); ++j) {
    work.require_wanted();
    const auto row = [&](const he::WideValues& numbers) {
      return of.field.from(summand_of(numbers, j, slots));
    };
    of.put(writer, j, {row(all.x), row(all.y), row(all.z)}, generator);
    work.report(j + 1);
  }
  return of.close(writer);
}

Buffer<std::byte> CurveClient::query_multiples(const CurvePoints& points,
                                               const he::WideValues& scalars,
                                               const CurvePoints& addends, Generator& generator,
                                               const Work& work) {
  State& of = state();
  const std::size_t slots = of.plan.slots();
  require_points(points, of.plan.curve(), slots);
  require_points(addends, of.plan.curve(), slots);
  if (scalars.size() != slots || scalars.words() != 4) {
    throw Error(ErrorCode::mismatch,
                std::to_string(scalars.size()) + " scalars of " + std::to_string(scalars.words()) +
                    " words",
                "need " + std::to_string(slots) + " scalars of 4 words", "give one for each slot");
  }
  std::vector<ClearPoints> windows = windows_of_multiples(of.field, projective(of.field, points),
                                                          scalars, of.plan.summands(), work);
  windows[0] = sum_of_points(of.field, windows[0], projective(of.field, addends));
  MessageWriter writer = of.open_query();
  for (std::size_t j = 0; j < windows.size(); ++j) {
    work.require_wanted();
    of.put(writer, j, windows[j], generator);
    work.report(j + 1);
  }
  return of.close(writer);
}

CurvePoints CurveClient::finish(ByteView answer) {
  State& of = state();
  const ClearPoints sums =
      of.read(answer, [&](const auto& object) { return of.decryptor.decrypt(object); });
  CurvePoints result(of.plan.curve(), affine(of.field, sums));
  of.is_waiting = false;
  return result;
}

CurvePoints CurveClient::finish_for_release(ByteView answer, Generator& generator) {
  State& of = state();
  if (of.plan.options().use != CurveUse::released) {
    throw Error(ErrorCode::invalid_argument, "a plan for points that the client keeps",
                "need a plan with CurveUse::released", "plan with that use, on both sides");
  }
  const ClearPoints sums = of.read(answer, [&](const auto& object) {
    return of.decryptor.decrypt_for_release(object, generator);
  });
  std::uint64_t all = ~std::uint64_t{0};
  for (const std::uint64_t mask : are_on_curve(of.field, sums)) all &= mask;
  ct::declassify(&all, sizeof all);  // the noise is smudged, and the result for everybody
  of.is_waiting = false;
  if (all == 0) {
    throw Error(ErrorCode::malformed, "an answer with sums that are no points",
                "need the answer of an honest server", "do not ask this server again");
  }
  return {of.plan.curve(), affine(of.field, sums)};
}

}  // namespace lath::apps
