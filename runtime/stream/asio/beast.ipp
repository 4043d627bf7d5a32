// The functions by which Boost.Beast ends a WebSocket on a stream. Included by verbatim/boost_asio.hpp.

namespace verbatim::stream::VERBATIM_NET_ROOM {

/// Sends FIN, and waits at most 2 s for that of the peer. Beast calls it.
template <class Engine>
void teardown(boost::beast::role_type, byte_stream<Engine>& stream, error_code& why) {
  auto& native = stream.native();
  stream.shutdown_send();
  (void)native.engine().run_until([&] { return native.core().is_ended(); },
                                  std::chrono::seconds(2));
  why = native.is_finished() ? error_code() : error_code(net::error::connection_aborted);
}

/// Sends FIN, and calls the handler after that of the peer. Beast calls it.
template <class Engine, class Handler>
void async_teardown(boost::beast::role_type, byte_stream<Engine>& stream, Handler&& handler) {
  stream.async_finish(std::forward<Handler>(handler));
}

/// Closes a stream whose time is over. Beast calls it.
template <class Engine>
void beast_close_socket(byte_stream<Engine>& stream) {
  (void)stream.close(std::chrono::nanoseconds(0));
}

}  // namespace verbatim::stream::VERBATIM_NET_ROOM
