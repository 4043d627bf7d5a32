// The end of a stream: the common part of streams of bytes and channels of messages.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "verbatim/stream/bytes/core.hpp"
#include "verbatim/stream/bytes/values.hpp"
#include "verbatim/stream/engine/engine.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/base/waiting.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim::stream::detail {

/// One end of a connection on an engine. Only the constructor and connect() allocate or throw. The
/// destructor resets a stream that was not closed.
template <class Engine>
class stream_end : public engine_end {
 public:
  using engine_type = Engine;

  stream_end(const stream_end&) = delete;
  stream_end& operator=(const stream_end&) = delete;

  /// Returns the values that the peer needs to connect.
  stream_address address() const {
    const auto& how = core_.options();
    return {core_.side.qp.address(), core_.word(), core_.told_window(),
            how.slot_bytes,          carries_,     core_.ring(),
            how.lend_from,           how.window};
  }

  /// Connects to the peer. The receives are posted first, so that the peer may write at once.
  void connect(const stream_address& peer, const connect_attributes& how = {}) {
    if (peer.carries != carries_) {
      throw error(std::errc::invalid_argument, "connect", core_.side.qp.describe(),
                  "one end is a byte_stream and the other a message_channel");
    }
    core_.side.qp.to_init(how.init);
    core_.post_receives();
    open(peer);
    core_.side.qp.connect(peer.queue_pair, how);
  }

  /// Ends writing at this end, which sends FIN. The other direction stays open.
  void shutdown_send() noexcept { core_.finish(); }

  /// Ends the stream in both directions. The peer receives the code, 12 bits.
  void reset(std::uint16_t code) noexcept { core_.reset(code); }

  /// Sends a ping, which the peer's engine answers. While an answer is missing, another call asks
  /// only the peer's device. If the peer is gone, the stream is truncated as soon as the device's
  /// retries are exhausted.
  void ping() noexcept { core_.ping(); }

  /// Returns true if ping() was called and the answer has not arrived.
  bool awaits_pong() const noexcept { return core_.state.wants_ping || core_.state.ping_sent; }

  /// Sends FIN, and waits until the peer has received it and has sent its own FIN, or until the
  /// stream is over. Returns true if no data can have been lost. Call close() afterwards.
  auto finish() noexcept {
    struct finishing : wait_in_place {
      stream_end& on;

      explicit finishing(stream_end& end) noexcept : wait_in_place(end.core_.end_waiter), on(end) {}
      bool await_ready() noexcept {
        on.core_.finish();
        return on.core_.is_ended();
      }
      bool await_resume() noexcept {
        this->end_wait();
        return on.is_finished();
      }
    };
    return finishing(*this);
  }

  /// Closes the stream: sends FIN, and waits at most `linger` until the peer has received it and
  /// has sent its own FIN. Returns true if no data can have been lost. Runs the engine meanwhile.
  /// A coroutine that the engine resumes cannot wait for the peer's FIN in here: it awaits
  /// finish() first.
  bool close(verbs::wait_limit linger = std::chrono::seconds(2)) {
    if (!core_.side.qp.is_open()) return true;
    end_if_half_connected();
    core_.finish();
    if (engine_.is_polling()) {
      core_.serve();
      engine_.source().ring();
      const auto until = verbs::deadline_after(linger);
      while (!core_.is_sent() && (!until || timer_clock::now() < *until)) {
        (void)engine_.source().poll(engine_.sink(), 64);
      }
    } else {
      engine_.run_until([&] { return core_.is_ended(); }, linger);
    }
    const bool is_good = core_.is_ended() && is_finished();
    core_.stop_receiving();
    bool is_drained = false;
    // Receives that others need are not lost because this thread was late.
    if (core_.is_sharing() && linger) linger = std::max(*linger, least_drain);
    try {
      is_drained = !engine_.failed() && engine_.source().drain(core_.side, engine_.sink(), linger);
    } catch (const error&) {  // the device has failed meanwhile: no operation will complete
    }
    core_.leave_shared_receives(is_drained);
    engine_.cancel(next_look_);
    engine_.source().forget(core_.side);
    core_.side.qp.close();
    if (link_ != nullptr) link_->connection.reset();
    core_.end(stream_status::closed);
    engine_.remove(*this);
    return is_good;
  }

  /// These functions return the addresses and port numbers of the two ends, such as
  /// `10.0.0.1:7471`; nothing if the stream was connected by its address().
  const std::string& local_endpoint() const noexcept { return link_ ? link_->local : nothing(); }
  const std::string& remote_endpoint() const noexcept { return link_ ? link_->remote : nothing(); }

  const stream_statistics& statistics() const noexcept { return core_.statistics; }
  Engine& engine() noexcept { return engine_; }

  /// Returns the queue pair, for queries. Do not post to it.
  auto& native() noexcept { return core_.side.qp; }

  /// Returns true if nothing waits to be read, and neither end has finished or failed.
  bool is_quiet() const noexcept {
    return !core_.is_readable() && core_.write_status() == stream_status::ok;
  }

  /// Returns true if both ends have sent FIN and have received it.
  bool is_finished() const noexcept { return core_.is_finished(); }

  // Only connectors, listeners and loops of Asio call the functions below.

  /// The steps of connect(). The first is for a queue pair in INIT. The second comes before the
  /// engine takes completions of the stream.
  void post_receives() { core_.post_receives(); }
  void open(const stream_address& peer) {
    core_.open(peer);
    if (engine_.failed()) core_.end(stream_status::device_failed);
    if (core_.options().keepalive.count() > 0) look_later(core_.options().keepalive);
  }

