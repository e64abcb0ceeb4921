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

// Coefficients in a block: a block of thirty selections takes a megabyte, and thirty rows of a
// column are as many streams as a processor follows.
constexpr std::size_t kBlock = 2048;

std::size_t table_words(const he::bfv::Parameters& parameters, std::size_t rows,
                        std::size_t columns) {
  constexpr const char* kWhat = "words of a table";
  const std::size_t plaintext = parameters.levels() * parameters.degree();
  return checked_product(kWhat, checked_product(kWhat, rows, columns), plaintext);
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
      limbs_(parameters.levels()),
      degree_(parameters.degree()),
      words_(Buffer<std::uint64_t>::for_overwrite(bytes(parameters, count) / 8)) {}

std::size_t Selections::bytes(const he::bfv::Parameters& parameters, std::size_t count) {
  return checked_product("bytes of selections", count,
                         16 * parameters.levels() * parameters.degree());
}

void Selections::set(std::size_t i, const he::Ciphertext& ciphertext) {
  for (std::size_t part = 0; part < 2; ++part) {
    const he::RowsToRead rows(he::engine_of(ciphertext), ciphertext.part(part));
    for (std::size_t limb = 0; limb < limbs_; ++limb) {
      std::copy_n(rows.row(limb), degree_,
                  words_.data() + ((2 * i + part) * limbs_ + limb) * degree_);
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
      words_(table_words(parameters, rows, columns)) {
  const DynamicRing& ring = parameters_.ring(parameters_.levels());
  products_.reserve(parameters_.levels());
  for (std::size_t i = 0; i < parameters_.levels(); ++i) {
    products_.push_back(RowProducts::create(ring.modulus(i)));
  }
}

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
      std::copy_n(row_memory.data() + block * block_, block_,
                  words_.data() + place(limb, block, column, row));
    }
  }
}

std::vector<he::Ciphertext> SelectionTable::select(const Selections& selections, std::size_t first,
                                                   const he::NoiseBound& noise, he::KeyId key_id,
                                                   const Work& work) const {
  Columns out(parameters_.context(), parameters_.levels(), columns_);
  std::size_t key_words = 0;
  for (const RowProducts& products : products_) {
    key_words = std::max(key_words, products.prepared_words(rows_, block_));
  }
  auto key = Buffer<std::uint64_t>::for_overwrite(key_words);
  std::vector<RowProducts::KeyRows> key_rows(rows_);
  std::vector<const std::uint64_t*> digits(rows_);
  for (std::size_t limb = 0; limb < parameters_.levels(); ++limb) {
    for (std::size_t at = 0; at < degree_; at += block_) {
      work.require_wanted();
      for (std::size_t i = 0; i < rows_; ++i) {
        key_rows[i] = {selections.row(first + i, 0, limb) + at,
                       selections.row(first + i, 1, limb) + at};
      }
      products_[limb].prepare(key.data(), key_rows, block_);
      for (std::size_t column = 0; column < columns_; ++column) {
        for (std::size_t i = 0; i < rows_; ++i) {
          digits[i] = words_.data() + place(limb, at / block_, column, i);
        }
        products_[limb].inner_products(out.row(column, 0, limb) + at, out.row(column, 1, limb) + at,
                                       digits, key.data(), rows_, block_);
      }
    }
  }
  return out.finish(noise, key_id);
}

}  // namespace lath::apps
