// Listening with an id, and the requests that arrive: for connections and for datagrams.
#include "verbatim/connect/cm/ids/listening.hpp"

#include <algorithm>
#include <cerrno>
#include <utility>

namespace verbatim::cm::detail {
namespace {

std::string_view remedy_for_listening(int number) noexcept {
  return number == EADDRINUSE
             ? "another program listens on that port of rdma_cm: choose another, or 0 "
               "for any"
             : "";
}

}  // namespace

address listening_address(const std::string& number, std::uint16_t port) {
  if (number.empty()) return address().with_port(port);
  if (const auto found = address::parse(number, port)) return *found;
  throw cm::error(std::errc::invalid_argument, "listen", number,
                  "give the address as a number, such as 10.0.0.1, fe80::1%eth0 or ::");
}

void listener_state::begin(const std::shared_ptr<channel>& channel, ibv_qp_type of_type,
                           const address& on, int backlog, const id_options& options) {
  type = of_type;
  most_waiting = static_cast<std::size_t>(std::max(backlog, 1));
  timeout = options.ack_timeout;
  id = cm_id::create(channel, type, options, on);
  id->set_stage(stage::listening);
  id->watch([weak = weak_from_this()](const event& event) {
    if (const auto state = weak.lock()) state->on_event(event);
  });
  id->call(
      "rdma_listen",
      [&](rdma_cm_id* native) {
        const int failed = rdma_listen(native, std::max(backlog, 1));
        if (failed != 0 && errno == EADDRNOTAVAIL) errno = EADDRINUSE;  // for a wildcard
        return failed;
      },
      remedy_for_listening);
  local = id->local();
}

void listener_state::on_event(const event& event) {
  if (event.child == nullptr) return;  // a listener on one address gets the removal of its device
  auto request = std::make_unique<request_state>(
      request_state{cm_id::adopt(id->channel(), event.child), event, type});
  if (timeout) request->id->set_ack_timeout(*timeout);
  taker call;
  {
    const std::lock_guard lock(mutex);
    if (take) {
      call = take;
    } else if (waiting.size() < most_waiting) {
      waiting.push_back(std::move(request));
    }
  }
  if (call) return call(std::move(request));
  // More requests wait than the program allows. They are rejected, because the kernel cannot drop
  // them silently.
}

void listener_state::hand_to(taker next) {
  std::deque<std::unique_ptr<request_state>> came;
  {
    const std::lock_guard lock(mutex);
    take = next;
    came.swap(waiting);
  }
  for (auto& request : came) {
    id->channel()->post([next, request = std::make_shared<std::unique_ptr<request_state>>(
                                   std::move(request))] { next(std::move(*request)); });
  }
}

std::unique_ptr<request_state> listener_state::next(const verbs::wait_limit& limit) {
  const auto until = verbs::deadline_after(limit);
  const auto self = shared_from_this();
  for (;;) {
    {
      const std::lock_guard lock(mutex);
      if (!waiting.empty()) {
        auto request = std::move(waiting.front());
        waiting.pop_front();
        return request;
      }
    }
    if (!id->is_open()) (void)id->local();  // throws, because it is closed
    if (id->channel()->turn(until) == 0 && until && std::chrono::steady_clock::now() >= *until) {
      throw cm::error(std::errc::timed_out, "next", id->describe(), "nobody has connected in time");
    }
  }
}

close_report listener_state::close() noexcept {
  if (id == nullptr) return {};
  auto report = id->close();
  taker dropped;  // destroyed without the lock
  std::deque<std::unique_ptr<request_state>> rejected;
  const std::lock_guard lock(mutex);
  dropped.swap(take);
  rejected.swap(waiting);
  return report;
}

void reject(cm_id& id, std::span<const std::byte> data) {
  try {
    id.call("rdma_reject", [&](rdma_cm_id* native) {
      return rdma_reject(native, data.data(), static_cast<std::uint8_t>(data.size()));
    });
  } catch (const cm::error& failed) {
    if (failed.code() != std::errc::invalid_argument) throw;  // else the peer has given up
  }
  (void)id.close();
}

}  // namespace verbatim::cm::detail
