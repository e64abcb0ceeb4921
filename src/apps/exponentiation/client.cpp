// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/exponentiation/plan.hpp"
#include "apps/exponentiation/request_bytes.hpp"
#include "apps/exponentiation/running_products.hpp"
#include "apps/exponentiation/unit_vectors.hpp"
#include "apps/message.hpp"
#include "lath/apps/exponentiation.hpp"
#include "lath/base/error.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/decryptor.hpp"
#include "lath/he/keys.hpp"
#include "lath/he/plaintexts/wide_coefficient_encoder.hpp"
#include "lath/he/symmetric_encryptor.hpp"

namespace lath::apps {
namespace {

// Reads the answers modulo one t_i.
struct AnswerReader {
  he::crt::Part<he::Bgv> part;
  he::Decryptor decryptor;
  he::NoiseBound noise;
  std::uint64_t scale_factor;

  AnswerReader(const ExponentiationPlan& plan, const he::SecretKey& key, std::size_t i)
      : part(plan.part(i)),
        decryptor(part.parameters(), key),
        noise(plan.noise(part.parameters())),
        scale_factor(plan.scale_factor(part.parameters())) {}
};

ExponentiationRequest completed(const Natural& modulus, const ExponentiationOptions& options,
                                bool insecure) {
  ExponentiationRequest request{.modulus = modulus, .options = options, .insecure = insecure};
  if (options.exponent_bits == 0) request.options.exponent_bits = modulus.bits();
  return request;
}

// The level, the parts and the factor are the circuit's, whatever bytes say.
template <class Answer>
void require_shape(const Answer& answer, const ExponentiationPlan& plan, std::uint64_t factor) {
  const std::size_t parts = plan.request.options.windows_a_product + 1;
  if (answer.level() == plan.shape.answer_level && answer.parts() == parts &&
      answer.scale_factor() == Natural(factor)) {
    return;
  }
  throw Error(ErrorCode::mismatch,
              "an answer of level " + std::to_string(answer.level()) + " and " +
                  std::to_string(answer.parts()) + " parts",
              "need the level, the parts and the factor of the circuit, level " +
                  std::to_string(plan.shape.answer_level) + " and " + std::to_string(parts) +
                  " parts",
              "ask for the answer again");
}

template <class Answer>
he::Plaintext decrypted(const AnswerReader& reader, Answer answer, const ExponentiationPlan& plan,
                        Generator* generator) {
  require_shape(answer, plan, reader.scale_factor);
  const Answer bounded = reader.decryptor.bounded(std::move(answer), reader.noise);
  if (!plan.request.options.for_release) return reader.decryptor.decrypt(bounded);
  if (generator != nullptr) return reader.decryptor.decrypt_for_release(bounded, *generator);
  throw Error(ErrorCode::invalid_argument, "results for release without a generator",
              "need one for the noise that hides the key", "give take() a generator");
}

// All ones where a number is below another of as many words, by the borrow of their difference.
std::uint64_t mask_below(std::span<const std::uint64_t> x, std::span<const std::uint64_t> y) {
  std::uint64_t borrow = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    borrow = ct::mask_less(x[i], y[i]) | (ct::mask_equal(x[i], y[i]) & borrow);
  }
  return borrow;
}

// Throws malformed unless all numbers, which are secret, are below N.
void require_below(const MessageReader& message, const he::WideValues& products,
                   std::span<const std::uint64_t> modulus) {
  std::uint64_t below = ~std::uint64_t{0};
  for (std::size_t i = 0; i < products.size(); ++i) below &= mask_below(products[i], modulus);
  // Public: every number of a client that was saved is below N.
  ct::declassify(&below, sizeof below);
  if (below == 0) message.refuse("with a product that is not below N", "numbers modulo N");
}

}  // namespace

struct ExponentiationClient::State {
  ExponentiationPlan plan;
  he::SecretKey secret;
  SessionId session;
  std::uint64_t query = 0;  // of the present batch, counted from 1
  std::size_t taken = 0;    // answers
  RunningProducts products;
  std::optional<he::crt::Residues> residues;           // of the present group
  std::vector<std::unique_ptr<AnswerReader>> readers;  // made when they are first needed

