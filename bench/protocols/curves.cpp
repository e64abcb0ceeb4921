// SPDX-License-Identifier: Apache-2.0
#include "protocols/curves.hpp"

#include <malloc.h>
#include <openssl/bn.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "apps/curve_cases.hpp"
#include "lath/apps/complete_addition.hpp"
#include "lath/apps/curve_sums.hpp"
#include "lath/apps/encrypted_field.hpp"
#include "lath/arith/modulus.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/crt/integers.hpp"
#include "lath/he/keys.hpp"
#include "lath/he/plaintexts/wide_slot_encoder.hpp"
#include "lath/he/symmetric_encryptor.hpp"
#include "multiprecision/measure.hpp"

namespace lath::bench {
namespace {

using apps::Curve;
using apps::CurveGoal;
using apps::CurvePlan;
using apps::CurveUse;

// CPU milliseconds of a step, once.
template <class F>
auto timed(double& milliseconds_of_step, const F& f) {
  const double start = cpu_seconds();
  auto result = f();
  milliseconds_of_step = 1e3 * (cpu_seconds() - start);
  return result;
}

void print_sums(unsigned levels, CurveUse use, CurveGoal goal = CurveGoal::time) {
  // Ciphertexts of a tree have many sizes. Otherwise the allocator keeps a third of the peak
  // between them.
  mallopt(M_MMAP_THRESHOLD, 2 << 20);
  const double w = product_w(), quiet = 0.6 / w;
  Generator generator = Generator::from_system();
  double planning = 0, setting_up = 0, reading = 0, asking = 0, finishing = 0;
  const CurvePlan plan =
      timed(planning, [&] { return CurvePlan::create(Curve::p256(), levels, {use, goal}); });
  apps::CurveClient client(plan, generator);
  auto setup = timed(setting_up, [&] { return client.setup(generator); });
  const std::size_t setup_bytes = setup.size();
  apps::CurveServer server = timed(reading, [&] { return apps::CurveServer(plan, setup.span()); });
  setup = {};
  const testing::CurveJudge judge = testing::CurveJudge::p256();
  testing::SeededValues values(levels);
  const testing::CurveCase points(judge, plan, values);
  const auto query = timed(asking, [&] { return client.query(points.points, generator); });
  std::optional<Buffer<std::byte>> answer;
  double best = 0;
  for (int i = 0; i < (levels == 1 ? 5 : 2); ++i) {
    double time = 0;
    answer = timed(time, [&] { return server.answer(query.span()); });
    best = i == 0 ? time : std::min(best, time);
  }
  const auto sums = timed(finishing, [&] {
    return use == CurveUse::kept ? client.finish(answer->span())
                                 : client.finish_for_release(answer->span(), generator);
  });
  const std::size_t wrong = testing::count_wrong(sums, points.sums);
  const auto slots = static_cast<double>(plan.slots());
  const auto megabytes = [](std::size_t bytes) { return static_cast<double>(bytes) / 1e6; };
  std::printf(
      "| %u level%s, %s | %llu | %.0f | %zu | %zu | %.1f | %.4f, %.4f | %.4f | %.0f | %.3f, %.3f, "
      "%.1f "
      "| %.0f, %.0f, %.0f, %.0f, %.0f | %.0f, %.0f | %.3f | %s |\n",
      levels, levels == 1 ? "" : "s", use == CurveUse::kept ? "kept" : "released",
      static_cast<unsigned long long>(plan.parameters().literal().index),
      plan.parameters().log2_qp(), plan.slots(), plan.additions(),
      plan.answer_noise().budget_bits(), best / slots, best / slots * quiet,
      best / slots / static_cast<double>(plan.additions()) * quiet, best, megabytes(setup_bytes),
      megabytes(query.size()), megabytes(answer->size()), planning, setting_up, reading, asking,
      finishing, megabytes(peak_bytes()), megabytes(plan.server_memory()), w,
      wrong == 0 ? "right" : "WRONG");
  std::fflush(stdout);
}

void print_additions_head() {
  std::printf(
      "\n| one addition | n | log2 QP | slots | t_i | bits left | ms a point, quiet | s a batch | "
      "MB, peak | W | |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
}

void print_addition(const char* kind, const he::bgv::Parameters& parameters, std::size_t slots,
                    const std::string& moduli, double budget, double seconds, double w,
                    bool is_right) {
  const double each = 1e3 * seconds / static_cast<double>(slots);
  std::printf("| %s | %zu | %.0f | %zu | %s | %.1f | %.4f, %.4f | %.3f | %.0f | %.3f | %s |\n",
              kind, parameters.degree(), parameters.log2_qp(), slots, moduli.c_str(), budget, each,
              each * 0.6 / w, seconds, static_cast<double>(peak_bytes()) / 1e6, w,
              is_right ? "right" : "WRONG");
  std::fflush(stdout);
}

// Coordinates as numbers of four words: of (X, Y, Z), and of (X, Y, Z, X - b Z, b X - 3 Z).
struct Operands {
  std::vector<he::WideValues> numbers;
};

// Operands below p, without regard to the curve: the circuit is a polynomial over Z.
Operands operands_of(std::size_t slots) {
  Operands result;
  Generator generator = Generator::from_seed(Seed{}, "operands of an addition");
  for (int i = 0; i < 8; ++i) {
    he::WideValues& values = result.numbers.emplace_back(slots, 4);
    generator.fill(std::as_writable_bytes(values.span()));
    for (std::size_t s = 0; s < slots; ++s) values[s][3] >>= 2;
  }
  return result;
}

// Words modulo t, for complete_addition().
struct WordField {
  Modulus t;
  [[nodiscard]] std::uint64_t product(std::uint64_t a, std::uint64_t b) const {
    return t.multiply(a, b);
  }
  [[nodiscard]] std::uint64_t sum(std::uint64_t a, std::uint64_t b) const { return t.add(a, b); }
  [[nodiscard]] std::uint64_t difference(std::uint64_t a, std::uint64_t b) const {
    return t.subtract(a, b);
  }
  [[nodiscard]] std::uint64_t sum_of_products(std::uint64_t a, std::uint64_t b, std::uint64_t c,
                                              std::uint64_t d) const {
    return sum(product(a, b), product(c, d));
  }
  [[nodiscard]] std::uint64_t difference_of_products(std::uint64_t a, std::uint64_t b,
                                                     std::uint64_t c, std::uint64_t d) const {
    return difference(product(a, b), product(c, d));
  }
  [[nodiscard]] std::uint64_t tripled(std::uint64_t a) const { return sum(sum(a, a), a); }
  [[nodiscard]] static std::uint64_t reduced(std::uint64_t a) { return a; }
};

// Both operands, in the order of their coordinates.
template <class Encrypt>
auto encrypted(const Encrypt& encrypt) {
  apps::ProjectivePoint<he::Ciphertext> p{encrypt(0), encrypt(1), encrypt(2)};
  apps::SecondSummand<he::Ciphertext> q{encrypt(3), encrypt(4), encrypt(5), encrypt(6), encrypt(7)};
  return std::pair(std::move(p), std::move(q));
}

// The least time of a few additions, whose last result stays.
template <class Point, class Second>
auto timed_addition(he::bgv::Session& session, const Point& p, const Second& q, double& seconds) {
  apps::UnreducedField field(session);
  auto sum = apps::complete_addition(field, p, q);
  for (int i = 0; i < 3; ++i) {
    const double start = cpu_seconds();
    sum = apps::complete_addition(field, p, q);
    const double time = cpu_seconds() - start;
    seconds = i == 0 ? time : std::min(seconds, time);
  }
  return sum;
}

// Residues of the sums that are wrong.
std::size_t count_wrong(std::uint64_t t, std::span<const Buffer<std::uint64_t, Secret>> in,
                        std::span<const Buffer<std::uint64_t, Secret>> out) {
  WordField field{Modulus(t)};
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < in[0].size(); ++i) {
    const auto sum = apps::complete_addition(
        field, apps::ProjectivePoint<std::uint64_t>{in[0][i], in[1][i], in[2][i]},
        apps::SecondSummand<std::uint64_t>{in[3][i], in[4][i], in[5][i], in[6][i], in[7][i]});
    wrong +=
        static_cast<std::size_t>(sum.x != out[0][i] || sum.y != out[1][i] || sum.z != out[2][i]);
  }
  return wrong;
}

// Integers over Z by the Chinese remainder theorem: results of 1034 bits, not reduced modulo p.
void print_by_crt(std::size_t degree, std::vector<unsigned> prime_bits, unsigned modulus_bits,
                  std::size_t most_moduli) {
  constexpr std::size_t kResultBits = 4 * 256 + 11;
  const double w = product_w();
  const auto keys = he::bgv::Parameters::create({.degree = degree,
                                                 .plaintext_modulus = 65537,
                                                 .prime_bits = std::move(prime_bits),
                                                 .special_prime_bits = {20}});
  const auto moduli = he::crt::Moduli::create(keys.key_space(), kResultBits, modulus_bits);
  Generator generator = Generator::from_system();
  he::KeyGenerator maker(keys, generator);
  const he::SecretKey secret = maker.secret_key();
  const Operands operands = operands_of(degree);
  double seconds = 0, budget = 0;
  std::size_t wrong = 0, count = most_moduli == 0 ? moduli.size() : most_moduli;
  for (std::size_t i = 0; i < count; ++i) {
    const he::crt::Part<he::Bgv> part(keys, moduli, i);
    const he::SymmetricEncryptor encryptor(part.parameters(), secret);
    const he::Decryptor decryptor(part.parameters(), secret);
    std::vector<Buffer<std::uint64_t, Secret>> in, out;
    const auto [p, q] = encrypted([&](std::size_t k) {
      const he::Plaintext m = part.encode(operands.numbers[k], Representative::nonnegative);
      in.push_back(part.encoder().decode(m));
      return encryptor.encrypt(m, generator);
    });
    auto session = he::bgv::Evaluator(part.parameters()).session();
    double time = 0;
    const auto sum = timed_addition(session, p, q, time);
    seconds += time;
    budget = sum.y.noise().budget_bits();
    for (const auto* c : {&sum.x, &sum.y, &sum.z}) {
      out.push_back(part.encoder().decode(decryptor.decrypt(*c)));
    }
    wrong += count_wrong(moduli[i], in, out);
  }
  print_addition("integers over Z", keys, degree,
                 std::to_string(moduli.size()) + " x " + std::to_string(modulus_bits), budget,
                 seconds, w, wrong == 0);
}

// Numbers modulo p by OpenSSL, for complete_addition().
class BigField {
 public:
  using Value = std::shared_ptr<BIGNUM>;

