// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lath/lath.hpp"

namespace lath::python {

/// The keys with which a desk computes.
struct DeskKeys {
  std::optional<he::RelinKey> relin;
  std::optional<he::GaloisKeys> galois;

  /// The keys as sessions take them.
  [[nodiscard]] he::EvaluationKeys evaluation() const;
};

/// The place where ciphertexts are computed on: parameters of either scheme, keys, and sessions
/// that are lent for a call, so that operators work in any thread. Shared by all ciphertexts that
/// were made with it.
class Desk {
 public:
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;
  virtual ~Desk() = default;

  /// The name of the scheme.
  [[nodiscard]] virtual const char* scheme() const noexcept = 0;
  /// The parameters.
  [[nodiscard]] virtual const he::SchemeParameters& parameters() const noexcept = 0;
  /// A desk with other keys.
  [[nodiscard]] virtual std::shared_ptr<Desk> with(DeskKeys keys, bool match_levels) const = 0;
  /// Calls `use` with a session that no other thread has.
  virtual void lend(const std::function<void(he::SchemeSession&)>& use) = 0;
  /// The product of two ciphertexts, relinearised.
  [[nodiscard]] virtual he::Ciphertext product(const he::Ciphertext& a,
                                               const he::Ciphertext& b) = 0;

  /// The keys.
  [[nodiscard]] const DeskKeys& keys() const noexcept { return keys_; }
  /// Whether operands of different levels meet at the lowest.
  [[nodiscard]] bool matches_levels() const noexcept { return match_levels_; }
  /// The encoder of slots. Throws unsupported if the plaintexts have none.
  [[nodiscard]] const he::SlotEncoder& slots();
  /// "BFV n=8192 t=65537".
  [[nodiscard]] std::string facts() const;

 protected:
  Desk(DeskKeys keys, bool match_levels) : keys_(std::move(keys)), match_levels_(match_levels) {}

 private:
  DeskKeys keys_;
  bool match_levels_;
  std::mutex encoder_mutex_;
  std::optional<he::SlotEncoder> encoder_;
};

using Ref = std::shared_ptr<Desk>;

/// The desk of one scheme.
template <class Scheme>
class DeskOf final : public Desk {
 public:
  explicit DeskOf(const he::Parameters<Scheme>& parameters, DeskKeys keys = {},
                  bool match_levels = true)
      : Desk(std::move(keys), match_levels),
        parameters_(parameters),
        evaluator_(parameters, {.automatic_levels = match_levels}) {}

  [[nodiscard]] const char* scheme() const noexcept override {
    return Scheme::kScheme == he::Scheme::bfv ? "BFV" : "BGV";
  }
  [[nodiscard]] const he::Parameters<Scheme>& parameters() const noexcept override {
    return parameters_;
  }
  [[nodiscard]] Ref with(DeskKeys keys, bool match_levels) const override {
    return std::make_shared<DeskOf>(parameters_, std::move(keys), match_levels);
  }
  void lend(const std::function<void(he::SchemeSession&)>& use) override {
    const Loan loan(*this);
    use(*loan.session);
  }
  [[nodiscard]] he::Ciphertext product(const he::Ciphertext& a, const he::Ciphertext& b) override {
    const Loan loan(*this);
    return loan.session->relinearize(loan.session->multiply(a, b));
  }

 private:
  using Session = he::Session<Scheme>;
  // A session that goes back to the idle ones when the call ends, also by an exception.
  struct Loan {
    explicit Loan(DeskOf& lender) : desk(lender), session(lender.take()) {}
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;
    ~Loan() { desk.give_back(std::move(session)); }
    DeskOf& desk;
    std::unique_ptr<Session> session;
  };

  std::unique_ptr<Session> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        auto session = std::move(idle_.back());
        idle_.pop_back();
        return session;
      }
      ++made_;
      idle_.reserve(made_);
    }
    return std::make_unique<Session>(evaluator_.session(keys().evaluation()));
  }
  void give_back(std::unique_ptr<Session> session) noexcept {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(session));
  }

  he::Parameters<Scheme> parameters_;
  he::Evaluator<Scheme> evaluator_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Session>> idle_;
  std::size_t made_ = 0;  // idle_ has room for all of them
};

/// A ciphertext and the desk that computes on it.
struct Cipher {
  Ref desk;
  he::Ciphertext value;
};

/// The owner of a secret key.
struct Client {
  Ref desk;
  he::SecretKey key;
};

/// Whoever computes with keys for everybody.
struct Server {
  Ref desk;
};

}  // namespace lath::python
