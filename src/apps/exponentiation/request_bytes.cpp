// SPDX-License-Identifier: Apache-2.0
#include "apps/exponentiation/request_bytes.hpp"

#include <bit>
#include <vector>

namespace lath::apps {
namespace {

constexpr std::uint64_t kForRelease = 1, kInsecure = 2;
constexpr std::size_t kMostModulusBytes = 512;

}  // namespace

void write_request(MessageWriter& writer, const ExponentiationRequest& request) {
  const ExponentiationOptions& options = request.options;
  writer.put_number(static_cast<std::uint64_t>(std::countr_zero(options.degree)), 1);
  writer.put_number(options.window_bits, 1);
  writer.put_number(options.windows_a_product, 1);
  writer.put_number((options.for_release ? kForRelease : 0) | (request.insecure ? kInsecure : 0),
                    1);
  writer.put_number(options.exponent_bits, 4);
  writer.put_number(8 * request.modulus.words().size());
  for (const std::uint64_t word : request.modulus.words()) writer.put_number(word);
}

ExponentiationRequest read_request(MessageReader& reader) {
  ExponentiationRequest request;
  const std::uint64_t log2_degree = reader.take_number(1);
  if (log2_degree >= 32) reader.refuse("with a degree of 2^32 or more", "a degree up to 32768");
  request.options.degree = std::size_t{1} << log2_degree;
  request.options.window_bits = static_cast<unsigned>(reader.take_number(1));
  request.options.windows_a_product = static_cast<unsigned>(reader.take_number(1));
  const std::uint64_t flags = reader.take_number(1);
  if (flags > (kForRelease | kInsecure)) reader.refuse("with unknown flags", "flags up to 3");
  request.options.for_release = (flags & kForRelease) != 0;
  request.insecure = (flags & kInsecure) != 0;
  request.options.exponent_bits = static_cast<std::size_t>(reader.take_number(4));
  const std::uint64_t bytes = reader.take_number();
  if (bytes == 0 || bytes > kMostModulusBytes || bytes % 8 != 0) {
    reader.refuse("with a modulus N of " + std::to_string(bytes) + " bytes",
                  "whole words, up to " + std::to_string(kMostModulusBytes) + " bytes");
  }
  std::vector<std::uint64_t> words(static_cast<std::size_t>(bytes / 8));
  for (std::uint64_t& word : words) word = reader.take_number();
  if (words.back() == 0) reader.refuse("with a modulus N that begins with zeros", "its words");
  request.modulus = Natural::from_words(words);
  return request;
}

}  // namespace lath::apps
