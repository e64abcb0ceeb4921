// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/text.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iomanip>
#include <sstream>
#include <string>

#include "base/expect_error.hpp"
#include "lath/ring/integers.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

using testing::expect_error;

template <class T>
concept Printable = requires(std::ostream& out, const T& x) { out << x; };
static_assert(Printable<Poly<DynamicRing, Coeff>> && Printable<Poly<DynamicRing, Eval>>);
static_assert(!Printable<Poly<DynamicRing, Coeff, Secret>>);

TEST(PolyText, SaysFormDegreeModuliAndWords) {
  std::ostringstream out;
  out << std::hex << std::showbase << std::setw(40);
  out << lath::from_integers(DynamicRing::create(4, {97, 193}), {1, 0, -1, 5});
  const std::string text = out.str();
  EXPECT_EQ(text.substr(text.find('c')), "coeff 4 [97: 1 0 96 5] [193: 1 0 192 5]");
  std::ostringstream values;
  values << ntt(lath::from_integers(DynamicRing::create(2, {97}), {3}));
  EXPECT_EQ(values.str(), "eval 2 [97: 3 3]");
}

TEST(PolyText, IsReadAsItWasWritten) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    testing::SeededValues random(seed);
    SCOPED_TRACE(random.label());
    const auto ring = testing::ring_of(16, 1 + random.below(5));
    const auto a = testing::from_integers<Coeff>(ring, random);
    const auto b = testing::from_integers<Eval>(ring, random);
    std::stringstream stream;
    stream << a << "\n" << b << " the rest";
    EXPECT_TRUE(read_poly<Coeff>(stream, ring) == a);
    EXPECT_TRUE(read_poly<Eval>(stream, ring) == b);
    std::string rest;
    std::getline(stream, rest);
    EXPECT_EQ(rest, " the rest");
  }
}

void expect_refused(const std::string& text, ErrorCode code,
                    std::initializer_list<std::string_view> parts) {
  SCOPED_TRACE(text);
  std::istringstream in(text);
  expect_error([&] { (void)read_poly<Coeff>(in, DynamicRing::create(2, {97, 193})); }, code, parts);
}

TEST(PolyText, TeachesWhatIsWrongWithIt) {
  constexpr auto kMalformed = ErrorCode::malformed;
  std::istringstream sound(" coeff\n2[97:1 96] [193 :1\t192]");
  EXPECT_NO_THROW((void)read_poly<Coeff>(sound, DynamicRing::create(2, {97, 193})));
  expect_refused("eval 2 [97: 1 96] [193: 1 2]", kMalformed, {"form \"eval\"", "need \"coeff\""});
  expect_refused("coeff 4 [97: 1 96] [193: 1 2]", kMalformed, {"degree 4", "the degree 2"});
  expect_refused("coeff -2 [97: 1 96]", kMalformed, {"character code 45", "the degree 2"});
  expect_refused("coeff 2 [193: 1 96] [97: 1 2]", kMalformed,
                 {"modulus 193", "modulus 97 of limb 0"});
  expect_refused("coeff 2 [97: 1 97] [193: 1 2]", kMalformed,
                 {"word 1 of limb 0 = 97", "below the modulus 97"});
  expect_refused("coeff 2 [97: 1 -1] [193: 1 2]", kMalformed,
                 {"character code 45", "word 1 of limb 0"});
  expect_refused("coeff 2 [97: 1] [193: 1 2]", kMalformed,
                 {"character code 93", "word 1 of limb 0"});
  expect_refused("coeff 2 [97: 1 2 3] [193: 1 2]", kMalformed, {"character code 51", "a ']'"});
  expect_refused("coeff 2 (97: 1 2)", kMalformed, {"character code 40", "a '['"});
  expect_refused("coeff 2 [97: 1 184467440737095516161844] [193: 1 2]", kMalformed,
                 {"20 digits or more", "word 1 of limb 0", "operator<<"});
  expect_refused("coefficients 2 [97: 1 2]", kMalformed, {"form \"coeffici\""});
  expect_refused("\xff\xff", kMalformed, {"character code 255"});
}

TEST(PolyText, NeedsAnOpenStreamWithAWholePolynomial) {
  const std::string whole = "coeff 2 [97: 1 96] [193: 1 192]";
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::string part = whole.substr(0, size);
    // Cut within a name or a number it is another name or number, and malformed.
    const bool within = size > 0 && std::isspace(static_cast<unsigned char>(whole[size])) == 0 &&
                        std::isalnum(static_cast<unsigned char>(whole[size])) != 0 &&
                        std::isalnum(static_cast<unsigned char>(whole[size - 1])) != 0;
    SCOPED_TRACE(part);
    std::istringstream in(part);
    try {
      (void)read_poly<Coeff>(in, DynamicRing::create(2, {97, 193}));
      ADD_FAILURE() << "no error";
    } catch (const Error& error) {
      EXPECT_TRUE(within || error.code() == ErrorCode::input_output) << error.what();
    }
  }
  std::ifstream closed;
  expect_error([&] { (void)read_poly<Coeff>(closed, DynamicRing::create(2, {97})); },
               ErrorCode::input_output, {"closed or at its end", "open stream", "opened"});
}

}  // namespace
}  // namespace lath
