// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/exponentiation/plan.hpp"
#include "apps/exponentiation/request_bytes.hpp"
#include "apps/exponentiation/window_tables.hpp"
#include "apps/message.hpp"
#include "lath/apps/exponentiation.hpp"
#include "lath/base/error.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/plain_factor.hpp"
#include "lath/he/plaintexts/shared_numbers.hpp"

namespace lath::apps {
namespace {

using Part = he::crt::Part<he::Bgv>;

MessageReader reader_of(ByteView bytes, ExponentiationMessage kind, const char* what) {
  return {bytes, Protocol::exponentiation, static_cast<std::uint8_t>(kind), what};
}

// The plan of a first message. Throws unsupported, before tables are made, if it takes too much.
ExponentiationPlan plan_of(MessageReader& reader, const ServerLimits& limits) {
  const ExponentiationRequest request = read_request(reader);
  const ExponentiationShape shape = shape_of(request);
  const std::size_t memory = server_memory(request, shape);
  if (memory > limits.memory) {
    throw Error(ErrorCode::unsupported,
                "an exponentiation that takes " + std::to_string(memory) + " bytes of memory",
                "need at most " + std::to_string(limits.memory),
                "take a smaller degree or shorter windows, or raise the limit");
  }
  return {request, shape};
}

he::GaloisKeys keys_of(MessageReader& reader, const ExponentiationPlan& plan) {
  he::GaloisKeys keys = he::galois_keys_from_bytes(plan.numbers, reader.take_object());
  reader.require_end();
  std::vector<std::uint64_t> elements = plan.expansion.elements();
  std::ranges::sort(elements);
  if (keys.elements() != elements) {
    reader.refuse("with other Galois keys", "the keys of the expansion");
  }
  return keys;
}

// Whether a is below b, which has as many words.
bool is_less(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) noexcept {
  return std::ranges::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
}

void require_bases(const he::WideValues& bases, const ExponentiationPlan& plan) {
  const std::size_t n = plan.numbers.degree(), words = plan.modulus.words();
  if (bases.size() != n || bases.words() != words) {
    throw Error(ErrorCode::mismatch,
                "a batch of " + std::to_string(bases.size()) + " bases of " +
                    std::to_string(bases.words()) + " words",
                "need " + std::to_string(n) + " of " + std::to_string(words),
                "fill the batch with ones");
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (is_less(bases[i], plan.modulus.value().words())) continue;
    throw Error(ErrorCode::invalid_argument, "base " + std::to_string(i) + ", which is N or more",
                "need numbers below N", "reduce the bases modulo N");
  }
}

// The memory of answers, which is used again.
struct AnswerMemory {
  he::bgv::Session session;
  std::vector<he::PlainFactor> table;
  std::vector<he::Ciphertext> sums, factors;  // of one element, and of the windows

  // Writes factor k, a selection from a table modulo one t_i: one more than the sum of the products
  // of the unit vector and the table less one.
  void select(const he::bgv::Parameters& parameters, const he::SharedNumbers& numbers,
              std::size_t product_level, std::size_t k) {
    const double log2_result = parameters.noise().log2_t() - 1;
    if (sums.empty()) {
      sums.push_back(numbers.dot_plain(parameters, table, log2_result));
    } else {
      numbers.dot_plain(sums[0], parameters, table, log2_result);
    }
    he::Ciphertext& sum = sums[0];
    session.add_plain(sum, sum, 1);
    if (factors.size() == k) factors.push_back(sum);
    if (product_level == sum.level()) {
      factors[k] = sum;
    } else {
      session.mod_switch(factors[k], sum, product_level);
    }
  }
};

// Switches the product of selections down, and gives its bytes.
Buffer<std::byte> answer_of(std::span<const he::Ciphertext> factors, he::bgv::Session& session,
                            std::size_t level) {
  if (factors.size() == 1) {
    if (factors[0].level() == level) return he::to_bytes(factors[0]);
    return he::to_bytes(session.mod_switch(factors[0], level));
  }
  he::bgv::Product product = session.multiply(factors[0], factors[1]);
  for (std::size_t i = 2; i < factors.size(); ++i) product = session.multiply(product, factors[i]);
  if (product.level() == level) return he::to_bytes(product);
  return he::to_bytes(session.mod_switch(product, level));
}

}  // namespace

struct ExponentiationServer::State {
  SessionId session_id;
  ExponentiationPlan plan;
  he::GaloisKeys keys;
  he::bfv::Session session;
  std::unique_ptr<he::Ciphertext> packed;  // none before the first exponent
  std::uint64_t query = 0;
  std::vector<std::unique_ptr<Part>> parts;  // made when they are first needed
  std::optional<AnswerMemory> memory;

  State(MessageReader& reader, const ServerLimits& limits)
      : session_id(reader.session()),
        plan(plan_of(reader, limits)),
        keys(keys_of(reader, plan)),
        session(he::bfv::Evaluator(plan.numbers).session(keys)),
        parts(plan.moduli.size()) {}

