// SPDX-License-Identifier: Apache-2.0
//
// Literals and plaintext spaces as JSON. The parser calls a handler for every token and makes no
// tree, so that the first thing that does not belong there ends it.
#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "he/literal_limits.hpp"
#include "lath/base/error.hpp"
#include "lath/base/quote.hpp"
#include "lath/he/literal.hpp"
#include "lath/he/plaintexts/plaintext_space.hpp"

// The parser belongs to this source alone: programs may have another one, of other macros.
#define NLOHMANN_JSON_NAMESPACE_BEGIN \
  namespace nlohmann {                \
  inline namespace {
#define NLOHMANN_JSON_NAMESPACE_END \
  }                                 \
  }
// The parser asserts that the locale's decimal point is one byte; no text may end a program by an
// assertion.
#define JSON_ASSERT(condition) static_cast<void>(0)
#define JSON_NO_IO
#include <nlohmann/json.hpp>

namespace lath::he {
namespace {

using Json = nlohmann::json;

// Calls visitor(name, member) for every field: all have a name here, or this does not compile.
template <class AnyLiteral, class Visitor>
void visit_fields(AnyLiteral& literal, const Visitor& visitor) {
  auto& [degree, index, plaintext_modulus, prime_bits, special_prime_bits, primes, special_primes,
         digit_primes, security, attacker, errors, short_modulus] = literal;
  auto& [short_index, coefficients, root] = short_modulus;
  visitor("degree", degree);
  visitor("index", index);
  visitor("plaintext_modulus", plaintext_modulus);
  visitor("prime_bits", prime_bits);
  visitor("special_prime_bits", special_prime_bits);
  visitor("primes", primes);
  visitor("special_primes", special_primes);
  visitor("digit_primes", digit_primes);
  visitor("security", security);
  visitor("attacker", attacker);
  visitor("errors", errors);
  visitor("short_index", short_index);
  visitor("short_modulus", coefficients);
  visitor("short_root", root);
}

// The fields of an object: all, or the fields of plaintexts.
enum class Described : std::uint8_t { literal, plaintext_space };

bool has_field(Described object, std::string_view field) {
  return object == Described::literal || field == "plaintext_modulus" ||
         field.starts_with("short_");
}
std::string name_of(Described object) {
  return object == Described::literal ? "a literal" : "a plaintext space";
}

template <class Enum, std::size_t N>
using Names = std::array<std::pair<Enum, std::string_view>, N>;

constexpr Names<SecurityLevel, 3> names_of(SecurityLevel) {
  using enum SecurityLevel;
  return {{{bits128, "bits128"}, {bits192, "bits192"}, {bits256, "bits256"}}};
}
constexpr Names<Attacker, 2> names_of(Attacker) {
  using enum Attacker;
  return {{{classical, "classical"}, {quantum, "quantum"}}};
}
constexpr Names<ErrorDistribution, 3> names_of(ErrorDistribution) {
  using enum ErrorDistribution;
  return {{{centered_binomial, "centered_binomial"},
           {discrete_gaussian, "discrete_gaussian"},
           {wide_gaussian, "wide_gaussian"}}};
}

template <class Member>
concept List = requires { typename std::remove_cvref_t<Member>::value_type; };
template <class Member>
concept Enumeration = std::is_enum_v<Member>;

// The allowed values of a field, and how a literal writes them.
struct Rule {
  std::string needed, remedy;
};

Rule rule_of(const Natural&) {
  return {"need a whole number that is not negative",
          "write digits only, without sign, point or exponent; in quotes from 2^64 on"};
}
template <std::unsigned_integral Number>
Rule rule_of(Number) {
  return {"need a whole number from 0 to " + std::to_string(std::numeric_limits<Number>::max()),
          "write digits only, without quotes, sign, point or exponent"};
}
Rule rule_of(std::int64_t) {
  return {"need a whole number of magnitude below 2^60",
          "write digits, with a minus sign where it is negative, without quotes or point"};
}
Rule rule_of(const List auto&) {
  return {"need a list of whole numbers", "write them in brackets, such as [40, 40]"};
}
Rule rule_of(Enumeration auto value) {
  std::string needed;
  for (const auto& [enumerator, name] : names_of(value)) {
    needed += (needed.empty() ? "need " : " or ") + quote(name);
  }
  return {needed, "take one of these names, in double quotes"};
}

[[noreturn]] void refuse(const std::string& found, const Rule& rule) {
  throw Error(ErrorCode::malformed, found, rule.needed, rule.remedy);
}

// Refuses text that is not JSON, or not JSON of one object, and names the place: the byte `at`.
[[noreturn]] void refuse_syntax(std::string_view text, std::size_t at, const std::string& found,
                                Described object) {
  const std::string_view before = text.substr(0, std::min(at, text.size()));
  const std::size_t line = before.rfind('\n') + 1;  // where it begins: npos + 1 is 0
  refuse("line " + std::to_string(1 + std::ranges::count(before, '\n')) + ", column " +
             std::to_string(before.size() - line + 1) + ": " + found,
         {"need one JSON object with the fields of " + name_of(object),
          "correct the text at this place"});
}

// The callbacks of the parser. A callback throws for a value that does not belong into the object,
// so that all return true.
class LiteralReader {
 public:
  LiteralReader(std::string_view text, Described object) : text_(text), object_(object) {}

