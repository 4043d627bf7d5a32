// The two halves of a stream of bytes. Included by verbatim/asio.hpp and verbatim/boost_asio.hpp.

namespace verbatim::stream::VERBATIM_NET_ROOM {

/// The half of a stream that reads. If it is destroyed, nothing more is read, and the peer can only
/// write until its window is full.
template <class Engine>
class read_half {
  using end_type = detail::end_on_hub<stream::byte_stream<Engine>>;
  template <class Buffers>
  using reading = detail::bytes_work<stream::byte_stream<Engine>, Buffers, true>;

 public:
  using executor_type = io_executor;

  executor_type get_executor() const noexcept { return end_->loop->io().get_executor(); }

  /// Reads like byte_stream::async_read_some().
  template <class Buffers, class Token = net::default_completion_token_t<executor_type>>
  auto async_read_some(const Buffers& buffers, Token&& token = {}) {
    return detail::async_move<reading<Buffers>>(*end_, 0, buffers, token);
  }

 private:
  friend byte_stream<Engine>;
  explicit read_half(std::shared_ptr<end_type> end) noexcept : end_(std::move(end)) {}

  std::shared_ptr<end_type> end_;
};

/// The half of a stream that writes. It sends FIN when it is destroyed.
template <class Engine>
class write_half {
  using end_type = detail::end_on_hub<stream::byte_stream<Engine>>;
  template <class Buffers>
  using writing = detail::bytes_work<stream::byte_stream<Engine>, Buffers, false>;

 public:
  using executor_type = io_executor;

  write_half(write_half&&) noexcept = default;
  write_half& operator=(write_half&& other) noexcept {
    std::swap(end_, other.end_);
    return *this;
  }
  ~write_half() {
    if (end_ == nullptr || end_->loop->is_shut()) return;
    end_->native.shutdown_send();
    end_->loop->kick();
  }

  executor_type get_executor() const noexcept { return end_->loop->io().get_executor(); }

  /// Writes like byte_stream::async_write_some().
  template <class Buffers, class Token = net::default_completion_token_t<executor_type>>
  auto async_write_some(const Buffers& buffers, Token&& token = {}) {
    return detail::async_move<writing<Buffers>>(*end_, 1, buffers, token);
  }

 private:
  friend byte_stream<Engine>;
  explicit write_half(std::shared_ptr<end_type> end) noexcept : end_(std::move(end)) {}

  std::shared_ptr<end_type> end_;
};

template <class Engine>
byte_stream<Engine>::byte_stream(read_half<Engine>&& reader, write_half<Engine>&& writer)
    : base(reader.end_) {
  if (reader.end_ == nullptr || reader.end_ != writer.end_) {
    throw error(std::errc::invalid_argument, "byte_stream", "a stream",
                "the halves are of two streams");
  }
  reader.end_.reset();
  writer.end_.reset();
}

template <class Engine>
std::pair<read_half<Engine>, write_half<Engine>> byte_stream<Engine>::split() && {
  read_half<Engine> reader(this->end_);
  return {std::move(reader), write_half<Engine>(std::move(this->end_))};
}

}  // namespace verbatim::stream::VERBATIM_NET_ROOM
