// SPDX-License-Identifier: Apache-2.0
//
// The engine of the CPU. Work that several primes share is done once; then each prime is taken
// through all steps while its rows are in the caches.
#include <algorithm>
#include <string>
#include <vector>

#include "lath/arith/row_products.hpp"
#include "lath/base/parallel.hpp"
#include "lath/base/threads.hpp"
#include "lath/ring/engine.hpp"
#include "ring/engine/factor_chain.hpp"
#include "ring/engine/limb_rows.hpp"
#include "ring/engine/program_memory.hpp"
#include "ring/engine/scratch.hpp"
#include "ring/once.hpp"

namespace lath {
namespace {

using detail::PartPointers, detail::Pointers, detail::pointers_of, detail::ranges_of;

// Kernels of equal features write equal chunks, of doubles or of words.
std::string layout_name(const RowProducts& products) {
  return std::string(isa_name(products.isa())) + (products.reads_doubles() ? " doubles" : " words");
}

class CpuEngine final : public Engine {
 public:
  explicit CpuEngine(const DynamicRing& chain)
      : Engine(chain, lath::threads()), products_(chain.limbs()) {}

  EngineMemory allocate(std::size_t words) override { return program_memory(words, true); }
  EngineMemory allocate_public(std::size_t words) override { return program_memory(words, false); }
  [[nodiscard]] bool is_program_memory() const noexcept override { return true; }

 private:
  [[nodiscard]] std::size_t degree() const noexcept { return chain().degree(); }
  [[nodiscard]] const NttPlan<std::uint64_t>& plan(std::size_t place) const {
    return chain().plan(place);
  }
  // The instruction set of the row kernels for a plan's kernel.
  static Isa row_isa(const Kernel& kernel) noexcept {
    return kernel.isa == Isa::avx512ifma ? Isa::avx512 : kernel.isa;
  }

  // Nothing may fail in a loop.
  void do_make_ready(const LimbSet& limbs) override {
    for (std::size_t i = 0; i < limbs.size(); ++i) {
      const std::size_t place = limbs.place(i);
      if (products_[place].peek() != nullptr) continue;
      static_cast<void>(products_[place].get([&] {
        return RowProducts::create(chain().modulus(place), row_isa(plan(place).kernel()));
      }));
    }
  }
  [[nodiscard]] const RowProducts& products(std::size_t place) const noexcept {
    return *products_[place].peek();
  }

  // Calls f(place) for every limb, which takes so many passes over its words.
  template <class F>
  void for_each_place(const LimbSet& limbs, std::size_t passes, const F& f) const noexcept {
    for_each_row(limbs.size(), degree(), passes,
                 [&](std::size_t i) noexcept { f(limbs.place(i)); });
  }
  // Calls f(place, index, thread) for every limb, for work with memory for each thread.
  template <class F>
  void for_each_place_with_thread(const LimbSet& limbs, std::size_t passes,
                                  const F& f) const noexcept {
    parallel_for_on(
        std::min(threads(), threads_for(limbs.size(), degree(), passes)), limbs.size(),
        [&](std::size_t i, std::size_t thread) noexcept { f(limbs.place(i), i, thread); });
  }

  void do_copy(const Rows& out, const ConstRows& in) override {
    for_each_place(out.limbs, 1, [&](std::size_t place) noexcept {
      if (out.row(place) != in.row(place)) std::copy_n(in.row(place), degree(), out.row(place));
    });
  }
  void do_copy_in(const Rows& out, const ConstRows& in) override { do_copy(out, in); }
  void do_copy_out(const Rows& out, const ConstRows& in) override { do_copy(out, in); }

  void do_forward(const Rows& out, const ConstRows& in) override {
    do_make_ready(out.limbs);
    for_each_place(out.limbs, kTransformPasses, [&](std::size_t place) noexcept {
      plan(place).forward(out.row(place), in.row(place));
    });
  }
  void do_inverse(const Rows& out, const ConstRows& in) override {
    do_make_ready(out.limbs);
    for_each_place(out.limbs, kTransformPasses, [&](std::size_t place) noexcept {
      plan(place).inverse(out.row(place), in.row(place));
    });
  }

