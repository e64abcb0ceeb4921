// SPDX-License-Identifier: Apache-2.0
#include "files/inspection.hpp"

#include <algorithm>
#include <cmath>

#include "files/envelopes.hpp"
#include "files/hex.hpp"

namespace lath::python {
namespace {

// The beginning of a file, from which its format shows.
constexpr std::size_t kBeginning = std::size_t{1} << 16;
// The facts that stand in one line.
constexpr std::size_t kShortFact = 24;

bool is_packed(std::span<const std::byte> start) {
  constexpr std::string_view kMagic = "lath";
  return start.size() >= kMagic.size() &&
         std::ranges::equal(start.first(kMagic.size()), std::as_bytes(std::span(kMagic)));
}

Inspection of_object(Replay& in, const io::LoadOptions& options) {
  Inspection result;
  if (is_envelope(in) && (options.mac != nullptr || options.verifying_key != nullptr)) {
    result.summary = next_envelope(in, options).summary;
  } else {
    in.rewind(false);
    result.summary = io::summarize(in, options);
  }
  const io::ObjectSummary& summary = *result.summary;
  result.kind = name_of(summary.kind);
  result.container = summary.is_in_envelope ? "envelope" : "packed bytes";
  if (summary.kind > ObjectKind::encrypted_file) result.bytes = summary.bytes;
  if (summary.fingerprint) result.fingerprint = hex_of(*summary.fingerprint);
  return result;
}

Inspection of_objects(Replay& in, const io::LoadOptions& options) {
  Inspection first = of_object(in, options);
  if (!first.summary->is_in_envelope) return first;
  while (!in.ahead(1).empty()) first.rest.push_back(of_object(in, options));
  return first;
}

Inspection of_age_file(Replay& in) {
  const io::age::Description found = io::age::describe(in);
  Inspection result;
  result.kind = "an encrypted file";
  result.container = "age";
  result.bytes = found.payload_bytes;
  result.facts.emplace_back("form",
                            found.form == io::age::Form::armored ? "ASCII armour" : "binary");
  result.facts.emplace_back("recipients", std::to_string(found.recipients.size()));
  std::vector<std::string> kinds = found.recipients;
  std::ranges::sort(kinds);
  kinds.erase(std::ranges::unique(kinds).begin(), kinds.end());
  for (const std::string& kind : kinds) result.facts.emplace_back("recipient", quote(kind));
  if (found.work_factor) {
    result.facts.emplace_back("log2 of the work of its passphrase",
                              std::to_string(*found.work_factor));
  }
  return result;
}

Inspection of_seal(std::span<const std::byte> beginning) {
  Inspection result;
  result.container = "SEAL";
  for (auto& [name, value] : io::seal::describe(beginning)) {
    if (name == "what") {
      result.kind = value;
    } else if (name == "bytes") {
      result.bytes = std::stoull(value);
    } else {
      result.facts.emplace_back(std::move(name), std::move(value));
    }
  }
  return result;
}

Inspection of_key(std::span<const std::byte> beginning) {
  const io::KeyDescription key = io::describe_key(beginning);
  using Kind = io::KeyDescription::Kind;
  Inspection result;
  result.kind = key.kind == Kind::public_key    ? "a public key"
                : key.kind == Kind::private_key ? "a private key"
                                                : "an encrypted private key";
  result.container = key.pem ? "PEM" : "DER";
  result.bytes = key.bytes;
  if (key.algorithm) result.facts.emplace_back("algorithm", *key.algorithm);
  if (key.encryption) result.facts.emplace_back("encryption", *key.encryption);
  result.facts.emplace_back("in one line", io::to_text(key));
  if (key.fingerprint) result.fingerprint = hex_of(*key.fingerprint);
  return result;
}

const char* proof_of(const io::ObjectSummary& s) {
  if (s.is_authentic) return "authentic";
  if (s.proof == io::ObjectProof::mac) return "MAC not checked";
  if (s.proof == io::ObjectProof::signature) return "signature not checked";
  return s.log2_work ? "under a passphrase" : "no proof";
}

std::string facts_of(const io::ObjectSummary& s) {
  std::string text;
  if (s.scheme) text += *s.scheme == he::Scheme::bfv ? ", BFV" : ", BGV";
  if (s.parameters) text += (s.scheme ? " " : ", ") + ring_facts(*s.parameters);
  if (s.level) text += ", level " + std::to_string(*s.level);
  if (s.parts) text += ", " + std::to_string(*s.parts) + (*s.parts == 1 ? " part" : " parts");
  if (s.count) text += ", " + std::to_string(*s.count) + " of them";
  if (s.log2_noise) {
    text += ", noise of 2^" + std::to_string(std::lround(*s.log2_noise)) + " claimed";
  }
  return text + ", " + proof_of(s);
}

}  // namespace

Inspection inspection_of(Replay& in, const io::LoadOptions& options) {
  in.keep();
  const std::span<const std::byte> ahead = in.ahead(kBeginning);
  const Buffer<std::byte, Secret> beginning(ahead);  // the file of a key may be secret
  if (is_envelope(in) || is_packed(beginning)) return of_objects(in, options);
  if (options.mac != nullptr || options.verifying_key != nullptr) {
    throw Error(ErrorCode::authentication, "a file that no key of Lath proves",
                "an envelope of Lath", "inspect it without a key");
  }
  if (io::age::is_age_file(beginning)) {
    in.rewind(false);
    return of_age_file(in);
  }
  if (io::seal::is_seal(beginning)) return of_seal(beginning);
  if (io::may_be_key(beginning)) return of_key(beginning);
  throw Error(ErrorCode::malformed, "a file of no format that Lath knows",
              "an object or an envelope of Lath, or a file of age, SEAL or a key",
              "check that it is the right file and that it was copied in binary");
}

std::string shown(const Inspection& inspection) {
  std::string text = "<lath Inspection: " + inspection.kind;
  if (inspection.summary) {
    text += facts_of(*inspection.summary);
  } else {
    text += ", " + inspection.container;
    for (const auto& [name, value] : inspection.facts) {
      if (value.size() <= kShortFact) text += ", " + name + ": " + value;
    }
  }
  if (inspection.bytes) text += ", " + std::to_string(*inspection.bytes) + " bytes";
  for (const Inspection& next : inspection.rest) text += "; " + next.kind;
  return text + ">";
}

}  // namespace lath::python
