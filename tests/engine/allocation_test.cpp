// SPDX-License-Identifier: Apache-2.0
//
// After one call of each function of an engine, none of them allocates. It replaces the allocation
// operators, so it is a program of its own.
#include <gtest/gtest.h>
#include <malloc.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/counted_allocations.hpp"
#include "lath/arith/primes.hpp"
#include "lath/ntt/ntt_plan.hpp"
#include "lath/ring/engine.hpp"
#include "lath/ring/scalar.hpp"

namespace lath {
namespace {

// A key switch, a product and a conversion at a level, on rows of a chain.
class Circuit {
 public:
  explicit Circuit(const DynamicRing& chain)
      : engine_(make_cpu_engine(chain)),
        w_(RnsScalar<DynamicRing>::from_integer(chain.select(q_), 7)),
        down_(RowMap::extension(basis(chain, p_), basis(chain, q_))) {
    for (int i = 0; i < 12; ++i) {
      rows_.push_back(engine_->make_rows(chain.limb_set()));
      for (std::size_t place = 0; place < chain.limbs(); ++place) {
        std::fill_n(rows_.back().rows().row(place), chain.degree(), place + 1);
      }
    }
    for (std::size_t d = 0; d < 4; ++d) {
      const LimbSet own = LimbSet::range(d, 1);
      raise_.push_back(RowMap::extension(basis(chain, own), basis(chain, (q_ | p_) - own)));
    }
    for (std::size_t d = 0; d < 4; ++d) {
      const LimbSet own = LimbSet::range(d, 1);
      digits_.push_back({rows_[0].only(own), {}, &raise_[d], (q_ | p_) - own});
      key_rows_.push_back({rows_[d].rows(), rows_[d + 4].rows()});
    }
    key_.push_back(engine_->prepare(key_rows_));
    const std::size_t words =
        std::max({engine_->inner_products_words(digits_), engine_->divide_words(down_),
                  engine_->tensor_words(), engine_->convert_words(down_)});
    workspace_.emplace_back(*engine_, words);
  }

  void run() {
    Engine& e = *engine_;
    const Workspace& w = workspace_.front();
    const Rows acc0 = rows_[8].only(q_ | p_), acc1 = rows_[9].only(q_ | p_);
    e.inner_products({acc0, acc1}, digits_, key_.front(), w);
    e.inverse(acc0.only(p_), acc0.only(p_));
    e.divide(rows_[10].only(q_),
             {acc0.only(q_), acc0.only(p_), &down_, {}, w_.scalars(), rows_[1].only(q_), &by_}, w);
    e.convert(rows_[11].only(q_), acc0.only(p_), {}, down_, w);
    e.tensor({rows_[8].only(q_), rows_[9].only(q_), rows_[10].only(q_)}, RowForm::coefficients,
             {{rows_[0].only(q_), rows_[1].only(q_)}, RowForm::coefficients},
             {{rows_[2].only(q_), rows_[3].only(q_)}, RowForm::coefficients}, w);
    e.permute(rows_[11].rows(), rows_[0].rows(), by_);
    const std::array<ConstRows, 2> operands{rows_[0].rows(), rows_[1].rows()};
    e.apply(Operation::multiply, rows_[11].rows(), operands);
    e.forward(rows_[11].rows(), rows_[0].rows());
    e.copy_out(rows_[10].rows(), rows_[11].rows());
  }

 private:
  static RnsBasis basis(const DynamicRing& chain, const LimbSet& limbs) {
    const DynamicRing ring = chain.select(limbs);
    return ring.basis();
  }

  LimbSet q_ = LimbSet::range(0, 4), p_ = LimbSet::range(5, 1);
  std::shared_ptr<Engine> engine_;
  RnsScalar<DynamicRing> w_;
  RowMap down_;
  std::vector<RowMap> raise_;
  std::vector<RowBuffer> rows_;
  std::vector<Digit> digits_;
  std::vector<std::array<ConstRows, 2>> key_rows_;
  std::vector<PreparedKey> key_;
  std::vector<Workspace> workspace_;
  Automorphism by_ = Automorphism::create(1024, 3);
};

TEST(EnginesOnceWarm, AllocateNothing) {
  auto moduli = ntt_primes(48, 1024, 5);
  moduli.push_back(ntt_primes(55, 1024, 1)[0]);
  Circuit circuit(DynamicRing::create(1024, moduli));
  circuit.run();
  const std::size_t before = testing::calls;
  const struct mallinfo2 memory = mallinfo2();
  for (int i = 0; i < 10; ++i) circuit.run();
  EXPECT_EQ(testing::calls, before);
  EXPECT_EQ(mallinfo2().uordblks, memory.uordblks);
}

TEST(CyclotomicTransforms, AllocateNothing) {
  for (const std::uint64_t m : {63U, 2783U, 4095U, 4369U, 65537U}) {
    const auto index = CyclotomicIndex::create(m);
    for (const int bits : {50, 61}) {
      const auto plan = NttPlan<std::uint64_t>::create(index, ntt_primes(bits, index, 1).front());
      std::vector<std::uint64_t> a(plan.degree(), 1), b = a;
      std::vector<std::int8_t> small(plan.degree(), -1);
      const std::size_t before = testing::calls;
      const struct mallinfo2 memory = mallinfo2();
      plan.forward(a.data());
      plan.forward(b.data(), a.data());
      plan.forward(b.data(), small.data());
      plan.forward_centered(b.data(), a.data(), plan.modulus());
      plan.inverse(a.data());
      plan.inverse(a.data(), b.data());
      plan.convolve(a.data(), b.data());
      EXPECT_EQ(testing::calls, before) << m;
      EXPECT_EQ(mallinfo2().uordblks, memory.uordblks) << m;
    }
  }
}

TEST(Polynomials, OnceWarmEvaluateExpressionsInTheirMemory) {
  const auto ring = DynamicRing::create(1024, ntt_primes(50, 1024, 3));
  Poly<DynamicRing, Eval> a(ring), b(ring), c(ring);
  c = 3 * a * b + c;
  const std::size_t before = testing::calls;
  c = (a - b) * 5 + c;
  c += 2 * (a * b);
  c *= -7;
  EXPECT_EQ(testing::calls, before);
}

}  // namespace
}  // namespace lath
