// SPDX-License-Identifier: Apache-2.0
//
// Envelopes that are not what they claim to be: each is refused with an error, or is one that
// somebody might have saved.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/corrupted.hpp"
#include "base/expect_error.hpp"
#include "io/objects/envelope_header.hpp"
#include "io/objects/known_objects.hpp"
#include "lath/io/object_summary.hpp"

namespace lath::io {
namespace {

using namespace lath::testing;

bool is_refusal(const Error& error) {
  return error.code() == ErrorCode::malformed || error.code() == ErrorCode::mismatch ||
         error.code() == ErrorCode::unsupported || error.code() == ErrorCode::authentication;
}

// Whether an action is refused, with an error of the right kind.
template <class Action>
bool is_refused(const Action& action) {
  try {
    action();
    return false;
  } catch (const Error& error) {
    EXPECT_TRUE(is_refusal(error)) << error.what();
    return true;
  }
}

template <class Scheme>
class CorruptedEnvelopes : public ::testing::Test {};
TYPED_TEST_SUITE(CorruptedEnvelopes, BothSchemes);

TYPED_TEST(CorruptedEnvelopes, AreRefusedOrOthers) {
  SeededValues random(62);
  SCOPED_TRACE(random.label());
  const FewKeys<TypeParam> keys(byte_literals()[0]);
  ProofCases proofs;
  const std::uint64_t count = testing::seeds(150);
  for (const ObjectCase& object : object_cases(keys)) {
    SCOPED_TRACE(object.name);
    const SaveOptions options{.parameters = &keys.parameters, .mac = &proofs.mac};
    const Bytes plain = object.envelope({}), proved = object.envelope(options);
    std::size_t refused = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      const Bytes bad = corrupted(plain, random), forged = corrupted(proved, random);
      Bytes packed;
      if (is_refused([&] { packed = object.load(bad, {}); })) {
        ++refused;
      } else {
        // What was accepted is the object in the envelope.
        EXPECT_NE(std::search(bad.begin(), bad.end(), packed.begin(), packed.end()), bad.end());
      }
      SlowSource source(bad);
      (void)is_refused([&] { (void)object.load(source, {}); });
      (void)is_refused([&] { (void)summarize(bad); });
      SlowSource start(bad);
      (void)is_refused([&] { (void)summarize_start(start); });
      if (forged != proved) {
        EXPECT_TRUE(is_refused([&] { (void)object.load(forged, {.mac = &proofs.mac}); }));
        EXPECT_TRUE(is_refused([&] { (void)summarize(forged, {.mac = &proofs.mac}); }));
      }
    }
    EXPECT_GT(refused, count / 10);  // most changes of words give other words
  }
}

TYPED_TEST(CorruptedEnvelopes, OfSecretsAreRefused) {
  SeededValues random(63);
  SCOPED_TRACE(random.label());
  const FewKeys<TypeParam> keys(byte_literals()[0]);
  auto generator = Generator::from_seed(Seed{}, "corrupted secrets");
  MemorySink key, plaintext;
  save_secret_key(key, keys.secret, known_passphrase(), generator, {.log2_work = 10});
  save_plaintext(plaintext, stepped(keys, 5), known_passphrase(), generator, {.log2_work = 10});
  const std::uint64_t count = testing::seeds(1000) / 20;
  for (std::uint64_t i = 0; i < count; ++i) {
    const Bytes bad_key = corrupted(key.bytes(), random),
                bad_plaintext = corrupted(plaintext.bytes(), random);
    EXPECT_TRUE(bad_key == key.bytes() || is_refused([&] {
                  (void)load_secret_key(keys.parameters, bad_key, known_passphrase());
                }));
    EXPECT_TRUE(bad_plaintext == plaintext.bytes() || is_refused([&] {
                  (void)load_plaintext(keys.parameters, bad_plaintext, known_passphrase());
                }));
  }
}

TYPED_TEST(CorruptedEnvelopes, OfOtherObjectsInOneAnother) {
  const FewKeys<TypeParam> keys(byte_literals()[0]);
  const std::vector<ObjectCase> cases = object_cases(keys);
  // The header of one and the chunks of another.
  for (const ObjectCase& a : cases) {
    for (const ObjectCase& b : cases) {
      if (a.kind == b.kind) continue;
      Bytes spliced = a.envelope({});
      const Bytes other = b.envelope({});
      const std::size_t rest = b.packed.size() + 3;
      spliced.resize(spliced.size() - std::min(spliced.size(), a.packed.size() + 3));
      spliced.insert(spliced.end(),
                     other.end() - static_cast<std::ptrdiff_t>(std::min(rest, other.size())),
                     other.end());
      EXPECT_TRUE(is_refused([&] { (void)a.load(spliced, {}); })) << a.name << ", " << b.name;
    }
  }
}

// The start of an envelope with this header, of so many parts.
Bytes start_of(const EnvelopeHeader& header, std::uint64_t parts) {
  const std::vector<std::byte> cbor = to_cbor(header);
  Bytes bytes = {std::byte{0xd9}, std::byte{0xd9}, std::byte{0xf7}, std::byte{0x9b}};
  for (int i = 7; i >= 0; --i) bytes.push_back(static_cast<std::byte>(parts >> (8 * i)));
  bytes.push_back(static_cast<std::byte>(0x40 + cbor.size()));
  bytes.insert(bytes.end(), cbor.begin(), cbor.end());
  return bytes;
}

TEST(LengthBombs, AreRefusedBeforeMemoryIsTaken) {
  const FewKeys<Bfv> keys(byte_literals()[0]);
  ProofCases proofs;
  for (const ObjectCase& object : object_cases(keys)) {
    for (const Proof proof : {Proof::none, Proof::mac}) {
      EnvelopeHeader header;
      header.kind = object.kind;
      header.length = std::uint64_t{1} << 47;
      header.chunk_bytes = 1024;
      header.proof = proof;
      const Bytes bomb = start_of(header, 1 + header.chunks() + (proof == Proof::none ? 0 : 2));
      const LoadOptions options{.mac = proof == Proof::none ? nullptr : &proofs.mac};
      expect_error([&] { (void)object.load(bomb, options); }, ErrorCode::malformed,
                   {"140737488355328 bytes", "at most"});
      SlowSource source(bomb);
      expect_error([&] { (void)object.load(source, options); }, ErrorCode::malformed, {"at most"});
    }
  }
}

TEST(Headers, OfOtherVersionsAndLengthsAreRefused) {
  const auto refused = [](EnvelopeHeader header, const char* what) {
    expect_error([&] { (void)header_from_cbor(to_cbor(header)); }, ErrorCode::malformed, {what});
  };
  EnvelopeHeader good;
  good.kind = ObjectKind::ciphertext;
  good.length = 5000;
  EXPECT_EQ(header_from_cbor(to_cbor(good)).length, 5000U);
  EnvelopeHeader bad = good;
  bad.length = 0;
  refused(bad, "length 0");
  bad.length = (std::uint64_t{1} << 48) + 1;
  refused(bad, "2^48");
  bad = good;
  for (const std::uint64_t bytes :
       {std::uint64_t{0}, std::uint64_t{512}, std::uint64_t{1025}, std::uint64_t{1} << 21}) {
    bad.chunk_bytes = bytes;
    expect_error([&] { (void)header_from_cbor(to_cbor(bad)); }, ErrorCode::malformed,
                 {"chunks of"});
  }
  std::vector<std::byte> cbor = to_cbor(good);
  // Every other byte in every place is refused, or another header in its one form.
  for (std::size_t i = 0; i < cbor.size(); ++i) {
    for (int value = 0; value < 256; ++value) {
      std::vector<std::byte> other = cbor;
      other[i] = static_cast<std::byte>(value);
      EnvelopeHeader header;
      if (is_refused([&] { header = header_from_cbor(other); })) continue;
      EXPECT_EQ(to_cbor(header), other);
    }
  }
  cbor.push_back({});
  EXPECT_TRUE(is_refused([&] { (void)header_from_cbor(cbor); }));
}

}  // namespace
}  // namespace lath::io
