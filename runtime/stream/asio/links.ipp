// Connects and accepts streams by host name and port. Included by verbatim/asio.hpp and
// verbatim/boost_asio.hpp if the library has rdma_cm.

namespace verbatim::stream::VERBATIM_NET_ROOM {
namespace detail {

/// Returns the error code of a connection. The words are in end_base::link_message().
inline error_code code_of(const link_result& how) {
  if (how) return {};
  return {how.error().code().value(), net::error::get_system_category()};
}

/// Connects or accepts a stream. `Begin` returns the stream::link_operation.
template <class Native, class Begin>
class link_work {
  using operation = link_operation<typename Native::engine_type>;

 public:
  link_work(end_on_hub<Native>& end, Begin begin) : end_(end), begin_(std::move(begin)) {}

  bool begin() {
    try {
      operation_.emplace(begin_(end_.native));
    } catch (const cm::error& failed) {
      refused_ = link_result(failed);
      return true;
    }
    return operation_->is_done();
  }
  void wait(continuation next) { operation_->wait(next); }
  std::optional<std::tuple<error_code>> take() {
    const auto how = operation_ ? operation_->await_resume() : refused_;
    end_.link_message = how ? std::string() : how.error().what();
    return std::tuple(code_of(how));
  }
  std::tuple<error_code> end(const error_code& why) { return {why}; }
  bool cancel(bool) { return true; }
  void detach() { operation_.reset(); }

 private:
  end_on_hub<Native>& end_;
  Begin begin_;
  std::optional<operation> operation_;
  link_result refused_;
};

}  // namespace detail

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
    using work = detail::link_work<Native, decltype(begin)>;
    return net::async_initiate<Token, void(error_code)>(
        [](auto handler, detail::end_on_hub<Native>* end, auto what) {
          end->loop->template start<work>(std::move(handler), &end->places[0], *end,
                                          std::move(what));
        },
        token, &stream.end(), std::move(begin));
  }

 private:
  std::shared_ptr<detail::hub_loop<Engine>> loop_;
  stream::connector<Engine> native_;
};

/// Accepts the streams of connectors in other programs; see stream::listener.
///
///   listener<verbs_engine> listener(hub, {.port = 7471});
///   co_await listener.async_accept(stream, asio::use_awaitable);
template <class Engine>
class listener {
 public:
  explicit listener(const hub<Engine>& hub, const cm::listener_options& how = {})
      : loop_(hub.loop()), native_(loop_->engine(), how) {}

  /// Accepts the next stream. The handler's signature is void(error_code).
  template <class Native, class Token = net::default_completion_token_t<io_executor>>
  auto async_accept(end_base<Native>& stream, Token&& token = {}) {
    auto begin = [this](Native& native) { return native_.accept(native); };
    using work = detail::link_work<Native, decltype(begin)>;
    return net::async_initiate<Token, void(error_code)>(
        [](auto handler, detail::end_on_hub<Native>* end, auto what) {
          end->loop->template start<work>(std::move(handler), &end->places[0], *end,
                                          std::move(what));
        },
        token, &stream.end(), std::move(begin));
  }

  /// Returns the address and the port number on which it listens.
  cm::address local() const { return native_.local(); }
  std::uint16_t port() const { return native_.port(); }

 private:
  std::shared_ptr<detail::hub_loop<Engine>> loop_;
  stream::listener<Engine> native_;
};

}  // namespace verbatim::stream::VERBATIM_NET_ROOM
