// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lath/ring/automorphism.hpp"
#include "lath/ring/rows.hpp"
#include "lath/rns/row_map.hpp"

/// @file
/// Engines: the computations of homomorphic encryption on all limbs of a chain, in memory of the
/// program or of a device.
namespace lath {

class Engine;

/// Memory of an engine, freed when the last copy goes; not initialised.
using EngineMemory = std::shared_ptr<std::uint64_t>;

/// Scratch memory that a caller owns, so that operations allocate nothing. An operation takes the
/// words that it needs from the beginning and leaves them for the next one; one thread uses a
/// workspace at a time. Contains secrets.
class Workspace {
 public:
  ///@{
  /// Copies share the memory. A moved-from object keeps its memory.
  Workspace(const Workspace&) noexcept = default;
  Workspace& operator=(const Workspace&) noexcept = default;
  ///@}
  ~Workspace() = default;

  /// Allocates `words` words of an engine's memory. Throws std::bad_alloc if the engine has fewer.
  Workspace(Engine& engine, std::size_t words);
  /// Words that the caller has: `words` of them, aligned to a cache line, in the engine's memory.
  Workspace(EngineMemory memory, std::size_t words) noexcept
      : memory_(std::move(memory)), size_(words) {}

  /// The number of words.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// The first word.
  [[nodiscard]] std::uint64_t* data() const noexcept { return memory_.get(); }

 private:
  EngineMemory memory_;
  std::size_t size_;
};

/// Rows with their memory. Copies are of the same memory.
class RowBuffer {
 public:
  ///@{
  /// Copies share the memory. A moved-from object keeps its memory.
  RowBuffer(const RowBuffer&) noexcept = default;
  RowBuffer& operator=(const RowBuffer&) noexcept = default;
  ///@}
  ~RowBuffer() = default;

  /// Rows whose memory is kept as long as the object.
  RowBuffer(EngineMemory memory, const Rows& rows) noexcept
      : memory_(std::move(memory)), rows_(rows) {}
  /// The rows.
  [[nodiscard]] const Rows& rows() const noexcept { return rows_; }
  /// Whether a copy has the same memory.
  [[nodiscard]] bool is_shared() const noexcept { return memory_.use_count() != 1; }
  /// The rows of some of the limbs, which are not checked.
  [[nodiscard]] Rows only(const LimbSet& limbs) const noexcept { return rows_.only(limbs); }

 private:
  EngineMemory memory_;
  Rows rows_;
};

/// The words of a public polynomial in an engine's memory, a row for each limb. Copies are
/// independent of one another.
class EngineRows {
 public:
  /// Rows for these limbs, not initialised; their memory is not wiped when it is freed. Throws as
  /// Engine::make_rows() does.
  EngineRows(std::shared_ptr<Engine> engine, const LimbSet& limbs);
  ///@{
  /// A copy takes memory of the same engine, unless the object has memory for the limbs. A
  /// moved-from object has no limbs.
  EngineRows(const EngineRows& other);
  EngineRows& operator=(const EngineRows& other);
  EngineRows(EngineRows&& other) noexcept;
  EngineRows& operator=(EngineRows&& other) noexcept;
  ///@}
  ~EngineRows() = default;

  /// The limbs.
  [[nodiscard]] const LimbSet& limbs() const noexcept { return rows_.limbs; }
  ///@{
  /// The rows. Throws invalid_argument if the object was moved from.
  [[nodiscard]] const Rows& rows() {
    require_rows();
    return rows_;
  }
  [[nodiscard]] ConstRows rows() const {
    require_rows();
    return rows_;
  }
  ///@}

 private:
  void require_rows() const;

  std::shared_ptr<Engine> engine_;
  EngineMemory memory_;
  Rows rows_;
};

/// A key for inner products with up to digits() digits, in a layout of its engine's own.
class PreparedKey {
 public:
  ///@{
  /// Copies share the memory. A moved-from object keeps its memory.
  PreparedKey(const PreparedKey&) noexcept = default;
  PreparedKey& operator=(const PreparedKey&) noexcept = default;
  ///@}
  ~PreparedKey() = default;

