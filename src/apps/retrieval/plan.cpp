// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "apps/message.hpp"
#include "apps/retrieval/column_selection.hpp"
#include "apps/retrieval/selection_table.hpp"
#include "apps/retrieval/shape.hpp"
#include "lath/apps/retrieval_plan.hpp"
#include "lath/base/checked_size.hpp"
#include "lath/circuits/expansion.hpp"
#include "lath/he/bytes.hpp"

namespace lath::apps {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 48;

void require_table(const RetrievalTask& task) {
  const bool is_large = task.records != 0 && task.record_bytes >= kMostBytes / task.records;
  if (task.records != 0 && task.record_bytes != 0 && !is_large) return;
  throw Error(ErrorCode::invalid_argument,
              "a table of " + std::to_string(task.records) + " records of " +
                  std::to_string(task.record_bytes) + " bytes",
              "need one record of one byte at least, and less than 2^48 bytes",
              "split the table, or fill it with zeros");
}

[[noreturn]] void refuse_table(ErrorCode code, const RetrievalTask& task, const char* remedy) {
  throw Error(code,
              "a table of " + std::to_string(task.records) + " records of " +
                  std::to_string(task.record_bytes) + " bytes",
              "need parameters in which the noise of its answers has room", remedy);
}

// Chains whose keys are secure, from which create() chooses: short ones for tables that are read
// faster than queries are expanded, longer ones for others and for releases.
std::vector<he::Literal> literals(RetrievalUse use) {
  std::vector<he::Literal> result;
  const auto add = [&](std::size_t degree, std::vector<unsigned> primes, unsigned special) {
    result.push_back({.degree = degree,
                      .plaintext_modulus = 3,
                      .prime_bits = std::move(primes),
                      .special_prime_bits = {special}});
  };
  if (use == RetrievalUse::kept) {
    add(4096, {34, 36}, 36);
    add(4096, {36, 34}, 36);
    for (const unsigned first : {40U, 42U, 44U, 46U, 48U, 50U}) {
      add(8192, {first, 50}, 50);
      add(8192, {first, 50, 50}, 50);
    }
  } else {
    add(8192, {50, 50, 50}, 50);
    add(16384, {50, 50, 50, 50}, 50);
    add(16384, {50, 50, 50, 50, 50}, 50);
  }
  return result;
}

// The modulus 2^bits + 1: odd, and with a room for `bits` bits.
Natural modulus_for(int bits) { return (std::uint64_t{1} << bits) + 1; }

std::vector<unsigned> lengths_of(const he::bfv::Parameters& parameters) {
  std::vector<unsigned> result;
  result.reserve(parameters.levels());
  const DynamicRing& ring = parameters.ring(parameters.levels());
  for (std::size_t i = 0; i < parameters.levels(); ++i) {
    result.push_back(static_cast<unsigned>(ring.modulus(i).bits()));
  }
  return result;
}

// Throws unless create_insecure() serves the parameters.
void require_parameters(const he::bfv::Parameters& parameters) {
  const Natural& t = parameters.plaintext_modulus();
  const std::vector<unsigned> lengths = lengths_of(parameters);
  if (t.bits() <= 60 && t.bits() >= 2 && parameters.literal().short_modulus.index == 0 &&
      *std::ranges::min_element(lengths) > t.bits()) {
    return;
  }
  throw Error(ErrorCode::invalid_argument, "a t of " + std::to_string(t.bits()) + " bits",
              "need an integer of 2 to 60 bits, shorter than the primes of Q",
              "take a smaller t or longer primes");
}

}  // namespace

struct RetrievalPlan::Shape : RetrievalShape {};

RetrievalPlan::RetrievalPlan(std::uint64_t records, std::size_t record_bytes,
                             const RetrievalOptions& options, const Shape& shape,
                             const he::bfv::Parameters& parameters)
    : records_(records),
      record_bytes_(record_bytes),
      options_(options),
      parameters_(parameters),
      coefficient_bits_(shape.bits),
      group_(shape.group),
      chunks_(shape.chunks),
      rows_(shape.rows),
      columns_(shape.columns),
      pieces_(shape.pieces),
      inner_level_(shape.inner_level),
      answer_level_(shape.answer_level),
      inner_noise_(shape.inner_noise),
      answer_noise_(shape.answer_noise) {}

