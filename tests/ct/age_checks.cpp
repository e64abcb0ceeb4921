// SPDX-License-Identifier: Apache-2.0
//
// X-Wing, and the keys of age files with poisoned seeds, texts and file keys.
#include <string>
#include <string_view>
#include <vector>

#include "lath/base/constant_time.hpp"
#include "lath/io/age/files.hpp"
#include "lath/ml_kem/xwing.hpp"
#include "secrets.hpp"

namespace lath::testing {
namespace {

void check_xwing() {
  auto generator = secret_generator("xwing");
  const auto key = xwing::generate_key(generator);
  const auto sent = xwing::encapsulate(key.public_key(), generator);
  record("xwing", key.public_key().bytes());
  record("xwing", sent.ciphertext.bytes);
  auto changed = sent.ciphertext;
  changed.bytes[7] ^= std::byte{1};
  for (const auto& [ciphertext, honest] : {std::pair(sent.ciphertext, true), {changed, false}}) {
    const auto found = xwing::decapsulate(key, ciphertext);
    record("xwing", found.span());
    bool same = ct::equal(found.span(), sent.secret.span());
    ct::declassify(&same, sizeof same);
    expect(same == honest, "an honest ciphertext, and no other, gives the secret of X-Wing");
  }
}

void check_age_keys() {
  auto generator = secret_generator("age keys");
  const auto identity = io::age::Identity::generate(generator);
  auto text = identity.text();
  record("age keys", text);
  record("age keys", identity.recipient().text());
  // The prefix says what the text is, and is public.
  constexpr std::size_t kPrefix = std::string_view("AGE-SECRET-KEY-PQ-1").size();
  ct::declassify(text.data(), kPrefix);
  const auto restored = io::age::Identity::from_text(text.span());
  expect(restored.recipient() == identity.recipient(), "the text of an identity restores it");
}

void check_age_files() {
  auto generator = secret_generator("age files");
  const auto identity = io::age::Identity::generate(generator);
  const std::vector recipients{identity.recipient()};
  std::vector<std::byte> letter(100000, std::byte{7});
  ct::poison(letter.data(), letter.size());
  io::MemorySource source(letter);
  io::MemorySink file, opened;
  io::age::encrypt(recipients, source, file, generator);
  std::vector<std::byte> bytes = file.bytes();
  record("age files", bytes);
  // A file is public.
  ct::declassify(bytes.data(), bytes.size());
  io::MemorySource received(bytes);
  io::age::decrypt({.identities = {identity}, .passphrase = {}}, received, opened);
  record("age files", opened.bytes());
}

}  // namespace

void check_age() {
  check_xwing();
  check_age_keys();
  check_age_files();
}

}  // namespace lath::testing
