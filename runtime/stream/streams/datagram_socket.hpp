// Datagrams: messages of one packet each, to and from any number of peers.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "verbatim/stream/base/coroutine.hpp"
#include "verbatim/stream/base/datagram_destination.hpp"
#include "verbatim/stream/base/piece.hpp"
#include "verbatim/stream/datagrams/core.hpp"
#include "verbatim/stream/datagrams/values.hpp"
#include "verbatim/stream/engine/engine.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/base/waiting.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/queue_pair/multicast_group.hpp"

namespace verbatim::stream {

/// A datagram that has arrived, in the memory of its socket, or the reason why there is none. Until
/// it is released or destroyed, the device cannot use its buffer. Destroy it before its socket.
template <class Engine>
class [[nodiscard("look at its status")]] datagram {
  using core_type = detail::datagram_core<typename Engine::source_type>;

 public:
  datagram(datagram && other) noexcept
      : result_(other.result_), what_(other.what_), core_(std::exchange(other.core_, nullptr)) {}
  datagram& operator=(datagram&& other) noexcept {
    if (this == &other) return *this;
    release();
    result_ = other.result_;
    what_ = other.what_;
    core_ = std::exchange(other.core_, nullptr);
    return *this;
  }
  ~datagram() { release(); }

  datagram_status status() const noexcept { return result_.status; }
  bool ok() const noexcept { return result_.ok(); }
  explicit operator bool() const noexcept { return ok(); }

  /// Returns the status in words, with the remedy. Allocates.
  std::string message() const { return result_.message(); }

  /// Returns the payload, behind the 40 bytes of the header.
  std::span<const std::byte> bytes() const noexcept {
    return core_ == nullptr ? std::span<const std::byte>() : core_->bytes(what_);
  }
  std::size_t size() const noexcept { return result_.bytes; }

  /// Returns the number of the queue pair that has sent it.
  std::uint32_t source_qpn() const noexcept { return what_.from.qpn; }

  /// Returns true if it has immediate data; then imm() returns them, in host order.
  bool has_imm() const noexcept { return what_.has_imm; }
  std::uint32_t imm() const noexcept { return what_.imm; }

  /// Returns the 40 bytes of the GRH, or of the IP header on RoCE v2; none if it came without one.
  std::span<const std::byte> header() const noexcept {
    return core_ == nullptr ? std::span<const std::byte>() : what_.from.header;
  }

  /// Returns the destination of replies: the queue pair that has sent it, with this socket's Q_Key,
  /// and the way back. Call it before release(). The first datagram from a port makes an address
  /// handle, which allocates and asks the kernel. The socket keeps it for later ones. Throws an error
  /// if there is no way back.
  datagram_destination reply_to() const {
    if (core_ != nullptr) return core_->reply_to(what_);
    throw error(std::errc::invalid_argument, "reply_to", "a datagram",
                "there is none, or it was released before");
  }

  /// Gives the buffer back to the device. The bytes are gone.
  void release() noexcept {
    if (core_ != nullptr) std::exchange(core_, nullptr)->release(what_);
  }

  /// The constructors are for sockets only.
  explicit datagram(const datagram_result& why) noexcept : result_(why) {}
  explicit datagram(core_type & core) noexcept : what_(core.take()), core_(&core) {
    result_ = core.result_of(datagram_status::ok, what_.bytes);
  }

 private:
  datagram_result result_;
  detail::arrived_datagram what_;
  core_type* core_ = nullptr;
};

/// A socket that sends datagrams to any peer and receives those of any peer, like a UDP socket: a UD
/// queue pair on an engine, with buffers for what arrives. A datagram is one packet, which may be
/// lost, arrive twice or overtake others.
///
///   datagram_socket socket(engine, pd);
///   datagram_destination to(pd, peer);  // the peer's address()
///   auto sent = co_await socket.send(bytes, to);
///   auto got = co_await socket.receive();
///   if (got) (void)co_await socket.send(got.bytes(), got.reply_to());
///
/// The engine is a verbs_engine, or a direct_engine<rc, ud>. One send and one receive can wait at a
/// time. Only the constructor, join(), renew() and the first reply to a peer allocate or throw.
template <class Engine>
class datagram_socket final : public detail::engine_end {
  using core_type = detail::datagram_core<typename Engine::source_type>;
  static_assert(Engine::source_type::carries_datagrams,
                "this engine carries no datagrams: use a verbs_engine or a direct_engine<rc, ud>");

