// SPDX-License-Identifier: Apache-2.0
#include "route_options.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "option_values.hpp"

namespace lath::tool {
namespace {

using circuits::Numbers;

constexpr char kHelp[] = "lath params routes --help shows what each option takes";

Option option(const char* name, std::string_view text) { return {name, text, kHelp}; }

std::size_t integer(const Option& of, std::size_t least, std::size_t most, const char* needed) {
  const auto value = number<std::size_t>(of.text);
  if (!value || *value < least || *value > most) refuse(of, needed);
  return *value;
}

// A number of 2 to 4096 bits, in digits.
Natural natural(const Option& of, const char* needed) {
  constexpr std::size_t kMostDigits = 1234;  // of 2^4096
  const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  if (of.text.empty() || of.text.size() > kMostDigits || !std::ranges::all_of(of.text, is_digit) ||
      of.text[0] == '0') {
    refuse(of, needed);
  }
  Natural value = Natural::from_decimal(of.text);
  if (value.bits() < 2 || value.bits() > 4096) refuse(of, needed);
  return value;
}

Numbers field(const Option& of) {
  using Fields = std::pair<std::string_view, he::PrimeField>;
  for (const auto& [name, known] :
       {Fields{"p256", he::PrimeField::p256}, Fields{"p256_order", he::PrimeField::p256_order},
        Fields{"secp256k1_order", he::PrimeField::secp256k1_order},
        Fields{"bls12_381_r", he::PrimeField::bls12_381_r},
        Fields{"bn254_r", he::PrimeField::bn254_r},
        Fields{"goldilocks", he::PrimeField::goldilocks}}) {
    if (of.text == name) return Numbers::field(known);
  }
  return Numbers::field(natural(
      of,
      "need p256, p256_order, secp256k1_order, bls12_381_r, bn254_r, goldilocks, or a prime of 2 "
      "to 4096 bits in digits"));
}

Numbers numbers_of(const RouteOptions& options) {
  const std::optional<std::string>&of_field = options.field, &integers = options.integers,
        &modulo = options.modulo;
  const int given = int{of_field.has_value()} + int{integers.has_value()} + int{modulo.has_value()};
  if (given == 1 && of_field) return field(option("--field", *of_field));
  if (given == 1 && modulo) {
    return Numbers::modulo(
        natural(option("--modulo", *modulo), "need a number of 2 to 4096 bits in digits"));
  }
  if (given == 1 && integers) {
    return Numbers::integers(integer(option("--integers", *integers), 2, 1 << 20,
                                     "need the bits of results, from 2 to 2^20"));
  }
  throw UsageError(std::to_string(given) + " sorts of numbers",
                   "need one of --field, --integers, --modulo", kHelp);
}

// 8GB, 512MiB, or bytes.
std::size_t bytes(const Option& of) {
  using Units = std::pair<std::string_view, std::uint64_t>;
  constexpr std::uint64_t kMost = std::uint64_t{1} << 60;
  const std::size_t digits = std::min(of.text.find_first_not_of("0123456789"), of.text.size());
  const auto value = number<std::uint64_t>(of.text.substr(0, digits));
  const std::string_view unit = of.text.substr(digits);
  for (const auto& [name, size] :
       {Units{"", 1}, Units{"kB", 1000}, Units{"MB", 1000000}, Units{"GB", 1000000000},
        Units{"TB", 1000000000000}, Units{"KiB", 1ULL << 10}, Units{"MiB", 1ULL << 20},
        Units{"GiB", 1ULL << 30}, Units{"TiB", 1ULL << 40}}) {
    if (unit != name || !value || *value == 0 || *value >= kMost / size) continue;
    return static_cast<std::size_t>(*value * size);
  }
  refuse(of, "need bytes, as 8GB, 512MiB or 1000000, of which there are fewer than 2^60");
}

double spare_bits(const Option& of) {
  const auto value = number<double>(of.text);
  if (value && *value >= 0 && *value <= 1000) return *value;
  refuse(of, "need a number of bits from 0 to 1000");
}

}  // namespace

circuits::Task task_of(const RouteOptions& options) {
  using Levels = std::pair<const char*, SecurityLevel>;
  using Attackers = std::pair<const char*, Attacker>;
  using Schemes = std::pair<const char*, he::Scheme>;
  circuits::Task task{.numbers = numbers_of(options)};
  task.depth = static_cast<unsigned>(
      integer(option("--depth", options.depth), 1, 32, "need an integer from 1 to 32"));
  task.batch = integer(option("--batch", options.batch), 1, std::size_t{1} << 40,
                       "need an integer from 1 to 2^40");
  if (options.memory) task.memory = bytes(option("--memory", *options.memory));
  task.security =
      named(option("--security", options.security),
            {Levels{"128", SecurityLevel::bits128}, Levels{"192", SecurityLevel::bits192},
             Levels{"256", SecurityLevel::bits256}});
  task.attacker =
      named(option("--attacker", options.attacker),
            {Attackers{"classical", Attacker::classical}, Attackers{"quantum", Attacker::quantum}});
  if (options.scheme) {
    task.scheme = named(option("--scheme", *options.scheme),
                        {Schemes{"bfv", he::Scheme::bfv}, Schemes{"bgv", he::Scheme::bgv}});
  }
  task.spare_bits = spare_bits(option("--spare-bits", options.spare_bits));
  return task;
}

}  // namespace lath::tool
