// SPDX-License-Identifier: Apache-2.0
//
// Files that OpenFHE 1.6.1 wrote, see tests/kat/openfhe/make_files.py.
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/debug.hpp"
#include "lath/he/slot_encoder.hpp"
#include "lath/he/symmetric_encryptor.hpp"
#include "lath/io/openfhe.hpp"
#include "lath/random/generator.hpp"

namespace lath::io::openfhe {
namespace {

using lath::testing::expect_error;
using Slots = std::vector<std::uint64_t>;

template <class Scheme>
class OpenFheFiles : public ::testing::Test {
 protected:
  static std::string text(const std::string& name) {
    const std::string scheme = Scheme::kScheme == he::Scheme::bfv ? "bfv" : "bgv";
    std::ifstream file(std::string(LATH_TEST_KAT_DIRECTORY) + "/openfhe/" + scheme + "." + name +
                       ".json");
    std::string result{std::istreambuf_iterator<char>(file), {}};
    EXPECT_FALSE(result.empty()) << name;
    return result;
  }

  Slots decrypted(const he::SecretKey& key, const he::Ciphertext& c) const {
    const auto values = encoder.decode(he::Decryptor(parameters, key).decrypt(c));
    return order.to_openfhe(Slots(values.span().begin(), values.span().end()));
  }
  static Slots expected() {
    Slots slots(16);
    for (std::size_t i = 0; i < slots.size(); ++i) slots[i] = 1000 * i + 1;
    return slots;
  }

