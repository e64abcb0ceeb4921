// SPDX-License-Identifier: Apache-2.0
//
// The kinds of SEAL's files, and what is said of them.
#include <algorithm>
#include <map>

#include "base/expect_error.hpp"
#include "io/seal/files.hpp"
#include "lath/io/seal/description.hpp"

namespace lath::io::seal {
namespace {

using lath::testing::expect_error;

const std::map<std::string, ObjectKind> kKindsOfFiles = {
    {"parms", ObjectKind::parameters}, {"p", ObjectKind::plaintext},
    {"sk", ObjectKind::secret_key},    {"x", ObjectKind::ciphertext},
    {"y", ObjectKind::ciphertext},     {"y_seeded", ObjectKind::ciphertext},
    {"z", ObjectKind::ciphertext},     {"m", ObjectKind::product},
    {"pk", ObjectKind::public_key},    {"pk_seeded", ObjectKind::public_key},
    {"rk", ObjectKind::relin_keys},    {"rk_seeded", ObjectKind::relin_keys},
    {"gk", ObjectKind::galois_keys},   {"gk_seeded", ObjectKind::galois_keys},
};

template <class Scheme>
class SealDescriptions : public ::testing::Test {};
using BothSchemes = ::testing::Types<he::Bfv, he::Bgv>;
TYPED_TEST_SUITE(SealDescriptions, BothSchemes);

TYPED_TEST(SealDescriptions, NameTheKindOfEveryFile) {
  for (const std::string& folder : folders<TypeParam>()) {
    const auto parameters = parameters_in<TypeParam>(folder);
    for (const auto& [name, kind] : kKindsOfFiles) {
      const Bytes bytes = file(folder, name);
      EXPECT_TRUE(is_seal(bytes));
      EXPECT_EQ(name_of(kind_of(parameters, bytes)), std::string(name_of(kind))) << name;
      const ObjectKind without = kind == ObjectKind::public_key ? ObjectKind::ciphertext : kind;
      EXPECT_EQ(name_of(kind_of(bytes)), std::string(name_of(without))) << name;
    }
  }
}

std::map<std::string, std::string> description(const std::string& folder, const std::string& name) {
  const auto lines = describe(file(folder, name));
  return {lines.begin(), lines.end()};
}

TEST(SealDescription, SaysWhatParametersAre) {
  auto lines = description("4.4-bgv-shake256-zstd", "parms");
  EXPECT_EQ(lines["what"], "parameters");
  EXPECT_EQ(lines["version"], "SEAL 4.4");
  EXPECT_EQ(lines["compression"], "zstd");
  EXPECT_EQ(lines["scheme"], "BGV");
  EXPECT_EQ(lines["degree"], "32");
  EXPECT_EQ(lines["plaintext modulus"], "193");
  EXPECT_EQ(lines["bits of the primes, the last one for keys only"], "45, 45, 46");
  EXPECT_EQ(lines["log2 of their product"], "136");
  EXPECT_EQ(lines["security"], "less than 128 bits, or an unknown degree");
  lines = description("4.1-tenseal", "parms");
  EXPECT_EQ(lines["security"], "128 bits by the standard of 2018, not by the guidelines of 2024");
}

TEST(SealDescription, SaysWhatCiphertextsAre) {
  auto lines = description("4.1-bfv-blake2xb-none", "y_seeded");
  EXPECT_EQ(lines["what"], "a ciphertext, or a public key");
  EXPECT_EQ(lines["version"], "SEAL 4.1");
  EXPECT_EQ(lines["compression"], "none");
  EXPECT_EQ(lines["bytes"], "706");
  EXPECT_EQ(lines["parts"], "2");
  EXPECT_EQ(lines["primes"], "2");
  EXPECT_EQ(lines["form"], "coefficients");
  EXPECT_EQ(lines["second part"], "as a seed");
  lines = description("4.1-bgv-blake2xb-none", "m");
  EXPECT_EQ(lines["what"], "a product");
  EXPECT_EQ(lines["parts"], "3");
  EXPECT_EQ(lines["form"], "values");
  EXPECT_EQ(lines["second part"], "as words");
}

TEST(SealDescription, RefusesOtherBytes) {
  EXPECT_FALSE(is_seal(Bytes{}));
  EXPECT_FALSE(is_seal(Bytes(100)));
  Bytes unknown = file("4.1-bfv-blake2xb-none", "p");
  std::fill(unknown.begin() + 16, unknown.end(), std::byte{255});
  expect_error([&] { static_cast<void>(describe(unknown)); }, ErrorCode::malformed,
               {"unknown kind"});
  Bytes older = file("4.1-bfv-blake2xb-none", "p");
  older[3] = std::byte{3};
  expect_error([&] { static_cast<void>(describe(older)); }, ErrorCode::unsupported, {"SEAL 3.1"});
}

}  // namespace
}  // namespace lath::io::seal
