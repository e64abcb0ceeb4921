// SPDX-License-Identifier: Apache-2.0
//
// Products of ciphertexts by every engine, compared with polynomials of the ring.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/expect_error.hpp"
#include "engine/engines.hpp"

namespace lath {
namespace {

using testing::expect_error;
using testing::HostRows;
using testing::MarkedWorkspace;

class EngineTensors : public testing::EngineTest {};

INSTANTIATE_TEST_SUITE_P(Every, EngineTensors, ::testing::ValuesIn(testing::engine_cases()),
                         testing::name_of);

TEST_P(EngineTensors, MultiplyCiphertextsInBothForms) {
  const std::array<HostRows, 4> x{random(all_), random(all_), random(all_), random(all_)};
  std::vector<RowBuffer> in, out;
  for (const HostRows& host : x) in.push_back(testing::uploaded(*engine_, host));
  for (int i = 0; i < 3; ++i) out.push_back(engine_->make_rows(all_));
  const MarkedWorkspace w(*engine_, engine_->tensor_words());
  const std::array<Rows, 3> c{out[0].only(some_), out[1].only(some_), out[2].only(some_)};
  const std::array<ConstRows, 2> a{in[0].rows(), in[1].rows()}, b{in[2].rows(), in[3].rows()};
  engine_->tensor(c, RowForm::values, {a, RowForm::values}, {b, RowForm::values}, w);
  const auto values = [&](std::size_t k, std::size_t place) { return poly<Eval>(x[k], place); };
  expect_rows(c[0], [&](std::size_t p) { return words<Eval>(values(0, p) * values(2, p)); });
  expect_rows(c[1], [&](std::size_t p) {
    return words<Eval>(values(0, p) * values(3, p) + values(1, p) * values(2, p));
  });
  expect_rows(c[2], [&](std::size_t p) { return words<Eval>(values(1, p) * values(3, p)); });
  engine_->tensor(c, RowForm::coefficients, {a, RowForm::coefficients}, {b, RowForm::coefficients},
                  w);
  const auto product = [&](std::size_t i, std::size_t j, std::size_t p) {
    return convolve(poly<Coeff>(x[i], p), poly<Coeff>(x[j], p));
  };
  const auto expect_products = [&] {
    expect_rows(c[0], [&](std::size_t p) { return words(product(0, 2, p)); });
    expect_rows(c[1],
                [&](std::size_t p) { return words<Coeff>(product(0, 3, p) + product(1, 2, p)); });
    expect_rows(c[2], [&](std::size_t p) { return words(product(1, 3, p)); });
  };
  expect_products();
  expect_rows(in[3].rows(), [&](std::size_t p) { return x[3].row(p); });
  EXPECT_TRUE(w.mark_is_whole());
  // One factor, or both, by values.
  std::vector<RowBuffer> of_x;
  for (std::size_t i = 0; i < 4; ++i) {
    of_x.push_back(engine_->make_rows(all_));
    engine_->forward(of_x.back().rows(), in[i].rows());
  }
  const std::array<ConstRows, 2> a_values{of_x[0].rows(), of_x[1].rows()},
      b_values{of_x[2].rows(), of_x[3].rows()};
  const Engine::TensorFactor values_of_a{a_values, RowForm::values},
      values_of_b{b_values, RowForm::values};
  for (const auto& [first, second] :
       {std::pair{values_of_a, Engine::TensorFactor{b, RowForm::coefficients}},
        std::pair{Engine::TensorFactor{a, RowForm::coefficients}, values_of_b},
        std::pair{values_of_a, values_of_b}}) {
    for (const Rows& part : c) engine_->copy_in(part, x[0].rows());
    engine_->tensor(c, RowForm::coefficients, first, second, w);
    expect_products();
  }
  engine_->tensor(c, RowForm::values, values_of_a, {b, RowForm::coefficients}, w);
  expect_rows(c[2], [&](std::size_t p) {
    return words<Eval>(ntt(poly<Coeff>(x[1], p)) * ntt(poly<Coeff>(x[3], p)));
  });
  EXPECT_TRUE(w.mark_is_whole());
}

// Products in the memory of their factors: out[0] takes a first part.
TEST_P(EngineTensors, TakeTheMemoryOfFactorsInCoefficientForm) {
  const std::array<HostRows, 4> x{random(some_), random(some_), random(some_), random(some_)};
  const MarkedWorkspace w(*engine_, engine_->tensor_words());
  for (const RowForm form : {RowForm::values, RowForm::coefficients}) {
    for (const std::array<std::size_t, 3>& order :
         {std::array<std::size_t, 3>{0, 2, 1}, {2, 0, 3}, {0, 1, 2}, {2, 3, 1}, {0, 3, 1}}) {
      std::vector<RowBuffer> in, expected;
      for (const HostRows& host : x) in.push_back(testing::uploaded(*engine_, host));
      for (int i = 0; i < 3; ++i) expected.push_back(engine_->make_rows(some_));
      const Engine::TensorFactor a{{in[0].rows(), in[1].rows()}, RowForm::coefficients},
          b{{in[2].rows(), in[3].rows()}, RowForm::coefficients};
      engine_->tensor({expected[0].rows(), expected[1].rows(), expected[2].rows()}, form, a, b, w);
      engine_->tensor({in[order[0]].rows(), in[order[1]].rows(), in[order[2]].rows()}, form, a, b,
                      w);
      for (std::size_t k = 0; k < 3; ++k) {
        const HostRows same = testing::downloaded(*engine_, expected[k].rows());
        expect_rows(in[order[k]].rows(), [&](std::size_t place) { return same.row(place); });
      }
    }
  }
}

// An element multiplies the first factor, the second or both, in every form.
TEST_P(EngineTensors, MultiplyCiphertextsByAnElement) {
  const std::array<HostRows, 5> x{random(all_), random(all_), random(all_), random(all_),
                                  random(all_)};
  std::vector<RowBuffer> in, values, out;
  for (const HostRows& host : x) in.push_back(testing::uploaded(*engine_, host));
  for (const RowBuffer& row : in) {
    values.push_back(engine_->make_rows(all_));
    engine_->forward(values.back().rows(), row.rows());
  }
  for (int i = 0; i < 3; ++i) out.push_back(engine_->make_rows(all_));
  const MarkedWorkspace w(*engine_, engine_->tensor_words());
  const std::array<Rows, 3> c{out[0].only(some_), out[1].only(some_), out[2].only(some_)};
  using Poly1 = Poly<DynamicRing, Eval>;
  const auto element = [&](std::size_t p) -> Poly1 { return ntt(poly<Coeff>(x[4], p)); };
  const auto product = [&](std::size_t i, std::size_t j, std::size_t p) -> Poly1 {
    return ntt(poly<Coeff>(x[i], p)) * ntt(poly<Coeff>(x[j], p));
  };
  for (int mask = 0; mask < 16; ++mask) {
    SCOPED_TRACE(mask);
    const auto factor = [&](std::size_t first, bool by_values, bool multiplies) {
      const auto& rows = by_values ? values : in;
      return Engine::TensorFactor{{rows[first].rows(), rows[first + 1].rows()},
                                  by_values ? RowForm::values : RowForm::coefficients,
                                  multiplies ? ConstRows(values[4].rows()) : ConstRows()};
    };
    const bool first = (mask & 1) != 0, second = (mask & 2) != 0;
    const auto expected = [&](const Poly1& sum, std::size_t p) -> Poly1 {
      Poly1 result = sum;
      if (first) result = result * element(p);
      if (second) result = result * element(p);
      return result;
    };
    const auto a = factor(0, (mask & 4) != 0, first), b = factor(2, (mask & 8) != 0, second);
    engine_->tensor(c, RowForm::values, a, b, w);
    expect_rows(c[0], [&](std::size_t p) { return words<Eval>(expected(product(0, 2, p), p)); });
    expect_rows(c[1], [&](std::size_t p) {
      return words<Eval>(expected(product(0, 3, p) + product(1, 2, p), p));
    });
    engine_->tensor(c, RowForm::coefficients, a, b, w);
    expect_rows(c[2],
                [&](std::size_t p) { return words<Coeff>(intt(expected(product(1, 3, p), p))); });
  }
  const Engine::TensorFactor few{
      {in[0].rows(), in[1].rows()}, RowForm::values, values[4].rows().only(LimbSet::range(0, 1))};
  expect_error([&] { engine_->tensor(c, RowForm::values, few, few, w); }, ErrorCode::mismatch,
               {"what multiplies a factor"});
}

// Factors of three and two parts by values, with a row of a factor as a result.
TEST_P(EngineTensors, MultiplyFactorsOfManyParts) {
  const std::array<HostRows, 5> x{random(all_), random(all_), random(all_), random(all_),
                                  random(all_)};
  std::vector<RowBuffer> rows;
  for (const HostRows& row : x) rows.push_back(testing::uploaded(*engine_, row));
  std::vector<RowBuffer> out;
  for (std::size_t i = 0; i < 4; ++i) out.push_back(engine_->make_rows(all_));
  const std::array<ConstRows, 3> a{rows[0].rows(), rows[1].rows(), rows[2].rows()};
  const std::array<ConstRows, 2> b{rows[3].rows(), rows[4].rows()};
  const std::array<Rows, 4> c{out[0].only(some_), out[1].only(some_), out[2].only(some_),
                              rows[4].only(some_)};
  engine_->tensor(c, a, b);
  const auto product = [&](std::size_t i, std::size_t j,
                           std::size_t place) -> Poly<DynamicRing, Eval> {
    return poly<Eval>(x[i], place) * poly<Eval>(x[j], place);
  };
  expect_rows(c[0], [&](std::size_t p) { return words<Eval>(product(0, 3, p)); });
  expect_rows(c[1],
              [&](std::size_t p) { return words<Eval>(product(0, 4, p) + product(1, 3, p)); });
  expect_rows(c[2],
              [&](std::size_t p) { return words<Eval>(product(1, 4, p) + product(2, 3, p)); });
  expect_rows(c[3], [&](std::size_t p) { return words<Eval>(product(2, 4, p)); });
  expect_error([&] { engine_->tensor(std::span(c).first(3), a, b); }, ErrorCode::invalid_argument,
               {"3 parts of a product of 3 and 2"});
  expect_error([&] { engine_->tensor({}, {}, b); }, ErrorCode::invalid_argument, {"0 and 2"});
  const std::array<Rows, 4> other{out[0].rows(), out[1].rows(), out[2].rows(), out[3].only(some_)};
  expect_error([&] { engine_->tensor(other, a, b); }, ErrorCode::mismatch, {"tensor product"});
}

}  // namespace
}  // namespace lath
