// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "lath/base/work.hpp"
#include "lath/he/core/key_id.hpp"
#include "lath/he/core/key_space.hpp"
#include "lath/he/noise_bound.hpp"
#include "lath/he/scheme_parameters.hpp"
#include "lath/random/generator.hpp"
#include "lath/ring/automorphism.hpp"
#include "lath/ring/engine.hpp"
#include "lath/ring/poly.hpp"

/// @file
/// The keys of homomorphic schemes, which a KeyGenerator makes. A key belongs to a key space and
/// serves all parameters over it, of both schemes and with any plaintexts; with others it is a
/// mismatch. Copies of keys for everybody share their memory.
namespace lath::he {

/// The secret key: a polynomial s whose coefficients are -1, 0 and 1 with equal probability. Its
/// values at the roots of the ring are not larger than sqrt((2n/3) ln(n)), which the noise bounds
/// count on; two keys in five are drawn again for that. Other libraries do not draw again: keys of
/// theirs with values of up to sqrt((2n/3)(ln(n) + 32)) can be read, but bounds promise nothing of
/// them, see bounds().
class SecretKey {
 public:
  /// The identifier, which tells this key from other secret keys.
  [[nodiscard]] KeyId id() const noexcept { return id_; }
  /// This key without an identifier: no object that is made with it has one, so that ciphertexts of
  /// one owner cannot be linked by identifiers. Then no operation notices if objects of several
  /// secret keys are mixed: the results decrypt to garbage.
  [[nodiscard]] SecretKey without_id() const { return with_id(KeyId()); }
  /// The origin of the noise bounds of all that is encrypted with this key, or with a public key
  /// that was made from it: claimed if the key is longer than the bounds count on, and own
  /// otherwise.
  [[nodiscard]] BoundOrigin bounds() const noexcept { return bounds_; }

  ///@cond
  SecretKey(std::shared_ptr<const KeyTables> tables, KeyId id, Poly<DynamicRing, Eval, Secret> s,
            BoundOrigin bounds) noexcept
      : tables_(std::move(tables)), id_(id), s_(std::move(s)), bounds_(bounds) {}
  [[nodiscard]] SecretKey with_id(KeyId id) const {
    SecretKey key = *this;
    key.id_ = id;
    return key;
  }
  [[nodiscard]] const std::shared_ptr<const KeyTables>& tables() const noexcept { return tables_; }
  [[nodiscard]] const Poly<DynamicRing, Eval, Secret>& value() const noexcept { return s_; }
  ///@endcond

 private:
  std::shared_ptr<const KeyTables> tables_;
  KeyId id_;
  Poly<DynamicRing, Eval, Secret> s_;  // modulo Q P
  BoundOrigin bounds_;
};

/// The seed of the uniform part of a key; as public as the key itself.
using PublicSeed = std::array<std::byte, 32>;

/// The public key: a sample (b, a) = (e - a s, a) of Ring-LWE modulo Q, an encryption of zero in
/// BFV, and in BGV after a product with t. A seed determines a, unless a was given by somebody who
/// makes keys in another way; then the key takes twice the bytes.
class PublicKey {
 public:
  /// The identifier of its secret key.
  [[nodiscard]] KeyId id() const noexcept { return id_; }
  /// The seed of a; none if a was given.
  [[nodiscard]] const std::optional<PublicSeed>& seed() const noexcept { return seed_; }
  /// The origin of the noise bounds of all that is encrypted with this key: the origin that its
  /// secret key has, and claimed for a public key of another library, which does not say how long
  /// its secret key is.
  [[nodiscard]] BoundOrigin bounds() const noexcept { return bounds_; }

  ///@cond
  PublicKey(std::shared_ptr<const KeyTables> tables, KeyId id,
            const std::optional<PublicSeed>& seed, const RowBuffer& b, const RowBuffer& a,
            BoundOrigin bounds) noexcept
      : tables_(std::move(tables)), id_(id), seed_(seed), b_(b), a_(a), bounds_(bounds) {}
  [[nodiscard]] const std::shared_ptr<const KeyTables>& tables() const noexcept { return tables_; }
  [[nodiscard]] ConstRows b() const noexcept { return b_.rows(); }
  [[nodiscard]] ConstRows a() const noexcept { return a_.rows(); }
  ///@endcond

 private:
  std::shared_ptr<const KeyTables> tables_;
  KeyId id_;
  std::optional<PublicSeed> seed_;
  RowBuffer b_, a_;
  BoundOrigin bounds_;
};

/// A key that leads from one secret to another, in the engine's layout. For each digit d of Q it
/// has (e_d - a_d s' + P w_d s, a_d) modulo Q P, where w_d is one modulo the primes of the digit
/// and zero modulo the others. A seed determines all a_d, unless they were given. It serves all
/// levels, and both schemes. The errors e_d are as large as the key space says, or larger where
/// another library made the key: noise bounds count them as they are.
class SwitchingKey {
 public:
  /// The identifier of its secret key.
  [[nodiscard]] KeyId id() const noexcept { return id_; }
  /// The seed of the a_d; none if they were given.
  [[nodiscard]] const std::optional<PublicSeed>& seed() const noexcept { return seed_; }

