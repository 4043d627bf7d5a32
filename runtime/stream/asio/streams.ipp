// Streams and channels whose operations complete by Asio's completion tokens. Included by
// verbatim/asio.hpp and verbatim/boost_asio.hpp.

namespace verbatim::stream::VERBATIM_NET_ROOM {
/// The common part of streams, channels and sockets. All can be moved.
template <class Native>
class hub_end {
 protected:
  using end_type = detail::end_on_hub<Native>;

 public:
  using executor_type = io_executor;
  using native_type = Native;
  using engine_type = typename Native::engine_type;

  executor_type get_executor() const noexcept { return end_->loop->io().get_executor(); }

  /// Returns the object of the engine: its address(), statistics() and options.
  Native& native() const noexcept { return end_->native; }

  /// Ends every operation after this time with `timed_out`, until expires_never(). The stream stays
  /// as it is.
  template <class Rep, class Period>
  void expires_after(std::chrono::duration<Rep, Period> time) {
    expires_at(std::chrono::steady_clock::now() + time);
  }
  void expires_at(std::chrono::steady_clock::time_point when) {
    end_->until = when;
    end_->loop->ends_at(when);
  }
  void expires_never() noexcept { end_->until.reset(); }

  /// Ends the operations that wait, with `operation_aborted`.
  void cancel() {
    for (auto& place : end_->places) {
      if (place.one != nullptr) end_->loop->ready(*place.one, detail::reason::cancelled);
    }
    end_->loop->kick();
  }

  /// The function is for connectors and listeners only.
  end_type& end() const noexcept { return *end_; }

 protected:
  template <class Options>
  hub_end(const hub<engine_type>& hub, const pd& pd, const Options& how)
      : end_(std::make_shared<end_type>(hub.loop(), pd, how)) {}
  explicit hub_end(std::shared_ptr<end_type> end) noexcept : end_(std::move(end)) {}

  std::shared_ptr<end_type> end_;
};

/// The common part of byte_stream and message_channel.
template <class Native>
class end_base : public hub_end<Native> {
  using base = hub_end<Native>;
  using typename base::end_type;

 public:
  using typename base::executor_type;

  /// Connects to the peer whose address came over a connection of the program's own.
  void connect(const stream_address& peer, const connect_attributes& how = {}) {
    end_->native.connect(peer, how);
  }

  /// Ends writing at this end, which sends FIN. The other direction stays open.
  void shutdown_send() {
    end_->native.shutdown_send();
    end_->loop->kick();
  }

  /// Ends the stream in both directions. The peer receives the code, 12 bits.
  void reset(std::uint16_t code) {
    end_->native.reset(code);
    end_->loop->kick();
  }

  /// Sends FIN, and waits until the peer has received it and has sent its own. The handler's
  /// signature is void(error_code). Call close() or destroy the stream afterwards.
  template <class Token = net::default_completion_token_t<executor_type>>
  auto async_finish(Token&& token = {}) {
    return net::async_initiate<Token, void(error_code)>(
        [](auto handler, end_type* end) {
          end->template begin<detail::finish_work<Native>>(std::move(handler), 2);
        },
        token, end_.get());
  }

  /// Closes the stream, and waits at most `linger` for the peer; see stream::byte_stream::close().
  bool close(std::chrono::nanoseconds linger = std::chrono::seconds(2)) {
    this->cancel();
    const bool is_good = end_->native.close(linger);
    end_->loop->kick();
    return is_good;
  }

  /// Returns the words of the last error of connecting or accepting; empty if there was none.
  const std::string& link_message() const noexcept { return end_->link_message; }

