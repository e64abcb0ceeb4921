// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/engine.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lath/arith/row_products.hpp"
#include "lath/base/checked_size.hpp"
#include "lath/base/error.hpp"
#include "lath/base/parallel.hpp"
#include "ring/engine/scratch.hpp"

namespace lath {
namespace {

[[noreturn]] void throw_limbs(const char* what, const std::string& needed) {
  throw Error(ErrorCode::mismatch, std::string("other limbs for ") + what, "need " + needed,
              "give views of the limbs that the function works on");
}

[[noreturn]] void refuse_parts(std::size_t product, std::size_t a, std::size_t b) {
  throw Error(ErrorCode::invalid_argument,
              std::to_string(product) + " parts of a product of " + std::to_string(a) + " and " +
                  std::to_string(b) + " parts",
              "need one less than both have, at most " + std::to_string(RowProducts::kMostParts),
              "give as many results, of fewer parts");
}

}  // namespace

namespace detail {
void throw_no_range(std::size_t limbs) {
  throw Error(ErrorCode::unsupported,
              "rows of a polynomial of " + std::to_string(limbs) + " limbs that are several ranges",
              "need limbs that follow each other in their chain",
              "take rows of a polynomial of more limbs and RowsOf::only()");
}
}  // namespace detail

Workspace::Workspace(Engine& engine, std::size_t words)
    : memory_(engine.allocate(words)), size_(words) {}

Engine::Engine(DynamicRing chain, std::size_t threads)
    : chain_(std::move(chain)), threads_(std::max<std::size_t>(threads, 1)) {
  if (chain_.limbs() == 0 || !(chain_.limb_set() == LimbSet::range(0, chain_.limbs()))) {
    throw Error(ErrorCode::invalid_argument,
                "an engine for " + std::to_string(chain_.limbs()) + " limbs of a chain",
                "need a chain from its first place on", "give the ring that create() made");
  }
}

std::size_t Engine::stride() const noexcept {
  return row_stride<std::uint64_t>(chain_.degree(), 2);
}

std::size_t Engine::words_of_rows(const LimbSet& limbs) const {
  require_limbs("new rows", limbs, limbs);
  return limbs.size() == 0 ? stride() : (limbs.end() - limbs.place(0)) * stride();
}

Rows Engine::rows_in(const EngineMemory& memory, const LimbSet& limbs) const noexcept {
  return {memory.get(), stride(), limbs.size() == 0 ? 0 : limbs.place(0), limbs};
}

RowBuffer Engine::make_rows(const LimbSet& limbs) {
  EngineMemory memory = allocate(words_of_rows(limbs));
  const Rows rows = rows_in(memory, limbs);
  return {std::move(memory), rows};
}

EngineRows::EngineRows(std::shared_ptr<Engine> engine, const LimbSet& limbs)
    : engine_(std::move(engine)),
      memory_(engine_->allocate_public(engine_->words_of_rows(limbs))),
      rows_(engine_->rows_in(memory_, limbs)) {}

EngineRows::EngineRows(const EngineRows& other) : engine_(other.engine_) {
  if (engine_ == nullptr) return;
  *this = EngineRows(engine_, other.rows_.limbs);
  engine_->copy(rows_, other.rows_);
}

EngineRows& EngineRows::operator=(const EngineRows& other) {
  if (engine_ == nullptr || engine_ != other.engine_ || !(limbs() == other.limbs())) {
    return *this = EngineRows(other);
  }
  if (this != &other) engine_->copy(rows_, other.rows_);
  return *this;
}

EngineRows::EngineRows(EngineRows&& other) noexcept
    : engine_(std::move(other.engine_)),
      memory_(std::move(other.memory_)),
      rows_(std::exchange(other.rows_, {})) {}

EngineRows& EngineRows::operator=(EngineRows&& other) noexcept {
  engine_ = std::move(other.engine_);
  memory_ = std::move(other.memory_);
  rows_ = std::exchange(other.rows_, {});
  return *this;
}

void EngineRows::require_rows() const {
  if (engine_ != nullptr) return;
  throw Error(ErrorCode::invalid_argument, "rows that were moved to another object",
              "need rows with words", "use the object that has them now");
}

void Engine::require_limbs(const char* what, const LimbSet& limbs, const LimbSet& needed) const {
  if (!limbs.contains(needed)) throw_limbs(what, "all limbs of the result");
  if (needed.end() > chain_.limbs()) {
    throw_limbs(what, "places below " + std::to_string(chain_.limbs()) + ", the end of the chain");
  }
}

void Engine::require_workspace(const Workspace& workspace, std::size_t words) const {
  if (workspace.size() >= words) return;
  throw Error(ErrorCode::invalid_argument,
              "a workspace of " + std::to_string(workspace.size()) + " words",
              "need " + std::to_string(words), "ask the engine how many words its functions need");
}

void Engine::require_map(const RowMap& map, std::size_t sources, std::size_t targets) const {
  if (map.sources() == sources && map.targets() == targets && sources <= detail::kMaxRows &&
      targets <= detail::kMaxRows) {
    return;
  }
  throw Error(ErrorCode::mismatch,
              "a map from " + std::to_string(map.sources()) + " rows to " +
                  std::to_string(map.targets()) + " for " + std::to_string(sources) + " and " +
                  std::to_string(targets) + " limbs",
              "need one row for each limb, at most " + std::to_string(detail::kMaxRows),
              "make the map for the bases of these limbs");
}

void Engine::require_operands(Operation operation, std::size_t operands, std::size_t scalars,
                              std::size_t limbs) const {
  const std::size_t needed = vectors_of(operation), factors = has_scalar(operation) ? limbs : 0;
  if (operands == needed && scalars == factors) return;
  throw Error(ErrorCode::invalid_argument,
              std::to_string(operands) + " operands and " + std::to_string(scalars) + " scalars",
              "need " + std::to_string(needed) + " and " + std::to_string(factors),
              "give the operands of the operation in their order");
}

void Engine::copy_in(const Rows& out, const ConstRows& in) {
  require_limbs("copy_in", in.limbs, out.limbs);
  do_copy_in(out, in);
}
void Engine::make_ready(const LimbSet& limbs) {
  require_limbs("an engine", chain_.limb_set(), limbs);
  do_make_ready(limbs);
}
void Engine::copy_out(const Rows& out, const ConstRows& in) {
  require_limbs("copy_out", in.limbs, out.limbs);
  do_copy_out(out, in);
}
void Engine::copy(const Rows& out, const ConstRows& in) {
  require_limbs("a copy", in.limbs, out.limbs);
  do_copy(out, in);
}
void Engine::add_constants(const Rows& out, const ConstRows& in,
                           std::span<const std::uint64_t> summands) {
  require_limbs("a sum", in.limbs, out.limbs);
  if (summands.size() != out.limbs.size()) {
    throw Error(ErrorCode::invalid_argument, std::to_string(summands.size()) + " summands",
                "need " + std::to_string(out.limbs.size()), "give one for each limb of the result");
  }
  do_add_constants(out, in, summands);
}
void Engine::forward(const Rows& out, const ConstRows& in) {
  require_limbs("forward", in.limbs, out.limbs);
  do_forward(out, in);
}
void Engine::inverse(const Rows& out, const ConstRows& in) {
  require_limbs("inverse", in.limbs, out.limbs);
  do_inverse(out, in);
}
void Engine::apply(Operation operation, const Rows& out, std::span<const ConstRows> in) {
  apply(operation, out, in, {});
}
void Engine::apply(Operation operation, const Rows& out, std::span<const ConstRows> in,
                   std::span<const Scalar<std::uint64_t>> scalars) {
  require_operands(operation, in.size(), scalars.size(), out.limbs.size());
  for (const ConstRows& operand : in) require_limbs("an operation", operand.limbs, out.limbs);
  do_apply(operation, out, in, scalars);
}

void Engine::tensor(const std::array<Rows, 3>& out, RowForm out_form, const TensorFactor& a,
                    const TensorFactor& b, const Workspace& workspace) {
  const LimbSet& limbs = out[0].limbs;
  for (const Rows& part : out) require_limbs("a tensor product", part.limbs, limbs);
  for (const TensorFactor& factor : {a, b}) {
    for (const ConstRows& part : factor.parts) require_limbs("a tensor product", part.limbs, limbs);
    if (factor.times.limbs.size() != 0) {
      require_limbs("what multiplies a factor", factor.times.limbs, limbs);
    }
  }
  require_workspace(workspace, tensor_words());
  do_tensor(out, out_form, a, b, workspace.data());
}
void Engine::tensor(std::span<const Rows> out, std::span<const ConstRows> a,
                    std::span<const ConstRows> b) {
  if (a.empty() || b.empty() || out.size() > RowProducts::kMostParts ||
      out.size() + 1 != a.size() + b.size()) {
    refuse_parts(out.size(), a.size(), b.size());
  }
  const LimbSet& limbs = out[0].limbs;
  for (const Rows& part : out) require_limbs("a tensor product", part.limbs, limbs);
  for (const auto& factor : {a, b}) {
    for (const ConstRows& part : factor) require_limbs("a tensor product", part.limbs, limbs);
  }
  do_tensor(out, a, b);
}

void Engine::convert(const Rows& out, const ConstRows& in, const ConstRows& own, const RowMap& map,
                     const Workspace& workspace, const LimbSet& targets) {
  require_limbs("a conversion", targets, out.limbs);
  require_limbs("a conversion", in.limbs, in.limbs);
  if (map.takes_own()) require_limbs("what a conversion adds", own.limbs, out.limbs);
  require_map(map, in.limbs.size(), targets.size());
  require_workspace(workspace, convert_words(map));
  do_convert(out, in, own, map, targets, workspace.data());
}

void Engine::permute(const Rows& out, const ConstRows& in, const Automorphism& by) {
  require_limbs("an automorphism", in.limbs, out.limbs);
  if (!(by.slots() == chain_.slots())) {
    throw Error(ErrorCode::mismatch, "an automorphism for slots in another order",
                "need the order of the chain", "create it from chain().slots()");
  }
  do_permute(out, in, by);
}

void Engine::inner_products(const std::array<Rows, 2>& out, std::span<const Digit> digits,
                            const PreparedKey& key, const Workspace& workspace) {
  const LimbSet& limbs = out[0].limbs;
  require_limbs("an inner product", out[1].limbs, limbs);
  require_limbs("a key", key.limbs(), limbs);
  if (digits.size() > key.digits() || digits.size() > detail::kMaxRows) {
    throw Error(ErrorCode::mismatch, std::to_string(digits.size()) + " digits",
                "need at most " + std::to_string(key.digits()) + ", those of the key",
                "prepare the key for all digits");
  }
  for (const Digit& digit : digits) {
    if (digit.map == nullptr) {
      require_limbs("a digit", digit.values.limbs, limbs);
    } else {
      require_map(*digit.map, digit.coefficients.limbs.size(), digit.targets.size());
      require_limbs("a digit", digit.coefficients.limbs | digit.targets, limbs);
    }
  }
  require_workspace(workspace, inner_products_words(digits));
  do_inner_products(out, digits, key, workspace.data());
}

void Engine::divide(const Rows& out, const Division& division, const Workspace& workspace) {
  require_limbs("a division", division.acc.limbs, out.limbs);
  const std::size_t limbs = out.limbs.size(), scalars = division.w.size();
  const std::size_t multipliers = division.v.size();
  if (division.map == nullptr || scalars != limbs || (multipliers != 0 && multipliers != limbs)) {
    throw Error(ErrorCode::invalid_argument,
                "a division without a map, or with " + std::to_string(scalars) + " scalars w and " +
                    std::to_string(multipliers) + " scalars v",
                "need a map and a scalar w for each of the " + std::to_string(limbs) +
                    " limbs, and as many scalars v or none",
                "give the inverse of the divisor modulo every limb as w");
  }
  require_map(*division.map, division.in.limbs.size(),
              std::max(out.limbs.size(), division.map->targets()));
  require_limbs("what is divided", division.in.limbs, division.in.limbs);
  if (division.map->takes_own()) require_limbs("own rows", division.own.limbs, out.limbs);
  if (division.add.limbs.size() != 0) require_limbs("a summand", division.add.limbs, out.limbs);
  if (division.by != nullptr && !(division.by->slots() == chain_.slots())) {
    throw Error(ErrorCode::mismatch, "an automorphism for slots in another order",
                "need the order of the chain", "create it from chain().slots()");
  }
  require_workspace(workspace, divide_words(*division.map));
  do_divide(out, division, workspace.data());
}

std::size_t Engine::tensor_words() const noexcept { return 4 * threads_ * stride(); }
std::size_t Engine::convert_words(const RowMap& map) const noexcept {
  return threads_ * detail::whole_lines(map.scratch_words());
}
std::size_t Engine::inner_products_words(std::span<const Digit> digits) const noexcept {
  std::size_t words = threads_ * digits.size() * stride();
  for (const Digit& digit : digits) {
    if (digit.map != nullptr)
      words += detail::whole_lines(digit.map->scaled_words(chain_.degree()));
  }
  return words;
}
std::size_t Engine::divide_words(const RowMap& map) const noexcept {
  return detail::whole_lines(map.scaled_words(chain_.degree())) + threads_ * stride();
}

}  // namespace lath
