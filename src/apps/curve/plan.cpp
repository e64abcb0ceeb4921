// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "apps/curve/bound_field.hpp"
#include "apps/curve/messages.hpp"
#include "apps/message.hpp"
#include "lath/apps/complete_addition.hpp"
#include "lath/apps/curve_plan.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/plaintexts/wide_slot_encoder.hpp"

namespace lath::apps {
namespace {

constexpr unsigned kMostTreeLevels = 5;

void require_levels(unsigned levels) {
  if (levels >= 1 && levels <= kMostTreeLevels) return;
  throw Error(ErrorCode::invalid_argument,
              "sums of a tree of " + std::to_string(levels) + " levels",
              "need 1 to " + std::to_string(kMostTreeLevels) + " levels",
              "add up to 32 points, and sums of sums in another query");
}

// The rings of one level, of up to three or four, and of more or of results for release.
enum class RingSize : std::uint8_t { small, middle, large };

RingSize ring_size(unsigned levels, const CurveOptions& options) {
  const bool is_kept = options.use == CurveUse::kept;
  if (levels == 1) return is_kept ? RingSize::small : RingSize::middle;
  const unsigned most = options.goal == CurveGoal::batch ? 4 : 3;
  return levels <= most && is_kept ? RingSize::middle : RingSize::large;
}

// The chain. One addition without relinearisation has room for the product of four noises. In a
// tree the second summand has had a product with b, of 17 bits, but for summands that the client
// encrypts. Key switches take few digits where there is room for long special primes.
void choose_chain(he::Literal& literal, unsigned levels, const CurveOptions& options) {
  const bool is_released = options.use == CurveUse::released;
  if (levels == 1) {
    literal.special_prime_bits = {26};
    literal.prime_bits = std::vector<unsigned>(is_released ? 5 : 3, 46);
    return;
  }
  const bool is_large = ring_size(levels, options) == RingSize::large;
  const unsigned more = is_large ? 2 : 0;  // bits that the ring adds to the noise
  const std::size_t special = is_large ? 5 : levels == 2 ? 3 : levels == 3 ? 2 : 0;
  literal.special_prime_bits = std::vector<unsigned>(special, 50);
  if (special == 0) literal.special_prime_bits = {26};
  std::vector<unsigned>& bits = literal.prime_bits;
  if (is_released) bits = {40, 44};
  bits.insert(bits.end(), {32 + more, 46 + more, 50});
  for (unsigned level = 2; level < levels; ++level) {
    bits.insert(bits.end(), {46 + more, 50});
  }
  bits.insert(bits.end(), {45 + more, 37 + more});
}

he::Literal literal_of(const Curve& curve, unsigned levels, const CurveOptions& options) {
  constexpr std::uint64_t kP256Indices[] = {13107, 21845, 65535};
  constexpr std::uint64_t kIndices[] = {16384, 32768, 65536};
  const auto size = static_cast<std::size_t>(ring_size(levels, options));
  const bool is_p256 = curve.field() == he::PrimeField::p256;
  he::Literal literal;
  literal.index = is_p256 ? kP256Indices[size] : kIndices[size];
  choose_chain(literal, levels, options);
  return literal;
}

// Gives a literal the plaintexts of a curve.
he::Literal with_plaintexts_of(const Curve& curve, he::Literal literal) {
  const std::uint64_t index = literal.index != 0 ? literal.index : 2 * literal.degree;
  const auto space = he::PlaintextSpace::field(curve.field(), index);
  literal.plaintext_modulus = space.modulus();
  literal.short_modulus = space.short_modulus();
  return literal;
}

std::size_t least_level_of(std::size_t primes, unsigned levels, ErrorCode without_room) {
  if (levels == 1) return primes;
  const std::size_t dropped = 2 * std::size_t{levels} - 1;
  if (primes > dropped) return primes - dropped;
  throw Error(without_room, std::to_string(primes) + " primes of Q",
              "need " + std::to_string(dropped + 1) + " or more for these sums",
              "take more primes, or fewer levels");
}

// The bound of the sums, at the level that additions leave.
BoundAtLevel bound_of_sums(const CurvePlan& plan, double log2_b) {
  const he::NoiseModel& model = plan.parameters().noise();
  BoundField field(model, log2_b, plan.least_level(), plan.is_relinearized());
  const BoundAtLevel fresh{model.symmetric(), model.levels(), 2};
  ProjectivePoint<BoundAtLevel> sum{fresh, fresh, fresh};
  SecondSummand<BoundAtLevel> second{fresh, fresh, fresh, fresh, fresh};
  for (unsigned level = 0; level < plan.levels(); ++level) {
    sum = complete_addition(field, sum, second);
    second = second_summand(field, sum);
  }
  // Additions of both halves meet at one level: the worst coordinate stands for all.
  BoundAtLevel worst = sum.x;
  for (const BoundAtLevel& coordinate : {sum.y, sum.z}) {
    if (coordinate.noise.log2_bound() > worst.noise.log2_bound()) worst = coordinate;
  }
  return worst;
}

}  // namespace

CurvePlan::CurvePlan(const Curve& curve, unsigned levels, const CurveOptions& options,
                     const he::bgv::Parameters& parameters, ErrorCode without_room)
    : curve_(curve),
      levels_(levels),
      options_(options),
      parameters_(parameters),
      least_level_(least_level_of(parameters.levels(), levels, without_room)),
      answer_noise_(parameters.noise().symmetric()) {
  const auto encoder = he::WideSlotEncoder::create(parameters_);
  slots_ = encoder.slots();
  const double log2_b = he::PlainFactor(encoder.constant(curve.b()), 1).log2_norm();
  const BoundAtLevel sums = bound_of_sums(*this, log2_b);
  const double needed =
      options.use == CurveUse::kept ? 0 : 66 + std::log2(static_cast<double>(parameters.degree()));
  const he::NoiseModel& model = parameters_.noise();
  for (answer_level_ = 1; answer_level_ <= sums.level; ++answer_level_) {
    answer_noise_ = model.lowered(sums.level, answer_level_, sums.noise, sums.parts);
    if (answer_noise_.budget_bits() >= needed) return;
  }
  throw Error(without_room,
              "sums with " + std::to_string(sums.noise.budget_bits()) + " bits of noise budget",
              "need " + std::to_string(needed) + " bits", "take a larger Q, or fewer levels");
}

CurvePlan CurvePlan::create(const Curve& curve, unsigned levels, const CurveOptions& options) {
  require_levels(levels);
  const he::Literal literal = with_plaintexts_of(curve, literal_of(curve, levels, options));
  return {curve, levels, options, he::bgv::Parameters::create(literal), ErrorCode::unsupported};
}

CurvePlan CurvePlan::create_insecure(const Curve& curve, unsigned levels,
                                     const he::Literal& literal, const CurveOptions& options) {
  require_levels(levels);
  const auto parameters = he::bgv::Parameters::create_insecure(with_plaintexts_of(curve, literal));
  return {curve, levels, options, parameters, ErrorCode::invalid_argument};
}

std::size_t CurvePlan::setup_bytes() const {
  const std::size_t key = is_relinearized() ? 8 + he::relin_key_bytes(parameters_) : 0;
  return kMessageHeaderBytes + agreement_bytes(*this) + key;
}

std::size_t CurvePlan::query_bytes() const {
  const std::size_t each = 8 + he::seeded_ciphertext_bytes(parameters_, parameters_.levels());
  return kMessageHeaderBytes + summands() / 2 * (kCoordinates + kSecondCoordinates) * each;
}

std::size_t CurvePlan::answer_bytes() const {
  const std::size_t each = is_relinearized()
                               ? he::ciphertext_bytes(parameters_, answer_level_)
                               : he::product_bytes(parameters_, answer_level_, kSumParts);
  return kMessageHeaderBytes + kCoordinates * (8 + each);
}

std::size_t CurvePlan::server_memory() const {
  const std::size_t part = 8 * parameters_.levels() * parameters_.degree();
  const std::size_t key =
      16 * parameters_.digits() * parameters_.key_ring().limbs() * parameters_.degree();
  // A point waits at each level of the tree. An addition has its summands, products and what they
  // become, and bytes. Of a tree, three objects for each level of ciphertexts are kept.
  constexpr std::size_t kCiphertexts = 18, kProducts = 27 + 3 * kSumParts;
  const std::size_t kept = is_relinearized() ? 4 * (parameters_.levels() + 1) : 8;
  const std::size_t parts = 2 * kCoordinates * levels_ + 2 * (kCoordinates + kSecondCoordinates) +
                            (is_relinearized() ? kCiphertexts : kProducts) + kept;
  return he::session_bytes(parameters_) + (is_relinearized() ? 2 * key : 0) + parts * part +
         answer_bytes();
}

}  // namespace lath::apps
