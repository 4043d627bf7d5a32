// A stream of bytes between two programs.
#pragma once

#include <cstddef>
#include <span>

#include "verbatim/stream/base/coroutine.hpp"
#include "verbatim/stream/bytes/core.hpp"
#include "verbatim/stream/bytes/values.hpp"
#include "verbatim/stream/streams/stream_end.hpp"
#include "verbatim/verbs/base/waiting.hpp"
#include "verbatim/verbs/memory/memory_slice.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim::stream {

/// A stream of bytes in both directions, like a TCP connection. Its ends exchange their address()
/// and connect.
///
///   byte_stream stream(engine, pd);
///   stream.connect(peer);  // the peer's address() came over a socket of yours
///   auto got = co_await stream.read_some(buffer);
///   auto put = co_await stream.write_some(std::span(buffer).first(got.bytes));
///
/// One read and one write or send can wait at a time. Written bytes are copied, so the buffer may be
/// used again at once. Only the constructor and connect() allocate or throw. The destructor resets a
/// stream that was not closed.
template <class Engine>
class byte_stream final : public detail::stream_end<Engine> {
  using core_type = detail::stream_core<typename Engine::source_type>;

 public:
  explicit byte_stream(Engine& engine, const pd& pd, const stream_options& how = {})
      : detail::stream_end<Engine>(engine, pd, how, content::bytes) {}

  /// Reads the bytes that have arrived, without waiting.
  byte_result try_read(std::span<std::byte> into) noexcept { return core_.try_read(into); }

  /// Writes as many bytes as there is room for, without waiting. The first bytes since the engine's
  /// last turn are sent at once. Later bytes are gathered until the next turn, or until a slot is
  /// full.
  byte_result try_write(std::span<const std::byte> from) noexcept {
    if (core_.slices.has_rest()) return {0, stream_status::busy};
    return core_.try_write(from);
  }

  /// Waits until there are bytes to read, and reads them.
  auto read_some(std::span<std::byte> into) noexcept {
    struct reading : detail::wait_in_place {
      core_type& core;
      std::span<std::byte> into;
      byte_result got = {};

      reading(core_type& of, std::span<std::byte> memory) noexcept
          : wait_in_place(of.read_waiter), core(of), into(memory) {}
      bool await_ready() noexcept {
        got = core.read_waiter ? byte_result{0, stream_status::busy} : core.try_read(into);
        return got.status != stream_status::would_block;
      }
      byte_result await_resume() noexcept {
        this->end_wait();
        return got.status == stream_status::would_block ? core.try_read(into) : got;
      }
    };
    return reading(core_, into);
  }

  /// Waits until there is room, and writes as many bytes as there is room for.
  auto write_some(std::span<const std::byte> from) noexcept {
    struct writing : detail::wait_in_place {
      core_type& core;
      std::span<const std::byte> from;
      byte_result put = {};

      writing(core_type& of, std::span<const std::byte> bytes) noexcept
          : wait_in_place(of.write_waiter), core(of), from(bytes) {}
      bool await_ready() noexcept {
        put = core.is_writing() ? byte_result{0, stream_status::busy} : core.try_write(from);
        return put.status != stream_status::would_block;
      }
      byte_result await_resume() noexcept {
        this->end_wait();
        return put.status == stream_status::would_block ? core.try_write(from) : put;
      }
    };
    return writing(core_, from);
  }

  /// Sends registered memory without a copy, and waits until the device has read all of it. Then the
  /// memory may be used again. Pieces that are longer than a slot go into the ring of the peer, if it has
  /// one: see stream_options::ring_bytes.
  ///
  /// If the result is not `ok`, the device may read the memory until close(). Destroying the
  /// waiting coroutine cancels the send if nothing was posted; else it resets the stream.
  auto send(const memory_slice& from) noexcept {
    struct sending : detail::wait_in_place {
      core_type& core;
      memory_slice from;
      bool is_busy = false;

      sending(core_type& of, const memory_slice& slice) noexcept
          : wait_in_place(of.write_waiter), core(of), from(slice) {}
      ~sending() {
        if (this->stop()) core.slices.abandon();
      }
      bool await_ready() noexcept {
        is_busy = core.is_writing();
        if (is_busy) return true;
        core.slices.begin(from);
        return core.slices.step();
      }
      bool is_untouched() const noexcept { return is_busy || core.slices.is_untouched(); }
      bool is_done() const noexcept { return !is_busy && core.slices.is_finished(); }
      byte_result await_resume() noexcept {
        this->end_wait();
        return is_busy ? byte_result{0, stream_status::busy} : core.slices.take();
      }
    };
    return sending(core_, from);
  }

  /// Reads like the other read_some(), and runs the engine meanwhile. Use it in programs without
  /// coroutines.
  byte_result read_some(std::span<std::byte> into, verbs::wait_limit limit) {
    if (core_.read_waiter) return {0, stream_status::busy};
    if (!into.empty() && !engine_.run_until([&] { return core_.is_readable(); }, limit)) {
      return {0, stream_status::timed_out};
    }
    return core_.try_read(into);
  }

  /// Writes like the other write_some(), and runs the engine meanwhile.
  byte_result write_some(std::span<const std::byte> from, verbs::wait_limit limit) {
    if (core_.is_writing()) return {0, stream_status::busy};
    if (!from.empty() && !engine_.run_until([&] { return core_.is_writable(); }, limit)) {
      return {0, stream_status::timed_out};
    }
    return core_.try_write(from);
  }

  /// Sends like the other send(), and runs the engine meanwhile. If the time is over after
  /// something was posted, the stream is reset.
  byte_result send(const memory_slice& from, verbs::wait_limit limit) {
    if (core_.is_writing()) return {0, stream_status::busy};
    core_.slices.begin(from);
    if (engine_.run_until([&] { return core_.slices.step(); }, limit)) return core_.slices.take();
    core_.slices.abandon();
    return {0, stream_status::timed_out};
  }

 private:
  using detail::stream_end<Engine>::core_;
  using detail::stream_end<Engine>::engine_;
};

}  // namespace verbatim::stream
