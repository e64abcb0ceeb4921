// SPDX-License-Identifier: Apache-2.0
//
// The one writer and the one reader of bytes, and their limits.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lath/base/error.hpp"
#include "wire/byte_reader.hpp"
#include "wire/byte_writer.hpp"
#include "wire/expect_malformed.hpp"

namespace lath::detail {
namespace {

using testing::expect_malformed;

TEST(ByteWriter, PutsTheLeastSignificantByteFirst) {
  std::array<std::byte, 11> out{};
  ByteWriter writer(out);
  writer.put_number(0x0102030405060708, 8);
  writer.put_number(0xabcdef, 2);
  writer.put(std::array{std::byte{9}});
  const std::array<std::uint8_t, 11> expected = {8, 7, 6, 5, 4, 3, 2, 1, 0xef, 0xcd, 9};
  for (std::size_t i = 0; i < out.size(); ++i) {
    EXPECT_EQ(std::to_integer<int>(out[i]), expected[i]) << i;
  }
}

TEST(ByteWriterDeathTest, NeverWritesBehindItsMemory) {
  std::array<std::byte, 4> out{};
  EXPECT_DEATH(
      {
        const std::span<std::byte> memory(out);
        ByteWriter writer(memory.first(3));
        writer.put_number(1, 4);
      },
      "");
}

TEST(ByteReader, ReadsWhatWasWritten) {
  std::array<std::byte, 21> bytes{};
  ByteWriter writer(bytes);
  for (std::size_t size = 0; size <= 6; ++size) writer.put_number(0x8877665544332211, size);
  ByteReader reader(std::span<const std::byte>(bytes), "an object");
  EXPECT_EQ(reader.size(), 21U);
  for (std::size_t size = 0; size <= 6; ++size) {
    EXPECT_EQ(reader.take_number(size),
              0x8877665544332211 & ((std::uint64_t{1} << (8 * size)) - 1));
  }
  EXPECT_EQ(reader.left(), 0U);
  EXPECT_NO_THROW(reader.require_end());
  EXPECT_NO_THROW(reader.require_size(21));
}

TEST(ByteReader, RefusesWhatIsNotThere) {
  const std::array<std::byte, 5> bytes{};
  for (const std::size_t count : {std::size_t{6}, std::size_t{9}, ~std::size_t{0}}) {
    ByteReader reader(std::span<const std::byte>(bytes), "an object");
    expect_malformed({"an object that ends", "bytes too early", "need all of its parts", kDamaged},
                     [&] { (void)reader.take(count); });
    EXPECT_EQ(reader.left(), 5U);
  }
  ByteReader reader(std::span<const std::byte>(bytes), "an object", "send the object again");
  (void)reader.take(2);
  expect_malformed({"that ends 5 bytes too early", "send the object again"},
                   [&] { (void)reader.take_number(8); });
  expect_malformed({"an object with 3 bytes too many"}, [&] { reader.require_end(); });
  expect_malformed({"an object of 5 bytes", "exactly 6", "missing at the end"},
                   [&] { reader.require_size(6); });
  expect_malformed({"an object of 5 bytes", "exactly 4", "of one object only"},
                   [&] { reader.require_size(4); });
}

// The bytes of 64 numbers of 0 to 8 bytes.
std::size_t bytes_of_numbers() {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < 64; ++i) bytes += i % 9;
  return bytes;
}

// Memory in pieces of one size, the last one shorter.
struct Pieces {
  std::vector<std::byte> all;
  std::size_t piece, given = 0;

  std::span<std::byte> next() {
    const std::size_t at = given, size = std::min(piece, all.size() - at);
    given += size;
    return std::span(all).subspan(at, size);
  }
};
struct OutputPieces final : Pieces, OutputWindows {
  OutputPieces(std::size_t size, std::size_t piece) : Pieces{std::vector<std::byte>(size), piece} {}
  std::span<std::byte> next() override { return Pieces::next(); }
};
struct InputPieces final : Pieces, InputWindows {
  InputPieces(const std::vector<std::byte>& bytes, std::size_t piece) : Pieces{bytes, piece} {}
  std::span<const std::byte> next() override { return Pieces::next(); }
};

TEST(BytesInPieces, AreThoseOfOnePiece) {
  constexpr std::size_t kSize = 36 * 8 + 64;
  for (std::size_t piece = 1; piece <= 100; ++piece) {
    SCOPED_TRACE(piece);
    OutputPieces out(kSize, piece);
    ByteWriter writer(out);
    for (std::uint64_t i = 0; i < 64; ++i) writer.put_number(0x9182736455463728 * (i + 1), i % 9);
    const std::vector<std::byte> rest(kSize - bytes_of_numbers(), std::byte{7});
    writer.put(rest);
    std::vector<std::byte> whole(kSize);
    ByteWriter in_one{std::span<std::byte>(whole)};
    for (std::uint64_t i = 0; i < 64; ++i) in_one.put_number(0x9182736455463728 * (i + 1), i % 9);
    in_one.put(rest);
    EXPECT_EQ(out.all, whole);

    InputPieces in(whole, piece);
    ByteReader reader(ByteInput(in, kSize), "an object");
    for (std::uint64_t i = 0; i < 64; ++i) {
      const std::uint64_t bytes = i % 9, number = 0x9182736455463728 * (i + 1);
      EXPECT_EQ(reader.take_number(bytes),
                bytes == 8 ? number : number & ((std::uint64_t{1} << (8 * bytes)) - 1));
    }
    while (reader.left() != 0) {
      const std::size_t window = reader.window().size();
      ASSERT_GE(window, 1U);
      ASSERT_LE(window, piece);
      for (const std::byte byte : reader.take(std::min<std::size_t>(reader.left(), 5))) {
        EXPECT_EQ(byte, std::byte{7});
      }
    }
    EXPECT_TRUE(reader.window().empty());
    expect_malformed({"that ends 1 bytes too early"}, [&] { (void)reader.take(1); });
  }
}

}  // namespace
}  // namespace lath::detail
