// SPDX-License-Identifier: Apache-2.0
//
// Objects in envelopes: what was saved is loaded, from memory, streams and files, with and without
// proofs, in chunks of all lengths.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "io/objects/object_cases.hpp"
#include "lath/he/decryptor.hpp"
#include "lath/io/files.hpp"
#include "lath/io/object_summary.hpp"

namespace lath::io {
namespace {

using namespace lath::testing;

template <class Scheme>
class Objects : public ::testing::Test {
 protected:
  FewKeys<Scheme> keys{object_literal()};
  std::vector<ObjectCase> cases = object_cases(keys);
  ProofCases proofs;

  // All ways to save, with the options to load each.
  struct Way {
    SaveOptions save;
    LoadOptions load;
  };
  std::vector<Way> ways() {
    std::vector<Way> all;
    for (const std::size_t chunk :
         {std::size_t{0}, std::size_t{1} << 10, std::size_t{1} << 12, std::size_t{1} << 20}) {
      for (const he::SchemeParameters* parameters :
           {static_cast<const he::SchemeParameters*>(nullptr),
            static_cast<const he::SchemeParameters*>(&keys.parameters)}) {
        const SaveOptions plain{.parameters = parameters, .chunk_bytes = chunk};
        SaveOptions with_mac = plain, with_signature = plain;
        with_mac.mac = &proofs.mac;
        with_signature.signing_key = &proofs.signing;
        all.push_back({plain, {}});
        all.push_back({with_mac, {.mac = &proofs.mac}});
        all.push_back({with_signature, {.verifying_key = &proofs.verifying}});
      }
    }
    return all;
  }
};
TYPED_TEST_SUITE(Objects, BothSchemes);

TYPED_TEST(Objects, AreLoadedAsTheyWereSaved) {
  for (const ObjectCase& object : this->cases) {
    SCOPED_TRACE(object.name);
    for (const auto& way : this->ways()) {
      const Bytes envelope = object.envelope(way.save);
      MemorySink sink;
      object.save(sink, way.save);
      ASSERT_EQ(sink.bytes(), envelope);
      EXPECT_EQ(object.load(envelope, way.load), object.packed);
      EXPECT_EQ(object.load(envelope, {}), object.packed);
      for (const LoadOptions& options : {way.load, LoadOptions{}}) {
        SlowSource source(envelope);
        EXPECT_EQ(object.load(source, options), object.packed);
        EXPECT_EQ(source.left(), 0U);
      }
      const std::size_t chunk_bytes = way.save.chunk_bytes == 0 ? 1 << 12 : way.save.chunk_bytes;
      const std::size_t chunks = (object.packed.size() - 1) / chunk_bytes + 1;
      const std::size_t parameters =
          way.save.parameters == nullptr ? 0 : he::parameters_bytes(this->keys.parameters);
      EXPECT_LE(envelope.size(), object.packed.size() + parameters + 300 + 40 * chunks);
    }
  }
}

TYPED_TEST(Objects, FollowOneAnotherInAStream) {
  Bytes all;
  for (const ObjectCase& object : this->cases) {
    const Bytes one = object.envelope({.mac = &this->proofs.mac, .chunk_bytes = 1024});
    all.insert(all.end(), one.begin(), one.end());
  }
  SlowSource source(all);
  for (const ObjectCase& object : this->cases) {
    EXPECT_EQ(object.load(source, {.mac = &this->proofs.mac}), object.packed) << object.name;
  }
  EXPECT_EQ(source.left(), 0U);
}

// Counts the bytes that are read.
class CountedSource final : public Source {
 public:
  explicit CountedSource(std::span<const std::byte> bytes) : source_(bytes) {}
  std::size_t read(std::span<std::byte> out) override {
    const std::size_t got = source_.read(out);
    count += got;
    return got;
  }
  std::size_t count = 0;

