// Waits for operations of rdma_cm that connect, accept and disconnect queue pairs. Included by
// verbatim/asio.hpp and verbatim/boost_asio.hpp if the library has rdma_cm.

namespace verbatim::stream::VERBATIM_NET_ROOM {

/// Waits for an operation of rdma_cm that has begun: one of a queue_pair_connector, a
/// queue_pair_listener or a queue_pair_link. The handler's signature is
/// void(error_code, cm::outcome<Value>); the outcome has the words of an error. Every kind of
/// cancellation abandons the operation.
///
///   stream::queue_pair_connector out(hub.engine());
///   auto link = co_await async_wait(hub, out.connect(pair, "server", "7471"), asio::use_awaitable);
///   co_await async_wait(hub, link.disconnect(), asio::use_awaitable);
template <class Engine, class Value, class Token = net::default_completion_token_t<io_executor>>
auto async_wait(const hub<Engine>& on, cm_operation<Engine, Value> one, Token&& token = {}) {
  auto begin = [one = std::move(one)]() mutable { return std::move(one); };
  return detail::initiate_cm(*on.loop(), std::move(begin), std::forward<Token>(token));
}

}  // namespace verbatim::stream::VERBATIM_NET_ROOM
