// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "lath/apps/curve.hpp"
#include "lath/apps/curve_plan.hpp"
#include "lath/apps/limits.hpp"
#include "lath/base/buffer.hpp"
#include "lath/base/error.hpp"
#include "lath/base/work.hpp"
#include "lath/he/plaintexts/wide_values.hpp"
#include "lath/random/generator.hpp"
#include "lath/ring/bytes.hpp"

/// @file
/// Sums of encrypted points of an elliptic curve: the client encrypts points, and the server adds
/// them without seeing them. With points that the client looks up by windows of a secret scalar
/// this is a multiplication of a point, and the decryption of ElGamal on curves.
/// docs/apps/curves.md says what is protected and what is not.
namespace lath::apps {

/// A client: has the secret key, encrypts points and reads sums. One query is open at a time. One
/// thread uses a client at a time.
class CurveClient {
 public:
  /// A client with a new secret key.
  CurveClient(const CurvePlan& plan, Generator& generator);
  ///@{
  /// A client can be moved. An object that was moved from has no key: its functions throw
  /// invalid_argument.
  CurveClient(CurveClient&&) noexcept;
  CurveClient& operator=(CurveClient&&) noexcept;
  CurveClient(const CurveClient&) = delete;
  CurveClient& operator=(const CurveClient&) = delete;
  ///@}
  ~CurveClient();

  /// The plan.
  [[nodiscard]] const CurvePlan& plan() const;
  /// The setup for the server. It may be sent again, and serves all queries of this client.
  [[nodiscard]] Buffer<std::byte> setup(Generator& generator) const;

  /// A query for the sums over all summands j of the points j slots() + i, for every slot i. Throws
  /// mismatch unless the points are of the plan's curve and summands() slots() in number,
  /// invalid_argument if one of them is not set, and as the generator does; an open query then
  /// stays open. The query is open until its answer was read or another query takes its place.
  /// Constant time in the points.
  [[nodiscard]] Buffer<std::byte> query(const CurvePoints& points, Generator& generator,
                                        const Work& work = {});
  /// A query for k P + A in every slot, for points P and A and scalars k of 256 bits: the client
  /// looks up d 2^(w j) P for the windows d of k, of window_bits() bits, and adds A to the first
  /// one; the server adds the rest. This decrypts ElGamal (C1, C2) if k is the secret key, P is -C1
  /// and A is C2. Throws mismatch unless there are slots() points of the plan's curve each, and
  /// slots() scalars of four words; otherwise as query(). Constant time in points and scalars.
  /// Takes 512 additions for each slot, more than k P itself: in the clear the client had better
  /// compute k P.
  [[nodiscard]] Buffer<std::byte> query_multiples(const CurvePoints& points,
                                                  const he::WideValues& scalars,
                                                  const CurvePoints& addends, Generator& generator,
                                                  const Work& work = {});

  /// The sums in the answer to the open query, which is closed. Whatever the server sends, the
  /// result is a secret of the client, who tells nobody whether it was right, see
  /// Decryptor::decrypt(): points of a wrong answer may be off the curve. Throws malformed or
  /// mismatch if the bytes are no answer to the open query, which stays open, and invalid_argument
  /// if none is open. Constant time.
  [[nodiscard]] CurvePoints finish(ByteView answer);
  /// The sums in the answer for others to see, otherwise as above: decrypted with smudged noise,
  /// see Decryptor::decrypt_for_release(). Throws invalid_argument unless the plan is for
  /// CurveUse::released, and malformed if a result is no point: then the query is closed, too.
  [[nodiscard]] CurvePoints finish_for_release(ByteView answer, Generator& generator);

 private:
  struct State;
  [[nodiscard]] State& state() const;
  std::unique_ptr<State> state_;
};

/// The server of one client: has the client's relinearisation key and no secret. One thread uses it
/// at a time.
class CurveServer {
 public:
  /// Reads a client's setup. Throws unsupported if server_memory() of the plan is above the limit,
  /// before anything is allocated; malformed if the bytes are no setup, mismatch if they are a
  /// setup of another plan.
  CurveServer(const CurvePlan& plan, ByteView setup, const ServerLimits& limits = {});
  ///@{
  /// A server can be moved. An object that was moved from has no keys: its functions throw
  /// invalid_argument.
  CurveServer(CurveServer&&) noexcept;
  CurveServer& operator=(CurveServer&&) noexcept;
  CurveServer(const CurveServer&) = delete;
  CurveServer& operator=(const CurveServer&) = delete;
  ///@}
  ~CurveServer();

  /// The answer to a query, which determines it. The work counts additions. Throws mismatch if the
  /// query is of another client, malformed if the bytes are no query, invalid_argument if its
  /// ciphertexts claim too much noise, cancelled after a stop request. The server stays as it was
  /// after each error.
  [[nodiscard]] Buffer<std::byte> answer(ByteView query, const Work& work = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lath::apps
