// SPDX-License-Identifier: Apache-2.0
//
// Encoders whose values have many words: arrays of integers of Python.
#include <nanobind/stl/vector.h>

#include <cstring>
#include <type_traits>

#include "plaintexts/encoders.hpp"
#include "plaintexts/integers.hpp"

namespace lath::python {
namespace {

using Shape = std::vector<std::size_t>;

template <class Coder>
class WideEncoder : public Encoder {
 public:
  WideEncoder(const char* name, Coder coder, Shape shape, const he::SchemeParameters& parameters)
      : name_(name),
        coder_(std::move(coder)),
        shape_(std::move(shape)),
        modulus_(parameters.plaintext_modulus()),
        rows_(std::is_same_v<Coder, he::WideSlotEncoder> && parameters.literal().index == 0 &&
              parameters.literal().short_modulus.index == 0) {}

  [[nodiscard]] const char* name() const noexcept override { return name_; }
  [[nodiscard]] Shape shape() const override { return shape_; }
  [[nodiscard]] he::Plaintext encode(nb::handle values) const override {
    const std::size_t words = modulus_.words().size();
    const auto bytes =
        nb::cast<nb::bytes>(nb::module_::import_("lath._arrays")
                                .attr("residues")(values, integer_of(modulus_), 8 * words,
                                                  nb::tuple(nb::cast(shape_))));
    he::WideValues wide(bytes.size() / (8 * words), words);
    if (bytes.size() != 0) std::memcpy(wide.span().data(), bytes.data(), bytes.size());
    const Release release;
    return coder_.encode(wide);
  }
  [[nodiscard]] nb::object decode(const he::Plaintext& plaintext) const override {
    std::unique_ptr<he::WideValues> values;
    {
      const Release release;
      values = std::make_unique<he::WideValues>(coder_.decode(plaintext, Representative::centered));
    }
    const std::span<const std::uint64_t> words = std::as_const(*values).span();
    return nb::module_::import_("lath._arrays")
        .attr("signed_integers")(nb::bytes(words.data(), words.size_bytes()), 8 * values->words());
  }

  [[nodiscard]] bool has_rows() const noexcept override { return rows_; }
  [[nodiscard]] std::vector<he::EncodedRotationPart> rotation(
      const Rotation& rotation) const override {
    if constexpr (std::is_same_v<Coder, he::WideSlotEncoder>) {
      return {{coder_.rotation(rotation.dimension, rotation.amount), std::nullopt}};
    }
    return Encoder::rotation(rotation);
  }

 private:
  const char* name_;
  Coder coder_;
  Shape shape_;
  Natural modulus_;
  bool rows_;
};

}  // namespace

std::unique_ptr<Encoder> wide_slot_encoder(const he::SchemeParameters& parameters,
                                           const std::vector<Natural>& factors) {
  auto coder = factors.empty() ? he::WideSlotEncoder::create(parameters)
                               : he::WideSlotEncoder::create(parameters, factors);
  Shape shape;
  for (const auto& dimension : coder.dimensions()) shape.insert(shape.begin(), dimension.size);
  return std::make_unique<WideEncoder<he::WideSlotEncoder>>("WideSlotEncoder", std::move(coder),
                                                            std::move(shape), parameters);
}
std::unique_ptr<Encoder> wide_coefficient_encoder(const he::SchemeParameters& parameters) {
  he::WideCoefficientEncoder coder(parameters);
  Shape shape = {coder.coefficients()};
  return std::make_unique<WideEncoder<he::WideCoefficientEncoder>>(
      "WideCoefficientEncoder", std::move(coder), std::move(shape), parameters);
}

}  // namespace lath::python
