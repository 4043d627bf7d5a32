// Looks up sockets of datagrams, answers such requests, and joins groups. Included by verbatim/asio.hpp and
// verbatim/boost_asio.hpp if the library has rdma_cm.

namespace verbatim::stream::VERBATIM_NET_ROOM {

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
