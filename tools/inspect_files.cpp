// SPDX-License-Identifier: Apache-2.0
//
// Files of other formats than Lath's own: keys as PEM or DER, and SEAL.
#include "inspection.hpp"
#include "lath/io/key_description.hpp"
#include "lath/io/seal/description.hpp"
#include "terminal_text.hpp"

namespace lath::tool {
namespace {

constexpr std::size_t kLongestKind = 60;

}  // namespace

bool inspect_seal(const InspectedFile& file, Facts& facts) {
  if (!io::seal::is_seal(file.beginning)) return false;
  facts.add("container", "Microsoft SEAL");
  for (const auto& [name, value] : io::seal::describe(file.beginning)) facts.add(name, value);
  facts.add("authentic", "no: anybody may have made or changed it");
  return true;
}

bool inspect_key(const InspectedFile& file, Facts& facts) {
  if (!io::may_be_key(file.beginning)) return false;
  const io::KeyDescription key = io::describe_key(file.beginning);
  using Kind = io::KeyDescription::Kind;
  facts.add("object", key.kind == Kind::public_key    ? "a public key"
                      : key.kind == Kind::private_key ? "a private key"
                                                      : "an encrypted private key");
  facts.add("container", key.pem ? "PEM" : "DER");
  if (key.algorithm) facts.add("algorithm", one_line(*key.algorithm, kLongestKind));
  if (key.encryption) facts.add("encryption", one_line(*key.encryption, kLongestKind));
  facts.add("in one line", one_line(io::to_text(key), 2 * kLongestKind));
  if (key.fingerprint) {
    facts.add_bytes("fingerprint", *key.fingerprint);
  }
  facts.add("size", std::uint64_t{key.bytes}, "bytes");
  return true;
}

}  // namespace lath::tool
