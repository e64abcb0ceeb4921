// SPDX-License-Identifier: Apache-2.0
#include "io/batch_line.hpp"

#include <utility>

namespace lath::io {

std::size_t read_up_to(Source& source, std::span<std::byte> out) {
  std::size_t filled = 0;
  while (filled < out.size()) {
    const std::size_t size = source.read(out.subspan(filled));
    if (size == 0) break;
    filled += size;
  }
  return filled;
}

// One thread reads: the caller before there is a spare thread, and the spare thread from then on.
void BatchLine::read_one(Lock& lock) {
  Batch& next = batch(read_);
  lock.unlock();
  std::exception_ptr error;
  try {
    if (next.in.size() == 0) next.in = Buffer<std::byte, Secret>::for_overwrite(sizes_.in);
    next.size = read_up_to(source_, next.in.span());
  } catch (...) {
    error = std::current_exception();
  }
  lock.lock();
  if (error) {
    read_error_ = std::move(error);
    ended_ = true;
  } else if (next.size == 0 && read_ != 0) {
    batch(read_ - 1).is_last = true;
    ended_ = true;
    known_ = read_;
  } else {
    next.number = read_++;
    next.is_last = ended_ = next.size < sizes_.in;
    next.is_worked = false;
    known_ = ended_ ? read_ : read_ - 1;
  }
  changed_.notify_all();
}

void BatchLine::work_on_one(Lock& lock, unsigned worker) {
  Batch& one = batch(begun_++);
  lock.unlock();
  one.filled = 0;
  try {
    if (one.out.size() == 0) one.out = Buffer<std::byte, Secret>::for_overwrite(sizes_.out);
    work_(one, worker);
  } catch (...) {
    one.error = std::current_exception();
  }
  lock.lock();
  one.is_worked = true;
  changed_.notify_all();
}

void BatchLine::write_one(Lock& lock) {
  Batch& one = batch(written_);
  lock.unlock();
  write_(one);
  if (one.error) std::rethrow_exception(one.error);
  lock.lock();
  ++written_;
  changed_.notify_all();
}

void BatchLine::run() {
  Lock lock(mutex_);
  for (;;) {
    if (written_ < begun_ && batch(written_).is_worked) {
      const bool is_last = batch(written_).is_last;
      write_one(lock);
      if (is_last) return;
      if (written_ == kAlone) start_spare();
    } else if (has_work()) {
      work_on_one(lock, 0);
    } else if (read_error_ && written_ == known_) {
      std::rethrow_exception(read_error_);
    } else if (!spare_.is_started()) {
      read_one(lock);
    } else {
      changed_.wait(lock);
    }
  }
}

void BatchLine::start_spare() {
  if (ended_ || !source_.reads_on_any_thread()) return;
  static_cast<void>(
      spare_.start([](void* line) noexcept { static_cast<BatchLine*>(line)->help(); }, this));
}

// Reading comes first, so that there is work for both.
void BatchLine::help() noexcept {
  Lock lock(mutex_);
  while (!stopped_) {
    if (has_room()) {
      read_one(lock);
    } else if (has_work()) {
      work_on_one(lock, 1);
    } else if (ended_) {
      return;
    } else {
      changed_.wait(lock);
    }
  }
}

void BatchLine::stop() noexcept {
  {
    const std::scoped_lock lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_all();
  spare_.join();
}

}  // namespace lath::io
