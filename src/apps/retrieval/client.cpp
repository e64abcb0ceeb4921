// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/message.hpp"
#include "apps/retrieval/messages.hpp"
#include "apps/retrieval/secret_index.hpp"
#include "coding/packing.hpp"
#include "he/result_memory.hpp"
#include "lath/apps/retrieval.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/circuits/expansion.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/symmetric_encryptor.hpp"

namespace lath::apps {
namespace {

using SecretBuffer = Buffer<std::byte, Secret>;

// Where a record is: all of it secret.
struct RecordPlace {
  std::uint64_t row, column, member;  // the member of a group in a plaintext
};

// Wipes a ciphertext that tells which column was selected.
class WipedCiphertext {
 public:
  explicit WipedCiphertext(he::Ciphertext ciphertext) noexcept
      : ciphertext_(std::move(ciphertext)) {}
  WipedCiphertext(const WipedCiphertext&) = delete;
  WipedCiphertext& operator=(const WipedCiphertext&) = delete;
  ~WipedCiphertext() {
    if (!he::engine_of(ciphertext_).is_program_memory()) return;
    for (const Rows& part : he::rows_of_parts(ciphertext_)) {
      for (std::size_t limb = 0; limb < ciphertext_.level(); ++limb) {
        wipe(part.row(limb), part.stride * sizeof(std::uint64_t));
      }
    }
  }
  [[nodiscard]] const he::Ciphertext& get() const noexcept { return ciphertext_; }

 private:
  he::Ciphertext ciphertext_;
};

}  // namespace

struct RetrievalClient::State {
  State(const RetrievalPlan& of, const he::SecretKey& secret, const SessionId& id)
      : plan(of),
        session(id),
        key(secret),
        expansion(of.parameters(), of.rows() + of.columns()),
        encryptor(of.parameters(), key),
        decryptor(of.parameters(), key),
        place(1) {}

  [[nodiscard]] he::Plaintext numbers(const RecordPlace& of) const;
  // The ciphertexts of an answer to the open query, with the plan's own bound.
  [[nodiscard]] std::vector<he::Ciphertext> read(ByteView answer) const;
  // The record; decrypt(ciphertext) gives a plaintext.
  template <class Decrypt>
  [[nodiscard]] SecretBuffer record(const std::vector<he::Ciphertext>& answer,
                                    const Decrypt& decrypt) const;
  [[nodiscard]] SecretBuffer packed(const he::Plaintext& plaintext) const;