  auto& core() noexcept { return core_; }

  /// Takes back the steps of a connection that was not made. Returns false if that is impossible.
  bool restart() {
    try {
      auto& qp = core_.side.qp;
      if (qp.state() != qp_state::reset) {
        if (qp.state() != qp_state::error) qp.to_error();
        core_.stop_receiving();
        (void)engine_.source().drain(core_.side, engine_.sink(), std::chrono::milliseconds(100));
        qp.reset();
        engine_.source().forget(core_.side);
      }
      engine_.cancel(next_look_);
      core_.restart();
      return true;
    } catch (const error&) {
      return false;
    }
  }

  /// Keeps the connection alive until close(), and its endpoints in words. Allocates.
  void keep(std::shared_ptr<void> connection, std::string local, std::string remote) {
    link_.reset(new link{std::move(connection), std::move(local), std::move(remote)});
  }

  // Only the engine calls the functions below.

  void give_up() override {
    if (core_.side.qp.state() != qp_state::error) core_.side.qp.to_error();
  }
  void fail() override {
    core_.side.fail();
    core_.end(stream_status::device_failed);
  }
  void lose_queue() override {
    core_.end(stream_status::device_failed);
    core_.side.qp.reset();
  }
  std::uint32_t qpn() const noexcept override { return core_.side.qp.qpn(); }

 protected:
  stream_end(Engine& engine, const pd& pd, const stream_options& how, content carries)
      : engine_(engine),
        core_(engine.source(), engine.streams(), pd, checked(engine, how, carries)),
        carries_(carries) {
    engine_.add(*this);
  }
  ~stream_end() {
    end_if_half_connected();
    if (core_.write_status() == stream_status::ok || !is_finished()) reset(0);
    close(std::chrono::milliseconds(100));
  }

  Engine& engine_;
  stream_core<typename Engine::source_type> core_;

 private:
  /// The connection of a stream that has one. It is apart, because most idle streams of a server are
  /// to take little memory.
  struct link {
    std::shared_ptr<void> connection;
    std::string local, remote;
  };
  static const std::string& nothing() noexcept {
    static const std::string empty;
    return empty;
  }

  static constexpr std::chrono::nanoseconds least_drain = std::chrono::seconds(2);

  static stream_options checked(Engine& engine, stream_options how, content carries) {
    if (engine.source().head_bytes() != 0 && how.ring_bytes != 0) {
      throw error(
          std::errc::operation_not_supported, "stream", engine.context().describe(),
          "writing into a ring needs immediate data, which iWARP lacks: set ring_bytes to 0");
    }
    if (how.receives == receive_from::shared) {
      how.slot_bytes = engine.shared_slot_bytes();
      if (how.slot_bytes == 0) {
        throw error(std::errc::invalid_argument, "stream", "a stream",
                    "its engine shares no receives: call its share_receives() first");
      }
      if (how.ring_bytes != 0) {
        throw error(std::errc::invalid_argument, "stream", "a stream",
                    "a stream that shares its receives has no ring: set ring_bytes to 0");
      }
    }
    if (!is_allowed(how)) {
      throw error(std::errc::invalid_argument, "stream", "a stream",
                  "a window is 1 to 32767 messages, a slot at least 64 bytes, and a ring at least "
                  "two slots");
    }
    if (carries == content::messages && how.ring_bytes != 0) {
      throw error(std::errc::invalid_argument, "stream", "a channel",
                  "only a byte_stream has a ring: set ring_bytes to 0");
    }
    if (carries == content::bytes && how.lend_from != 0) {
      throw error(std::errc::invalid_argument, "stream", "a stream of bytes",
                  "only messages are lent: set lend_from to 0");
    }
    return how;
  }

  /// Sends nothing if the queue pair is not connected at this end: a NIC may lose it.
  void end_if_half_connected() noexcept {
    const auto state = core_.side.qp.state();
    if (state == qp_state::init || state == qp_state::rtr) core_.end(stream_status::closed);
  }

  void look_later(std::chrono::milliseconds time) {
    heard_ = core_.statistics.messages_received;
    next_look_ =
        engine_.at(timer_clock::now() + time,
                   {[](void* end) { static_cast<stream_end*>(end)->look_at_peer(); }, this});
  }

  /// Sends a PING if nothing has arrived since the last look, and gives up a silent peer. This thread may
  /// have slept for longer than the peer, so an answer may have arrived that was not taken.
  void look_at_peer() {
    next_look_.reset();
    if (core_.is_ended()) return;
    const auto time = core_.options().keepalive;
    const bool is_silent = heard_ == core_.statistics.messages_received;
    if (!is_silent || !awaits_pong()) {
      is_doubted_ = false;
      if (is_silent) ping();
      return look_later(time);
    }
    if (std::exchange(is_doubted_, true)) return lose_peer();
    look_later(time / 2 + std::chrono::milliseconds(1));
  }
  void lose_peer() {
    try {
      give_up();
    } catch (const error&) {  // the device has failed meanwhile
    }
    core_.end(stream_status::truncated);
    engine_.wake();
  }

  timers::place next_look_;
  std::uint64_t heard_ = 0;  ///< messages at the last look
  bool is_doubted_ = false;  ///< the answer to a PING was late at the last look
  std::unique_ptr<link> link_;
  content carries_;
};

}  // namespace verbatim::stream::detail
