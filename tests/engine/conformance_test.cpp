// SPDX-License-Identifier: Apache-2.0
//
// What every engine does, compared with polynomials of the ring and with integers of 128 bits.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/expect_error.hpp"
#include "engine/engines.hpp"
#include "lath/ring/automorphism.hpp"
#include "lath/ring/batch.hpp"
#include "lath/ring/crt.hpp"
#include "lath/ring/scalar.hpp"

namespace lath {
namespace {

using testing::expect_error;
using testing::HostRows;
using testing::MarkedWorkspace;

class Engines : public testing::EngineTest {
 protected:
  [[nodiscard]] RnsBasis basis(const LimbSet& limbs) const {
    return basis_of(chain_->select(limbs));
  }
};

INSTANTIATE_TEST_SUITE_P(Every, Engines, ::testing::ValuesIn(testing::engine_cases()),
                         testing::name_of);

TEST_P(Engines, CopyRowsInAndOut) {
  const HostRows a = random(all_);
  const RowBuffer rows = testing::uploaded(*engine_, a);
  expect_rows(rows.rows(), [&](std::size_t place) { return a.row(place); });
  expect_rows(rows.only(some_), [&](std::size_t place) { return a.row(place); });
  // Some limbs only, over others.
  const HostRows b = random(some_);
  engine_->copy_in(rows.only(some_), b.rows());
  expect_rows(rows.rows(), [&](std::size_t place) {
    return some_.contains(place) ? b.row(place) : a.row(place);
  });
}

TEST_P(Engines, TransformForwardAndBack) {
  const HostRows a = random(all_);
  const RowBuffer in = testing::uploaded(*engine_, a), out = engine_->make_rows(all_);
  engine_->forward(out.only(some_), in.rows());
  const auto forward = [&](std::size_t place) { return words(ntt(poly<Coeff>(a, place))); };
  expect_rows(out.only(some_), forward);
  expect_rows(in.rows(), [&](std::size_t place) { return a.row(place); });
  engine_->forward(in.rows(), in.rows());
  expect_rows(in.rows(), forward);
  engine_->inverse(out.rows(), in.rows());
  expect_rows(out.rows(), [&](std::size_t place) { return a.row(place); });
  engine_->inverse(in.only(some_), in.only(some_));
  expect_rows(in.only(some_), [&](std::size_t place) { return a.row(place); });
}

TEST_P(Engines, ApplyOperations) {
  const std::array<HostRows, 4> x{random(all_), random(all_), random(all_), random(all_)};
  std::vector<RowBuffer> rows;
  std::vector<ConstRows> views;
  for (const HostRows& host : x) {
    rows.push_back(testing::uploaded(*engine_, host));
    views.emplace_back(rows.back().rows());
  }
  const RowBuffer out = engine_->make_rows(some_);
  const auto values = [&](std::size_t k, std::size_t place) { return poly<Eval>(x[k], place); };
  engine_->apply(Operation::add_products, out.rows(), views);
  expect_rows(out.rows(), [&](std::size_t place) {
    return words<Eval>(values(0, place) * values(1, place) + values(2, place) * values(3, place));
  });
  engine_->apply(Operation::subtract, out.rows(), std::array{views[0], views[1]});
  expect_rows(out.rows(),
              [&](std::size_t place) { return words<Eval>(values(0, place) - values(1, place)); });
  const auto w = RnsScalar<DynamicRing>::from_integer(chain_->select(some_), -65537);
  engine_->apply(Operation::scale_difference_add, out.rows(),
                 std::array{views[0], views[1], views[2]}, w.scalars());
  expect_rows(out.rows(), [&](std::size_t place) {
    return words<Eval>((values(0, place) - values(1, place)) * -65537 + values(2, place));
  });
  // In place.
  engine_->apply(Operation::negate, rows[0].rows(), std::array{ConstRows(rows[0].rows())});
  expect_rows(rows[0].rows(), [&](std::size_t place) { return words<Eval>(-values(0, place)); });
}

// Small integers keep their residues in other bases, whatever limbs these have.
TEST_P(Engines, ConvertRowsToOtherLimbs) {
  const LimbSet from = LimbSet::range(1, 3), to = LimbSet::range(0, 1) | LimbSet::range(5, 2);
  std::vector<std::int64_t> integers(kDegree);
  for (std::int64_t& x : integers) {
    x = static_cast<std::int64_t>(random_.below(1ULL << 41)) - (std::int64_t{1} << 40);
  }
  const auto residues = [&](std::size_t place) {
    std::vector<std::uint64_t> row;
    for (const std::int64_t x : integers) row.push_back(chain_->modulus(place).reduce_signed(x));
    return row;
  };
  HostRows host(*chain_, all_, kDegree);
  for (std::size_t place = 0; place < 7; ++place) {
    std::ranges::copy(residues(place), host.rows().row(place));
  }
  const RowBuffer in = testing::uploaded(*engine_, host), out = engine_->make_rows(all_);
  const auto extension = RowMap::extension(basis(from), basis(to));
  const MarkedWorkspace w(*engine_, engine_->convert_words(extension));
  engine_->convert(out.only(to), in.only(from), {}, extension, w);
  expect_rows(out.only(to), residues);
  EXPECT_TRUE(w.mark_is_whole());

  // A map to more limbs than are wanted: the first ones, some in the middle, and the last.
  const LimbSet few = LimbSet::range(to.place(0), 1) | LimbSet::range(to.place(to.size() - 1), 1);
  for (const LimbSet& wanted : {to.prefix(1), to.prefix(2) - to.prefix(1), few}) {
    const RowBuffer part = engine_->make_rows(all_);
    engine_->convert(part.only(wanted), in.only(from), {}, extension, w, to);
    expect_rows(part.only(wanted), residues);
  }

  // x + y Q is x modulo Q; divided by Q it is y, to the nearest integer.
  const HostRows y = random(to);
  HostRows sums(*chain_, to, kDegree);
  for (std::size_t i = 0; i < to.size(); ++i) {
    const Modulus& p = chain_->modulus(to.place(i));
    std::uint64_t q = 1;
    for (std::size_t j = 0; j < 3; ++j) {
      q = p.multiply(q, p.reduce(chain_->modulus(from.place(j)).value()));
    }
    for (std::size_t k = 0; k < kDegree; ++k) {
      sums.rows().row(to.place(i))[k] =
          p.add(residues(to.place(i))[k], p.multiply(q, y.row(to.place(i))[k]));
    }
  }
  const RowBuffer own = testing::uploaded(*engine_, sums);
  const auto division = RowMap::divide_and_round(basis(from), basis(to));
  const MarkedWorkspace w_of_division(*engine_, engine_->convert_words(division));
  engine_->convert(own.rows(), in.only(from), own.rows(), division, w_of_division);
  expect_rows(own.rows(), [&](std::size_t place) { return y.row(place); });
  EXPECT_TRUE(w_of_division.mark_is_whole());
}

TEST_P(Engines, PermuteSlots) {
  const HostRows a = random(all_);
  const RowBuffer in = testing::uploaded(*engine_, a), out = engine_->make_rows(some_);
  for (const std::uint64_t g : {3U, 5U, 255U}) {
    const auto by = Automorphism::create(chain_->slots(), g);
    engine_->permute(out.rows(), in.rows(), by);
    expect_rows(out.rows(), [&](std::size_t place) {
      return words(apply_automorphism(poly<Eval>(a, place), by));
    });
  }
}

TEST_P(Engines, MultiplyDigitsByAPreparedKey) {
  constexpr std::size_t kDigits = 5;
  std::vector<HostRows> digits, key;
  std::vector<RowBuffer> digit_rows, key_rows;
  for (std::size_t d = 0; d < kDigits; ++d) digits.push_back(random(some_));
  for (std::size_t d = 0; d < 2 * kDigits; ++d) key.push_back(random(all_));
  for (const HostRows& host : digits) digit_rows.push_back(testing::uploaded(*engine_, host));
  for (const HostRows& host : key) key_rows.push_back(testing::uploaded(*engine_, host));
  std::vector<std::array<ConstRows, 2>> views;
  for (std::size_t d = 0; d < kDigits; ++d) {
    views.push_back({key_rows[2 * d].rows(), key_rows[2 * d + 1].rows()});
  }
  const PreparedKey prepared = engine_->prepare(views);
  EXPECT_EQ(prepared.digits(), kDigits);
  EXPECT_EQ(prepared.limbs(), all_);
  const RowBuffer out0 = engine_->make_rows(some_), out1 = engine_->make_rows(some_);
  for (const std::size_t count : {kDigits, std::size_t{2}, std::size_t{0}}) {
    std::vector<Digit> used;
    for (std::size_t d = 0; d < count; ++d) used.push_back({{}, digit_rows[d].rows(), nullptr, {}});
    const MarkedWorkspace w(*engine_, engine_->inner_products_words(used));
    engine_->inner_products({out0.rows(), out1.rows()}, used, prepared, w);
    EXPECT_TRUE(w.mark_is_whole());
    for (std::size_t b = 0; b < 2; ++b) {
      expect_rows((b == 0 ? out0 : out1).rows(), [&](std::size_t place) {
        Poly<DynamicRing, Eval> sum(chain_->select(LimbSet::range(place, 1)));
        for (std::size_t d = 0; d < count; ++d) {
          sum += poly<Eval>(digits[d], place) * poly<Eval>(key[2 * d + b], place);
        }
        return words(sum);
      });
    }
  }
}

TEST_P(Engines, GiveBackTheRowsOfAPreparedKey) {
  constexpr std::size_t kDigits = 3;
  std::vector<HostRows> key;
  std::vector<RowBuffer> rows;
  std::vector<std::array<ConstRows, 2>> views;
  for (std::size_t d = 0; d < 2 * kDigits; ++d) {
    key.push_back(random(all_));
    // The words that a layout of signed numbers might confuse.
    for (std::size_t place = 0; place < 7; ++place) {
      const std::uint64_t p = chain_->modulus(place).value();
      const std::array<std::uint64_t, 5> ends{0, 1, p / 2, p / 2 + 1, p - 1};
      std::ranges::copy(ends, key[d].rows().row(place) + 5 * d);
    }
    rows.push_back(testing::uploaded(*engine_, key[d]));
  }
  for (std::size_t d = 0; d < kDigits; ++d) {
    views.push_back({rows[2 * d].rows(), rows[2 * d + 1].rows()});
  }
  const PreparedKey prepared = engine_->prepare(views);
  const RowBuffer all = engine_->make_rows(all_), some = engine_->make_rows(some_);
  for (std::size_t d = 0; d < kDigits; ++d) {
    for (std::size_t part = 0; part < 2; ++part) {
      SCOPED_TRACE("digit " + std::to_string(d) + ", part " + std::to_string(part));
      engine_->unprepare(all.rows(), prepared, d, part);
      expect_rows(all.rows(), [&](std::size_t p) { return key[2 * d + part].row(p); });
      engine_->unprepare(some.rows(), prepared, d, part);
      expect_rows(some.rows(), [&](std::size_t p) { return key[2 * d + part].row(p); });
    }
  }
  expect_error([&] { engine_->unprepare(all.rows(), prepared, kDigits, 0); }, ErrorCode::mismatch,
               {"digit 3", "below 3"});
  expect_error([&] { engine_->unprepare(all.rows(), prepared, 0, 2); }, ErrorCode::mismatch,
               {"part 2"});
  const std::array<ConstRows, 2> few{rows[0].only(some_), rows[1].only(some_)};
  const PreparedKey small = engine_->prepare({&few, 1});
  expect_error([&] { engine_->unprepare(all.rows(), small, 0, 0); }, ErrorCode::mismatch,
               {"limbs"});
}

TEST_P(Engines, PrepareKeysRowByRow) {
  constexpr std::size_t kDigits = 3;
  std::vector<HostRows> key;
  for (std::size_t i = 0; i < 2 * kDigits; ++i) key.push_back(random(all_));
  UnfinishedKey unfinished = engine_->begin_key(all_, kDigits);
  const RowBuffer rows = engine_->make_rows(all_);
  for (std::size_t i = 2 * kDigits; i-- > 1;) {
    engine_->copy_in(rows.rows(), key[i].rows());
    engine_->prepare(unfinished, i / 2, i % 2, rows.rows());
  }
  expect_error([&] { (void)engine_->finish(unfinished); }, ErrorCode::invalid_argument,
               {"without 1 of its 6 rows"});
  engine_->copy_in(rows.rows(), key[0].rows());
  engine_->prepare(unfinished, 0, 0, rows.rows());
  const PreparedKey prepared = engine_->finish(std::move(unfinished));
  for (std::size_t i = 0; i < 2 * kDigits; ++i) {
    engine_->unprepare(rows.rows(), prepared, i / 2, i % 2);
    expect_rows(rows.rows(), [&](std::size_t p) { return key[i].row(p); });
  }
  UnfinishedKey another = engine_->begin_key(all_, 1);
  expect_error([&] { engine_->prepare(another, 0, 0, rows.only(some_)); }, ErrorCode::mismatch,
               {"limbs"});
  expect_error([&] { engine_->prepare(another, 1, 0, rows.rows()); }, ErrorCode::mismatch,
               {"digit 1", "below 1"});
  expect_error([&] { (void)engine_->begin_key(all_, 0); }, ErrorCode::invalid_argument, {"digits"});
}

TEST_P(Engines, TakePolynomialsAsRows) {
  auto poly_of = [&](const LimbSet& limbs) {
    const HostRows host = random(limbs);
    Poly<DynamicRing, Coeff> a(chain_->select(limbs));
    for (std::size_t i = 0; i < limbs.size(); ++i) {
      std::ranges::copy(host.row(limbs.place(i)), a.limb(i).begin());
    }
    return a;
  };
  const LimbSet middle = LimbSet::range(2, 4);
  const auto a = poly_of(middle);
  const RowBuffer rows = engine_->make_rows(middle);
  engine_->copy_in(rows.rows(), rows_of(a));
  engine_->forward(rows.rows(), rows.rows());
  Poly<DynamicRing, Eval> values(a.ring());
  engine_->copy_out(rows_of(values), rows.rows());
  EXPECT_TRUE(values == ntt(a));
  expect_error([&] { (void)rows_of(poly_of(some_)); }, ErrorCode::unsupported, {"several ranges"});
}

TEST_P(Engines, RefuseOperandsThatDoNotFit) {
  const RowBuffer all = engine_->make_rows(all_), some = engine_->make_rows(some_);
  const auto mismatch = [](const auto& action) {
    expect_error(action, ErrorCode::mismatch, {"limbs"});
  };
  mismatch([&] { engine_->forward(all.rows(), some.rows()); });
  mismatch([&] { (void)engine_->make_rows(LimbSet::range(5, 3)); });
  mismatch([&] { engine_->copy_in(all.rows(), some.rows()); });
  const std::array<ConstRows, 1> one{ConstRows(all.rows())};
  expect_error([&] { engine_->apply(Operation::add, some.rows(), one); },
               ErrorCode::invalid_argument, {"1 operands", "need 2"});
  expect_error([&] { engine_->apply(Operation::scale, some.rows(), one); },
               ErrorCode::invalid_argument, {"0 scalars", "5"});
  expect_error([&] { (void)engine_->prepare({}); }, ErrorCode::invalid_argument, {"digits"});
  const Workspace small(*engine_, 8);
  const std::array<Rows, 3> c{some.rows(), some.rows(), some.rows()};
  const std::array<ConstRows, 2> a{all.rows(), all.rows()};
  const Engine::TensorFactor factor{a, RowForm::values};
  expect_error([&] { engine_->tensor(c, RowForm::values, factor, factor, small); },
               ErrorCode::invalid_argument, {"workspace of 8 words"});
  expect_error([&] { engine_->permute(some.rows(), all.rows(), Automorphism::create(64, 3)); },
               ErrorCode::mismatch, {"order"});
  expect_error([&] { (void)GetParam().make(chain_->select(some_)); }, ErrorCode::invalid_argument,
               {"first place"});
}

}  // namespace
}  // namespace lath
