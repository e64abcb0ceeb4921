// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "parameters/spaces.hpp"
#include "plaintexts/encoders.hpp"

namespace lath::python {

he::EvaluationKeys DeskKeys::evaluation() const {
  if (relin && galois) return {*relin, *galois};
  if (relin) return *relin;
  if (galois) return *galois;
  return {};
}

Desk::~Desk() { delete encoder_.load(std::memory_order_relaxed); }

const Encoder& Desk::encoder() {
  std::atomic<const Encoder*>& shared = without_keys()->encoder_;
  const Encoder* found = shared.load(std::memory_order_acquire);
  if (found != nullptr) return *found;
  // Threads that need it at the same time may all make it; the first one keeps its own.
  auto made = make_encoder(parameters(), encoding());
  if (shared.compare_exchange_strong(found, made.get(), std::memory_order_acq_rel)) {
    return *made.release();
  }
  return *found;
}

std::string Desk::facts() const { return std::string(scheme()) + " " + facts_of(parameters()); }

void require_keys(const Desk& desk, const std::string& call) {
  if (desk.keys().relin) return;
  throw Error(ErrorCode::invalid_argument, "no key for " + call + ": the operand came without keys",
              "a ciphertext of a client or a server", "let a server take it: server.take(x)");
}

void require_levels(const Desk& desk, std::size_t a, std::size_t b) {
  if (a == b || desk.options().match_levels) return;
  throw Error(ErrorCode::mismatch,
              "operands of the levels " + std::to_string(a) + " and " + std::to_string(b),
              "one level, since the server was made with match_levels=False",
              "switch the higher one: x.switch_to(" + std::to_string(std::min(a, b)) + ")");
}

}  // namespace lath::python
