// An engine that an io_context drives. Included by verbatim/asio.hpp and verbatim/boost_asio.hpp.

namespace verbatim::stream::VERBATIM_NET_ROOM {
namespace detail {

/// The part of a hub that its io_context has to know.
class hub_base {
 public:
  virtual void shut_down() = 0;

 protected:
  ~hub_base() = default;
};

/// The hubs of an io_context. An io_context that is destroyed destroys the handlers that wait.
class hub_service final : public net::execution_context::service {
 public:
  using key_type = hub_service;
  static inline net::execution_context::id id;

  explicit hub_service(net::execution_context& of) : service(of) {}

  void add(const std::shared_ptr<hub_base>& hub) {
    std::erase_if(hubs_, [](const auto& one) { return one.expired(); });
    hubs_.push_back(hub);
  }

 private:
  void shutdown() noexcept override {
    for (const auto& one : hubs_) {
      if (const auto hub = one.lock()) hub->shut_down();
    }
  }

  std::vector<std::weak_ptr<hub_base>> hubs_;
};

/// The loop of an engine in an io_context. It waits for the engine as long as operations wait.
template <class Engine>
class hub_loop final : public hub_base,
                       public pending_lists,
                       public std::enable_shared_from_this<hub_loop<Engine>> {
 public:
  hub_loop(net::io_context& io, const context& device, const engine_options& how)
      : io_(io),
        engine_(device, how),
        wait_(how.wait),
        spin_(how.spin, how.most_spin),
        timer_(std::in_place, io) {
    descriptor_.emplace(io, engine_.fd());
  }
  ~hub_loop() {
    if (descriptor_) descriptor_->release();
  }

  Engine& engine() noexcept { return engine_; }
  net::io_context& io() noexcept { return io_; }

  /// Begins an operation; see pending_with.
  template <class Work, class Handler, class... Arguments>
  void start(Handler handler, place* where, Arguments&&... arguments) {
    pending_with<Handler, Work>::start(*this, io_.get_executor(), std::move(handler), where,
                                       std::forward<Arguments>(arguments)...);
    kick();
  }

  /// Takes a turn soon, if there is a reason for one.
  void kick() override {
    if (is_running_ || is_scheduled_ || is_shut_) return;
    if (is_waiting_ && !this->has_ready() && !engine_.has_busy()) return;
    schedule();
  }

  /// Ends the operations of streams at the time, if they have not completed.
  void ends_at(std::chrono::steady_clock::time_point when) {
    if (is_shut_ || (timer_at_ && *timer_at_ <= when)) return;
    timer_at_ = when;
    timer_->expires_at(when);
    timer_->async_wait([self = this->shared_from_this()](const error_code& why) {
      if (!why && !self->is_shut_) self->end_late_ones();
    });
  }

  void shut_down() override {
    const auto self = this->shared_from_this();
    is_shut_ = true;
    this->destroy_all();
    descriptor_->release();
    descriptor_.reset();
    timer_.reset();
  }

  bool is_shut() const noexcept { return is_shut_; }

  /// The streams of the hub, whose operations can end by their time.
  struct timed {
    std::array<place, 3> places;  ///< reading, writing, and the end
    std::optional<std::chrono::steady_clock::time_point> until;
  };
  void add(timed& stream) { streams_.push_back(&stream); }
  void remove(timed& stream) noexcept {
    std::erase(streams_, &stream);
    for (auto& one : stream.places) this->detach(one);
    kick();
  }

 private:
  static constexpr unsigned most_handlers = 64;  // before other handlers of the program run
  static constexpr unsigned between_looks = 64;  // polls between looks at the clock
  static constexpr unsigned between_looks_at_load = 256;  // turns

  using clock = std::chrono::steady_clock;

  void schedule() {
    is_scheduled_ = true;
    net::post(io_, [self = this->shared_from_this()] {
      self->is_scheduled_ = false;
      if (!self->is_shut_) self->drive();
    });
  }

  /// Runs handlers. Those of a turn share the doorbells.
  unsigned complete() {
    unsigned count = 0;
    engine_.batch([&] { count = this->run(most_handlers); });
    return count;
  }

  unsigned turn() {
    const auto count = engine_.poll();
    return count + (this->has_ready() ? complete() : 0);
  }

  /// Takes turns as long as there is something to do, and waits for more.
  void drive() {
    struct running {
      hub_loop& on;
      explicit running(hub_loop& loop) : on(loop) { on.is_running_ = true; }
      ~running() {
        on.is_running_ = false;
        if (std::uncaught_exceptions() != 0) on.kick();  // a handler has thrown
      }
    };
    const auto self = this->shared_from_this();
    {
      const running guard(*this);
      unsigned count = 0;
      for (unsigned i = 0; i < between_looks && count == 0 && this->count() != 0; ++i) {
        count = turn();
        if (wait_ == wait_mode::park || spin_.now().count() == 0) break;
      }
      if (this->count() == 0) (void)turn();  // sends what the last handlers have written
      if (count != 0) {
        if (spinning_since_) spin_.hit();
        spinning_since_.reset();
        if (++turns_ % between_looks_at_load == 0) engine_.wake_up();
      }
      if (is_shut_) return;
      if (this->count() == 0 && !this->has_ready() && !engine_.has_busy()) return rest();
      if (count == 0 && !goes_on_spinning()) {
        engine_.arm();
        if (turn() == 0) return wait();
      }
    }
    if (!is_scheduled_) schedule();
  }

  bool goes_on_spinning() {
    if (wait_ == wait_mode::park) return false;
    if (wait_ == wait_mode::busy) {
      if (++turns_ % between_looks_at_load == 0) engine_.wake_up();
      return true;
    }
    const auto now = clock::now();
    if (!spinning_since_) spinning_since_ = now;
    if (now - *spinning_since_ < spin_.now()) return true;
    spinning_since_.reset();
    spin_.miss();
    return false;
  }

  void wait() {
    if (std::exchange(is_waiting_, true)) return;
    descriptor_->async_wait(net::posix::stream_descriptor::wait_read,
                            [self = this->shared_from_this()](const error_code& why) {
                              self->is_waiting_ = false;
                              if (self->is_shut_) return;
                              if (!why) self->engine_.wake_up();
                              if (self->count() != 0) self->drive();
                            });
  }

  /// Lets io_context::run() return: no operation waits.
  void rest() {
    if (is_waiting_) descriptor_->cancel();
    if (timer_at_) {
      timer_at_.reset();
      timer_->cancel();
    }
    spinning_since_.reset();
  }

  void end_late_ones() {
    timer_at_.reset();
    const auto now = clock::now();
    std::optional<clock::time_point> next;
    for (auto* stream : streams_) {
      if (!stream->until) continue;
      const bool is_late = *stream->until <= now;
      for (auto& place : stream->places) {
        if (place.one == nullptr) continue;
        if (is_late) this->ready(*place.one, reason::timed_out);
        if (!is_late && (!next || *stream->until < *next)) next = stream->until;
      }
    }
    if (next) ends_at(*next);
    kick();
  }

  net::io_context& io_;
  Engine engine_;
  wait_mode wait_;
  spin_budget spin_;
  std::optional<net::posix::stream_descriptor> descriptor_;
  std::optional<net::steady_timer> timer_;
  std::optional<clock::time_point> timer_at_;
  std::optional<clock::time_point> spinning_since_;
  std::vector<timed*> streams_;
  unsigned turns_ = 0;
  bool is_running_ = false, is_scheduled_ = false, is_waiting_ = false, is_shut_ = false;
};

/// The awaited operation of a queue pair.
template <class Operation>
class queue_pair_work {
 public:
  explicit queue_pair_work(Operation&& one) : operation_(std::move(one).cancel_by(cancellation_)) {}