  ///@cond
  SwitchingKey(std::shared_ptr<const KeyTables> tables, KeyId id,
               const std::optional<PublicSeed>& seed, const PreparedKey& prepared,
               double log2_error_factor = 0) noexcept
      : tables_(std::move(tables)),
        id_(id),
        seed_(seed),
        prepared_(prepared),
        log2_error_factor_(log2_error_factor) {}
  [[nodiscard]] const std::shared_ptr<const KeyTables>& tables() const noexcept { return tables_; }
  [[nodiscard]] const PreparedKey& prepared() const noexcept { return prepared_; }
  // log2 of the quotient of the errors and the errors that the key space says.
  [[nodiscard]] double log2_error_factor() const noexcept { return log2_error_factor_; }
  ///@endcond

 private:
  std::shared_ptr<const KeyTables> tables_;
  KeyId id_;
  std::optional<PublicSeed> seed_;
  PreparedKey prepared_;
  double log2_error_factor_;
};

/// The key that turns products back into ciphertexts: from s^2 to s.
struct RelinKey {
  SwitchingKey key;  ///< from s^2 to s
};

/// Keys for the automorphisms x -> x^g of a ring: each leads from s(x^g) to s.
class GaloisKeys {
 public:
  /// The identifier of their secret key.
  [[nodiscard]] KeyId id() const noexcept { return id_; }
  /// The exponents g, in ascending order.
  [[nodiscard]] std::vector<std::uint64_t> elements() const;
  /// Whether there is a key for g.
  [[nodiscard]] bool has(std::uint64_t g) const noexcept { return keys_.contains(g); }

  ///@cond
  struct Entry {
    SwitchingKey key;
    Automorphism automorphism;
  };
  GaloisKeys(std::shared_ptr<const KeyTables> tables, KeyId id,
             std::map<std::uint64_t, Entry> keys) noexcept
      : tables_(std::move(tables)), id_(id), keys_(std::move(keys)) {}
  [[nodiscard]] const std::shared_ptr<const KeyTables>& tables() const noexcept { return tables_; }
  /// The key for x -> x^g; null if there is none.
  [[nodiscard]] const Entry* find(std::uint64_t g) const noexcept {
    const auto found = keys_.find(g);
    return found == keys_.end() ? nullptr : &found->second;
  }
  /// The key for x -> x^g, where g is one of elements().
  [[nodiscard]] const Entry& entry(std::uint64_t g) const noexcept { return *find(g); }
  ///@endcond

 private:
  std::shared_ptr<const KeyTables> tables_;
  KeyId id_;
  std::map<std::uint64_t, Entry> keys_;
};

/// Makes keys. All that it draws comes from the generator that it is given, in the order of calls:
/// the same calls with a generator of the same seed make the same keys. SeededKeys makes keys that
/// do not depend on the order.
class KeyGenerator {
 public:
  ///@{
  /// The key generator for a key space, or for the key space of parameters. A generator that is
  /// moved in belongs to the object and its copies; another one must outlive them.
  KeyGenerator(const KeySpace& key_space, Generator&& generator);
  KeyGenerator(const SchemeParameters& parameters, Generator&& generator)
      : KeyGenerator(parameters.key_space(), std::move(generator)) {}
  KeyGenerator(const KeySpace& key_space, Generator& generator) noexcept;
  KeyGenerator(const SchemeParameters& parameters, Generator& generator) noexcept
      : KeyGenerator(parameters.key_space(), generator) {}
  ///@}
  ///@cond
  KeyGenerator(std::shared_ptr<const KeyTables> tables, Generator& generator) noexcept
      : tables_(std::move(tables)), generator_(std::shared_ptr<void>(), &generator) {}
  ///@endcond
  ///@{
  /// Copies draw from the same generator. A moved-from object keeps its generator.
  KeyGenerator(const KeyGenerator&) noexcept = default;
  KeyGenerator& operator=(const KeyGenerator&) noexcept = default;
  ///@}
  ~KeyGenerator() = default;

  /// A new secret key.
  [[nodiscard]] SecretKey secret_key();
  ///@{
  /// A key for everybody that belongs to a secret key. Throws mismatch if the secret key belongs to
  /// another key space, cancelled after a stop request. The work counts digits.
  [[nodiscard]] PublicKey public_key(const SecretKey& secret);
  [[nodiscard]] RelinKey relin_key(const SecretKey& secret, const Work& work = {});
  ///@}
  ///@{
  /// Keys for the automorphisms x -> x^g of these g, units modulo the index and below it: odd ones
  /// below 2n for x^n + 1. Throws mismatch if the secret key belongs to another key space,
  /// invalid_argument for another g, before anything is drawn, and cancelled after a stop request.
  /// Each key takes as much memory as a relinearisation key, and the work counts the digits of all
  /// keys: KeySpace::digits() for each.
  [[nodiscard]] GaloisKeys galois_keys(const SecretKey& secret,
                                       std::span<const std::uint64_t> elements,
                                       const Work& work = {});
  [[nodiscard]] GaloisKeys galois_keys(const SecretKey& secret,
                                       std::initializer_list<std::uint64_t> elements,
                                       const Work& work = {}) {
    return galois_keys(secret, std::span(elements.begin(), elements.size()), work);
  }
  ///@}

 private:
  void require(const SecretKey& secret) const;
  SwitchingKey switching_key(KeyId id, const Poly<DynamicRing, Eval, Secret>& from,
                             const Poly<DynamicRing, Eval, Secret>& to, const Work& work,
                             std::uint64_t digits_before);

  std::shared_ptr<const KeyTables> tables_;
  std::shared_ptr<Generator> generator_;
};

}  // namespace lath::he