  using Parameters = typename Scheme::Parameters;
  Parameters parameters =
      Parameters::create_insecure(parameters_from_json(text("context")).literal);
  he::SlotEncoder encoder = he::SlotEncoder::create(parameters);
  SlotOrder order = SlotOrder::create(parameters);
  he::SecretKey secret = secret_key_from_json(parameters, text("secret"));
  he::Ciphertext ciphertext =
      ciphertext_from_json(parameters, text("ciphertext"), NoiseClaim::fresh());
  Generator generator = Generator::from_seed(Seed(), "openfhe files");
};
using BothSchemes = ::testing::Types<he::Bfv, he::Bgv>;
TYPED_TEST_SUITE(OpenFheFiles, BothSchemes);

TYPED_TEST(OpenFheFiles, HaveTheirParametersInEveryFile) {
  const auto found = parameters_from_json(this->text("context"));
  EXPECT_EQ(found.scheme, TypeParam::kScheme);
  EXPECT_EQ(found.literal.degree, 16U);
  EXPECT_EQ(found.literal.plaintext_modulus, Natural(65537));
  EXPECT_EQ(found.literal.primes.size(), 2U);
  EXPECT_EQ(found.literal.special_primes.size(), 1U);
  for (const char* name : {"secret", "public", "ciphertext"}) {
    EXPECT_EQ(parameters_from_json(this->text(name)).literal, found.literal) << name;
  }
}

TYPED_TEST(OpenFheFiles, HoldACiphertextThatTheSecretKeyDecrypts) {
  EXPECT_EQ(this->decrypted(this->secret, this->ciphertext), this->expected());
  EXPECT_EQ(this->ciphertext.noise().origin(), he::BoundOrigin::claimed);
  EXPECT_LT(he::debug::log2_noise(this->parameters, this->secret, this->ciphertext),
            this->ciphertext.noise().log2_bound());
}

TYPED_TEST(OpenFheFiles, HoldAPublicKeyThatEncrypts) {
  const he::Encryptor encryptor(this->parameters,
                                public_key_from_json(this->parameters, this->text("public")));
  const auto plaintext = this->encoder.encode(this->order.to_lath(this->expected()));
  const auto c = encryptor.encrypt(plaintext, this->generator);
  EXPECT_EQ(this->decrypted(this->secret, c), this->expected());
  EXPECT_LT(he::debug::log2_noise(this->parameters, this->secret, c), c.noise().log2_bound());
}

TYPED_TEST(OpenFheFiles, AreWrittenLikeAnExample) {
  const auto& p = this->parameters;
  he::KeyGenerator keys(p, this->generator);
  const he::SecretKey own = keys.secret_key();
  const auto x = he::SymmetricEncryptor(p, own).encrypt(
      this->encoder.encode(this->order.to_lath(this->expected())), this->generator);
  const std::string text = to_json(p, x, this->text("ciphertext"));
  const auto again = ciphertext_from_json(p, text, NoiseClaim::fresh());
  EXPECT_EQ(this->decrypted(own, again), this->expected());
  const std::string key_text = to_json(p, own, this->text("secret"));
  const auto own_again = secret_key_from_json(p, key_text);
  EXPECT_EQ(this->decrypted(own_again, x), this->expected());
  const auto public_again =
      public_key_from_json(p, to_json(p, keys.public_key(own), this->text("public")));
  const auto y =
      he::Encryptor(p, public_again)
          .encrypt(this->encoder.encode(this->order.to_lath(this->expected())), this->generator);
  EXPECT_EQ(this->decrypted(own, y), this->expected());
}

TYPED_TEST(OpenFheFiles, AreWrittenAsTheyWereRead) {
  const auto& p = this->parameters;
  // The file ends in an end of line.
  const auto whole = [&](const char* name) {
    std::string text = this->text(name);
    text.pop_back();
    return text;
  };
  EXPECT_EQ(to_json(p, this->ciphertext, this->text("ciphertext")), whole("ciphertext"));
  EXPECT_EQ(to_json(p, this->secret, this->text("secret")), whole("secret"));
  EXPECT_EQ(to_json(p, public_key_from_json(p, this->text("public")), this->text("public")),
            whole("public"));
}

// A text with one part replaced, which is there.
std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TYPED_TEST(OpenFheFiles, ThatAreOthersAreRefused) {
  const auto& p = this->parameters;
  const auto refused = [&](const std::string& text, ErrorCode code, const char* part) {
    expect_error([&] { static_cast<void>(ciphertext_from_json(p, text, NoiseClaim::fresh())); },
                 code, {part});
  };
  const std::string good = this->text("ciphertext");
  refused("", ErrorCode::malformed, "no JSON");
  refused("{}", ErrorCode::malformed, "crypto parameters");
  refused(good.substr(0, good.size() / 2), ErrorCode::malformed, "no JSON");
  refused(this->text("secret"), ErrorCode::malformed, "another kind");
  refused(replaced(good, "RNS\"", "RNS2\""), ErrorCode::unsupported, "another scheme");
  refused(replaced(good, "\"rd\":16", "\"rd\":32"), ErrorCode::mismatch, "other parameters");
  refused(replaced(good, "\"m\":65537", "\"m\":65539"), ErrorCode::mismatch, "other parameters");
  refused(replaced(good, "\"f\":0", "\"f\":2"), ErrorCode::malformed, "unknown form");
  const std::string prime = std::to_string(p.ring(1).modulus(0).value());
  refused(replaced(good, "\"m\":{\"v\":" + prime, "\"m\":{\"v\":17"), ErrorCode::malformed,
          "other primes");
  refused(std::string(std::size_t{2} << 20, ' '), ErrorCode::malformed, "at most 128");
  expect_error(
      [&] {
        static_cast<void>(parameters_from_json(replaced(good, "\"dp\":3.19", "\"dp\":31.9")));
      },
      ErrorCode::unsupported, {"errors"});
  std::string other_root = good;
  other_root.insert(good.find("\"ru\":{\"v\":", good.find("\"p\":[")) + 10, "1");
  expect_error([&] { static_cast<void>(parameters_from_json(other_root)); }, ErrorCode::unsupported,
               {"another root of unity", "the least one"});
  expect_error([&] { static_cast<void>(to_json(p, this->ciphertext, this->text("public"))); },
               ErrorCode::malformed, {"another kind"});
}

// A change of the first polynomial of an object.
std::string changed(const std::string& text, const std::function<void(nlohmann::json&)>& change) {
  auto json = nlohmann::json::parse(text);
  auto& data = json["value0"]["ptr_wrapper"]["data"];
  change(data[data.contains("v") ? "v" : data.contains("h") ? "h" : "s"]);
  return json.dump();
}

TYPED_TEST(OpenFheFiles, WithOtherRowsAreRefused) {
  const auto& p = this->parameters;
  const std::string ciphertext = this->text("ciphertext"), secret = this->text("secret"),
                    key = this->text("public");
  const auto refused = [](const auto& read, ErrorCode code, const char* part) {
    expect_error(read, code, {part});
  };
  const auto read = [&](const std::string& text) {
    return [&p, text] { static_cast<void>(ciphertext_from_json(p, text, NoiseClaim::fresh())); };
  };
  const auto without_last = [](nlohmann::json& polynomial) { polynomial["v"].erase(1); };
  refused(read(changed(ciphertext, [](auto& parts) { parts[0].erase("v"); })), ErrorCode::malformed,
          "without the rows");
  refused(read(changed(ciphertext, [&](auto& parts) { without_last(parts[0]); })),
          ErrorCode::malformed, "different primes");
  refused(
      [&] {
        static_cast<void>(public_key_from_json(
            p, changed(key, [&](auto& parts) { without_last(parts[0]), without_last(parts[1]); })));
      },
      ErrorCode::malformed, "fewer primes");
  refused([&] { static_cast<void>(secret_key_from_json(p, changed(secret, without_last))); },
          ErrorCode::malformed, "fewer primes");
  const std::string lower =
      changed(ciphertext, [&](auto& parts) { without_last(parts[0]), without_last(parts[1]); });
  refused([&] { static_cast<void>(to_json(p, this->ciphertext, lower)); }, ErrorCode::mismatch,
          "an example with 1");
}

TYPED_TEST(OpenFheFiles, HaveAnOrderOfSlotsOnlyInRingsOfAPowerOfTwo) {
  const auto other = TypeParam::Parameters::create_insecure(
      {.index = 21, .plaintext_modulus = 43, .prime_bits = {40}, .special_prime_bits = {41}});
  expect_error([&] { static_cast<void>(SlotOrder::create(other)); }, ErrorCode::unsupported,
               {"another index", "power of two"});
}

TYPED_TEST(OpenFheFiles, HaveAnOrderOfSlotsThatIsEmptyAfterAMove) {
  SlotOrder moved = std::move(this->order);
  EXPECT_EQ(moved.to_openfhe(moved.to_lath(this->expected())), this->expected());
  expect_error([&] { static_cast<void>(this->order.to_lath(this->expected())); },
               ErrorCode::mismatch, {"16 values", "0 slots"});
  expect_error([&] { static_cast<void>(moved.to_openfhe(Slots(15))); }, ErrorCode::mismatch,
               {"15 values", "16 slots"});
}

TYPED_TEST(OpenFheFiles, WithChangedSecretWordsAreRefused) {
  // The first word of the key, behind the parameters.
  std::string text = this->text("secret");
  const std::size_t at = text.rfind("\"v\":[", text.rfind("\"m\":{")) + 5;
  text[at] = text[at] == '1' ? '2' : '1';
  expect_error([&] { static_cast<void>(secret_key_from_json(this->parameters, text)); },
               ErrorCode::malformed, {""});
}

// Changed characters give another object or an error, and no other exception.
TYPED_TEST(OpenFheFiles, ThatAreCorruptedAreRefusedOrAreOthers) {
  lath::testing::SeededValues random(1);
  SCOPED_TRACE(random.label());
  const std::string good = this->text("ciphertext");
  std::uint64_t refused = 0;
  const std::uint64_t count = lath::testing::seeds(200);
  for (std::uint64_t i = 0; i < count; ++i) {
    std::string text = good;
    for (std::uint64_t k = 1 + random.below(3); k > 0; --k) {
      const std::size_t at = random.below(text.size());
      constexpr std::string_view kCharacters = "{}[]\":,0123456789-.e vms";
      if (random.below(4) == 0) {
        text.erase(at, 1 + random.below(60));
      } else {
        text[at] = kCharacters[random.below(kCharacters.size())];
      }
    }
    try {
      static_cast<void>(parameters_from_json(text));
      static_cast<void>(ciphertext_from_json(this->parameters, text, NoiseClaim::fresh()));
    } catch (const Error& error) {
      EXPECT_FALSE(error.remedy().empty());
      ++refused;
    }
  }
  EXPECT_GT(refused, count / 10);
}

}  // namespace
}  // namespace lath::io::openfhe