  /// The limbs of the key.
  [[nodiscard]] const LimbSet& limbs() const noexcept { return limbs_; }
  /// The number of digits.
  [[nodiscard]] std::size_t digits() const noexcept { return digits_; }
  /// The words of the key in the engine's memory, in the layout of the engine that prepared it.
  [[nodiscard]] std::span<const std::uint64_t> words() const noexcept {
    return {memory_.get(), limbs_.size() * row_words_};
  }

  ///@cond
  PreparedKey(EngineMemory memory, std::size_t row_words, const LimbSet& limbs, std::size_t digits)
      : memory_(std::move(memory)), row_words_(row_words), limbs_(limbs), digits_(digits) {}
  [[nodiscard]] const std::uint64_t* row(std::size_t place) const noexcept {
    return memory_.get() + limbs_.index(place) * row_words_;
  }
  [[nodiscard]] std::uint64_t* row_to_write(std::size_t place) const noexcept {
    return memory_.get() + limbs_.index(place) * row_words_;
  }
  ///@endcond

 private:
  EngineMemory memory_;
  std::size_t row_words_;
  LimbSet limbs_;
  std::size_t digits_;
};

/// A key whose rows are prepared one after the other, see Engine::begin_key().
class UnfinishedKey {
 public:
  [[nodiscard]] const PreparedKey& key() const noexcept { return key_; }  ///< may miss rows

 private:
  friend class Engine;
  explicit UnfinishedKey(const PreparedKey& key) : key_(key), given_(2 * key.digits()) {}

  PreparedKey key_;
  std::vector<unsigned char> given_;  // of part i % 2 of digit i / 2
};

/// The form of rows.
enum class RowForm {
  coefficients,  ///< as intt() leaves them
  values,        ///< as ntt() leaves them
};

/// A digit of a key switch: its own limbs in coefficient form, and the map that extends them to the
/// other limbs of the chain (RowMap::extension or multiple_extension, sources and targets in the
/// order of places); or, if `map` is null, `values` with all limbs in evaluation form.
struct Digit {
  ConstRows coefficients{};     ///< the digit's limbs; unused without a map
  ConstRows values{};           ///< its limbs as values, if there are; all limbs without a map
  const RowMap* map = nullptr;  ///< to `targets`; null if `values` has all limbs
  // NOLINTNEXTLINE(readability-redundant-member-init): it may be left out
  LimbSet targets{};  ///< the limbs that the map goes to
};

/// Computes on rows of a chain of moduli: every function works on all limbs of the rows it is
/// given, prime by prime, on several threads where that pays. Safe to share between threads, with a
/// workspace for each. Words are canonical; where an error is thrown, rows stay as they were.
///
/// Functions check their operands: they throw mismatch if limbs differ or are not in the chain, and
/// invalid_argument if a workspace is too small. Rows of results may be rows of operands of the
/// same form, limb by limb; other overlaps are not allowed. Nothing is allocated except by
/// allocate(), prepare() and begin_key(), and for limbs that are not ready. Results are the same
/// for every engine and number of threads.
class Engine {
 public:
  ///@{
  /// Objects are shared, not copied.
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  ///@}
  virtual ~Engine() = default;

  /// All limbs of the chain.
  [[nodiscard]] const DynamicRing& chain() const noexcept { return chain_; }
  /// The number of threads that a call uses at most, each with scratch memory of its own.
  [[nodiscard]] std::size_t threads() const noexcept { return threads_; }
  /// The number of words from one row to the next that this engine likes best.
  [[nodiscard]] std::size_t stride() const noexcept;