  void do_apply(Operation operation, const Rows& out, std::span<const ConstRows> in,
                std::span<const Scalar<std::uint64_t>> scalars) override {
    do_make_ready(out.limbs);
    for_each_row(out.limbs.size(), degree(), 1, [&](std::size_t i) noexcept {
      const std::size_t place = out.limbs.place(i);
      std::array<const std::uint64_t*, 5> operands{};
      for (std::size_t k = 0; k < in.size(); ++k) operands[k] = in[k].row(place);
      if (!scalars.empty()) operands[in.size()] = &scalars[i].value;
      plan(place).arithmetic().apply(operation, out.row(place), operands.data(), degree());
    });
  }

  void do_add_constants(const Rows& out, const ConstRows& in,
                        std::span<const std::uint64_t> summands) override {
    for_each_row(out.limbs.size(), degree(), 1, [&](std::size_t i) noexcept {
      const std::size_t place = out.limbs.place(i);
      const Modulus& q = chain().modulus(place);
      std::transform(in.row(place), in.row(place) + degree(), out.row(place),
                     [&q, k = summands[i]](std::uint64_t x) { return q.add(x, k); });
    });
  }

  void do_tensor(const std::array<Rows, 3>& out, RowForm out_form, const TensorFactor& a,
                 const TensorFactor& b, std::uint64_t* scratch) override {
    do_make_ready(out[0].limbs);
    const auto comes_by_values = [](const TensorFactor& factor) {
      return factor.form == RowForm::values || factor.times.limbs.size() != 0;
    };
    // The first factor is the one by values, if one is.
    const bool exchange = !comes_by_values(a) && comes_by_values(b);
    const TensorFactor &x = exchange ? b : a, &y = exchange ? a : b;
    const bool chain =
        out_form == RowForm::coefficients && !comes_by_values(y) && degree() <= kLongestChain;
    for_each_place_with_thread(
        out[0].limbs, 7 * kTransformPasses,
        [&](std::size_t place, std::size_t, std::size_t thread) noexcept {
          const NttPlan<std::uint64_t>& plan = this->plan(place);
          std::uint64_t* values = scratch + 4 * thread * stride();
          const auto row = [&](const TensorFactor& factor, std::size_t i) noexcept {
            const std::uint64_t* in = factor.parts[i].row(place);
            const bool multiplies = factor.times.limbs.size() != 0;
            if (factor.form == RowForm::values && !multiplies) return in;
            std::uint64_t* own = values + ((&factor == &x ? 0 : 2) + i) * stride();
            if (factor.form == RowForm::coefficients) {
              chain && !multiplies ? plan.forward_factor(own, in) : plan.forward(own, in);
              in = own;
            }
            if (multiplies) plan.arithmetic().multiply(own, in, factor.times.row(place), degree());
            return static_cast<const std::uint64_t*>(own);
          };
          const RowProducts::Triple c{out[0].row(place), out[1].row(place), out[2].row(place)};
          const RowForm form = comes_by_values(x) ? RowForm::values : RowForm::coefficients;
          if (chain) return multiply_chain(plan, c, form, row, x, y);
          const RowProducts::Pair x_rows{row(x, 0), row(x, 1)}, y_rows{row(y, 0), row(y, 1)};
          products(place).tensor(c, x_rows, y_rows, degree());
          if (out_form == RowForm::values) return;
          for (std::uint64_t* part : c) plan.inverse(part);
        });
  }
  void do_tensor(std::span<const Rows> out, std::span<const ConstRows> a,
                 std::span<const ConstRows> b) override {
    do_make_ready(out[0].limbs);
    for_each_place(out[0].limbs, out.size(), [&](std::size_t place) noexcept {
      const PartPointers<std::uint64_t> c(out, place);
      const PartPointers<const std::uint64_t> x(a, place), y(b, place);
      products(place).tensor(c.span(), x.span(), y.span(), degree());
    });
  }
  // Longer rows, four factors and a product, leave no room for twiddles in the second-level cache,
  // and the steps of a chain wait for the words that they read.
  static constexpr std::size_t kLongestChain = 8192;

