// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "lath/base/error.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/literal.hpp"
#include "lath/he/noise_bound.hpp"
#include "lath/he/scheme_parameters.hpp"

namespace lath::apps {

/// The aim of a retrieval, where there is a choice.
enum class RetrievalGoal : std::uint8_t {
  time,     ///< the least time of the server
  traffic,  ///< the least bytes of a query and its answer
};

/// Who sees the records that a client retrieves.
enum class RetrievalUse : std::uint8_t {
  kept,      ///< the client alone: answers are decrypted by Decryptor::decrypt()
  released,  ///< others, too: decrypt_for_release(), with longer moduli and answers
};

/// How a retrieval is planned.
struct RetrievalOptions {
  RetrievalGoal goal = RetrievalGoal::time;  ///< the goal
  RetrievalUse use = RetrievalUse::kept;     ///< who sees the records
};

/// The public agreement of client and server: how many records of how many bytes there are, how
/// they stand in plaintexts, and the parameters of BFV. Both make it from the same numbers.
///
/// Records fill the coefficients of plaintexts, bit after bit: several records one plaintext, or
/// several plaintexts, its chunks, one record. The plaintexts stand in rows and columns. A query
/// selects a row, which gives a ciphertext for each column; these are bytes, and a table of one
/// column in the same way, from which the query selects one (S. Angel, H. Chen, K. Laine, S. Setty,
/// "PIR with compressed queries and amortized query processing", IEEE S&P 2018).
///
/// Noise bounds hold for all records of the table, whatever they are.
class RetrievalPlan {
 public:
  /// The plan for a table of `records` records of `record_bytes` bytes, with 128 bits of security.
  /// Throws invalid_argument if one of both is 0 or the table is 2^48 bytes or more, unsupported if
  /// no parameters have room for it. Makes the tables of the parameters, which takes milliseconds.
  static RetrievalPlan create(std::uint64_t records, std::size_t record_bytes,
                              const RetrievalOptions& options = {});
  /// A plan with parameters that may be insecure, for tests and studies: t is odd and has at most
  /// 60 bits, the ring is x^n + 1, and the primes are longer than t. Throws as create() does, and
  /// invalid_argument for other parameters or ones without room for this table.
  static RetrievalPlan create_insecure(std::uint64_t records, std::size_t record_bytes,
                                       const he::Literal& literal,
                                       const RetrievalOptions& options = {});

  ///@{
  /// The table: how many records of how many bytes.
  [[nodiscard]] std::uint64_t records() const noexcept { return records_; }
  [[nodiscard]] std::size_t record_bytes() const noexcept { return record_bytes_; }
  ///@}
  /// The options that the plan was made with.
  [[nodiscard]] const RetrievalOptions& options() const noexcept { return options_; }
  /// The parameters.
  [[nodiscard]] const he::bfv::Parameters& parameters() const& noexcept { return parameters_; }
  const he::bfv::Parameters& parameters() const&& = delete;  // the plan is a temporary

  ///@{
  /// The bits of a record that stand in a coefficient; the records of a plaintext, 1 if a record
  /// has several; and the plaintexts of a record, 1 if a plaintext has several.
  [[nodiscard]] int coefficient_bits() const noexcept { return coefficient_bits_; }
  [[nodiscard]] std::size_t records_of_plaintext() const noexcept { return group_; }
  [[nodiscard]] std::size_t chunks() const noexcept { return chunks_; }
  ///@}
  ///@{
  /// The rows and columns of the table of plaintexts, each place with chunks() plaintexts; and the
  /// plaintexts that a ciphertext of the first dimension becomes for the second.
  [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
  [[nodiscard]] std::size_t columns() const noexcept { return columns_; }
  [[nodiscard]] std::size_t pieces() const noexcept { return pieces_; }
  ///@}
  ///@{
  /// The levels of the ciphertexts that the first dimension leaves, and of answers.
  [[nodiscard]] std::size_t inner_level() const noexcept { return inner_level_; }
  [[nodiscard]] std::size_t answer_level() const noexcept { return answer_level_; }
  ///@}
  ///@{
  /// The noise bounds at these levels, of an honest server: computed from the plan alone.
  [[nodiscard]] const he::NoiseBound& inner_noise() const noexcept { return inner_noise_; }
  [[nodiscard]] const he::NoiseBound& answer_noise() const noexcept { return answer_noise_; }
  ///@}

  ///@{
  /// The bytes of messages: the setup, with seeds in place of half of each key, a query and an
  /// answer.
  [[nodiscard]] std::size_t setup_bytes() const;
  [[nodiscard]] std::size_t query_bytes() const;
  [[nodiscard]] std::size_t answer_bytes() const;
  ///@}
  ///@{
  /// The bytes of memory that the server takes for a client, its keys and one query at a time, and
  /// for the table.
  [[nodiscard]] std::size_t client_memory() const;
  [[nodiscard]] std::size_t table_memory() const;
  ///@}

  /// Whether both are of the same table, with equal parameters and options.
  friend bool operator==(const RetrievalPlan& a, const RetrievalPlan& b) noexcept {
    return a.records_ == b.records_ && a.record_bytes_ == b.record_bytes_ &&
           a.options_.use == b.options_.use && a.rows_ == b.rows_ && a.parameters_ == b.parameters_;
  }

 private:
  struct Shape;
  RetrievalPlan(std::uint64_t records, std::size_t record_bytes, const RetrievalOptions& options,
                const Shape& shape, const he::bfv::Parameters& parameters);

  std::uint64_t records_;
  std::size_t record_bytes_;
  RetrievalOptions options_;
  he::bfv::Parameters parameters_;
  int coefficient_bits_;
  std::size_t group_, chunks_, rows_, columns_, pieces_, inner_level_, answer_level_;
  he::NoiseBound inner_noise_, answer_noise_;
};

}  // namespace lath::apps