  bool start_object(std::size_t) {
    if (inside_) refuse_value("an object");
    return inside_ = true;
  }
  bool key(const std::string& name) {
    field_ = {};
    std::string known;
    visit_fields(literal_, [&](std::string_view field, const auto&) {
      if (!has_field(object_, field)) return;
      if (name == field) field_ = field;
      known += (known.empty() ? "" : ", ") + std::string(field);
    });
    if (field_.empty()) {
      refuse("the field " + quote(name),
             {"need fields of these names: " + known, "correct the name, or leave the field out"});
    }
    if (std::ranges::count(seen_, field_) != 0) {
      refuse("the field " + quote(name) + " twice", {"need it once", "leave one of both out"});
    }
    seen_.push_back(field_);
    return true;
  }
  bool end_object() { return true; }

  bool start_array(std::size_t) {
    if (!visit_field([&](const auto& member) { return List<decltype(member)> && !in_list_; })) {
      refuse_value("a list");
    }
    return in_list_ = true;
  }
  bool end_array() {
    in_list_ = false;
    return true;
  }

  bool number_unsigned(std::uint64_t value) {
    if (visit_field([&](auto& member) { return take(member, value); })) return true;
    refuse_value("the number " + std::to_string(value));
  }
  // Numbers with a sign, -0 among them.
  bool number_integer(std::int64_t value) {
    if (visit_field([&](auto& member) { return take_signed(member, value); })) return true;
    refuse_value("the number " + (value == 0 ? "-0" : std::to_string(value)));
  }
  // Numbers with a point or an exponent, and whole ones of more than 64 bits.
  bool number_float(double, const std::string& digits) {
    refuse_value("the number " + quote(digits));
  }
  bool string(const std::string& value) {
    if (visit_field([&](auto& member) { return take_text(member, value); })) return true;
    refuse_value("the string " + quote(value));
  }
  bool boolean(bool value) { refuse_value(value ? "true" : "false"); }
  bool null() { refuse_value("null"); }
  bool binary(const Json::binary_t&) { refuse_value("bytes"); }  // which JSON does not have

  bool parse_error(std::size_t read, const std::string& token, const Json::exception& error) {
    constexpr int kBeyondDouble = 406;
    if (error.id == kBeyondDouble) refuse_value("the number " + quote(token));
    if (read > text_.size()) {
      refuse_syntax(text_, text_.size(), "the end of the text", object_);
    }
    // The line up to the byte that was read last.
    std::string_view line = text_.substr(0, read);
    line.remove_prefix(line.substr(0, read - 1).rfind('\n') + 1);
    line.remove_prefix(line.size() - std::min(line.size(), kMaxQuotedBytes));
    refuse_syntax(text_, read - 1, "not JSON: " + quote(line), object_);
  }

  Literal literal() && { return std::move(literal_); }

 private:
  // Whether there is a field now, and action(its member) is true.
  template <class Action>
  bool visit_field(const Action& action) {
    bool result = false;
    visit_fields(literal_, [&](std::string_view field, auto& member) {
      if (field == field_) result = action(member);
    });
    return result;
  }

  // Whether a number fits a field, which then has it.
  template <std::unsigned_integral Number>
  bool take(Number& member, std::uint64_t value) {
    if (!std::in_range<Number>(value)) return false;
    member = static_cast<Number>(value);
    return true;
  }
  template <class Number>
  bool take(std::vector<Number>& member, std::uint64_t value) {
    Number element = 0;
    if (!in_list_ || !take(element, value)) return false;
    member.push_back(element);
    return true;
  }
  static bool take(std::int64_t& member, std::uint64_t value) {
    if (!std::in_range<std::int64_t>(value)) return false;
    member = static_cast<std::int64_t>(value);
    return true;
  }
  // Only coefficients have signs.
  bool take_signed(std::vector<std::int64_t>& member, std::int64_t value) const {
    if (!in_list_ || value == 0) return false;
    member.push_back(value);
    return true;
  }
  static bool take_signed(const auto&, std::int64_t) { return false; }
  bool take(Natural& member, std::uint64_t value) {
    member = value;
    return true;
  }
  bool take(Enumeration auto&, std::uint64_t) { return false; }