 public:
  using engine_type = Engine;
  using datagram_type = datagram<Engine>;

  /// Makes a socket that sends and receives at once.
  explicit datagram_socket(Engine& engine, const pd& pd, const datagram_options& how = {})
      : engine_(engine), core_(engine.source(), engine.datagrams(), pd, checked(how)) {
    engine_.add(*this);
  }
  datagram_socket(const datagram_socket&) = delete;
  datagram_socket& operator=(const datagram_socket&) = delete;
  ~datagram_socket() { (void)close(); }

  /// Returns the address of this socket. The peer needs it for a datagram_destination, and the Q_Key
  /// if it is not the default one.
  qp_address address() const { return core_.side.qp.address(); }

  /// Returns the length of the longest datagram, in bytes: the MTU of the port.
  std::uint32_t longest() const noexcept { return core_.longest(); }

  /// Sends the bytes, which are copied, without waiting. The status is would_block if there is no room.
  datagram_result try_send(std::span<const std::byte> bytes, const datagram_destination& to,
                           const send_options& how = {}) noexcept {
    return core_.try_send(bytes, to, how);
  }

  /// Waits until there is room, and sends the bytes. They are copied before it returns or is resumed.
  auto send(std::span<const std::byte> bytes, const datagram_destination& to,
            const send_options& how = {}) noexcept {
    struct sending : detail::wait_in_place {
      core_type& core;
      std::span<const std::byte> bytes;
      datagram_destination to;
      send_options how;
      datagram_result result;

      sending(core_type& of, std::span<const std::byte> what, const datagram_destination& where,
              const send_options& options) noexcept
          : wait_in_place(of.write_waiter), core(of), bytes(what), to(where), how(options) {}
      bool await_ready() noexcept {
        result = core.is_writing() ? core.result_of(datagram_status::busy, bytes.size())
                                   : core.try_send(bytes, to, how);
        return is_done();
      }
      bool is_untouched() const noexcept { return !is_done(); }
      bool is_done() const noexcept { return result.status != datagram_status::would_block; }
      datagram_result await_resume() noexcept {
        this->end_wait();
        if (result.status != datagram_status::would_block) return result;
        return core.try_send(bytes, to, how);
      }
    };
    return sending(core_, bytes, to, how);
  }

  /// Sends a piece of registered memory without a copy, and waits until the device has read it. A
  /// leased slot goes back to its pool then, also if the waiting coroutine is destroyed before. Other
  /// memory must stay until the wait has ended, or else until close().
  auto send(piece from, const datagram_destination& to, const send_options& how = {}) noexcept {
    struct sending : detail::wait_in_place {
      core_type& core;
      piece from;
      datagram_destination to;
      send_options how;
      bool is_busy = false;

      sending(core_type& of, piece&& what, const datagram_destination& where,
              const send_options& options) noexcept
          : wait_in_place(of.write_waiter),
            core(of),
            from(std::move(what)),
            to(where),
            how(options) {}
      ~sending() {
        if (this->stop()) core.abandon_placed();
      }
      bool await_ready() noexcept {
        is_busy = core.is_writing();
        if (is_busy) return true;
        core.begin_placed(std::move(from), to, how);
        return core.step_placed();
      }
      bool is_untouched() const noexcept { return is_busy || core.is_untouched(); }
      bool is_done() noexcept { return !is_untouched() && core.step_placed(); }
      datagram_result await_resume() noexcept {
        this->end_wait();
        return is_busy ? core.result_of(datagram_status::busy) : core.take_placed();
      }
    };
    return sending(core_, std::move(from), to, how);
  }

  /// These functions send like the two above, and run the engine meanwhile. Use them in programs
  /// without coroutines.
  datagram_result send(std::span<const std::byte> bytes, const datagram_destination& to,
                       verbs::wait_limit limit, const send_options& how = {}) {
    if (core_.is_writing()) return core_.result_of(datagram_status::busy, bytes.size());
    if (!engine_.run_until([&] { return core_.is_writable(); }, limit)) {
      return core_.result_of(datagram_status::timed_out, bytes.size());
    }
    return core_.try_send(bytes, to, how);
  }
  datagram_result send(piece from, const datagram_destination& to, verbs::wait_limit limit,
                       const send_options& how = {}) {
    if (core_.is_writing()) return core_.result_of(datagram_status::busy);
    core_.begin_placed(std::move(from), to, how);
    if (engine_.run_until([&] { return core_.step_placed(); }, limit)) return core_.take_placed();
    core_.abandon_placed();
    return core_.result_of(datagram_status::timed_out);
  }

