// Messages between two programs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include "verbatim/stream/base/coroutine.hpp"
#include "verbatim/stream/bytes/message_io.hpp"
#include "verbatim/stream/bytes/values.hpp"
#include "verbatim/stream/streams/stream_end.hpp"
#include "verbatim/verbs/base/waiting.hpp"
#include "verbatim/verbs/memory/memory_slice.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim::stream {

/// A message that has arrived, in the memory of its channel, or the reason why there is none. Until
/// it is released or destroyed, its slots are not free for the peer. Destroy it before its channel.
template <class Engine>
class [[nodiscard("look at its status")]] message {
  using io_type = detail::message_io<typename Engine::source_type>;

 public:
  message(message && other) noexcept
      : status_(other.status_),
        code_(other.code_),
        what_(other.what_),
        io_(std::exchange(other.io_, nullptr)) {}
  message& operator=(message&& other) noexcept {
    if (this == &other) return *this;
    release();
    status_ = other.status_;
    code_ = other.code_;
    what_ = other.what_;
    io_ = std::exchange(other.io_, nullptr);
    return *this;
  }
  ~message() { release(); }

  stream_status status() const noexcept { return status_; }
  bool ok() const noexcept { return status_ == stream_status::ok; }
  explicit operator bool() const noexcept { return ok(); }

  /// Returns the code of a reset, 12 bits.
  std::uint16_t code() const noexcept { return code_; }

  /// Returns the number of bytes, also of a message that is lent.
  std::size_t size() const noexcept { return what_.bytes; }

  /// Calls `use(std::span<const std::byte>)` for the bytes of each slot, in order. A message that
  /// is not longer than a slot has one piece.
  template <class Use>
  void pieces(Use && use) const {
    if (io_ != nullptr) io_->pieces(what_, use);
  }

  /// Returns the bytes of the first slot: all of them, if the message is not longer than a slot.
  std::span<const std::byte> first_piece() const noexcept {
    return io_ == nullptr ? std::span<const std::byte>() : io_->first_piece(what_);
  }

  /// Copies as many bytes as there is room for. Returns their number.
  std::size_t copy_to(std::span<std::byte> to) const noexcept {
    return io_ == nullptr ? 0 : io_->copy(what_, to);
  }

  /// Gives the slots back to the peer. The bytes are gone.
  void release() noexcept {
    if (io_ != nullptr) std::exchange(io_, nullptr)->release(what_);
  }

  /// The constructors are for channels only.
  message(stream_status why, std::uint16_t code, std::size_t bytes = 0) noexcept
      : status_(why), code_(code), what_{.bytes = bytes} {}
  explicit message(io_type & io) noexcept : what_(io.take()), io_(&io) {}

 private:
  stream_status status_ = stream_status::ok;
  std::uint16_t code_ = 0;
  detail::arrived_message what_;
  io_type* io_ = nullptr;
};

/// A channel of messages in both directions: each arrives whole, once and in order. It is made and
/// connected like a byte_stream, and its peer is a message_channel too.
///
///   message_channel channel(engine, pd, {.window = 64, .slot_bytes = 4096});
///   if (auto got = co_await channel.receive()) use(got.first_piece());
///   auto put = co_await channel.send(bytes);  // stream_status
///
/// Short messages of a turn share slots and WQEs: the first is sent at once, and the others when the
/// turn or the batch ends. A sender waits if the peer does not release its messages. So do not wait
/// for a long message while you hold slots that it needs. One send and one receive can wait at a
/// time. Bytes are copied before send() returns or is resumed, but not those of registered memory.
/// The longest message fills the smaller window of the two ends: see longest_message(). Messages that
/// are lent can be longer: see stream_options::lend_from.
template <class Engine>
class message_channel final : public detail::stream_end<Engine> {
 public:
  using message_type = message<Engine>;

  explicit message_channel(Engine& engine, const pd& pd, const stream_options& how = {})
      : detail::stream_end<Engine>(engine, pd, how, content::messages), io_(core_) {}

  /// Returns the length of the longest message, in bytes. Call it after connecting.
  std::size_t longest_message() const noexcept { return io_.longest(); }

