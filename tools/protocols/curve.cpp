// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <openssl/ec.h>
#include <openssl/obj_mac.h>

#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <span>

#include "lath/apps/curve_sums.hpp"
#include "output_file.hpp"
#include "protocols/protocols.hpp"

namespace lath::tool {
namespace {

struct FreeCurve {
  void operator()(EC_GROUP* group) const noexcept { EC_GROUP_free(group); }
  void operator()(EC_POINT* point) const noexcept { EC_POINT_free(point); }
};
using Point = std::unique_ptr<EC_POINT, FreeCurve>;

// P-256 by OpenSSL, the judge.
class Judge {
 public:
  Judge() : group_(EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1)) {
    require_done(group_ != nullptr);
  }
  [[nodiscard]] Point base() const {
    Point result = point();
    require_done(EC_POINT_copy(result.get(), EC_GROUP_get0_generator(group_.get())) == 1);
    return result;
  }
  [[nodiscard]] Point infinity() const {
    Point result = point();
    require_done(EC_POINT_set_to_infinity(group_.get(), result.get()) == 1);
    return result;
  }
  [[nodiscard]] Point sum(const Point& a, const Point& b) const {
    Point result = point();
    require_done(EC_POINT_add(group_.get(), result.get(), a.get(), b.get(), nullptr) == 1);
    return result;
  }
  [[nodiscard]] Point inverse(const Point& a) const {
    Point result = point();
    require_done(EC_POINT_copy(result.get(), a.get()) == 1 &&
                 EC_POINT_invert(group_.get(), result.get(), nullptr) == 1);
    return result;
  }
  [[nodiscard]] Buffer<std::byte> bytes(const Point& a) const {
    std::array<unsigned char, 65> bytes{};
    const std::size_t size = EC_POINT_point2oct(
        group_.get(), a.get(), POINT_CONVERSION_UNCOMPRESSED, bytes.data(), bytes.size(), nullptr);
    require_done(size != 0);
    return Buffer<std::byte>(std::as_bytes(std::span(bytes).first(size)));
  }

 private:
  static void require_done(bool done) {
    if (!done) throw std::bad_alloc();
  }
  [[nodiscard]] Point point() const {
    Point result(EC_POINT_new(group_.get()));
    require_done(result != nullptr);
    return result;
  }

  std::unique_ptr<EC_GROUP, FreeCurve> group_;
};

apps::CurvePlan p256_plan() { return apps::CurvePlan::create(apps::Curve::p256(), 1); }

// The summands of all slots, and their sums: G + G, G - G, G + infinity, and multiples of G.
struct Additions {
  apps::CurvePoints points;
  std::vector<Buffer<std::byte>> sums;

  explicit Additions(const apps::CurvePlan& plan) : points(plan.curve(), 2 * plan.slots()) {
    const Judge judge;
    Point a = judge.base();
    for (std::size_t i = 0; i < plan.slots(); ++i) {
      const Point b = i == 0   ? judge.base()
                      : i == 1 ? judge.inverse(a)
                      : i == 2 ? judge.infinity()
                               : judge.sum(a, a);
      points.set(i, judge.bytes(a));
      points.set(plan.slots() + i, judge.bytes(b));
      sums.push_back(judge.bytes(judge.sum(a, b)));
      if (i >= 2) a = judge.sum(a, judge.base());
    }
  }
};

}  // namespace

void curve_server(MessageChannel& channel) {
  apps::CurveServer server(p256_plan(), channel.receive());
  channel.send(server.answer(channel.receive()));
}

void curve_client(MessageChannel& channel) {
  const apps::CurvePlan agreed = p256_plan();
  print(fmt::format("\n2. P-256: {} sums of two points; the server learns no point.\n",
                    agreed.slots()));
  Generator generator = Generator::from_system();
  apps::CurveClient client(agreed, generator);
  const Additions additions(agreed);
  channel.send(client.setup(generator));
  const auto query = client.query(additions.points, generator);
  channel.send(query);
  print(
      fmt::format("   the client sends {} bytes of encrypted points, with a double, an inverse\n"
                  "   and infinity among them\n",
                  query.size()));
  const Seconds waited;
  const auto answer = channel.receive();
  print(fmt::format("   the server answers with {} bytes, after {:.2f} s\n", answer.size(),
                    waited.count()));
  const apps::CurvePoints found = client.finish(answer);
  std::size_t agree = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto bytes = found.bytes(i);
    agree += std::ranges::equal(bytes, additions.sums[i]) ? 1 : 0;
  }
  print(fmt::format("   {} of {} sums agree with OpenSSL\n", agree, found.size()));
  require_all(agree, found.size(), "sums");
}

}  // namespace lath::tool
