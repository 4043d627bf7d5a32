// Streams to one server that are kept for their next use, by any connector.
#pragma once

#include <algorithm>
#include <cassert>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <deque>
#include <list>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <system_error>
#include <utility>

#include "verbatim/connect/cm/cm_error.hpp"
#include "verbatim/stream/base/coroutine.hpp"
#include "verbatim/stream/base/task.hpp"
#include "verbatim/stream/bytes/values.hpp"
#include "verbatim/stream/link/link_operation.hpp"
#include "verbatim/stream/link/link_result.hpp"
#include "verbatim/stream/streams/stream_end.hpp"
#include "verbatim/verbs/base/waiting.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim::stream {

/// The options of a pool. `Link` is the type of its connector's options.
template <class Link>
struct basic_pool_options {
  std::size_t most = 16;  ///< streams at a time, at least 1

  /// The time after which a stream that nobody uses is closed.
  std::chrono::milliseconds idle = std::chrono::seconds(30);

  /// The pause after a connection that failed. It doubles with each failure in sequence up to
  /// `most_pause`. Each pause is between half and all of this time, at random.
  std::chrono::milliseconds first_pause{50};
  std::chrono::milliseconds most_pause{5000};

  unsigned tries = 5;  ///< connections that may fail in sequence before take() fails

  /// A stream that has been idle for `stale` is used again only if its peer answers a PING within
  /// `health`.
  std::chrono::milliseconds stale{1000};
  std::chrono::milliseconds health{500};

  stream_options stream = {};
  Link link = {};  ///< the options of each connection
};

/// A connector that a pool can use, such as stream::connector and stream::exchange_connector.
template <class Connector, class Engine>
concept pool_connector = std::constructible_from<Connector, Engine&> &&
    requires(Connector connector, detail::stream_end<Engine>& stream, const std::string& host,
             const typename Connector::service_type& service,
             const typename Connector::options_type& how) {
  { connector.connect(stream, host, service, how) } -> std::same_as<link_operation<Engine>>;
};

/// A pool of streams to one server; see stream::pool, whose connector it has as a parameter.
///
/// A stream is used again if both ends have read everything and none has finished. A program calls
/// discard() if it does not know that. A new stream replaces one that has failed; bytes are never
/// sent again. Use the pool on the thread of its engine, and destroy it after its leases and before
/// the engine.
template <class Engine, template <class> class Stream, pool_connector<Engine> Connector>
class basic_pool {
  using stream_type = Stream<Engine>;
  using service_type = typename Connector::service_type;
  using clock = std::chrono::steady_clock;

  struct idle_stream {
    std::unique_ptr<stream_type> stream;
    clock::time_point since;
  };

 public:
  using options = basic_pool_options<typename Connector::options_type>;

  /// A stream of the pool, or the error of the last connection.
  class [[nodiscard("the stream returns when the lease is destroyed")]] lease {
   public:
    lease(lease && other) noexcept
        : of_(std::exchange(other.of_, nullptr)),
          stream_(std::move(other.stream_)),
          why_(std::move(other.why_)) {}
    lease& operator=(lease&& other) noexcept {
      std::swap(of_, other.of_);
      std::swap(stream_, other.stream_);
      std::swap(why_, other.why_);
      return *this;
    }
    ~lease() {
      if (of_ != nullptr) of_->take_back(std::move(stream_));
    }

    explicit operator bool() const noexcept { return stream_ != nullptr; }
    stream_type& operator*() const noexcept { return *stream_; }
    stream_type* operator->() const noexcept { return stream_.get(); }

    /// Returns the error. Call it only if there is no stream.
    const cm::error& why() const noexcept { return *why_; }

    /// Destroys the stream, which is not used again.
    void discard() noexcept { stream_.reset(); }

   private:
    friend basic_pool;
    lease(basic_pool * of, std::unique_ptr<stream_type> stream)
        : of_(of), stream_(std::move(stream)) {}
    explicit lease(cm::error why) : why_(std::move(why)) {}

    basic_pool* of_ = nullptr;
    std::unique_ptr<stream_type> stream_;
    std::optional<cm::error> why_;
  };

  basic_pool(Engine& engine, const pd& pd, std::string host, service_type service,
             const options& how = {})
      : engine_(engine),
        pd_(pd),
        connector_(engine),
        host_(std::move(host)),
        service_(std::move(service)),
        options_(how) {
    if (options_.most == 0) {
      throw error(std::errc::invalid_argument, "pool", "a pool", "it has at least one stream");
    }
  }
  basic_pool(const basic_pool&) = delete;
  basic_pool& operator=(const basic_pool&) = delete;
  ~basic_pool() {
    assert(waiting_.empty() && used_ == 0 && "a pool is destroyed after its leases");
    engine_.cancel(next_sweep_);
  }

