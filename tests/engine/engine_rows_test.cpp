// SPDX-License-Identifier: Apache-2.0
//
// Rows in memory of an engine: copies, sums with constants, and objects that own rows.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/expect_error.hpp"
#include "engine/engines.hpp"

namespace lath {
namespace {

using testing::expect_error;
using testing::HostRows;

class RowsOfEngines : public testing::EngineTest {};
INSTANTIATE_TEST_SUITE_P(Every, RowsOfEngines, ::testing::ValuesIn(testing::engine_cases()),
                         testing::name_of);

TEST_P(RowsOfEngines, AreCopiedAndShifted) {
  const HostRows a = random(all_);
  const RowBuffer in = testing::uploaded(*engine_, a), out = engine_->make_rows(all_);
  engine_->copy(out.only(some_), in.rows());
  expect_rows(out.only(some_), [&](std::size_t place) { return a.row(place); });
  std::vector<std::uint64_t> summands;
  for (std::size_t i = 0; i < some_.size(); ++i) {
    const std::uint64_t p = chain_->modulus(some_.place(i)).value();
    summands.push_back(i == 0 ? 0 : i == 1 ? p - 1 : random_.below(p));
  }
  const auto sum = [&](std::size_t place) {
    std::vector<std::uint64_t> words = a.row(place);
    const Modulus& p = chain_->modulus(place);
    for (std::uint64_t& word : words) word = p.add(word, summands[some_.index(place)]);
    return words;
  };
  engine_->add_constants(out.only(some_), in.rows(), summands);
  expect_rows(out.only(some_), sum);
  // In place.
  engine_->add_constants(in.only(some_), in.only(some_), summands);
  expect_rows(in.only(some_), sum);
  expect_error(
      [&] { engine_->add_constants(out.only(some_), in.rows(), std::span(summands).first(1)); },
      ErrorCode::invalid_argument, {"need"});
}

TEST_P(RowsOfEngines, AreOwnedOneByOne) {
  const HostRows a = random(all_), b = random(some_);
  EngineRows x(engine_, all_);
  engine_->copy_in(x.rows(), a.rows());
  const EngineRows copy(x);
  const auto words_of_a = [&](std::size_t place) { return a.row(place); };
  engine_->apply(Operation::negate, x.rows(), std::array{ConstRows(x.rows())});
  expect_rows(copy.rows(), words_of_a);
  // An object keeps its memory for an assignment of equal limbs, and takes other memory else.
  const std::uint64_t* memory = x.rows().base;
  x = copy;
  EXPECT_EQ(x.rows().base, memory);
  expect_rows(x.rows(), words_of_a);
  EngineRows y(engine_, some_);
  engine_->copy_in(y.rows(), b.rows());
  x = y;
  EXPECT_EQ(x.limbs(), some_);
  expect_rows(x.rows(), [&](std::size_t place) { return b.row(place); });
  const EngineRows& self = x;
  x = self;
  expect_rows(x.rows(), [&](std::size_t place) { return b.row(place); });
  const EngineRows moved(std::move(x));
  expect_rows(moved.rows(), [&](std::size_t place) { return b.row(place); });
  // NOLINTBEGIN(bugprone-use-after-move): what a moved-from object does
  EXPECT_EQ(x.limbs().size(), 0U);
  expect_error([&] { (void)x.rows(); }, ErrorCode::invalid_argument, {"need"});
  const EngineRows empty(x);
  expect_error([&] { (void)empty.rows(); }, ErrorCode::invalid_argument, {"need"});
  x = copy;
  // NOLINTEND(bugprone-use-after-move)
  expect_rows(x.rows(), words_of_a);
  expect_error([&] { (void)EngineRows(engine_, LimbSet::range(5, 3)); }, ErrorCode::mismatch,
               {"new rows"});
}

}  // namespace
}  // namespace lath
