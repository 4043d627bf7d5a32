// The end of endpoint exchanges over TCP that answers.
#include "verbatim/connect/exchange_server.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <list>
#include <optional>
#include <utility>
#include <vector>

#include "verbatim/connect/frame_socket.hpp"

namespace verbatim {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// How long who is told of an ERROR may take to read it.
constexpr milliseconds farewell(1000);

struct client {
  frame_socket socket;
  exchange_answerer steps;
  std::optional<steady_clock::time_point> deadline;  // none once it is connected
  bool is_leaving = false;                           // everything is said: it shall close
};

/// The newest generation of each nonce, of the last that came.
class known_ids {
 public:
  /// Throws if one came that was no older.
  void admit(const exchange_id& id) {
    const auto known = std::find_if(ids_.begin(), ids_.end(),
                                    [&](const auto& other) { return other.nonce == id.nonce; });
    if (known == ids_.end()) {
      if (ids_.size() == most) ids_.pop_front();
    } else {
      if (known->generation >= id.generation) {
        throw error(std::errc::connection_already_in_progress, "exchange_server", "",
                    "an OFFER of " + to_string(id) + " is late: generation " +
                        std::to_string(known->generation) + " was here; take a higher one");
      }
      ids_.erase(known);
    }
    ids_.push_back(id);
  }

 private:
  static constexpr std::size_t most = 1024;
  std::list<exchange_id> ids_;
};

}  // namespace

class exchange_server::core {
 public:
  core(exchange_service service, const exchange_server_options& options)
      : service_(std::move(service)),
        options_(options),
        listener_(options.address, options.port),
        wake_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
    if (wake_.get() < 0) throw error(errno, "eventfd", "exchange_server", "");
  }

  std::uint16_t port() const { return listener_.port(); }

  std::size_t clients() const noexcept { return count_; }

  void serve() {
    while (!is_stopped_.exchange(false)) serve_until(std::nullopt);
  }

  void serve_until(std::optional<steady_clock::time_point> at_most) {
    auto waits = everything();
    for (const auto& client : clients_) {
      if (client.deadline)
        at_most = at_most ? std::min(*at_most, *client.deadline) : client.deadline;
    }
    const int ready = poll(waits.data(), waits.size(), at_most ? milliseconds_until(*at_most) : -1);
    if (ready < 0 && errno != EINTR) throw error(errno, "poll", "exchange_server", "");
    std::uint64_t woken = 0;
    (void)!::read(wake_.get(), &woken, sizeof woken);
    if (ready > 0) serve_ready(waits);
    end_late();
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

  /// The wake-up, the listener, and the clients in their order.
  std::vector<pollfd> everything() {
    const bool full = clients_.size() >= options_.max_clients;
    std::vector<pollfd> waits{{wake_.get(), POLLIN, 0}, {full ? -1 : listener_.fd(), POLLIN, 0}};
    for (auto& client : clients_) {
      const bool sends = !try_flush(client);
      // Who does not read its answers gets no more of them.
      waits.push_back({client.socket.fd(), static_cast<short>(sends ? POLLOUT : POLLIN), 0});
    }
    return waits;
  }

  /// True if nothing is left to send; or nobody to send it to, which reading will tell.
  static bool try_flush(client& client) {
    try {
      return client.socket.flush();
    } catch (const error&) {
      return true;
    }
  }

  void serve_ready(const std::vector<pollfd>& waits) {
    // Whoever is accepted now comes behind those that waited.
    auto at = clients_.begin();
    for (std::size_t i = 2; i < waits.size() && at != clients_.end(); ++i) {
      const auto current = at++;
      if (current->socket.fd() != waits[i].fd || waits[i].revents == 0) continue;
      serve_client(current);
    }
    if (waits[1].revents != 0) {
      if (auto accepted = listener_.accept()) admit(std::move(*accepted));
    }
  }

  void admit(frame_socket socket) {
    auto peer = socket.peer();
    const auto answer = [this](const exchange_id& id, const connection_offer& offer) {
      known_.admit(id);
      supersede(id);
      return service_.answer(id, offer);
    };
    clients_.push_back({std::move(socket), exchange_answerer(answer, std::move(peer)),
                        steady_clock::now() + options_.timeout});
    ++count_;
  }

  /// The end that begins anew has left its older queue pair.
  void supersede(const exchange_id& id) {
    for (auto& client : clients_) {
      if (client.steps.id().nonce != id.nonce || client.steps.id() == id || client.is_leaving) {
        continue;
      }
      fail(client, exchange_error(std::errc::connection_aborted, client.socket.peer(),
                                  exchange_stage::use, "it begins anew, as " + to_string(id)));
    }
  }

  void serve_client(place at) {
    auto& client = *at;
    const bool was_leaving = client.is_leaving;
    bool is_open = true, is_more = true;
    std::optional<exchange_error> failure;
    // What the program throws is not the client's failure: its calls are outside of this.
    const auto attempt = [&](auto&& action) {
      try {
        at_stage(stage_of(client), client.socket.peer(), action);
      } catch (const exchange_error& e) {
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

  /// False if there is no frame.
  static bool take_next(client& client) {
    const auto frame = client.socket.next();
    if (!frame) return false;
    if (const auto reply = client.steps.take(*frame)) client.socket.queue(*reply);
    (void)try_flush(client);  // before the program is called, which may stop serving
    return true;
  }

  /// Calls the program if a client has become ready, or has said BYE.
  void report(client& client, bool was_connected) {
    if (!was_connected && client.steps.is_connected()) {
      client.deadline.reset();
      if (service_.ready) service_.ready(client.steps.id(), client.steps.agreed());
    }
    if (client.steps.is_over()) {
      leave(client);
      if (service_.ended) service_.ended(client.steps.id(), nullptr);
    }
  }

  static exchange_stage stage_of(const client& client) noexcept {
    if (client.steps.is_connected()) return exchange_stage::use;
    return client.steps.id().nonce == 0 ? exchange_stage::offer : exchange_stage::ready;
  }

  void leave(client& client) {
    client.is_leaving = true;
    --count_;
    client.deadline = steady_clock::now() + farewell;
  }

  void fail(client& client, const exchange_error& failure) {
    client.steps.abandon();
    leave(client);
    if (service_.ended) service_.ended(client.steps.id(), &failure);
  }

  /// Closing with bytes that were not read would take back what the peer has not read.
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
      const exchange_error late(std::errc::timed_out, current->socket.peer(), stage_of(*current),
                                "no answer came until the deadline");
      current->socket.queue(error_frame(current->steps.id(), late));
      fail(*current, late);
      discard(*current);
    }
  }

  exchange_service service_;
  exchange_server_options options_;
  frame_listener listener_;
  owned_fd wake_;
  std::atomic<bool> is_stopped_ = false;
  std::list<client> clients_;
  std::atomic<std::size_t> count_ = 0;  // of those that are not leaving
  known_ids known_;
};

exchange_server::exchange_server(exchange_service service, const exchange_server_options& options)
    : core_(std::make_unique<core>(std::move(service), options)) {}
exchange_server::~exchange_server() = default;

std::uint16_t exchange_server::port() const { return core_->port(); }
void exchange_server::serve() { core_->serve(); }
void exchange_server::serve_once(std::chrono::milliseconds at_most) {
  core_->serve_until(steady_clock::now() + at_most);
}
void exchange_server::stop() noexcept { core_->stop(); }
std::size_t exchange_server::clients() const noexcept { return core_->clients(); }

}  // namespace verbatim
