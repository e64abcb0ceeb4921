// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/text.hpp"

#include <cctype>
#include <istream>
#include <ostream>
#include <string>

#include "lath/base/error.hpp"
#include "lath/base/quote.hpp"

namespace lath::detail {
namespace {

constexpr const char* kExample = "write polynomials with operator<<, as in \"coeff 2 [97: 1 96]\"";

[[noreturn]] void throw_malformed(const std::string& found, const std::string& needed) {
  throw Error(ErrorCode::malformed, found, "need " + needed, kExample);
}

// The next character, not taken.
char peek(std::istream& in, const std::string& wanted) {
  if (in) in >> std::ws;
  const auto c = in ? in.peek() : std::istream::traits_type::eof();
  if (c == std::istream::traits_type::eof()) {
    throw Error(ErrorCode::input_output,
                "a stream that is closed or at its end where " + wanted + " should be",
                "need an open stream with a whole polynomial",
                "check that the file was opened and is complete");
  }
  return static_cast<char>(c);
}

// Takes letters or digits, no more than `limit` of them.
std::string take(std::istream& in, const std::string& wanted, int (*kind)(int), std::size_t limit) {
  std::string token;
  int c = static_cast<unsigned char>(peek(in, wanted));
  while (c != std::istream::traits_type::eof() && kind(c) != 0 && token.size() < limit) {
    token.push_back(static_cast<char>(in.get()));
    c = in.peek();
  }
  if (token.empty()) {
    throw_malformed("character code " + std::to_string(c) + " where " + wanted + " should be",
                    wanted);
  }
  return token;
}

std::uint64_t take_number(std::istream& in, const std::string& wanted) {
  // 19 digits always fit in a word and are more than any modulus has.
  const std::string digits = take(in, wanted, std::isdigit, 20);
  if (digits.size() == 20) throw_malformed("a number of 20 digits or more", wanted);
  return std::stoull(digits);
}

void take_mark(std::istream& in, char mark) {
  const std::string wanted = std::string("a '") + mark + "'";
  const char c = peek(in, wanted);
  if (c != mark) {
    throw_malformed("character code " + std::to_string(static_cast<unsigned char>(c)), wanted);
  }
  in.get();
}

}  // namespace

template <class Word>
void write_poly(std::ostream& out, const char* form, const Limbs<const Word>& a) {
  out << form + (' ' + std::to_string(a.degree()));
  for (std::size_t limb = 0; limb < a.size(); ++limb) {
    // One write, so that a field width set on the stream has nothing to take apart.
    std::string line(" [");
    line += std::to_string(a.plans[limb].modulus());
    line += ':';
    for (const Word word : std::span(a.row(limb), a.degree())) {
      line += ' ';
      line += std::to_string(word);
    }
    line += ']';
    out << line;
  }
}

void read_head(std::istream& in, const char* form, std::size_t degree) {
  const std::string wanted = std::string("\"") + form + "\"";
  const std::string found = take(in, wanted, std::isalpha, 8);
  if (found != form) throw_malformed("the form " + quote(found), wanted);
  const std::string needed = "the degree " + std::to_string(degree);
  const std::uint64_t number = take_number(in, needed);
  if (number != degree) throw_malformed("degree " + std::to_string(number), needed);
}

template <class Word>
void read_limbs(std::istream& in, const Limbs<Word>& out) {
  for (std::size_t limb = 0; limb < out.size(); ++limb) {
    const std::uint64_t modulus = out.plans[limb].modulus();
    const std::string place = " of limb " + std::to_string(limb);
    take_mark(in, '[');
    const std::string needed = "the modulus " + std::to_string(modulus) + place;
    const std::uint64_t number = take_number(in, needed);
    if (number != modulus) throw_malformed("modulus " + std::to_string(number), needed);
    take_mark(in, ':');
    for (std::size_t j = 0; j < out.degree(); ++j) {
      const std::string wanted = "word " + std::to_string(j) + place;
      const std::uint64_t word = take_number(in, wanted);
      if (word >= modulus) {
        throw_malformed(wanted + " = " + std::to_string(word),
                        "a word below the modulus " + std::to_string(modulus));
      }
      out.row(limb)[j] = static_cast<Word>(word);
    }
    take_mark(in, ']');
  }
}

template void write_poly(std::ostream&, const char*, const Limbs<const std::uint16_t>&);
template void write_poly(std::ostream&, const char*, const Limbs<const std::uint32_t>&);
template void write_poly(std::ostream&, const char*, const Limbs<const std::uint64_t>&);
template void read_limbs(std::istream&, const Limbs<std::uint16_t>&);
template void read_limbs(std::istream&, const Limbs<std::uint32_t>&);
template void read_limbs(std::istream&, const Limbs<std::uint64_t>&);

}  // namespace lath::detail
