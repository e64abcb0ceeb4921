// SPDX-License-Identifier: Apache-2.0
//
// NTL through its public interface, as the thesis uses it: MulMod with the modulus x^N + 1
// prepared.

#include <NTL/ZZ_pX.h>
#include <NTL/lzz_pX.h>

#include <cstdint>
#include <type_traits>
#include <vector>

#include "thesis/thesis.hpp"

namespace lath::bench {
namespace {

struct Small {
  using Number = NTL::zz_p;
  using Poly = NTL::zz_pX;
  using Modulus = NTL::zz_pXModulus;
  static void enter(std::uint64_t q) { NTL::zz_p::init(static_cast<long>(q)); }
};

struct Large {
  using Number = NTL::ZZ_p;
  using Poly = NTL::ZZ_pX;
  using Modulus = NTL::ZZ_pXModulus;
  static void enter(std::uint64_t q) { NTL::ZZ_p::init(NTL::ZZ(static_cast<long>(q))); }
};

template <class Kind>
class Ring {
 public:
  using Poly = typename Kind::Poly;

  explicit Ring(const mlwe::Parameters& row)
      : degree_(static_cast<long>(row.degree)), noise_(static_cast<long>(row.noise)) {
    Kind::enter(row.modulus);
    Poly f;
    NTL::SetCoeff(f, degree_);
    NTL::SetCoeff(f, 0);
    NTL::build(modulus_, f);
  }

  Poly zero() const { return {}; }
  Poly uniform() const {
    Poly a;
    NTL::random(a, degree_);
    return a;
  }
  Poly noise() const {
    Poly a;
    a.rep.SetLength(degree_);
    for (long i = 0; i < degree_; ++i) {
      NTL::conv(a.rep[i], NTL::RandomBnd(2 * noise_ + 1) - noise_);
    }
    a.normalize();
    return a;
  }
  void add_product(Poly& sum, const Poly& a, const Poly& b) const {
    Poly product;
    NTL::MulMod(product, a, b, modulus_);
    NTL::add(sum, sum, product);
  }
  void add_multiple(Poly& sum, const Poly& a, long factor) const {
    Poly multiple;
    NTL::mul(multiple, a, factor);
    NTL::add(sum, sum, multiple);
  }
  Poly subtract(const Poly& a, const Poly& b) const { return a - b; }
  Poly from_words(const std::vector<std::uint64_t>& words) const {
    Poly a;
    a.rep.SetLength(degree_);
    for (long i = 0; i < degree_; ++i) {
      NTL::conv(a.rep[i], static_cast<long>(words[static_cast<std::size_t>(i)]));
    }
    a.normalize();
    return a;
  }
  std::vector<std::uint64_t> words(const Poly& a) const {
    std::vector<std::uint64_t> words;
    for (long i = 0; i < degree_; ++i) {
      const long word = NTL::conv<long>(NTL::rep(NTL::coeff(a, i)));
      words.push_back(static_cast<std::uint64_t>(word));
    }
    return words;
  }

 private:
  long degree_, noise_;
  typename Kind::Modulus modulus_;
};

template <class Kind>
void register_kind(const mlwe::Parameters& row, const char* way) {
  register_thesis(row, way, kThesisRuns, [row](ThesisSeconds& sums) {
    Ring<Kind> ring(row);
    const std::vector<std::uint64_t> message(row.degree, 1);
    return ThesisScheme<Ring<Kind>>(row, ring).run(message, sums);
  });
}

}  // namespace

void register_ntl(const mlwe::Parameters& row) {
  register_kind<Large>(row, "ntl_ZZ_p");
  register_kind<Small>(row, "ntl_zz_p");
}

}  // namespace lath::bench