  ///@{
  /// Memory for `words` words, aligned to a cache line, on huge pages where it is large. Not
  /// initialised. Memory for secrets, which is wiped before it is freed, and for public words.
  /// Throws std::bad_alloc.
  [[nodiscard]] virtual EngineMemory allocate(std::size_t words) = 0;
  [[nodiscard]] virtual EngineMemory allocate_public(std::size_t words) = 0;
  ///@}
  /// Whether the program may read and write the memory itself, as on the CPU.
  [[nodiscard]] virtual bool is_program_memory() const noexcept = 0;
  /// Rows for these limbs in new memory, at stride(), not initialised. Throws mismatch if the chain
  /// has not all of them, std::bad_alloc.
  [[nodiscard]] RowBuffer make_rows(const LimbSet& limbs);

  /// Makes everything that operations on rows of these limbs need, unless it is made already, so
  /// that no operation allocates it. Throws mismatch if the chain has not all of them,
  /// std::bad_alloc.
  void make_ready(const LimbSet& limbs);

  ///@{
  /// Copies rows between the program's memory and the engine's.
  void copy_in(const Rows& out, const ConstRows& in);
  void copy_out(const Rows& out, const ConstRows& in);
  ///@}
  /// Copies rows of the engine's memory.
  void copy(const Rows& out, const ConstRows& in);

  /// The transforms of rows in coefficient form.
  void forward(const Rows& out, const ConstRows& in);
  /// The coefficient form of transforms.
  void inverse(const Rows& out, const ConstRows& in);

  /// An operation on rows of one form, operand by operand in the order of Operation; products on
  /// values only. Throws invalid_argument if the number of operands is wrong or the operation has a
  /// scalar.
  void apply(Operation operation, const Rows& out, std::span<const ConstRows> in);
  /// An operation with a scalar, otherwise as above. The scalars are for the limbs of `out` in
  /// order: see RnsScalar::scalars() of the ring of these limbs.
  void apply(Operation operation, const Rows& out, std::span<const ConstRows> in,
             std::span<const Scalar<std::uint64_t>> scalars);
  /// Adds to all words of each row the summand of its limb, for the limbs of `out` in order: on
  /// values, the sum with an integer. Throws invalid_argument if there are more or fewer summands.
  void add_constants(const Rows& out, const ConstRows& in, std::span<const std::uint64_t> summands);

  /// Both parts of a ciphertext, and maybe an element of the ring that multiplies them.
  struct TensorFactor {
    std::array<ConstRows, 2> parts;  ///< the rows of both
    RowForm form;                    ///< the form they are in
    ConstRows times{};               ///< the values of the element; no limbs if there is none
  };
  /// The product of two ciphertexts of two parts: a0 b0, a0 b1 + a1 b0 and a1 b1 (see RowProducts).
  /// Operands and results are in the forms given; coefficient forms are transformed prime by prime,
  /// and `out` may be their memory: out[0] a first part, the others any part. From a coefficient
  /// form, without an element, to coefficients it takes NttPlan::inverse_products().
  void tensor(const std::array<Rows, 3>& out, RowForm out_form, const TensorFactor& a,
              const TensorFactor& b, const Workspace& workspace);
  /// The product of ciphertexts of any numbers of parts, all by values: part k is a0 b_k + a1
  /// b_(k-1) + ..., see RowProducts. Throws invalid_argument unless `out` has a.size() + b.size() -
  /// 1 parts, at most RowProducts::kMostParts.
  void tensor(std::span<const Rows> out, std::span<const ConstRows> a,
              std::span<const ConstRows> b);

  ///@{
  /// out = map(in, own) on coefficient forms, see RowMap: the limbs of `in` are the sources, the
  /// limbs of `out` and `own` the targets, in the order of places. `own` is not read unless the map
  /// takes it. A map may have more targets: `targets` are all its limbs.
  void convert(const Rows& out, const ConstRows& in, const ConstRows& own, const RowMap& map,
               const Workspace& workspace) {
    convert(out, in, own, map, workspace, out.limbs);
  }
  void convert(const Rows& out, const ConstRows& in, const ConstRows& own, const RowMap& map,
               const Workspace& workspace, const LimbSet& targets);
  ///@}

