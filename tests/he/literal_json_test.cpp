// SPDX-License-Identifier: Apache-2.0
//
// Literals as JSON: exact there and back, and everything else is refused with what, where and why.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "he/parameters/unlimited_json.hpp"
#include "lath/he/bfv.hpp"

namespace lath::testing {
namespace {

using Errors = he::ErrorDistribution;
using he::Literal;
using he::to_json;
using Parts = std::initializer_list<std::string_view>;

constexpr std::uint64_t kMaxWord = std::numeric_limits<std::uint64_t>::max();

// Written by hand. What it says is not one literal that could be used: every field is there.
constexpr std::string_view kText = R"({
  "degree": 8192,
  "index": 18446744073709551613,
  "plaintext_modulus": 18446744073709551615,
  "prime_bits": [42, 0, 4294967295],
  "special_prime_bits": [44],
  "primes": [9007199254740993, 18446744073709551614],
  "special_primes": [1],
  "digit_primes": 3,
  "security": "bits192",
  "attacker": "quantum",
  "errors": "discrete_gaussian"
})";
const Literal kLiteral{.degree = 8192,
                       .index = kMaxWord - 2,
                       .plaintext_modulus = kMaxWord,
                       .prime_bits = {42, 0, 4294967295},
                       .special_prime_bits = {44},
                       .primes = {9007199254740993, kMaxWord - 1},
                       .special_primes = {1},
                       .digit_primes = 3,
                       .security = SecurityLevel::bits192,
                       .attacker = Attacker::quantum,
                       .errors = Errors::discrete_gaussian};

void refused(std::string_view text, Parts parts) {
  SCOPED_TRACE(text.substr(0, 200));
  expect_error([&] { (void)literal_from_json(text); }, ErrorCode::malformed, parts);
}

// What a text is read as; none if it is refused. Any other exception ends the test.
std::optional<Literal> read(std::string_view text) {
  try {
    return literal_from_json(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::malformed) << error.what();
    EXPECT_LT(std::string_view(error.what()).size(), 1000U);
    return std::nullopt;
  }
}

TEST(LiteralJson, IsTheTextWrittenByHand) {
  EXPECT_EQ(to_json(kLiteral), kText);
  EXPECT_EQ(literal_from_json(kText), kLiteral);
}

TEST(LiteralJson, LeavesOutListsWithoutElements) {
  const Literal literal{.degree = 4096,
                        .plaintext_modulus = 65537,
                        .prime_bits = {35, 35},
                        .special_prime_bits = {36}};
  constexpr std::string_view kExpected = R"({
  "degree": 4096,
  "plaintext_modulus": 65537,
  "prime_bits": [35, 35],
  "special_prime_bits": [36],
  "digit_primes": 0,
  "security": "bits128",
  "attacker": "classical",
  "errors": "centered_binomial"
})";
  EXPECT_EQ(to_json(literal), kExpected);
  EXPECT_EQ(literal_from_json(kExpected), literal);
  const auto parameters = he::bfv::Parameters::create(literal_from_json(kExpected));
  EXPECT_EQ(parameters.literal(), literal);
}

