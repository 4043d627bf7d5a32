// A stream of bytes between two programs.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "verbatim/stream/base/coroutine.hpp"
#include "verbatim/stream/bytes/core.hpp"
#include "verbatim/stream/bytes/values.hpp"
#include "verbatim/stream/engine/engine.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/base/waiting.hpp"
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
/// One read and one write can wait at a time. Written bytes are copied, so the buffer may be used
/// again at once. Only the constructor and connect() allocate or throw. The destructor resets a
/// stream that was not closed.
template <class Engine>
class byte_stream final : public detail::engine_end {
 public:
  explicit byte_stream(Engine& engine, const pd& pd, const stream_options& how = {})
      : engine_(engine), core_(engine.source(), engine.streams(), pd, checked(how)) {
    engine_.add(*this);
  }
  byte_stream(const byte_stream&) = delete;
  byte_stream& operator=(const byte_stream&) = delete;
  ~byte_stream() {
    if (core_.write_status() == stream_status::ok || !protocol_is_closed()) reset(0);
    close(std::chrono::milliseconds(100));
  }

  /// Returns the values that the peer needs to connect.
  stream_address address() const {
    return {core_.side.qp.address(), core_.word(), core_.options().window,
            core_.options().slot_bytes};
  }

  /// Connects to the peer. The receives are posted first, so that the peer may write at once.
  void connect(const stream_address& peer, const connect_attributes& how = {}) {
    core_.side.qp.to_init(how.init);
    core_.post_receives();
    core_.open(peer);
    core_.side.qp.connect(peer.queue_pair, how);
  }

  /// Reads the bytes that have arrived, without waiting.
  byte_result try_read(std::span<std::byte> into) noexcept { return core_.try_read(into); }

  /// Writes as many bytes as there is room for, without waiting. The first bytes since the engine's
  /// last turn are sent at once. Later bytes are gathered until the next turn, or until a slot is
  /// full.
  byte_result try_write(std::span<const std::byte> from) noexcept { return core_.try_write(from); }

  /// Waits until there are bytes to read, and reads them.
  auto read_some(std::span<std::byte> into) noexcept {
    struct reading {
      detail::stream_core<typename Engine::source_type>& core;
      std::span<std::byte> into;
      bool waits = false, is_busy = false;

      ~reading() {
        if (waits) core.read_waiter = nullptr;
      }
      bool await_ready() noexcept {
        is_busy = static_cast<bool>(core.read_waiter);
        return is_busy || into.empty() || core.is_readable();
      }
      void await_suspend(std::coroutine_handle<> waiter) noexcept {
        core.read_waiter = waiter;
        waits = true;
      }
      byte_result await_resume() noexcept {
        waits = false;
        return is_busy ? byte_result{0, stream_status::busy} : core.try_read(into);
      }
    };
    return reading{core_, into};
  }

  /// Waits until there is room, and writes as many bytes as there is room for.
  auto write_some(std::span<const std::byte> from) noexcept {
    struct writing {
      detail::stream_core<typename Engine::source_type>& core;
      std::span<const std::byte> from;
      bool waits = false, is_busy = false;

      ~writing() {
        if (waits) core.write_waiter = nullptr;
      }
      bool await_ready() noexcept {
        is_busy = static_cast<bool>(core.write_waiter);
        return is_busy || from.empty() || core.is_writable();
      }
      void await_suspend(std::coroutine_handle<> waiter) noexcept {
        core.write_waiter = waiter;
        waits = true;
      }
      byte_result await_resume() noexcept {
        waits = false;
        return is_busy ? byte_result{0, stream_status::busy} : core.try_write(from);
      }
    };
    return writing{core_, from};
  }

  /// Reads like the other read_some(), and runs the engine meanwhile. Use it in programs without
  /// coroutines.
  byte_result read_some(std::span<std::byte> into, verbs::wait_limit limit) {
    if (!into.empty() && !engine_.run_until([&] { return core_.is_readable(); }, limit)) {
      return {0, stream_status::timed_out};
    }
    return core_.try_read(into);
  }