  /// The automorphism on values.
  void permute(const Rows& out, const ConstRows& in, const Automorphism& by);

  /// Prepares a key, which is public: two rows (values) for each digit, all of the same limbs.
  [[nodiscard]] PreparedKey prepare(std::span<const std::array<ConstRows, 2>> key);
  ///@{
  /// A key row by row: prepare() takes each row of each digit once, in any order and on several
  /// threads at once. Throws invalid_argument without digits, or if finish() misses a row.
  [[nodiscard]] UnfinishedKey begin_key(const LimbSet& limbs, std::size_t digits);
  void prepare(UnfinishedKey& key, std::size_t digit, std::size_t part, const ConstRows& rows);
  [[nodiscard]] PreparedKey finish(UnfinishedKey key);
  ///@}
  /// The number of words() of a prepared key for these limbs and so many digits.
  [[nodiscard]] std::size_t prepared_words(const LimbSet& limbs, std::size_t digits);
  /// The name of the layout of prepared keys for these limbs. Engines of equal degrees and moduli
  /// read the keys of one another if their layouts have one name and their versions are equal.
  [[nodiscard]] std::string key_layout(const LimbSet& limbs);
  /// A prepared key over words in memory that somebody else keeps: copies of the key keep a copy of
  /// `memory`. Throws invalid_argument unless the words begin on a cache line, and malformed unless
  /// they are what prepare() writes for canonical words. They must not change afterwards. Costs a
  /// little more than prepare(), and for the moment the memory of two more keys.
  [[nodiscard]] PreparedKey adopt(std::shared_ptr<const std::uint64_t> memory, const LimbSet& limbs,
                                  std::size_t digits);
  /// Writes a row of a key that this engine prepared, for the limbs of `out`: of digit `digit` the
  /// first (part 0) or the second (part 1), the words that prepare() was given. Throws mismatch if
  /// the key has no such digit.
  void unprepare(const Rows& out, const PreparedKey& key, std::size_t digit, std::size_t part);

  /// out_b = sum_d x_d k_(d,b) as values, for the limbs of `out`, which are limbs of the key. There
  /// may be fewer digits than the key has: one key serves all levels. Digits with a map are
  /// extended and transformed limb by limb, so that they never leave the caches.
  void inner_products(const std::array<Rows, 2>& out, std::span<const Digit> digits,
                      const PreparedKey& key, const Workspace& workspace);

  /// The operands of divide(), which computes out = (acc - v x) w + add on values, permuted: the
  /// division by the moduli of `in` that ends a key switch or a modulus switch. x are the
  /// transforms of map(in, own), for rows in coefficient form. `add`, `own`, `by` and `v` may be
  /// missing (no limbs, null, empty: v is 1). `out` is not `acc` if it is permuted.
  struct Division {
    ConstRows acc{};  ///< values of the limbs of `out`
    ConstRows in{};   ///< coefficients of the moduli to divide by
    /// The map from the moduli of `in` to the limbs of `out`, and to others behind them.
    const RowMap* map = nullptr;
    ConstRows own{};  ///< the map's own rows, coefficients
    // NOLINTNEXTLINE(readability-redundant-member-init): it may be left out
    std::span<const Scalar<std::uint64_t>> w{};  ///< for the limbs of `out` in order
    ConstRows add{};                             ///< a summand, values
    const Automorphism* by = nullptr;            ///< applied to the result
    // NOLINTNEXTLINE(readability-redundant-member-init): it may be left out
    std::span<const Scalar<std::uint64_t>> v{};  ///< for the limbs of `out` in order
  };
  /// The division that a Division describes; writes the limbs of `out`.
  void divide(const Rows& out, const Division& division, const Workspace& workspace);

