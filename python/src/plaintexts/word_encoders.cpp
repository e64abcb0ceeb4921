// SPDX-License-Identifier: Apache-2.0
//
// Encoders whose values are words: NumPy's int64.
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <type_traits>

#include "plaintexts/encoders.hpp"

namespace lath::python {
namespace {

template <class T>
using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Words = Buffer<T, Secret>;
using Shape = std::vector<std::size_t>;

template <class T>
Words<T> copied(const Array<T>& array) {
  Words<T> words(array.size());
  std::copy_n(array.data(), array.size(), words.data());
  return words;
}

// The word of an integer in [-t/2, t) modulo t, and all ones for others. Constant time.
std::uint64_t residue(std::int64_t x, std::uint64_t t) {
  const auto word = static_cast<std::uint64_t>(x);
  const std::uint64_t negative = 0 - (word >> 63);
  const std::uint64_t below = 0 - ((word + t / 2) >> 63);
  return (word + (t & negative)) | (below & negative);
}

Words<std::uint64_t> residues_of(const Array<std::int64_t>& array, std::uint64_t t) {
  Words<std::uint64_t> words(array.size());
  std::transform(array.data(), array.data() + array.size(), words.data(),
                 [t](std::int64_t x) { return residue(x, t); });
  return words;
}

// The values as words below t: NumPy checks and converts them.
Words<std::uint64_t> words_of(const nb::object& values, std::uint64_t t) {
  Array<std::int64_t> array;
  if (nb::try_cast(values, array, false)) return residues_of(array, t);
  return copied(nb::cast<Array<std::uint64_t>>(values, false));
}

// Whether the values are an array of NumPy, which says itself whether it has integers.
bool is_numpy(nb::handle values) {
  static std::atomic<PyObject*> known = nullptr;  // kept until the process ends
  PyObject* type = known;
  if (type == nullptr) known = type = nb::module_::import_("numpy").attr("ndarray").inc_ref().ptr();
  return values.type().is(type);
}

// An array that owns the decoder's memory.
nb::object array_of(Words<std::int64_t>&& words, const Shape& shape) {
  auto held = std::make_unique<Words<std::int64_t>>(std::move(words));
  auto* values = held.get();
  const nb::capsule owner(values,
                          [](void* p) noexcept { delete static_cast<Words<std::int64_t>*>(p); });
  (void)held.release();
  return nb::cast(
      nb::ndarray<nb::numpy, std::int64_t>(values->data(), shape.size(), shape.data(), owner));
}

// Slots of bits and of elements, of which the constants are the values.
template <class Coder>
constexpr bool kConstants = std::is_same_v<Coder, he::CyclotomicEncoder>;

// Slots or coefficients, one word each.
template <class Coder>
class WordEncoder : public Encoder {
 public:
  WordEncoder(const char* name, Coder coder, Shape shape, const he::SchemeParameters& parameters)
      : name_(name),
        coder_(std::move(coder)),
        shape_(std::move(shape)),
        t_(parameters.plaintext_modulus().word()) {}

  [[nodiscard]] const char* name() const noexcept override { return name_; }
  [[nodiscard]] Shape shape() const override { return shape_; }
  [[nodiscard]] he::Plaintext encode(nb::handle values) const override {
    Array<std::int64_t> array;
    if (is_numpy(values) && nb::try_cast(values, array, false)) return encode(array);
    const nb::object checked =
        nb::module_::import_("lath._arrays").attr("words")(values, nb::tuple(nb::cast(shape_)));
    if (nb::try_cast(checked, array, false)) return encode(array);
    const auto words = copied(nb::cast<Array<std::uint64_t>>(checked, false));
    const Release release;
    return encode(words);
  }
  [[nodiscard]] nb::object decode(const he::Plaintext& plaintext) const override {
    std::unique_ptr<Words<std::int64_t>> values;
    {
      const Release release;
      values = std::make_unique<Words<std::int64_t>>(decoded(plaintext));
    }
    const std::size_t size = values->size();
    return array_of(std::move(*values), {size});
  }

  [[nodiscard]] bool has_rows() const noexcept override {
    return std::is_same_v<Coder, he::SlotEncoder>;
  }
  [[nodiscard]] std::vector<he::EncodedRotationPart> rotation(
      const Rotation& rotation) const override {
    if constexpr (kConstants<Coder>) return coder_.rotation(rotation.dimension, rotation.amount);
    return Encoder::rotation(rotation);
  }

