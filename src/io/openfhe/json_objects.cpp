// SPDX-License-Identifier: Apache-2.0
#include "io/openfhe/json_objects.hpp"

#include <algorithm>
#include <utility>

#include "lath/base/error.hpp"

// The parser belongs to this source alone, as in he/literal_json.cpp.
#define NLOHMANN_JSON_NAMESPACE_BEGIN \
  namespace nlohmann {                \
  inline namespace {
#define NLOHMANN_JSON_NAMESPACE_END \
  }                                 \
  }
#define JSON_ASSERT(condition) static_cast<void>(0)
#define JSON_NO_IO
#include <nlohmann/json.hpp>

namespace lath::io::openfhe {
namespace {

// The names of an object have an order, which cereal reads by.
using Json = nlohmann::ordered_json;

constexpr int kDeepest = 24;
constexpr std::size_t kMostPrimes = 256, kLongestText = std::size_t{1} << 31;

[[noreturn]] void refuse_text(const std::string& found, const std::string& needed) {
  throw Error(ErrorCode::malformed, "JSON of OpenFHE " + found, "need " + needed,
              "give a file that OpenFHE 1.6 wrote with SerType::JSON");
}

Json parsed(std::string_view text) {
  if (text.size() > kLongestText) refuse_text("of more than 2 GiB", "one object");
  Json json = Json::parse(text.begin(), text.end(), nullptr, false);
  if (json.is_discarded()) refuse_text("that is no JSON", "one object");
  return json;
}

// A member of an object by its path, or null.
template <class AnyJson>
AnyJson* at(AnyJson* json, std::initializer_list<const char*> path) {
  for (const char* name : path) {
    if (json == nullptr || !json->is_object()) return nullptr;
    const auto found = json->find(name);
    json = found == json->end() ? nullptr : &*found;
  }
  return json;
}

// The first member of this name, however deep it is, that is an object; null if there is none.
const Json* find_deep(const Json& json, const char* name, int depth = 0) {
  if (depth > kDeepest || !json.is_object()) return nullptr;
  if (const auto found = json.find(name); found != json.end() && found->is_object()) return &*found;
  for (const Json& member : json) {
    if (const Json* found = find_deep(member, name, depth + 1)) return found;
  }
  return nullptr;
}

std::uint64_t number(const Json* json, const char* what) {
  if (json == nullptr || !json->is_number_unsigned()) {
    refuse_text(std::string("without ") + what, "a natural number of 64 bits");
  }
  return json->get<std::uint64_t>();
}

he::Scheme scheme_in(const Json* parameters) {
  const Json* name = at(parameters, {"polymorphic_name"});
  if (name == nullptr || !name->is_string()) refuse_text("without crypto parameters", "a scheme");
  const auto& text = name->get_ref<const std::string&>();
  if (text == "lbcrypto::CryptoParametersBFVRNS") return he::Scheme::bfv;
  if (text == "lbcrypto::CryptoParametersBGVRNS") return he::Scheme::bgv;
  throw Error(ErrorCode::unsupported, "an object of OpenFHE of another scheme",
              "need BFVRNS or BGVRNS", "Lath computes with integers: encode them with one of both");
}

const char* name_in_file(FileKind kind) noexcept {
  return kind == FileKind::ciphertext ? "v" : kind == FileKind::public_key ? "h" : "s";
}

// The polynomials of a file: a list, or a single one.
template <class AnyJson>
std::vector<AnyJson*> polynomials_in(AnyJson& json, FileKind kind) {
  AnyJson* found = at(&json, {"value0", "ptr_wrapper", "data", name_in_file(kind)});
  if (found == nullptr)
    refuse_text("of another kind", "a ciphertext or a key, as it was asked for");
  std::vector<AnyJson*> polynomials;
  if (kind == FileKind::secret_key) return {found};
  if (!found->is_array() || found->size() > 3) refuse_text("with other parts", "two parts");
  for (AnyJson& polynomial : *found) polynomials.push_back(&polynomial);
  return polynomials;
}

// The rows of a polynomial: {"v": words, "m": p} of each.
template <class AnyJson>
std::vector<AnyJson*> rows_in(AnyJson* polynomial) {
  AnyJson* list = at(polynomial, {"v"});
  if (list == nullptr || !list->is_array() || list->empty() || list->size() > kMostPrimes) {
    refuse_text("without the rows of a polynomial", "a row for each prime");
  }
  std::vector<AnyJson*> rows;
  for (AnyJson& row : *list) {
    rows.push_back(at(&row, {"v", "ptr_wrapper", "data"}));
    if (rows.back() == nullptr) refuse_text("without a row of a polynomial", "its words");
  }
  return rows;
}

FilePolynomial polynomial_in(const Json* json, std::size_t degree) {
  const auto rows = rows_in(json);
  const std::uint64_t format = number(at(json, {"f"}), "the form of a polynomial");
  if (format > 1) refuse_text("with an unknown form", "0 or 1");
  for (const Json& row : *at(json, {"v"})) {
    if (number(at(&row, {"f"}), "the form of a row") != format) {
      refuse_text("with an unknown form", "rows in the form of their polynomial");
    }
  }
  FilePolynomial result;
  result.values = format == 0;
  for (const Json* row : rows) {
    const Json* words = at(row, {"v"});
    if (words == nullptr || !words->is_array() || words->size() != degree) {
      refuse_text("with a row of another length", std::to_string(degree) + " words");
    }
    result.primes.push_back(number(at(row, {"m", "v"}), "a modulus"));
  }
  result.words = Buffer<std::uint64_t, Secret>(rows.size() * degree);
  std::size_t place = 0;
  for (const Json* row : rows) {
    for (const Json& word : *at(row, {"v"})) result.words[place++] = number(&word, "a word");
  }
  return result;
}

}  // namespace

FileParameters file_parameters(std::string_view text) {
  const Json json = parsed(text);
  // The context of a file: further inside in those of keys and ciphertexts.
  const Json* found = find_deep(json, "cc");
  for (int depth = 0; found != nullptr && depth < 4; ++depth) {
    if (at(found, {"polymorphic_name"}) != nullptr) break;
    const Json* inner = at(found, {"ptr_wrapper", "data", "cc"});
    if (inner == nullptr) break;
    found = inner;
  }
  FileParameters result;
  result.scheme = scheme_in(found);
  const Json* ring = find_deep(*found, "elp");
  const Json* plaintexts = find_deep(*found, "enp");
  const Json* list = at(ring, {"ptr_wrapper", "data", "p"});
  result.degree = number(at(ring, {"ptr_wrapper", "data", "value0", "rd"}), "a degree");
  result.t = number(at(plaintexts, {"ptr_wrapper", "data", "m"}), "a plaintext modulus");
  if (list == nullptr || !list->is_array() || list->size() > kMostPrimes) {
    refuse_text("without the primes of Q", "at most 256 of them");
  }
  for (const Json& prime : *list) {
    const Json* data = at(&prime, {"ptr_wrapper", "data"});
    const Json* value = at(data, {"value0"});
    if (value == nullptr) value = data;
    result.primes.push_back(number(at(value, {"cm", "v"}), "a prime"));
    result.roots.push_back(number(at(value, {"ru", "v"}), "a root of unity"));
  }
  const Json* ns = find_deep(*found, "value0");
  while (ns != nullptr && at(ns, {"dp"}) == nullptr) ns = at(ns, {"value0"});
  const Json* deviation = at(ns, {"dp"});
  if (deviation == nullptr || !deviation->is_number()) {
    refuse_text("without the deviation of errors", "a number");
  }
  result.error_deviation = deviation->get<double>();
  return result;
}

FileObject file_object(std::string_view text, FileKind kind, std::size_t degree) {
  const Json json = parsed(text);
  FileObject result;
  for (const Json* polynomial : polynomials_in(json, kind)) {
    result.parts.push_back(polynomial_in(polynomial, degree));
  }
  if (kind == FileKind::ciphertext) {
    result.scale_factor =
        number(at(&json, {"value0", "ptr_wrapper", "data", "si", "v"}), "a scale factor");
  }
  return result;
}

std::string file_like(std::string_view example, FileKind kind, const FileObject& object,
                      std::size_t degree) {
  Json json = parsed(example);
  const auto polynomials = polynomials_in(json, kind);
  const auto require_equal = [](std::size_t found, std::size_t needed, const char* what) {
    if (found == needed) return;
    throw Error(ErrorCode::mismatch, "an example with " + std::to_string(found) + " " + what,
                "need " + std::to_string(needed) + ", as many as the object has",
                "make an example of the same size with OpenFHE");
  };
  require_equal(polynomials.size(), object.parts.size(), "parts");
  for (std::size_t i = 0; i < polynomials.size(); ++i) {
    const FilePolynomial& part = object.parts[i];
    const auto rows = rows_in(polynomials[i]);
    require_equal(rows.size(), part.primes.size(), "primes");
    (*polynomials[i])["f"] = 0;
    for (Json& row : (*polynomials[i])["v"]) row["f"] = 0;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const auto words = part.words.span().subspan(k * degree, degree);
      (*rows[k])["v"] = std::vector<std::uint64_t>(words.begin(), words.end());
    }
  }
  if (kind == FileKind::ciphertext) {
    json["value0"]["ptr_wrapper"]["data"]["si"]["v"] = object.scale_factor;
  }
  return json.dump();
}

}  // namespace lath::io::openfhe