  State(const ExponentiationRequest& request, Generator& generator)
      : plan(request, shape_of(request)),
        secret(he::KeyGenerator(plan.numbers, generator).secret_key()),
        session(draw_session(generator)),
        products(plan.modulus, plan.numbers.degree()),
        readers(plan.moduli.size()) {}
  State(ExponentiationPlan of, he::SecretKey key, const SessionId& id, he::WideValues saved)
      : plan(std::move(of)),
        secret(std::move(key)),
        session(id),
        products(plan.modulus, std::move(saved)),
        readers(plan.moduli.size()) {}

  [[nodiscard]] MessageHeader header(ExponentiationMessage kind, std::uint64_t number) const {
    return {Protocol::exponentiation, static_cast<std::uint8_t>(kind), session, number};
  }
  const AnswerReader& reader(std::size_t i) {
    if (!readers[i]) readers[i] = std::make_unique<AnswerReader>(plan, secret, i);
    return *readers[i];
  }
  void take(MessageReader& message, Generator* generator);
};

void ExponentiationClient::State::take(MessageReader& message, Generator* generator) {
  const std::size_t i = taken % plan.moduli.size();
  const AnswerReader& of = reader(i);
  const std::span<const std::byte> bytes = message.take_object();
  message.require_end();
  const he::bgv::Parameters& parameters = of.part.parameters();
  const he::Plaintext plaintext =
      plan.request.options.windows_a_product == 1
          ? decrypted(of, he::ciphertext_from_bytes(parameters, bytes), plan, generator)
          : decrypted(of, he::bgv::product_from_bytes(parameters, bytes), plan, generator);
  if (!residues) residues.emplace(plan.moduli);
  residues->take(of.part, plaintext);
  if (i + 1 == plan.moduli.size()) {
    products.multiply(residues->integers(Representative::nonnegative),
                      plan.request.options.windows_a_product);
  }
  ++taken;
}

ExponentiationClient::ExponentiationClient(std::unique_ptr<State> state) noexcept
    : state_(std::move(state)) {}
ExponentiationClient::ExponentiationClient(const Natural& modulus, Generator& generator,
                                           const ExponentiationOptions& options)
    : state_(std::make_unique<State>(completed(modulus, options, false), generator)) {}
ExponentiationClient::ExponentiationClient(ExponentiationClient&&) noexcept = default;
ExponentiationClient& ExponentiationClient::operator=(ExponentiationClient&&) noexcept = default;
ExponentiationClient::~ExponentiationClient() = default;

ExponentiationClient ExponentiationClient::create_insecure(const Natural& modulus,
                                                           Generator& generator,
                                                           const ExponentiationOptions& options) {
  return ExponentiationClient(
      std::make_unique<State>(completed(modulus, options, true), generator));
}

ExponentiationSizes ExponentiationClient::sizes() const { return state_->plan.sizes(); }

Buffer<std::byte> ExponentiationClient::setup(Generator& generator, const Work& work) const {
  const ExponentiationPlan& plan = state_->plan;
  const std::vector<std::uint64_t> elements = plan.expansion.elements();
  const he::GaloisKeys keys = he::KeyGenerator(plan.numbers, generator)
                                  .galois_keys(state_->secret, std::span(elements), work);
  MessageWriter writer(state_->header(ExponentiationMessage::setup, 0));
  write_request(writer, plan.request);
  const Buffer<std::byte> bytes = he::to_bytes(keys);
  writer.put_object(bytes.span());
  return writer.finish();
}

Buffer<std::byte> ExponentiationClient::query(std::span<const std::uint64_t> exponent,
                                              Generator& generator) {
  const ExponentiationPlan& plan = state_->plan;
  const he::WideValues packed = unit_vectors(plan, exponent);
  const he::Plaintext plaintext = he::WideCoefficientEncoder(plan.numbers).encode(packed);
  const he::SeededCiphertext ciphertext =
      he::SymmetricEncryptor(plan.numbers, state_->secret).encrypt_seeded(plaintext, generator);
  MessageWriter writer(state_->header(ExponentiationMessage::query, state_->query + 1));
  const Buffer<std::byte> bytes = he::to_bytes(ciphertext);
  writer.put_object(bytes.span());
  RunningProducts ones(plan.modulus, plan.numbers.degree());
  Buffer<std::byte> message = writer.finish();
  state_->products = std::move(ones);
  ++state_->query;
  state_->taken = 0;
  return message;
}

