// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <utility>

#include "lath/random/generator.hpp"

namespace lath::python {

/// A generator that threads may share: each call has the stream for itself.
class SharedGenerator {
 public:
  explicit SharedGenerator(Generator generator) : generator_(std::move(generator)) {}

  /// Calls `use` with the generator, which no other thread has meanwhile.
  template <class Use>
  decltype(auto) lend(const Use& use) {
    const std::lock_guard lock(mutex_);
    return use(generator_);
  }

 private:
  std::mutex mutex_;
  Generator generator_;
};

/// Calls `use` with this generator, or with one of the system if there is none. Call it without
/// the GIL.
template <class Use>
decltype(auto) with_generator(SharedGenerator* generator, const Use& use) {
  if (generator != nullptr) return generator->lend(use);
  Generator fresh = Generator::from_system();
  return use(fresh);
}

}  // namespace lath::python