// Each field alone has its value, and all others are those of a literal without initialisers.
TEST(LiteralJson, FieldsMayBeLeftOut) {
  const Literal empty{};
  EXPECT_EQ(literal_from_json("{}"), empty);
  EXPECT_EQ(literal_from_json(" \t\r\n{ }\n"), empty);
  EXPECT_EQ(literal_from_json("\xEF\xBB\xBF{}"), empty);  // a byte order mark
  const auto alone = [&](std::string_view text, const auto& change) {
    Literal expected;
    change(expected);
    EXPECT_NE(expected, empty) << text;
    EXPECT_EQ(literal_from_json(text), expected) << text;
  };
  alone(R"({"degree":16})", [](Literal& l) { l.degree = 16; });
  alone(R"({"index":16})", [](Literal& l) { l.index = 16; });
  alone(R"({"plaintext_modulus":16})", [](Literal& l) { l.plaintext_modulus = 16; });
  alone(R"({"prime_bits":[16]})", [](Literal& l) { l.prime_bits = {16}; });
  alone(R"({"special_prime_bits":[16]})", [](Literal& l) { l.special_prime_bits = {16}; });
  alone(R"({"primes":[16]})", [](Literal& l) { l.primes = {16}; });
  alone(R"({"special_primes":[16]})", [](Literal& l) { l.special_primes = {16}; });
  alone(R"({"digit_primes":16})", [](Literal& l) { l.digit_primes = 16; });
  alone(R"({"security":"bits256"})", [](Literal& l) { l.security = SecurityLevel::bits256; });
  alone(R"({"attacker":"quantum"})", [](Literal& l) { l.attacker = Attacker::quantum; });
  alone(R"({"errors":"wide_gaussian"})", [](Literal& l) { l.errors = Errors::wide_gaussian; });
  // In any order, with names in any spelling that JSON has for them, and lists without elements.
  alone(R"({"primes":[],"attacker":"qu\u0061ntum","d\u0065gree":16})",
        [](Literal& l) { l.attacker = Attacker::quantum, l.degree = 16; });
}

Literal random_literal(SeededValues& values) {
  // Of every length from 0 to 64 bits.
  const auto word = [&] { return values.next() >> 1 >> values.below(64); };
  const auto longest = [&] { return values.below(4) == 0 ? kMaxWord - values.below(2) : word(); };
  const auto fill = [&](auto& list) {
    list.resize(values.below(3) == 0 ? 0 : values.below(20));
    for (auto& element : list) {
      element = static_cast<std::remove_reference_t<decltype(element)>>(longest());
    }
  };
  std::vector<std::uint64_t> words(values.below(4) == 0 ? values.below(40) : 1);
  for (auto& element : words) element = longest();
  Literal literal{.degree = values.below(3) == 0 ? 0 : longest(),
                  .index = values.below(3) == 0 ? 0 : longest(),
                  .plaintext_modulus = Natural::from_words(words),
                  .prime_bits = {},
                  .special_prime_bits = {}};
  fill(literal.prime_bits), fill(literal.special_prime_bits);
  fill(literal.primes), fill(literal.special_primes);
  literal.digit_primes = static_cast<unsigned>(longest());
  constexpr SecurityLevel kLevels[] = {SecurityLevel::bits128, SecurityLevel::bits192,
                                       SecurityLevel::bits256};
  literal.security = kLevels[values.below(3)];
  literal.attacker = values.below(2) == 0 ? Attacker::classical : Attacker::quantum;
  literal.errors = static_cast<Errors>(values.below(3));
  return literal;
}

TEST(LiteralJson, IsExactThereAndBack) {
  for (std::uint64_t seed = 1; seed <= seeds(3); ++seed) {
    SeededValues values(seed);
    SCOPED_TRACE(values.label());
    for (int i = 0; i < 1000; ++i) {
      const Literal literal = random_literal(values);
      const std::string text = to_json(literal);
      ASSERT_EQ(literal_from_json(text), literal) << text;
      // White space makes no difference.
      std::string dense = text;
      std::erase_if(dense, [](char c) { return c == ' ' || c == '\n'; });
      ASSERT_EQ(literal_from_json(dense), literal) << dense;
    }
  }
}

TEST(LiteralJson, RefusesUnknownAndRepeatedFields) {
  refused(R"({"degre":8192})",
          {"the field \"degre\"", "degree, index, plaintext_modulus, prime_bits",
           "special_prime_bits, primes, special_primes, digit_primes", "security, attacker, errors",
           "correct the name"});
  refused(R"({"Degree":8192})", {"the field \"Degree\""});
  refused(R"({"":8192})", {"the field \"\""});
  refused(R"({"degree\u0000":8192})", {R"("degree\x00")"});
  refused(R"({"a\nb":[[[[{}]]]]})", {R"("a\nb")"});
  refused(R"({"degree":8192,"degree":8192})", {"the field \"degree\" twice", "once"});
  refused(R"({"primes":[],"errors":"centered_binomial","pr\u0069mes":[]})",
          {"the field \"primes\" twice"});
  // No text asks for parameters beyond the limits.
  refused(R"({"insecure":true})", {"the field \"insecure\""});
  refused(R"({"security":"insecure"})",
          {"security: the string \"insecure\"", R"(need "bits128" or "bits192" or "bits256")"});
}

