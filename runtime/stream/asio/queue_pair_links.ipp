// Waits for operations that connect, accept and disconnect queue pairs, by rdma_cm or by an exchange.
// Included by verbatim/asio.hpp and verbatim/boost_asio.hpp.

namespace verbatim::stream::VERBATIM_NET_ROOM {
namespace detail {

/// An operation that makes a connection or looks a peer up. `Begin` returns the stream::cm_operation.
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

/// Waits for an operation that has begun: one of a queue_pair_connector, a queue_pair_listener, a
/// queue_pair_link, or of an exchange_queue_pair_connector, listener or link. The handler's signature
/// is void(error_code, cm::outcome<Value>); the outcome has the words of an error. Every kind of
/// cancellation abandons the operation.
///
///   stream::queue_pair_connector out(hub.engine());
///   auto link = co_await async_wait(hub, out.connect(pair, "server", "7471"), asio::use_awaitable);
///   co_await async_wait(hub, link->disconnect(), asio::use_awaitable);
template <class Engine, class Value, class Token = net::default_completion_token_t<io_executor>>
auto async_wait(const hub<Engine>& on, cm_operation<Engine, Value> one, Token&& token = {}) {
  auto begin = [one = std::move(one)]() mutable { return std::move(one); };
  return detail::initiate_cm(*on.loop(), std::move(begin), std::forward<Token>(token));
}

}  // namespace verbatim::stream::VERBATIM_NET_ROOM
