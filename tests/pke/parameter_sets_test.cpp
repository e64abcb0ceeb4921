// SPDX-License-Identifier: Apache-2.0
#include "lath/pke/parameter_sets.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <set>
#include <string>

#include "base/bad_input.hpp"
#include "lath/pke/lwe.hpp"
#include "lath/pke/mlwe.hpp"
#include "lath/security/security_estimate.hpp"

namespace lath {
namespace {

TEST(ParameterSets, ReachTheirLevels) {
  int recommended = 0;
  for (const ParameterSet& set : parameter_sets()) {
    const SecurityEstimate estimate = estimate_security(set.instance);
    std::printf("%-18s classical %8.1f, quantum %8.1f\n", set.name.c_str(), estimate.classical,
                estimate.quantum);
    EXPECT_EQ(set.standing == Standing::recommended, set.level.has_value()) << set.name;
    if (!set.level) continue;
    ++recommended;
    EXPECT_TRUE(reaches(estimate, *set.level)) << set.name;
    EXPECT_LE(set.log2_failure_bound, -128) << set.name;
    EXPECT_TRUE(set.name.ends_with(std::to_string(static_cast<int>(*set.level)))) << set.name;
  }
  EXPECT_GE(recommended, 7);
}

// Today's estimates, classical and quantum, and the sizes: if this fails, the sets or the estimator
// have changed, and what is said about them must be looked at again.
TEST(ParameterSets, HaveTheEstimatesOfToday) {
  const struct {
    const char* name;
    double classical, quantum;
    std::size_t public_key, secret_key, ciphertext;
  } expected[] = {
      {"lwe-128", 177.6, 137.6, 18336, 18304, 18720},
      {"lwe-192", 242.1, 196.8, 24992, 24960, 25376},
      {"lwe-256", 308.2, 257.4, 31648, 31616, 32032},
      {"mlwe-128", 194.9, 153.5, 1280, 1248, 1664},
      {"mlwe-192", 260.3, 213.5, 1696, 1664, 2080},
      {"mlwe-256", 327.0, 274.7, 2112, 2080, 2496},
      {"rlwe-192", 269.6, 221.5, 1824, 1792, 2240},
      {"rlwe-256", 534.8, 464.3, 3616, 3584, 4032},
      {"ml-kem-512", 138.9, 102.5, 800, 1632, 768},
      {"ml-kem-768", 194.4, 153.9, 1184, 2400, 1088},
      {"ml-kem-1024", 258.9, 213.2, 1568, 3168, 1568},
      {"nfllib-256-12289", 78.5, 46.8, 480, 448, 896},
      {"nfllib-512-12289", 151.1, 114.0, 928, 896, 1792},
      {"nfllib-256-7681", 83.2, 51.4, 448, 416, 832},
      {"nfllib-512-7681", 160.7, 122.7, 864, 832, 1664},
      {"thesis-256-7681", 2284, 2057.5, 13344, 13312, 13728},
      {"thesis-512-12289", 4555, 4118, 28704, 28672, 29568},
      {"thesis-1024-12289", 9385, 8486, 57376, 57344, 59136},
      {"thesis-4096-12289", 39225, 35408, 229408, 229376, 236544},
      {"thesis-4096-40961", 36727, 33143, 262176, 262144, 270336},
      {"thesis-8192-65537", 73303, 66052, 557088, 557056, 574464},
      {"thesis-16384-65537", 149426, 134473, 1114144, 1114112, 1148928},
  };
  for (const auto& row : expected) {
    const ParameterSet& set = parameter_set(row.name);
    const SecurityEstimate estimate = estimate_security(set.instance);
    EXPECT_NEAR(estimate.classical, row.classical, 0.5 + row.classical * 1e-3) << row.name;
    EXPECT_NEAR(estimate.quantum, row.quantum, 0.5 + row.quantum * 1e-3) << row.name;
    EXPECT_EQ(set.public_key_bytes, row.public_key) << row.name;
    EXPECT_EQ(set.secret_key_bytes, row.secret_key) << row.name;
    EXPECT_EQ(set.ciphertext_bytes, row.ciphertext) << row.name;
  }
}

TEST(ParameterSets, AreWhatTheSchemesRecommend) {
  for (const auto level :
       {SecurityLevel::bits128, SecurityLevel::bits192, SecurityLevel::bits256}) {
    const std::string bits = std::to_string(static_cast<int>(level));
    const auto module = mlwe::recommended_parameters(level);
    EXPECT_EQ(parameter_set("mlwe-" + bits).instance.dimension, module.degree * module.columns);
    EXPECT_EQ(mlwe::Scheme::create(module).message_size(), 256U);
    const auto matrices = lwe::recommended_parameters(level);
    EXPECT_EQ(parameter_set("lwe-" + bits).instance.dimension, matrices.columns);
    EXPECT_EQ(lwe::Scheme::create(matrices).message_size(), 256U);
  }
  EXPECT_EQ(mlwe::recommended_parameters(), mlwe::recommended_parameters(SecurityLevel::bits128));
}

// The larger of the samples of a key and of a ciphertext, in the smaller of the dimensions.
TEST(ParameterSets, InstancesAreTheWeakestOfAKeyAndACiphertext) {
  const LweInstance wide = lwe::lwe_instance({.rows = 600,
                                              .columns = 700,
                                              .message_rows = 4,
                                              .message_columns = 5,
                                              .modulus = 8191,
                                              .plaintext_modulus = 2,
                                              .noise = 3});
  EXPECT_EQ(wide.dimension, 600U);
  EXPECT_EQ(wide.samples, 705U);
  EXPECT_EQ(wide.error, SmallDistribution::uniform(-3, 3));
  const LweInstance tall = mlwe::lwe_instance({.degree = 256,
                                               .rows = 9,
                                               .columns = 3,
                                               .message_columns = 2,
                                               .modulus = 7681,
                                               .plaintext_modulus = 2,
                                               .noise = 2});
  EXPECT_EQ(tall.dimension, 768U);
  EXPECT_EQ(tall.samples, 2304U);
}

TEST(ParameterSets, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const ParameterSet& set : parameter_sets()) {
    EXPECT_TRUE(names.insert(set.name).second) << set.name;
    EXPECT_EQ(&parameter_set(set.name), &set);
    EXPECT_EQ(set.remark.find('\n'), std::string::npos);
  }
  testing::expect_refused(
      {{"unknown", [] { (void)parameter_set("mlwe-129"); }, ErrorCode::invalid_argument, "mlwe-129",
        "mlwe-128", "parameter_sets"}});
}

}  // namespace
}  // namespace lath
