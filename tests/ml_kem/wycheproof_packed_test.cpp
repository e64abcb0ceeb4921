// SPDX-License-Identifier: Apache-2.0
//
// The vectors of Wycheproof through operations side by side, in calls of 1, 3, 4, 5, 8, 9 and 33:
// those whose keys, ciphertexts and messages have the right sizes, malformed keys among the others.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "lath/ml_kem/packed.hpp"
#include "ml_kem/bytes.hpp"
#include "ml_kem/wycheproof.hpp"

namespace lath::ml_kem {
namespace {

using testing::bytes_of_hex;
using testing::Vector;

constexpr std::size_t kCallsOf[] = {1, 3, 4, 5, 8, 9, 33};

// One kind of strings: its name in the vectors and the size of one.
struct Field {
  const char* name;
  std::size_t size;
};

constexpr Field kSeed{"seed", 64}, kMessage{"m", 32}, kSecret{"K", 32};
template <unsigned kSet>
constexpr Field kPublicKey{"ek", PublicKey<kSet>::kBytes};
template <unsigned kSet>
constexpr Field kSecretKey{"dk", SecretKey<kSet>::kBytes};
template <unsigned kSet>
constexpr Field kCiphertext{"c", Ciphertext<kSet>::kBytes};

// The strings of some vectors, one behind the other.
Bytes all_of(std::span<const Vector> vectors, const Field& field) {
  Bytes all;
  for (const Vector& v : vectors) {
    const auto bytes = bytes_of_hex(v.at(field.name));
    all.insert(all.end(), bytes.begin(), bytes.end());
  }
  return all;
}

// Compares the results of all vectors but those that `refused` lists, which must be those that are
// not valid.
void expect_results(std::span<const Vector> vectors, const Field& field, const Bytes& found,
                    const std::vector<std::size_t>& refused) {
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    const bool valid = vectors[i].at("result") == "valid";
    SCOPED_TRACE("vector " + vectors[i].at("tcId"));
    EXPECT_EQ(std::ranges::find(refused, i) == refused.end(), valid);
    const auto expected = valid ? bytes_of_hex(vectors[i].at(field.name)) : Bytes(field.size);
    EXPECT_EQ(copy_of(std::span(found).subspan(i * field.size, field.size)), expected);
  }
}

template <unsigned kSet>
struct PackedOperations {
  using Some = std::span<const Vector>;

  static void keys_of(Some some, Bytes& public_keys, Bytes& secret_keys) {
    public_keys.resize(some.size() * kPublicKey<kSet>.size);
    secret_keys.resize(some.size() * kSecretKey<kSet>.size);
    keys_from_seeds_packed<kSet>(all_of(some, kSeed), public_keys, secret_keys);
  }
  static void key_generation(Some some) {
    Bytes public_keys, secret_keys;
    keys_of(some, public_keys, secret_keys);
    expect_results(some, kPublicKey<kSet>, public_keys, {});
    expect_results(some, kSecretKey<kSet>, secret_keys, {});
  }
  static void encapsulation(Some some) {
    Bytes ciphertexts(some.size() * kCiphertext<kSet>.size), secrets(some.size() * kSecret.size);
    const auto refused = encapsulate_derandomized_packed<kSet>(
        all_of(some, kPublicKey<kSet>), all_of(some, kMessage), ciphertexts, secrets);
    expect_results(some, kCiphertext<kSet>, ciphertexts, refused);
    expect_results(some, kSecret, secrets, refused);
  }
  static void decapsulation_with_seed(Some some) {
    Bytes public_keys, secret_keys, secrets(some.size() * kSecret.size);
    keys_of(some, public_keys, secret_keys);
    expect_results(some, kPublicKey<kSet>, public_keys, {});
    const auto refused =
        decapsulate_packed<kSet>(secret_keys, all_of(some, kCiphertext<kSet>), secrets);
    expect_results(some, kSecret, secrets, refused);
  }
  static void decapsulation(Some some) {
    Bytes secrets(some.size() * kSecret.size);
    const auto refused = decapsulate_packed<kSet>(all_of(some, kSecretKey<kSet>),
                                                  all_of(some, kCiphertext<kSet>), secrets);
    expect_results(some, kSecret, secrets, refused);
  }
};

class WycheproofPacked : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::vector_folder() / "mlkem-wycheproof";
    if (!std::filesystem::is_directory(folder_)) GTEST_SKIP() << "no vectors in " << folder_;
  }

  // Hands the vectors that have all fields in the right sizes to `check`, some at a time.
  void check(const std::string& file, const std::vector<Field>& fields,
             const std::function<void(std::span<const Vector>)>& operation,
             std::size_t at_least) const {
    SCOPED_TRACE(file);
    std::vector<Vector> vectors;
    for (const Vector& v : testing::read_vectors(folder_ / file)) {
      const auto fits = [&](const Field& field) {
        const auto found = v.find(field.name);
        return found != v.end() && found->second.size() == 2 * field.size;
      };
      if (std::ranges::all_of(fields, fits)) vectors.push_back(v);
    }
    EXPECT_GE(vectors.size(), at_least);
    std::span<const Vector> left(vectors);
    for (std::size_t turn = 0; !left.empty(); ++turn) {
      const std::size_t count = std::min(left.size(), kCallsOf[turn % std::size(kCallsOf)]);
      operation(left.first(count));
      left = left.subspan(count);
    }
  }

  template <unsigned kSet>
  void check_all() const {
    const std::string prefix = "mlkem_" + std::to_string(kSet) + "_";
    check(prefix + "keygen_seed_test.json", {kSeed}, PackedOperations<kSet>::key_generation, 100);
    check(prefix + "encaps_test.json", {kPublicKey<kSet>, kMessage},
          PackedOperations<kSet>::encapsulation, 200);
    check(prefix + "test.json", {kSeed, kCiphertext<kSet>},
          PackedOperations<kSet>::decapsulation_with_seed, 100);
    check(prefix + "semi_expanded_decaps_test.json", {kSecretKey<kSet>, kCiphertext<kSet>},
          PackedOperations<kSet>::decapsulation, 1);
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(WycheproofPacked, MlKem512) { check_all<512>(); }
TEST_F(WycheproofPacked, MlKem768) { check_all<768>(); }
TEST_F(WycheproofPacked, MlKem1024) { check_all<1024>(); }

}  // namespace
}  // namespace lath::ml_kem