  /// Writes like the other write_some(), and runs the engine meanwhile.
  byte_result write_some(std::span<const std::byte> from, verbs::wait_limit limit) {
    if (!from.empty() && !engine_.run_until([&] { return core_.is_writable(); }, limit)) {
      return {0, stream_status::timed_out};
    }
    return core_.try_write(from);
  }

  /// Ends writing at this end, which sends FIN. The other direction stays open.
  void shutdown_send() noexcept { core_.finish(); }

  /// Ends the stream in both directions. The peer receives the code, 12 bits.
  void reset(std::uint16_t code) noexcept { core_.reset(code); }

  /// Sends a ping, which the peer's engine answers. If no answer can arrive, the stream is
  /// truncated as soon as the device's retries are exhausted.
  void ping() noexcept { core_.ping(); }

  /// Returns true if ping() was called and the answer has not arrived.
  bool awaits_pong() const noexcept { return core_.state.wants_ping || core_.state.ping_sent; }

  /// Closes the stream: sends FIN, and waits at most `linger` until the peer has received it and
  /// has sent its own FIN. Returns true if no data can have been lost. Runs the engine meanwhile.
  bool close(verbs::wait_limit linger = std::chrono::seconds(2)) {
    if (!core_.side.qp.is_open()) return true;
    core_.finish();
    const bool is_good = engine_.run_until([&] { return is_done() && core_.is_sent(); }, linger) &&
                         protocol_is_closed();
    try {
      if (!engine_.failed()) (void)engine_.source().drain(core_.side, engine_.sink(), linger);
    } catch (const error&) {  // the device has failed meanwhile: no operation will complete
    }
    engine_.source().forget(core_.side);
    core_.side.qp.close();
    link_.reset();
    core_.end(stream_status::closed);
    engine_.remove(*this);
    return is_good;
  }

  const stream_statistics& statistics() const noexcept { return core_.statistics; }
  Engine& engine() noexcept { return engine_; }

  /// Returns the queue pair, for queries. Do not post to it.
  auto& native() noexcept { return core_.side.qp; }

  // Only connectors and listeners call the functions below.

  /// The steps of connect(). The first is for a queue pair in INIT. The second comes before the
  /// engine takes completions of the stream.
  void post_receives() { core_.post_receives(); }
  void open(const stream_address& peer) { core_.open(peer); }

  /// Keeps the connection alive until close().
  void keep(std::shared_ptr<void> link) noexcept { link_ = std::move(link); }

  // Only the engine calls the functions below.

  void give_up() override {
    if (core_.side.qp.state() != qp_state::error) core_.side.qp.to_error();
  }
  void fail() override {
    core_.side.fail();
    core_.end(stream_status::device_failed);
  }
  std::uint32_t qpn() const noexcept override { return core_.side.qp.qpn(); }

 private:
  static const stream_options& checked(const stream_options& how) {
    if (!detail::is_allowed(how.window, how.slot_bytes)) {
      throw error(std::errc::invalid_argument, "byte_stream", "a stream",
                  "a window is 1 to 32767 messages, and a slot at least 64 bytes");
    }
    return how;
  }

  bool protocol_is_closed() const noexcept { return detail::protocol::is_closed(core_.state); }
  bool is_done() const noexcept {
    return protocol_is_closed() || core_.read_status() == stream_status::truncated ||
           detail::protocol::is_over(core_.state) ||
           core_.write_status() == stream_status::truncated ||
           core_.read_status() == stream_status::device_failed ||
           core_.side.qp.state() != qp_state::rts;
  }

  Engine& engine_;
  std::shared_ptr<void> link_;
  detail::stream_core<typename Engine::source_type> core_;
};

}  // namespace verbatim::stream
