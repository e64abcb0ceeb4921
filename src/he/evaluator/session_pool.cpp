// SPDX-License-Identifier: Apache-2.0
#include "lath/he/core/session_pool.hpp"

#include <mutex>

#include "base/fork.hpp"

namespace lath::he {
namespace {

// The mutex that no forked child finds locked. It is held for a look at a list, never for work.
std::unique_lock<std::mutex> look() { return std::unique_lock(detail::cache_mutex()); }

}  // namespace

template <class Scheme>
struct SessionPool<Scheme>::State {
  Evaluator<Scheme> evaluator;
  EvaluationKeys keys;
  std::unique_ptr<Entry> idle;  // a list, so that a session goes back without an allocation
};

template <class Scheme>
SessionPool<Scheme>::SessionPool(const Evaluator<Scheme>& evaluator, const EvaluationKeys& keys)
    : state_(new State{evaluator, keys, nullptr}) {}

template <class Scheme>
typename SessionPool<Scheme>::Loan SessionPool<Scheme>::lend() const {
  std::unique_ptr<Entry> entry;
  {
    const auto lock = look();
    entry = std::move(state_->idle);
    if (entry != nullptr) state_->idle = std::move(entry->next);
  }
  if (entry == nullptr) {
    entry.reset(new Entry{state_->evaluator.session(state_->keys), nullptr});
  }
  return Loan(state_, std::move(entry));
}

template <class Scheme>
SessionPool<Scheme>::Loan::~Loan() {
  if (entry_->session.state() == nullptr) return;
  const auto lock = look();
  entry_->next = std::move(lender_->idle);
  lender_->idle = std::move(entry_);
}

template <class Scheme>
std::size_t SessionPool<Scheme>::idle() const {
  const auto lock = look();
  std::size_t count = 0;
  for (const Entry* entry = state_->idle.get(); entry != nullptr; entry = entry->next.get()) {
    ++count;
  }
  return count;
}

template <class Scheme>
void SessionPool<Scheme>::free_idle() const {
  std::unique_ptr<Entry> list;
  {
    const auto lock = look();
    list = std::move(state_->idle);
  }
  while (list != nullptr) list = std::move(list->next);
}

template class SessionPool<Bfv>;
template class SessionPool<Bgv>;

}  // namespace lath::he
