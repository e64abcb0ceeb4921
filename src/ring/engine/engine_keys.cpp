// SPDX-License-Identifier: Apache-2.0
//
// Keys in the layout of an engine.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lath/base/buffer.hpp"
#include "lath/base/checked_size.hpp"
#include "lath/base/error.hpp"
#include "lath/ring/engine.hpp"

namespace lath {
namespace {

void require_digits(std::size_t digits) {
  if (digits != 0) return;
  throw Error(ErrorCode::invalid_argument, "a key of no digits", "need at least one",
              "give two rows for each digit");
}

void require_part(const PreparedKey& key, std::size_t digit, std::size_t part) {
  if (digit >= key.digits() || part >= 2) {
    throw Error(ErrorCode::mismatch,
                "part " + std::to_string(part) + " of digit " + std::to_string(digit) + " of a key",
                "need part 0 or 1 of a digit below " + std::to_string(key.digits()),
                "count from zero, and ask the key for its digits");
  }
}

}  // namespace

PreparedKey Engine::prepare(std::span<const std::array<ConstRows, 2>> key) {
  require_digits(key.size());
  std::vector<ConstRows> parts;
  parts.reserve(2 * key.size());
  for (const auto& rows : key) {
    for (const ConstRows& part : rows) {
      require_limbs("a key", part.limbs, key[0][0].limbs);
      parts.push_back(part);
    }
  }
  const PreparedKey prepared = do_begin_key(parts[0].limbs, key.size());
  do_prepare(prepared, 0, parts);
  return prepared;
}

UnfinishedKey Engine::begin_key(const LimbSet& limbs, std::size_t digits) {
  require_limbs("a key", limbs, limbs);
  require_digits(digits);
  return UnfinishedKey(do_begin_key(limbs, digits));
}

void Engine::prepare(UnfinishedKey& key, std::size_t digit, std::size_t part,
                     const ConstRows& rows) {
  require_limbs("a key", rows.limbs, key.key_.limbs());
  require_part(key.key_, digit, part);
  do_prepare(key.key_, 2 * digit + part, {&rows, 1});
  key.given_[2 * digit + part] = 1;
}

PreparedKey Engine::finish(UnfinishedKey key) {
  const auto missing = std::ranges::count(key.given_, 0);
  if (missing == 0) return key.key_;
  throw Error(ErrorCode::invalid_argument,
              "a key without " + std::to_string(missing) + " of its " +
                  std::to_string(key.given_.size()) + " rows",
              "need two rows for each digit", "prepare both parts of each digit first");
}

std::size_t Engine::prepared_words(const LimbSet& limbs, std::size_t digits) {
  require_limbs("a key", limbs, limbs);
  return checked_product("words of a prepared key", limbs.size(),
                         do_prepared_row_words(limbs, digits));
}

std::string Engine::key_layout(const LimbSet& limbs) {
  require_limbs("a key", limbs, limbs);
  return do_key_layout(limbs);
}

PreparedKey Engine::adopt(std::shared_ptr<const std::uint64_t> memory, const LimbSet& limbs,
                          std::size_t digits) {
  require_limbs("a key", limbs, limbs);
  const std::size_t row_words = do_prepared_row_words(limbs, digits);
  const auto address = reinterpret_cast<std::uintptr_t>(memory.get());
  if (memory == nullptr || address % kCacheLine != 0) {
    throw Error(ErrorCode::invalid_argument,
                memory == nullptr ? "no memory for a prepared key"
                                  : "a prepared key " + std::to_string(address % kCacheLine) +
                                        " bytes behind the beginning of a cache line",
                "need words from the beginning of a cache line on",
                "map a file or allocate memory in whole pages");
  }
  // Nothing writes into the words of a prepared key.
  PreparedKey key(std::const_pointer_cast<std::uint64_t>(std::move(memory)), row_words, limbs,
                  digits);
  if (is_prepared(key)) return key;
  throw Error(ErrorCode::malformed, "words that are no prepared key",
              "need words that prepare() wrote in the layout of this engine",
              "write them again from the key");
}

// Canonical words are prepared in one way only.
bool Engine::is_prepared(const PreparedKey& key) {
  if (!is_program_memory()) return false;
  std::vector<RowBuffer> memory;
  std::vector<std::array<ConstRows, 2>> rows(key.digits());
  for (std::size_t i = 0; i < 2 * key.digits(); ++i) {
    const Rows out = memory.emplace_back(make_rows(key.limbs())).rows();
    do_unprepare(out, key, i / 2, i % 2);
    for (std::size_t l = 0; l < key.limbs().size(); ++l) {
      const std::size_t place = key.limbs().place(l);
      const std::span<const std::uint64_t> row(out.row(place), chain_.degree());
      if (std::ranges::max(row) >= chain_.modulus(place).value()) return false;
    }
    rows[i / 2][i % 2] = out;
  }
  return std::ranges::equal(prepare(rows).words(), key.words());
}

void Engine::unprepare(const Rows& out, const PreparedKey& key, std::size_t digit,
                       std::size_t part) {
  require_limbs("rows of a key", key.limbs(), out.limbs);
  require_part(key, digit, part);
  do_unprepare(out, key, digit, part);
}

}  // namespace lath