 protected:
  using base::base;
  using base::end_;
};

template <class Engine>
class read_half;
template <class Engine>
class write_half;

/// A stream of bytes: an AsyncReadStream, AsyncWriteStream, SyncReadStream and SyncWriteStream of
/// Asio, so that read_until(), ssl::stream and Beast work with it as with a TCP socket.
///
///   byte_stream<verbs_engine> stream(hub, pd);
///   co_await connector.async_connect(stream, "server", "7471", asio::use_awaitable);
///   co_await asio::async_write(stream, asio::buffer(text), asio::use_awaitable);
///
/// A written byte is copied, so that a write completes as soon as there is room. One read and one
/// write can wait at a time. Cancelling a read loses no byte.
template <class Engine>
class byte_stream : public end_base<stream::byte_stream<Engine>> {
  using base = end_base<stream::byte_stream<Engine>>;
  using native_type = stream::byte_stream<Engine>;
  template <class Buffers>
  using reading = detail::bytes_work<native_type, Buffers, true>;
  template <class Buffers>
  using writing = detail::bytes_work<native_type, Buffers, false>;

 public:
  using typename base::executor_type;
  using lowest_layer_type = byte_stream;

  byte_stream(const hub<Engine>& hub, const pd& pd, const stream_options& how = {})
      : base(hub, pd, how) {}

  /// Joins the halves of one stream again. Throws if they are of two streams.
  byte_stream(read_half<Engine>&& reader, write_half<Engine>&& writer);

  /// Divides the stream into two halves for two owners, which are used on the same thread.
  std::pair<read_half<Engine>, write_half<Engine>> split() &&;

  lowest_layer_type& lowest_layer() noexcept { return *this; }
  const lowest_layer_type& lowest_layer() const noexcept { return *this; }

  /// Reads bytes when there are some. The handler's signature is void(error_code, std::size_t).
  template <class Buffers, class Token = net::default_completion_token_t<executor_type>>
  auto async_read_some(const Buffers& buffers, Token&& token = {}) {
    return detail::async_move<reading<Buffers>>(*this->end_, 0, buffers, token);
  }

  /// Writes as many bytes as there is room for, when there is room. The signature is the same.
  template <class Buffers, class Token = net::default_completion_token_t<executor_type>>
  auto async_write_some(const Buffers& buffers, Token&& token = {}) {
    return detail::async_move<writing<Buffers>>(*this->end_, 1, buffers, token);
  }

  /// Sends registered memory without a copy, as stream::byte_stream::send() does. The signature is
  /// the same. A send of which a part was posted is not cancelled by `total` and `partial`: it
  /// completes with its CQE. `terminal`, cancel() and the end of its time reset the stream.
  template <class Token = net::default_completion_token_t<executor_type>>
  auto async_send(const memory_slice& from, Token&& token = {}) {
    return detail::async_move<detail::slice_work<native_type>>(*this->end_, 1, from, token);
  }

  /// Reads or writes like the functions above, and runs the engine meanwhile.
  template <class Buffers>
  std::size_t read_some(const Buffers& buffers, error_code& why) {
    return wait_and_move<reading<Buffers>>(buffers, why, [this] { return core().is_readable(); });
  }
  template <class Buffers>
  std::size_t write_some(const Buffers& buffers, error_code& why) {
    return wait_and_move<writing<Buffers>>(buffers, why, [this] { return core().is_writable(); });
  }
  template <class Buffers>
  std::size_t read_some(const Buffers& buffers) {
    error_code why;
    const auto count = read_some(buffers, why);
    if (why) throw VERBATIM_NET_SYSTEM_ERROR(why, "read_some");
    return count;
  }
  template <class Buffers>
  std::size_t write_some(const Buffers& buffers) {
    error_code why;
    const auto count = write_some(buffers, why);
    if (why) throw VERBATIM_NET_SYSTEM_ERROR(why, "write_some");
    return count;
  }

 private:
  auto& core() const noexcept { return this->end_->native.core(); }