  void do_convert(const Rows& out, const ConstRows& in, const ConstRows& own, const RowMap& map,
                  const LimbSet& targets, std::uint64_t* scratch) override {
    std::array<RowMap::TargetRange, 2 * LimbSet::kRanges> range_memory;
    const auto ranges = ranges_of(range_memory, out.limbs, targets);
    // Parts begin on cache lines. There are several for each thread, so that late threads have less
    // to do.
    const std::size_t from = in.limbs.size(), to = out.limbs.size();
    const std::size_t shares =
        std::min(threads(), threads_for(from + to + from * to / 2, degree(), 1));
    const std::size_t parts = shares > 1 ? 4 * shares : 1;
    const std::size_t part = detail::whole_lines((degree() + parts - 1) / parts);
    const std::size_t words = detail::whole_lines(map.scratch_words());
    parallel_for_on(
        shares, (degree() + part - 1) / part, [&](std::size_t i, std::size_t thread) noexcept {
          const std::size_t first = i * part, count = std::min(part, degree() - first);
          Pointers in_rows, own_rows;
          std::array<std::uint64_t*, detail::kMaxRows> out_rows;
          for (std::size_t j = 0; j < to; ++j) out_rows[j] = out.row(out.limbs.place(j)) + first;
          map.convert({out_rows.data(), to}, ranges, pointers_of(in_rows, in, in.limbs, first),
                      pointers_of(own_rows, own, map.takes_own() ? out.limbs : LimbSet(), first),
                      count, {scratch + thread * words, words});
        });
  }

  void do_permute(const Rows& out, const ConstRows& in, const Automorphism& by) override {
    for_each_place(out.limbs, 2, [&](std::size_t place) noexcept {
      by.apply_to_values(out.row(place), in.row(place), out.limbs.size());
    });
  }

  PreparedKey do_begin_key(const LimbSet& limbs, std::size_t digits) override {
    const std::size_t words = do_prepared_row_words(limbs, digits);
    const PreparedKey key(allocate_public(limbs.size() * words), words, limbs, digits);
    for (std::size_t i = 0; i < limbs.size(); ++i) {
      std::uint64_t* const row = key.row_to_write(limbs.place(i));
      std::fill(row + products(limbs.place(i)).prepared_words(digits, degree()), row + words, 0);
    }
    return key;
  }

  void do_prepare(const PreparedKey& key, std::size_t first,
                  std::span<const ConstRows> parts) override {
    for_each_row(key.limbs().size(), degree(), 2 * parts.size(), [&](std::size_t i) noexcept {
      const std::size_t place = key.limbs().place(i);
      for (std::size_t k = 0; k < parts.size(); ++k) {
        products(place).prepare_row(key.row_to_write(place), parts[k].row(place), first + k,
                                    key.digits(), degree());
      }
    });
  }

  std::size_t do_prepared_row_words(const LimbSet& limbs, std::size_t digits) override {
    do_make_ready(limbs);
    std::size_t words = 0;
    for (std::size_t i = 0; i < limbs.size(); ++i) {
      const std::size_t of_limb = products(limbs.place(i)).prepared_words(digits, degree());
      words = std::max(words, detail::whole_lines(of_limb));
    }
    return words;
  }

  std::string do_key_layout(const LimbSet& limbs) override {
    do_make_ready(limbs);
    std::string layout;
    for (std::size_t i = 0; i < limbs.size(); ++i) {
      layout += layout_name(products(limbs.place(i))) + ", ";
    }
    return layout;
  }

