// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>

#include "lath/ring/limb_set.hpp"
#include "lath/ring/ring.hpp"
#include "lath/rns/rns_basis.hpp"

namespace lath {

/// The largest ring that is made of data from outside, by ring_from_bytes() and by functions that
/// read parameters. Its plans take up to 40 bytes for a coefficient of a limb: some 160 MB for a
/// ring of this size.
struct RingLimits {
  std::size_t degree = 65536;  ///< n at most
  std::size_t limbs = 64;      ///< so many moduli at most
};

/// A ring whose degree and moduli are chosen at run time, with 64-bit words: limbs of a chain of
/// moduli, which makes each plan once. Rings of other limbs of the same chain (levels, special
/// moduli, all moduli outside a digit) share everything; making one costs nothing. A copy is a
/// pointer and a set of limbs. A ring that was moved from has degree 0 and no limbs: it has no
/// polynomials, and functions that return its moduli throw invalid_argument.
class DynamicRing {
 public:
  using Word = std::uint64_t;  ///< the word of a residue

  ///@{
  /// The ring Z_Q[x]/(x^degree + 1), where Q is the product of `moduli`.
  ///
  /// `degree` is a power of two from 2 to 2^20. `moduli` are one or more distinct primes below 2^62
  /// that are 1 mod 2 degree; ntt_primes() finds them. Throws invalid_argument, naming the value,
  /// otherwise. Costs about 10 degree modular products per modulus.
  static DynamicRing create(std::size_t degree, std::span<const std::uint64_t> moduli);
  static DynamicRing create(std::size_t degree, std::initializer_list<std::uint64_t> moduli) {
    return create(degree, std::span(moduli.begin(), moduli.size()));
  }
  ///@}

  ///@{
  /// The ring Z_Q[x]/(Phi_m(x)) of any index m: coefficient forms belong to the powerful basis,
  /// evaluation forms have the order of index.slots(); see CyclotomicIndex. For a power of two it
  /// is the ring modulo x^n + 1.
  ///
  /// `moduli` are one or more distinct primes below 2^62 that are 1 mod m; ntt_primes(bits, index,
  /// count) finds primes with fast transforms. Throws invalid_argument, naming the value,
  /// otherwise.
  static DynamicRing create(const CyclotomicIndex& index, std::span<const std::uint64_t> moduli);
  static DynamicRing create(const CyclotomicIndex& index,
                            std::initializer_list<std::uint64_t> moduli) {
    return create(index, std::span(moduli.begin(), moduli.size()));
  }
  ///@}

  /// The ring of create(index, moduli) as a chain to select limbs from: a transform is planned when
  /// select() first takes its limb, when plan() or an engine first needs it. Throws as create()
  /// does.
  static DynamicRing chain(const CyclotomicIndex& index, std::span<const std::uint64_t> moduli);

  /// The ring of these transforms, one for each limb, of one order and degree: rings of other
  /// indices than powers of two. Evaluation forms have the order slots(). Throws invalid_argument
  /// if there are none, if two have one modulus, or if their orders differ.
  static DynamicRing create(std::span<const NttPlan<Word>> plans);

  /// The ring of the first `limbs` moduli. Throws invalid_argument unless `limbs` is from 1 to
  /// limbs().
  [[nodiscard]] DynamicRing prefix(std::size_t limbs) const;
  /// The ring of these limbs of the chain, whose transforms are planned afterwards. Throws
  /// invalid_argument if there are none or if the chain has not all of them, and std::bad_alloc.
  [[nodiscard]] DynamicRing select(const LimbSet& limbs) const;
  /// The limbs of this ring in its chain: for a ring from create() all of them.
  [[nodiscard]] const LimbSet& limb_set() const& noexcept { return limbs_; }
  const LimbSet& limb_set() const&& = delete;  // the ring is a temporary: give it a name
  /// Whether both rings are limbs of one chain.
  [[nodiscard]] bool shares_chain(const DynamicRing& other) const noexcept {
    return state_ != nullptr && state_ == other.state_;
  }
  ///@{
  /// The ring of a new chain with these moduli appended, which shares the plans of this ring: only
  /// plans of new moduli cost anything. Throws as create() does, and unsupported if the limbs are
  /// transforms of the program's own.
  [[nodiscard]] DynamicRing extended(std::span<const std::uint64_t> moduli) const;
  [[nodiscard]] DynamicRing extended(std::initializer_list<std::uint64_t> moduli) const {
    return extended(std::span(moduli.begin(), moduli.size()));
  }
  ///@}

  /// n.
  [[nodiscard]] std::size_t degree() const noexcept;
  /// The index m of Phi_m; none for transforms of the program's own.
  [[nodiscard]] const std::optional<CyclotomicIndex>& index() const&;
  const std::optional<CyclotomicIndex>& index() const&& = delete;  // the ring is a temporary
  /// The number of moduli.
  [[nodiscard]] std::size_t limbs() const noexcept;
  /// The modulus of limb < limbs(), which is not checked.
  [[nodiscard]] const Modulus& modulus(std::size_t limb) const&;
  const Modulus& modulus(std::size_t limb) const&& = delete;  // the ring is a temporary: name it
  /// The plan of limb < limbs(), which is not checked. Throws std::bad_alloc if it is made here.
  [[nodiscard]] const NttPlan<Word>& plan(std::size_t limb) const&;
  const NttPlan<Word>& plan(std::size_t limb) const&& = delete;  // the ring is a temporary: name it
  /// Whether the plan of limb i < limbs() is made, which only chain() leaves for later.
  [[nodiscard]] bool is_planned(std::size_t limb) const noexcept;

  /// The map of slots: which value each slot of an evaluation form holds, the same in all limbs.
  [[nodiscard]] const SlotMap& slots() const&;
  const SlotMap& slots() const&& = delete;  // the ring is a temporary: give it a name

  /// The tables of the Chinese remainder theorem for the moduli, created at the first call for
  /// these limbs of the chain; see RnsBasis::create() for the cost. Safe from several threads.
  [[nodiscard]] const RnsBasis& basis() const&;
  const RnsBasis& basis() const&& = delete;  // the ring is a temporary: give it a name

  /// Whether degree, order of slots and moduli are equal.
  friend bool operator==(const DynamicRing& a, const DynamicRing& b) noexcept {
    return (a.state_ == b.state_ && a.limbs_ == b.limbs_) || a.equals(b);
  }

 private:
  struct State;
  DynamicRing(std::shared_ptr<const State> state, const LimbSet& limbs) noexcept;
  void require_state() const;
  void make_plans() const;
  [[nodiscard]] bool equals(const DynamicRing& other) const noexcept;

  std::shared_ptr<const State> state_;
  LimbSet limbs_;
};

static_assert(Ring<DynamicRing>);

}  // namespace lath