  // Takes the value of a field that is a string.
  static bool take_text(Enumeration auto& member, std::string_view value) {
    for (const auto& [enumerator, name] : names_of(member)) {
      if (name != value) continue;
      member = enumerator;
      return true;
    }
    return false;
  }
  static bool take_text(Natural& member, std::string_view value) {
    try {
      member = Natural::from_decimal(value);
      return true;
    } catch (const Error&) {
      return false;
    }
  }
  static bool take_text(const auto&, std::string_view) { return false; }

  [[noreturn]] void refuse_value(const std::string& value) {
    std::string place;
    Rule rule{"need a JSON object", "write the fields of " + name_of(object_) + " in braces"};
    visit_field([&]<class Member>(const Member& member) {
      place = std::string(field_);
      rule = rule_of(member);
      if constexpr (List<Member>) {
        if (in_list_) {
          place += "[" + std::to_string(member.size()) + "]";
          rule = rule_of(typename Member::value_type{});
        }
      }
      place += ": ";
      return true;
    });
    refuse(place + value, rule);
  }

  std::string_view text_;
  Described object_;
  Literal literal_;
  std::string_view field_;  // whose value comes next; none before the first
  std::vector<std::string_view> seen_;
  bool inside_ = false, in_list_ = false;
};

// Values as JSON; of lists and enumerations as they stand in a literal.
std::string text_of(std::unsigned_integral auto value) { return std::to_string(value); }
std::string text_of(const Natural& value) {
  const std::string digits = decimal_vartime(value);
  return value.bits() > 64 ? '"' + digits + '"' : digits;
}
std::string text_of(const List auto& list) {
  std::string text;
  for (const auto element : list) {
    text += (text.empty() ? "[" : ", ") + std::to_string(element);
  }
  return text.empty() ? text : text + "]";
}
std::string text_of(Enumeration auto value) {
  for (const auto& [enumerator, name] : names_of(value)) {
    if (enumerator == value) return quote(name);
  }
  const Rule rule = rule_of(value);
  throw Error(ErrorCode::invalid_argument,
              "the number " + std::to_string(static_cast<int>(value)) + " as an enumerator",
              rule.needed, "take an enumerator");
}

void require_length(std::string_view text, ErrorCode code, const char* remedy) {
  if (text.size() <= kMaxLiteralJsonBytes) return;
  throw Error(code, "JSON of " + std::to_string(text.size()) + " bytes",
              "need at most " + std::to_string(kMaxLiteralJsonBytes), remedy);
}

Literal read(std::string_view text, Described object) {
  require_length(text, ErrorCode::malformed,
                 object == Described::literal ? "give the text of one literal only"
                                              : "give the text of one plaintext space only");
  // The parser would take it for the end.
  const std::size_t zero = text.find('\0');
  if (zero != std::string_view::npos) refuse_syntax(text, zero, "a byte that is zero", object);
  LiteralReader reader(text, object);
  Json::sax_parse(text.begin(), text.end(), &reader);
  return std::move(reader).literal();
}

std::string write(const Literal& literal, Described object) {
  std::string text;
  visit_fields(literal, [&](std::string_view name, const auto& member) {
    const bool of_short = name.starts_with("short_") && literal.short_modulus == ShortModulus{};
    const bool left_out = of_short || !has_field(object, name) ? true
                          : name == "index"
                              ? literal.index == 0
                              : name == "degree" && literal.degree == 0 && literal.index != 0;
    if (left_out) return;
    const std::string value = text_of(member);
    if (value.empty()) return;
    text += (text.empty() ? "{\n  " : ",\n  ") + quote(name) + ": " + value;
  });
  text += "\n}";
  require_length(text, ErrorCode::invalid_argument, "give fewer primes or lengths of primes");
  return text;
}

}  // namespace

Literal literal_from_json(std::string_view text, const RingLimits& limits) {
  Literal literal = read(text, Described::literal);
  require_limits(literal.degree, literal.index,
                 literal.prime_bits.size() + literal.special_prime_bits.size() +
                     literal.primes.size() + literal.special_primes.size(),
                 limits);
  return literal;
}

std::string to_json(const Literal& literal) { return write(literal, Described::literal); }

PlaintextSpace PlaintextSpace::from_json(std::string_view text) {
  return of(read(text, Described::plaintext_space));
}

std::string to_json(const PlaintextSpace& space) {
  return write({.plaintext_modulus = space.modulus(),
                .prime_bits = {},
                .special_prime_bits = {},
                .short_modulus = space.short_modulus()},
               Described::plaintext_space);
}

}  // namespace lath::he
