// SPDX-License-Identifier: Apache-2.0
//
// Sessions without their operations, and the keys that they find.
#include "lath/he/session.hpp"

#include <string>
#include <utility>

#include "he/access.hpp"
#include "he/core/require.hpp"
#include "he/evaluator/session_state.hpp"
#include "he/result_memory.hpp"
#include "lath/base/error.hpp"

namespace lath::he {
SessionState::SessionState(std::shared_ptr<const Context> for_context, const EvaluationKeys& keys,
                           EvaluatorOptions options)
    : context(std::move(for_context)),
      workspace(*context),
      store_(keys.store()),
      options_(options) {
  if (store_ == nullptr) return;
  require_keys(Access::tables(store_->key_space()), context->keys, "a set of evaluation keys");
}

std::shared_ptr<const RelinKey> SessionState::relin_key() const {
  std::shared_ptr<const RelinKey> key = store_ == nullptr ? nullptr : store_->relin_key();
  if (key == nullptr) {
    throw Error(ErrorCode::invalid_argument, "a session without a relinearisation key",
                "need one to relinearise a product",
                "give it to the session: evaluator.session(relin_key)");
  }
  require_keys(key->key.tables(), context->keys, "a relinearisation key");
  return key;
}

std::vector<std::uint64_t> SessionState::elements() const {
  return store_ == nullptr ? std::vector<std::uint64_t>() : store_->elements();
}

GaloisKey SessionState::find(std::uint64_t g) const {
  if (store_ == nullptr) return {};
  GaloisKey key{store_->galois_keys(g)};
  if (key.set == nullptr) return {};
  require_keys(key.set->tables(), context->keys, "a set of Galois keys");
  key.entry = key.set->find(g);
  return key;
}

GaloisKey SessionState::galois_key(std::uint64_t g, const Substitution& use) const {
  GaloisKey key = find(g);
  if (key.entry == nullptr) refuse_without_key(*context->keys, elements(), g, use);
  return key;
}

void SessionState::append_route(std::vector<GaloisKey>& keys, std::uint64_t g,
                                const Substitution& use) {
  GaloisKey direct = find(g);
  if (direct.entry != nullptr) {
    keys.push_back(std::move(direct));
    return;
  }
  if (!routes_) routes_.emplace(context->degree(), elements());
  if (routes_->length(g) == RotationRoutes::unreachable) {
    refuse_without_key(*context->keys, elements(), g, use);
  }
  for (; g != 1; g = routes_->before(g)) keys.push_back(galois_key(routes_->last(g), use));
}

SessionUse::SessionUse(SessionState* state) : state_(state) {
  if (state == nullptr) refuse_moved_from_operand("a session");
  if (state->in_use_.test_and_set(std::memory_order_acquire)) {
    throw Error(ErrorCode::invalid_argument, "a session that another operation uses",
                "need a session for each thread",
                "let each thread call session() of the evaluator, which threads share");
  }
}

SessionUse::~SessionUse() {
  state_->route.clear();
  state_->in_use_.clear(std::memory_order_release);
}

SchemeSession::SchemeSession(std::shared_ptr<const Context> context, const EvaluationKeys& keys,
                             EvaluatorOptions options)
    : state_(new SessionState(std::move(context), keys, options)) {}

void SchemeSession::Delete::operator()(SessionState* state) const noexcept { delete state; }

void SchemeSession::move_to(const std::shared_ptr<const Context>& context) {
  const SessionUse session(state());
  require_keys(session->context->keys, context->keys, "a session");
  session->workspace.move_to(*context);
  session->context = context;
}

void SchemeSession::refuse_integer(std::uint64_t k) {
  throw Error(ErrorCode::invalid_argument, "the integer " + std::to_string(k),
              "need one below 2^63", "reduce it modulo the plaintext modulus first");
}

template <class Result>
Result SchemeSession::empty() const {
  if (state_ == nullptr) refuse_moved_from_operand("a session");
  return empty_result<Result>(state_->context);
}

template Ciphertext SchemeSession::empty() const;
template Product<Coeff> SchemeSession::empty() const;
template Product<Eval> SchemeSession::empty() const;

std::size_t session_bytes(const SchemeSession& session) {
  return SessionUse(session.state())->workspace.bytes();
}

std::size_t session_bytes(const SchemeParameters& parameters, std::span<const SessionWork> works) {
  return EvaluatorWorkspace::bytes(*parameters.context(), works);
}

}  // namespace lath::he
