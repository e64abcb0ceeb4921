// SPDX-License-Identifier: Apache-2.0
#include "apps/retrieval/selection_table.hpp"

#include <algorithm>
#include <deque>

#include "he/access.hpp"
#include "he/context.hpp"
#include "he/result_memory.hpp"
#include "lath/base/checked_size.hpp"
#include "lath/base/constant_time.hpp"

namespace lath::apps {
namespace {

using he::Access;

// Coefficients in a block, a multiple of the chunks in which RowProducts prepares keys: a pair of
// columns and a block of the selections share the second cache.
constexpr std::size_t kBlock = 64;

std::size_t table_words(const he::bfv::Parameters& parameters, std::size_t rows,
                        std::size_t columns) {
  constexpr const char* kWhat = "words of a table";
  const std::size_t plaintext = parameters.levels() * parameters.degree();
  return checked_product(kWhat, checked_product(kWhat, rows, columns + columns % 2), plaintext);
}

std::vector<RowProducts> products_of(const he::bfv::Parameters& parameters) {
  const DynamicRing& ring = parameters.ring(parameters.levels());
  std::vector<RowProducts> products;
  products.reserve(parameters.levels());
  for (std::size_t i = 0; i < parameters.levels(); ++i) {
    products.push_back(RowProducts::create(ring.modulus(i)));
  }
  return products;
}

// The results of select(), and their rows for the program to write.
class Columns {
 public:
  Columns(const std::shared_ptr<const he::Context>& context, std::size_t level, std::size_t count)
      : engine_(*context->keys->engine) {
    ciphertexts_.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      ciphertexts_.push_back(he::new_result<he::Ciphertext>(context, level));
      for (std::size_t part = 0; part < 2; ++part) {
        rows_.emplace_back(engine_, Access::part(ciphertexts_[i], part).rows());
      }
    }
  }
  [[nodiscard]] std::uint64_t* row(std::size_t i, std::size_t part, std::size_t limb) {
    return rows_[2 * i + part].row(limb);
  }
  [[nodiscard]] std::vector<he::Ciphertext> finish(const he::NoiseBound& noise, he::KeyId key_id) {
    for (const he::RowsToWrite& rows : rows_) rows.store();
    for (he::Ciphertext& c : ciphertexts_) Access::set(c, 1, noise, key_id);
    return std::move(ciphertexts_);
  }

 private:
  Engine& engine_;
  std::vector<he::Ciphertext> ciphertexts_;
  std::deque<he::RowsToWrite> rows_;
};

}  // namespace

Selections::Selections(const he::bfv::Parameters& parameters, std::size_t count)
    : count_(count),
      degree_(parameters.degree()),
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
      std::uint64_t* out = words_.data() + place(i, part, limb);
      if (products_[limb].reads_doubles()) {
        products_[limb].to_doubles(out, rows.row(limb), degree_);
      } else {
        std::copy_n(rows.row(limb), degree_, out);
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
      t_(parameters.plaintext_modulus().word()),
      products_(products_of(parameters)),
      words_(table_words(parameters, rows, columns)) {}

std::size_t SelectionTable::bytes(const he::bfv::Parameters& parameters, std::size_t rows,
                                  std::size_t columns) {
  return checked_product("bytes of a table", table_words(parameters, rows, columns), 8);
}

void SelectionTable::set(std::size_t row, std::size_t column,
                         std::span<const std::uint64_t> coefficients,
                         std::span<std::uint64_t> row_memory) {
  const DynamicRing& ring = parameters_.ring(parameters_.levels());
  for (std::size_t limb = 0; limb < parameters_.levels(); ++limb) {
    // Representatives next to zero, the smallest ones: -t/2 to t/2.
    const std::uint64_t negative = ring.modulus(limb).value() - t_;
    std::ranges::transform(coefficients, row_memory.begin(), [&](std::uint64_t x) {
      return x + (ct::mask_less(t_ / 2, x) & negative);
    });
    ring.plan(limb).forward(row_memory.data());
    for (std::size_t block = 0; block < degree_ / block_; ++block) {
      products_[limb].prepare_row(words_.data() + place(limb, block, column / 2),
                                  row_memory.data() + block * block_, 2 * row + column % 2, rows_,
                                  block_);
    }
  }
}

std::vector<he::Ciphertext> SelectionTable::select(const Selections& selections, std::size_t first,
                                                   const he::NoiseBound& noise, he::KeyId key_id,
                                                   const Work& work) const {
  Columns out(parameters_.context(), parameters_.levels(), columns_);
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
          digits[part][i] = selections.row(first + i, part, limb) + at;
        }
      }
      for (std::size_t pair = 0; pair < pairs(); ++pair) {
        const std::uint64_t* block = words_.data() + place(limb, at / block_, pair);
        for (std::size_t part = 0; part < 2; ++part) {
          const auto column = [&](std::size_t j) {
            return j < columns_ ? out.row(j, part, limb) + at : unused.data();
          };
          products.inner_products(column(2 * pair), column(2 * pair + 1), digits[part], form, block,
                                  rows_, block_);
        }
      }
    }
  }
  return out.finish(noise, key_id);
}

}  // namespace lath::apps