TEST(LiteralJson, RefusesValuesOfOtherTypes) {
  const std::string largest = "need a whole number from 0 to 18446744073709551615";
  const std::string list = "need a list of whole numbers";
  const std::string attackers = R"(need "classical" or "quantum")";
  const auto is = [](std::string_view field, std::string_view value, std::string_view found,
                     std::string_view needed) {
    const std::string text = "{\"" + std::string(field) + "\": " + std::string(value) + "}";
    refused(text, {std::string(field) + std::string(found) + "; ", needed});
  };
  const std::string natural = "need a whole number that is not negative";
  is("degree", "\"8192\"", ": the string \"8192\"", largest);
  for (const auto& [number, needed] :
       {std::pair{"degree", largest}, std::pair{"plaintext_modulus", natural}}) {
    is(number, "[8192]", ": a list", needed);
    is(number, "{}", ": an object", needed);
    is(number, "true", ": true", "digits only");
    is(number, "false", ": false", needed);
    is(number, "null", ": null", needed);
  }
  for (const char* text : {"", "-1", "+1", " 1", "1 ", "01", "0x10", "1e5", "1.0"}) {
    const std::string value = "\"" + std::string(text) + "\"";
    is("plaintext_modulus", value, ": the string " + value, natural);
  }
  for (const char* name : {"prime_bits", "special_prime_bits", "primes", "special_primes"}) {
    is(name, "42", ": the number 42", list);
    is(name, "\"42\"", ": the string \"42\"", "in brackets");
    is(name, "{\"0\":42}", ": an object", list);
    is(name, "null", ": null", list);
    is(name, "[null]", "[0]: null", "a whole number");
    is(name, "[42, \"43\"]", "[1]: the string \"43\"", "a whole number");
    is(name, "[42, 43, [44]]", "[2]: a list", "a whole number");
    is(name, "[{}]", "[0]: an object", "a whole number");
  }
  is("attacker", "1", ": the number 1", attackers);
  is("attacker", "\"Quantum\"", ": the string \"Quantum\"", attackers);
  is("attacker", "\"bits128\"", ": the string \"bits128\"", attackers);
  is("attacker", "\"quantu\"", ": the string \"quantu\"", attackers);
  is("attacker", "\"quantum \"", ": the string \"quantum \"", attackers);
  is("attacker", "\"\"", ": the string \"\"", attackers);
  is("attacker", "[\"quantum\"]", ": a list", attackers);
  is("attacker", "true", ": true", attackers);
  is("security", "128", ": the number 128", R"(need "bits128" or "bits192" or "bits256")");
  is("security", "\"bits64\"", ": the string \"bits64\"", "in double quotes");
  is("errors", "\"gaussian\"", R"(: the string "gaussian")",
     R"(need "centered_binomial" or "discrete_gaussian")");
  // A text that is no object.
  refused("8192", {"the number 8192; ", "need a JSON object", "braces"});
  refused("[]", {"a list; ", "need a JSON object"});
  refused("\"degree\"", {"the string \"degree\"; ", "need a JSON object"});
  refused("null", {"null; ", "need a JSON object"});
}

