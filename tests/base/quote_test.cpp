// SPDX-License-Identifier: Apache-2.0
#include "lath/base/quote.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace lath {
namespace {

using namespace std::string_literals;

TEST(Quote, LeavesWordsAsTheyAre) {
  EXPECT_EQ(quote(""), "\"\"");
  EXPECT_EQ(quote("ml-kem-768 it's"), "\"ml-kem-768 it's\"");
  EXPECT_EQ(quote("Grüße, 格子, 🜚"), "\"Grüße, 格子, 🜚\"");
}

TEST(Quote, EscapesWhatIsNoText) {
  EXPECT_EQ(quote("a\nb\r\tc"), R"("a\nb\r\tc")");
  EXPECT_EQ(quote("say \"no\" \\ yes"), R"("say \"no\" \\ yes")");
  EXPECT_EQ(quote("\0\x1b[2J\x7f"s), R"("\x00\x1b[2J\x7f")");
  // U+0080, U+0085 (next line), U+009B (control sequence), and U+00A0, which is harmless.
  EXPECT_EQ(quote("\xc2\x80\xc2\x85\xc2\x9b\xc2\xa0"), "\"\\u{0080}\\u{0085}\\u{009b}\xc2\xa0\"");
  EXPECT_EQ(quote("\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xae\xe2\x81\xa6\xe2\x80\xa7"),
            "\"\\u{2028}\\u{2029}\\u{202e}\\u{2066}\xe2\x80\xa7\"");
}

TEST(Quote, EscapesBytesThatAreNoUtf8) {
  EXPECT_EQ(quote("\x9b\xff\xc0\xaf"), R"("\x9b\xff\xc0\xaf")");
  EXPECT_EQ(quote("\xc3"), R"("\xc3")");                          // cut off
  EXPECT_EQ(quote("\xc3("), R"("\xc3(")");                        // not continued
  EXPECT_EQ(quote("\xe0\x82\x9b"), R"("\xe0\x82\x9b")");          // U+009B, written too long
  EXPECT_EQ(quote("\xed\xa0\x80"), R"("\xed\xa0\x80")");          // half of a pair
  EXPECT_EQ(quote("\xf4\x90\x80\x80"), R"("\xf4\x90\x80\x80")");  // beyond the last
}

TEST(Quote, IsBounded) {
  const std::string most(kMaxQuotedBytes, 'x');
  const std::string quoted = std::string(1, '"').append(most).append(1, '"');
  EXPECT_EQ(quote(most), quoted);
  EXPECT_EQ(quote(most + "y"), quoted + "... (65 bytes)");
  EXPECT_EQ(quote(std::string(1U << 20, 'x')), quoted + "... (1048576 bytes)");
  // Whole characters only.
  EXPECT_EQ(quote(most.substr(1) + "ü"), std::string(quoted).erase(1, 1) + "... (65 bytes)");
}

// No byte of any text ends the line or acts on a terminal.
TEST(Quote, IsOneLineOfPrintableText) {
  for (int a = 0; a < 256; ++a) {
    for (int b = 0; b < 256; ++b) {
      const std::string text = quote(std::string{static_cast<char>(a), static_cast<char>(b)});
      EXPECT_TRUE(std::none_of(text.begin(), text.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
      }));
      const std::size_t c1 = text.find('\xc2');
      EXPECT_TRUE(c1 == std::string::npos || static_cast<unsigned char>(text[c1 + 1]) >= 0xa0);
    }
  }
}

}  // namespace
}  // namespace lath