 private:
  MemorySource source_;
};

TYPED_TEST(Objects, SayAtTheStartWhatTheyAre) {
  for (const ObjectCase& object : this->cases) {
    SCOPED_TRACE(object.name);
    for (const auto& way : this->ways()) {
      Bytes bytes = object.envelope(way.save);
      const std::size_t size = bytes.size();
      bytes.resize(size + 1000, std::byte{0xd9});  // another object follows
      CountedSource source(bytes);
      const ObjectSummary start = summarize_start(source);
      EXPECT_LE(source.count, size);
      bytes.resize(size);
      const ObjectSummary whole = summarize(bytes, way.load);
      EXPECT_EQ(start.kind, object.kind);
      EXPECT_EQ(start.kind, whole.kind);
      EXPECT_EQ(start.bytes, whole.bytes);
      EXPECT_EQ(start.proof, whole.proof);
      EXPECT_EQ(start.parameters, whole.parameters);
      EXPECT_EQ(start.level, whole.level);
      EXPECT_EQ(start.log2_noise, whole.log2_noise);
      EXPECT_EQ(start.key_id, whole.key_id);
      EXPECT_FALSE(start.is_authentic);
    }
  }
}

TYPED_TEST(Objects, SayWithinLimitsWhatTheyAre) {
  const auto& parameters = this->keys.parameters;
  const Bytes bytes = copy(to_envelope(this->keys.relin, {.parameters = &parameters}));
  MemorySource source(bytes), again(bytes), packed(this->cases[0].packed);
  expect_error([&] { (void)summarize_start(source, {.degree = parameters.degree() / 2}); },
               ErrorCode::unsupported, {"degree"});
  EXPECT_EQ(summarize_start(again, {.degree = parameters.degree()}).kind, ObjectKind::relin_key);
  expect_error([&] { (void)summarize_start(packed); }, ErrorCode::malformed, {"no envelope"});
}

TYPED_TEST(Objects, AreFiles) {
  const std::string path = ::testing::TempDir() + "lath-object";
  for (const ObjectCase& object : this->cases) {
    const Bytes envelope =
        object.envelope({.signing_key = &this->proofs.signing, .chunk_bytes = 1024});
    write_file(path, [&](Sink& sink) { sink.write(envelope); });
    EXPECT_EQ(object.load(ObjectInput::file(path), {.verifying_key = &this->proofs.verifying}),
              object.packed);
    EXPECT_EQ(object.load(ObjectInput::file(path), {}), object.packed);
  }
  save_file(path, this->keys.public_key);
  EXPECT_EQ(copy(to_bytes(load_public_key(this->keys.parameters, ObjectInput::file(path)))),
            copy(to_bytes(this->keys.public_key)));
  std::filesystem::remove(path);
}

TYPED_TEST(Objects, OfAnotherKindAreNamed) {
  for (const ObjectCase& object : this->cases) {
    for (const ObjectCase& other : this->cases) {
      if (other.kind == object.kind) continue;
      expect_error([&] { (void)object.load(other.envelope({}), {}); }, ErrorCode::malformed,
                   {"an envelope with " + other.name, "need one with " + object.name});
    }
    expect_error([&] { (void)object.load(object.packed, {}); }, ErrorCode::malformed,
                 {"bytes that are no envelope", "d9 d9 f7"});
  }
}

TYPED_TEST(Objects, AreRefusedWithBytesBehindThem) {
  for (const ObjectCase& object : this->cases) {
    Bytes envelope = object.envelope({});
    envelope.push_back({});
    expect_error([&] { (void)object.load(envelope, {}); }, ErrorCode::malformed,
                 {"1 bytes behind it"});
  }
}

TYPED_TEST(Objects, AreAuthenticatedInOneCall) {
  const he::Decryptor decryptor(this->keys.parameters, this->keys.secret);
  const CiphertextsOf<TypeParam> ciphertexts(this->keys);
  const SaveOptions save{.mac = &this->proofs.mac};
  const Bytes envelope = copy(to_envelope(ciphertexts.low, save));
  const LoadOptions load{.mac = &this->proofs.mac};
  EXPECT_EQ(load_ciphertext(this->keys.parameters, envelope, load).noise().origin(),
            he::BoundOrigin::claimed);
  EXPECT_EQ(load_authenticated_ciphertext(decryptor, this->keys.parameters, envelope, load)
                .noise()
                .origin(),
            he::BoundOrigin::own);
  expect_error(
      [&] { (void)load_authenticated_ciphertext(decryptor, this->keys.parameters, envelope, {}); },
      ErrorCode::invalid_argument, {"without a key"});
}

TEST(SaveOptions, AreChecked) {
  const FewKeys<Bfv> keys(object_literal());
  ProofCases proofs;
  for (const std::size_t chunk :
       {std::size_t{1}, std::size_t{512}, std::size_t{3000}, std::size_t{1} << 21}) {
    expect_error([&] { (void)to_envelope(keys.public_key, {.chunk_bytes = chunk}); },
                 ErrorCode::invalid_argument, {"chunks of " + std::to_string(chunk), "2^10"});
  }
  expect_error(
      [&] {
        (void)to_envelope(keys.public_key, {.mac = &proofs.mac, .signing_key = &proofs.signing});
      },
      ErrorCode::invalid_argument, {"two keys"});
  expect_error(
      [&] {
        (void)load_public_key(keys.parameters, Bytes{},
                              {.mac = &proofs.mac, .verifying_key = &proofs.verifying});
      },
      ErrorCode::invalid_argument, {"two keys"});
  expect_error([&] { (void)MacKey::from_bytes(Bytes(31)); }, ErrorCode::invalid_argument,
               {"31 bytes", "exactly 32"});
  expect_error([&] { (void)SigningKey::from_bytes(Bytes(33)); }, ErrorCode::invalid_argument,
               {"33 bytes"});
  expect_error([&] { (void)VerifyingKey::from_bytes(Bytes()); }, ErrorCode::invalid_argument,
               {"0 bytes"});
}

}  // namespace
}  // namespace lath::io