TEST(LiteralJson, RefusesNumbersThatDoNotFit) {
  const auto number = [](const std::string& digits, Parts parts) {
    refused("{\"degree\":" + digits + "}", parts);
    refused("{\"primes\":[1," + digits + "]}", parts);
    refused("{\"special_prime_bits\":[" + digits + "]}", parts);
  };
  number("-1", {": the number -1; ", "need a whole number from 0"});
  number("-0", {": the number -0; "});
  number("-9223372036854775808", {": the number -9223372036854775808; "});
  number("-9223372036854775809", {": the number \"-9223372036854775809\"; "});
  number("42.0", {": the number \"42.0\"; ", "point"});
  number("0.5", {": the number \"0.5\"; "});
  number("4e1", {": the number \"4e1\"; ", "exponent"});
  number("1E+2", {": the number \"1E+2\"; "});
  number("18446744073709551616",
         {": the number \"18446744073709551616\"; ", "need a whole number"});
  number("1e999", {": the number \"1e999\"; ", "need a whole number"});
  number("-1e999", {": the number \"-1e999\"; "});
  number(std::string(5000, '9'), {": the number \"9999", "... (5000 bytes)"});
  refused(R"({"prime_bits":[42,4294967296]})",
          {"prime_bits[1]: the number 4294967296; need a whole number from 0 to 4294967295"});
  refused(R"({"special_prime_bits":[18446744073709551615]})",
          {"special_prime_bits[0]: the number 18446744073709551615; ", "4294967295"});
}

