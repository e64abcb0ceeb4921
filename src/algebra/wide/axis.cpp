// SPDX-License-Identifier: Apache-2.0
#include "algebra/wide/axis.hpp"

#include <algorithm>

#include "lath/arith/modulus.hpp"

namespace lath::detail {

WideAxis::WideAxis(const WideModulus& modulus, const CyclotomicIndex::Axis& axis, unsigned fixed,
                   const Natural& root)
    : radix_(static_cast<std::size_t>(axis.prime)), exponents_{1} {
  const std::size_t words = modulus.words();
  const std::uint64_t q = axis.value, l = axis.prime;
  const std::vector<std::uint64_t> w = modulus.montgomery_vartime(root);
  Powers powers(q * words);
  std::copy_n(modulus.one(), words, powers.data());
  for (std::size_t i = words; i < powers.size(); i += words) {
    modulus.multiply(&powers[i], &powers[i - words], w.data());
  }
  first_length_ = static_cast<std::size_t>(q / l);
  for (unsigned b = 1; b < fixed; ++b) first_length_ /= radix_;
  if (l != 2 && (fixed == 0 || first_length_ > 1)) {
    Powers of_prime;
    for (std::size_t i = 0; i < l; ++i) {
      const auto power = powers.begin() + static_cast<std::ptrdiff_t>(i * (q / l) * words);
      of_prime.insert(of_prime.end(), power, power + static_cast<std::ptrdiff_t>(words));
    }
    prime_.emplace(modulus, l, axis.generator % l, of_prime);
    scratch_words_ = prime_->scratch_words() + 2 * radix_ * words;
  }
  if (fixed == 0 && l != 2) {
    scale_ = l;
    exponents_.clear();
    for (std::uint64_t unit = 1; heads_.size() < l - 1; unit = unit * axis.generator % l) {
      heads_.push_back(static_cast<std::size_t>(unit));
      exponents_.push_back(unit);
    }
  }
  for (std::size_t length = first_length_; length > 1; length /= radix_) {
    add_layer(q, length / radix_, powers, words);
    scale_ *= l;
  }
}

// A node of exponent j is the ring modulo x^(l length) - w^(l length j).
void WideAxis::add_layer(std::uint64_t q, std::size_t length, const Powers& powers,
                         std::size_t words) {
  Layer layer{.nodes = exponents_.size(), .length = length, .roots = {}, .inverse_roots = {}};
  std::vector<std::uint64_t> children;
  const auto append = [&](std::vector<std::uint64_t>& roots, std::uint64_t exponent) {
    const auto power = powers.begin() + static_cast<std::ptrdiff_t>(exponent % q * words);
    roots.insert(roots.end(), power, power + static_cast<std::ptrdiff_t>(words));
  };
  for (const std::uint64_t j : exponents_) {
    for (std::size_t k = 1; k < radix_; ++k) {
      append(layer.roots, j * length % q * k);
      append(layer.inverse_roots, (q - j * length % q) * k);
    }
    for (std::size_t k = 0; k < radix_; ++k) children.push_back(j + q / radix_ / length * k);
  }
  exponents_ = std::move(children);
  layers_.push_back(std::move(layer));
}

void WideAxis::split(const WideModulus& modulus, const Layer& layer, std::uint64_t* values,
                     std::size_t columns, std::uint64_t* scratch) const noexcept {
  const std::size_t words = modulus.words(), count = layer.length * columns;
  const std::size_t stride = count * words;
  for (std::size_t node = 0; node < layer.nodes; ++node) {
    std::uint64_t* base = values + node * radix_ * stride;
    const std::uint64_t* roots = &layer.roots[node * (radix_ - 1) * words];
    if (!prime_) {
      modulus.butterflies(base, base + stride, roots, count);
      continue;
    }
    std::uint64_t *in = scratch, *out = in + radix_ * words, *rest = out + radix_ * words;
    for (std::uint64_t* at = base; at != base + stride; at += words) {
      std::copy_n(at, words, in);
      for (std::size_t k = 1; k < radix_; ++k) {
        modulus.multiply(in + k * words, at + k * stride, roots + (k - 1) * words);
      }
      prime_->transform(modulus, out, in, rest);
      for (std::size_t s = 0; s < radix_; ++s) std::copy_n(out + s * words, words, at + s * stride);
    }
  }
}

void WideAxis::join(const WideModulus& modulus, const Layer& layer, std::uint64_t* values,
                    std::size_t columns, std::uint64_t* scratch) const noexcept {
  const std::size_t words = modulus.words(), count = layer.length * columns;
  const std::size_t stride = count * words;
  for (std::size_t node = 0; node < layer.nodes; ++node) {
    std::uint64_t* base = values + node * radix_ * stride;
    const std::uint64_t* roots = &layer.inverse_roots[node * (radix_ - 1) * words];
    if (!prime_) {
      modulus.inverse_butterflies(base, base + stride, roots, count);
      continue;
    }
    std::uint64_t *in = scratch, *out = in + radix_ * words, *rest = out + radix_ * words;
    for (std::uint64_t* at = base; at != base + stride; at += words) {
      for (std::size_t s = 0; s < radix_; ++s) std::copy_n(at + s * stride, words, in + s * words);
      prime_->transform(modulus, out, in, rest);
      std::copy_n(out, words, at);
      for (std::size_t k = 1; k < radix_; ++k) {
        modulus.multiply(at + k * stride, out + prime_->opposite(k) * words,
                         roots + (k - 1) * words);
      }
    }
  }
}

// From l - 1 coefficients to the values at all l-th roots of unity but 1.
void WideAxis::split_head(const WideModulus& modulus, std::uint64_t* values, std::size_t stride,
                          std::uint64_t* scratch) const noexcept {
  const std::size_t words = modulus.words();
  std::uint64_t *in = scratch, *out = in + radix_ * words, *rest = out + radix_ * words;
  std::fill_n(in + (radix_ - 1) * words, words, 0);
  for (std::uint64_t* at = values; at != values + stride; at += words) {
    for (std::size_t k = 0; k + 1 < radix_; ++k) {
      std::copy_n(at + k * stride, words, in + k * words);
    }
    prime_->transform(modulus, out, in, rest);
    for (std::size_t e = 0; e < heads_.size(); ++e) {
      std::copy_n(out + heads_[e] * words, words, at + e * stride);
    }
  }
}

// With 0 in place of the value at 1, all l coefficients are less than they should be by the same
// number, which is minus the last one: it should be zero.
void WideAxis::join_head(const WideModulus& modulus, std::uint64_t* values, std::size_t stride,
                         std::uint64_t* scratch) const noexcept {
  const std::size_t words = modulus.words();
  std::uint64_t *in = scratch, *out = in + radix_ * words, *rest = out + radix_ * words;
  std::fill_n(in, words, 0);
  for (std::uint64_t* at = values; at != values + stride; at += words) {
    for (std::size_t e = 0; e < heads_.size(); ++e) {
      std::copy_n(at + e * stride, words, in + heads_[e] * words);
    }
    prime_->transform(modulus, out, in, rest);
    const std::uint64_t* last = out + prime_->opposite(radix_ - 1) * words;
    for (std::size_t k = 0; k + 1 < radix_; ++k) {
      modulus.subtract(at + k * stride, out + prime_->opposite(k) * words, last);
    }
  }
}

void WideAxis::forward(const WideModulus& modulus, std::uint64_t* values, std::size_t columns,
                       std::uint64_t* scratch) const noexcept {
  if (!heads_.empty()) {
    split_head(modulus, values, first_length_ * columns * modulus.words(), scratch);
  }
  for (const Layer& layer : layers_) split(modulus, layer, values, columns, scratch);
}

void WideAxis::inverse(const WideModulus& modulus, std::uint64_t* values, std::size_t columns,
                       std::uint64_t* scratch) const noexcept {
  for (auto layer = layers_.rbegin(); layer != layers_.rend(); ++layer) {
    join(modulus, *layer, values, columns, scratch);
  }
  if (!heads_.empty()) {
    join_head(modulus, values, first_length_ * columns * modulus.words(), scratch);
  }
}

}  // namespace lath::detail
