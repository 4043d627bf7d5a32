// The operations that connect and accept streams. Included by verbatim/asio.hpp and
// verbatim/boost_asio.hpp.

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
    } catch (const error& failed) {
      refused_ = link_result(cm::error(failed));
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

/// Starts a link_work.
template <class Native, class Begin, class Token>
auto initiate_link(end_base<Native>& stream, Begin begin, Token&& token) {
  using work = link_work<Native, Begin>;
  return net::async_initiate<Token, void(error_code)>(
      [](auto handler, end_on_hub<Native>* end, auto what) {
        end->loop->template start<work>(std::move(handler), &end->places[0], *end, std::move(what));
      },
      token, &stream.end(), std::move(begin));
}

}  // namespace detail

}  // namespace verbatim::stream::VERBATIM_NET_ROOM
