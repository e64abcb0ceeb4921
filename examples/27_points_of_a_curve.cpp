// SPDX-License-Identifier: Apache-2.0
//
// A server adds points of an elliptic curve that it does not see. First on P-256: 512 sums of two
// encrypted points at once, with a doubling, two inverse points and infinity among them. Then on a
// curve over the scalars of BLS12-381, in the ring x^n + 1: sums of four points, which is what a
// multiplication by windows of a secret scalar consists of.

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "lath/apps/curve_sums.hpp"

using namespace lath;
using apps::Curve;
using apps::CurvePlan;
using apps::CurvePoints;

namespace {

using Bytes = std::vector<std::byte>;

Bytes from_hex(std::string_view digits) {
  Bytes bytes;
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    bytes.push_back(
        static_cast<std::byte>(std::stoi(std::string(digits.substr(i, 2)), nullptr, 16)));
  }
  return bytes;
}

// Points in the form of SEC 1: 4, x and y. The generator of P-256, its double, and its inverse.
const Bytes kGenerator = from_hex(
    "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
    "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5");
const Bytes kDouble = from_hex(
    "047cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978"
    "07775510db8ed040293d9ac69f7430dbba7dade63ce982299e04b79d227873d1");
const Bytes kInverse = from_hex(
    "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
    "b01cbd1c01e58065711814b583f061e9d431cca994cea1313449bf97c840ae0a");
const Bytes kInfinity{std::byte{0}};

bool is(const CurvePoints& points, std::size_t i, const Bytes& expected) {
  const auto bytes = points.bytes(i);
  return std::ranges::equal(bytes, expected);
}

// All sums of a plan: client and server exchange bytes only.
CurvePoints sums(const CurvePlan& plan, const CurvePoints& points) {
  Generator generator = Generator::from_system();
  apps::CurveClient client(plan, generator);
  const Buffer<std::byte> setup = client.setup(generator);
  const Buffer<std::byte> query = client.query(points, generator);

  apps::CurveServer server(plan, setup, {.memory = std::size_t{256} << 20});
  const Buffer<std::byte> answer = server.answer(query);

  std::cout << "  " << plan.slots() << " sums of " << plan.summands()
            << " points: " << setup.size() / 1000 << " kB of keys, " << query.size() / 1000
            << " kB of query, " << answer.size() / 1000 << " kB of answer\n";
  return client.finish(answer);
}

bool on_p256() {
  const CurvePlan plan = CurvePlan::create(Curve::p256(), 1);
  const std::size_t slots = plan.slots();
  CurvePoints points(plan.curve(), 2 * slots);
  for (std::size_t i = 0; i < slots; ++i) {
    points.set(i, kGenerator);
    points.set(slots + i, i % 3 == 0 ? kGenerator : i % 3 == 1 ? kInverse : kInfinity);
  }
  std::cout << "P-256\n";
  const CurvePoints found = sums(plan, points);
  bool right = true;
  for (std::size_t i = 0; i < slots; ++i) {
    right = right && is(found, i, i % 3 == 0 ? kDouble : i % 3 == 1 ? kInfinity : kGenerator);
  }
  std::cout << "  doublings, inverses and infinity: " << (right ? "right" : "wrong") << '\n';
  return right;
}

// y^2 = x^3 - 3x + 4 has the point (0, 2), and inverses have the other sign of y.
bool over_scalars() {
  const Curve curve = Curve::create(he::PrimeField::bls12_381_r, 4);
  const CurvePlan plan = CurvePlan::create(curve, 2);
  const std::size_t slots = plan.slots();
  Bytes point(65), inverse = from_hex(
                       "040000000000000000000000000000000000000000000000000000000000000000"
                       "73eda753299d7d483339d80809a1d80553bda402fffe5bfefffffffeffffffff");
  point[0] = std::byte{4};
  point[64] = std::byte{2};
  CurvePoints points(curve, 4 * slots);
  for (std::size_t i = 0; i < slots; ++i) {
    // P - P + P + P, and 0 + P + 0 - P.
    const bool is_even = i % 2 == 0;
    points.set(i, is_even ? point : kInfinity);
    points.set(slots + i, is_even ? inverse : point);
    points.set(2 * slots + i, is_even ? point : kInfinity);
    points.set(3 * slots + i, is_even ? point : inverse);
  }
  std::cout << "y^2 = x^3 - 3x + 4 over the scalars of BLS12-381\n";
  const CurvePoints found = sums(plan, points);
  // 2 P = (9/16, -101/64) modulo r.
  const Bytes twice = from_hex(
      "0432b7f9346234e6cf96694e838436ce8254a2f7c14fff483f8fffffff90000001"
      "430564bc140f0c6dbd9d70e4a59190e31469a2d1bbff0d2f6bffffff6bffffff");
  bool right = true;
  for (std::size_t i = 0; i < slots; ++i) {
    right = right && is(found, i, i % 2 == 0 ? twice : kInfinity);
  }
  std::cout << "  two levels of additions: " << (right ? "right" : "wrong") << '\n';
  return right;
}

// Errors come before anything is computed.
bool is_refused() {
  Bytes off = kGenerator;
  off[64] ^= std::byte{1};
  CurvePoints points(Curve::p256(), 1);
  try {
    points.set(0, off);
    return false;
  } catch (const Error& error) {
    std::cout << "a point off the curve: " << error.what() << '\n';
    return error.code() == ErrorCode::malformed;
  }
}

}  // namespace

int main() { return on_p256() && over_scalars() && is_refused() ? 0 : 1; }