  explicit BigField(const Natural& p) : p_(number(p.words())) {}

  [[nodiscard]] static Value number(std::span<const std::uint64_t> words) {
    return {BN_lebin2bn(reinterpret_cast<const unsigned char*>(words.data()),
                        static_cast<int>(words.size_bytes()), nullptr),
            BN_free};
  }
  [[nodiscard]] Value product(const Value& a, const Value& b) const {
    Value c(BN_new(), BN_free);
    BN_mod_mul(c.get(), a.get(), b.get(), p_.get(), context_.get());
    return c;
  }
  [[nodiscard]] Value sum(const Value& a, const Value& b) const {
    Value c(BN_new(), BN_free);
    BN_mod_add(c.get(), a.get(), b.get(), p_.get(), context_.get());
    return c;
  }
  [[nodiscard]] Value difference(const Value& a, const Value& b) const {
    Value c(BN_new(), BN_free);
    BN_mod_sub(c.get(), a.get(), b.get(), p_.get(), context_.get());
    return c;
  }
  [[nodiscard]] Value sum_of_products(const Value& a, const Value& b, const Value& c,
                                      const Value& d) const {
    return sum(product(a, b), product(c, d));
  }
  [[nodiscard]] Value difference_of_products(const Value& a, const Value& b, const Value& c,
                                             const Value& d) const {
    return difference(product(a, b), product(c, d));
  }
  [[nodiscard]] Value tripled(const Value& a) const { return sum(sum(a, a), a); }
  [[nodiscard]] static Value reduced(Value a) { return a; }

