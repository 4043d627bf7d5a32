// Operations that wait for their completion, with their handlers. Included by verbatim/asio.hpp and
// by verbatim/boost_asio.hpp, each for its own Asio.

namespace verbatim::stream::VERBATIM_NET_ROOM {

namespace net = VERBATIM_NET;

/// The error code of this Asio.
using error_code = VERBATIM_NET_ERROR_CODE;

/// The executor of an io_context.
using io_executor = net::io_context::executor_type;

/// Returns the error code of a stream's status. The end of a stream is `eof`, so that algorithms
/// such as read_until() recognize it; a truncated stream is `connection_aborted`.
inline error_code error_of(stream_status status) {
  switch (status) {
    case stream_status::ok:
      return {};
    case stream_status::would_block:
      return net::error::would_block;
    case stream_status::end:
      return net::error::eof;
    case stream_status::truncated:
      return net::error::connection_aborted;
    case stream_status::reset:
      return net::error::connection_reset;
    case stream_status::timed_out:
      return net::error::timed_out;
    case stream_status::protocol:
      return {EPROTO, net::error::get_system_category()};
    case stream_status::device_failed:
      return {ENODEV, net::error::get_system_category()};
    case stream_status::closed:
      return net::error::broken_pipe;
    case stream_status::busy:
      return net::error::already_started;
    case stream_status::invalid_length:
    case stream_status::lent:
      return net::error::message_size;
  }
  return {EINVAL, net::error::get_system_category()};
}

namespace detail {

using stream::detail::continuation;

class pending;

/// The place of the one operation of a kind that a stream can have, and the end of its time.
struct place {
  continuation* waiter = nullptr;  ///< in the stream's core
  pending* one = nullptr;
};

/// The reason for which an operation ends.
enum class reason : std::uint8_t { event, cancelled, timed_out, busy };

inline error_code code_of(reason why) {
  switch (why) {
    case reason::event:
      break;
    case reason::cancelled:
      return net::error::operation_aborted;
    case reason::timed_out:
      return net::error::timed_out;
    case reason::busy:
      return net::error::already_started;
  }
  return {};
}

class pending_lists;

/// An operation whose handler has not been called.
class pending {
 public:
  pending(const pending&) = delete;
  pending& operator=(const pending&) = delete;

 protected:
  /// The task of the function of an operation.
  enum class step : std::uint8_t { complete, destroy, detach };

  pending(pending_lists& lists, bool (*go)(pending&, step)) noexcept : lists_(lists), go_(go) {}
  ~pending() = default;

  pending_lists& lists_;
  detail::place* place_ = nullptr;
  reason why_ = reason::event;

 private:
  friend pending_lists;

  bool (*go_)(pending&, step);
  bool is_ready_ = false;
  pending *before_ = nullptr, *after_ = nullptr;  ///< in the list of all operations
  pending* next_ready_ = nullptr;
};

/// All operations of a loop, and the operations that are ready to complete, in their order.
class pending_lists {
 public:
  pending_lists(const pending_lists&) = delete;
  pending_lists& operator=(const pending_lists&) = delete;

  /// Makes the loop call run() soon, if there is a reason.
  virtual void kick() = 0;

  std::size_t count() const noexcept { return count_; }
  bool has_ready() const noexcept { return first_ready_ != nullptr; }

  void add(pending& one) noexcept {
    one.after_ = all_;
    if (all_ != nullptr) all_->before_ = &one;
    all_ = &one;
    ++count_;
  }

  /// Removes an operation that completes. It is not in the list of ready ones any more.
  void remove(pending& one) noexcept {
    (one.before_ != nullptr ? one.before_->after_ : all_) = one.after_;
    if (one.after_ != nullptr) one.after_->before_ = one.before_;
    if (one.place_ != nullptr) one.place_->one = nullptr;
    --count_;
  }

  /// Lets the operation complete, in the next run().
  void ready(pending& one, reason why) noexcept {
    if (why != reason::event) one.why_ = why;
    if (one.place_ != nullptr && one.place_->waiter != nullptr) *one.place_->waiter = nullptr;
    if (std::exchange(one.is_ready_, true)) return;
    one.next_ready_ = nullptr;
    (last_ready_ != nullptr ? last_ready_->next_ready_ : first_ready_) = &one;
    last_ready_ = &one;
  }

  /// Ends the operation of a stream that is destroyed.
  void detach(place& from) noexcept {
    auto* const one = from.one;
    if (one == nullptr) return;
    ready(*one, reason::cancelled);
    (void)one->go_(*one, pending::step::detach);
    one->place_ = nullptr;
    from.one = nullptr;
  }

  /// Completes at most `most` of the operations that are ready. Returns their number. Handlers may
  /// throw.
  unsigned run(unsigned most) {
    unsigned count = 0;
    while (count < most && first_ready_ != nullptr) {
      ++count;
      auto& one = pop();
      (void)one.go_(one, pending::step::complete);
    }
    return count;
  }

  /// Destroys every operation without a call of its handler.
  void destroy_all() {
    while (all_ != nullptr) {
      auto& one = *all_;
      if (one.place_ != nullptr && one.place_->waiter != nullptr) *one.place_->waiter = nullptr;
      remove_from_ready(one);
      (void)one.go_(one, pending::step::destroy);
    }
  }

 protected:
  pending_lists() = default;
  ~pending_lists() = default;

 private:
  pending& pop() noexcept {
    auto& one = *first_ready_;
    first_ready_ = one.next_ready_;
    if (first_ready_ == nullptr) last_ready_ = nullptr;
    one.is_ready_ = false;
    return one;
  }

