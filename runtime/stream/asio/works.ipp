// The work of the operations of streams and channels. Included by verbatim/asio.hpp and
// verbatim/boost_asio.hpp.

namespace verbatim::stream::VERBATIM_NET_ROOM {
namespace detail {

/// A stream of an engine, and the operations that wait for it.
template <class Native>
struct end_on_hub : hub_loop<typename Native::engine_type>::timed {
  using loop_type = hub_loop<typename Native::engine_type>;

  template <class Options>
  end_on_hub(std::shared_ptr<loop_type> on, const pd& pd, const Options& how)
      : loop(std::move(on)), native(loop->engine(), pd, how) {
    this->places[0].waiter = &native.core().read_waiter;
    this->places[1].waiter = &native.core().write_waiter;
    if constexpr (requires(Native & one) { one.core().end_waiter; }) {
      this->places[2].waiter = &native.core().end_waiter;
    }
    loop->add(*this);
  }
  ~end_on_hub() { loop->remove(*this); }

  /// Begins an operation of the stream.
  template <class Work, class Handler, class... Arguments>
  void begin(Handler handler, std::size_t which, Arguments&&... arguments) {
    loop->template start<Work>(std::move(handler), &this->places[which], native,
                               std::forward<Arguments>(arguments)...);
  }

  std::shared_ptr<loop_type> loop;
  Native native;
  std::string link_message;  ///< the words of the last error of connecting or accepting
};

/// Reads or writes the bytes of a sequence of buffers.
template <class Native, class Buffers, bool reads>
class bytes_work {
 public:
  bytes_work(Native& native, const Buffers& buffers) : native_(native), buffers_(buffers) {}

  static byte_result move(Native& native, const Buffers& buffers) noexcept {
    byte_result all;
    bool is_empty = true;
    const auto end = net::buffer_sequence_end(buffers);
    for (auto at = net::buffer_sequence_begin(buffers); at != end; ++at) {
      byte_result one;
      std::size_t size = 0;
      if constexpr (reads) {
        const net::mutable_buffer buffer(*at);
        size = buffer.size();
        if (size == 0) continue;
        one = native.try_read({static_cast<std::byte*>(buffer.data()), size});
      } else {
        const net::const_buffer buffer(*at);
        size = buffer.size();
        if (size == 0) continue;
        one = native.try_write({static_cast<const std::byte*>(buffer.data()), size});
      }
      all.bytes += one.bytes;
      if (is_empty) all.status = one.status, all.code = one.code;
      is_empty = false;
      if (one.bytes != size) break;
    }
    return all;
  }

  static bool is_empty(const Buffers& buffers) noexcept { return net::buffer_size(buffers) == 0; }

  bool begin() { return is_empty(buffers_) || can_move(); }
  void wait(continuation next) {
    (reads ? native_.core().read_waiter : native_.core().write_waiter) = next;
  }
  std::optional<std::tuple<error_code, std::size_t>> take() {
    const auto moved = move(native_, buffers_);
    if (moved.status == stream_status::would_block) {
      if (!can_move()) return std::nullopt;  // the program has moved bytes meanwhile
      return take();
    }
    return std::tuple(error_of(moved.status), moved.bytes);
  }
  std::tuple<error_code, std::size_t> end(const error_code& why) { return {why, 0}; }
  bool cancel(bool) { return true; }
  void detach() {}

 private:
  bool can_move() noexcept {
    return reads ? native_.core().is_readable() : native_.core().is_writable();
  }

  Native& native_;
  Buffers buffers_;
};

/// Begins to read or write.
template <class Work, class End, class Buffers, class Token>
auto async_move(End& end, std::size_t which, const Buffers& buffers, Token& token) {
  return net::async_initiate<Token, void(error_code, std::size_t)>(
      [which](auto handler, End* on, const Buffers& what) {
        on->template begin<Work>(std::move(handler), which, what);
      },
      token, &end, buffers);
}

/// Sends FIN, and waits for that of the peer.
template <class Native>
class finish_work {
 public:
  explicit finish_work(Native& native) : native_(native) {}