void ExponentiationClient::take(ByteView answer, Generator* generator) {
  State& state = *state_;
  if (state.query == 0 || state.taken == answers()) {
    throw Error(ErrorCode::invalid_argument, "an answer after the last one",
                "need a batch that has " + std::to_string(answers()), "make a query first");
  }
  MessageReader message(answer, Protocol::exponentiation,
                        static_cast<std::uint8_t>(ExponentiationMessage::answer),
                        "an answer of an exponentiation");
  message.require_session(state.session);
  message.require_number(state.taken);
  if (const std::uint64_t query = message.take_number(); query != state.query) {
    throw Error(ErrorCode::mismatch, "an answer to exponent " + std::to_string(query),
                "need one to exponent " + std::to_string(state.query),
                "drop the answers to earlier exponents");
  }
  state.take(message, generator);
}

std::size_t ExponentiationClient::answers() const noexcept {
  return state_->plan.shape.groups * state_->plan.moduli.size();
}
std::size_t ExponentiationClient::taken() const noexcept { return state_->taken; }

he::WideValues ExponentiationClient::results() const {
  if (state_->query != 0 && taken() == answers()) return state_->products.values();
  throw Error(ErrorCode::invalid_argument, "results after " + std::to_string(taken()) + " answers",
              "need all " + std::to_string(answers()), "take the answers first");
}

// The number of public bytes, 8 bytes | a message with the request, the exponent's number and the
// groups | the secret key | the products.
Buffer<std::byte, Secret> ExponentiationClient::save() const {
  const ExponentiationPlan& plan = state_->plan;
  MessageWriter writer(state_->header(ExponentiationMessage::state, state_->query));
  write_request(writer, plan.request);
  writer.put_number(state_->taken / plan.moduli.size());
  const Buffer<std::byte> open = writer.finish();
  const std::size_t key_bytes = he::secret_key_bytes(plan.numbers);
  const auto words = state_->products.saved().span();
  Buffer<std::byte, Secret> bytes(8 + open.size() + key_bytes + 8 * words.size());
  std::byte* out = bytes.data();
  const auto put = [&out](std::uint64_t word) {
    for (int i = 0; i < 8; ++i) *out++ = static_cast<std::byte>(word >> (8 * i) & 0xff);
  };
  put(open.size());
  out = std::ranges::copy(open.span(), out).out;
  he::to_bytes(state_->secret, bytes, 8 + open.size());
  out += key_bytes;
  for (const std::uint64_t word : words) put(word);
  return bytes;
}

ExponentiationClient ExponentiationClient::restore(const Buffer<std::byte, Secret>& bytes) {
  const std::span<const std::byte> all = bytes.span();
  const auto number = [&](std::size_t at) {
    std::uint64_t word = 0;
    for (std::size_t i = 8; i-- > 0;) {
      word = word << 8 | std::to_integer<std::uint64_t>(all[at + i]);
    }
    return word;
  };
  const std::uint64_t open = all.size() < 8 ? all.size() : number(0);
  const auto rest = all.subspan(std::min<std::size_t>(8, all.size()));
  MessageReader message(
      rest.first(std::min<std::size_t>(rest.size(), open)), Protocol::exponentiation,
      static_cast<std::uint8_t>(ExponentiationMessage::state), "a saved client of exponentiations");
  const ExponentiationRequest request = read_request(message);
  const std::uint64_t groups = message.take_number();
  message.require_end();
  ExponentiationPlan plan(request, shape_of(request));
  const std::size_t key_bytes = he::secret_key_bytes(plan.numbers);
  he::WideValues products(plan.numbers.degree(), plan.modulus.words());
  const std::size_t needed = 8 + open + key_bytes + 8 * products.span().size();
  if (all.size() != needed || groups > plan.shape.groups) {
    message.refuse("of " + std::to_string(all.size()) + " bytes",
                   std::to_string(needed) + " and groups that there are");
  }
  he::SecretKey key = he::secret_key_from_bytes(plan.numbers, all.subspan(8 + open, key_bytes));
  if (key.bounds() != he::BoundOrigin::own) {
    message.refuse("with a secret key that is too long for the noise bounds",
                   "the key that the client drew");
  }
  std::size_t at = 8 + open + key_bytes;
  for (std::uint64_t& word : products.span()) {
    word = number(at);
    at += 8;
  }
  require_below(message, products, request.modulus.words());
  auto state = std::make_unique<State>(std::move(plan), std::move(key), message.session(),
                                       std::move(products));
  state->query = message.number();
  state->taken = groups * state->plan.moduli.size();
  return ExponentiationClient(std::move(state));
}

}  // namespace lath::apps
