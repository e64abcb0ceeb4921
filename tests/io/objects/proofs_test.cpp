// SPDX-License-Identifier: Apache-2.0
//
// With a key, only what was saved with it, and not changed since, is loaded; and nothing of an
// object is looked at before.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/corrupted.hpp"
#include "base/expect_error.hpp"
#include "io/objects/object_cases.hpp"

namespace lath::io {
namespace {

using namespace lath::testing;

struct Proofs : ::testing::Test {
  FewKeys<Bgv> keys{object_literal()};
  std::vector<ObjectCase> cases = object_cases(keys);
  ProofCases proofs;
};

void expect_authentication(const ObjectCase& object, const Bytes& envelope,
                           const LoadOptions& options) {
  expect_error([&] { (void)object.load(envelope, options); }, ErrorCode::authentication,
               {"need one that was saved with the key given"});
  SlowSource source(envelope);
  expect_error([&] { (void)object.load(source, options); }, ErrorCode::authentication,
               {"need one that was saved with the key given"});
}

TEST_F(Proofs, OfOtherKeysOrOfNoneAreRefused) {
  for (const ObjectCase& object : cases) {
    SCOPED_TRACE(object.name);
    const Bytes plain = object.envelope({}), mac = object.envelope({.mac = &proofs.mac}),
                signature = object.envelope({.signing_key = &proofs.signing});
    expect_authentication(object, plain, {.mac = &proofs.mac});
    expect_authentication(object, plain, {.verifying_key = &proofs.verifying});
    expect_authentication(object, mac, {.mac = &proofs.other_mac});
    expect_authentication(object, mac, {.verifying_key = &proofs.verifying});
    expect_authentication(object, signature, {.verifying_key = &proofs.other_verifying});
    expect_authentication(object, signature, {.mac = &proofs.mac});
  }
}

TEST_F(Proofs, HoldForNoChangedEnvelope) {
  SeededValues random(61);
  SCOPED_TRACE(random.label());
  for (const ObjectCase& object : cases) {
    SCOPED_TRACE(object.name);
    const Bytes good = object.envelope({.mac = &proofs.mac, .chunk_bytes = 1024});
    for (std::size_t i = 0; i < 60; ++i) {
      const Bytes bad = corrupted(good, random);
      if (bad == good) continue;
      for (const bool stream : {false, true}) {
        // A stream may go on behind its envelope.
        if (stream && bad.size() > good.size()) continue;
        SlowSource source(bad);
        try {
          (void)(stream ? object.load(source, {.mac = &proofs.mac})
                        : object.load(bad, {.mac = &proofs.mac}));
          ADD_FAILURE() << "accepted corruption " << i;
        } catch (const Error& error) {
          EXPECT_TRUE(error.code() == ErrorCode::authentication ||
                      error.code() == ErrorCode::malformed)
              << error.what();
        }
      }
    }
  }
}

// The words of an object are wrong, and the proof is not: a reader that looked at the words first
// would say so.
TEST_F(Proofs, AreCheckedBeforeTheObject) {
  for (const ObjectCase& object : cases) {
    SCOPED_TRACE(object.name);
    Bytes bad = object.envelope({.mac = &proofs.mac, .chunk_bytes = 1024});
    // The start of the object stands in the first chunk: "lath".
    const std::string magic = "lath";
    const auto at = std::search(bad.begin(), bad.end(), std::as_bytes(std::span(magic)).begin(),
                                std::as_bytes(std::span(magic)).end());
    ASSERT_NE(at, bad.end());
    *at ^= std::byte{1};
    expect_authentication(object, bad, {.mac = &proofs.mac});
    expect_error([&] { (void)object.load(bad, {}); }, ErrorCode::malformed, {"did not write"});
  }
}

// Chunks of one envelope in the place of others.
TEST_F(Proofs, HoldForChunksInTheirOrderOnly) {
  const ObjectCase& object = cases[5];
  ASSERT_EQ(object.kind, ObjectKind::galois_keys);
  const Bytes good = object.envelope({.mac = &proofs.mac, .chunk_bytes = 1024});
  Bytes swapped = good;
  // The heads of chunks have three bytes.
  constexpr std::ptrdiff_t kInFirst = 200, kChunk = 1024 + 3, kPart = 512;
  const auto part = swapped.begin() + kInFirst;
  std::swap_ranges(part, part + kPart, part + kChunk);
  expect_authentication(object, swapped, {.mac = &proofs.mac});
}

TEST_F(Proofs, AreOneForOneObject) {
  const ObjectCase& object = cases[3];
  const Bytes a = object.envelope({.signing_key = &proofs.signing}),
              b = object.envelope({.signing_key = &proofs.signing});
  EXPECT_EQ(a, b);  // Ed25519 draws nothing
}

}  // namespace
}  // namespace lath::io