  bool begin() {
    native_.shutdown_send();
    return native_.core().is_ended();
  }
  void wait(continuation next) { native_.core().end_waiter = next; }
  std::optional<std::tuple<error_code>> take() {
    if (native_.is_finished()) return std::tuple(error_code());
    const auto status = native_.core().read_status();
    return std::tuple(error_of(status == stream_status::end ? stream_status::truncated : status));
  }
  std::tuple<error_code> end(const error_code& why) { return {why}; }
  bool cancel(bool) { return true; }
  void detach() {}

 private:
  Native& native_;
};

/// Receives a message.
template <class Native>
class receive_work {
 public:
  using message_type = typename Native::message_type;

  explicit receive_work(Native& native) : native_(native) {}

  bool begin() { return native_.core().is_readable(); }
  void wait(continuation next) { native_.core().read_waiter = next; }
  std::optional<std::tuple<error_code, message_type>> take() {
    auto got = native_.try_receive();
    if (got.status() == stream_status::would_block) return std::nullopt;
    const auto why = error_of(got.status());
    return std::tuple<error_code, message_type>(why, std::move(got));
  }
  std::tuple<error_code, message_type> end(const error_code& why) {
    return {why, message_type(stream_status::would_block, 0)};
  }
  bool cancel(bool) { return true; }
  void detach() {}

 private:
  Native& native_;
};

/// An operation that may post when it begins. A posted part cannot be taken back: cancelling it with
/// `total` or `partial` has no effect, and it completes with its CQE.
template <class Waiting>
class posting_work {
 public:
  bool begin() {
    is_under_way_ = true;
    return waiting_.await_ready();
  }
  void wait(continuation next) { waiting_.wait(next); }
  bool cancel(bool is_terminal) { return is_terminal || !is_under_way_ || waiting_.is_untouched(); }
  void detach() {
    is_under_way_ = false;
    waiting_.end_wait();
  }

 protected:
  template <class Make>
  explicit posting_work(Make&& make) : waiting_(make()) {}

  /// Returns true if the operation has its result, which a cancellation does not change.
  bool is_done() { return is_under_way_ && waiting_.is_done(); }

  Waiting waiting_;

 private:
  bool is_under_way_ = false;
};

/// Sends a message.
template <class Native, class... From>
using message_sending = decltype(std::declval<Native&>().send(std::declval<const From&>()...));

template <class Native, class... From>
class message_work : public posting_work<message_sending<Native, From...>> {
 public:
  message_work(Native& native, const From&... from)
      : posting_work<message_sending<Native, From...>>([&] { return native.send(from...); }) {}

  std::optional<std::tuple<error_code>> take() {
    return std::tuple(error_of(this->waiting_.await_resume()));
  }
  std::tuple<error_code> end(const error_code& why) {
    return this->is_done() ? *take() : std::tuple(why);
  }
};

/// Sends registered memory.
template <class Native>
class slice_work : public posting_work<message_sending<Native, memory_slice>> {
 public:
  slice_work(Native& native, const memory_slice& from)
      : posting_work<message_sending<Native, memory_slice>>([&] { return native.send(from); }) {}

  std::optional<std::tuple<error_code, std::size_t>> take() {
    const auto sent = this->waiting_.await_resume();
    return std::tuple(error_of(sent.status), sent.bytes);
  }
  std::tuple<error_code, std::size_t> end(const error_code& why) {
    return this->is_done() ? *take() : std::tuple(why, std::size_t{0});
  }
};

/// Receives a message into registered memory.
template <class Native>
using fetching = decltype(std::declval<Native&>().receive_into(std::declval<const mr&>(), 0, 0));

template <class Native>
class fetch_work : public posting_work<fetching<Native>> {
 public:
  fetch_work(Native& native, const mr& into, std::uint64_t offset, std::uint64_t length)
      : posting_work<fetching<Native>>([&] { return native.receive_into(into, offset, length); }) {}

  std::optional<std::tuple<error_code, std::size_t>> take() {
    const auto got = this->waiting_.await_resume();
    return std::tuple(error_of(got.status), got.bytes);
  }
  std::tuple<error_code, std::size_t> end(const error_code& why) {
    return this->is_done() ? *take() : std::tuple(why, std::size_t{0});
  }
};

}  // namespace detail
}  // namespace verbatim::stream::VERBATIM_NET_ROOM
