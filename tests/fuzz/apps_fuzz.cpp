// SPDX-License-Identifier: Apache-2.0
//
// Messages of the protocols, to both sides, and what a client keeps: private retrieval, modular
// exponentiation, sums of points.
#include <cstring>

#include "apps/retrieval_cases.hpp"
#include "fuzz/harness.hpp"
#include "lath/apps/curve_sums.hpp"
#include "lath/apps/exponentiation.hpp"

namespace lath::fuzz {
namespace {

// What stands at the beginning of every message: all but the length behind it.
const std::vector<Part> kHeader{{0, 32}};

const std::vector<Part> kKind{{0, 8}};

constexpr std::size_t kLengthAt = 32, kHeaderBytes = 40;

// The length of what follows the header is what there is.
void mend_length(Bytes& message) {
  if (message.size() < kHeaderBytes) return;
  const std::size_t length = message.size() - kHeaderBytes;
  for (std::size_t i = 0; i < 8; ++i) {
    message[kLengthAt + i] = static_cast<std::byte>(length >> (8 * i));
  }
}

constexpr apps::ServerLimits kLimits{.memory = std::size_t{1} << 24};

constexpr std::size_t kNumberAt = 8;

// The bytes with a number in place of what stands there, unless that is far from the example's.
Bytes with_number(View bytes, std::size_t at, std::uint64_t number) {
  Bytes mended(bytes.begin(), bytes.end());
  if (mended.size() < at + 8 || std::to_integer<unsigned>(mended[at]) != 1) return mended;
  for (std::size_t i = 0; i < 8; ++i) mended[at + i] = static_cast<std::byte>(number >> (8 * i));
  return mended;
}

// Answers to a query that is open until one of them is accepted: then the next query is open, with
// its number.
class OpenQuery {
 public:
  using Ask = std::function<void()>;

  OpenQuery(std::size_t number_at, std::uint64_t number, Ask ask)
      : number_at_(number_at), number_(number), ask_(std::move(ask)) {}

  void answer(View bytes, const std::function<void(View)>& finish) {
    finish(with_number(bytes, number_at_, number_));
    ask_();
    ++number_;
  }

 private:
  std::size_t number_at_;
  std::uint64_t number_;
  Ask ask_;
};

void add_retrieval(std::vector<Loader>& all) {
  static testing::SmallRetrieval parts(
      testing::RetrievalCase{"one record", 1, 3, testing::small_retrieval_literal()});
  const auto setup = parts.client.setup(parts.generator);
  const auto query = parts.client.query(0, parts.generator);
  const auto answer = parts.server.answer(parts.table, query);
  all.push_back({"retrieval setup",
                 {bytes_of(setup)},
                 [](View bytes) { apps::RetrievalServer(parts.plan, bytes, kLimits); },
                 kHeader,
                 mend_length});
  all.push_back({"retrieval query",
                 {bytes_of(query)},
                 [](View bytes) { (void)parts.server.answer(parts.table, bytes); },
                 kHeader,
                 mend_length});
  all.push_back({"retrieval answer",
                 {bytes_of(answer)},
                 [](View bytes) {
                   static OpenQuery open(kNumberAt, 1,
                                         [] { (void)parts.client.query(0, parts.generator); });
                   open.answer(bytes, [](View b) { (void)parts.client.finish(b); });
                 },
                 kHeader,
                 mend_length});
  all.push_back({"retrieval records", {parts.records}, [](View bytes) {
                   apps::RetrievalTable table(parts.plan);
                   table.load(bytes);
                   const auto record = table.record(0);
                   require_same(record.span(), bytes, "a record that changes");
                 }});
}

constexpr std::uint64_t kModulus = 0xffffffffffffffc5;

// A client and a server of exponentiations modulo a number of 64 bits.
struct SmallExponentiation {
  Generator generator = Generator::from_seed(Seed{}, "fuzz exponentiations");
  apps::ExponentiationClient client = apps::ExponentiationClient::create_insecure(
      Natural(kModulus), generator,
      {.window_bits = 1, .windows_a_product = 1, .degree = 16, .exponent_bits = 2});
  Buffer<std::byte> setup = client.setup(generator);
  apps::ExponentiationServer server{setup};
  he::WideValues bases{client.sizes().bases, client.sizes().words};
};

std::uint64_t word_at(View bytes, std::size_t place) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data() + place, sizeof word);
  return word;
}

