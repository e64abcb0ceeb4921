// SPDX-License-Identifier: Apache-2.0
#include "apps/curve/messages.hpp"

#include <algorithm>
#include <span>

#include "lath/he/bytes.hpp"

namespace lath::apps {
namespace {

std::span<const std::byte> bytes_of(const Natural& number) { return std::as_bytes(number.words()); }

[[noreturn]] void refuse_agreement(const char* found) {
  throw Error(ErrorCode::mismatch, found, "need a setup of the server's plan",
              "make the same plan on both sides");
}

}  // namespace

std::size_t agreement_bytes(const CurvePlan& plan) {
  return 4 + 8 + bytes_of(plan.curve().b()).size() + 8 + he::parameters_bytes(plan.parameters());
}

void put_agreement(MessageWriter& writer, const CurvePlan& plan) {
  writer.put_number(static_cast<std::uint64_t>(plan.curve().field()), 1);
  writer.put_number(static_cast<std::uint64_t>(plan.options().use), 1);
  writer.put_number(plan.levels(), 2);
  writer.put_object(bytes_of(plan.curve().b()));
  const Buffer<std::byte> parameters = he::to_bytes(plan.parameters());
  writer.put_object(parameters.span());
}

void require_agreement(MessageReader& reader, const CurvePlan& plan) {
  const std::uint64_t field = reader.take_number(1), use = reader.take_number(1),
                      levels = reader.take_number(2);
  if (field != static_cast<std::uint64_t>(plan.curve().field()) ||
      !std::ranges::equal(reader.take_object(), bytes_of(plan.curve().b()))) {
    refuse_agreement("a setup for another curve");
  }
  if (use != static_cast<std::uint64_t>(plan.options().use) || levels != plan.levels()) {
    refuse_agreement("a setup for other sums");
  }
  const Buffer<std::byte> parameters = he::to_bytes(plan.parameters());
  if (!std::ranges::equal(reader.take_object(), parameters.span())) {
    refuse_agreement("a setup with other parameters");
  }
}

}  // namespace lath::apps
