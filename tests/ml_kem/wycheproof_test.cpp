// SPDX-License-Identifier: Apache-2.0
//
// Every vector of Wycheproof for ML-KEM: keys of seeds, encapsulation with given m, decapsulation
// under keys given as seeds and as bytes, and what must be refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "kat/known_answers.hpp"
#include "lath/base/error.hpp"
#include "lath/ml_kem/ml_kem.hpp"
#include "ml_kem/wycheproof.hpp"

namespace lath::ml_kem {
namespace {

using testing::bytes_of_hex;
using testing::hex;
using testing::Vector;

// Seeds have 64 bytes, m has 32, here as everywhere; another size is a vector to refuse.
Seed message_of(const std::string& text) {
  const auto bytes = bytes_of_hex(text);
  if (bytes.size() != Seed::size()) {
    throw Error(ErrorCode::malformed, "m of another size", "need 32 bytes", "read the vector");
  }
  return Seed(std::span<const std::byte>(bytes).first<32>());
}

template <unsigned kSet>
struct Operations {
  static void key_generation(const Vector& v) {
    const auto keys = KeyPair<kSet>::from_seed(bytes_of_hex(v.at("seed")));
    EXPECT_EQ(hex(keys.public_key.bytes()), v.at("ek"));
    EXPECT_EQ(hex(keys.secret_key.bytes()), v.at("dk"));
  }
  static void encapsulation(const Vector& v) {
    const auto key = PublicKey<kSet>::from_bytes(bytes_of_hex(v.at("ek")));
    const auto result = encapsulate_derandomized(key, message_of(v.at("m")));
    EXPECT_EQ(hex(result.ciphertext.bytes), v.at("c"));
    EXPECT_EQ(hex(result.secret.span()), v.at("K"));
  }
  static void decapsulation_with_seed(const Vector& v) {
    const auto keys = KeyPair<kSet>::from_seed(bytes_of_hex(v.at("seed")));
    const auto ciphertext = Ciphertext<kSet>::from_bytes(bytes_of_hex(v.at("c")));
    EXPECT_EQ(hex(keys.public_key.bytes()), v.at("ek"));
    const SharedSecret secret = decapsulate(keys.secret_key, ciphertext);
    EXPECT_EQ(hex(secret.span()), v.at("K"));
  }
  static void decapsulation(const Vector& v) {
    const auto key = SecretKey<kSet>::from_bytes(bytes_of_hex(v.at("dk")));
    const auto ciphertext = Ciphertext<kSet>::from_bytes(bytes_of_hex(v.at("c")));
    const SharedSecret secret = decapsulate(key, ciphertext);
    EXPECT_EQ(hex(secret.span()), v.at("K"));
  }
};

bool refused(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error_code_name(error.code()), "malformed") << error.what();
    return true;
  }
  return false;
}

class Wycheproof : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::vector_folder() / "mlkem-wycheproof";
    if (std::filesystem::is_directory(folder_)) return;
    const std::string missing = "no vectors in " + folder_.string() +
                                ": set LATH_KAT_DIR to the folder that has mlkem-wycheproof, "
                                "C2SP/wycheproof's testvectors_v1/mlkem_*.json";
    if (testing::vectors_are_required()) GTEST_FAIL() << missing;
    GTEST_SKIP() << missing;
  }

  void check(const std::string& name, const std::function<void(const Vector&)>& operation,
             std::size_t at_least) {
    const auto vectors = testing::read_vectors(folder_ / name);
    EXPECT_GE(vectors.size(), at_least);
    std::size_t invalid = 0;
    for (const Vector& v : vectors) {
      SCOPED_TRACE(name + ", vector " + v.at("tcId"));
      const bool valid = v.at("result") == "valid";
      EXPECT_EQ(refused([&] { operation(v); }), !valid);
      invalid += valid ? 0 : 1;
    }
    std::printf("%s: %zu vectors, %zu of them refused\n", name.c_str(), vectors.size(), invalid);
  }

  template <unsigned kSet>
  void check_all() {
    const std::string prefix = "mlkem_" + std::to_string(kSet) + "_";
    check(prefix + "keygen_seed_test.json", Operations<kSet>::key_generation, 100);
    check(prefix + "encaps_test.json", Operations<kSet>::encapsulation, 260);
    check(prefix + "test.json", Operations<kSet>::decapsulation_with_seed, 190);
    check(prefix + "semi_expanded_decaps_test.json", Operations<kSet>::decapsulation, 9);
  }

  std::filesystem::path folder_;
};

TEST_F(Wycheproof, MlKem512) { check_all<512>(); }
TEST_F(Wycheproof, MlKem768) { check_all<768>(); }
TEST_F(Wycheproof, MlKem1024) { check_all<1024>(); }

}  // namespace
}  // namespace lath::ml_kem
