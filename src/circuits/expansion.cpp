// SPDX-License-Identifier: Apache-2.0
#include "lath/circuits/expansion.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <span>
#include <string>

#include "arith/wide/natural_arithmetic.hpp"
#include "lath/he/plaintext.hpp"

namespace lath::circuits {
namespace {

// x^k as a plaintext.
he::Plaintext power_of_x(const he::SchemeParameters& parameters, std::size_t k) {
  const he::Plaintext zero(parameters);
  const std::size_t words = zero.coefficients().size() >> std::countr_zero(parameters.degree());
  std::vector<std::uint64_t> coefficients(k * words + 1);
  coefficients[k * words] = 1;
  return {parameters, coefficients};
}

void require_count(std::size_t count, std::size_t degree) {
  if (count >= 1 && count <= degree) return;
  throw Error(ErrorCode::invalid_argument, "an expansion to " + std::to_string(count) + " numbers",
              "need 1 to " + std::to_string(degree), "use several ciphertexts");
}

void require_odd(const Natural& t) {
  if ((t.words()[0] & 1) != 0) return;
  throw Error(ErrorCode::invalid_argument, "an expansion modulo an even t",
              "need a t in which 2 has an inverse", "take an odd t");
}

void require_power_of_two(const he::SchemeParameters& parameters) {
  const std::uint64_t index = parameters.literal().index;
  if (index == 0 || std::has_single_bit(index)) return;
  throw Error(ErrorCode::unsupported, "an expansion in the ring of index " + std::to_string(index),
              "need x^n + 1", "take a degree in place of an index");
}

}  // namespace

Expansion::Expansion(const he::SchemeParameters& parameters, std::size_t count)
    : t_(parameters.plaintext_modulus()),
      degree_(parameters.degree()),
      count_(count),
      noise_(parameters.noise()) {
  require_power_of_two(parameters);
  require_count(count, degree_);
  require_odd(t_);
  for (std::size_t step = 1; step < count; step *= 2) {
    shifts_.emplace_back(power_of_x(parameters, degree_ - step), parameters.levels());
  }
}

std::vector<std::uint64_t> Expansion::elements() const {
  std::vector<std::uint64_t> result;
  result.reserve(steps());
  for (std::size_t j = 0; j < steps(); ++j) result.push_back((degree_ >> j) + 1);
  return result;
}

std::size_t Expansion::coefficient(std::size_t i) const noexcept {
  std::size_t reversed = 0;
  for (std::size_t j = 0; j < steps(); ++j) reversed |= (i >> j & 1) << (steps() - 1 - j);
  return reversed;
}

Natural Expansion::packed(const Natural& a) const {
  const std::uint64_t power = std::uint64_t{1} << steps();
  const std::optional<Natural> inverse =
      detail::inverse_modulo_vartime(detail::remainder_vartime(power, t_), t_);
  return detail::product_modulo_vartime(a, inverse.value_or(0), t_);
}

he::NoiseBound Expansion::noise(const he::NoiseBound& packed, std::size_t level) const {
  he::NoiseBound result = packed;
  for (std::size_t j = 0; j < steps(); ++j) result = result + noise_.switched(level, result);
  return result;
}

// Visits the numbers from `first` to `last` that are below a node of the tree, depth first.
class Expansion::Walk {
 public:
  Walk(const Expansion& expansion, he::SchemeSession& session, const he::Ciphertext& packed,
       std::size_t first, std::size_t last, const Visit& visit, const Work& work)
      : expansion_(expansion),
        session_(session),
        first_(first),
        last_(last),
        visit_(visit),
        work_(work),
        left_(expansion.steps(), packed),
        right_(expansion.steps(), packed) {}

  // `node` is a ciphertext of the numbers from `begin` on, after j steps.
  void below(const he::Ciphertext& node, std::size_t j, std::size_t begin) {
    if (j == expansion_.steps()) return visit(node, begin);
    const std::size_t middle = begin + (std::size_t{1} << (expansion_.steps() - 1 - j));
    const bool has_left = first_ < middle, has_right = middle < last_;
    he::Ciphertext &left = left_[j], &right = right_[j];
    session_.apply_galois(right, node, (expansion_.degree_ >> j) + 1);
    if (has_left) session_.add(left, right, node);
    if (has_right) {
      session_.sub(right, right, node);
      session_.multiply_plain(right, right, expansion_.shifts_[j]);
    }
    if (has_left) below(left, j + 1, begin);
    if (has_right) below(right, j + 1, middle);
  }

 private:
  void visit(const he::Ciphertext& number, std::size_t i) {
    work_.require_wanted();
    visit_(i, number);
    work_.report(i + 1 - first_);
  }

  const Expansion& expansion_;
  he::SchemeSession& session_;
  std::size_t first_, last_;
  const Visit& visit_;
  const Work& work_;
  std::vector<he::Ciphertext> left_, right_;  // by the step that makes them
};

void Expansion::expand(he::SchemeSession& session, const he::Ciphertext& packed, std::size_t first,
                       std::size_t last, const Visit& visit, const Work& work) const {
  if (first > last || last > count_) {
    throw Error(ErrorCode::invalid_argument,
                "numbers " + std::to_string(first) + " to " + std::to_string(last),
                "need a range within " + std::to_string(count_), "take fewer numbers");
  }
  if (first == last) return;
  Walk(*this, session, packed, first, last, visit, work).below(packed, 0, 0);
}

}  // namespace lath::circuits
