// SPDX-License-Identifier: Apache-2.0
//
// Loops of C++ over the objects of the Python package, whose classes both modules know.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <ctime>
#include <optional>
#include <thread>

#include "bindings.hpp"
#include "operations.hpp"

namespace lath::python {
namespace {

std::int64_t nanoseconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

// The operations of either scheme, for objects of a client.
class Native {
 public:
  Native(const Client& client, const PublicKey& public_key, const Cipher& x, const Cipher& y,
         std::vector<std::int64_t> values)
      : desk_(client.desk) {
    const nb::object parameters = nb::cast(client).attr("parameters");
    const he::EvaluationKeys keys(*desk_->keys().relin, *desk_->keys().galois);
    const auto make = [&]<class Scheme>(auto& place) {
      place = std::make_unique<Operations<Scheme>>(
          Operands<Scheme>{nb::cast<const he::Parameters<Scheme>&>(parameters), client.key,
                           public_key.key, keys, x.value, y.value, std::move(values)});
    };
    if (nb::isinstance<he::bfv::Parameters>(parameters)) {
      make.template operator()<he::Bfv>(bfv_);
    } else {
      make.template operator()<he::Bgv>(bgv_);
    }
  }

  // Nanoseconds of the processor that a number of calls take, after one that is not counted.
  [[nodiscard]] std::int64_t time(const std::string& name, std::size_t count) const {
    std::int64_t taken = 0;
    with_operations([&](const auto& operations) {
      const auto& call = operations.at(name);
      call();
      const std::int64_t start = nanoseconds(CLOCK_THREAD_CPUTIME_ID);
      for (std::size_t i = 0; i < count; ++i) call();
      taken = nanoseconds(CLOCK_THREAD_CPUTIME_ID) - start;
    });
    return taken;
  }
  // The result as the package gives it.
  [[nodiscard]] nb::object result(const std::string& name) const {
    std::optional<Value> result;
    with_operations([&](const auto& operations) { result = operations.result(name); });
    const Value& value = *result;
    if (const auto* x = std::get_if<he::Ciphertext>(&value)) return nb::cast(Cipher{desk_, *x});
    if (const auto* p = std::get_if<he::Plaintext>(&value)) return nb::cast(*p);
    if (const auto* bytes = std::get_if<Buffer<std::byte>>(&value)) {
      return nb::bytes(bytes->data(), bytes->size());
    }
    nb::list list;
    for (const std::int64_t each : std::get<2>(value).span()) list.append(each);
    return list;
  }
  // Seconds of the clock in which each thread computes a number of products.
  [[nodiscard]] double threads(std::size_t count, std::size_t products) const {
    const Release release;
    std::vector<std::function<void()>> calls;
    for (std::size_t i = 0; i < count; ++i) {
      calls.push_back(bfv_ ? bfv_->product() : bgv_->product());
      calls.back()();
    }
    const std::int64_t start = nanoseconds(CLOCK_MONOTONIC);
    std::vector<std::thread> threads;
    for (const auto& call : calls) {
      threads.emplace_back([&call, products] {
        for (std::size_t i = 0; i < products; ++i) call();
      });
    }
    for (auto& thread : threads) thread.join();
    return static_cast<double>(nanoseconds(CLOCK_MONOTONIC) - start) / 1e9;
  }

 private:
  void with_operations(const auto& use) const {
    desk_->lend([&](he::SchemeSession& session) {
      const auto with_session = [&](auto& operations) {
        operations.take(session);
        use(operations);
      };
      if (bfv_) {
        with_session(*bfv_);
      } else {
        with_session(*bgv_);
      }
    });
  }

  Ref desk_;
  std::unique_ptr<Operations<he::Bfv>> bfv_;
  std::unique_ptr<Operations<he::Bgv>> bgv_;
};

}  // namespace
}  // namespace lath::python

NB_MODULE(lath_native, m) {
  using lath::python::Native;
  namespace nb = nanobind;
  nb::class_<Native>(m, "Native", "Operations of C++ on the objects of a client.")
      .def(nb::init<const lath::python::Client&, const lath::python::PublicKey&,
                    const lath::python::Cipher&, const lath::python::Cipher&,
                    std::vector<std::int64_t>>(),
           nb::arg("client"), nb::arg("public_key"), nb::arg("x"), nb::arg("y"), nb::arg("values"))
      .def("time", &Native::time, nb::arg("name"), nb::arg("count"),
           "Nanoseconds of the processor that a number of calls take.")
      .def("result", &Native::result, nb::arg("name"), "The result of one call.")
      .def("threads", &Native::threads, nb::arg("count"), nb::arg("products"),
           "Seconds of the clock in which each thread computes a number of products.");
}
