// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"

namespace lath::he {

/// Sessions of one scheme, Bfv or Bgv, with the same keys and options, that are lent to any thread:
/// pool.lend()->add(a, b). A session is made when no other is idle, so that there are as many as
/// were ever lent at once. Safe to share between threads, and to use in a process that was forked,
/// whatever the threads of its parent did: the child has the idle sessions, and loses those that
/// other threads had. Copies share the sessions. A moved-from object stays valid.
template <class Scheme>
class SessionPool {
  struct State;
  struct Entry {
    Session<Scheme> session;
    std::unique_ptr<Entry> next;
  };

 public:
  /// A session that one thread has until the loan ends, and may be used as long, even if the pool
  /// ends before. Then it goes back, also by an exception; a session that was moved from does not.
  class Loan {
   public:
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;
    ~Loan();

    ///@{
    /// The session.
    [[nodiscard]] Session<Scheme>& operator*() const noexcept { return entry_->session; }
    [[nodiscard]] Session<Scheme>* operator->() const noexcept { return &entry_->session; }
    ///@}

   private:
    friend class SessionPool;
    Loan(std::shared_ptr<State> lender, std::unique_ptr<Entry> entry) noexcept
        : lender_(std::move(lender)), entry_(std::move(entry)) {}

    std::shared_ptr<State> lender_;
    std::unique_ptr<Entry> entry_;
  };

  /// The pool of sessions of an evaluator with these keys. Makes no session yet.
  explicit SessionPool(const Evaluator<Scheme>& evaluator, const EvaluationKeys& keys = {});
  ///@{
  /// Copies share the sessions. A moved-from object keeps them.
  SessionPool(const SessionPool&) noexcept = default;
  SessionPool& operator=(const SessionPool&) noexcept = default;
  ///@}
  ~SessionPool() = default;

  /// An idle session, or a new one. Takes less than a microsecond where one is idle. Throws
  /// mismatch if the keys belong to another key space.
  [[nodiscard]] Loan lend() const;
  /// The number of idle sessions, each of which holds at most session_bytes() of memory.
  [[nodiscard]] std::size_t idle() const;
  /// Frees the idle sessions.
  void free_idle() const;

 private:
  std::shared_ptr<State> state_;
};

///@cond
extern template class SessionPool<Bfv>;
extern template class SessionPool<Bgv>;
///@endcond

}  // namespace lath::he
