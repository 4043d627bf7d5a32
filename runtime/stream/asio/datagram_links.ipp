// Looks up sockets of datagrams, answers such requests, and joins groups. Included by verbatim/asio.hpp and
// verbatim/boost_asio.hpp if the library has rdma_cm.

namespace verbatim::stream::VERBATIM_NET_ROOM {
namespace detail {

/// An operation of rdma_cm. `Begin` returns the stream::cm_operation.
template <class Begin>
class cm_work {
  using operation = std::invoke_result_t<Begin&>;
  using outcome = decltype(std::declval<const operation&>().result());
  using arguments = std::tuple<error_code, outcome>;

 public:
  explicit cm_work(Begin begin) : begin_(std::move(begin)) {}

  bool begin() {
    operation_.emplace(begin_());
    return operation_->is_done();
  }
  void wait(continuation next) { operation_->wait(next); }
  std::optional<arguments> take() {
    auto how = operation_->result();
    const auto why =
        how ? error_code()
            : error_code(how.error().code().value(), net::error::get_system_category());
    return arguments(why, std::move(how));
  }
  arguments end(const error_code& why) {
    // Its value has an effect, such as a membership.
    if (operation_->is_done()) return *take();
    return arguments(why, cm::error(std::errc::operation_canceled, "cancel", "an operation",
                                    "the program has cancelled it"));
  }
  bool cancel(bool) { return true; }
  void detach() {}

 private:
  Begin begin_;
  std::optional<operation> operation_;
};

/// Starts a cm_work on the loop of a hub.
template <class Engine, class Begin, class Token>
auto initiate_cm(hub_loop<Engine>& loop, Begin begin, Token&& token) {
  using outcome = decltype(std::declval<const std::invoke_result_t<Begin&>&>().result());
  return net::async_initiate<Token, void(error_code, outcome)>(
      [](auto handler, hub_loop<Engine>* on, auto what) {
        on->template start<cm_work<Begin>>(std::move(handler), nullptr, std::move(what));
      },
      token, &loop, std::move(begin));
}

}  // namespace detail

/// Looks up sockets of other programs, for the sockets of a hub; see stream::datagram_peers.
///
///   datagram_peers<verbs_engine> peers(hub);
///   auto found = co_await peers.async_look_up(socket, "server", "7471", asio::use_awaitable);
///   co_await socket.async_send(asio::buffer(text), found->to, asio::use_awaitable);
template <class Engine>
class datagram_peers {
 public:
  explicit datagram_peers(const hub<Engine>& hub) : loop_(hub.loop()), native_(loop_->engine()) {}

  /// Looks up the peer. The handler's signature is void(error_code, cm::outcome<found_peer>); the outcome has
  /// the words of an error.
  template <class Token = net::default_completion_token_t<io_executor>>
  auto async_look_up(datagram_socket<Engine>& from, std::string host, std::string service,
                     Token&& token = {}) {
    return async_look_up(from, std::move(host), std::move(service), peer_options(),
                         std::forward<Token>(token));
  }
  template <class Token = net::default_completion_token_t<io_executor>>
  auto async_look_up(datagram_socket<Engine>& from, std::string host, std::string service,
                     const peer_options& how, Token&& token) {
    auto begin = [this, socket = &from.native(), host = std::move(host),
                  service = std::move(service),
                  how] { return native_.look_up(*socket, host, service, how); };
    return detail::initiate_cm(*loop_, std::move(begin), std::forward<Token>(token));
  }

 private:
  std::shared_ptr<detail::hub_loop<Engine>> loop_;
  stream::datagram_peers<Engine> native_;
};

/// Answers the datagram_peers of other programs; see stream::datagram_listener.
template <class Engine>
class datagram_listener {
 public:
  explicit datagram_listener(const hub<Engine>& hub, const cm::datagram_listener_options& how = {})
      : loop_(hub.loop()), native_(loop_->engine(), how) {}

  /// Answers the next caller with the socket. The handler's signature is
  /// void(error_code, cm::outcome<datagram_caller>).
  template <class Token = net::default_completion_token_t<io_executor>>
  auto async_accept(datagram_socket<Engine>& with, Token&& token = {}) {
    return async_accept(with, datagram_accept_options(), std::forward<Token>(token));
  }
  template <class Token = net::default_completion_token_t<io_executor>>
  auto async_accept(datagram_socket<Engine>& with, const datagram_accept_options& how,
                    Token&& token) {
    auto begin = [this, socket = &with.native(), how] { return native_.accept(*socket, how); };
    return detail::initiate_cm(*loop_, std::move(begin), std::forward<Token>(token));
  }

  /// Returns the address and the port number on which it listens.
  cm::address local() const { return native_.local(); }
  std::uint16_t port() const { return native_.port(); }

 private:
  std::shared_ptr<detail::hub_loop<Engine>> loop_;
  stream::datagram_listener<Engine> native_;
};

/// Makes sockets of a hub members of multicast groups; see stream::groups.
template <class Engine>
class groups {
 public:
  explicit groups(const hub<Engine>& hub) : loop_(hub.loop()), native_(loop_->engine()) {}

  /// Joins the group. The handler's signature is void(error_code, cm::outcome<membership>).
  template <class Token = net::default_completion_token_t<io_executor>>
  auto async_join(datagram_socket<Engine>& socket, std::string number, Token&& token = {}) {
    return async_join(socket, std::move(number), cm::group_options(), std::forward<Token>(token));
  }
  template <class Token = net::default_completion_token_t<io_executor>>
  auto async_join(datagram_socket<Engine>& socket, std::string number, const cm::group_options& how,
                  Token&& token) {
    auto begin = [this, native = &socket.native(), number = std::move(number), how] {
      return native_.join(*native, number, how);
    };
    return detail::initiate_cm(*loop_, std::move(begin), std::forward<Token>(token));
  }

 private:
  std::shared_ptr<detail::hub_loop<Engine>> loop_;
  stream::groups<Engine> native_;
};

}  // namespace verbatim::stream::VERBATIM_NET_ROOM
