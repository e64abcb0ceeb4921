// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lath/he/session.hpp"

namespace lath::he {

/// Computes on ciphertexts of one scheme, Bfv or Bgv: its sessions do. Immutable, cheap to copy,
/// safe to share between threads; a moved-from object stays valid.
template <class Scheme>
class Evaluator {
 public:
  /// The evaluator for these parameters.
  explicit Evaluator(const typename Scheme::Parameters& parameters,
                     EvaluatorOptions options = {}) noexcept
      : parameters_(parameters), options_(options) {}

  /// A session with these evaluation keys, for one thread: threads share the keys. It takes memory
  /// for its operations when they come first, at most session_bytes(). Throws mismatch if the keys
  /// belong to another key space.
  [[nodiscard]] Session<Scheme> session(const EvaluationKeys& keys = {}) const {
    return {parameters_.context(), keys, options_};
  }

 private:
  typename Scheme::Parameters parameters_;
  EvaluatorOptions options_;
};

}  // namespace lath::he