  RetrievalPlan plan;
  SessionId session;
  he::SecretKey key;
  circuits::Expansion expansion;
  he::SymmetricEncryptor encryptor;
  he::Decryptor decryptor;
  std::uint64_t queries = 0;
  bool is_open = false;
  Buffer<RecordPlace, Secret> place;  // that the open query asks for
};

// The packed polynomial of the two unit vectors.
he::Plaintext RetrievalClient::State::numbers(const RecordPlace& of) const {
  Buffer<std::uint64_t, Secret> coefficients(plan.parameters().degree());
  const std::uint64_t one = expansion.packed(1).word();
  for (std::size_t i = 0; i < expansion.count(); ++i) {
    const std::uint64_t chosen = i < plan.rows()
                                     ? ct::mask_equal(std::uint64_t{i}, of.row)
                                     : ct::mask_equal(std::uint64_t{i - plan.rows()}, of.column);
    coefficients[expansion.coefficient(i)] = chosen & one;
  }
  return {plan.parameters(), coefficients.span()};
}

std::vector<he::Ciphertext> RetrievalClient::State::read(ByteView answer) const {
  if (!is_open) {
    throw Error(ErrorCode::invalid_argument, "an answer where no query is open",
                "need an open query", "ask first; each answer is read once");
  }
  MessageReader reader(answer, Protocol::retrieval,
                       static_cast<std::uint8_t>(RetrievalKind::answer),
                       "an answer of a retrieval");
  reader.require_session(session);
  reader.require_number(queries);
  std::vector<he::Ciphertext> result;
  result.reserve(plan.chunks() * plan.pieces());
  for (std::size_t i = 0; i < plan.chunks() * plan.pieces(); ++i) {
    he::Ciphertext c = he::ciphertext_from_bytes(plan.parameters(), reader.take_object());
    if (c.level() != plan.answer_level()) {
      reader.refuse("of level " + std::to_string(c.level()),
                    "level " + std::to_string(plan.answer_level()));
    }
    result.push_back(decryptor.bounded(std::move(c), plan.answer_noise()));
  }
  reader.require_end();
  return result;
}

SecretBuffer RetrievalClient::State::packed(const he::Plaintext& plaintext) const {
  Buffer<std::uint64_t, Secret> words(plaintext.coefficients());
  const std::uint64_t mask = (std::uint64_t{1} << plan.coefficient_bits()) - 1;
  for (std::uint64_t& word : words) word &= mask;
  SecretBuffer bytes(plaintext_capacity(plan));
  lath::detail::pack<std::uint64_t>(active_isa(), bytes.span(), words.span(),
                                    plan.coefficient_bits());
  return bytes;
}

template <class Decrypt>
SecretBuffer RetrievalClient::State::record(const std::vector<he::Ciphertext>& answer,
                                            const Decrypt& decrypt) const {
  const std::size_t size = plan.record_bytes(), capacity = plaintext_capacity(plan);
  SecretBuffer record(size), inner(plan.pieces() * capacity);
  for (std::size_t chunk = 0; chunk < plan.chunks(); ++chunk) {
    for (std::size_t piece = 0; piece < plan.pieces(); ++piece) {
      const SecretBuffer bytes = packed(decrypt(answer[chunk * plan.pieces() + piece]));
      std::ranges::copy(bytes, inner.data() + piece * capacity);
    }
    const WipedCiphertext ciphertext(unpack_inner(plan, inner.span(), key.id()));
    const SecretBuffer bytes = packed(decrypt(ciphertext.get()));
    const std::size_t at = chunk * capacity, count = std::min(size - at, capacity);
    // Every member of the group is looked at.
    for (std::size_t member = 0; member < plan.records_of_plaintext(); ++member) {
      const auto chosen =
          static_cast<std::uint8_t>(ct::mask_equal(std::uint64_t{member}, place[0].member) & 0xff);
      for (std::size_t i = 0; i < count; ++i) {
        record[at + i] |= bytes[member * size + i] & std::byte{chosen};
      }
    }
  }
  return record;
}

RetrievalClient::RetrievalClient(const RetrievalPlan& plan, Generator& generator) {
  he::KeyGenerator keys(plan.parameters(), generator);
  const he::SecretKey secret = keys.secret_key();
  state_ = std::make_unique<State>(plan, secret, draw_session(generator));
}
RetrievalClient::RetrievalClient(RetrievalClient&&) noexcept = default;
RetrievalClient& RetrievalClient::operator=(RetrievalClient&&) noexcept = default;
RetrievalClient::~RetrievalClient() = default;

RetrievalClient::State& RetrievalClient::state() const {
  if (state_) return *state_;
  throw Error(ErrorCode::invalid_argument, "a client that was moved from", "need one with a key",
              "use the client that it was moved to");
}

const RetrievalPlan& RetrievalClient::plan() const { return state().plan; }

Buffer<std::byte> RetrievalClient::setup(Generator& generator, const Work& work) const {
  const State& of = state();
  MessageWriter writer(
      {Protocol::retrieval, static_cast<std::uint8_t>(RetrievalKind::setup), of.session});
  writer.put_number(of.plan.records());
  writer.put_number(of.plan.record_bytes());
  const Buffer<std::byte> parameters = he::to_bytes(of.plan.parameters());
  writer.put_object(parameters.span());
  if (of.expansion.steps() != 0) {
    he::KeyGenerator keys(of.plan.parameters(), generator);
    const Buffer<std::byte> galois =
        he::to_bytes(keys.galois_keys(of.key, of.expansion.elements(), work));
    writer.put_object(galois.span());
  }
  return writer.finish();
}

Buffer<std::byte> RetrievalClient::query(std::uint64_t index, Generator& generator) {
  State& of = state();
  std::uint64_t is_record = ct::mask_less(index, of.plan.records());
  ct::declassify(&is_record, sizeof is_record);
  if (is_record == 0) {
    throw Error(ErrorCode::invalid_argument, "a query for a record that the table does not have",
                "need an index below " + std::to_string(of.plan.records()), "count records from 0");
  }
  const SecretQuotient group = divide_secret(index, of.plan.records_of_plaintext());
  const SecretQuotient place = divide_secret(group.quotient, of.plan.columns());
  const RecordPlace wanted{place.quotient, place.remainder, group.remainder};
  const he::SeededCiphertext ciphertext =
      of.encryptor.encrypt_seeded(of.numbers(wanted), generator);
  MessageWriter writer({Protocol::retrieval, static_cast<std::uint8_t>(RetrievalKind::query),
                        of.session, of.queries + 1});
  const Buffer<std::byte> bytes = he::to_bytes(ciphertext);
  writer.put_object(bytes.span());
  Buffer<std::byte> message = writer.finish();
  of.place[0] = wanted;
  ++of.queries;
  of.is_open = true;
  return message;
}

Buffer<std::byte, Secret> RetrievalClient::finish(ByteView answer) {
  State& of = state();
  SecretBuffer record =
      of.record(of.read(answer), [&](const he::Ciphertext& c) { return of.decryptor.decrypt(c); });
  of.is_open = false;
  return record;
}

Buffer<std::byte> RetrievalClient::finish_for_release(ByteView answer, Generator& generator) {
  State& of = state();
  if (of.plan.options().use != RetrievalUse::released) {
    throw Error(ErrorCode::invalid_argument, "a plan for records that the client keeps",
                "need a plan with RetrievalUse::released", "plan with that option, on both sides");
  }
  SecretBuffer record = of.record(of.read(answer), [&](const he::Ciphertext& c) {
    return of.decryptor.decrypt_for_release(c, generator);
  });
  ct::declassify(record.data(), record.size());
  Buffer<std::byte> released(record.size());
  std::ranges::copy(record, released.begin());
  of.is_open = false;
  return released;
}

}  // namespace lath::apps
