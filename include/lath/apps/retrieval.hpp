// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "lath/apps/limits.hpp"
#include "lath/apps/retrieval_plan.hpp"
#include "lath/base/buffer.hpp"
#include "lath/base/error.hpp"
#include "lath/base/work.hpp"
#include "lath/random/generator.hpp"
#include "lath/ring/bytes.hpp"

/// @file
/// Private retrieval: a client gets a record of a server's table, and the server does not learn
/// which. Client and server exchange three messages, a setup for many queries, a query and an
/// answer. docs/apps/retrieval.md says what is protected and what is not.
namespace lath::apps {

/// A server's table of records, prepared for queries: the values of its plaintexts modulo the
/// primes. While an answer is computed, no other thread may change the table.
class RetrievalTable {
 public:
  /// A table of zeros. Takes table_memory() of the plan.
  explicit RetrievalTable(const RetrievalPlan& plan);
  ///@{
  /// A table can be moved. An object that was moved from has no records: its functions throw
  /// invalid_argument.
  RetrievalTable(RetrievalTable&&) noexcept;
  RetrievalTable& operator=(RetrievalTable&&) noexcept;
  RetrievalTable(const RetrievalTable&) = delete;
  RetrievalTable& operator=(const RetrievalTable&) = delete;
  ///@}
  ~RetrievalTable();

  /// The plan.
  [[nodiscard]] const RetrievalPlan& plan() const;
  /// Replaces all records by `bytes`, one record after the other. The work counts plaintexts; after
  /// it was cancelled some records are new and some are old. Throws mismatch if there are more or
  /// fewer bytes than all records have. Takes a transform for each plaintext and prime.
  void load(ByteView bytes, const Work& work = {});
  /// Replaces one record. Throws invalid_argument if there is no such record, mismatch if the bytes
  /// are more or fewer than a record has; the table then stays as it was. Takes chunks() of the
  /// plan transforms for each prime.
  void update(std::uint64_t index, ByteView record);
  /// A record. Throws invalid_argument if there is none.
  [[nodiscard]] Buffer<std::byte> record(std::uint64_t index) const;

 private:
  friend class RetrievalServer;
  struct State;
  std::unique_ptr<State> state_;
};

/// A client: has the secret key, asks for records and reads answers. One query is open at a time.
/// One thread uses a client at a time.
class RetrievalClient {
 public:
  /// A client with a new secret key.
  RetrievalClient(const RetrievalPlan& plan, Generator& generator);
  ///@{
  /// A client can be moved. An object that was moved from has no key: its functions throw
  /// invalid_argument.
  RetrievalClient(RetrievalClient&&) noexcept;
  RetrievalClient& operator=(RetrievalClient&&) noexcept;
  RetrievalClient(const RetrievalClient&) = delete;
  RetrievalClient& operator=(const RetrievalClient&) = delete;
  ///@}
  ~RetrievalClient();

  /// The plan.
  [[nodiscard]] const RetrievalPlan& plan() const;
  /// The setup for the server: keys with which it expands queries. It may be sent again, and
  /// serves all queries of this client. The work counts digits of keys.
  [[nodiscard]] Buffer<std::byte> setup(Generator& generator, const Work& work = {}) const;
  /// A query for a record. Constant time in `index`, apart from the error. The query is open until
  /// its answer was read or another query takes its place. Throws invalid_argument if there is no
  /// such record, and as the generator does; an open query then stays open.
  [[nodiscard]] Buffer<std::byte> query(std::uint64_t index, Generator& generator);
  /// The record in the answer to the open query, which is closed. Whatever bytes an answer has, the
  /// result is some record: its bytes are a secret of the client, who tells nobody whether it was
  /// right, see Decryptor::decrypt(). Throws malformed or mismatch if the bytes are no answer to
  /// the open query, which stays open, and invalid_argument if none is open. Constant time in key,
  /// index and record.
  [[nodiscard]] Buffer<std::byte, Secret> finish(ByteView answer);
  /// The record in the answer for others to see, otherwise as above: decrypted with smudged noise,
  /// see Decryptor::decrypt_for_release(). Throws invalid_argument unless the plan is for
  /// RetrievalUse::released.
  [[nodiscard]] Buffer<std::byte> finish_for_release(ByteView answer, Generator& generator);

 private:
  struct State;
  [[nodiscard]] State& state() const;
  std::unique_ptr<State> state_;
};

/// The server of one client: has the client's keys and no secret. One thread uses it at a time, and
/// servers of several clients share a table.
class RetrievalServer {
 public:
  /// Reads a client's setup. Throws unsupported if client_memory() of the plan is above the limit,
  /// before anything is allocated; malformed if the bytes are no setup, mismatch if they are a
  /// setup for another table or other parameters.
  RetrievalServer(const RetrievalPlan& plan, ByteView setup, const ServerLimits& limits = {});
  ///@{
  /// A server can be moved. An object that was moved from has no keys: its functions throw
  /// invalid_argument.
  RetrievalServer(RetrievalServer&&) noexcept;
  RetrievalServer& operator=(RetrievalServer&&) noexcept;
  RetrievalServer(const RetrievalServer&) = delete;
  RetrievalServer& operator=(const RetrievalServer&) = delete;
  ///@}
  ~RetrievalServer();

  /// The answer to a query. It depends on the query and the table only: a query that comes twice
  /// has the same answer. The work counts numbers of the query, and then columns in the second
  /// dimension. Throws mismatch if the table has another plan or the query is of another client;
  /// malformed if the bytes are no query; cancelled after a stop request. The server stays as it
  /// was after each error.
  ///
  /// Answers do not hide the table from the client: their noise depends on other records.
  [[nodiscard]] Buffer<std::byte> answer(const RetrievalTable& table, ByteView query,
                                         const Work& work = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lath::apps
