// SPDX-License-Identifier: Apache-2.0
//
// What engines work with after a move: see base/moved_from.hpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/moved_from.hpp"
#include "lath/arith/primes.hpp"
#include "lath/ring/engine.hpp"

namespace lath {
namespace {

using testing::expect_policy;
using testing::Left;

TEST(MovedFrom, PartsOfEngines) {
  const auto engine = make_cpu_engine(DynamicRing::create(64, ntt_primes(50, 64, 2)));
  const LimbSet limbs = LimbSet::range(0, 2);
  const RowBuffer rows = engine->make_rows(limbs);
  for (std::size_t place = 0; place < 2; ++place) std::fill_n(rows.rows().row(place), 64, place);
  const std::vector<std::array<ConstRows, 2>> pair{{rows.rows(), rows.rows()}};
  const std::array<Digit, 1> digits{{{{}, rows.rows(), nullptr, {}}}};
  const RowBuffer out0 = engine->make_rows(limbs), out1 = engine->make_rows(limbs);
  const Workspace scratch(*engine, engine->inner_products_words(digits) + engine->tensor_words());
  using B = RowBuffer;
  expect_policy<B>("RowBuffer", Left::as_it_was, [&] { return engine->make_rows(limbs); },
                   {{"rows", [](B& b) { b.rows().row(1)[63] = 5; }},
                    {"only", [](B& b) { b.only(LimbSet::range(1, 1)).row(1)[0] = 5; }},
                    {"copy_in", [&](B& b) { engine->copy_in(b.rows(), rows.rows()); }}});
  using K = PreparedKey;
  expect_policy<K>("PreparedKey", Left::as_it_was, [&] { return engine->prepare(pair); },
                   {{"numbers", [](K& k) { EXPECT_EQ(k.limbs().size() + k.digits(), 3U); }},
                    {"inner products", [&](K& k) {
                       engine->inner_products({out0.rows(), out1.rows()}, digits, k, scratch);
                       EXPECT_EQ(out0.rows().row(1)[63], 1U);
                     }}});
  using W = Workspace;
  expect_policy<W>("Workspace", Left::as_it_was, [&] { return W(*engine, scratch.size()); },
                   {{"size", [&](W& w) { EXPECT_EQ(w.size(), scratch.size()); }},
                    {"data", [](W& w) { w.data()[0] = 1; }},
                    {"tensor", [&](W& w) {
                       engine->tensor({out0.rows(), out1.rows(), rows.rows()}, RowForm::values,
                                      {{rows.rows(), rows.rows()}, RowForm::values},
                                      {{rows.rows(), rows.rows()}, RowForm::values}, w);
                     }}});
}

}  // namespace
}  // namespace lath
