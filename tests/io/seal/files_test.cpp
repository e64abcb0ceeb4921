// SPDX-License-Identifier: Apache-2.0
//
// Files that SEAL 4.1 and 4.4 wrote: every object is read, and what SEAL stores without compression
// is written again as the same bytes.
#include <algorithm>

#include "base/expect_error.hpp"
#include "io/seal/files.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/debug.hpp"
#include "lath/random/generator.hpp"

namespace lath::io::seal {
namespace {

template <class Scheme>
class SealFiles : public ::testing::Test {};
using BothSchemes = ::testing::Types<he::Bfv, he::Bgv>;
TYPED_TEST_SUITE(SealFiles, BothSchemes);

TYPED_TEST(SealFiles, HoldTheParametersOfSeal) {
  for (const std::string& folder : folders<TypeParam>()) {
    const auto parameters = parameters_in<TypeParam>(folder);
    EXPECT_EQ(parameters.degree(), 32U);
    EXPECT_EQ(parameters.plaintext_modulus(), Natural(193));
    EXPECT_EQ(parameters.levels(), 2U);
    EXPECT_EQ(parameters.digits(), 2U);
  }
}

TYPED_TEST(SealFiles, HoldCiphertextsThatTheSecretKeyDecrypts) {
  for (const std::string& folder : folders<TypeParam>()) {
    const auto parameters = parameters_in<TypeParam>(folder);
    const he::Decryptor decryptor(parameters,
                                  seal::secret_key_from_bytes(parameters, file(folder, "sk")));
    const auto slots_of = [&](const char* name) {
      const auto c = seal::ciphertext_from_bytes(parameters, file(folder, name), fresh());
      EXPECT_EQ(c.noise().origin(), he::BoundOrigin::claimed);
      return decoded<TypeParam>(parameters, decryptor.decrypt(c));
    };
    EXPECT_EQ(slots_of("x"), x_slots()) << folder;
    EXPECT_EQ(slots_of("y"), y_slots()) << folder;
    EXPECT_EQ(slots_of("y_seeded"), y_slots()) << folder;
    EXPECT_EQ(slots_of("z"), x_slots()) << folder;
    const auto product = product_from_bytes(parameters, file(folder, "m"), fresh());
    EXPECT_EQ(decoded<TypeParam>(parameters, decryptor.decrypt(product)), product_slots());
    const auto p = seal::plaintext_from_bytes(parameters, file(folder, "p"));
    Slots expected = steps(32, 1, 0, 7);
    EXPECT_EQ(decoded<TypeParam>(parameters, p), expected);
  }
}

TYPED_TEST(SealFiles, HaveNoMoreNoiseThanFreshOnesOfLath) {
  for (const std::string& folder : folders<TypeParam>()) {
    const auto parameters = parameters_in<TypeParam>(folder);
    const auto secret = seal::secret_key_from_bytes(parameters, file(folder, "sk"));
    for (const char* name : {"x", "y", "z"}) {
      const auto c = seal::ciphertext_from_bytes(parameters, file(folder, name), fresh());
      EXPECT_LT(he::debug::log2_noise(parameters, secret, c), c.noise().log2_bound()) << name;
    }
  }
}

TYPED_TEST(SealFiles, HoldPublicKeysThatEncrypt) {
  auto generator = Generator::from_seed(Seed(), "seal files");
  for (const std::string& folder : folders<TypeParam>()) {
    const auto parameters = parameters_in<TypeParam>(folder);
    const auto encoder = he::SlotEncoder::create(parameters);
    const auto secret = seal::secret_key_from_bytes(parameters, file(folder, "sk"));
    const he::Decryptor decryptor(parameters, secret);
    for (const char* name : {"pk", "pk_seeded"}) {
      const he::Encryptor encryptor(parameters,
                                    seal::public_key_from_bytes(parameters, file(folder, name)));
      const auto c = encryptor.encrypt(encoder.encode(x_slots()), generator);
      EXPECT_EQ(decoded<TypeParam>(parameters, decryptor.decrypt(c)), x_slots()) << name;
      EXPECT_LT(he::debug::log2_noise(parameters, secret, c), c.noise().log2_bound()) << name;
    }
  }
}

TYPED_TEST(SealFiles, HoldEvaluationKeys) {
  for (const std::string& folder : folders<TypeParam>()) {
    const auto parameters = parameters_in<TypeParam>(folder);
    const auto secret = seal::secret_key_from_bytes(parameters, file(folder, "sk"));
    const he::Decryptor decryptor(parameters, secret);
    const auto x = seal::ciphertext_from_bytes(parameters, file(folder, "x"), fresh());
    for (const std::string kind : {"", "_seeded"}) {
      const auto relin = seal::relin_key_from_bytes(parameters, file(folder, "rk" + kind));
      const auto galois = seal::galois_keys_from_bytes(parameters, file(folder, "gk" + kind));
      EXPECT_EQ(galois.elements(), (std::vector<std::uint64_t>{3, 63}));
      auto session = typename TypeParam::Evaluator(parameters).session({relin, galois});
      const auto square = session.relinearize(session.multiply(x, x));
      Slots expected = x_slots();
      for (std::uint64_t& slot : expected) slot = slot * slot % 193;
      EXPECT_EQ(decoded<TypeParam>(parameters, decryptor.decrypt(square)), expected);
      EXPECT_LT(he::debug::log2_noise(parameters, secret, square), square.noise().log2_bound());
      Slots turned = x_slots();
      std::rotate(turned.begin(), turned.begin() + 1, turned.begin() + 16);
      std::rotate(turned.begin() + 16, turned.begin() + 17, turned.end());
      const auto left = session.rotate_rows(x, 1);
      EXPECT_EQ(decoded<TypeParam>(parameters, decryptor.decrypt(left)), turned);
      EXPECT_LT(he::debug::log2_noise(parameters, secret, left), left.noise().log2_bound());
      Slots exchanged = x_slots();
      std::rotate(exchanged.begin(), exchanged.begin() + 16, exchanged.end());
      const auto other = session.exchange_rows(x);
      EXPECT_EQ(decoded<TypeParam>(parameters, decryptor.decrypt(other)), exchanged);
    }
  }
}

// Errors of SEAL's keys for BGV are t times as large: the bounds say so, and bytes cannot.
TEST(SealKeyFiles, OfBgvHaveLargerErrors) {
  const std::string folder = plain_folder<he::Bgv>();
  const auto parameters = parameters_in<he::Bgv>(folder);
  const auto relin = seal::relin_key_from_bytes(parameters, file(folder, "rk"));
  const auto galois = seal::galois_keys_from_bytes(parameters, file(folder, "gk"));
  testing::expect_error([&] { static_cast<void>(he::to_bytes(relin)); }, ErrorCode::unsupported,
                        {"larger errors", "keep the file"});
  testing::expect_error([&] { static_cast<void>(he::to_bytes(galois)); }, ErrorCode::unsupported,
                        {"larger errors"});
  auto generator = Generator::from_seed(Seed(), "seal files");
  const auto secret = seal::secret_key_from_bytes(parameters, file(folder, "sk"));
  const auto own = he::KeyGenerator(parameters, generator).galois_keys(secret, {3});
  const auto x = seal::ciphertext_from_bytes(parameters, file(folder, "x"), fresh());
  const he::bgv::Evaluator evaluator(parameters);
  const auto noise_with = [&](const he::GaloisKeys& keys) {
    return evaluator.session(keys).rotate_rows(x, 1).noise().log2_bound();
  };
  EXPECT_GT(noise_with(galois), noise_with(own) + 2);
}

TYPED_TEST(SealFiles, AreWrittenAsTheBytesOfSeal) {
  const std::string folder = plain_folder<TypeParam>();
  const auto parameters = parameters_in<TypeParam>(folder);
  EXPECT_EQ(copy(seal::to_bytes(parameters)), file(folder, "parms"));
  EXPECT_EQ(
      copy(seal::to_bytes(parameters, seal::secret_key_from_bytes(parameters, file(folder, "sk")))),
      file(folder, "sk"));
  for (const char* name : {"x", "y", "z"}) {
    const auto c = seal::ciphertext_from_bytes(parameters, file(folder, name), fresh());
    EXPECT_EQ(copy(seal::to_bytes(parameters, c)), file(folder, name)) << name;
  }
  const auto product = product_from_bytes(parameters, file(folder, "m"), fresh());
  EXPECT_EQ(copy(seal::to_bytes(parameters, product)), file(folder, "m"));
  EXPECT_EQ(
      copy(seal::to_bytes(parameters, seal::plaintext_from_bytes(parameters, file(folder, "p")))),
      file(folder, "p"));
}

TEST(SealKeyFiles, AreWrittenAsTheBytesOfSeal) {
  const std::string folder = plain_folder<he::Bfv>();
  const auto parameters = parameters_in<he::Bfv>(folder);
  EXPECT_EQ(
      copy(seal::to_bytes(parameters, seal::relin_key_from_bytes(parameters, file(folder, "rk")))),
      file(folder, "rk"));
  EXPECT_EQ(copy(seal::to_bytes(parameters,
                                seal::galois_keys_from_bytes(parameters, file(folder, "gk")))),
            file(folder, "gk"));
}

// Random words are drawn again where the prime leaves a remainder of 2^64.
TEST(SealKeyFiles, HoldSeedsOfWordsThatWereDrawnAgain) {
  const std::string folder = "4.1-bfv-rejections";
  const auto parameters = parameters_in<he::Bfv>(folder);
  const he::Decryptor decryptor(parameters,
                                seal::secret_key_from_bytes(parameters, file(folder, "sk")));
  const auto y = seal::ciphertext_from_bytes(parameters, file(folder, "y_seeded"), fresh());
  EXPECT_EQ(decoded<he::Bfv>(parameters, decryptor.decrypt(y)), y_slots());
  auto session = he::bfv::Evaluator(parameters)
                     .session(seal::relin_key_from_bytes(parameters, file(folder, "rk_seeded")));
  Slots expected = y_slots();
  for (std::uint64_t& slot : expected) slot = slot * slot % 193;
  const auto square = session.relinearize(session.multiply(y, y));
  EXPECT_EQ(decoded<he::Bfv>(parameters, decryptor.decrypt(square)), expected);
}

// TenSEAL 0.3.16 has SEAL 4.1 inside, and compresses with zstd.
TEST(SealKeyFiles, OfTenSealAreRead) {
  const std::string folder = "4.1-tenseal";
  const auto parameters = parameters_in<he::Bfv>(folder);
  EXPECT_EQ(parameters.degree(), 2048U);
  const he::Decryptor decryptor(parameters,
                                seal::secret_key_from_bytes(parameters, file(folder, "sk")));
  const auto x = seal::ciphertext_from_bytes(parameters, file(folder, "x"), fresh());
  EXPECT_EQ(decoded<he::Bfv>(parameters, decryptor.decrypt(x)), steps(2048, 7, 1, 12289));
}

}  // namespace
}  // namespace lath::io::seal
