// SPDX-License-Identifier: Apache-2.0
#include "apps/retrieval/selection_table.hpp"

#include <algorithm>

#include "apps/retrieval/plaintext_rows.hpp"
#include "lath/base/checked_size.hpp"

namespace lath::apps {
namespace {

// Coefficients in a block, a multiple of the chunks in which RowProducts prepares keys: a pair of
// columns and a block of the selections share the second cache.
constexpr std::size_t kBlock = 128;

std::size_t table_words(const he::bfv::Parameters& parameters, std::size_t rows,
                        std::size_t columns) {
  constexpr const char* kWhat = "words of a table";
  const std::size_t plaintext = parameters.levels() * parameters.degree();
  return checked_product(kWhat, checked_product(kWhat, rows, columns + columns % 2), plaintext);
}

}  // namespace

Selections::Selections(const he::bfv::Parameters& parameters, std::size_t count)
    : count_(count),
      degree_(parameters.degree()),
      block_(std::min(degree_, kBlock)),
      products_(products_of(parameters)),
      words_(Buffer<std::uint64_t>::for_overwrite(bytes(parameters, count) / 8)) {}

std::size_t Selections::bytes(const he::bfv::Parameters& parameters, std::size_t count) {
  return checked_product("bytes of selections", count,
                         16 * parameters.levels() * parameters.degree());
}

void Selections::set(std::size_t i, const he::Ciphertext& ciphertext) {
  for (std::size_t part = 0; part < 2; ++part) {
    const he::RowsToRead rows(he::engine_of(ciphertext), ciphertext.part(part));
    for (std::size_t limb = 0; limb < products_.size(); ++limb) {
      for (std::size_t b = 0; b < degree_ / block_; ++b) {
        const std::uint64_t* in = rows.row(limb) + b * block_;
        std::uint64_t* out = words_.data() + place(i, part, limb, b);
        if (products_[limb].reads_doubles()) {
          products_[limb].to_doubles(out, in, block_);
        } else {
          std::copy_n(in, block_, out);
        }
      }
    }
  }
}

SelectionTable::SelectionTable(const he::bfv::Parameters& parameters, std::size_t rows,
                               std::size_t columns)
    : parameters_(parameters),
      rows_(rows),
      columns_(columns),
      degree_(parameters.degree()),
      block_(std::min(degree_, kBlock)),
      products_(products_of(parameters)),
      words_(table_words(parameters, rows, columns)) {}

std::size_t SelectionTable::bytes(const he::bfv::Parameters& parameters, std::size_t rows,
                                  std::size_t columns) {
  return checked_product("bytes of a table", table_words(parameters, rows, columns), 8);
}

void SelectionTable::set(std::size_t row, std::size_t column,
                         std::span<const std::uint64_t> coefficients,
                         std::span<std::uint64_t> row_memory) {
  for (std::size_t limb = 0; limb < parameters_.levels(); ++limb) {
    write_values(row_memory, parameters_, limb, coefficients);
    for (std::size_t block = 0; block < degree_ / block_; ++block) {
      products_[limb].prepare_row(words_.data() + place(limb, block, column / 2),
                                  row_memory.data() + block * block_, 2 * row + column % 2, rows_,
                                  block_);
    }
  }
}

void SelectionTable::select(std::vector<he::Ciphertext>& out, const Selections& selections,
                            const he::NoiseBound& noise, he::KeyId key_id, const Work& work) const {
  CiphertextRows columns(out, parameters_, columns_);
  std::vector<const std::uint64_t*> digits[2];
  for (auto& part : digits) part.resize(rows_);
  Buffer<std::uint64_t> unused(block_);  // the other column of an odd one
  for (std::size_t limb = 0; limb < parameters_.levels(); ++limb) {
    const RowProducts& products = products_[limb];
    const NumberForm form = products.reads_doubles() ? NumberForm::doubles : NumberForm::words;
    for (std::size_t at = 0; at < degree_; at += block_) {
      work.require_wanted();
      for (std::size_t part = 0; part < 2; ++part) {
        for (std::size_t i = 0; i < rows_; ++i) {
          digits[part][i] = selections.block(i, part, limb, at / block_);
        }
      }
      for (std::size_t pair = 0; pair < pairs(); ++pair) {
        const std::uint64_t* block = words_.data() + place(limb, at / block_, pair);
        const auto column = [&](std::size_t j, std::size_t part) {
          return j < columns_ ? columns.row(j, part, limb) + at : unused.data();
        };
        const std::size_t j = 2 * pair;
        products.two_inner_products(
            {column(j, 0), column(j + 1, 0), column(j, 1), column(j + 1, 1)}, digits[0], digits[1],
            form, block, rows_, block_);
      }
    }
  }
  columns.finish(noise, key_id);
}

}  // namespace lath::apps
