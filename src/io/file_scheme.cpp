// SPDX-License-Identifier: Apache-2.0
#include "lath/io/file_scheme.hpp"

#include "io/any_kem.hpp"
#include "lath/base/error.hpp"
#include "lath/base/quote.hpp"
#include "lath/io/keys.hpp"
#include "lath/ml_kem/ml_kem.hpp"
#include "lath/pke/fujisaki_okamoto.hpp"

namespace lath::io {
namespace {

template <unsigned kSet>
const AnyKem& ml_kem_of() {
  static const KemOf<ml_kem::Kem<kSet>> kem{{}};
  return kem;
}

template <SecurityLevel kLevel>
const AnyKem& mlwe_of() {
  static const KemOf kem(
      FujisakiOkamoto(mlwe::Scheme::create(mlwe::recommended_parameters(kLevel))));
  return kem;
}
template <SecurityLevel kLevel>
const AnyKem& rlwe_of() {
  static const KemOf kem(
      FujisakiOkamoto(rlwe::Scheme::create(rlwe::recommended_parameters(kLevel))));
  return kem;
}

}  // namespace

// All that the library knows of a scheme; whoever adds one adds a line to rows().
struct FileScheme::Row {
  std::uint8_t id;
  std::string_view name, short_name, description;
  const AnyKem& (*kem)();
};

const std::vector<FileScheme::Row>& FileScheme::rows() {
  static const std::vector<Row> rows{
      {1, "ml-kem-512", "", "ML-KEM-512 (FIPS 203), as hard to break as AES-128", ml_kem_of<512>},
      {2, "ml-kem-768", "", "ML-KEM-768 (FIPS 203), as hard to break as AES-192", ml_kem_of<768>},
      {3, "ml-kem-1024", "", "ML-KEM-1024 (FIPS 203), as hard to break as AES-256",
       ml_kem_of<1024>},
      {4, "mlwe-128", "mlwe", "Module-LWE of dimension 768, 128 bits",
       mlwe_of<SecurityLevel::bits128>},
      {5, "mlwe-192", "", "Module-LWE of dimension 1024, 192 bits",
       mlwe_of<SecurityLevel::bits192>},
      {6, "mlwe-256", "", "Module-LWE of dimension 1280, 256 bits",
       mlwe_of<SecurityLevel::bits256>},
      {7, "rlwe-192", "rlwe", "Ring-LWE of degree 1024, 192 bits", rlwe_of<SecurityLevel::bits192>},
      {8, "rlwe-256", "", "Ring-LWE of degree 2048, 256 bits", rlwe_of<SecurityLevel::bits256>},
  };
  return rows;
}

FileScheme FileScheme::of_name(std::string_view name) {
  std::string names;
  for (const Row& row : rows()) {
    if (!name.empty() && (name == row.name || name == row.short_name)) return FileScheme(row);
    names.append(names.empty() ? "" : ", ").append(row.name);
  }
  throw Error(ErrorCode::invalid_argument, "an unknown scheme " + quote(name),
              "need one of " + names, "take ml-kem-768 if nothing speaks against it");
}

std::optional<FileScheme> FileScheme::of_id(std::uint8_t id) noexcept {
  for (const Row& row : rows()) {
    if (row.id == id) return FileScheme(row);
  }
  return std::nullopt;
}

std::vector<FileScheme> FileScheme::all() {
  std::vector<FileScheme> schemes;
  for (const Row& row : rows()) schemes.push_back(FileScheme(row));
  return schemes;
}

std::uint8_t FileScheme::id() const noexcept { return row_->id; }
std::string_view FileScheme::name() const noexcept { return row_->name; }
std::string_view FileScheme::description() const noexcept { return row_->description; }

std::size_t FileScheme::public_key_bytes() const {
  return kObjectHeaderBytes + kem_of(*this).public_key_bytes() + kDigestBytes;
}
std::size_t FileScheme::secret_key_bytes() const {
  return kObjectHeaderBytes + kDigestBytes + kem_of(*this).secret_key_bytes() + kDigestBytes;
}
std::size_t FileScheme::envelope_header_bytes() const {
  return kObjectHeaderBytes + kDigestBytes + kem_of(*this).ciphertext_bytes();
}

const AnyKem& kem_of(const FileScheme& scheme) { return scheme.row_->kem(); }

}  // namespace lath::io
