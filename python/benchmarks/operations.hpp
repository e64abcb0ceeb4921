// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "lath/lath.hpp"

namespace lath::python {

/// The result of an operation.
using Value =
    std::variant<he::Ciphertext, he::Plaintext, Buffer<std::int64_t, Secret>, Buffer<std::byte>>;

/// The operands of the operations.
template <class Scheme>
struct Operands {
  he::Parameters<Scheme> parameters;
  he::SecretKey secret_key;
  he::PublicKey public_key;
  he::EvaluationKeys keys;
  he::Ciphertext x, y;
  std::vector<std::int64_t> values;
};

/// Operations by name, as a program of C++ calls them: one session, one encryptor, one generator.
/// The session is lent by the client, so that both sides have one scratch memory.
template <class Scheme>
class Operations {
 public:
  explicit Operations(Operands<Scheme> operands)
      : of_(std::move(operands)),
        encoder_(he::SlotEncoder::create(of_.parameters)),
        symmetric_(of_.parameters, of_.secret_key),
        encryptor_(of_.parameters, of_.public_key),
        decryptor_(of_.parameters, of_.secret_key),
        generator_(Generator::from_system()),
        bytes_(he::to_bytes(of_.x)) {
    add_encodings();
    add_sums();
    add_products();
    add_switches();
    add_bytes();
  }
  Operations(const Operations&) = delete;
  Operations& operator=(const Operations&) = delete;
  ~Operations() = default;

  /// Computes with this session of the scheme from now on.
  void take(he::SchemeSession& session) noexcept {
    session_ = &static_cast<he::Session<Scheme>&>(session);
  }
  /// The operation of a name. Throws std::out_of_range for other names.
  [[nodiscard]] const std::function<void()>& at(const std::string& name) const {
    return loops_.at(name);
  }
  /// The result of one call.
  [[nodiscard]] Value result(const std::string& name) const { return results_.at(name)(); }
  /// A product for a loop of a thread, with a session of its own.
  [[nodiscard]] std::function<void()> product() const {
    auto session = std::make_shared<he::Session<Scheme>>(
        he::Evaluator<Scheme>(of_.parameters, {.automatic_levels = true}).session(of_.keys));
    return [this, session] { (void)session->relinearize(session->multiply(of_.x, of_.y)); };
  }

 private:
  template <class Call>
  void add(const char* name, const Call& call) {
    loops_[name] = [call] { (void)call(); };
    results_[name] = [call]() -> Value { return call(); };
  }
  void add_encodings() {
    add("encode", [this] { return plain(); });
    add("encrypt, secret key", [this] { return symmetric_.encrypt(plain(), generator_); });
    add("encrypt, public key", [this] { return encryptor_.encrypt(plain(), generator_); });
    add("decrypt", [this] { return encoder_.decode_signed(decryptor_.decrypt(of_.x)); });
  }
  void add_sums() {
    add("add", [this] { return session_->add(of_.x, of_.y); });
    add("sub", [this] { return session_->sub(of_.x, of_.y); });
    add("negate", [this] { return session_->multiply_plain(of_.x, -1); });
    add("add array", [this] { return session_->add_plain(of_.x, plain()); });
    add("add int", [this] { return session_->add_plain(of_.x, 7); });
  }
  void add_products() {
    add("multiply", [this] { return session_->relinearize(session_->multiply(of_.x, of_.y)); });
    add("square", [this] { return session_->relinearize(session_->multiply(of_.x, of_.x)); });
    add("multiply array", [this] { return session_->multiply_plain(of_.x, plain()); });
    add("multiply int", [this] { return session_->multiply_plain(of_.x, 7); });
  }
  void add_switches() {
    const std::size_t n = of_.parameters.degree();
    add("rotate", [this] { return session_->rotate_rows(of_.x, 1); });
    add("sum", [this, n] { return session_->sum_columns(of_.x, n); });
    add("level down", [this] { return session_->mod_switch(of_.x, of_.x.level() - 1); });
  }
  void add_bytes() {
    add("to bytes", [this] { return he::to_bytes(of_.x); });
    add("pickle", [this] { return he::to_bytes(of_.x); });
    add("from bytes", [this] { return he::ciphertext_from_bytes(of_.parameters, bytes_.span()); });
    add("unpickle", [this] { return he::ciphertext_from_bytes(of_.parameters, bytes_.span()); });
  }
  [[nodiscard]] he::Plaintext plain() const { return encoder_.encode_signed(of_.values); }

  Operands<Scheme> of_;
  he::Session<Scheme>* session_ = nullptr;
  he::SlotEncoder encoder_;
  he::SymmetricEncryptor symmetric_;
  he::Encryptor encryptor_;
  he::Decryptor decryptor_;
  Generator generator_;
  Buffer<std::byte> bytes_;
  std::map<std::string, std::function<void()>> loops_;
  std::map<std::string, std::function<Value()>> results_;
};

}  // namespace lath::python
