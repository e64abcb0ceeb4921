// SPDX-License-Identifier: Apache-2.0
#include "lwe_options.hpp"

#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "option_values.hpp"

namespace lath::tool {
namespace {

std::size_t dimension(const Option& option) {
  constexpr std::size_t kLargest = std::size_t{1} << 20;
  const auto value = number<std::size_t>(option.text);
  if (!value || *value < 1 || *value > kLargest) refuse(option, "need an integer from 1 to 2^20");
  return *value;
}

std::size_t samples(const Option& option) {
  const auto value = number<std::size_t>(option.text);
  if (!value || *value < 1) refuse(option, "need an integer from 1 to 2^64 - 1");
  return *value;
}

// An integer, or 2^ and an exponent.
double log2_modulus(const Option& option) {
  constexpr double kLargest = 1 << 15;
  double log2 = 0;
  if (option.text.starts_with("2^")) {
    log2 = number<double>(option.text.substr(2)).value_or(0);
  } else if (const auto value = number<std::uint64_t>(option.text)) {
    log2 = std::log2(static_cast<double>(*value));
  }
  if (log2 > 1 && log2 <= kLargest) return log2;
  refuse(option, "need an integer from 3 to 2^64 - 1, or 2^E with E above 1 and up to 2^15");
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t colon = text.find(':');
    parts.push_back(text.substr(0, colon));
    if (colon == std::string_view::npos) return parts;
    text.remove_prefix(colon + 1);
  }
}

SmallDistribution distribution(const Option& option) {
  const auto parts = split(option.text);
  const auto is = [&](std::string_view name, std::size_t numbers) {
    return parts[0] == name && parts.size() == numbers + 1;
  };
  std::string needed = "need ternary, uniform:FROM:TO, binomial:ETA or gaussian:SIGMA";
  try {
    if (is("ternary", 0)) return SmallDistribution::ternary();
    if (is("uniform", 2)) {
      needed = "need uniform:FROM:TO with integers FROM < TO within 2^62";
      const auto from = number<std::int64_t>(parts[1]), to = number<std::int64_t>(parts[2]);
      if (from && to) return SmallDistribution::uniform(*from, *to);
    }
    if (is("binomial", 1)) {
      needed = "need binomial:ETA with an integer ETA from 1 to 2^32 - 1";
      const auto eta = number<std::uint32_t>(parts[1]);
      if (eta) return SmallDistribution::centered_binomial(*eta);
    }
    if (is("gaussian", 1)) {
      needed = "need gaussian:SIGMA with a number SIGMA from 0.3 to 2^1000";
      const auto sigma = number<double>(parts[1]);
      if (sigma) return SmallDistribution::discrete_gaussian(*sigma);
    }
  } catch (const Error&) {  // NOLINT(bugprone-empty-catch): it is refused below
    // A number out of the range that `needed` names.
  }
  refuse(option, std::move(needed));
}

}  // namespace

LweInstance instance_of(const EstimateOptions& options) {
  const auto option = [](const char* name, std::string_view text) {
    return Option{name, text, kEstimateHelp};
  };
  return {.dimension = dimension(option("--dimension", options.dimension)),
          .log2_modulus = log2_modulus(option("--modulus", options.modulus)),
          .secret = distribution(option("--secret", options.secret)),
          .error = distribution(option("--error", options.error)),
          .samples =
              options.samples ? samples(option("--samples", *options.samples)) : kUnlimitedSamples};
}

}  // namespace lath::tool
