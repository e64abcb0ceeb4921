// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "inspection.hpp"
#include "lath/io/files.hpp"
#include "lath/io/object_keys.hpp"
#include "lath/io/object_summary.hpp"
#include "lath/security/published_limits.hpp"
#include "terminal_text.hpp"

namespace lath::tool {
namespace {

// How the summary of a file names what it found.
constexpr std::string_view kMagic = "lath", kTag = "\xd9\xd9\xf7";

bool begins_with(std::span<const std::byte> bytes, std::string_view text) {
  const auto letters = std::as_bytes(std::span(text));
  return bytes.size() >= letters.size() && std::ranges::equal(bytes.first(letters.size()), letters);
}

// The letters of a list of objects, about.
constexpr std::size_t kLongestList = 200;

const char* name_of_scheme(he::Scheme scheme) { return scheme == he::Scheme::bfv ? "BFV" : "BGV"; }

unsigned bits_of(const std::vector<unsigned>& lengths, const std::vector<std::uint64_t>& primes) {
  unsigned bits = std::accumulate(lengths.begin(), lengths.end(), 0U);
  for (const std::uint64_t p : primes) bits += static_cast<unsigned>(std::bit_width(p));
  return bits;
}

void add_security(Facts& facts, const he::Literal& literal, unsigned bits) {
  const auto security = static_cast<unsigned>(literal.security);
  const char* const attacker =
      literal.attacker == Attacker::classical ? "classical computers" : "quantum computers, too";
  const unsigned limit =
      literal.index != 0 ? 0
                         : largest_modulus_bits(literal.degree, literal.security, literal.attacker);
  facts.add("security asked for", security, fmt::format("bits against {}", attacker));
  if (limit == 0) {
    facts.add("security", "unknown here: no published table has this ring; loading estimates it");
  } else {
    facts.add_truth("is secure", bits <= limit,
                    bits <= limit
                        ? fmt::format("yes: Q P has {} bits, and {} are allowed", bits, limit)
                        : fmt::format("no: Q P has {} bits, and {} are allowed", bits, limit));
  }
}

void add_parameters(Facts& facts, const he::Literal& literal) {
  if (literal.index != 0) {
    facts.add("index", literal.index);
  } else {
    facts.add("degree", std::uint64_t{literal.degree});
  }
  const Natural& t = literal.plaintext_modulus;
  if (t.bits() <= 64) {
    facts.add("plaintext modulus", t.word());
  } else {
    facts.add("plaintext modulus bits", std::uint64_t{t.bits()}, "bits");
  }
  if (literal.short_modulus.index != 0)
    facts.add("short modulus", "yes: t(x) with a root modulo p");
  const unsigned q = bits_of(literal.prime_bits, literal.primes),
                 p = bits_of(literal.special_prime_bits, literal.special_primes);
  const std::size_t levels = literal.prime_bits.size() + literal.primes.size(),
                    special = literal.special_prime_bits.size() + literal.special_primes.size();
  facts.add("levels", std::uint64_t{levels}, fmt::format("(primes of {} bits in all)", q));
  facts.add("special primes", std::uint64_t{special}, fmt::format("(of {} bits in all)", p));
  add_security(facts, literal, q + p);
}

void add_object(Facts& facts, const io::ObjectSummary& s) {
  if (s.scheme) facts.add("scheme", name_of_scheme(*s.scheme));
  if (s.level) facts.add("level", std::uint64_t{*s.level});
  if (s.parts)
    facts.add("parts", std::uint64_t{*s.parts}, *s.parts == 1 ? "polynomial" : "polynomials");
  if (s.log2_noise) facts.add_measure("noise claimed", *s.log2_noise, "(log2 of its deviation)");
  if (s.count) facts.add("count", *s.count);
  if (s.has_words) {
    facts.add_truth(
        "is seeded", !*s.has_words,
        *s.has_words ? "no: the uniform part stands as words" : "yes: the uniform part is a seed");
  }
  if (s.degree) facts.add("ring degree or index", *s.degree);
  if (s.limbs) facts.add("limbs", std::uint64_t{*s.limbs});
  if (s.parameters) add_parameters(facts, *s.parameters);
  if (s.fingerprint) facts.add_bytes("fingerprint", *s.fingerprint);
  if (s.key_id) facts.add("key identifier", fmt::format("{:016x}", *s.key_id));
}

void add_authenticity(Facts& facts, const io::ObjectSummary& s) {
  const char* const proof = s.proof == io::ObjectProof::mac         ? "MAC (HMAC-SHA256)"
                            : s.proof == io::ObjectProof::signature ? "signature (Ed25519)"
                                                                    : "none";
  facts.add("proof", proof);
  facts.add("authentic", s.is_authentic                     ? "yes: the key given proves it"
                         : s.proof != io::ObjectProof::none ? "unknown: no key was given"
                         : s.log2_work                      ? "unknown: its passphrase will show"
                                       : "no: anybody may have made or changed it");
}

// A file that tells whether it ends.
class ReadAhead final : public io::Source {
 public:
  explicit ReadAhead(const std::string& path) : file_(path) {}
  std::size_t read(std::span<std::byte> out) override {
    if (!has_next_) return file_.read(out);
    out.front() = next_;
    has_next_ = false;
    return 1;
  }
  bool ends() {
    if (!has_next_) has_next_ = file_.read(std::span(&next_, 1)) != 0;
    return !has_next_;
  }