RetrievalPlan RetrievalPlan::create(std::uint64_t records, std::size_t record_bytes,
                                    const RetrievalOptions& options) {
  const RetrievalTask task{records, record_bytes, options};
  require_table(task);
  constexpr int kMostBits = 56, kFewestBits = 8, kTries = 6;
  he::PrimePool pool;
  std::optional<RetrievalShape> best;
  he::Literal best_literal;
  for (he::Literal& literal : literals(options.use)) {
    int tries = kTries;
    for (int bits = kMostBits; bits >= kFewestBits && tries > 0; --bits) {
      if (static_cast<unsigned>(bits) + 2 > std::ranges::min(literal.prime_bits)) continue;
      literal.plaintext_modulus = modulus_for(bits);
      const auto noise = he::NoiseModel::create(he::Scheme::bfv, literal, pool);
      const auto shape = find_shape(noise, literal.prime_bits, bits, task);
      if (!shape) continue;
      --tries;
      if (best && best->cost <= shape->cost) continue;
      best = shape;
      best_literal = literal;
    }
  }
  if (!best) refuse_table(ErrorCode::unsupported, task, "split the table");
  return {records, record_bytes, options, Shape{*best}, he::bfv::Parameters::create(best_literal)};
}

RetrievalPlan RetrievalPlan::create_insecure(std::uint64_t records, std::size_t record_bytes,
                                             const he::Literal& literal,
                                             const RetrievalOptions& options) {
  const RetrievalTask task{records, record_bytes, options};
  require_table(task);
  const auto parameters = he::bfv::Parameters::create_insecure(literal);
  require_parameters(parameters);
  static_cast<void>(circuits::Expansion(parameters, 1));  // throws for rings that it does not serve
  const auto shape = find_shape(parameters.noise(), lengths_of(parameters),
                                static_cast<int>(parameters.plaintext_modulus().bits()) - 1, task);
  if (!shape) refuse_table(ErrorCode::invalid_argument, task, "take a larger Q or a smaller t");
  return {records, record_bytes, options, Shape{*shape}, parameters};
}

std::size_t RetrievalPlan::setup_bytes() const {
  const std::size_t steps = std::bit_width(rows_ + columns_ - 1);
  const std::size_t galois = steps == 0 ? 0 : 8 + he::galois_keys_bytes(parameters_, steps);
  return kMessageHeaderBytes + 16 + 8 + he::parameters_bytes(parameters_) + galois;
}

std::size_t RetrievalPlan::query_bytes() const {
  return kMessageHeaderBytes + 8 + he::seeded_ciphertext_bytes(parameters_, parameters_.levels());
}

std::size_t RetrievalPlan::answer_bytes() const {
  return kMessageHeaderBytes +
         chunks_ * pieces_ * (8 + he::ciphertext_bytes(parameters_, answer_level_));
}

std::size_t RetrievalPlan::client_memory() const {
  const auto times = [](std::uint64_t a, std::uint64_t b) {
    return checked_product("bytes for a client", a, b);
  };
  const std::size_t levels = parameters_.levels(), numbers = rows_ + columns_;
  const std::size_t ciphertext = 16 * levels * parameters_.degree();
  const std::size_t key =
      16 * parameters_.digits() * parameters_.key_ring().limbs() * parameters_.degree();
  const std::size_t steps = std::bit_width(numbers - 1);
  // The query and its seed's half, two ciphertexts and a plaintext for each step, the numbers of
  // rows, the ciphertexts of both dimensions, and two on their way to bytes are there at once.
  const std::size_t ciphertexts =
      4 + 3 * steps + rows_ + times(columns_, chunks_) + times(pieces_, chunks_);
  return times(steps, key) + he::session_bytes(parameters_) + times(ciphertexts, ciphertext) +
         ColumnSelection::bytes(parameters_, columns_, times(pieces_, chunks_)) + answer_bytes();
}

std::size_t RetrievalPlan::table_memory() const {
  const std::size_t prepared = SelectionTable::bytes(parameters_, rows_, columns_ * chunks_);
  return prepared + static_cast<std::size_t>(records_) * record_bytes_;
}

}  // namespace lath::apps