  void do_unprepare(const Rows& out, const PreparedKey& key, std::size_t digit,
                    std::size_t part) override {
    do_make_ready(out.limbs);
    for_each_place(out.limbs, 1, [&](std::size_t place) noexcept {
      products(place).unprepare(out.row(place), key.row(place), 2 * digit + part, key.digits(),
                                degree());
    });
  }

  void do_inner_products(const std::array<Rows, 2>& out, std::span<const Digit> digits,
                         const PreparedKey& key, std::uint64_t* scratch) override {
    do_make_ready(out[0].limbs);
    std::array<std::span<std::uint64_t>, detail::kMaxRows> scaled;
    std::uint64_t* free = scratch;
    for (std::size_t d = 0; d < digits.size(); ++d) {
      if (digits[d].map == nullptr) continue;
      const std::size_t words = detail::whole_lines(digits[d].map->scaled_words(degree()));
      scaled[d] = {free, words};
      free += words;
    }
    for_each_row(digits.size(), degree(), kTransformPasses, [&](std::size_t d) noexcept {
      if (digits[d].map == nullptr || reads_source(digits[d], out[0].limbs)) return;
      Pointers rows;
      const ConstRows& own = digits[d].coefficients;
      digits[d].map->scale(scaled[d], pointers_of(rows, own, own.limbs), degree());
    });
    for_each_place_with_thread(
        out[0].limbs, digits.size() * (kTransformPasses + 2),
        [&](std::size_t place, std::size_t, std::size_t thread) noexcept {
          Pointers x;
          std::uint64_t* rows = free + thread * digits.size() * stride();
          const auto form = digit_form(digits, place);
          for (std::size_t d = 0; d < digits.size(); ++d) {
            x[d] = digit_row(digits[d], scaled[d], reads_source(digits[d], out[0].limbs), place,
                             rows + d * stride(), form);
          }
          products(place).inner_products(out[0].row(place), out[1].row(place),
                                         {x.data(), digits.size()}, form, key.row(place),
                                         key.digits(), degree());
        });
  }
  // Whether the transforms for these limbs can read a digit's only row: its modulus is at most
  // twice theirs.
  [[nodiscard]] bool reads_source(const Digit& digit, const LimbSet& limbs) const noexcept {
    if (digit.map == nullptr || !digit.map->passes_on_source()) return false;
    const std::uint64_t q = chain().modulus(digit.coefficients.limbs.place(0)).value();
    for (std::size_t i = 0; i < limbs.size(); ++i) {
      if (q / 2 >= chain().modulus(limbs.place(i)).value()) return false;
    }
    return true;
  }
  // The form in which sums and products read the results of a transform.
  [[nodiscard]] NumberForm transformed_form(std::size_t place) const noexcept {
    const bool doubles = plan(place).takes_doubles() && products(place).reads_doubles();
    return doubles ? NumberForm::doubles : NumberForm::words;
  }
  // The transform of the centered representatives of the only row of `in`.
  void transform_source(std::size_t place, std::uint64_t* out, NumberForm form,
                        const ConstRows& in) const noexcept {
    const std::size_t source = in.limbs.place(0);
    const std::uint64_t q = chain().modulus(source).value();
    if (form == NumberForm::words) return plan(place).forward_centered(out, in.row(source), q);
    plan(place).forward_centered_doubles(out, in.row(source), q);
  }
  // The transform of words.
  void transform(std::size_t place, std::uint64_t* out, NumberForm form,
                 const std::uint64_t* in) const noexcept {
    if (form == NumberForm::words) return plan(place).forward(out, in);
    plan(place).forward_between(out, form, in, NumberForm::words);
  }
  // The transform of target j of a map. Between them are doubles where both compute with them.
  void lift(std::size_t place, std::uint64_t* out, NumberForm form, const RowMap& map,
            std::size_t j, std::span<const std::uint64_t> scaled,
            const std::uint64_t* own) const noexcept {
    if (plan(place).takes_doubles() && map.writes_doubles(j, degree())) {
      map.target_doubles(j, out, scaled, own, degree());
      plan(place).forward_between(out, form, out, NumberForm::doubles);
    } else {
      map.target(j, out, scaled, own, degree());
      transform(place, out, form, out);
    }
  }
  // The form in which digits are multiplied. Where all have values, these are read as they are.
  [[nodiscard]] NumberForm digit_form(std::span<const Digit> digits,
                                      std::size_t place) const noexcept {
    const bool transforms = std::ranges::any_of(digits, [](const Digit& d) { return d.map; });
    return transforms ? transformed_form(place) : NumberForm::words;
  }
  // The values of a digit modulo one prime, in `row` if they are not there already.
  const std::uint64_t* digit_row(const Digit& digit, std::span<const std::uint64_t> scaled,
                                 bool reads_source_row, std::size_t place, std::uint64_t* row,
                                 NumberForm form) const noexcept {
    if (digit.map == nullptr || digit.values.limbs.contains(place)) {
      if (form == NumberForm::words) return digit.values.row(place);
      products(place).to_doubles(row, digit.values.row(place), degree());
      return row;
    }
    const ConstRows& own = digit.coefficients;
    if (own.limbs.contains(place)) {
      transform(place, row, form, own.row(place));
    } else if (reads_source_row) {
      transform_source(place, row, form, own);
    } else {
      lift(place, row, form, *digit.map, digit.targets.index(place), scaled, nullptr);
    }
    return row;
  }

