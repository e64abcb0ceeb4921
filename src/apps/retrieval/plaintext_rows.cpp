// SPDX-License-Identifier: Apache-2.0
#include "apps/retrieval/plaintext_rows.hpp"

#include <algorithm>

namespace lath::apps {

using he::Access;

std::vector<RowProducts> products_of(const he::bfv::Parameters& parameters) {
  const DynamicRing& ring = parameters.ring(parameters.levels());
  std::vector<RowProducts> products;
  products.reserve(parameters.levels());
  for (std::size_t i = 0; i < parameters.levels(); ++i) {
    products.push_back(RowProducts::create(ring.modulus(i)));
  }
  return products;
}

void write_values(std::span<std::uint64_t> row, const he::bfv::Parameters& parameters,
                  std::size_t limb, std::span<const std::uint64_t> coefficients) {
  const DynamicRing& ring = parameters.ring(parameters.levels());
  // Representatives next to zero, the smallest ones: -t/2 to t/2.
  const std::uint64_t t = parameters.plaintext_modulus().word(), half = t / 2,
                      negative = ring.modulus(limb).value() - t;
  std::ranges::transform(coefficients, row.begin(),
                         [&](std::uint64_t x) { return x > half ? x + negative : x; });
  ring.plan(limb).forward(row.data());
}

CiphertextRows::CiphertextRows(std::vector<he::Ciphertext>& out,
                               const he::bfv::Parameters& parameters, std::size_t count)
    : out_(out) {
  out_.reserve(count);
  while (out_.size() < count) {
    out_.push_back(he::new_result<he::Ciphertext>(parameters.context(), parameters.levels()));
  }
  for (he::Ciphertext& c : out_) {
    for (std::size_t part = 0; part < 2; ++part) {
      rows_.emplace_back(he::engine_of(c), Access::part(c, part).rows());
    }
  }
}

void CiphertextRows::finish(const he::NoiseBound& noise, he::KeyId key_id) {
  for (const he::RowsToWrite& rows : rows_) rows.store();
  for (he::Ciphertext& c : out_) Access::set(c, 1, noise, key_id);
}

}  // namespace lath::apps
