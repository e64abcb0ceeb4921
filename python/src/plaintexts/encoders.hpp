// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "bindings.hpp"

namespace lath::python {

/// How values of Python become plaintexts, and come back: an encoder of the library, with arrays
/// and integers of Python at its ends. Immutable, and safe to share between threads.
class Encoder {
 public:
  Encoder() = default;
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;
  virtual ~Encoder() = default;

  /// The name of its class in Python.
  [[nodiscard]] virtual const char* name() const noexcept = 0;
  /// The shape of the values of a plaintext: rows before columns, dimensions before the fastest.
  [[nodiscard]] virtual std::vector<std::size_t> shape() const = 0;
  /// The plaintext of values. Called with the GIL. Throws TypeError, with the index, for others
  /// than integers, and as the encoder of the library does.
  [[nodiscard]] virtual he::Plaintext encode(nb::handle values) const = 0;
  /// Whether slots are two rows, which sessions rotate by any keys that compose a rotation.
  [[nodiscard]] virtual bool has_rows() const noexcept { return false; }
  /// The parts of a rotation of slots. Throws unsupported if values do not rotate, and
  /// invalid_argument if there is no such dimension.
  [[nodiscard]] virtual std::vector<he::EncodedRotationPart> rotation(
      const Rotation& rotation) const;
  /// The values of a plaintext. Called with the GIL.
  [[nodiscard]] virtual nb::object decode(const he::Plaintext& plaintext) const = 0;
};

///@{
/// The encoders, by the names of their classes.
[[nodiscard]] std::unique_ptr<Encoder> slot_encoder(const he::SchemeParameters& parameters);
[[nodiscard]] std::unique_ptr<Encoder> cyclotomic_encoder(const he::SchemeParameters& parameters);
[[nodiscard]] std::unique_ptr<Encoder> element_encoder(const he::SchemeParameters& parameters);
[[nodiscard]] std::unique_ptr<Encoder> coefficient_encoder(const he::SchemeParameters& parameters);
[[nodiscard]] std::unique_ptr<Encoder> integer_encoder(const he::SchemeParameters& parameters,
                                                       std::uint64_t base);
[[nodiscard]] std::unique_ptr<Encoder> wide_slot_encoder(const he::SchemeParameters& parameters,
                                                         const std::vector<Natural>& factors);
[[nodiscard]] std::unique_ptr<Encoder> wide_coefficient_encoder(
    const he::SchemeParameters& parameters);
///@}

/// The encoder that serves these parameters and an encoding. Throws unsupported, naming another
/// encoding, if there is none.
[[nodiscard]] std::unique_ptr<const Encoder> make_encoder(const he::SchemeParameters& parameters,
                                                          Encoding encoding);

}  // namespace lath::python
