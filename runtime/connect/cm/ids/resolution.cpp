// Resolution of a host: its name, then its address, then the route.
#include "verbatim/connect/cm/ids/resolution.hpp"

#include <algorithm>
#include <charconv>
#include <thread>
#include <utility>

namespace verbatim::cm::detail {
namespace {

using clock = std::chrono::steady_clock;

/// A running resolution.
class resolution : public std::enable_shared_from_this<resolution> {
 public:
  resolution(std::shared_ptr<channel> channel, way way, id_handler handler)
      : channel_(std::move(channel)),
        way_(std::move(way)),
        until_(clock::now() + way_.timeout),
        handler_(std::move(handler)) {}

  /// Begins with these addresses. The handler is called from the loop.
  void begin(std::vector<address> addresses) {
    addresses_ = std::move(addresses);
    channel_->post([self = shared_from_this()] { self->next(); });
  }

  void fail(const cm::error& why) { std::exchange(handler_, nullptr)(why); }
  clock::time_point until() const noexcept { return until_; }
  bool is_over() const noexcept { return handler_ == nullptr; }

 private:
  void next() {
    if (is_over()) return;
    if (tried_ == addresses_.size()) return fail(*failed_);
    const auto to = addresses_[tried_++];
    try {
      id_ = cm_id::create(channel_, way_.type, way_.options, way_.source);
      step("rdma_resolve_addr", &resolution::on_address);
      auto* const peer = const_cast<sockaddr*>(to.native());
      id_->call("rdma_resolve_addr", [&](rdma_cm_id* id) {
        return rdma_resolve_addr(id, nullptr, peer, milliseconds_left());
      });
    } catch (...) {
      another(as_error("resolve", to_string(to)));
    }
  }

  using on_event = void (resolution::*)(const event& event);

  void step(const char* call, on_event next) {
    id_->expect(
        [self = shared_from_this(), call, next](const event* event, const cm::error* failed) {
          if (failed != nullptr) {
            return self->end(cm::error(static_cast<std::errc>(failed->code().value()), call,
                                       failed->object(), failed->advice()));
          }
          (*self.*next)(*event);
        },
        until_);
  }

  void on_address(const event& event) {
    if (event.type != RDMA_CM_EVENT_ADDR_RESOLVED) {
      return another(error_of(event, "rdma_resolve_addr", id_->describe()));
    }
    if (way_.to_group) return succeed();
    try {
      step("rdma_resolve_route", &resolution::on_route);
      id_->call("rdma_resolve_route",
                [&](rdma_cm_id* id) { return rdma_resolve_route(id, milliseconds_left()); });
    } catch (...) {
      another(as_error("rdma_resolve_route", id_->describe()));
    }
  }

  void on_route(const event& event) {
    if (event.type != RDMA_CM_EVENT_ROUTE_RESOLVED) {
      return another(error_of(event, "rdma_resolve_route", id_->describe()));
    }
    succeed();
  }

  void succeed() {
    id_->set_stage(stage::routed);
    std::exchange(handler_, nullptr)(std::exchange(id_, nullptr));
  }

  /// Continues with the next address. The program gets the error of the last address.
  void another(cm::error why) {
    failed_ = std::move(why);
    if (id_ != nullptr) {
      if (id_->is_open()) id_->expect(nullptr, std::nullopt);
      (void)std::exchange(id_, nullptr)->close();
    }
    if (tried_ < addresses_.size() && clock::now() < until_) return next();
    channel_->post([self = shared_from_this()] {
      if (!self->is_over()) self->fail(*self->failed_);
    });
  }

  void end(const cm::error& why) {
    (void)std::exchange(id_, nullptr)->close();
    fail(why);
  }

  int milliseconds_left() const noexcept {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until_ - clock::now());
    return static_cast<int>(std::clamp<long>(left.count(), 1, 1 << 30));
  }

