// SPDX-License-Identifier: Apache-2.0
#include "lath/ml_kem/packed.hpp"

#include <algorithm>
#include <memory>
#include <string>

#include "hash/sponge.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "ml_kem/operations.hpp"
#include "pke/implicit_rejection.hpp"
#include "pke/packed_batches.hpp"

namespace lath::ml_kem {
namespace {

// As many operations run side by side as there are states of Keccak in the longest vector, and each
// share of a thread has some of these groups.
constexpr std::size_t kGroup = detail::kMaxKeccakStates, kShare = 8 * kGroup;

// Room for a group of operations, which run when it is full and at the end.
template <class Operation>
class Group {
 public:
  Group() noexcept = default;
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;
  ~Group() { clear(); }

  template <class... Arguments>
  void add(const Arguments&... arguments) {
    std::construct_at(end(), arguments...);
    if (++size_ == kGroup) finish();
  }
  void finish() {
    run(*this);
    clear();
  }

  Operation* begin() noexcept { return reinterpret_cast<Operation*>(memory_.data()); }
  Operation* end() noexcept { return begin() + size_; }

 private:
  void clear() noexcept {
    std::destroy(begin(), end());
    size_ = 0;
  }

  std::size_t size_ = 0;
  alignas(Operation) std::array<std::byte, kGroup * sizeof(Operation)> memory_;
};

// Strings of one size, one behind the other.
template <class Byte, std::size_t kSize>
struct Strings {
  std::span<Byte> all;

  [[nodiscard]] std::span<Byte, kSize> operator[](std::size_t i) const noexcept {
    return all.subspan(i * kSize).template first<kSize>();
  }
};
template <unsigned kSet>
struct Of {
  template <class Byte>
  using PublicKeys = Strings<Byte, PublicKey<kSet>::kBytes>;
  template <class Byte>
  using SecretKeys = Strings<Byte, SecretKey<kSet>::kBytes>;
  template <class Byte>
  using Ciphertexts = Strings<Byte, Ciphertext<kSet>::kBytes>;
};
template <class Byte>
using Secrets = Strings<Byte, 32>;

// The strings of one kind that a function is given.
struct Given {
  const char* what;
  std::size_t bytes, of_one;
};

// The number of operations that all of them are for.
std::size_t count_of(std::initializer_list<Given> all) {
  const std::size_t count = all.begin()->bytes / all.begin()->of_one;
  if (std::ranges::all_of(all, [=](const Given& g) { return g.bytes == count * g.of_one; })) {
    return count;
  }
  std::string found, needed;
  for (const Given& g : all) {
    if (!found.empty()) {
      found += ", ";
      needed += ", ";
    }
    found += std::to_string(g.bytes);
    found += " bytes of ";
    found += g.what;
    needed += std::to_string(g.of_one);
  }
  throw Error(ErrorCode::mismatch, found, "need " + needed + " bytes for each operation",
              "make all of them as long as there are operations");
}

// Calls add(group, i) for all i below `count`, on several threads if that pays.
template <class Operation, class Add>
void run_all(std::size_t count, const Add& add) {
  detail::for_each_share(count, kShare, 1, [&](std::size_t, std::size_t first, std::size_t end) {
    const auto group = std::make_unique_for_overwrite<Group<Operation>>();
    for (std::size_t i = first; i < end; ++i) add(*group, i);
    group->finish();
  });
}

// A key that all operations share.
class SharedKey {
 public:
  SharedKey(const Parameters& parameters, Bytes public_key)
      : sampling_(k_pke::isa()), key_(parameters, public_key, sampling_) {
    sampling_.run();
  }
  [[nodiscard]] const ExpandedKey& operator*() const noexcept { return key_; }

