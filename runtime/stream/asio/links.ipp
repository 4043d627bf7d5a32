// Connects and accepts streams by host name and port. Included by verbatim/asio.hpp and
// verbatim/boost_asio.hpp if the library has rdma_cm.

namespace verbatim::stream::VERBATIM_NET_ROOM {
/// Connects streams and channels of a hub to listeners in other programs; see stream::connector.
template <class Engine>
class connector {
 public:
  explicit connector(const hub<Engine>& hub) : loop_(hub.loop()), native_(loop_->engine()) {}

  /// Connects the stream. The handler's signature is void(error_code); the stream's link_message()
  /// then holds the words. A cancelled attempt is abandoned: use a new stream.
  template <class Native, class Token = net::default_completion_token_t<io_executor>>
  auto async_connect(end_base<Native>& stream, std::string host, std::string service,
                     Token&& token = {}) {
    return async_connect(stream, std::move(host), std::move(service), link_options(),
                         std::forward<Token>(token));
  }
  template <class Native, class Token = net::default_completion_token_t<io_executor>>
  auto async_connect(end_base<Native>& stream, std::string host, std::string service,
                     const link_options& how, Token&& token) {
    auto begin = [this, host = std::move(host), service = std::move(service), how](Native& native) {
      return native_.connect(native, host, service, how);
    };
    return detail::initiate_link(stream, std::move(begin), std::forward<Token>(token));
  }

 private:
  std::shared_ptr<detail::hub_loop<Engine>> loop_;
  stream::connector<Engine> native_;
};

/// Accepts the streams of connectors in other programs; see stream::listener.
///
///   listener<verbs_engine> door(rdma, {.port = 7471});
///   co_await door.async_accept(stream, asio::use_awaitable);
template <class Engine>
class listener {
 public:
  explicit listener(const hub<Engine>& hub, const cm::listener_options& how = {})
      : loop_(hub.loop()), native_(loop_->engine(), how) {}

  /// Accepts the next stream. The handler's signature is void(error_code).
  template <class Native, class Token = net::default_completion_token_t<io_executor>>
  auto async_accept(end_base<Native>& stream, Token&& token = {}) {
    auto begin = [this](Native& native) { return native_.accept(native); };
    return detail::initiate_link(stream, std::move(begin), std::forward<Token>(token));
  }

  /// Returns the address and the port number on which it listens.
  cm::address local() const { return native_.local(); }
  std::uint16_t port() const { return native_.port(); }

 private:
  std::shared_ptr<detail::hub_loop<Engine>> loop_;
  stream::listener<Engine> native_;
};

}  // namespace verbatim::stream::VERBATIM_NET_ROOM
