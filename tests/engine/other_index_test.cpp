// SPDX-License-Identifier: Apache-2.0
//
// Every engine serves chains of rings whose index is no power of two.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "engine/engines.hpp"
#include "lath/arith/modulus.hpp"

namespace lath {
namespace {

using testing::HostRows;
using Row = std::vector<std::uint64_t>;

class EnginesOfOtherIndices : public ::testing::TestWithParam<testing::EngineCase> {};
INSTANTIATE_TEST_SUITE_P(Every, EnginesOfOtherIndices, ::testing::ValuesIn(testing::engine_cases()),
                         [](const auto& info) { return info.param.name; });

void expect_rows(Engine& engine, const ConstRows& rows,
                 const std::function<Row(std::size_t)>& expected) {
  const HostRows host = testing::downloaded(engine, rows);
  ASSERT_TRUE(host.marks_are_whole());
  for (std::size_t place = 0; place < rows.limbs.size(); ++place) {
    ASSERT_EQ(host.row(place), expected(place)) << "place " << place;
  }
}

void expect_service(const testing::EngineCase& engine_case, std::uint64_t m) {
  SCOPED_TRACE("index " + std::to_string(m));
  const auto index = CyclotomicIndex::create(m);
  auto moduli = ntt_primes(50, index, 2);
  moduli.push_back(ntt_primes(61, index, 1).front());
  const auto chain = DynamicRing::create(index, moduli);
  const auto engine = engine_case.make(chain);
  const LimbSet all = chain.limb_set();
  testing::SeededValues random(m);
  const HostRows a(chain, all, chain.degree() + 5, random);
  const RowBuffer in = testing::uploaded(*engine, a), out = engine->make_rows(all);

  const auto values = [&](std::size_t place) {
    Row row = a.row(place);
    chain.plan(place).forward(row.data());
    return row;
  };
  engine->forward(out.rows(), in.rows());
  expect_rows(*engine, out.rows(), values);
  engine->inverse(in.rows(), out.rows());
  expect_rows(*engine, in.rows(), [&](std::size_t place) { return a.row(place); });

  const std::array<ConstRows, 2> operands{out.rows(), in.rows()};
  engine->apply(Operation::multiply, in.rows(), operands);
  expect_rows(*engine, in.rows(), [&](std::size_t place) {
    Row row = values(place);
    const Row factor = a.row(place);
    for (std::size_t i = 0; i < row.size(); ++i) {
      row[i] = chain.modulus(place).multiply(row[i], factor[i]);
    }
    return row;
  });

  const auto by = Automorphism::create(chain.slots(), 2);
  engine->permute(in.rows(), out.rows(), by);
  expect_rows(*engine, in.rows(), [&](std::size_t place) {
    const Row row = values(place);
    Row permuted(row.size());
    by.apply_to_values(permuted.data(), row.data());
    return permuted;
  });
}

TEST_P(EnginesOfOtherIndices, TransformMultiplyAndPermute) {
  for (const std::uint64_t m : {63U, 2783U, 4095U}) {
    ASSERT_NO_FATAL_FAILURE(expect_service(GetParam(), m));
  }
}

}  // namespace
}  // namespace lath
