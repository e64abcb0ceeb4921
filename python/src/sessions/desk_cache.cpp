// SPDX-License-Identifier: Apache-2.0
//
// One desk without keys for equal parameters. Desks with keys keep it, and whoever makes parameters
// of the same literal gets its tables.
#include <algorithm>
#include <vector>

#include "bindings.hpp"

namespace lath::python {
namespace {

using Desks = std::vector<std::weak_ptr<Desk>>;

// The GIL guards the list: Python forks with it, so that no child finds the list half changed.
Desks& desks() {
  static Desks list;
  return list;
}

template <class Is>
Ref find(const Is& is) {
  for (const auto& known : desks()) {
    if (Ref desk = known.lock(); desk != nullptr && is(*desk)) return desk;
  }
  return nullptr;
}

template <class Scheme>
Ref desk_of(const he::Parameters<Scheme>& parameters, Encoding encoding) {
  const nb::gil_scoped_acquire gil;
  const auto is = [&](const Desk& d) {
    return d.encoding() == encoding && d.parameters() == parameters;
  };
  if (Ref desk = find(is)) return desk;
  std::erase_if(desks(), [](const auto& desk) { return desk.expired(); });
  auto desk = std::make_shared<DeskOf<Scheme>>(parameters, encoding);
  desks().push_back(desk);
  return desk;
}

}  // namespace

Ref desk_without_keys(const he::bfv::Parameters& parameters, Encoding encoding) {
  return desk_of(parameters, encoding);
}
Ref desk_without_keys(const he::bgv::Parameters& parameters, Encoding encoding) {
  return desk_of(parameters, encoding);
}

Ref find_desk(const char* scheme, const he::Literal& literal) {
  const nb::gil_scoped_acquire gil;
  return find([&](const Desk& desk) {
    return std::string_view(desk.scheme()) == scheme && desk.parameters().literal() == literal;
  });
}

}  // namespace lath::python
