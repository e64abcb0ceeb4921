// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "lath/lath.hpp"

namespace lath::python {

/// The keys with which a desk computes.
struct DeskKeys {
  std::optional<he::RelinKey> relin;
  std::optional<he::GaloisKeys> galois;

  /// The keys as sessions take them.
  [[nodiscard]] he::EvaluationKeys evaluation() const;
};

/// How values stand in plaintexts.
enum class Encoding : std::uint8_t {
  slots,         ///< integers in slots: sums and products act on each by itself
  elements,      ///< elements of Galois rings in slots, a row of words each
  coefficients,  ///< the coefficients of polynomials: products are products of polynomials
  integers,      ///< one integer over Z, by its digits
};
/// The name of an encoding in Python.
[[nodiscard]] const char* name_of(Encoding encoding) noexcept;
/// The encoding of a name. Throws invalid_argument for other names.
[[nodiscard]] Encoding encoding_of(std::string_view name);

class Desk;
class Encoder;
///@{
/// The desk without keys of these parameters, which all ciphertexts share that came as bytes. May
/// be called with and without the GIL.
[[nodiscard]] std::shared_ptr<Desk> desk_without_keys(const he::bfv::Parameters& parameters,
                                                      Encoding encoding = Encoding::slots);
[[nodiscard]] std::shared_ptr<Desk> desk_without_keys(const he::bgv::Parameters& parameters,
                                                      Encoding encoding = Encoding::slots);
///@}

/// How a desk treats its operands and results.
struct DeskOptions {
  bool match_levels = true;  ///< whether operands of different levels meet at the lowest
  bool relinearize = true;   ///< whether the operator * relinearises products
};

/// A product that is not relinearised, of either scheme.
using AnyProduct = std::variant<he::Product<Coeff>, he::Product<Eval>>;

/// The place where ciphertexts are computed on: parameters of either scheme, keys, and sessions
/// that are lent for a call, so that operators work in any thread. Shared by all ciphertexts that
/// were made with it.
class Desk : public std::enable_shared_from_this<Desk> {
 public:
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;
  virtual ~Desk();

  /// The name of the scheme.
  [[nodiscard]] virtual const char* scheme() const noexcept = 0;
  /// The parameters.
  [[nodiscard]] virtual const he::SchemeParameters& parameters() const noexcept = 0;
  /// The desk of these parameters without keys.
  [[nodiscard]] virtual std::shared_ptr<Desk> without_keys() = 0;
  /// A desk of these parameters with keys.
  [[nodiscard]] virtual std::shared_ptr<Desk> with(DeskKeys keys, DeskOptions options) = 0;
  /// This desk with another encoding.
  [[nodiscard]] virtual std::shared_ptr<Desk> with(Encoding encoding) = 0;
  /// Calls `use` with a session that no other thread has.
  virtual void lend(const std::function<void(he::SchemeSession&)>& use) = 0;
  /// The product of two ciphertexts, not relinearised.
  [[nodiscard]] virtual AnyProduct multiply(const he::Ciphertext& a, const he::Ciphertext& b) = 0;
  /// The ciphertext of a product. Throws mismatch if the other scheme made it.
  [[nodiscard]] virtual he::Ciphertext relinearize(const AnyProduct& product) = 0;

  /// The keys.
  [[nodiscard]] const DeskKeys& keys() const noexcept { return keys_; }
  /// The options.
  [[nodiscard]] const DeskOptions& options() const noexcept { return options_; }
  /// The encoding.
  [[nodiscard]] Encoding encoding() const noexcept { return encoding_; }
  /// The encoder of values, one for equal parameters and encodings, made when it is first needed.
  /// Throws unsupported if the plaintexts have none.
  [[nodiscard]] const Encoder& encoder();
  /// "BFV n=8192 t=65537".
  [[nodiscard]] std::string facts() const;

 protected:
  Desk(DeskKeys keys, DeskOptions options, Encoding encoding)
      : keys_(std::move(keys)), options_(options), encoding_(encoding) {}

 private:
  DeskKeys keys_;
  DeskOptions options_;
  Encoding encoding_;
  // The desk without keys has it. No mutex guards it, which a forked child could find locked.
  std::atomic<const Encoder*> encoder_ = nullptr;
};

using Ref = std::shared_ptr<Desk>;

/// The desk of one scheme.
template <class Scheme>
class DeskOf final : public Desk {
 public:
  explicit DeskOf(const he::Parameters<Scheme>& parameters, Encoding encoding = Encoding::slots,
                  DeskKeys keys = {}, DeskOptions options = {}, Ref without_keys = nullptr)
      : Desk(std::move(keys), options, encoding),
        parameters_(parameters),
        sessions_(he::Evaluator<Scheme>(parameters, {.automatic_levels = options.match_levels}),
                  this->keys().evaluation()),
        without_keys_(std::move(without_keys)) {}

  [[nodiscard]] const char* scheme() const noexcept override {
    return Scheme::kScheme == he::Scheme::bfv ? "BFV" : "BGV";
  }
  [[nodiscard]] const he::Parameters<Scheme>& parameters() const noexcept override {
    return parameters_;
  }
  [[nodiscard]] Ref without_keys() override {
    return without_keys_ ? without_keys_ : shared_from_this();
  }
  [[nodiscard]] Ref with(DeskKeys keys, DeskOptions options) override {
    return std::make_shared<DeskOf>(parameters_, encoding(), std::move(keys), options,
                                    without_keys());
  }
  [[nodiscard]] Ref with(Encoding encoding) override {
    const Ref other = desk_without_keys(parameters_, encoding);
    return keys().relin || keys().galois ? other->with(keys(), options()) : other;
  }
  void lend(const std::function<void(he::SchemeSession&)>& use) override { use(*sessions_.lend()); }
  [[nodiscard]] AnyProduct multiply(const he::Ciphertext& a, const he::Ciphertext& b) override {
    return sessions_.lend()->multiply(a, b);
  }
  [[nodiscard]] he::Ciphertext relinearize(const AnyProduct& product) override {
    const auto* own = std::get_if<typename Scheme::Product>(&product);
    if (own == nullptr) {
      throw Error(ErrorCode::mismatch, "a product of the other scheme",
                  std::string("a product of ") + scheme(), "let a server of its scheme take it");
    }
    return sessions_.lend()->relinearize(*own);
  }

 private:
  he::Parameters<Scheme> parameters_;
  he::SessionPool<Scheme> sessions_;
  Ref without_keys_;  // lives as long as desks with keys, for ciphertexts that come as bytes
};

/// A desk without keys that there is of these parameters, by the name of the scheme; null if
/// there is none.
[[nodiscard]] Ref find_desk(const char* scheme, const he::Literal& literal);

/// A ciphertext and the desk that computes on it.
struct Cipher {
  Ref desk;
  he::Ciphertext value;
};

/// A product that is not relinearised, and the desk that computes on it.
struct Product {
  Ref desk;
  AnyProduct value;
};

/// The owner of a secret key. Each copy of the key takes time and is wiped: a call makes none.
struct Client {
  Client(Ref place, he::SecretKey secret)
      : desk(std::move(place)),
        key(std::move(secret)),
        encryptor(desk->parameters(), key),
        decryptor(desk->parameters(), key) {}

  Ref desk;
  he::SecretKey key;
  he::SymmetricEncryptor encryptor;
  he::Decryptor decryptor;
};

/// Whoever computes with keys for everybody.
struct Server {
  Ref desk;
};

/// Whoever encrypts for the owner of the secret key.
struct PublicKey {
  Ref desk;
  he::PublicKey key;
};

}  // namespace lath::python
