// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "he/access.hpp"
#include "he/keys/key_image_layout.hpp"
#include "lath/base/error.hpp"
#include "lath/base/version.hpp"
#include "ring/once.hpp"
#include "wire/byte_reader.hpp"

namespace lath::he {
namespace {

constexpr const char* kAgain = "write the image again, with write_key_image()";

[[noreturn]] void refuse_bytes(const std::string& found, const std::string& needed) {
  throw Error(ErrorCode::malformed, "a key image " + found, "need " + needed, kAgain);
}
[[noreturn]] void refuse_key_space(const KeyTables& tables) {
  throw Error(ErrorCode::mismatch, "a key image of another key space",
              "need one of " + describe(tables), "give the key space of its parameters");
}
[[noreturn]] void refuse_layout() {
  throw Error(ErrorCode::mismatch,
              "a key image of another version of Lath or of a machine with other instructions",
              "need one that " LATH_VERSION_STRING " wrote on a machine like this",
              "make the keys from their bytes, and write the image again");
}

class KeysInImage final : public EvaluationKeyStore {
 public:
  KeysInImage(std::shared_ptr<const KeyTables> tables, std::shared_ptr<const std::byte> image,
              std::size_t size)
      : tables_(std::move(tables)), image_(std::move(image)) {
    detail::ByteReader reader(std::span(image_.get(), size), "a key image", kAgain);
    take_names(reader);
    id_ = KeyId(reader.take_number(sizeof(std::uint64_t)));
    const std::size_t keys = take_number_of_keys(reader, size);
    for (std::size_t i = 0; i < keys; ++i) {
      take_element(i, reader.take_number(sizeof(std::uint64_t)));
    }
    galois_ = std::vector<Found<GaloisKeys>>(elements_.size());
  }

  [[nodiscard]] KeySpace key_space() const override { return Access::key_space(tables_); }
  [[nodiscard]] std::shared_ptr<const RelinKey> relin_key() const override {
    if (!has_relin_) return nullptr;
    return relin_.get([&] { return std::make_shared<const RelinKey>(RelinKey{key(0)}); });
  }
  [[nodiscard]] std::vector<std::uint64_t> elements() const override { return elements_; }
  [[nodiscard]] std::shared_ptr<const GaloisKeys> galois_keys(std::uint64_t g) const override {
    const auto found = std::ranges::lower_bound(elements_, g);
    if (found == elements_.end() || *found != g) return nullptr;
    const auto i = static_cast<std::size_t>(found - elements_.begin());
    return galois_[i].get([&] { return galois_set(g, has_relin_ ? i + 1 : i); });
  }

 private:
  template <class Keys>
  using Found = detail::Once<std::shared_ptr<const Keys>>;

  void take_names(detail::ByteReader& reader) const {
    const auto is = [&](std::span<const std::byte> needed) {
      return std::ranges::equal(reader.take(needed.size()), needed);
    };
    if (!is(std::as_bytes(std::span(kImageName)))) refuse_bytes("without its name", "an image");
    if (!is(tables_->fingerprint)) refuse_key_space(*tables_);
    if (!is(word_layout(*tables_))) refuse_layout();
  }
  std::size_t take_number_of_keys(detail::ByteReader& reader, std::size_t size) {
    const std::uint64_t keys = reader.take_number(sizeof(std::uint64_t));
    const std::size_t most = tables_->degree() + 1;
    if (keys == 0 || keys > most) {
      refuse_bytes("of " + std::to_string(keys) + " keys", "1 to " + std::to_string(most));
    }
    layout_ = ImageLayout(*tables_, static_cast<std::size_t>(keys));
    const std::size_t needed = layout_.key(static_cast<std::size_t>(keys));
    if (size != needed) {
      refuse_bytes("of " + std::to_string(size) + " bytes", std::to_string(needed) + " bytes");
    }
    return static_cast<std::size_t>(keys);
  }
  // The exponents ascend; 0, the first one, is the relinearisation key.
  void take_element(std::size_t i, std::uint64_t g) {
    const std::uint64_t index = tables_->index.value();
    if (i == 0 && g == 0) {
      has_relin_ = true;
      return;
    }
    const std::uint64_t least = elements_.empty() ? 1 : elements_.back() + 1;
    if (index <= g || g < least || std::gcd(g, index) != 1) {
      refuse_bytes(
          "with a key for x -> x^" + std::to_string(g),
          "exponents below " + std::to_string(index) + " and prime to it in ascending order");
    }
    elements_.push_back(g);
  }

  [[nodiscard]] SwitchingKey key(std::size_t i) const {
    const auto* first = reinterpret_cast<const std::uint64_t*>(image_.get() + layout_.key(i));
    const PreparedKey prepared =
        tables_->engine->adopt(std::shared_ptr<const std::uint64_t>(image_, first),
                               tables_->q | tables_->p, tables_->levels.back().digits);
    return {tables_, id_, std::nullopt, prepared};
  }
  [[nodiscard]] std::shared_ptr<const GaloisKeys> galois_set(std::uint64_t g, std::size_t i) const {
    std::map<std::uint64_t, GaloisKeys::Entry> entry;
    entry.insert_or_assign(
        g, GaloisKeys::Entry{key(i), Automorphism::create(tables_->chain.slots(), g)});
    return std::make_shared<const GaloisKeys>(tables_, id_, std::move(entry));
  }

  std::shared_ptr<const KeyTables> tables_;
  std::shared_ptr<const std::byte> image_;
  KeyId id_;
  bool has_relin_ = false;
  std::vector<std::uint64_t> elements_;
  ImageLayout layout_;
  Found<RelinKey> relin_;
  std::vector<Found<GaloisKeys>> galois_;
};

}  // namespace

std::shared_ptr<const EvaluationKeyStore> read_key_image(std::shared_ptr<const KeyTables> tables,
                                                         std::shared_ptr<const std::byte> image,
                                                         std::size_t size) {
  return std::make_shared<const KeysInImage>(std::move(tables), std::move(image), size);
}

}  // namespace lath::he