  template <class Work, class Buffers, class Condition>
  std::size_t wait_and_move(const Buffers& buffers, error_code& why, Condition&& can_move) {
    auto& end = *this->end_;
    std::optional<std::chrono::nanoseconds> limit;
    if (end.until) {
      limit = std::max(*end.until - std::chrono::steady_clock::now(),
                       std::chrono::steady_clock::duration());
    }
    byte_result moved;
    if (!Work::is_empty(buffers)) {
      if (end.loop->engine().run_until(can_move, limit)) {
        moved = Work::move(end.native, buffers);
      } else {
        moved.status = stream_status::timed_out;
      }
      end.loop->kick();
    }
    why = error_of(moved.status);
    return moved.bytes;
  }
};

/// A channel of messages: each arrives whole.
///
///   auto got = co_await channel.async_receive(asio::use_awaitable);
///   co_await channel.async_send(asio::buffer(got.first_piece()), asio::use_awaitable);
template <class Engine>
class message_channel : public end_base<stream::message_channel<Engine>> {
  using base = end_base<stream::message_channel<Engine>>;
  using native_type = stream::message_channel<Engine>;

 public:
  using typename base::executor_type;
  using message_type = stream::message<Engine>;

  message_channel(const hub<Engine>& hub, const pd& pd, const stream_options& how = {})
      : base(hub, pd, how) {}

  /// Receives a message. The handler's signature is void(error_code, message).
  template <class Token = net::default_completion_token_t<executor_type>>
  auto async_receive(Token&& token = {}) {
    return net::async_initiate<Token, void(error_code, message_type)>(
        [](auto handler, auto* end) {
          end->template begin<detail::receive_work<native_type>>(std::move(handler), 0);
        },
        token, this->end_.get());
  }

  /// Sends all of the bytes as one message. The handler's signature is void(error_code). A message of
  /// which a part was sent is not cancelled by `total` and `partial`; `terminal`, cancel() and the end
  /// of its time reset the channel.
  template <class Token = net::default_completion_token_t<executor_type>>
  auto async_send(net::const_buffer bytes, Token&& token = {}) {
    return net::async_initiate<Token, void(error_code)>(
        [](auto handler, auto* end, net::const_buffer from) {
          using span = std::span<const std::byte>;
          end->template begin<detail::message_work<native_type, span>>(
              std::move(handler), 1, span(static_cast<const std::byte*>(from.data()), from.size()));
        },
        token, this->end_.get(), bytes);
  }

  /// Sends registered memory as one message without a copy, as stream::message_channel::send() does:
  /// the peer may read it out of the memory, which needs access::remote_read. The signature is the
  /// same. Cancelling it is as for a stream's async_send(). Throws if the region does not have these
  /// bytes.
  template <class Token = net::default_completion_token_t<executor_type>>
  auto async_send(const mr& from, std::uint64_t offset, std::uint64_t length, Token&& token = {}) {
    (void)from.slice(offset, length);
    return net::async_initiate<Token, void(error_code)>(
        [offset, length](auto handler, auto* end, const mr& region) {
          using work = detail::message_work<native_type, mr, std::uint64_t, std::uint64_t>;
          end->template begin<work>(std::move(handler), 1, region, offset, length);
        },
        token, this->end_.get(), from);
  }

  /// Sends like the function above. The message is never lent.
  template <class Token = net::default_completion_token_t<executor_type>>
  auto async_send(const memory_slice& from, Token&& token = {}) {
    return net::async_initiate<Token, void(error_code)>(
        [](auto handler, auto* end, const memory_slice& what) {
          end->template begin<detail::message_work<native_type, memory_slice>>(std::move(handler),
                                                                               1, what);
        },
        token, this->end_.get(), from);
  }

  /// Receives a message into registered memory, as stream::message_channel::receive_into() does. The
  /// handler's signature is void(error_code, std::size_t); with `message_size`, the length is that of
  /// a message that is longer than the memory. An operation that is cancelled while the device reads
  /// resets the channel. Throws if the region does not have these bytes.
  template <class Token = net::default_completion_token_t<executor_type>>
  auto async_receive_into(const mr& into, std::uint64_t offset, std::uint64_t length,
                          Token&& token = {}) {
    (void)into.slice(offset, length);
    return net::async_initiate<Token, void(error_code, std::size_t)>(
        [offset, length](auto handler, auto* end, const mr& region) {
          end->template begin<detail::fetch_work<native_type>>(std::move(handler), 0, region,
                                                               offset, length);
        },
        token, this->end_.get(), into);
  }
};

}  // namespace verbatim::stream::VERBATIM_NET_ROOM
