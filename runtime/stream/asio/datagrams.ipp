// Sockets of datagrams whose operations complete by Asio's completion tokens. Included by
// verbatim/asio.hpp and verbatim/boost_asio.hpp.

namespace verbatim::stream::VERBATIM_NET_ROOM {

/// Returns the error code of a socket's status.
inline error_code error_of(datagram_status status) {
  switch (status) {
    case datagram_status::ok:
      return {};
    case datagram_status::would_block:
      return net::error::would_block;
    case datagram_status::too_long:
      return net::error::message_size;
    case datagram_status::timed_out:
      return net::error::timed_out;
    case datagram_status::busy:
      return net::error::already_started;
    case datagram_status::no_slot:
      return net::error::no_buffer_space;
    case datagram_status::closed:
      return net::error::bad_descriptor;
    case datagram_status::failed:
      return {EIO, net::error::get_system_category()};
    case datagram_status::device_failed:
      return {ENODEV, net::error::get_system_category()};
  }
  return {EINVAL, net::error::get_system_category()};
}

namespace detail {

/// Receives a datagram.
template <class Native>
class datagram_receive_work {
 public:
  using datagram_type = typename Native::datagram_type;

  explicit datagram_receive_work(Native& native) : native_(native) {}

  bool begin() { return native_.core().is_readable(); }
  void wait(continuation next) { native_.core().read_waiter = next; }
  std::optional<std::tuple<error_code, datagram_type>> take() {
    auto got = native_.try_receive();
    if (got.status() == datagram_status::would_block) return std::nullopt;
    const auto why = error_of(got.status());
    return std::tuple<error_code, datagram_type>(why, std::move(got));
  }
  std::tuple<error_code, datagram_type> end(const error_code& why) {
    return {why, datagram_type(datagram_result{.status = datagram_status::would_block})};
  }
  bool cancel(bool) { return true; }
  void detach() {}

 private:
  Native& native_;
};

/// Sends a datagram: a span of bytes, or a piece.
template <class Native, class What>
using datagram_sending = decltype(std::declval<Native&>().send(
    std::declval<What>(), std::declval<const datagram_destination&>()));

template <class Native, class What>
class datagram_send_work : public posting_work<datagram_sending<Native, What>> {
 public:
  datagram_send_work(Native& native, What&& what, const datagram_destination& to,
                     const send_options& how)
      : posting_work<datagram_sending<Native, What>>(
            [&] { return native.send(std::move(what), to, how); }) {}

  std::optional<std::tuple<error_code>> take() {
    const auto sent = this->waiting_.await_resume();
    // The program may have taken the room meanwhile.
    if (sent.status == datagram_status::would_block) return std::nullopt;
    return std::tuple(error_of(sent.status));
  }
  std::tuple<error_code> end(const error_code& why) {
    return this->is_done() ? *take() : std::tuple(why);
  }
};

}  // namespace detail

/// A socket of datagrams; see stream::datagram_socket.
///
///   datagram_socket<verbs_engine> socket(hub, pd);
///   auto got = co_await socket.async_receive(asio::use_awaitable);
///   auto bytes = got.bytes();
///   co_await socket.async_send(asio::buffer(bytes.data(), bytes.size()), got.reply_to(),
///                              asio::use_awaitable);
template <class Engine>
class datagram_socket : public hub_end<stream::datagram_socket<Engine>> {
  using base = hub_end<stream::datagram_socket<Engine>>;
  using native_type = stream::datagram_socket<Engine>;
  using span = std::span<const std::byte>;

 public:
  using typename base::executor_type;
  using datagram_type = stream::datagram<Engine>;

  datagram_socket(const hub<Engine>& hub, const pd& pd, const datagram_options& how = {})
      : base(hub, pd, how) {}

  /// Receives a datagram. The handler's signature is void(error_code, datagram). A cancelled
  /// operation loses nothing.
  template <class Token = net::default_completion_token_t<executor_type>>
  auto async_receive(Token&& token = {}) {
    return net::async_initiate<Token, void(error_code, datagram_type)>(
        [](auto handler, auto* end) {
          end->template begin<detail::datagram_receive_work<native_type>>(std::move(handler), 0);
        },
        token, this->end_.get());
  }

  /// Sends the bytes when there is room. The handler's signature is void(error_code).
  template <class Token = net::default_completion_token_t<executor_type>>
  auto async_send(net::const_buffer bytes, const datagram_destination& to, Token&& token = {}) {
    return async_send(bytes, to, send_options(), std::forward<Token>(token));
  }
  template <class Token = net::default_completion_token_t<executor_type>>
  auto async_send(net::const_buffer bytes, const datagram_destination& to, const send_options& how,
                  Token&& token) {
    return begin_send(span(static_cast<const std::byte*>(bytes.data()), bytes.size()), to, how,
                      token);
  }

  /// Sends registered memory without a copy, and waits until the device has read it. Memory that is
  /// not leased must stay until then, also if the operation is cancelled, or else until close().
  template <class Token = net::default_completion_token_t<executor_type>>
  auto async_send(piece from, const datagram_destination& to, Token&& token = {}) {
    return async_send(std::move(from), to, send_options(), std::forward<Token>(token));
  }
  template <class Token = net::default_completion_token_t<executor_type>>
  auto async_send(piece from, const datagram_destination& to, const send_options& how,
                  Token&& token) {
    return begin_send(std::move(from), to, how, token);
  }

  /// Closes the socket; see stream::datagram_socket::close().
  bool close(std::chrono::nanoseconds limit = std::chrono::seconds(1)) {
    this->cancel();
    const bool is_good = this->end_->native.close(limit);
    this->end_->loop->kick();
    return is_good;
  }

 private:
  template <class What, class Token>
  auto begin_send(What what, const datagram_destination& to, const send_options& how,
                  Token& token) {
    return net::async_initiate<Token, void(error_code)>(
        [how](auto handler, auto* end, What given, const datagram_destination& where) {
          end->template begin<detail::datagram_send_work<native_type, What>>(
              std::move(handler), 1, std::move(given), where, how);
        },
        token, this->end_.get(), std::move(what), to);
  }
};

}  // namespace verbatim::stream::VERBATIM_NET_ROOM
