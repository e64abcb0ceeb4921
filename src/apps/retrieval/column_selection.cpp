// SPDX-License-Identifier: Apache-2.0
#include "apps/retrieval/column_selection.hpp"

#include <algorithm>

#include "apps/retrieval/plaintext_rows.hpp"
#include "lath/base/checked_size.hpp"

namespace lath::apps {
namespace {

constexpr const char* kSecondDimension = "words of the second dimension";

// The words of the prepared numbers for one prime; no kernels pad the rows of a ring.
std::size_t key_words(const he::bfv::Parameters& parameters, std::size_t columns) {
  return checked_product(kSecondDimension, columns, 2 * parameters.degree());
}

std::size_t row_words(const he::bfv::Parameters& parameters, std::size_t columns,
                      std::size_t pieces) {
  return checked_product(kSecondDimension, checked_product(kSecondDimension, columns, pieces),
                         parameters.levels() * parameters.degree());
}

}  // namespace

ColumnSelection::ColumnSelection(const he::bfv::Parameters& parameters, std::size_t columns,
                                 std::size_t pieces)
    : parameters_(parameters),
      columns_(columns),
      pieces_(pieces),
      degree_(parameters.degree()),
      products_(products_of(parameters)),
      rows_(row_words(parameters, columns, pieces)),
      key_(parameters.levels() * key_words(parameters, columns)) {}

std::size_t ColumnSelection::bytes(const he::bfv::Parameters& parameters, std::size_t columns,
                                   std::size_t pieces) {
  return 8 * (row_words(parameters, columns, pieces) +
              parameters.levels() * key_words(parameters, columns));
}

void ColumnSelection::set_number(std::size_t column, const he::Ciphertext& number) {
  for (std::size_t part = 0; part < 2; ++part) {
    const he::RowsToRead rows(he::engine_of(number), number.part(part));
    for (std::size_t limb = 0; limb < products_.size(); ++limb) {
      products_[limb].prepare_row(key_.data() + limb * key_words(parameters_, columns_),
                                  rows.row(limb), 2 * column + part, columns_, degree_);
    }
  }
}

void ColumnSelection::set_piece(std::size_t column, std::size_t piece,
                                std::span<const std::uint64_t> coefficients) {
  for (std::size_t limb = 0; limb < products_.size(); ++limb) {
    write_values({rows_.data() + row(limb, piece, column), degree_}, parameters_, limb,
                 coefficients);
  }
}

void ColumnSelection::select(std::vector<he::Ciphertext>& out, const he::NoiseBound& noise,
                             he::KeyId key_id, const Work& work) const {
  CiphertextRows sums(out, parameters_, pieces_);
  std::vector<const std::uint64_t*> digits(columns_);
  for (std::size_t limb = 0; limb < products_.size(); ++limb) {
    for (std::size_t piece = 0; piece < pieces_; ++piece) {
      work.require_wanted();
      for (std::size_t j = 0; j < columns_; ++j) digits[j] = rows_.data() + row(limb, piece, j);
      products_[limb].inner_products(sums.row(piece, 0, limb), sums.row(piece, 1, limb), digits,
                                     key_.data() + limb * key_words(parameters_, columns_),
                                     columns_, degree_);
    }
  }
  sums.finish(noise, key_id);
}

}  // namespace lath::apps
