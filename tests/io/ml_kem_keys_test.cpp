// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <memory>

#include "base/corrupted.hpp"
#include "base/expect_error.hpp"
#include "io/pem/base64.hpp"
#include "key_files.hpp"

namespace lath::io {
namespace {

using testing::expect_error;

// The bytes of a block as OpenSSL reads them.
Bytes der_by_openssl(const Bytes& text) {
  const std::unique_ptr<BIO, decltype(&BIO_free)> bio(
      BIO_new_mem_buf(text.data(), static_cast<int>(text.size())), &BIO_free);
  char *name = nullptr, *header = nullptr;
  unsigned char* data = nullptr;
  long size = 0;
  EXPECT_EQ(PEM_read_bio(bio.get(), &name, &header, &data, &size), 1);
  const auto bytes = std::as_bytes(std::span(data, static_cast<std::size_t>(size)));
  Bytes result(bytes.begin(), bytes.end());
  OPENSSL_free(name);
  OPENSSL_free(header);
  OPENSSL_free(data);
  return result;
}

TEST(MlKemKeys, AreThoseOfThePublishedExamples) {
  for (const unsigned set : kSets) {
    const std::string number = std::to_string(set);
    const MlKemPrivateKey key = published_private_key(set);
    const Bytes published = published_key(number + "-public");
    EXPECT_EQ(bytes_of(to_pem(public_key_of(key))), published);
    EXPECT_EQ(to_der(public_key_of(key)), der_by_openssl(published));
    EXPECT_EQ(ml_kem_public_key_from_file(published), public_key_of(key));
    EXPECT_EQ(ml_kem_public_key_from_file(to_der(public_key_of(key))), public_key_of(key));
    for (const auto& [name, form] : kForms) {
      SCOPED_TRACE(number + " " + name);
      const Bytes file = published_key(number + "-" + name);
      EXPECT_EQ(bytes_of(to_pem(key, form)), file);
      EXPECT_EQ(bytes_of(to_der(key, form)), der_by_openssl(file));
      for (const Bytes& each : {file, bytes_of(to_der(key, form))}) {
        const MlKemPrivateKey read = ml_kem_private_key_from_file(each);
        EXPECT_EQ(parameter_set(read), set);
        EXPECT_EQ(secret_bytes(read), secret_bytes(key));
        EXPECT_EQ(public_key_of(read), public_key_of(key));
        EXPECT_EQ(has_seed(read), form != PrivateKeyForm::expanded);
      }
    }
  }
}

TEST(MlKemKeys, HaveTheSizesOfTheirFrames) {
  for (const unsigned set : kSets) {
    const auto key = published_private_key(set);
    EXPECT_EQ(to_der(public_key_of(key)).size(), 22 + set * 3 / 2 + 32);
    EXPECT_EQ(to_der(key).size(), 86U);
  }
}

TEST(MlKemKeys, AreRefusedWhereTheyAreInconsistent) {
  const std::array faults{"the seed of another", "the public key of another",
                          "whose public key was changed", "the seed of another"};
  for (std::size_t i = 0; i < faults.size(); ++i) {
    const Bytes file = published_key("512-inconsistent-" + std::to_string(i + 1));
    expect_error([&] { (void)ml_kem_private_key_from_file(file); }, ErrorCode::malformed,
                 {"ML-KEM-512", faults[i]});
  }
}

TEST(MlKemKeys, KeepTheirSeedFromTheirGeneration) {
  for (const unsigned set : kSets) {
    Generator generator = generator_of("key with its seed"),
              same = generator_of("key with its seed");
    const auto key = generate_ml_kem_key(set, generator);
    EXPECT_TRUE(has_seed(key));
    EXPECT_EQ(secret_bytes(ml_kem_private_key_from_file(to_der(key))), secret_bytes(key));
    const auto plain = [&]() -> MlKemPublicKey {
      if (set == 512) return ml_kem::generate_keys<512>(same).public_key;
      if (set == 768) return ml_kem::generate_keys<768>(same).public_key;
      return ml_kem::generate_keys<1024>(same).public_key;
    }();
    EXPECT_EQ(public_key_of(key), plain);
  }
}

TEST(MlKemKeys, WithoutASeedHaveOneForm) {
  const auto key = ml_kem_private_key_from_file(published_key("768-expanded"));
  EXPECT_FALSE(has_seed(key));
  EXPECT_EQ(bytes_of(to_pem(key, PrivateKeyForm::expanded)), published_key("768-expanded"));
  for (const PrivateKeyForm form : {PrivateKeyForm::seed, PrivateKeyForm::both}) {
    expect_error([&] { (void)to_der(key, form); }, ErrorCode::invalid_argument, {"without one"});
  }
}

TEST(MlKemKeys, AreOfOneParameterSet) {
  const auto key = published_private_key(768);
  const auto public_key = of_set<768>(public_key_of(key));
  EXPECT_EQ(MlKemPublicKey(public_key), public_key_of(key));
  const auto private_key = of_set<768>(key);
  EXPECT_TRUE(private_key.seed().has_value());
  expect_error([&] { (void)of_set<512>(key); }, ErrorCode::mismatch, {"ML-KEM-768", "ML-KEM-512"});
  expect_error([&] { (void)of_set<1024>(public_key_of(key)); }, ErrorCode::mismatch,
               {"ML-KEM-768", "ML-KEM-1024"});
  Generator generator = generator_of("set");
  expect_error([&] { (void)generate_ml_kem_key(256, generator); }, ErrorCode::invalid_argument,
               {"ML-KEM-256", "512, 768 or 1024"});
}

// Two coefficients stand in three bytes. The first one of those that begin at `first` (the lower or
// the higher ones), and are below 767, is written 3329 higher.
void write_higher(std::span<std::byte> packed, unsigned first) {
  for (std::size_t i = 0; i < packed.size(); i += 3) {
    const auto byte = [&](std::size_t k) { return std::to_integer<unsigned>(packed[i + k]); };
    unsigned three = byte(0) | byte(1) << 8 | byte(2) << 16;
    if ((three >> first & 0xfff) >= 767) continue;
    three += 3329U << first;
    for (unsigned k = 0; k < 3; ++k) packed[i + k] = static_cast<std::byte>(three >> (8 * k));
    return;
  }
  FAIL() << "no coefficient is small";
}

// A coefficient above 3328 with a hash that fits, in s or in the public key: another encoding.
TEST(MlKemKeys, HaveOneEncoding) {
  const auto published = of_set<512>(published_private_key(512));
  const auto bytes = published.secret_key().bytes();
  for (const std::size_t start : {0U, 768U}) {
    for (const unsigned first : {0U, 12U}) {
      Bytes changed(bytes.begin(), bytes.end());
      write_higher(std::span(changed).subspan(start, 768), first);
      ASSERT_NE(changed, Bytes(bytes.begin(), bytes.end()));
      const auto hash = std::span(changed).subspan(1568, 32);
      std::size_t size = hash.size();
      ASSERT_EQ(EVP_Q_digest(nullptr, "SHA3-256", nullptr, &changed[768], 800,
                             reinterpret_cast<unsigned char*>(hash.data()), &size),
                1);
      EXPECT_NO_THROW((void)ml_kem::SecretKey<512>::from_bytes(changed));
      expect_error([&] { (void)ml_kem::PrivateKey<512>::from_expanded(changed); },
                   ErrorCode::malformed, {"ML-KEM-512", "coefficient above 3328"});
    }
  }
}

TEST(MlKemKeys, HaveLengthsInTheFewestBytes) {
  const Bytes der = bytes_of(to_der(published_private_key(512)));
  const auto with = [&](std::size_t at, std::initializer_list<int> length, int more) {
    Bytes out = der;
    out[1] = static_cast<std::byte>(84 + more);
    if (at > 20) out[19] = static_cast<std::byte>(66 + more);
    out.erase(out.begin() + static_cast<std::ptrdiff_t>(at));
    for (auto each = std::rbegin(length); each != std::rend(length); ++each) {
      out.insert(out.begin() + static_cast<std::ptrdiff_t>(at), static_cast<std::byte>(*each));
    }
    return out;
  };
  const auto read = [](const Bytes& file) { (void)ml_kem_private_key_from_file(file); };
  EXPECT_NO_THROW(read(with(21, {0x40}, 0)));
  for (const auto& [file, fault] :
       {std::pair(with(21, {0x81, 0x40}, 1), "more bytes than necessary"),
        {with(21, {0x82, 0, 0x40}, 2), "more bytes than necessary"},
        {with(21, {0x83, 0, 0, 0x40}, 3), "another length"},
        {with(21, {0x80}, 0), "another length"},
        {with(21, {0x41}, 0), "cut off"},
        {with(21, {0x82, 0xff, 0xff}, 2), "cut off"},
        {with(21, {0x3f}, 0), "1 bytes behind its seed or expanded key"},
        {with(3, {0x02, 0x00}, 1), "version is no nonnegative integer"},
        {with(3, {0x00}, 0), "version is no nonnegative integer"}}) {
    expect_error([&] { read(file); }, ErrorCode::malformed, {fault});
  }
  Bytes long_seed = with(21, {0x41}, 1), behind = der;
  long_seed.push_back(std::byte{0});
  expect_error([&] { read(long_seed); }, ErrorCode::malformed,
               {"a seed for ML-KEM-512 of 65 bytes"});
  behind.push_back(std::byte{0});
  expect_error([&] { read(behind); }, ErrorCode::malformed, {"1 bytes behind the key"});
}

TEST(MlKemKeys, AreReadFromTextsThatOthersWrite) {
  const Bytes der = bytes_of(to_der(published_private_key(512), PrivateKeyForm::both));
  const Bytes pem = published_key("512-both");
  const std::string text(reinterpret_cast<const char*>(pem.data()), pem.size());
  std::string windows, one_line,
      indented = "Key Attributes\n  name: x-----BEGIN y\n" + text + "\n \n";
  std::size_t lines = 0;
  for (const char c : text) {
    if (c == '\n') windows += '\r';
    windows += c;
    lines += c == '\n';
    const bool inside = lines > 1 && one_line.find("-----END") == std::string::npos;
    if (c != '\n' || !inside || one_line.empty()) one_line += c;
  }
  for (const std::string& each : {windows, indented, text.substr(0, text.size() - 1)}) {
    EXPECT_EQ(secret_bytes(ml_kem_private_key_from_file(bytes_of(each))),
              secret_bytes(ml_kem_private_key_from_file(der)));
  }
}

TEST(MlKemKeys, MayHaveTheirPublicKeyAndAttributesBehindThem) {
  const auto key = published_private_key(512);
  const Bytes der = bytes_of(to_der(key)),
              other = to_der(public_key_of(published_private_key(768)));
  const auto with = [&](std::byte version, const Bytes& behind) {
    Bytes out = der;
    out[4] = version;
    out.insert(out.end(), behind.begin(), behind.end());
    const std::size_t size = out.size() - 2;
    out[1] = std::byte{0x82};
    out.insert(out.begin() + 2, {static_cast<std::byte>(size >> 8), static_cast<std::byte>(size)});
    return out;
  };
  Bytes public_key{std::byte{0x81}, std::byte{0x82}, std::byte{0x03}, std::byte{0x21},
                   std::byte{0}};
  const auto of_512 = of_set<512>(key);
  const auto own = of_512.public_key().bytes();
  public_key.insert(public_key.end(), own.begin(), own.end());
  Bytes attributes{std::byte{0xa0}, std::byte{0x82}, std::byte{0x01}, std::byte{0x00}};
  attributes.resize(4 + 256);
  Bytes both = attributes;
  both.insert(both.end(), public_key.begin(), public_key.end());
  for (const Bytes& file :
       {with(std::byte{1}, public_key), with(std::byte{1}, both), with(std::byte{0}, attributes)}) {
    EXPECT_EQ(public_key_of(ml_kem_private_key_from_file(file)), public_key_of(key));
  }
  public_key[100] ^= std::byte{1};
  expect_error([&] { (void)ml_kem_private_key_from_file(with(std::byte{1}, public_key)); },
               ErrorCode::malformed, {"public key of another behind it"});
  expect_error([&] { (void)ml_kem_private_key_from_file(with(std::byte{0}, public_key)); },
               ErrorCode::malformed, {"805 bytes behind its private bytes"});
  expect_error([&] { (void)ml_kem_private_key_from_file(with(std::byte{1}, attributes)); },
               ErrorCode::malformed, {"without its public key"});
  expect_error([&] { (void)ml_kem_private_key_from_file(with(std::byte{2}, attributes)); },
               ErrorCode::malformed, {"version 2"});
}

TEST(Base64, IsThatOfOpenSsl) {
  testing::SeededValues random(20);
  SCOPED_TRACE(random.label());
  for (std::size_t size = 0; size < 200; ++size) {
    Bytes bytes(size), text(detail::base64::encoded_size(size)), expected(text.size() + 1);
    for (std::byte& byte : bytes) byte = random.byte();
    detail::base64::encode(bytes, text);
    EVP_EncodeBlock(reinterpret_cast<unsigned char*>(expected.data()),
                    reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(size));
    expected.pop_back();
    ASSERT_EQ(text, expected);
    const auto back = detail::base64::decode(text);
    ASSERT_TRUE(back);
    ASSERT_EQ(bytes_of(*back), bytes);
  }
}

TEST(Base64, RefusesEveryOtherText) {
  for (const char* text : {"A",        "AB",    "ABC",  "ABCD=", "AB=C", "A===", "====",
                           "AB==CDEF", "AB\0D", "AB-D", "AB_D",  "AB.D", "AB,D", "AB:D",
                           "AB@D",     "AB[D",  "AB`D", "AB{D",  "AR==", "ABB=", "ABC=\n="}) {
    EXPECT_FALSE(detail::base64::decode(bytes_of(text))) << text;
  }
  EXPECT_EQ(bytes_of(*detail::base64::decode(bytes_of(" A\tB \r\nC\nD\n"))),
            (Bytes{std::byte{0}, std::byte{0x10}, std::byte{0x83}}));
  for (unsigned c = 0; c < 256; ++c) {
    const bool is_digit = std::isalnum(static_cast<int>(c)) != 0 || c == '+' || c == '/';
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '=') continue;
    const Bytes text{static_cast<std::byte>(c), std::byte{'A'}, std::byte{'A'}, std::byte{'A'}};
    EXPECT_EQ(detail::base64::decode(text).has_value(), c < 128 && is_digit) << c;
  }
}

// A change is refused, or gives the key that stands there then: what it writes is what was read.
TEST(MlKemKeys, RefuseEveryCorruption) {
  testing::SeededValues random(21);
  SCOPED_TRACE(random.label());
  const std::size_t rounds = testing::seeds(100);  // corruptions_at_full_size asks for 100,000
  for (const unsigned set : kSets) {
    const auto key = published_private_key(set);
    for (std::size_t i = 0; i < rounds && !HasFailure(); ++i) {
      const auto form = kForms[i % 3].form;
      const Bytes changed = testing::corrupted(bytes_of(to_der(key, form)), random);
      const Bytes public_der = testing::corrupted(to_der(public_key_of(key)), random);
      const Bytes pem = testing::corrupted(bytes_of(to_pem(key, form)), random);
      try {
        EXPECT_EQ(bytes_of(to_der(ml_kem_private_key_from_file(changed), form)), changed);
      } catch (const Error& error) {
        EXPECT_FALSE(error.remedy().empty());
      }
      try {
        EXPECT_EQ(to_der(ml_kem_public_key_from_file(public_der)), public_der);
      } catch (const Error& error) {
        EXPECT_FALSE(error.remedy().empty());
      }
      try {
        (void)ml_kem_private_key_from_file(pem);
      } catch (const Error& error) {
        EXPECT_FALSE(error.remedy().empty());
      }
    }
  }
}

TEST(MlKemKeys, RefuseEveryBeginning) {
  for (const auto& [name, form] : kForms) {
    const auto key = published_private_key(512);
    for (const Bytes& file : {bytes_of(to_der(key, form)), bytes_of(to_pem(key, form))}) {
      const std::size_t whole = file.back() == std::byte{'\n'} ? file.size() - 1 : file.size();
      for (std::size_t size = 0; size < whole; size += 1 + size / 50) {
        const auto start = std::span(file).first(size);
        expect_error([&] { (void)ml_kem_private_key_from_file(start); }, ErrorCode::malformed, {});
      }
    }
  }
}

}  // namespace
}  // namespace lath::io
