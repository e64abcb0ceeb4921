// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "he/context.hpp"
#include "he/evaluator/evaluator_workspace.hpp"
#include "he/keys/galois_elements.hpp"
#include "he/keys/rotation_routes.hpp"
#include "lath/he/session.hpp"

namespace lath::he {

/// The inside of a session.
class SessionState {
 public:
  SessionState(std::shared_ptr<const Context> for_context, const EvaluationKeys& keys,
               EvaluatorOptions options);

  std::shared_ptr<const Context> context;
  EvaluatorWorkspace workspace;

  /// The workspace if operands may be switched down in it, else null.
  [[nodiscard]] EvaluatorWorkspace* switching() noexcept {
    return options_.automatic_levels ? &workspace : nullptr;
  }
  /// The relinearisation key. Throws invalid_argument if there is none, mismatch if the store has
  /// one of another key space.
  [[nodiscard]] std::shared_ptr<const RelinKey> relin_key() const;
  /// The key of one automorphism. Throws invalid_argument if there is none, naming its use and the
  /// keys that there are, or why there can be none.
  [[nodiscard]] GaloisKey galois_key(std::uint64_t g, const Substitution& use) const;
  /// Appends to `keys` the keys of automorphisms that one after the other are x -> x^g, as few as
  /// possible. Throws as galois_key() does.
  void append_route(std::vector<GaloisKey>& keys, std::uint64_t g, const Substitution& use);

  /// The keys that the present operation uses.
  std::vector<GaloisKey> route;

 private:
  friend class SessionUse;

  [[nodiscard]] GaloisKey find(std::uint64_t g) const;
  [[nodiscard]] std::vector<std::uint64_t> elements() const;

  std::shared_ptr<const EvaluationKeyStore> store_;
  EvaluatorOptions options_;
  std::optional<RotationRoutes> routes_;  // made for the first rotation that has no key
  std::atomic_flag in_use_;
};

/// The use of a session by one operation. Throws mismatch if the session was moved from,
/// invalid_argument if another operation uses it.
class SessionUse {
 public:
  explicit SessionUse(SessionState* state);
  SessionUse(const SessionUse&) = delete;
  SessionUse& operator=(const SessionUse&) = delete;
  ~SessionUse();

  [[nodiscard]] SessionState* operator->() const noexcept { return state_; }
  [[nodiscard]] SessionState& operator*() const noexcept { return *state_; }

 private:
  SessionState* state_;
};

}  // namespace lath::he