// The products of a saved client, words at its end, are below its modulus. The modulus, of one word
// like kModulus, stands before the number of groups, which ends the first part.
void require_below_modulus(View bytes, std::size_t products) {
  const std::uint64_t modulus = word_at(bytes, 8 + word_at(bytes, 0) - 16);
  for (std::size_t place = bytes.size() - 8 * products; place < bytes.size(); place += 8) {
    require(word_at(bytes, place) < modulus, "a product that is not below the modulus");
  }
}

void add_exponentiation(std::vector<Loader>& all) {
  static SmallExponentiation parts;
  static constexpr std::uint64_t kExponent[] = {3};
  const auto query = parts.client.query(kExponent, parts.generator);
  parts.server.load(query);
  std::vector<Bytes> answers;
  parts.server.answer(parts.bases, [&](View answer) { answers.push_back(bytes_of(answer)); });
  const auto saved = parts.client.save();
  all.push_back({"exponentiation setup",
                 {bytes_of(parts.setup)},
                 [](View bytes) { apps::ExponentiationServer(bytes, kLimits); },
                 kHeader,
                 mend_length});
  // A message of an exponent has to be younger than the one before.
  all.push_back({"exponentiation query",
                 {bytes_of(query)},
                 [](View bytes) {
                   static std::uint64_t number = 1;
                   parts.server.load(with_number(bytes, kNumberAt, number + 1));
                   ++number;
                   parts.server.answer(parts.bases, [](View) {});
                 },
                 kHeader,
                 mend_length});
  // The number of the exponent stands behind the header.
  all.push_back({"exponentiation answer",
                 {answers[0]},
                 [](View bytes) {
                   static OpenQuery open(kHeaderBytes, 1, [] {
                     (void)parts.client.query(kExponent, parts.generator);
                   });
                   open.answer(bytes, [](View b) { parts.client.take(b); });
                 },
                 kHeader,
                 mend_length});
  all.push_back({"exponentiation client",
                 {bytes_of(saved)},
                 [](View bytes) {
                   const Buffer<std::byte, Secret> kept(bytes);
                   const auto client = apps::ExponentiationClient::restore(kept);
                   const auto again = client.save();
                   require_same(again.span(), bytes, "a client that changes");
                   require(client.taken() <= client.answers(), "more answers than there are");
                   require_below_modulus(bytes, parts.bases.span().size());
                 },
                 kHeader,
                 mend_length});
}

// Sums of two points in the ring of index 85.
struct SmallCurve {
  static apps::CurvePlan made_plan() {
    he::Literal literal;
    literal.index = 85;
    literal.prime_bits = {45, 45, 45};
    literal.special_prime_bits = {45};
    return apps::CurvePlan::create_insecure(apps::Curve::p256(), 1, literal, {});
  }

  Generator generator = Generator::from_seed(Seed{}, "fuzz curves");
  apps::CurvePlan plan = made_plan();
  apps::CurveClient client{plan, generator};
  Buffer<std::byte> setup = client.setup(generator);
  apps::CurveServer server{plan, setup};
  apps::CurvePoints points{plan.curve(), plan.summands() * plan.slots()};
};

void add_curves(std::vector<Loader>& all) {
  static SmallCurve parts;
  const Bytes infinity(1, std::byte{0});
  for (std::size_t i = 0; i < parts.points.size(); ++i) parts.points.set(i, infinity);
  const auto query = parts.client.query(parts.points, parts.generator);
  const auto answer = parts.server.answer(query);
  all.push_back({"curve setup",
                 {bytes_of(parts.setup)},
                 [](View bytes) { apps::CurveServer(parts.plan, bytes, kLimits); },
                 kHeader,
                 mend_length});
  all.push_back({"curve query",
                 {bytes_of(query)},
                 [](View bytes) { (void)parts.server.answer(bytes); },
                 kHeader,
                 mend_length});
  all.push_back({"curve answer",
                 {bytes_of(answer)},
                 [](View bytes) {
                   static OpenQuery open(kNumberAt, 1, [] {
                     (void)parts.client.query(parts.points, parts.generator);
                   });
                   open.answer(bytes, [](View b) { (void)parts.client.finish(b); });
                 },
                 kHeader,
                 mend_length});
  all.push_back({"curve point", {infinity}, [](View bytes) {
                   apps::CurvePoints points(parts.plan.curve(), 1);
                   points.set(0, bytes);
                 }});
}

}  // namespace

const std::vector<Loader>& loaders() {
  static const std::vector<Loader> all = [] {
    std::vector<Loader> result;
    add_retrieval(result);
    add_exponentiation(result);
    add_curves(result);
    return result;
  }();
  return all;
}

}  // namespace lath::fuzz
