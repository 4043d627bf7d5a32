// The server of endpoint exchanges over TCP.
#include "verbatim/connect/exchange/exchange_server.hpp"

#include <cxxabi.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <deque>
#include <exception>
#include <list>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "exchange_door.hpp"
#include "verbatim/connect/exchange/frame_socket.hpp"

namespace verbatim::exchange {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// The time that a client has to read an ERROR before it is disconnected.
constexpr milliseconds farewell(1000);

struct client {
  detail::frame_socket socket;
  answerer steps;
  steady_clock::time_point heard;                    // time of its last frame, or of its connection
  std::optional<steady_clock::time_point> deadline;  // none once it is connected
  bool is_leaving = false;                           // everything is said; the client should close
};

/// The newest generation of each nonce, for the most recent nonces.
class known_ids {
 public:
  /// Records an id. Throws if the same or a newer generation of its nonce came before.
  void admit(const exchange::id& id) {
    const auto known = std::find_if(ids_.begin(), ids_.end(),
                                    [&](const auto& other) { return other.nonce == id.nonce; });
    if (known == ids_.end()) {
      if (ids_.size() == most) ids_.pop_front();
    } else {
      if (known->generation >= id.generation) {
        throw verbatim::error(std::errc::connection_already_in_progress, "exchange::server", "",
                              "an OFFER of " + to_string(id) + " is late: generation " +
                                  std::to_string(known->generation) +
                                  " was here; take a higher one");
      }
      ids_.erase(known);
    }
    ids_.push_back(id);
  }

 private:
  static constexpr std::size_t most = 1024;
  std::list<exchange::id> ids_;
};

}  // namespace