  /// Sends the message if there is room for all of it. Returns would_block if there is not.
  stream_status try_send(std::span<const std::byte> bytes) noexcept {
    if (core_.is_writing()) return stream_status::busy;
    return io_.try_send(bytes);
  }

  /// Waits until all of the message is sent. If the waiting coroutine is destroyed after a part was
  /// sent, the channel is reset.
  auto send(std::span<const std::byte> bytes) noexcept {
    struct sending : detail::wait_in_place {
      message_channel& on;
      std::span<const std::byte> bytes;
      bool is_busy = false;

      sending(message_channel& in, std::span<const std::byte> message) noexcept
          : wait_in_place(in.core_.write_waiter), on(in), bytes(message) {}
      ~sending() {
        if (this->stop()) on.io_.abandon();
      }
      bool await_ready() noexcept {
        is_busy = on.core_.is_writing();
        if (is_busy) return true;
        on.io_.begin(bytes);
        return on.io_.step();
      }
      bool is_untouched() const noexcept { return is_busy || on.io_.is_untouched(); }
      bool is_done() const noexcept { return !is_busy && !on.io_.has_rest(); }
      stream_status await_resume() noexcept {
        this->end_wait();
        return is_busy ? stream_status::busy : on.io_.result();
      }
    };
    return sending(*this, bytes);
  }

  /// Sends like the other send(), and runs the engine meanwhile. If the time is over after a part
  /// was sent, the channel is reset.
  stream_status send(std::span<const std::byte> bytes, verbs::wait_limit limit) {
    if (core_.is_writing()) return stream_status::busy;
    io_.begin(bytes);
    if (engine_.run_until([&] { return io_.step(); }, limit)) return io_.result();
    io_.abandon();
    return stream_status::timed_out;
  }

  /// Sends registered memory as one message, without a copy. Waits until no device reads the memory any more.
  /// If the peer has set stream_options::lend_from, and the message is at least as long, the peer reads it
  /// out of the memory, for which the region needs access::remote_read.
  ///
  /// If the status is not `ok`, the memory may be read until close(). Destroying the waiting
  /// coroutine cancels the send if nothing was posted; else it resets the channel.
  auto send(const mr& from, std::uint64_t offset, std::uint64_t length) {
    return lending(*this, from.slice(offset, length), from.remote(offset, length));
  }

  /// Sends like the other send() of a region. The message is never lent.
  auto send(const memory_slice& from) noexcept { return lending(*this, from, {}); }

  /// These functions send like the two above, and run the engine meanwhile. If the time is over
  /// after something was posted, the channel is reset.
  stream_status send(const mr& from, std::uint64_t offset, std::uint64_t length,
                     verbs::wait_limit limit) {
    return send(from.slice(offset, length), from.remote(offset, length), limit);
  }
  stream_status send(const memory_slice& from, verbs::wait_limit limit) {
    return send(from, {}, limit);
  }

  /// Takes the next message, without waiting. Its status is would_block if there is none, and lent
  /// if receive_into() has to take it.
  message_type try_receive() noexcept {
    if (io_.fetches.is_under_way()) return {stream_status::busy, 0};
    if (!io_.has_message()) return {io_.why_none(), core_.state.reset_code};
    if (io_.is_first_lent()) return {stream_status::lent, 0, io_.length_of_first()};
    return message_type(io_);
  }

  /// Waits for the next message.
  auto receive() noexcept {
    struct receiving : detail::wait_in_place {
      message_channel& on;
      bool is_busy = false;

      explicit receiving(message_channel& in) noexcept
          : wait_in_place(in.core_.read_waiter), on(in) {}
      bool await_ready() noexcept {
        is_busy = on.is_receiving();
        return is_busy || on.core_.is_readable();
      }
      message_type await_resume() noexcept {
        this->end_wait();
        if (is_busy) return {stream_status::busy, 0};
        return on.try_receive();
      }
    };
    return receiving(*this);
  }

  /// Receives like the other receive(), and runs the engine meanwhile.
  message_type receive(verbs::wait_limit limit) {
    if (is_receiving()) return {stream_status::busy, 0};
    if (!engine_.run_until([&] { return core_.is_readable(); }, limit)) {
      return {stream_status::timed_out, 0};
    }
    return try_receive();
  }

