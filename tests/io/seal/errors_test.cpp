// SPDX-License-Identifier: Apache-2.0
//
// Files that are no objects of SEAL 4 for the parameters in use: each is refused, and says why.
#include <zstd.h>

#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <span>

#include "base/corrupted.hpp"
#include "base/expect_error.hpp"
#include "base/little_endian.hpp"
#include "he/context.hpp"
#include "io/claimed_noise.hpp"
#include "io/seal/files.hpp"
#include "lath/io/seal/description.hpp"

namespace lath::io::seal {
namespace {

using lath::testing::expect_error;

const std::string kFolder = "4.1-bfv-blake2xb-none";
const std::string kOtherFolder = "4.1-bgv-blake2xb-none";

he::bfv::Parameters parameters() { return parameters_in<he::Bfv>(kFolder); }
he::Ciphertext read_ciphertext(const Bytes& bytes) {
  return seal::ciphertext_from_bytes(parameters(), bytes, fresh());
}

Bytes with_byte(Bytes bytes, std::size_t at, unsigned value) {
  bytes[at] = static_cast<std::byte>(value);
  return bytes;
}
Bytes with_number(Bytes bytes, std::size_t at, std::uint64_t value) {
  store_little_endian(&bytes[at], value);
  return bytes;
}

// Where members of a ciphertext are: behind the header of 16 bytes and the identifier of 32.
constexpr std::size_t kForm = 48, kParts = 49, kDegree = 57, kPrimes = 65, kScale = 73,
                      kFactor = 81, kArray = 89, kCount = kArray + 16, kWords = kCount + 8;

TEST(SealErrors, NameTheVersionsThatAreNotRead) {
  const Bytes x = file(kFolder, "x");
  const auto refused = [&](unsigned major, unsigned minor, const char* remedy) {
    const Bytes changed = with_byte(with_byte(x, 3, major), 4, minor);
    expect_error(
        [&] { static_cast<void>(read_ciphertext(changed)); }, ErrorCode::unsupported,
        {"SEAL " + std::to_string(major) + "." + std::to_string(minor), "4.0 to 4.4", remedy});
  };
  for (unsigned minor = 0; minor < 8; ++minor) refused(3, minor, "load it with SEAL 4");
  refused(2, 3, "load it with SEAL 4");
  refused(0, 0, "load it with SEAL 4");
  refused(4, 5, "knows this SEAL");
  refused(5, 0, "knows this SEAL");
  refused(255, 255, "knows this SEAL");
  for (unsigned minor = 0; minor <= 4; ++minor) {
    EXPECT_NO_THROW(static_cast<void>(read_ciphertext(with_byte(x, 4, minor))));
  }
}

TEST(SealErrors, NameAVersionInsideOfAnObject) {
  expect_error(
      [&] { static_cast<void>(read_ciphertext(with_byte(file(kFolder, "x"), kArray + 3, 3))); },
      ErrorCode::unsupported, {"an array of SEAL 3.1"});
}

TEST(SealErrors, NameTheCompressionThatIsNotRead) {
  expect_error([&] { static_cast<void>(read_ciphertext(with_byte(file(kFolder, "x"), 5, 1))); },
               ErrorCode::unsupported, {"zlib", "compr_mode_type::none"});
  expect_error([&] { static_cast<void>(read_ciphertext(with_byte(file(kFolder, "x"), 5, 3))); },
               ErrorCode::malformed, {"unknown extension"});
  expect_error([&] { static_cast<void>(read_ciphertext(with_byte(file(kFolder, "x"), 7, 1))); },
               ErrorCode::malformed, {"unknown extension"});
}

TEST(SealErrors, RefuseOtherHeadersAndSizes) {
  const Bytes x = file(kFolder, "x");
  const auto malformed = [&](const Bytes& bytes, const char* part) {
    expect_error([&] { static_cast<void>(read_ciphertext(bytes)); }, ErrorCode::malformed, {part});
  };
  malformed({}, "do not begin");
  malformed(Bytes(x.begin(), x.begin() + 15), "do not begin");
  malformed(with_byte(x, 0, 0), "do not begin");
  malformed(with_byte(x, 2, 15), "do not begin");
  malformed(Bytes(x.begin(), x.end() - 1), "bytes are missing");
  Bytes longer = x;
  longer.push_back({});
  malformed(longer, "one object only");
  malformed(with_number(longer, 8, longer.size()), "1 bytes more");
  malformed(with_number(x, 8, ~std::uint64_t{0}), "bytes are missing");
}

TEST(SealErrors, RefuseNumbersThatNoCiphertextHas) {
  const Bytes x = file(kFolder, "x");
  const auto refused = [&](const Bytes& bytes, ErrorCode code, const char* part) {
    expect_error([&] { static_cast<void>(read_ciphertext(bytes)); }, code, {part});
  };
  refused(with_byte(x, kForm, 2), ErrorCode::malformed, "unknown form 2");
  refused(with_number(x, kParts, 3), ErrorCode::unsupported, "3 parts");
  refused(with_number(x, kParts, 1), ErrorCode::unsupported, "1 parts");
  refused(with_number(x, kParts, ~std::uint64_t{0}), ErrorCode::unsupported, "parts");
  refused(with_number(x, kDegree, 64), ErrorCode::malformed, "64 coefficients");
  refused(with_number(x, kPrimes, 1), ErrorCode::malformed, "1 primes");
  refused(with_number(x, kScale, 0), ErrorCode::malformed, "scale");
  refused(with_number(x, kFactor, 2), ErrorCode::malformed, "scale factor 2");
  refused(with_number(x, kCount, 127), ErrorCode::malformed, "127 words");
  refused(with_number(x, kCount, ~std::uint64_t{0}), ErrorCode::malformed, "words");
  refused(with_number(x, kWords, ~std::uint64_t{0}), ErrorCode::malformed, "too large");
  refused(with_byte(x, 16, 1), ErrorCode::mismatch, "other parameters");
  refused(file(kOtherFolder, "x"), ErrorCode::mismatch, "other parameters");
}

TEST(SealErrors, RefuseTheFirstWordThatIsNotBelowItsPrime) {
  const auto bfv = parameters();
  const std::uint64_t p = bfv.ring(1).modulus(0).value();
  const Bytes x = file(kFolder, "x");
  EXPECT_NO_THROW(static_cast<void>(read_ciphertext(with_number(x, kWords, p - 1))));
  expect_error([&] { static_cast<void>(read_ciphertext(with_number(x, kWords, p))); },
               ErrorCode::malformed, {"too large"});
}

TEST(SealErrors, RefuseFactorsOfBgvThatAreNoUnits) {
  const auto bgv = parameters_in<he::Bgv>(kOtherFolder);
  const Bytes x = file(kOtherFolder, "x");
  for (const std::uint64_t factor : {std::uint64_t{0}, std::uint64_t{193}, ~std::uint64_t{0}}) {
    expect_error(
        [&] {
          static_cast<void>(
              seal::ciphertext_from_bytes(bgv, with_number(x, kFactor, factor), fresh()));
        },
        ErrorCode::malformed, {"scale factor", "below t"});
  }
}

TEST(SealErrors, RefuseSeedsOfUnknownGenerators) {
  const Bytes y = file(kFolder, "y_seeded");
  const std::size_t function = y.size() - 65;
  for (const unsigned other : {0U, 3U, 255U}) {
    expect_error([&] { static_cast<void>(read_ciphertext(with_byte(y, function, other))); },
                 ErrorCode::malformed, {"generator " + std::to_string(other), "SHAKE256"});
  }
}

TEST(SealErrors, TellObjectsApart) {
  const auto p = parameters();
  expect_error([&] { static_cast<void>(seal::plaintext_from_bytes(p, file(kFolder, "sk"))); },
               ErrorCode::unsupported, {"a secret key", "read it as a secret key"});
  expect_error([&] { static_cast<void>(seal::secret_key_from_bytes(p, file(kFolder, "p"))); },
               ErrorCode::mismatch, {"secret key"});
  expect_error([&] { static_cast<void>(seal::public_key_from_bytes(p, file(kFolder, "x"))); },
               ErrorCode::mismatch, {"other parameters"});
  expect_error([&] { static_cast<void>(read_ciphertext(file(kFolder, "pk"))); },
               ErrorCode::mismatch, {"other parameters"});
  expect_error([&] { static_cast<void>(seal::relin_key_from_bytes(p, file(kFolder, "gk"))); },
               ErrorCode::malformed, {"relinearisation keys"});
  expect_error([&] { static_cast<void>(product_from_bytes(p, file(kFolder, "x"), fresh())); },
               ErrorCode::unsupported, {"2 parts", "read it as a ciphertext"});
  expect_error([&] { static_cast<void>(read_ciphertext(file(kFolder, "m"))); },
               ErrorCode::unsupported, {"3 parts", "read it as a product"});
}

TEST(SealErrors, RefuseKeysWithOtherCoefficients) {
  const auto p = parameters();
  const Bytes sk = file(kFolder, "sk");
  constexpr std::size_t kFirstWord = 16 + 32 + 8 + 8 + 16 + 8;
  for (const std::size_t word : {0U, 31U, 32U, 95U}) {
    Bytes changed = sk;
    const std::size_t at = kFirstWord + 8 * word;
    const std::uint64_t value = load_little_endian(&changed[at]);
    store_little_endian(&changed[at], value == 0 ? 1 : value - 1);
    expect_error([&] { static_cast<void>(seal::secret_key_from_bytes(p, changed)); },
                 ErrorCode::malformed, {"not ternary"});
  }
}

TEST(SealErrors, RefuseClaimsThatNoCiphertextHas) {
  const Bytes x = file(kFolder, "x");
  const auto claimed = [&](unsigned bits) {
    return seal::ciphertext_from_bytes(parameters(), x, NoiseClaim::budget(bits)).noise();
  };
  EXPECT_EQ(claimed(20).log2_deviation(), -21);
  expect_error([&] { static_cast<void>(claimed(90)); }, ErrorCode::invalid_argument,
               {"90 bits of noise budget", "invariant_noise_budget"});
  expect_error([&] { static_cast<void>(claimed(~0U)); }, ErrorCode::invalid_argument, {"budget"});
}

TEST(SealErrors, RefuseProductsOfManyPartsThatAreClaimedToBeFresh) {
  const auto bgv = parameters_in<he::Bgv>(kOtherFolder);
  const auto& context = *bgv.context();
  EXPECT_EQ(claimed_noise(context, 1, 3, NoiseClaim::fresh()).origin(), he::BoundOrigin::claimed);
  expect_error([&] { static_cast<void>(claimed_noise(context, 1, 4, NoiseClaim::fresh())); },
               ErrorCode::invalid_argument, {"product of 4 parts", "measurement"});
}

TEST(SealErrors, RefuseParametersWithoutASecondPrime) {
  const Bytes p = file(kFolder, "parms");
  constexpr std::size_t kPrimesOfParameters = 16 + 1 + 8, kModulus = 16 + 8;
  // The first prime and t, which stand first and last.
  const std::span<const std::byte> all(p);
  Bytes one(p.begin(), p.begin() + kPrimesOfParameters + 8 + kModulus);
  std::ranges::copy(all.last(kModulus), std::back_inserter(one));
  store_little_endian(&one[kPrimesOfParameters], 1);
  store_little_endian(&one[8], one.size());
  expect_error([&] { static_cast<void>(seal::parameters_from_bytes(one)); }, ErrorCode::unsupported,
               {"1 primes", "keys only"});
  const std::size_t first = kPrimesOfParameters + 8 + 16;
  for (const std::uint64_t none : {0U, 1U}) {
    expect_error([&] { static_cast<void>(parameters_from_bytes(with_number(p, first, none))); },
                 ErrorCode::malformed, {"the prime " + std::to_string(none)});
  }
}

TEST(SealErrors, KnowTheLimitsOfTheTableOf2018) {
  const std::array limits{27U, 54U, 109U, 218U, 438U, 881U};
  for (std::size_t i = 0; i < limits.size(); ++i) {
    EXPECT_EQ(seal::standard_2018_bits(std::size_t{1024} << i), limits[i]);
  }
  EXPECT_EQ(seal::standard_2018_bits(512), 0U);
}

// A file whose members zstd compressed.
Bytes compressed(const Bytes& object, const Bytes& members) {
  Bytes bytes(16 + ZSTD_compressBound(members.size()));
  std::copy_n(object.begin(), 16, bytes.begin());
  bytes.resize(16 +
               ZSTD_compress(&bytes[16], bytes.size() - 16, members.data(), members.size(), 3));
  store_little_endian(&bytes[8], bytes.size());
  bytes[5] = std::byte{2};
  return bytes;
}
Bytes members_of(const Bytes& object) { return {object.begin() + 16, object.end()}; }

TEST(SealErrors, BoundWhatZstdMayUnpack) {
  const Bytes x = file(kFolder, "x");
  EXPECT_NO_THROW(static_cast<void>(read_ciphertext(compressed(x, members_of(x)))));
  const Bytes bomb = compressed(x, Bytes(std::size_t{1} << 26));
  EXPECT_LT(bomb.size(), 10000U);
  expect_error([&] { static_cast<void>(read_ciphertext(bomb)); }, ErrorCode::malformed,
               {"with more than", "for these parameters"});
  Bytes cut = compressed(x, members_of(x));
  cut.resize(cut.size() - 5);
  store_little_endian(&cut[8], cut.size());
  expect_error([&] { static_cast<void>(read_ciphertext(cut)); }, ErrorCode::malformed,
               {"zstd stream"});
  Bytes longer = compressed(x, members_of(x));
  longer.resize(longer.size() + 1);
  store_little_endian(&longer[8], longer.size());
  expect_error([&] { static_cast<void>(read_ciphertext(longer)); }, ErrorCode::malformed,
               {"behind its zstd stream"});
  expect_error([&] { static_cast<void>(read_ciphertext(with_byte(x, 5, 2))); },
               ErrorCode::malformed, {"zstd cannot read"});
}

EncryptionParameters of_bits(std::size_t degree, std::vector<std::uint64_t> primes) {
  he::Literal literal;
  literal.degree = degree;
  literal.plaintext_modulus = 65537;
  literal.special_primes = {primes.back()};
  primes.pop_back();
  literal.primes = std::move(primes);
  literal.digit_primes = 1;
  return {he::Scheme::bfv, literal};
}

TEST(SealErrors, KeepToTheTableThatIsNamed) {
  // CoeffModulus::BFVDefault(4096): 36 + 36 + 37 bits, 109 in all.
  const auto defaults = of_bits(4096, {0xffffee001, 0xffffc4001, 0x1ffffe0001});
  expect_error([&] { static_cast<void>(create_bfv(defaults)); }, ErrorCode::invalid_argument,
               {"109", "106", "--legacy-security 2018"});
  const auto accepted = create_bfv(defaults, SecurityTable::standard_2018);
  EXPECT_EQ(std::ceil(accepted.log2_qp()), 109);
  EXPECT_EQ(parameters_from_bytes(seal::to_bytes(accepted)).literal, defaults.literal);
  const auto small = of_bits(2048, {0xffffee001, 0xffffc4001});
  expect_error([&] { static_cast<void>(create_bfv(small, SecurityTable::standard_2018)); },
               ErrorCode::invalid_argument, {"72", "54", "2018"});
  const auto tiny = of_bits(512, {0xffffee001, 0xffffc4001});
  expect_error([&] { static_cast<void>(create_bfv(tiny, SecurityTable::standard_2018)); },
               ErrorCode::invalid_argument, {"degree from 1024"});
  expect_error([&] { static_cast<void>(create_bgv(defaults)); }, ErrorCode::mismatch,
               {"BFV", "create_bfv"});
}

TEST(SealErrors, NameParametersThatSealDoesNotHave) {
  he::Literal literal{.degree = 32,
                      .plaintext_modulus = 193,
                      .prime_bits = {45, 45},
                      .special_prime_bits = {45, 45}};
  expect_error(
      [&] { static_cast<void>(seal::to_bytes(he::bfv::Parameters::create_insecure(literal))); },
      ErrorCode::unsupported, {"2 special primes", "one special prime"});
  literal.special_prime_bits = {46};
  literal.digit_primes = 2;
  expect_error(
      [&] { static_cast<void>(seal::to_bytes(he::bfv::Parameters::create_insecure(literal))); },
      ErrorCode::unsupported, {"digits of several primes"});
  literal.digit_primes = 1;
  literal.plaintext_modulus = Natural::from_decimal("340282366920938463463374607431768211507");
  expect_error(
      [&] { static_cast<void>(seal::to_bytes(he::bfv::Parameters::create_insecure(literal))); },
      ErrorCode::unsupported, {"plaintext modulus", "60 bits"});
}

TEST(SealErrors, RefuseParametersOfOtherSchemes) {
  const Bytes parms = file(kFolder, "parms");
  expect_error([&] { static_cast<void>(parameters_from_bytes(with_byte(parms, 16, 2))); },
               ErrorCode::unsupported, {"CKKS"});
  expect_error([&] { static_cast<void>(parameters_from_bytes(with_byte(parms, 16, 0))); },
               ErrorCode::malformed, {"scheme 0"});
  expect_error([&] { static_cast<void>(parameters_from_bytes(with_number(parms, 25, 257))); },
               ErrorCode::malformed, {"257 primes"});
}

// Reads an object of each kind, and writes what was read where that is possible.
struct Kind {
  const char* name;
  std::function<void(const he::bfv::Parameters&, const Bytes&)> read;
};
const std::vector<Kind> kKinds = {
    {"parms",
     [](const auto&, const Bytes& b) {
       static_cast<void>(create_bfv(parameters_from_bytes(b), SecurityTable::standard_2018));
     }},
    {"x",
     [](const auto& p, const Bytes& b) {
       static_cast<void>(seal::to_bytes(p, seal::ciphertext_from_bytes(p, b, fresh())));
     }},
    {"y_seeded",
     [](const auto& p, const Bytes& b) {
       static_cast<void>(seal::to_bytes(p, seal::ciphertext_from_bytes(p, b, fresh())));
     }},
    {"m",
     [](const auto& p, const Bytes& b) {
       static_cast<void>(seal::to_bytes(p, product_from_bytes(p, b, fresh())));
     }},
    {"p",
     [](const auto& p, const Bytes& b) {
       static_cast<void>(seal::to_bytes(p, seal::plaintext_from_bytes(p, b)));
     }},
    {"sk",
     [](const auto& p, const Bytes& b) {
       static_cast<void>(seal::to_bytes(p, seal::secret_key_from_bytes(p, b)));
     }},
    {"pk",
     [](const auto& p, const Bytes& b) { static_cast<void>(seal::public_key_from_bytes(p, b)); }},
    {"rk_seeded",
     [](const auto& p, const Bytes& b) {
       static_cast<void>(seal::to_bytes(p, seal::relin_key_from_bytes(p, b)));
     }},
    {"gk",
     [](const auto& p, const Bytes& b) {
       static_cast<void>(seal::to_bytes(p, seal::galois_keys_from_bytes(p, b)));
     }},
};

// Most changes of words give another object, of which nothing is known; all others are refused by
// lath::Error, and no other exception comes.
TEST(CorruptedSealFiles, AreRefusedOrAreOtherObjects) {
  lath::testing::SeededValues random(1);
  SCOPED_TRACE(random.label());
  for (const std::string& folder : folders<he::Bfv>()) {
    const auto p = parameters_in<he::Bfv>(folder);
    for (const Kind& kind : kKinds) {
      const Bytes good = file(folder, kind.name);
      // These parameters are for tests.
      if (good != file(folder, "parms")) {
        EXPECT_NO_THROW(kind.read(p, good)) << kind.name;
      }
      std::uint64_t refused = 0;
      const std::uint64_t count = lath::testing::seeds(300) / folders<he::Bfv>().size();
      for (std::uint64_t i = 0; i < count; ++i) {
        Bytes changed = lath::testing::corrupted(good, random);
        // Half of them say the size that they have.
        if (changed.size() >= 16 && random.below(2) == 0) {
          store_little_endian(&changed[8], changed.size());
        }
        try {
          // It looks at the first members only, and has to bear all of them.
          static_cast<void>(describe(changed));
        } catch (const Error&) {
        }
        try {
          kind.read(p, changed);
        } catch (const Error& error) {
          EXPECT_FALSE(error.remedy().empty());
          ++refused;
        }
      }
      EXPECT_GT(refused, count / 10) << folder << "/" << kind.name;
    }
  }
}

}  // namespace
}  // namespace lath::io::seal
