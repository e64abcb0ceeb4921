// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "lath/apps/limits.hpp"
#include "lath/arith/natural.hpp"
#include "lath/base/buffer.hpp"
#include "lath/base/work.hpp"
#include "lath/he/plaintexts/wide_values.hpp"
#include "lath/random/generator.hpp"
#include "lath/ring/bytes.hpp"

/// @file
/// Modular exponentiation: a server computes c^d modulo N of a batch of public bases c, one in each
/// slot, and a client has the secret exponent d. d is cut into windows of a few bits. The client
/// encrypts a unit vector for each window, once for all bases and moduli. The server makes the
/// table of c^(i 2^(w j)) modulo N for each window j, selects from the table by an inner product
/// with the unit vector, and multiplies a few windows, modulo primes t_i. The client puts the
/// products together, and multiplies them modulo N.
///
/// docs/apps/exponentiation.md says what the protocol protects and costs.
namespace lath::apps {

/// How a batch of exponentiations is computed.
struct ExponentiationOptions {
  /// The bits of a window, 1 to 5: w bits take 2^w - 1 numbers of the unit vectors and as many
  /// products with tables.
  unsigned window_bits = 2;
  /// How many windows the server multiplies, 1 to 4. The client multiplies the rest, and receives
  /// an answer for each group of windows.
  unsigned windows_a_product = 2;
  /// n, and the number of bases in a batch: a power of two.
  std::size_t degree = 16384;
  /// The bits of exponents; 0 for as many as N has.
  std::size_t exponent_bits = 0;
  /// Whether results leave the client: then they are decrypted by decrypt_for_release(), and the
  /// primes are longer by its 64 + log2(n) + 2 bits.
  bool for_release = false;

  /// Whether all fields are equal.
  friend bool operator==(const ExponentiationOptions&, const ExponentiationOptions&) = default;
};

/// The sizes of a protocol, which both sides know.
struct ExponentiationSizes {
  std::size_t bases = 0;          ///< in a batch
  std::size_t words = 0;          ///< of a base and of a result
  std::size_t windows = 0;        ///< of an exponent, with empty ones that fill the last group
  std::size_t groups = 0;         ///< of windows that the server multiplies
  std::size_t moduli = 0;         ///< t_i: there are so many answers for each group
  std::size_t levels = 0;         ///< the primes of Q, of 50 bits
  std::size_t server_memory = 0;  ///< the bytes that the server takes, about
  std::size_t query_bytes = 0;    ///< of the message of an exponent
  std::size_t answer_bytes = 0;   ///< of all answers of a batch, about
};

class ExponentiationPlan;

/// The client, who has the secret exponent. For one thread at a time.
class ExponentiationClient {
 public:
  /// A client with a new secret key. N is public, odd, and of 2 to 4096 bits. Throws
  /// invalid_argument for another N or options out of their ranges, or if no parameters of the
  /// degree are secure.
  ExponentiationClient(const Natural& modulus, Generator& generator,
                       const ExponentiationOptions& options = {});
  /// A client with parameters of any degree from 16 on, secure or not: for tests and studies.
  [[nodiscard]] static ExponentiationClient create_insecure(const Natural& modulus,
                                                            Generator& generator,
                                                            const ExponentiationOptions& options);
  ///@{
  /// Clients are moved, not copied.
  ExponentiationClient(ExponentiationClient&&) noexcept;
  ExponentiationClient& operator=(ExponentiationClient&&) noexcept;
  ///@}
  ~ExponentiationClient();

  /// The sizes.
  [[nodiscard]] ExponentiationSizes sizes() const;

  /// The first message, with the keys that the server needs: once for all exponents. The work
  /// counts keys.
  [[nodiscard]] Buffer<std::byte> setup(Generator& generator, const Work& work = {}) const;
  /// The message of an exponent, in words, least significant first, which starts a batch: results
  /// of an earlier one are dropped. Throws invalid_argument if the exponent has more bits than the
  /// options say. Constant time in the exponent.
  [[nodiscard]] Buffer<std::byte> query(std::span<const std::uint64_t> exponent,
                                        Generator& generator);

  /// Takes the next answer of the server, of answers() that there are, in their order. The noise is
  /// bounded by the circuit that both sides know, and not by any number in the answer. Throws
  /// mismatch for an answer of another client, exponent or place, or for a repeated one; malformed
  /// for other bytes; the client stays as it was then, and can take the right answer.
  /// A generator is needed where results are for release.
  void take(ByteView answer, Generator* generator = nullptr);
  ///@{
  /// How many answers a batch has, and how many were taken.
  [[nodiscard]] std::size_t answers() const noexcept;
  [[nodiscard]] std::size_t taken() const noexcept;
  ///@}
  /// c^d modulo N of all bases. Throws invalid_argument unless all answers were taken. Somebody who
  /// made up answers has made up the results: a server that may lie has to be checked, with a
  /// public exponent e by results^e = c.
  [[nodiscard]] he::WideValues results() const;

  ///@{
  /// The client with its secret key and the products so far, as secret bytes, which go on at the
  /// group of windows whose answers are not complete; and such a client again. Throws malformed for
  /// other bytes.
  [[nodiscard]] Buffer<std::byte, Secret> save() const;
  [[nodiscard]] static ExponentiationClient restore(const Buffer<std::byte, Secret>& bytes);
  ///@}

 private:
  struct State;
  explicit ExponentiationClient(std::unique_ptr<State> state) noexcept;

  std::unique_ptr<State> state_;
};

/// The server, who has no secret. For one thread at a time. Messages are all that it needs to start
/// again, at any group of windows.
class ExponentiationServer {
 public:
  /// A server for a client's first message. Throws malformed for other bytes, mismatch for a
  /// message of another protocol or keys of other parameters, unsupported if the client asks for
  /// more memory than the limit; before anything large is allocated.
  explicit ExponentiationServer(ByteView setup, const ServerLimits& limits = {});
  ///@{
  /// Servers are moved, not copied.
  ExponentiationServer(ExponentiationServer&&) noexcept;
  ExponentiationServer& operator=(ExponentiationServer&&) noexcept;
  ///@}
  ~ExponentiationServer();

  /// The sizes.
  [[nodiscard]] ExponentiationSizes sizes() const;

  /// Takes the message of an exponent, in place of the one before. Throws malformed or mismatch as
  /// above, and mismatch unless the message is younger than the ones before: then the server stays
  /// as it was.
  void load(ByteView query);

  /// Takes the bytes of an answer, which are valid while it runs.
  using Sink = std::function<void(std::span<const std::byte>)>;
  /// Answers with c^d modulo N for the bases c, groups `first` to `last` - 1 of windows. Calls
  /// sink(bytes) for each group and modulus, in order. A server that starts at a later group first
  /// raises all bases to a power of two. The work counts answers. Throws invalid_argument unless
  /// an exponent was loaded, the groups exist and there are sizes().bases bases, each below N of
  /// sizes().words words; before anything is computed.
  void answer(const he::WideValues& bases, std::size_t first, std::size_t last, const Sink& sink,
              const Work& work = {});
  /// Answers all groups.
  void answer(const he::WideValues& bases, const Sink& sink, const Work& work = {}) {
    answer(bases, 0, sizes().groups, sink, work);
  }

 private:
  struct State;

  std::unique_ptr<State> state_;
};

}  // namespace lath::apps