 private:
  io::FileSource file_;
  std::byte next_{};
  bool has_next_ = false;
};

bool begins_with_key_for_products(const InspectedFile& file) {
  if (!begins_with(file.beginning, kTag)) return false;
  io::FileSource source(file.options.file);
  const RingLimits any{.degree = kMaxDegree, .limbs = 4096};
  return io::summarize_start(source, any).kind == ObjectKind::relin_key;
}

// The object of a file, and what follows it: a file of a server has Galois keys behind its key for
// products. Only such a file is read as a stream, which a proof keeps in memory.
std::vector<io::ObjectSummary> summaries_of(const InspectedFile& file,
                                            const io::LoadOptions& options) {
  const std::string& path = file.options.file;
  if (!begins_with_key_for_products(file)) {
    return {io::summarize(io::ObjectInput::file(path), options)};
  }
  ReadAhead source(path);
  std::vector<io::ObjectSummary> result;
  do {
    result.push_back(io::summarize(source, options));
  } while (!source.ends());
  return result;
}

void add_followers(Facts& facts, std::span<const io::ObjectSummary> followers) {
  std::string text;
  for (const io::ObjectSummary& s : followers) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", name_of(s.kind));
    if (s.count) text += fmt::format(" ({})", *s.count);
    if (text.size() <= kLongestList) continue;
    text += "...";
    break;
  }
  if (!text.empty()) facts.add("followed by", text);
}

Buffer<std::byte, Secret> key_in(const std::string& path) { return io::read_file(path, 32); }

}  // namespace

bool inspect_object(const InspectedFile& file, Facts& facts) {
  if (!begins_with(file.beginning, kMagic) && !begins_with(file.beginning, kTag)) return false;
  std::optional<io::MacKey> mac;
  std::optional<io::VerifyingKey> verifying;
  if (file.options.mac_key) mac = io::MacKey::from_bytes(key_in(*file.options.mac_key));
  if (file.options.verifying_key) {
    verifying = io::VerifyingKey::from_bytes(key_in(*file.options.verifying_key));
  }
  const auto all = summaries_of(
      file, {.mac = mac ? &*mac : nullptr, .verifying_key = verifying ? &*verifying : nullptr});
  const io::ObjectSummary& s = all.front();
  facts.add("object", name_of(s.kind));
  facts.add("container", s.is_in_envelope ? "envelope (CBOR)" : "none: packed bytes");
  if (s.kind <= ObjectKind::encrypted_file) {
    facts.add("written by", "lath 0.1.0, the last version that reads it");
    return true;
  }
  if (s.version != 0) facts.add("format version", std::uint64_t{s.version});
  if (s.log2_work) {
    facts.add("locked",
              fmt::format("under a passphrase: scrypt with 2^{}, ChaCha20-Poly1305", *s.log2_work));
  }
  add_object(facts, s);
  facts.add("size", s.bytes, "bytes packed");
  if (s.is_in_envelope) facts.add("chunks", s.chunks);
  add_followers(facts, std::span(all).subspan(1));
  add_authenticity(facts, s);
  return true;
}

}  // namespace lath::tool