 private:
  // Reads the array with the GIL, once.
  [[nodiscard]] he::Plaintext encode(const Array<std::int64_t>& array) const {
    if constexpr (kConstants<Coder>) {
      const auto words = residues_of(array, t_);
      const Release release;
      return encode(words);
    } else {
      std::optional<Release> release;
      return coder_.encode_either_sign({array.data(), array.size()}, [&] { release.emplace(); });
    }
  }
  [[nodiscard]] he::Plaintext encode(const Words<std::uint64_t>& words) const {
    if constexpr (kConstants<Coder>)
      return coder_.encode_constants(words.span());
    else
      return coder_.encode(words.span());
  }
  [[nodiscard]] Words<std::int64_t> decoded(const he::Plaintext& plaintext) const {
    if constexpr (kConstants<Coder>)
      return coder_.decode_constants_signed(plaintext);
    else
      return coder_.decode_signed(plaintext);
  }

  const char* name_;
  Coder coder_;
  Shape shape_;
  std::uint64_t t_;
};

// Elements of Galois rings: a row of d words for each slot, in [0, t).
class ElementEncoder : public Encoder {
 public:
  ElementEncoder(he::CyclotomicEncoder coder, std::uint64_t t) : coder_(std::move(coder)), t_(t) {}

  [[nodiscard]] const char* name() const noexcept override { return "ElementEncoder"; }
  [[nodiscard]] Shape shape() const override { return {coder_.slots(), coder_.slot_degree()}; }
  [[nodiscard]] he::Plaintext encode(nb::handle values) const override {
    const nb::object rows =
        nb::module_::import_("lath._arrays").attr("elements")(values, coder_.slot_degree());
    const auto words = words_of(rows, t_);
    const Release release;
    return coder_.encode(words.span());
  }
  [[nodiscard]] nb::object decode(const he::Plaintext& plaintext) const override {
    std::unique_ptr<Words<std::int64_t>> values;
    {
      const Release release;
      const Buffer<std::uint64_t, Secret> words = coder_.decode(plaintext);
      values = std::make_unique<Words<std::int64_t>>(words.size());
      std::ranges::copy(words.span(), values->data());
    }
    return array_of(std::move(*values), shape());
  }

  [[nodiscard]] std::vector<he::EncodedRotationPart> rotation(
      const Rotation& rotation) const override {
    return coder_.rotation(rotation.dimension, rotation.amount);
  }

 private:
  he::CyclotomicEncoder coder_;
  std::uint64_t t_;
};

// One integer over Z in a plaintext.
class OneInteger : public Encoder {
 public:
  explicit OneInteger(he::IntegerEncoder coder) : coder_(std::move(coder)) {}

  [[nodiscard]] const char* name() const noexcept override { return "IntegerEncoder"; }
  [[nodiscard]] Shape shape() const override { return {}; }
  [[nodiscard]] he::Plaintext encode(nb::handle value) const override {
    const nb::object integer = nb::module_::import_("lath._arrays").attr("integer")(value);
    const std::int64_t word = nb::cast<std::int64_t>(integer);
    const Release release;
    return coder_.encode(word);
  }
  [[nodiscard]] nb::object decode(const he::Plaintext& plaintext) const override {
    std::int64_t value = 0;
    {
      const Release release;
      value = coder_.decode(plaintext);
    }
    return nb::int_(value);
  }

 private:
  he::IntegerEncoder coder_;
};

// The lengths of the dimensions, the fastest last.
Shape shape_of(const he::SlotAlgebra& algebra) {
  Shape shape;
  for (const auto& dimension : algebra.dimensions()) shape.insert(shape.begin(), dimension.length);
  return shape.empty() ? Shape{algebra.slots()} : shape;
}

}  // namespace

std::unique_ptr<Encoder> slot_encoder(const he::SchemeParameters& parameters) {
  auto coder = he::SlotEncoder::create(parameters);
  Shape shape = {2, coder.slots() / 2};
  return std::make_unique<WordEncoder<he::SlotEncoder>>("SlotEncoder", std::move(coder),
                                                        std::move(shape), parameters);
}
std::unique_ptr<Encoder> cyclotomic_encoder(const he::SchemeParameters& parameters) {
  auto coder = he::CyclotomicEncoder::create(parameters);
  Shape shape = shape_of(coder.algebra());
  return std::make_unique<WordEncoder<he::CyclotomicEncoder>>("CyclotomicEncoder", std::move(coder),
                                                              std::move(shape), parameters);
}
std::unique_ptr<Encoder> element_encoder(const he::SchemeParameters& parameters) {
  return std::make_unique<ElementEncoder>(he::CyclotomicEncoder::create(parameters),
                                          parameters.plaintext_modulus().word());
}
std::unique_ptr<Encoder> coefficient_encoder(const he::SchemeParameters& parameters) {
  he::CoefficientEncoder coder(parameters);
  Shape shape = {coder.coefficients()};
  return std::make_unique<WordEncoder<he::CoefficientEncoder>>(
      "CoefficientEncoder", std::move(coder), std::move(shape), parameters);
}
std::unique_ptr<Encoder> integer_encoder(const he::SchemeParameters& parameters,
                                         std::uint64_t base) {
  return std::make_unique<OneInteger>(he::IntegerEncoder::create(parameters, base));
}

}  // namespace lath::python
