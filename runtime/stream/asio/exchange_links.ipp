// Connects and accepts streams by an endpoint exchange, without rdma_cm. Included by
// verbatim/asio.hpp and verbatim/boost_asio.hpp.

namespace verbatim::stream::VERBATIM_NET_ROOM {

/// Connects streams and channels of a hub over TCP; see stream::exchange_connector.
template <class Engine>
class exchange_connector {
 public:
  explicit exchange_connector(const hub<Engine>& hub)
      : loop_(hub.loop()), native_(loop_->engine()) {}

  /// Connects the stream. The handler's signature is void(error_code); the stream's link_message()
  /// then holds the words. A cancelled attempt is abandoned: use a new stream.
  template <class Native, class Token = net::default_completion_token_t<io_executor>>
  auto async_connect(end_base<Native>& stream, std::string host, std::uint16_t port,
                     Token&& token = {}) {
    return async_connect(stream, std::move(host), port, exchange_options(),
                         std::forward<Token>(token));
  }
  template <class Native, class Token = net::default_completion_token_t<io_executor>>
  auto async_connect(end_base<Native>& stream, std::string host, std::uint16_t port,
                     const exchange_options& how, Token&& token) {
    auto begin = [this, host = std::move(host), port, how](Native& native) {
      return native_.connect(native, host, port, how);
    };
    return detail::initiate_link(stream, std::move(begin), std::forward<Token>(token));
  }

 private:
  std::shared_ptr<detail::hub_loop<Engine>> loop_;
  stream::exchange_connector<Engine> native_;
};

/// Accepts the streams of exchange_connectors in other programs; see stream::exchange_listener.
template <class Engine>
class exchange_listener {
 public:
  explicit exchange_listener(const hub<Engine>& hub, exchange_listener_options how = {})
      : loop_(hub.loop()), native_(loop_->engine(), std::move(how)) {}

  /// Accepts the next stream. The handler's signature is void(error_code).
  template <class Native, class Token = net::default_completion_token_t<io_executor>>
  auto async_accept(end_base<Native>& stream, Token&& token = {}) {
    auto begin = [this](Native& native) { return native_.accept(native); };
    return detail::initiate_link(stream, std::move(begin), std::forward<Token>(token));
  }

  /// Returns the TCP port on which it listens.
  std::uint16_t port() const { return native_.port(); }

 private:
  std::shared_ptr<detail::hub_loop<Engine>> loop_;
  stream::exchange_listener<Engine> native_;
};

}  // namespace verbatim::stream::VERBATIM_NET_ROOM