  void remove_from_ready(pending& one) noexcept {
    if (!std::exchange(one.is_ready_, false)) return;
    pending* before = nullptr;
    for (auto* at = first_ready_; at != &one; at = at->next_ready_) before = at;
    (before != nullptr ? before->next_ready_ : first_ready_) = one.next_ready_;
    if (last_ready_ == &one) last_ready_ = before;
  }

  pending* all_ = nullptr;
  std::size_t count_ = 0;
  pending *first_ready_ = nullptr, *last_ready_ = nullptr;
};

/// Returns true if a function that runs on `ours` may call a handler of this executor.
template <class Executor>
bool is_same(const Executor& other, const io_executor& ours) {
  if constexpr (std::is_same_v<Executor, io_executor>) {
    return other == ours;
  } else if constexpr (std::is_same_v<Executor, net::any_io_executor>) {
    const auto* const target = other.template target<io_executor>();
    return target != nullptr && *target == ours;
  } else {
    return false;
  }
}

/// A handler and its arguments, for an executor of the program.
template <class Handler, class Arguments>
struct bound_handler {
  using allocator_type = net::associated_allocator_t<Handler>;
  allocator_type get_allocator() const noexcept { return net::get_associated_allocator(handler); }
  void operator()() { std::apply(std::move(handler), std::move(arguments)); }

  Handler handler;
  Arguments arguments;
};

/// An operation with its handler. `Work` has these members:
///
///   std::optional<std::tuple<...>> take();   the arguments of the handler; none to go on waiting
///   std::tuple<...> end(error_code);         those of an operation that was ended
///   void wait(continuation);                 asks to be continued
///   bool cancel(bool is_terminal);           returns true if the operation ends at once
///   void detach();                           its stream is about to be destroyed
template <class Handler, class Work>
class pending_with final : public pending {
  using executor_type = net::associated_executor_t<Handler, io_executor>;
  using allocator_type = typename std::allocator_traits<
      net::associated_allocator_t<Handler>>::template rebind_alloc<pending_with>;

 public:
  /// Begins an operation. The handler is called later, never in here.
  template <class... Arguments>
  static void start(pending_lists& lists, const io_executor& ours, Handler handler, place* where,
                    Arguments&&... arguments) {
    allocator_type allocator(net::get_associated_allocator(handler));
    auto* const at = std::allocator_traits<allocator_type>::allocate(allocator, 1);
    auto* const one = ::new (static_cast<void*>(at))
        pending_with(lists, ours, std::move(handler), std::forward<Arguments>(arguments)...);
    lists.add(*one);
    if (where != nullptr && where->one != nullptr) return lists.ready(*one, reason::busy);
    if (where != nullptr) where->one = one;
    one->place_ = where;
    one->connect_cancellation();
    if (one->work_.begin()) return lists.ready(*one, reason::event);
    one->work_.wait(one->itself());
  }

 private:
  template <class... Arguments>
  pending_with(pending_lists& lists, const io_executor& ours, Handler&& handler,
               Arguments&&... arguments)
      : pending(lists, &pending_with::go),
        ours_(ours),
        handler_(std::move(handler)),
        work_(std::forward<Arguments>(arguments)...) {
    const auto executor = net::get_associated_executor(handler_, ours_);
    if (!is_same(executor, ours_)) guard_.emplace(executor);
  }

  continuation itself() noexcept {
    return {[](void* one) {
              auto& self = *static_cast<pending_with*>(one);
              self.lists_.ready(self, reason::event);
            },
            this};
  }

  void connect_cancellation() {
#if VERBATIM_NET_VERSION >= 101900
    auto slot = net::get_associated_cancellation_slot(handler_);
    if (!slot.is_connected()) return;
    slot.assign([this](net::cancellation_type type) {
      if (type == net::cancellation_type::none) return;
      const bool is_terminal =
          (type & net::cancellation_type::terminal) != net::cancellation_type::none;
      if (work_.cancel(is_terminal)) lists_.ready(*this, reason::cancelled);
      lists_.kick();
    });
#endif
  }

  void disconnect_cancellation() {
#if VERBATIM_NET_VERSION >= 101900
    auto slot = net::get_associated_cancellation_slot(handler_);
    if (slot.is_connected()) slot.clear();
#endif
  }

  static bool go(pending& base, step what) {
    auto& self = static_cast<pending_with&>(base);
    if (what == step::detach) {
      self.work_.detach();
      return true;
    }
    if (what == step::destroy) {
      self.lists_.remove(self);
      (void)self.take_handler();
      return true;
    }
    auto arguments = self.why_ == reason::event ? self.work_.take()
                                                : std::optional(self.work_.end(code_of(self.why_)));
    if (!arguments) {
      self.work_.wait(self.itself());
      return false;
    }
    self.disconnect_cancellation();
    self.lists_.remove(self);
    const auto ours = self.ours_;
    const auto guard = std::move(self.guard_);
    auto bound = bound_handler<Handler, typename decltype(arguments)::value_type>{
        self.take_handler(), *std::move(arguments)};
    if (!guard) {
      bound();
    } else {
      net::dispatch(net::get_associated_executor(bound.handler, ours), std::move(bound));
    }
    return true;
  }

  /// Frees the memory of the operation, and returns its handler.
  Handler take_handler() {
    Handler handler = std::move(handler_);
    allocator_type allocator(net::get_associated_allocator(handler));
    this->~pending_with();
    std::allocator_traits<allocator_type>::deallocate(allocator, this, 1);
    return handler;
  }

  io_executor ours_;
  Handler handler_;
  Work work_;
  std::optional<net::executor_work_guard<executor_type>> guard_;
};

}  // namespace detail
}  // namespace verbatim::stream::VERBATIM_NET_ROOM
