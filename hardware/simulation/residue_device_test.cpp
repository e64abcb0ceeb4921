// SPDX-License-Identifier: Apache-2.0
//
// residue_device_test FOLDER SEED STALLS: plays the transfers of in0.hex (see residue_vectors.py)
// and compares with out0.hex: two keys, a product of one message with both, other products. With
// STALLS 1, at random rates, then malformed transfers of every kind, each followed by a good one,
// every bit of U beyond the degree, keys that are lost, and resets in the middle of a transfer.
// Runs where the tables are.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

#include "residue_device.hpp"
#include "transfers.hpp"

namespace {

using lath::hardware::Burst;
using lath::hardware::Bursts;
using lath::hardware::read_transfers;
using lath::hardware::require;
using lath::hardware::ResidueDevice;
using lath::hardware::Stalls;

constexpr std::uint32_t kTooShort = 1, kTooLong = 2, kWrongHeader = 3, kNoKey = 4,
                        kBeyondDegree = 5;

// Two keys, and a product with both.
struct Case {
  std::vector<Bursts> keys;
  Bursts product, answer;
};

void send_key(ResidueDevice& device, const Bursts& key) {
  const auto t = device.transfer(key);
  require(t.output.size() == 1 && t.output[0].words[0] == 0x4C52 &&
              t.output[0].words[1] == key.size() - 1,
          "a key is not taken");
}

void require_good(ResidueDevice& device, const Case& good) {
  require(device.transfer(good.product).output == good.answer, "the good transfer after another");
}

// The status alone, whatever the transfer was; then the good one.
void expect_status(ResidueDevice& device, const Bursts& bursts, std::uint32_t code) {
  const auto t = device.transfer(bursts);
  const Burst status{{0x4C52 | code << 16, static_cast<std::uint32_t>(bursts.size() - 1), 0, 0}};
  require(t.output.size() == 1 && t.output[0] == status, "status of a malformed transfer");
}

void run_sizes(ResidueDevice& device, const Case& good, std::mt19937_64& random) {
  const std::size_t size = good.product.size();
  for (const std::size_t kept :
       {std::size_t{1}, std::size_t{2}, size - 1, 2 + random() % (size - 2)}) {
    expect_status(device, Bursts(good.product.begin(), good.product.begin() + std::ptrdiff_t(kept)),
                  kTooShort);
    require_good(device, good);
  }
  for (const std::size_t more : {std::size_t{1}, 2 + random() % 500}) {
    Bursts bad = good.product;
    bad.insert(bad.end(), more, good.product.back());
    expect_status(device, bad, kTooLong);
    require_good(device, good);
  }
}

void run_headers(ResidueDevice& device, const Case& good) {
  struct Change {
    std::size_t word;
    std::uint32_t bits;
  };
  // Magic; command 3; no, 5 and 17 messages; no key, a third one; bits that must be zero. The
  // product has one message and both keys.
  for (const auto& [word, bits] :
       {Change{0, 1}, Change{0, 1 << 16}, Change{0, 1 << 24}, Change{0, 4 << 24},
        Change{0, 16 << 24}, Change{1, 3}, Change{1, 4}, Change{1, 1 << 8}, Change{2, 1},
        Change{3, 1U << 31}}) {
    Bursts bad = good.product;
    bad[0].words[word] ^= bits;
    expect_status(device, bad, kWrongHeader);
    require_good(device, good);
    bad.resize(1);
    expect_status(device, bad, kWrongHeader);
    require_good(device, good);
  }
}

// A bit of U where it has no coefficient, as columns of twenty bits have: each is refused, and the
// highest coefficient is not. A key has ten bursts for each place of a block, U a column for each
// eighth place; the product has one message and both keys, and E a burst for eleven coefficients.
void run_degree(ResidueDevice& device, const Case& good) {
  const std::size_t columns = (good.keys[0].size() - 1) / 10 / 8, bursts = (columns + 5) / 6;
  const std::size_t degree = (good.product.size() - 1 - bursts) / 2 * 11;
  const auto flipped = [&](std::size_t column, std::size_t bit) {
    Bursts changed = good.product;
    const std::size_t at = column % 6 * 20 + bit;
    changed[1 + column / 6].words[at / 32] ^= 1U << at % 32;
    return changed;
  };
  for (std::size_t column = 0; column < 6 * bursts; ++column) {
    for (std::size_t bit = 0; bit < 20; ++bit) {
      if (column < columns && column + bit * columns < degree) continue;
      expect_status(device, flipped(column, bit), kBeyondDegree);
    }
  }
  require_good(device, good);
  const std::size_t highest = degree - 1;
  const auto t = device.transfer(flipped(highest % columns, highest / columns));
  require(t.output.size() == good.answer.size() && t.output != good.answer &&
              t.output.back() == good.answer.back(),
          "the highest coefficient of U is refused");
}

// A key that did not come whole is gone; the other one stays.
void run_keys(ResidueDevice& device, const Case& good, std::mt19937_64& random) {
  for (std::size_t index = 0; index < 2; ++index) {
    Bursts bad = good.keys[index];
    if (index == 0) {
      bad.resize(1 + random() % (bad.size() - 1));
      expect_status(device, bad, kTooShort);
    } else {
      bad.push_back(bad.back());
      expect_status(device, bad, kTooLong);
    }
    expect_status(device, good.product, kNoKey);
    send_key(device, good.keys[index]);
    require_good(device, good);
  }
}

void run_resets(ResidueDevice& device, const Case& good, std::mt19937_64& random) {
  for (int i = 0; i < 8; ++i) {
    device.interrupt(good.product, 1 + random() % (good.product.size() + good.answer.size()));
    expect_status(device, good.product, kNoKey);
    for (const Bursts& key : good.keys) send_key(device, key);
    require_good(device, good);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  try {
    const std::string folder = argv[1];
    const auto seed = std::strtoull(argv[2], nullptr, 10);
    const bool stalls = argv[3][0] != '0';
    const auto inputs = read_transfers(folder + "/in0.hex");
    const auto outputs = read_transfers(folder + "/out0.hex");
    require(inputs.size() == outputs.size() && inputs.size() >= 3, "no vectors");
    std::mt19937_64 random(seed);
    ResidueDevice device({.seed = seed});
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (stalls) {
        device.set_stalls({.input = static_cast<std::uint32_t>(random() % 200),
                           .output = static_cast<std::uint32_t>(random() % 200),
                           .seed = random()});
      }
      const auto t = device.transfer(inputs[i]);
      require(t.output == outputs[i], "output differs");
      std::printf("%zu bursts in, %zu out: first after %llu cycles, last after %llu\n",
                  inputs[i].size(), t.output.size(),
                  static_cast<unsigned long long>(t.first_output_cycle),
                  static_cast<unsigned long long>(t.cycles));
    }
    if (stalls) {
      const Case good{{inputs[0], inputs[1]}, inputs[2], outputs[2]};
      run_sizes(device, good, random);
      run_headers(device, good);
      run_degree(device, good);
      run_keys(device, good, random);
      run_resets(device, good, random);
    }
  } catch (const std::exception& error) {
    std::printf("FAILED: %s\n", error.what());
    return 1;
  }
  std::puts("ok");
  return 0;
}