  /// Waits for the next message, and receives it into registered memory. A message that is lent is
  /// read by the device; another one is copied. If it is longer than the memory, the status is
  /// invalid_length and `bytes` its length; then it can be received again.
  ///
  /// If another error is returned, or if the waiting coroutine is destroyed, the device may write
  /// into the memory until close(). A message that the device reads cannot be left to another
  /// receive(): the channel is reset.
  auto receive_into(const mr& into, std::uint64_t offset, std::uint64_t length) {
    struct fetching : detail::wait_in_place {
      message_channel& on;
      std::span<std::byte> memory;
      memory_slice slice;
      bool is_busy = false;

      fetching(message_channel& channel, std::span<std::byte> bytes,
               const memory_slice& same) noexcept
          : wait_in_place(channel.core_.read_waiter), on(channel), memory(bytes), slice(same) {}
      ~fetching() {
        if (this->stop()) on.io_.fetches.abandon();
      }
      bool await_ready() noexcept {
        is_busy = on.is_receiving();
        if (is_busy) return true;
        on.io_.fetches.begin(memory, slice);
        return on.io_.fetches.step();
      }
      bool is_untouched() const noexcept { return is_busy || !on.io_.fetches.is_reading(); }
      bool is_done() const noexcept { return !is_busy && on.io_.fetches.is_finished(); }
      byte_result await_resume() noexcept {
        this->end_wait();
        return is_busy ? byte_result{0, stream_status::busy} : on.io_.fetches.take();
      }
    };
    const auto slice = into.slice(offset, length);
    return fetching(*this, into.memory().subspan(offset, length), slice);
  }

  /// Receives like the other receive_into(), and runs the engine meanwhile. If the time is over
  /// while the device reads, the channel is reset.
  byte_result receive_into(const mr& into, std::uint64_t offset, std::uint64_t length,
                           verbs::wait_limit limit) {
    if (is_receiving()) return {0, stream_status::busy};
    const auto slice = into.slice(offset, length);
    auto& fetches = io_.fetches;
    fetches.begin(into.memory().subspan(offset, length), slice);
    if (engine_.run_until([&] { return fetches.step(); }, limit)) return fetches.take();
    fetches.abandon();
    return {0, stream_status::timed_out};
  }

 private:
  /// The wait for a message out of registered memory.
  struct lending : detail::wait_in_place {
    message_channel& on;
    memory_slice from;
    remote_region where;
    bool is_busy = false;

    lending(message_channel& channel, const memory_slice& slice,
            const remote_region& region) noexcept
        : wait_in_place(channel.core_.write_waiter), on(channel), from(slice), where(region) {}
    ~lending() {
      if (this->stop()) on.core_.slices.abandon();
    }
    bool await_ready() noexcept {
      is_busy = on.core_.is_writing();
      if (is_busy) return true;
      on.core_.slices.begin_message(from, where, on.io_.longest());
      return on.core_.slices.step();
    }
    bool is_untouched() const noexcept { return is_busy || on.core_.slices.is_untouched(); }
    bool is_done() const noexcept { return !is_busy && on.core_.slices.is_finished(); }
    stream_status await_resume() noexcept {
      this->end_wait();
      return is_busy ? stream_status::busy : on.core_.slices.take().status;
    }
  };

  stream_status send(const memory_slice& from, const remote_region& where,
                     verbs::wait_limit limit) {
    if (core_.is_writing()) return stream_status::busy;
    auto& slices = core_.slices;
    slices.begin_message(from, where, io_.longest());
    if (engine_.run_until([&] { return slices.step(); }, limit)) return slices.take().status;
    slices.abandon();
    return stream_status::timed_out;
  }

  bool is_receiving() const noexcept { return core_.read_waiter || io_.fetches.is_under_way(); }

  using detail::stream_end<Engine>::core_;
  using detail::stream_end<Engine>::engine_;

  detail::message_io<typename Engine::source_type> io_;
};

}  // namespace verbatim::stream
