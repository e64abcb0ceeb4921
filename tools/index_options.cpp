// SPDX-License-Identifier: Apache-2.0
#include "index_options.hpp"

#include <cstdint>
#include <string_view>
#include <utility>

#include "option_values.hpp"

namespace lath::tool {
namespace {

constexpr char kHelp[] = "lath params cyclotomic --help shows what each option takes";

std::size_t integer(const Option& option, std::size_t least, std::size_t most, const char* needed) {
  const auto value = number<std::size_t>(option.text);
  if (!value || *value < least || *value > most) refuse(option, needed);
  return *value;
}

std::size_t degree(const Option& option) {
  return integer(option, 1, std::size_t{1} << 20, "need an integer from 1 to 2^20");
}

double bits_of_modulus(const Option& option) {
  const auto value = number<double>(option.text);
  if (value && *value >= 4 && *value <= 1 << 14) return *value;
  refuse(option, "need a number of bits from 4 to 16384");
}

}  // namespace

IndexWishes wishes_of(const IndexOptions& options) {
  const auto option = [](const char* name, std::string_view text) {
    return Option{name, text, kHelp};
  };
  using Levels = std::pair<const char*, SecurityLevel>;
  using Attackers = std::pair<const char*, Attacker>;
  using Orders = std::pair<const char*, IndexOrder>;
  IndexWishes wishes;
  wishes.slots = integer(option("--slots", options.slots), 1, std::size_t{1} << 20,
                         "need an integer from 1 to 2^20");
  wishes.slot_count = options.slot_count;
  wishes.degree_from = degree(option("--degree-from", options.degree_from));
  wishes.degree_to = degree(option("--degree-to", options.degree_to));
  if (wishes.degree_from > wishes.degree_to) {
    refuse(option("--degree-from", options.degree_from),
           "need at most --degree-to, which is " + std::to_string(wishes.degree_to));
  }
  const auto t = number<std::uint64_t>(options.plaintext_modulus);
  if (!t || *t >= std::uint64_t{1} << 62 || prime_of_power(*t) == 0) {
    refuse(option("--plaintext-modulus", options.plaintext_modulus),
           "need a prime or a power of one from 2 to 2^62 - 1, in digits");
  }
  wishes.plaintext_modulus = *t;
  if (options.log2_modulus)
    wishes.log2_modulus = bits_of_modulus(option("--log2-q", *options.log2_modulus));
  wishes.security =
      named(option("--security", options.security),
            {Levels{"128", SecurityLevel::bits128}, Levels{"192", SecurityLevel::bits192},
             Levels{"256", SecurityLevel::bits256}});
  wishes.attacker =
      named(option("--attacker", options.attacker),
            {Attackers{"classical", Attacker::classical}, Attackers{"quantum", Attacker::quantum}});
  wishes.insecure = options.insecure;
  wishes.order = named(option("--sort", options.order),
                       {Orders{"cost", IndexOrder::cost}, Orders{"degree", IndexOrder::degree},
                        Orders{"slots", IndexOrder::slots}});
  wishes.limit = integer(option("--limit", options.limit), 0, 1 << 20,
                         "need an integer from 0, for all, to 2^20");
  return wishes;
}

}  // namespace lath::tool