 private:
  Sampling sampling_;
  ExpandedKey key_;
};

// For each secret key: whether the hash in it belongs to the public key in it.
template <unsigned kSet>
std::vector<unsigned char> whole_keys(typename Of<kSet>::template SecretKeys<const std::byte> keys,
                                      std::size_t count) {
  std::vector<unsigned char> whole(count);
  const auto parts = [&](std::size_t i) {
    return detail::SecretKeyParts(keys[i], Parameters::of(kSet).vector_bytes());
  };
  detail::for_each_share(count, kShare, 1, [&](std::size_t, std::size_t first, std::size_t end) {
    std::array<std::array<std::byte, 32>, kShare> hashes;
    Sampling sampling(k_pke::isa());
    for (std::size_t i = first; i < end; ++i) {
      sampling.digest(detail::fips202::kSha3_256, parts(i).public_key, hashes[i - first]);
    }
    sampling.run();
    for (std::size_t i = first; i < end; ++i) {
      whole[i] = ct::equal(hashes[i - first], parts(i).hash) ? 1 : 0;
    }
  });
  return whole;
}

}  // namespace

template <unsigned kSet>
  requires ParameterSet<kSet>
void PackedOperations<kSet>::generate_keys(std::span<std::byte> public_keys,
                                           std::span<std::byte> secret_keys, Generator& generator) {
  constexpr std::size_t kPublic = PublicKey<kSet>::kBytes, kSecret = SecretKey<kSet>::kBytes;
  const std::size_t count = count_of(
      {{"public keys", public_keys.size(), kPublic}, {"secret keys", secret_keys.size(), kSecret}});
  const typename Of<kSet>::template SecretKeys<std::byte> keys{secret_keys};
  // A seed stands where the hash and z will.
  for (std::size_t i = 0; i < count; ++i) generator.fill(keys[i].template last<64>());
  run_all<KeyGeneration>(count, [&](auto& group, std::size_t i) {
    const auto key = keys[i];
    const std::span<const std::byte, 64> seed = key.template last<64>();
    group.add(Parameters::of(kSet), seed.template first<32>(), seed.template last<32>(),
              public_keys.subspan(i * kPublic, kPublic), std::span<std::byte>(key));
  });
}

template <unsigned kSet>
  requires ParameterSet<kSet>
void PackedOperations<kSet>::keys_from_seeds(std::span<const std::byte> seeds,
                                             std::span<std::byte> public_keys,
                                             std::span<std::byte> secret_keys) {
  constexpr std::size_t kPublic = PublicKey<kSet>::kBytes, kSecret = SecretKey<kSet>::kBytes;
  const std::size_t count = count_of({{"seeds", seeds.size(), 64},
                                      {"public keys", public_keys.size(), kPublic},
                                      {"secret keys", secret_keys.size(), kSecret}});
  run_all<KeyGeneration>(count, [&](auto& group, std::size_t i) {
    const auto seed = Strings<const std::byte, 64>{seeds}[i];
    group.add(Parameters::of(kSet), seed.template first<32>(), seed.template last<32>(),
              public_keys.subspan(i * kPublic, kPublic), secret_keys.subspan(i * kSecret, kSecret));
  });
}

template <unsigned kSet>
  requires ParameterSet<kSet>
std::vector<std::size_t> PackedOperations<kSet>::encapsulate_derandomized(
    std::span<const std::byte> public_keys, std::span<const std::byte> messages,
    std::span<std::byte> ciphertexts, std::span<std::byte> secrets) {
  constexpr Parameters kParameters = Parameters::of(kSet);
  const typename Of<kSet>::template PublicKeys<const std::byte> keys{public_keys};
  const typename Of<kSet>::template Ciphertexts<std::byte> out{ciphertexts};
  const std::size_t count = count_of({{"public keys", public_keys.size(), PublicKey<kSet>::kBytes},
                                      {"messages", messages.size(), 32},
                                      {"ciphertexts", ciphertexts.size(), Ciphertext<kSet>::kBytes},
                                      {"secrets", secrets.size(), 32}});
  std::vector<unsigned char> good(count);
  run_all<Encapsulating>(count, [&](auto& group, std::size_t i) {
    const auto secret = Secrets<std::byte>{secrets}[i];
    good[i] = k_pke::is_reduced(keys[i].first(kParameters.vector_bytes())) ? 1 : 0;
    if (good[i] == 0) {
      std::ranges::fill(out[i], std::byte{0});
      std::ranges::fill(secret, std::byte{0});
      return;
    }
    group.add(kParameters, Bytes(keys[i]), Secrets<const std::byte>{messages}[i],
              std::span<std::byte>(out[i]), secret);
  });
  return detail::places_of_zeros(good);
}

template <unsigned kSet>
  requires ParameterSet<kSet>
void PackedOperations<kSet>::encapsulate_derandomized(const PublicKey<kSet>& key,
                                                      std::span<const std::byte> messages,
                                                      std::span<std::byte> ciphertexts,
                                                      std::span<std::byte> secrets) {
  constexpr Parameters kParameters = Parameters::of(kSet);
  const typename Of<kSet>::template Ciphertexts<std::byte> out{ciphertexts};
  const std::size_t count = count_of({{"messages", messages.size(), 32},
                                      {"ciphertexts", ciphertexts.size(), Ciphertext<kSet>::kBytes},
                                      {"secrets", secrets.size(), 32}});
  const SharedKey shared(kParameters, key.bytes());
  run_all<Encapsulating>(count, [&](auto& group, std::size_t i) {
    group.add(kParameters, *shared, Secrets<const std::byte>{messages}[i],
              std::span<std::byte>(out[i]), Secrets<std::byte>{secrets}[i]);
  });
}

template <unsigned kSet>
  requires ParameterSet<kSet>
std::vector<std::size_t> PackedOperations<kSet>::encapsulate(std::span<const std::byte> public_keys,
                                                             std::span<std::byte> ciphertexts,
                                                             std::span<std::byte> secrets,
                                                             Generator& generator) {
  (void)count_of({{"public keys", public_keys.size(), PublicKey<kSet>::kBytes},
                  {"ciphertexts", ciphertexts.size(), Ciphertext<kSet>::kBytes},
                  {"secrets", secrets.size(), 32}});
  generator.fill(secrets);  // m stands where the secret will
  return encapsulate_derandomized(public_keys, secrets, ciphertexts, secrets);
}

template <unsigned kSet>
  requires ParameterSet<kSet>
void PackedOperations<kSet>::encapsulate(const PublicKey<kSet>& key,
                                         std::span<std::byte> ciphertexts,
                                         std::span<std::byte> secrets, Generator& generator) {
  (void)count_of({{"ciphertexts", ciphertexts.size(), Ciphertext<kSet>::kBytes},
                  {"secrets", secrets.size(), 32}});
  generator.fill(secrets);
  encapsulate_derandomized(key, secrets, ciphertexts, secrets);
}

template <unsigned kSet>
  requires ParameterSet<kSet>
std::vector<std::size_t> PackedOperations<kSet>::decapsulate(std::span<const std::byte> secret_keys,
                                                             std::span<const std::byte> ciphertexts,
                                                             std::span<std::byte> secrets) {
  const typename Of<kSet>::template SecretKeys<const std::byte> keys{secret_keys};
  const typename Of<kSet>::template Ciphertexts<const std::byte> in{ciphertexts};
  const std::size_t count = count_of({{"secret keys", secret_keys.size(), SecretKey<kSet>::kBytes},
                                      {"ciphertexts", ciphertexts.size(), Ciphertext<kSet>::kBytes},
                                      {"secrets", secrets.size(), 32}});
  const auto whole = whole_keys<kSet>(keys, count);
  run_all<Decapsulating>(count, [&](auto& group, std::size_t i) {
    const auto secret = Secrets<std::byte>{secrets}[i];
    if (whole[i] != 0) {
      group.add(Parameters::of(kSet), Bytes(keys[i]), Bytes(in[i]), secret);
    } else {
      std::ranges::fill(secret, std::byte{0});
    }
  });
  return detail::places_of_zeros(whole);
}

template <unsigned kSet>
  requires ParameterSet<kSet>
void PackedOperations<kSet>::decapsulate(const SecretKey<kSet>& key,
                                         std::span<const std::byte> ciphertexts,
                                         std::span<std::byte> secrets) {
  constexpr Parameters kParameters = Parameters::of(kSet);
  const typename Of<kSet>::template Ciphertexts<const std::byte> in{ciphertexts};
  const std::size_t count = count_of({{"ciphertexts", ciphertexts.size(), Ciphertext<kSet>::kBytes},
                                      {"secrets", secrets.size(), 32}});
  const detail::SecretKeyParts parts(key.bytes(), kParameters.vector_bytes());
  const SharedKey shared(kParameters, parts.public_key);
  run_all<Decapsulating>(count, [&](auto& group, std::size_t i) {
    group.add(kParameters, *shared, Bytes(key.bytes()), Bytes(in[i]),
              Secrets<std::byte>{secrets}[i]);
  });
}

template struct PackedOperations<512>;
template struct PackedOperations<768>;
template struct PackedOperations<1024>;

}  // namespace lath::ml_kem