class server::core {
 public:
  core(service service, const server_options& options)
      : service_(std::move(service)),
        options_(options),
        door_(options.address, options.port, options.max_clients, options.timeout),
        wake_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
    if (wake_.get() < 0) throw verbatim::error(errno, "eventfd", "exchange::server", "");
  }

  std::uint16_t port() const { return door_.port(); }

  std::size_t clients() const noexcept { return count_; }

  void serve() {
    for (;;) {
      throw_next();
      if (is_stopped_.exchange(false)) return;
      serve_until(std::nullopt);
    }
  }

  void serve_until(std::optional<steady_clock::time_point> at_most) {
    throw_next();
    const auto wake_at = [&](steady_clock::time_point when) {
      at_most = at_most ? std::min(*at_most, when) : when;
    };
    const auto now = steady_clock::now();
    const bool is_open = door_.ask(now, crowd()) != detail::exchange_door::welcome::wait;
    if (!is_open) wake_at(door_.next_look(now));
    auto waits = everything(is_open);
    for (const auto& client : clients_) {
      if (client.deadline) wake_at(*client.deadline);
    }
    const int ready = poll(waits.data(), waits.size(), at_most ? milliseconds_until(*at_most) : -1);
    if (ready < 0 && errno != EINTR) throw verbatim::error(errno, "poll", "exchange::server", "");
    std::uint64_t woken = 0;
    (void)!::read(wake_.get(), &woken, sizeof woken);
    if (ready > 0) serve_ready(waits);
    end_late();
    throw_next();
  }

  void stop() noexcept {
    is_stopped_ = true;
    const std::uint64_t one = 1;
    (void)!::write(wake_.get(), &one, sizeof one);
  }

 private:
  using place = std::list<client>::iterator;

  static int milliseconds_until(steady_clock::time_point when) noexcept {
    const auto left = std::chrono::ceil<milliseconds>(when - steady_clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, 1 << 30));
  }

  /// Calls the program. serve() throws the program's exceptions after the turn.
  template <class Call>
  void tell_program(const Call& call) {
    try {
      call();
#ifdef __GLIBCXX__
    } catch (const abi::__forced_unwind&) {
      throw;  // pthread_cancel() ends this thread
#endif
    } catch (...) {
      thrown_.push_back(std::current_exception());
    }
  }

  void throw_next() {
    if (thrown_.empty()) return;
    const auto next = std::move(thrown_.front());
    thrown_.pop_front();
    std::rethrow_exception(next);
  }

  /// Returns the client to remove when another needs its place. Only clients that are not connected
  /// can be removed. A client without an OFFER goes first, then the client that has been silent for
  /// the longest time.
  place idlest() {
    const auto before = steady_clock::now() - detail::brief_silence;
    auto found = clients_.end();
    for (auto at = clients_.begin(); at != clients_.end(); ++at) {
      if (at->is_leaving || at->steps.is_connected()) continue;
      if (found == clients_.end() || gives_way_before(*at, *found, before)) found = at;
    }
    return found;
  }

  static bool gives_way_before(const client& one, const client& other,
                               steady_clock::time_point silent_before) noexcept {
    const auto rank = [&](const client& of) {
      return std::tuple(of.heard > silent_before, of.steps.id().nonce != 0, of.heard);
    };
    return rank(one) < rank(other);
  }

  detail::exchange_door::crowd crowd() {
    const auto found = idlest();
    return {.clients = count_,
            .leaving = clients_.size() - count_,
            .idlest = found == clients_.end() ? std::nullopt : std::optional(found->heard)};
  }

  /// Returns the descriptors to poll: the wake-up, the listener, and the clients in the order of
  /// clients_.
  std::vector<pollfd> everything(bool is_open) {
    std::vector<pollfd> waits{{wake_.get(), POLLIN, 0}, {is_open ? door_.fd() : -1, POLLIN, 0}};
    for (auto& client : clients_) {
      const bool sends = !try_flush(client);
      // No more frames of a client are read while it does not read its answers.
      waits.push_back({client.socket.fd(), static_cast<short>(sends ? POLLOUT : POLLIN), 0});
    }
    return waits;
  }

  /// Sends the queued bytes. Returns true if nothing is left to send, or if the connection is lost,
  /// which reading will report.
  static bool try_flush(client& client) {
    try {
      return client.socket.flush();
    } catch (const verbatim::error&) {
      return true;
    }
  }

  void serve_ready(const std::vector<pollfd>& waits) {
    // A client that is accepted now is added after the clients that are being served.
    auto at = clients_.begin();
    for (std::size_t i = 2; i < waits.size() && at != clients_.end(); ++i) {
      const auto current = at++;
      if (current->socket.fd() != waits[i].fd || waits[i].revents == 0) continue;
      serve_client(current);
    }
    if (waits[1].revents != 0) let_in();
  }

  void let_in() {
    const auto now = steady_clock::now();
    switch (door_.ask(now, crowd())) {
      case detail::exchange_door::welcome::wait:
        return;
      case detail::exchange_door::welcome::replace:
        shed(idlest());
        [[fallthrough]];
      case detail::exchange_door::welcome::take:
        if (auto accepted = door_.admit(now)) admit(std::move(*accepted));
        return;
      case detail::exchange_door::welcome::refuse:
        if (auto accepted = door_.admit_to_refuse(now)) refuse(std::move(*accepted));
        return;
    }
  }

  client& admit(detail::frame_socket socket) {
    auto peer = socket.peer();
    const auto answer = [this](const exchange::id& id, const exchange::offer& offer) {
      known_.admit(id);
      supersede(id);
      return service_.answer(id, offer);
    };
    const auto now = steady_clock::now();
    clients_.push_back(
        {std::move(socket), answerer(answer, std::move(peer)), now, now + options_.timeout});
    ++count_;
    return clients_.back();
  }

  /// Removes a client, so that another gets its place and its descriptor.
  void shed(place at) {
    const exchange::error failure(std::errc::device_or_resource_busy, at->socket.peer(),
                                  stage_of(*at),
                                  "others waited for its place, and it was silent the longest");
    say_farewell(*at, failure);
    clients_.erase(at);
  }

  /// Refuses a new client, with the reason.
  void refuse(detail::frame_socket socket) {
    auto& client = admit(std::move(socket));
    say_farewell(client, door_.refusal(client.socket.peer()));
  }

  void say_farewell(client& client, const exchange::error& failure) {
    client.socket.queue(error_frame(client.steps.id(), failure));
    (void)try_flush(client);
    fail(client, failure);
    discard(client);
  }

  /// Ends the older exchanges of an end that starts over, because that end no longer uses its older
  /// queue pair.
  void supersede(const exchange::id& id) {
    for (auto& client : clients_) {
      if (client.steps.id().nonce != id.nonce || client.steps.id() == id || client.is_leaving) {
        continue;
      }
      fail(client, exchange::error(std::errc::connection_aborted, client.socket.peer(),
                                   exchange::stage::use, "it begins anew, as " + to_string(id)));
    }
  }

  void serve_client(place at) {
    auto& client = *at;
    const bool was_leaving = client.is_leaving;
    bool is_open = true, is_more = true;
    std::optional<exchange::error> failure;
    // Exceptions of answer() are reported to the client too. tell_program() handles those of the
    // other callbacks.
    const auto attempt = [&](auto&& action) {
      try {
        at_stage(stage_of(client), client.socket.peer(), action);
      } catch (const exchange::error& e) {
        failure.emplace(e);
      }
    };
    attempt([&] { is_open = client.socket.read(); });
    while (!failure && is_more && !client.is_leaving) {
      const bool was_connected = client.steps.is_connected();
      attempt([&] { is_more = take_next(client); });
      if (!failure) report(client, was_connected);
    }
    if (!failure && !is_open && !client.is_leaving) {
      failure.emplace(std::errc::connection_reset, client.socket.peer(), stage_of(client),
                      "the peer closed the connection");
    }
    if (failure && !was_leaving) {
      if (is_open && !failure->is_of_peer()) {
        client.socket.queue(error_frame(client.steps.id(), *failure));
      }
      fail(client, *failure);
    }
    if (!is_open || (failure && was_leaving)) {
      clients_.erase(at);
    } else if (client.is_leaving) {
      discard(client);
    }
  }

  /// Handles the next frame of the client. Returns false if there is none.
  static bool take_next(client& client) {
    const auto frame = client.socket.next();
    if (!frame) return false;
    client.heard = steady_clock::now();
    if (const auto reply = client.steps.take(*frame)) client.socket.queue(*reply);
    (void)try_flush(client);  // before the program is called, which may stop serving
    return true;
  }

  /// Calls the program if a client has become ready or has sent BYE.
  void report(client& client, bool was_connected) {
    if (!was_connected && client.steps.is_connected()) {
      client.deadline.reset();
      if (service_.ready) {
        tell_program([&] { service_.ready(client.steps.id(), client.steps.agreed()); });
      }
    }
    if (client.steps.is_over()) {
      leave(client);
      if (service_.ended) tell_program([&] { service_.ended(client.steps.id(), nullptr); });
    }
  }

  static exchange::stage stage_of(const client& client) noexcept {
    if (client.steps.is_connected()) return exchange::stage::use;
    return client.steps.id().nonce == 0 ? exchange::stage::offer : exchange::stage::ready;
  }

  void leave(client& client) {
    client.is_leaving = true;
    --count_;
    client.deadline = steady_clock::now() + farewell;
  }

  void fail(client& client, const exchange::error& failure) {
    client.steps.abandon();
    leave(client);
    if (service_.ended) tell_program([&] { service_.ended(client.steps.id(), &failure); });
  }

  /// Drops unread input before the socket is closed. Closing with unread bytes would discard
  /// answers that the peer has not read yet.
  static void discard(client& client) {
    client.socket.forget_input();
    if (try_flush(client)) client.socket.finish_sending();
  }

  void end_late() {
    const auto now = steady_clock::now();
    for (auto at = clients_.begin(); at != clients_.end();) {
      const auto current = at++;
      if (!current->deadline || now < *current->deadline) continue;
      if (current->is_leaving) {
        clients_.erase(current);
        continue;
      }
      const exchange::error late(std::errc::timed_out, current->socket.peer(), stage_of(*current),
                                 "no answer came until the deadline");
      say_farewell(*current, late);
    }
  }

  service service_;
  server_options options_;
  detail::exchange_door door_;
  detail::owned_fd wake_;
  std::atomic<bool> is_stopped_ = false;
  std::list<client> clients_;
  std::atomic<std::size_t> count_ = 0;  // clients that are not leaving
  known_ids known_;
  std::deque<std::exception_ptr> thrown_;
};

server::server(service service, const server_options& options)
    : core_(std::make_unique<core>(std::move(service), options)) {}
server::~server() = default;

std::uint16_t server::port() const { return core_->port(); }
void server::serve() { core_->serve(); }
void server::serve_once(std::chrono::milliseconds at_most) {
  core_->serve_until(steady_clock::now() + at_most);
}
void server::stop() noexcept { core_->stop(); }
std::size_t server::clients() const noexcept { return core_->clients(); }

}  // namespace verbatim::exchange