TEST(LiteralJson, RefusesWhatIsNotJson) {
  const Parts end{"the end of the text", "need one JSON object", "correct the text"};
  refused("", {"line 1, column 1: the end of the text"});
  refused("  \n ", {"line 2, column 2: the end of the text"});
  refused("{", end);
  refused("{\"degree", end);
  refused("{\"degree\"", end);
  refused("{\"degree\":", end);
  refused("{\"degree\":16", end);
  refused("{\"degree\":16,", end);
  refused("{\"primes\":[", end);
  refused("{\"primes\":[1,", end);
  refused("{\"security\":\"bits", end);
  refused("{\"degree\":tru", end);
  refused("\xEF\xBB", end);
  refused("{\n  \"degree\": 16,\n}", {R"(line 3, column 1: not JSON: "}";)"});
  refused("{\n  \"degree\": 16\n  \"primes\": []\n}",
          {R"(line 3, column 10: not JSON: "  \"primes\"";)"});
  // A line is cut, and its end shown where the error is.
  refused("{" + std::string(100, ' ') + "x", {"column 102: not JSON: \"  ", " x\""});
  refused("{'degree':16}", {R"(line 1, column 2: not JSON: "{'";)"});
  refused("{\n\n\r\n\v}", {R"(line 4, column 1: not JSON: "\x0b";)"});
  refused("{,\n}", {R"(line 1, column 2: not JSON: "{,";)"});
  refused("{\"degree\n\":16}", {R"(line 1, column 9: not JSON: "{\"degree\n";)"});
  refused("{degree:16}", {"line 1, column 2: "});
  refused("{\"degree\"=16}", {"line 1, column 10: "});
  refused("{\"degree\":016}", {R"(line 1, column 13: not JSON: "{\"degree\":016";)"});
  refused("{\"degree\":+16}", {"line 1, column 11: "});
  refused("{\"degree\":0x10}", {"line 1, column 12: "});
  refused("{\"degree\":16.}", {"line 1, column 14: "});
  refused("{\"degree\":NaN}", {"line 1, column 11: "});
  refused("{\"primes\":[1,]}", {"line 1, column 14: "});
  refused("{\"primes\":[1 2]}", {"line 1, column 14: "});
  refused("{\"primes\":[1}", {"line 1, column 13: "});
  refused("{\"degree\":16]", {"line 1, column 13: "});
  refused("{} {}", {"line 1, column 4: "});
  refused("{}x", {"line 1, column 3: "});
  refused("{/* 16 */}", {"line 1, column 2: "});
  refused("{} // 16", {"line 1, column 4: "});
  refused("{\"a\tb\":1}", {"line 1, column 4: "});
  refused("{\"\\x41\":1}", {"line 1, column 4: "});
  refused("{\"\\ud800\":1}", {"line 1, column 9: "});
  refused("{\"\xC0\xAF\":1}", {"line 1, column 3: "});
  refused(std::string_view("{}\0", 3), {"line 1, column 3: a byte that is zero"});
  refused(std::string_view("\0{}", 3), {"line 1, column 1: a byte that is zero"});
  refused(std::string_view("{\n}\0{\"insecure\":1}", 18),
          {"line 2, column 2: a byte that is zero"});
}

TEST(LiteralJson, RefusesWhatIsTooLargeOrTooDeep) {
  const std::string most = "{}" + std::string(he::kMaxLiteralJsonBytes - 2, ' ');
  EXPECT_EQ(literal_from_json(most), Literal{});
  refused(most + " ", {"JSON of 65537 bytes", "at most 65536", "one literal"});
  // The length is looked at before the text.
  refused(std::string(65537, '!'), {"JSON of 65537 bytes"});

  refused(std::string(65536, '['), {"a list; "});
  refused("{\"primes\":" + std::string(65000, '['), {"primes[0]: a list"});
  std::string objects;
  for (int i = 0; i < 5000; ++i) objects += "{\"degree\":";
  refused(objects, {"degree: an object"});

  // As many elements as there is room for are read; what creates parameters counts them.
  std::string many = "{\"primes\":[1";
  while (many.size() < 65530) many += ",1";
  EXPECT_EQ(literal_from_json(many + "]}").primes.size(), 32760U);
}

TEST(LiteralJson, WritesNothingThatIsNotRead) {
  Literal literal;
  literal.primes.assign(2900, kMaxWord);  // with a comma and a space each
  EXPECT_EQ(literal_from_json(to_json(literal)), literal);
  literal.primes.assign(3000, kMaxWord / 4), literal.special_primes.assign(3000, kMaxWord);
  expect_error([&] { (void)to_json(literal); }, ErrorCode::invalid_argument,
               {"JSON of 1", "at most 65536", "fewer primes"});
  literal = {};
  literal.security = static_cast<SecurityLevel>(64);
  expect_error([&] { (void)to_json(literal); }, ErrorCode::invalid_argument,
               {"the number 64 as an enumerator", R"("bits128")", "take an enumerator"});
}

// A text that was changed is refused, or it says something else that is a literal again.
TEST(LiteralJson, ChangedTextsAreRefusedOrValid) {
  const std::string text(kText);
  const auto look_at = [](const std::string& changed) {
    const auto literal = read(changed);
    if (!literal) return false;
    EXPECT_EQ(literal_from_json(to_json(*literal)), *literal) << changed;
    return true;
  };
  int valid = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string changed = text;
    changed.erase(at, 1);
    valid += look_at(changed) ? 1 : 0;
    EXPECT_FALSE(read(text.substr(0, at))) << at;
  }
  // Only white space and a digit of a number can be missing; not the 0 alone, or a 9 before zeros.
  const auto spaces = std::ranges::count_if(text, [](char c) { return c == ' ' || c == '\n'; });
  EXPECT_EQ(valid, spaces + 4 + 20 + 20 + 2 + 10 + 2 + 15 + 20 + 1);

  constexpr std::string_view kBytes = "{}[]\",:.-+eE0123456789 \n\\u/nt\x80\xFF\xEF";
  int refusals = 0;
  for (std::uint64_t seed = 1; seed <= seeds(1); ++seed) {
    SeededValues values(seed);
    SCOPED_TRACE(values.label());
    for (int i = 0; i < 5000; ++i) {
      std::string changed = text;
      for (std::uint64_t edits = 1 + values.below(4); edits > 0; --edits) {
        const std::size_t at = values.below(changed.size());
        const char byte = values.below(2) == 0 ? static_cast<char>(values.byte())
                                               : kBytes[values.below(kBytes.size())];
        const std::size_t from = values.below(changed.size()), count = values.below(40);
        switch (values.below(4)) {
          case 0:
            changed[at] = byte;
            break;
          case 1:
            changed.insert(at, 1, byte);
            break;
          case 2:
            changed.erase(at, 1 + values.below(8));
            break;
          default:
            changed.insert(at, changed.substr(from, count));
            break;
        }
      }
      refusals += look_at(changed) ? 0 : 1;
    }
  }
  EXPECT_GT(refusals, 3000);
}

}  // namespace
}  // namespace lath::testing
