// SPDX-License-Identifier: Apache-2.0
#include "lath/base/cpu.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "base/expect_error.hpp"

namespace lath {
namespace {

// Puts LATH_ISA back as it was.
class IsaVariable : public ::testing::Test {
 protected:
  IsaVariable() {
    const char* value = std::getenv("LATH_ISA");
    was_set_ = value != nullptr;
    if (was_set_) before_ = value;
  }
  ~IsaVariable() override {
    if (was_set_) {
      setenv("LATH_ISA", before_.c_str(), 1);
    } else {
      unsetenv("LATH_ISA");
    }
  }
  static void set(const char* value) { setenv("LATH_ISA", value, 1); }

 private:
  bool was_set_ = false;
  std::string before_;
};

TEST_F(IsaVariable, UnsetOrEmptyMeansTheBestOfTheCpuWithoutNeon) {
  const Isa best = detected_isa() == Isa::neon ? Isa::scalar : detected_isa();
  unsetenv("LATH_ISA");
  EXPECT_EQ(active_isa(), best);
  set("");
  EXPECT_EQ(active_isa(), best);
}

TEST_F(IsaVariable, NeonIsUsedWhereItIsAskedFor) {
  set("neon");
  EXPECT_EQ(active_isa(), common(Isa::neon, detected_isa()));
#if defined(__aarch64__)
  EXPECT_EQ(active_isa(), Isa::neon);
#endif
}

TEST_F(IsaVariable, ScalarCapsToTheReference) {
  set("scalar");
  EXPECT_EQ(active_isa(), Isa::scalar);
}

TEST_F(IsaVariable, Avx512DoesNotExceedTheCpu) {
  for (const Isa isa : {Isa::avx512, Isa::avx512ifma}) {
    set(isa_name(isa).data());
    EXPECT_EQ(active_isa(), common(isa, detected_isa()));
  }
}

TEST_F(IsaVariable, Avx2DoesNotExceedTheCpu) {
  set("avx2");
  EXPECT_EQ(active_isa(), common(Isa::avx2, detected_isa()));
}

TEST_F(IsaVariable, AnyOtherNameIsAnErrorThatTeaches) {
  for (const char* name : {"AVX2", "sse", "avx-512", "avx512 ifma", " scalar", "scalar ", "1"}) {
    set(name);
    testing::expect_error([] { (void)active_isa(); }, ErrorCode::invalid_argument,
                          {"LATH_ISA=\"" + std::string(name) + "\"",
                           "need scalar, avx2, avx512, avx512ifma or neon", "unset LATH_ISA"});
  }
}

TEST(Isa, IsASetOfFeatures) {
  constexpr Isa kAll[] = {Isa::scalar, Isa::avx2, Isa::avx512, Isa::avx512ifma, Isa::neon};
  for (const Isa a : kAll) {
    EXPECT_TRUE(has(a, Isa::scalar)) << isa_name(a);
    for (const Isa b : kAll) {
      EXPECT_EQ(has(a, b), common(a, b) == b) << isa_name(a) << " " << isa_name(b);
      EXPECT_EQ(has(a, b) && has(b, a), a == b) << isa_name(a) << " " << isa_name(b);
    }
  }
  EXPECT_FALSE(has(Isa::scalar, Isa::avx2));
  EXPECT_FALSE(has(Isa::avx2, Isa::avx512));
  EXPECT_FALSE(has(Isa::avx512, Isa::avx512ifma));
  EXPECT_TRUE(has(Isa::avx512ifma, Isa::avx2));
  EXPECT_EQ(common(Isa::neon, Isa::avx512ifma), Isa::scalar);
}

TEST(Isa, HasAName) {
  EXPECT_EQ(isa_name(Isa::scalar), "scalar");
  EXPECT_EQ(isa_name(Isa::avx2), "avx2");
  EXPECT_EQ(isa_name(Isa::avx512), "avx512");
  EXPECT_EQ(isa_name(Isa::avx512ifma), "avx512ifma");
  EXPECT_EQ(isa_name(Isa::neon), "neon");
}

}  // namespace
}  // namespace lath