  std::shared_ptr<channel> channel_;
  way way_;
  clock::time_point until_;
  id_handler handler_;
  std::vector<address> addresses_;
  std::size_t tried_ = 0;
  std::shared_ptr<cm_id> id_;
  std::optional<cm::error> failed_;
};

/// The deadline of a lookup, which has no id.
class lookup_deadline final : public event_sink {
 public:
  using action = std::function<void(const cm::error& why)>;

  static std::shared_ptr<lookup_deadline> start(std::shared_ptr<channel> channel,
                                                clock::time_point until, action action) {
    auto made = std::make_shared<lookup_deadline>(std::move(channel), std::move(action));
    made->key_ = made->channel_->add(made);
    made->channel_->set_deadline(made->key_, std::nullopt, until);
    made->until_ = until;
    return made;
  }

  lookup_deadline(std::shared_ptr<channel> channel, action action)
      : channel_(std::move(channel)), action_(std::move(action)) {}
  ~lookup_deadline() override { stop(); }

  void stop() noexcept {
    if (key_ == 0) return;
    channel_->set_deadline(key_, until_, std::nullopt);
    channel_->remove(std::exchange(key_, 0));
  }

  void take(const event&) override {}
  void expire() override {
    action_(cm::error(std::errc::timed_out, "getaddrinfo", "",
                      "the name service has not answered in time"));
  }
  void abandon() noexcept override {
    action_ = [](const cm::error&) {};
  }
  void close_with_channel() noexcept override {
    try {
      channel_->post([action = action_] {
        action(cm::error(std::errc::operation_canceled, "getaddrinfo", "",
                         "the reactor was closed while the name was looked up"));
      });
    } catch (const std::bad_alloc&) {
    }
  }

 private:
  std::shared_ptr<channel> channel_;
  action action_;
  id_key key_ = 0;
  clock::time_point until_;
};

std::optional<std::uint16_t> number_of(const std::string& service) noexcept {
  std::uint16_t port = 0;
  const auto* const last = service.data() + service.size();
  const auto read = std::from_chars(service.data(), last, port);
  if (read.ec != std::errc() || read.ptr != last) return std::nullopt;
  return port;
}

}  // namespace

ibv_qp_type type_of(kind kind) noexcept {
  switch (kind) {
    case kind::uc:
      return IBV_QPT_UC;
    case kind::xrc_send:
      return IBV_QPT_XRC_SEND;
    case kind::xrc_recv:
      return IBV_QPT_XRC_RECV;
    default:
      return IBV_QPT_RC;
  }
}

void resolve_addresses(std::shared_ptr<channel> channel, std::vector<address> addresses, way way,
                       id_handler handler) {
  std::make_shared<resolution>(std::move(channel), std::move(way), std::move(handler))
      ->begin(std::move(addresses));
}

void resolve_host(std::shared_ptr<channel> channel, const std::string& host,
                  const std::string& service, way way, id_handler handler) {
  const auto port = number_of(service);
  if (const auto number = address::parse(host, port.value_or(0)); number && port) {
    return resolve_addresses(std::move(channel), {*number}, std::move(way), std::move(handler));
  }
  const auto under_way = std::make_shared<resolution>(channel, std::move(way), std::move(handler));
  // The name service may take longer than the program's time limit, and cannot be stopped.
  const auto deadline =
      lookup_deadline::start(channel, under_way->until(), [under_way](const cm::error& why) {
        if (!under_way->is_over()) under_way->fail(why);
      });
  std::thread([channel, host, service, under_way, deadline]() mutable {
    std::vector<address> found;
    std::optional<cm::error> failed;
    try {
      found = look_up(host, service);
    } catch (const verbatim::error& why) {
      failed = why;
    }
    // The task owns everything that this thread owns, also the channel, so that the channel's thread
    // destroys it.
    auto& posts_to = *channel;
    posts_to.post_if_driven([channel = std::move(channel), under_way = std::move(under_way),
                             deadline = std::move(deadline), found = std::move(found),
                             failed = std::move(failed)]() mutable {
      deadline->stop();
      if (under_way->is_over()) return;
      failed ? under_way->fail(*failed) : under_way->begin(std::move(found));
    });
  }).detach();
}

}  // namespace verbatim::cm::detail