  /// Takes the next datagram, without waiting. Its status is would_block if none has arrived.
  datagram_type try_receive() noexcept {
    if (core_.has_arrived()) return datagram_type(core_);
    const auto status = core_.status();
    return datagram_type(
        core_.result_of(status == datagram_status::ok ? datagram_status::would_block : status));
  }

  /// Waits for the next datagram.
  auto receive() noexcept {
    struct receiving : detail::wait_in_place {
      datagram_socket& on;
      bool is_busy = false;

      explicit receiving(datagram_socket& socket) noexcept
          : wait_in_place(socket.core_.read_waiter), on(socket) {}
      bool await_ready() noexcept {
        is_busy = static_cast<bool>(on.core_.read_waiter);
        return is_busy || on.core_.is_readable();
      }
      datagram_type await_resume() noexcept {
        this->end_wait();
        if (is_busy) return datagram_type(on.core_.result_of(datagram_status::busy));
        return on.try_receive();
      }
    };
    return receiving(*this);
  }

  /// Receives like the other receive(), and runs the engine meanwhile.
  datagram_type receive(verbs::wait_limit limit) {
    if (core_.read_waiter) return datagram_type(core_.result_of(datagram_status::busy));
    if (!engine_.run_until([&] { return core_.is_readable(); }, limit)) {
      return datagram_type(core_.result_of(datagram_status::timed_out));
    }
    return try_receive();
  }

  /// Receives the datagrams of a multicast group, too. See datagram_qp::attach() for the steps before
  /// it. Returns the destination of datagrams to the group.
  datagram_destination join(const multicast_group& group) {
    core_.side.qp.attach(group);
    return to(group);
  }
  /// Leaves the group. Throws if the socket has not joined it.
  void leave(const multicast_group& group) { core_.side.qp.detach(group); }

  /// Returns the destination of datagrams to a group. This socket need not be a member.
  datagram_destination to(const multicast_group& group) const {
    return datagram_destination(
        core_.domain(), group.address(), core_.options().qkey,
        {.port = core_.options().port, .gid_index = core_.options().gid_index});
  }

  /// Forgets the address handles of replies, after the addresses of the port have changed.
  void renew() { core_.renew(); }

  /// Closes the socket: moves the queue pair to ERROR, and waits for all buffers up to the limit.
  /// Sends and receives that wait end with `closed`. Returns true if all buffers came back.
  bool close(verbs::wait_limit limit = std::chrono::seconds(1)) noexcept {
    auto& qp = core_.side.qp;
    if (!qp.is_open()) return true;
    bool is_idle = true;
    try {
      if (!engine_.failed()) {
        engine_.source().ring();
        core_.stop_receiving();
        give_up();
        is_idle = drain(limit);
      }
    } catch (const error&) {  // the device has failed meanwhile: nothing will complete
    }
    engine_.source().forget(core_.side);
    qp.close();
    core_.end(datagram_status::closed);
    engine_.remove(*this);
    return is_idle;
  }

  const datagram_statistics& statistics() const noexcept { return core_.statistics; }
  Engine& engine() noexcept { return engine_; }

  /// Returns the queue pair, for queries and for groups. Do not post to it.
  auto& native() noexcept { return core_.side.qp; }

  // Only loops of Asio call this function.
  auto& core() noexcept { return core_; }

  // Only the engine calls the functions below.

  void give_up() override {
    if (core_.side.qp.state() != qp_state::error) core_.side.qp.to_error();
  }
  void fail() override {
    core_.side.fail();
    core_.end(datagram_status::device_failed);
  }
  void lose_queue() override {
    core_.end(datagram_status::device_failed);
    core_.side.qp.reset();
  }
  std::uint32_t qpn() const noexcept override { return core_.side.qp.qpn(); }

 private:
  static const datagram_options& checked(const datagram_options& how) {
    if (how.sends != 0 && how.receives != 0) return how;
    throw error(std::errc::invalid_argument, "datagram_socket", "a socket",
                "it needs room for at least one send and one receive");
  }

  /// Takes completions until everything that was posted has come back.
  bool drain(verbs::wait_limit limit) {
    const auto until = verbs::deadline_after(limit);
    while (!core_.is_idle()) {
      if (engine_.source().poll(engine_.sink(), 64) == 0 && !verbs::pause(until)) return false;
    }
    return true;
  }

  Engine& engine_;
  core_type core_;
};

}  // namespace verbatim::stream