  const Part& part(std::size_t i) {
    if (!parts[i]) parts[i] = std::make_unique<Part>(plan.part(i));
    return *parts[i];
  }
  // The unit vector of a window.
  he::SharedNumbers unit_vector(std::size_t window);
  // An answer: the product of the selections of a group, modulo one t_i.
  Buffer<std::byte> answer(std::span<const he::SharedNumbers> vectors,
                           std::span<const Buffer<std::uint64_t>> tables, std::size_t group,
                           std::size_t i);
};

he::SharedNumbers ExponentiationServer::State::unit_vector(std::size_t window) {
  const std::size_t entries = plan.shape.entries_a_window;
  std::vector<he::Ciphertext> numbers;
  numbers.reserve(entries);
  plan.expansion.expand(
      session, *packed, window * entries, (window + 1) * entries,
      [&](std::size_t, const he::Ciphertext& number) { numbers.push_back(number); });
  return {plan.numbers, numbers};
}

Buffer<std::byte> ExponentiationServer::State::answer(std::span<const he::SharedNumbers> vectors,
                                                      std::span<const Buffer<std::uint64_t>> tables,
                                                      std::size_t group, std::size_t i) {
  const Part& of = part(i);
  const std::size_t n = plan.numbers.degree(), moduli = plan.moduli.size();
  if (memory) {
    memory->session = he::moved_to(of.parameters(), std::move(memory->session));
  } else {
    memory.emplace(AnswerMemory{he::bgv::Evaluator(of.parameters()).session(), {}, {}, {}});
  }
  std::vector<he::PlainFactor>& table = memory->table;
  for (std::size_t k = 0; k < vectors.size(); ++k) {
    for (std::size_t v = 0; v < plan.shape.entries_a_window; ++v) {
      const auto residues = tables[k].span().subspan((v * moduli + i) * n, n);
      const he::Plaintext plaintext = of.encoder().encode(residues);
      if (v == table.size()) {
        table.push_back(
            he::PlainFactor::with_common_bound(of.parameters(), plaintext, plan.shape.levels));
      } else {
        table[v].replace_with_common_bound(of.parameters(), plaintext);
      }
    }
    memory->select(of.parameters(), vectors[k], plan.shape.product_level, k);
  }
  MessageWriter writer({Protocol::exponentiation,
                        static_cast<std::uint8_t>(ExponentiationMessage::answer), session_id,
                        group * moduli + i});
  writer.put_number(query);
  const Buffer<std::byte> bytes =
      answer_of(memory->factors, memory->session, plan.shape.answer_level);
  writer.put_object(bytes.span());
  return writer.finish();
}

ExponentiationServer::ExponentiationServer(ByteView setup, const ServerLimits& limits) {
  MessageReader reader =
      reader_of(setup, ExponentiationMessage::setup, "a setup of exponentiations");
  state_ = std::make_unique<State>(reader, limits);
}
ExponentiationServer::ExponentiationServer(ExponentiationServer&&) noexcept = default;
ExponentiationServer& ExponentiationServer::operator=(ExponentiationServer&&) noexcept = default;
ExponentiationServer::~ExponentiationServer() = default;

ExponentiationSizes ExponentiationServer::sizes() const { return state_->plan.sizes(); }

void ExponentiationServer::load(ByteView query) {
  State& state = *state_;
  MessageReader reader =
      reader_of(query, ExponentiationMessage::query, "an exponent of exponentiations");
  reader.require_session(state.session_id);
  if (reader.number() <= state.query) {
    throw Error(ErrorCode::mismatch, "exponent " + std::to_string(reader.number()),
                "need one after exponent " + std::to_string(state.query),
                "send each exponent once");
  }
  const he::SeededCiphertext packed =
      he::seeded_ciphertext_from_bytes(state.plan.numbers, reader.take_object());
  reader.require_end();
  const double most = state.plan.numbers.noise().symmetric().log2_stated_deviation();
  if (packed.level() != state.plan.shape.levels || packed.key_id() != state.keys.id() ||
      packed.noise().log2_deviation() > most) {
    reader.refuse("with a ciphertext of another level, key or noise",
                  "a fresh one of the session's key");
  }
  state.packed = std::make_unique<he::Ciphertext>(packed.expand());
  state.query = reader.number();
}

void ExponentiationServer::answer(const he::WideValues& bases, std::size_t first, std::size_t last,
                                  const Sink& sink, const Work& work) {
  State& state = *state_;
  const ExponentiationPlan& plan = state.plan;
  if (!state.packed || first > last || last > plan.shape.groups) {
    throw Error(ErrorCode::invalid_argument,
                "groups " + std::to_string(first) + " to " + std::to_string(last) +
                    (state.packed ? "" : " without an exponent"),
                "need an exponent, and groups within " + std::to_string(plan.shape.groups),
                "load an exponent, and take fewer groups");
  }
  require_bases(bases, plan);
  const std::size_t factors = plan.request.options.windows_a_product;
  WindowTables next(plan, bases, first * factors);
  std::vector<Buffer<std::uint64_t>> tables(factors, Buffer<std::uint64_t>(next.words()));
  for (std::size_t group = first; group < last; ++group) {
    std::vector<he::SharedNumbers> vectors;
    for (std::size_t k = 0; k < factors; ++k) {
      work.require_wanted();
      vectors.push_back(state.unit_vector(group * factors + k));
      next.next(tables[k].span());
    }
    for (std::size_t i = 0; i < plan.moduli.size(); ++i) {
      work.require_wanted();
      const Buffer<std::byte> message = state.answer(vectors, tables, group, i);
      sink(message.span());
      work.report((group - first) * plan.moduli.size() + i + 1);
    }
  }
}

}  // namespace lath::apps