  ///@{
  /// The words of a workspace that a function needs.
  [[nodiscard]] std::size_t tensor_words() const noexcept;
  [[nodiscard]] std::size_t convert_words(const RowMap& map) const noexcept;
  [[nodiscard]] std::size_t inner_products_words(std::span<const Digit> digits) const noexcept;
  [[nodiscard]] std::size_t divide_words(const RowMap& map) const noexcept;
  ///@}

 protected:
  /// An engine for a chain: a ring of all its limbs. Throws invalid_argument if the ring was moved
  /// from or has fewer limbs than its chain from place 0 on.
  Engine(DynamicRing chain, std::size_t threads);

 private:
  virtual void do_make_ready(const LimbSet& limbs) = 0;
  // The functions above, with operands that have been checked. They first make the plans that they
  // need.
  virtual void do_copy_in(const Rows& out, const ConstRows& in) = 0;
  virtual void do_copy_out(const Rows& out, const ConstRows& in) = 0;
  virtual void do_copy(const Rows& out, const ConstRows& in) = 0;
  virtual void do_add_constants(const Rows& out, const ConstRows& in,
                                std::span<const std::uint64_t> summands) = 0;
  virtual void do_forward(const Rows& out, const ConstRows& in) = 0;
  virtual void do_inverse(const Rows& out, const ConstRows& in) = 0;
  virtual void do_apply(Operation operation, const Rows& out, std::span<const ConstRows> in,
                        std::span<const Scalar<std::uint64_t>> scalars) = 0;
  virtual void do_tensor(const std::array<Rows, 3>& out, RowForm out_form, const TensorFactor& a,
                         const TensorFactor& b, std::uint64_t* scratch) = 0;
  virtual void do_tensor(std::span<const Rows> out, std::span<const ConstRows> a,
                         std::span<const ConstRows> b) = 0;
  virtual void do_convert(const Rows& out, const ConstRows& in, const ConstRows& own,
                          const RowMap& map, const LimbSet& targets, std::uint64_t* scratch) = 0;
  virtual void do_permute(const Rows& out, const ConstRows& in, const Automorphism& by) = 0;
  virtual PreparedKey do_begin_key(const LimbSet& limbs, std::size_t digits) = 0;
  virtual void do_prepare(const PreparedKey& key, std::size_t first,
                          std::span<const ConstRows> parts) = 0;
  virtual std::size_t do_prepared_row_words(const LimbSet& limbs, std::size_t digits) = 0;
  virtual std::string do_key_layout(const LimbSet& limbs) = 0;
  virtual void do_unprepare(const Rows& out, const PreparedKey& key, std::size_t digit,
                            std::size_t part) = 0;
  virtual void do_inner_products(const std::array<Rows, 2>& out, std::span<const Digit> digits,
                                 const PreparedKey& key, std::uint64_t* scratch) = 0;
  virtual void do_divide(const Rows& out, const Division& division, std::uint64_t* scratch) = 0;

  friend class EngineRows;
  [[nodiscard]] std::size_t words_of_rows(const LimbSet& limbs) const;
  [[nodiscard]] Rows rows_in(const EngineMemory& memory, const LimbSet& limbs) const noexcept;
  void require_limbs(const char* what, const LimbSet& limbs, const LimbSet& needed) const;
  void require_operands(Operation operation, std::size_t operands, std::size_t scalars,
                        std::size_t limbs) const;
  void require_workspace(const Workspace& workspace, std::size_t words) const;
  void require_map(const RowMap& map, std::size_t sources, std::size_t targets) const;
  bool is_prepared(const PreparedKey& key);

  DynamicRing chain_;
  std::size_t threads_;
};

/// The engine of this CPU: the program's own memory, the kernels of the chain's plans, and as many
/// threads as lath::threads() says now. Throws as threads() does.
[[nodiscard]] std::shared_ptr<Engine> make_cpu_engine(const DynamicRing& chain);

}  // namespace lath