  void do_divide(const Rows& out, const Division& division, std::uint64_t* scratch) override {
    do_make_ready(out.limbs);
    const RowMap& map = *division.map;
    const std::size_t words = detail::whole_lines(map.scaled_words(degree()));
    const bool reads_source_row = reads_source({division.in, {}, &map, {}}, out.limbs);
    if (!reads_source_row) {
      Pointers rows;
      map.scale({scratch, words}, pointers_of(rows, division.in, division.in.limbs), degree());
    }
    const std::size_t passes = kTransformPasses + division.in.limbs.size() + 1;
    for_each_place_with_thread(
        out.limbs, passes, [&](std::size_t place, std::size_t i, std::size_t thread) noexcept {
          std::uint64_t* x = scratch + words + thread * stride();
          const NumberForm form = transformed_form(place);
          if (reads_source_row) {
            transform_source(place, x, form, division.in);
          } else {
            const std::uint64_t* own = map.takes_own() ? division.own.row(place) : nullptr;
            lift(place, x, form, map, i, {scratch, words}, own);
          }
          std::uint64_t* result = division.by == nullptr ? out.row(place) : x;
          divide_row(result, division, place, i, x, form);
          if (division.by != nullptr) division.by->apply_to_values(out.row(place), x);
        });
  }
  void divide_row(std::uint64_t* out, const Division& division, std::size_t place, std::size_t i,
                  std::uint64_t* x, NumberForm form) const noexcept {
    const auto& arithmetic = plan(place).arithmetic();
    const std::uint64_t *acc = division.acc.row(place), *w = &division.w[i].value;
    const std::uint64_t* v = division.v.empty() ? nullptr : &division.v[i].value;
    const std::uint64_t* add = division.add.limbs.size() == 0 ? nullptr : division.add.row(place);
    if (form == NumberForm::doubles) {
      return products(place).scale_difference(out, acc, x, v ? *v : 1, *w, add, degree());
    }
    if (v != nullptr) arithmetic.apply(Operation::scale, x, {x, v}, degree());
    if (add == nullptr)
      return arithmetic.apply(Operation::scale_difference, out, {acc, x, w}, degree());
    arithmetic.apply(Operation::scale_difference_add, out, {acc, x, add, w}, degree());
  }

  std::vector<detail::Once<RowProducts>> products_;
};

}  // namespace

std::shared_ptr<Engine> make_cpu_engine(const DynamicRing& chain) {
  return std::make_shared<CpuEngine>(chain);
}

}  // namespace lath
