// SPDX-License-Identifier: Apache-2.0
#include "files/streams.hpp"

#include <algorithm>

namespace lath::python {
namespace {

bool is_of_io(nb::handle file, const char* name) {
  return nb::isinstance(file, nb::module_::import_("io").attr(name));
}

// A number that write() returns.
std::size_t count_of(const nb::object& returned, std::size_t most, bool may_block) {
  if (returned.is_none() && !may_block) return most;
  const Py_ssize_t count =
      returned.is_none() ? 0 : PyNumber_AsSsize_t(returned.ptr(), PyExc_OverflowError);
  if (PyErr_Occurred() != nullptr) nb::raise_python_error();
  if (count > 0 && static_cast<std::size_t>(count) <= most) {
    return static_cast<std::size_t>(count);
  }
  throw Error(ErrorCode::input_output,
              "a file object whose write() took " + std::to_string(count) + " of " +
                  std::to_string(most) + " bytes",
              "write() has to take bytes and return how many",
              "give a file that open(path, \"wb\") opened, or an io.BytesIO");
}

// Calls write() of a file object, with bytes that it may keep.
class ObjectSink final : public io::Sink {
 public:
  ObjectSink(nb::handle call, bool may_block) noexcept : call_(call), may_block_(may_block) {}
  void write(std::span<const std::byte> bytes) override {
    const nb::gil_scoped_acquire gil;
    while (!bytes.empty()) {
      const nb::object returned = call_(nb::bytes(bytes.data(), bytes.size()));
      bytes = bytes.subspan(count_of(returned, bytes.size(), may_block_));
    }
  }

 private:
  nb::handle call_;
  bool may_block_;
};

// Calls read() of a file object.
class ObjectSource final : public io::Source {
 public:
  explicit ObjectSource(nb::handle call) noexcept : call_(call) {}
  std::size_t read(std::span<std::byte> out) override {
    const nb::gil_scoped_acquire gil;
    const nb::object returned = call_(out.size());
    if (!PyBytes_Check(returned.ptr())) refuse(returned);
    const auto bytes = nb::borrow<nb::bytes>(returned);
    if (bytes.size() > out.size()) {
      throw Error(ErrorCode::input_output,
                  "a file object whose read(" + std::to_string(out.size()) + ") returned " +
                      std::to_string(bytes.size()) + " bytes",
                  "read(n) has to return n bytes at most",
                  "give a file that open(path, \"rb\") opened, or an io.BytesIO");
    }
    std::ranges::copy(span_of(bytes), out.begin());
    return bytes.size();
  }

 private:
  [[noreturn]] static void refuse(const nb::object& returned) {
    if (returned.is_none()) {
      throw Error(ErrorCode::input_output, "a file object that has no bytes yet",
                  "a file that waits for its bytes", "call setblocking(True) of its socket");
    }
    const std::string type = nb::cast<std::string>(returned.type().attr("__name__"));
    throw nb::type_error(
        ("read() of the file returned " + type + "; bytes are needed; open(path, \"rb\")").c_str());
  }
  nb::handle call_;
};

}  // namespace

File::File(nb::handle file, Use use) {
  const bool writes = use == Use::write;
  const char* const mode = writes ? "open(path, \"wb\")" : "open(path, \"rb\")";
  if (PyUnicode_Check(file.ptr()) || PyBytes_Check(file.ptr()) || nb::hasattr(file, "__fspath__")) {
    const auto path = nb::cast<nb::bytes>(nb::module_::import_("os").attr("fsencode")(file));
    path_.assign(path.c_str(), path.size());
    if (path_.find('\0') == std::string::npos) return;
    throw Error(ErrorCode::invalid_argument, "a path with a zero byte",
                "a path of other characters", "check the path");
  }
  const char* const name = writes ? "write" : "read";
  if (is_of_io(file, "TextIOBase")) {
    throw nb::type_error((std::string("a file of text; files are binary; ") + mode).c_str());
  }
  if (!nb::hasattr(file, name)) {
    const std::string type = nb::cast<std::string>(file.type().attr("__name__"));
    throw nb::type_error(("a file of type " + type + "; a path or a binary file with " + name +
                          "() is needed; " + mode)
                             .c_str());
  }
  call_ = file.attr(name);
  may_block_ = is_of_io(file, "RawIOBase");
}

std::unique_ptr<io::Source> File::source() const {
  if (is_path()) return std::make_unique<io::FileSource>(path_);
  return std::make_unique<ObjectSource>(call_);
}

void File::write(const std::function<void(io::Sink&)>& use, io::FileReaders readers) const {
  if (is_path()) return io::write_file(path_, use, readers);
  ObjectSink sink(call_, may_block_);
  use(sink);
}

std::size_t Replay::read(std::span<std::byte> out) {
  if (at_ < kept_.size()) {
    const std::size_t count = std::min(out.size(), kept_.size() - at_);
    std::copy_n(kept_.begin() + static_cast<std::ptrdiff_t>(at_), count, out.begin());
    at_ += count;
    return count;
  }
  const std::size_t count = rest_.read(out);
  if (keeps_) {
    kept_.insert(kept_.end(), out.begin(), out.begin() + static_cast<std::ptrdiff_t>(count));
    at_ = kept_.size();
  }
  return count;
}

void Replay::keep() {
  kept_.erase(kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(at_));
  at_ = 0;
  keeps_ = true;
}
void Replay::rewind(bool keeps) {
  at_ = 0;
  keeps_ = keeps;
}

std::span<const std::byte> Replay::ahead(std::size_t count) {
  if (!keeps_) keep();
  const std::size_t begin = at_;
  std::vector<std::byte> part(count);
  while (kept_.size() - begin < count) {
    at_ = kept_.size();
    const std::size_t got = read(std::span(part).first(count - (kept_.size() - begin)));
    if (got == 0) break;
  }
  at_ = begin;
  return std::span(kept_).subspan(begin).first(std::min(count, kept_.size() - begin));
}

}  // namespace lath::python
