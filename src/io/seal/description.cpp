// SPDX-License-Identifier: Apache-2.0
#include "lath/io/seal/description.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>

#include "base/little_endian.hpp"
#include "base/names.hpp"
#include "io/seal/chain_ids.hpp"
#include "io/seal/decompression.hpp"
#include "io/seal/member_reader.hpp"
#include "io/seal/parts.hpp"
#include "lath/io/seal/parameters.hpp"

namespace lath::io::seal {
namespace {

// As many members as the beginning of any object has that is looked at.
constexpr std::size_t kFirstMembers = 128;
// Where the header of the first object among the members stands.
constexpr std::size_t kFirstModulus = 17, kWordsOfPlaintext = 48, kWordsOfParts = 73,
                      kFirstKey = 48;
constexpr const char* kObject = "an object";

// The members that an object begins with.
struct Beginning {
  Header header;
  Contents contents;

  [[nodiscard]] std::span<const std::byte> members() const noexcept { return contents.span(); }

  [[nodiscard]] bool has_object_at(std::size_t at) const noexcept {
    return at + kHeaderBytes <= members().size() && is_seal(members().subspan(at));
  }
  [[nodiscard]] std::uint64_t number_at(std::size_t at) const noexcept {
    return at + 8 <= members().size() ? load_little_endian(&members()[at]) : 0;
  }
  [[nodiscard]] ParmsId id() const noexcept {
    ParmsId id;
    std::copy_n(members().begin(), id.size(), id.begin());
    return id;
  }
};

Beginning beginning_of(std::span<const std::byte> bytes) {
  const Header header = header_of(bytes, kObject);
  const auto members = bytes.subspan(kHeaderBytes);
  if (header.compression == Compression::zstd) {
    return {header, decompress_first(members, kObject, kFirstMembers)};
  }
  if (header.compression == Compression::zlib) refuse_zlib(kObject);
  const auto first = members.first(std::min(members.size(), kFirstMembers));
  return {header, {Buffer<std::byte, Secret>(first), first.size()}};
}

ObjectKind kind_at(const Beginning& x) {
  const std::uint64_t one = std::bit_cast<std::uint64_t>(1.0);
  if (x.has_object_at(kFirstModulus) && std::to_integer<unsigned>(x.members()[0]) <= 3) {
    return ObjectKind::parameters;
  }
  if (x.has_object_at(kWordsOfParts) && x.number_at(kWordsOfParts - 16) == one) {
    return x.number_at(33) > 2 ? ObjectKind::product : ObjectKind::ciphertext;
  }
  if (x.has_object_at(kWordsOfPlaintext) && x.number_at(kWordsOfPlaintext - 8) == one) {
    return x.id() == ParmsId{} ? ObjectKind::plaintext : ObjectKind::secret_key;
  }
  const bool first_list = x.number_at(40) != 0;
  if (x.members().size() >= kFirstKey && first_list == x.has_object_at(kFirstKey)) {
    return x.number_at(32) == 1 ? ObjectKind::relin_keys : ObjectKind::galois_keys;
  }
  throw Error(ErrorCode::malformed, "an object of SEAL of an unknown kind",
              "need parameters, a plaintext, a ciphertext or keys",
              "check that the right file was given; objects of CKKS are not read");
}

std::string text_of_number(std::uint64_t number) { return std::to_string(number); }

using Lines = std::vector<std::pair<std::string, std::string>>;

void describe_parameters(Lines& lines, std::span<const std::byte> bytes) {
  const EncryptionParameters found = parameters_from_bytes(bytes);
  double bits = 0;
  std::vector<std::uint64_t> primes = found.literal.primes;
  primes.push_back(found.literal.special_primes.front());
  std::string lengths;
  for (const std::uint64_t p : primes) {
    bits += std::log2(static_cast<double>(p));
    lengths += (lengths.empty() ? "" : ", ") + text_of_number(std::bit_width(p));
  }
  lines.emplace_back("scheme", found.scheme == he::Scheme::bfv ? "BFV" : "BGV");
  lines.emplace_back("degree", text_of_number(found.literal.degree));
  lines.emplace_back("plaintext modulus", decimal_vartime(found.literal.plaintext_modulus));
  lines.emplace_back("bits of the primes, the last one for keys only", lengths);
  const auto whole = static_cast<unsigned>(std::ceil(bits));
  const unsigned most =
      largest_modulus_bits(found.literal.degree, SecurityLevel::bits128, Attacker::classical);
  const unsigned old = standard_2018_bits(found.literal.degree);
  lines.emplace_back("log2 of their product", text_of_number(whole));
  lines.emplace_back("security", whole <= most  ? "128 bits by the guidelines of 2024"
                                 : whole <= old ? "128 bits by the standard of 2018, not by the "
                                                  "guidelines of 2024"
                                                : "less than 128 bits, or an unknown degree");
}

void describe_parts(Lines& lines, const Beginning& x) {
  MemberReader reader(x.members(), kObject);
  const PartsHead head = take_head(reader);
  const std::uint64_t words = reader.words_ahead();
  lines.emplace_back("degree", text_of_number(head.degree));
  lines.emplace_back("primes", text_of_number(head.primes));
  lines.emplace_back("parts", text_of_number(head.parts));
  lines.emplace_back("form", head.form == StoredForm::values ? "values" : "coefficients");
  lines.emplace_back("scale factor", text_of_number(head.factor));
  const bool seeded = head.parts == 2 && head.primes != 0 && words < 2 * head.degree * head.primes;
  lines.emplace_back("second part", seeded ? "as a seed" : "as words");
}

}  // namespace

bool is_seal(ByteView bytes) noexcept {
  constexpr std::array kStart{std::byte{0x5e}, std::byte{0xa1}, std::byte{kHeaderBytes}};
  const auto span = bytes.span();
  return span.size() >= kHeaderBytes && std::ranges::equal(kStart, span.first(kStart.size()));
}

ObjectKind kind_of(ByteView bytes) { return kind_at(beginning_of(bytes.span())); }

ObjectKind kind_of(const he::SchemeParameters& parameters, ByteView bytes) {
  const Beginning x = beginning_of(bytes.span());
  const ObjectKind kind = kind_at(x);
  const bool of_keys = kind == ObjectKind::ciphertext && x.id() == ChainIds(parameters).of_keys();
  return of_keys ? ObjectKind::public_key : kind;
}

const char* name_of(ObjectKind kind) noexcept {
  constexpr detail::Named<ObjectKind> kNames[] = {{ObjectKind::parameters, "parameters"},
                                                  {ObjectKind::plaintext, "a plaintext"},
                                                  {ObjectKind::secret_key, "a secret key"},
                                                  {ObjectKind::ciphertext, "a ciphertext"},
                                                  {ObjectKind::product, "a product"},
                                                  {ObjectKind::public_key, "a public key"},
                                                  {ObjectKind::relin_keys, "relinearisation keys"},
                                                  {ObjectKind::galois_keys, "Galois keys"}};
  return detail::name_in(kNames, kind, kObject);
}

std::vector<std::pair<std::string, std::string>> describe(ByteView bytes) {
  const Beginning x = beginning_of(bytes.span());
  const ObjectKind kind = kind_at(x);
  const std::string or_else = kind == ObjectKind::ciphertext   ? ", or a public key"
                              : kind == ObjectKind::secret_key ? ", or a plaintext by its values"
                                                               : "";
  Lines lines = {{"what", name_of(kind) + or_else},
                 {"version", "SEAL 4." + text_of_number(x.header.minor_version)},
                 {"compression", x.header.compression == Compression::zstd ? "zstd" : "none"},
                 {"bytes", text_of_number(bytes.span().size())}};
  if (kind == ObjectKind::parameters) describe_parameters(lines, bytes.span());
  if (kind == ObjectKind::ciphertext || kind == ObjectKind::product) describe_parts(lines, x);
  if (kind == ObjectKind::plaintext || kind == ObjectKind::secret_key) {
    lines.emplace_back("words", text_of_number(x.number_at(32)));
  }
  if (kind == ObjectKind::galois_keys) {
    lines.emplace_back("places for keys", text_of_number(x.number_at(32)));
  }
  lines.emplace_back("noise", "not stated: files of SEAL do not say it");
  lines.emplace_back("authentic", "no: files of SEAL have no signature");
  return lines;
}

}  // namespace lath::io::seal