 private:
  Value p_;
  std::shared_ptr<BN_CTX> context_{BN_CTX_new(), BN_CTX_free};
};

// Slots whose sums are wrong.
std::size_t count_wrong(const Natural& p, const Operands& in,
                        const std::vector<he::WideValues>& out) {
  BigField field(p);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < out[0].size(); ++i) {
    const auto of = [&](std::size_t k) { return BigField::number(in.numbers[k][i]); };
    const auto sum = apps::complete_addition(
        field, apps::ProjectivePoint<BigField::Value>{of(0), of(1), of(2)},
        apps::SecondSummand<BigField::Value>{of(3), of(4), of(5), of(6), of(7)});
    const auto differs = [&](const BigField::Value& a, std::size_t k) {
      return BN_cmp(a.get(), BigField::number(out[k][i]).get()) != 0;
    };
    wrong += static_cast<std::size_t>(differs(sum.x, 0) || differs(sum.y, 1) || differs(sum.z, 2));
  }
  return wrong;
}

// t = p, an integer of 256 bits, in the ring of index 65537.
void print_native() {
  const double w = product_w();
  const Curve curve = Curve::p256();
  he::Literal literal;
  literal.index = 65537;
  literal.plaintext_modulus = curve.prime();
  literal.prime_bits = std::vector<unsigned>(22, 50);
  literal.special_prime_bits = {40};
  const auto parameters = he::bgv::Parameters::create(literal);
  const auto encoder = he::WideSlotEncoder::create(parameters);
  Generator generator = Generator::from_system();
  he::KeyGenerator maker(parameters, generator);
  const he::SecretKey secret = maker.secret_key();
  const he::SymmetricEncryptor encryptor(parameters, secret);
  const Operands operands = operands_of(encoder.slots());
  const auto [p, q] = encrypted([&](std::size_t k) {
    return encryptor.encrypt(encoder.encode(operands.numbers[k]), generator);
  });
  auto session = he::bgv::Evaluator(parameters).session();
  double seconds = 0;
  const auto sum = timed_addition(session, p, q, seconds);
  const he::Decryptor decryptor(parameters, secret);
  std::vector<he::WideValues> found;
  for (const auto* coordinate : {&sum.x, &sum.y, &sum.z}) {
    found.push_back(encoder.decode(decryptor.decrypt(*coordinate)));
  }
  print_addition("t = p", parameters, encoder.slots(), "-", sum.y.noise().budget_bits(), seconds, w,
                 count_wrong(curve.prime(), operands, found) == 0);
}

}  // namespace

void print_curves(std::size_t most_bytes) {
  std::printf(
      "\n| sums of 2^levels points of P-256 | m | log2 QP | slots | additions | bits left | "
      "ms a slot, quiet | quiet, each addition | ms a batch | MB of setup, query, answer | ms: "
      "plan, setup, its reading, query, finish | MB: peak of both sides, server by plan | W | |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (const unsigned levels : {1U, 2U, 3U, 4U, 5U}) {
    in_process("sums", most_bytes, [&] { print_sums(levels, CurveUse::kept); });
  }
  in_process("sums", most_bytes, [&] { print_sums(4, CurveUse::kept, CurveGoal::batch); });
  for (const unsigned levels : {1U, 4U}) {
    in_process("sums", most_bytes, [&] { print_sums(levels, CurveUse::released); });
  }
  print_additions_head();
  in_process("CRT", most_bytes, [] { print_by_crt(8192, {48, 48, 48, 48}, 33, 0); });
  in_process("CRT", most_bytes, [] { print_by_crt(16384, {50, 50, 50, 50, 50, 50}, 55, 0); });
  in_process("integer t", most_bytes, print_native);
}

}  // namespace lath::bench