  bool begin() { return !operation_.begin(); }
  void wait(continuation next) { operation_.wait(next); }
  std::optional<std::tuple<result>> take() { return std::tuple(operation_.await_resume()); }
  std::tuple<result> end(const error_code&) { return std::tuple(result()); }
  bool cancel(bool is_terminal) {
    (void)cancellation_.cancel(is_terminal ? cancel_kind::terminal : cancel_kind::total);
    return false;  // the engine ends it
  }
  void detach() {}

 private:
  cancellation cancellation_;
  Operation operation_;
};

}  // namespace detail

/// An engine that an io_context drives. Streams and operations on it complete by Asio's completion
/// tokens. It waits for the device only while operations wait, so that io_context::run() returns
/// when there are none.
///
///   asio::io_context io(1);
///   hub<verbs_engine> rdma(io, device);
///   byte_stream<verbs_engine> bytes(rdma, domain);
///   asio::co_spawn(io, serve(bytes), asio::detached);
///   io.run();
///
/// Run the io_context on one thread. A hub is a handle: copies belong to the same engine, which
/// lives as long as one of them or a stream does.
template <class Engine>
class hub {
 public:
  using executor_type = io_executor;
  using engine_type = Engine;

  /// Makes an engine for the device. Throws as the engine's constructor does.
  hub(net::io_context& io, const context& device, const engine_options& how = {})
      : loop_(std::make_shared<detail::hub_loop<Engine>>(io, device, how)) {
    net::use_service<detail::hub_service>(io).add(loop_);
  }

  executor_type get_executor() const noexcept { return loop_->io().get_executor(); }

  /// Returns the engine, for queue pairs. Do not run it while the io_context runs.
  Engine& engine() const noexcept { return loop_->engine(); }

  /// Begins an operation of a queue pair. The handler's signature is void(result): an error is never
  /// thrown. A cancellation slot of the handler cancels it, as a `cancellation` does.
  ///
  ///   auto got = co_await hub.async(qp.recv(pool.take()), asio::use_awaitable);
  template <class Operation, class Token = net::default_completion_token_t<executor_type>>
  auto async(Operation one, Token&& token = {}) const {
    return net::async_initiate<Token, void(result)>(
        [](auto handler, std::shared_ptr<detail::hub_loop<Engine>> loop, Operation what) {
          loop->template start<detail::queue_pair_work<Operation>>(std::move(handler), nullptr,
                                                                   std::move(what));
        },
        token, loop_, std::move(one));
  }

  /// The function is for streams only.
  const std::shared_ptr<detail::hub_loop<Engine>>& loop() const noexcept { return loop_; }

 private:
  std::shared_ptr<detail::hub_loop<Engine>> loop_;
};

}  // namespace verbatim::stream::VERBATIM_NET_ROOM
