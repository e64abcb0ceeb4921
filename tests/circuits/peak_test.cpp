// SPDX-License-Identifier: Apache-2.0
//
// The peak of an evaluation against what is allocated: the parameters with all tables, the keys, a
// session, the ciphertexts and a product, of whoever evaluates. It counts all memory of the
// process, so it is a program of its own.
#include <gtest/gtest.h>
#include <malloc.h>

#include <span>
#include <utility>
#include <vector>

#include "circuits/tasks.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/keys.hpp"
#include "lath/he/plaintexts/wide_coefficient_encoder.hpp"

namespace lath::testing {
namespace {

std::size_t taken() {
  const struct mallinfo2 memory = mallinfo2();
  return memory.uordblks + memory.hblkhd;
}

// Whoever evaluates has parameters, a relinearisation key and ciphertexts.
template <class Scheme>
struct Evaluation {
  typename Scheme::Parameters parameters;
  he::RelinKey relin;
  std::vector<he::Ciphertext> ciphertexts;
};

// The client's objects end with this function.
template <class Scheme>
Evaluation<Scheme> received(const he::Literal& literal, std::size_t count) {
  const auto parameters = Scheme::Parameters::create(literal);
  Generator generator = Generator::from_seed(Seed{}, "peak of an evaluation");
  he::KeyGenerator keys(parameters, generator);
  const he::SecretKey secret = keys.secret_key();
  const he::Encryptor encryptor(parameters, keys.public_key(secret));
  const auto one = he::WideCoefficientEncoder(parameters).constant(1);
  std::vector<he::Ciphertext> ciphertexts;
  ciphertexts.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    ciphertexts.push_back(encryptor.encrypt(one, generator));
  }
  return {parameters, keys.relin_key(secret), std::move(ciphertexts)};
}

template <class Scheme>
void expect_bounded(const Route& route, std::size_t ciphertexts) {
  ASSERT_TRUE(route.serves()) << route.reason;
  SCOPED_TRACE(to_string(route));
  const std::size_t before = taken();
  auto evaluation = received<Scheme>(route.literal, ciphertexts - 1);
  evaluation.parameters.make_ready();
  auto session = typename Scheme::Evaluator(evaluation.parameters, {.automatic_levels = true})
                     .session(evaluation.relin);
  auto& operands = evaluation.ciphertexts;
  auto product = session.multiply(operands[0], operands[1]);
  operands.push_back(session.relinearize(product));
  // The session takes all the memory that it may ever take.
  const auto two = std::span(operands).first(2);
  session.dot_product(product, two, two);
  if (const std::size_t levels = evaluation.parameters.levels(); levels > 1) {
    operands[2] = session.mod_switch(operands[1], levels - 1);
    session.add(operands[3], operands[1], operands[2]);
  }
  const std::size_t measured = taken() - before, bound = route.memory.peak(ciphertexts);
  EXPECT_LE(measured, bound);
  EXPECT_LE(bound, 2 * measured);
}

void expect_bounded(const Task& task, RouteKind kind) {
  const std::size_t ciphertexts = 5;
  expect_bounded<he::Bfv>(route_of(task, kind, he::Scheme::bfv), ciphertexts);
  expect_bounded<he::Bgv>(route_of(task, kind, he::Scheme::bgv), ciphertexts);
}

TEST(PeakOfAnEvaluation, OfWordsIsBounded) {
  expect_bounded(task_of(Numbers::field(65537), 2, 1), RouteKind::integer);
  expect_bounded(task_of(Numbers::integers(100), 2, 1), RouteKind::crt);
}
TEST(PeakOfAnEvaluation, OfShortModuliIsBounded) {
  expect_bounded(task_of(Numbers::field(he::PrimeField::bls12_381_r), 2, 1),
                 RouteKind::short_modulus);
  expect_bounded(task_of(Numbers::field(he::PrimeField::p256), 2, 1), RouteKind::short_modulus);
}
TEST(PeakOfAnEvaluation, OfRootsIsBounded) {
  expect_bounded(task_of(Numbers::integers(512), 2, 1), RouteKind::root);
}
TEST(PeakOfAnEvaluation, OfIntegersIsBounded) {
  expect_bounded(task_of(Numbers::modulo(modulus_without_structure(30)), 1, 1), RouteKind::integer);
}

}  // namespace
}  // namespace lath::testing