  /// Takes an idle stream, or connects a new one. Waits for a lease to end if there are `most`: at most
  /// for the time limit, after which why() of the result is `timed_out`.
  task<lease> take(verbs::wait_limit limit = std::nullopt) {
    const auto until = verbs::deadline_after(limit);
    for (;;) {
      while (!idle_.empty()) {
        auto [stream, since] = std::move(idle_.back());  // the warmest
        idle_.pop_back();
        slot taken(*this);
        if (since + options_.stale < clock::now()) {
          stream->ping();
          const auto answered_by = clock::now() + options_.health;
          while (stream->awaits_pong() && is_usable(*stream) && clock::now() < answered_by) {
            co_await engine_.sleep_for(std::chrono::milliseconds(1));
          }
        }
        if (!stream->awaits_pong() && is_usable(*stream)) {
          co_return lease(taken.passed_on(), std::move(stream));
        }
      }
      if (used_ < options_.most) break;
      freed wait(*this, until);
      const bool is_free = co_await wait;
      if (!is_free) co_return lease(all_in_use());
    }
    slot taken(*this);
    auto pause = options_.first_pause;
    for (unsigned tries = 1;; ++tries) {
      auto stream = std::make_unique<stream_type>(engine_, pd_, options_.stream);
      auto connecting = connector_.connect(*stream, host_, service_, options_.link);
      const link_result how = co_await connecting;
      if (how) co_return lease(taken.passed_on(), std::move(stream));
      if (tries >= options_.tries) co_return lease(how.error());
      std::uniform_int_distribution<std::chrono::milliseconds::rep> jitter(pause.count() / 2,
                                                                           pause.count());
      co_await engine_.sleep_for(std::chrono::milliseconds(jitter(dice_)));
      pause = std::min(pause * 2, options_.most_pause);
    }
  }

  /// Returns the number of leases and of streams that wait for their next use.
  std::size_t used() const noexcept { return used_; }
  std::size_t idle() const noexcept { return idle_.size(); }

 private:
  /// The right to have a stream. It is given back unless a lease takes it over.
  class slot {
   public:
    explicit slot(basic_pool& of) noexcept : of_(&of) { ++of.used_; }
    slot(const slot&) = delete;
    slot& operator=(const slot&) = delete;
    ~slot() {
      if (of_ != nullptr) of_->free_one();
    }
    basic_pool* passed_on() noexcept { return std::exchange(of_, nullptr); }

   private:
    basic_pool* of_;
  };

  /// Waits until a slot is free, or until its time is over. A coroutine that is destroyed passes its
  /// turn on.
  class freed {
   public:
    freed(basic_pool& of, const verbs::deadline& until) noexcept : of_(of), until_(until) {}
    freed(const freed&) = delete;
    freed& operator=(const freed&) = delete;
    ~freed() {
      leave();
      if (!timer_) return;
      of_.engine_.cancel(timer_);
      of_.wake_one();
    }

    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> waiter) {
      waiter_ = waiter;
      place_ = of_.waiting_.insert(of_.waiting_.end(), this);
      if (!until_) return;
      late_ = of_.engine_.at(*until_, {[](void* one) {
                                         auto& self = *static_cast<freed*>(one);
                                         self.late_.reset();
                                         self.leave();
                                         self.is_late_ = true;
                                         self.waiter_.resume();
                                       },
                                       this});
    }

    /// Returns false if the time is over.
    bool await_resume() const noexcept { return !is_late_; }

    /// Lets the coroutine continue when the engine calls timers.
    void wake() {
      leave();
      timer_ = of_.engine_.at(clock::now(), {[](void* one) {
                                               auto& self = *static_cast<freed*>(one);
                                               self.timer_.reset();
                                               self.waiter_.resume();
                                             },
                                             this});
    }

   private:
    /// Waits no longer.
    void leave() noexcept {
      if (place_) of_.waiting_.erase(*place_);
      place_.reset();
      of_.engine_.cancel(late_);
    }

    basic_pool& of_;
    verbs::deadline until_;
    std::coroutine_handle<> waiter_;
    std::optional<typename std::list<freed*>::iterator> place_;
    detail::timers::place timer_, late_;
    bool is_late_ = false;
  };

  cm::error all_in_use() const {
    return cm::error(std::errc::timed_out, "take", "a pool of streams to " + host_,
                     "all " + std::to_string(options_.most) +
                         " streams are in use: end a lease, or make the pool with a larger `most`");
  }

  /// A stream that still holds bytes, or that has ended, is of no use to the next user.
  static bool is_usable(stream_type& stream) noexcept {
    return stream.is_quiet() && stream.native().state() == qp_state::rts;
  }

  void take_back(std::unique_ptr<stream_type> stream) {
    if (stream && is_usable(*stream)) {
      idle_.push_back({std::move(stream), clock::now()});
      if (!next_sweep_) sweep_at(idle_.front().since + options_.idle);
    }
    stream.reset();
    free_one();
  }

  void free_one() {
    --used_;
    wake_one();
  }
  void wake_one() {
    if (!waiting_.empty()) waiting_.front()->wake();
  }

  void sweep_at(clock::time_point when) {
    next_sweep_ =
        engine_.at(when, {[](void* self) { static_cast<basic_pool*>(self)->sweep(); }, this});
  }

  void sweep() {
    next_sweep_.reset();
    const auto now = clock::now();
    while (!idle_.empty() && idle_.front().since + options_.idle <= now) {
      auto stream = std::move(idle_.front().stream);
      idle_.pop_front();
      stream->shutdown_send();
      (void)stream->close(std::chrono::milliseconds(100));
    }
    if (!idle_.empty()) sweep_at(idle_.front().since + options_.idle);
  }

  Engine& engine_;
  pd pd_;
  Connector connector_;
  std::string host_;
  service_type service_;
  options options_;
  std::size_t used_ = 0;
  std::deque<idle_stream> idle_;
  std::list<freed*> waiting_;
  detail::timers::place next_sweep_;
  std::minstd_rand dice_{std::random_device()()};
};

}  // namespace verbatim::stream
