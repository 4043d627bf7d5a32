// The thread of the connection manager: messages and timers.
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "abi/process.hpp"
#include "abi/refusal.hpp"
#include "cm/arrivals.hpp"
#include "cm/commands/inventory.hpp"
#include "cm/manager.hpp"
#include "cm/wire/general_services.hpp"
#include "cm/wire/network_arrivals.hpp"
#include "cm/wire/over_network.hpp"
#include "engine/turn/forks.hpp"
#include "objects/device_removal.hpp"
#include "objects/inventory_exchange.hpp"

namespace verbatim::emulator::cm {

namespace {

/// The time until a socket that was full is tried again.
constexpr std::chrono::milliseconds until_there_is_room{1};

}  // namespace

void manager::wake() noexcept { wake_.wake(); }

void manager::schedule(clock::time_point when, std::function<void()> what) {
  timers_.emplace(when, std::move(what));
  wake();
}

manager::clock::duration manager::scaled(std::chrono::milliseconds time) const noexcept {
  return std::chrono::microseconds(time) * settings_.cm_timers / 100;
}

void manager::run() {
  for (;;) {
    work();
  }
}

void manager::work() {
  auto next = clock::time_point::max();
  {
    const std::lock_guard guard(mutex_);
    transport_.exchange();
    bool again = transport_.deliver(*this);
    if (services_) {
      again = services_->deliver([this](std::uint32_t from, packet& arrived) {
        network_packet_arrived(*this, from, arrived);
      }) || again;
    }
    const auto now = clock::now();
    next = run_timers(now);
    for (const auto& entry : files_) next = std::min(next, entry.second->publish(now));
    transport_.flush();
    if (services_ && services_->flush()) next = std::min(next, now + until_there_is_room);
    if (again) return;
  }
  wake_.sleep(services_ ? services_->wait_descriptor() : transport_.wait_descriptor(), next);
}

manager::clock::time_point manager::run_timers(clock::time_point now) {
  while (!timers_.empty() && timers_.begin()->first <= now) {
    const auto what = std::move(timers_.begin()->second);
    timers_.erase(timers_.begin());
    what();
  }
  return timers_.empty() ? clock::time_point::max() : timers_.begin()->first;
}

void manager::start_timer(id& of) {
  const std::uint64_t serial = ++of.link.timer;
  const expiry* const limit = find_expiry(of.link.state);
  if (!limit) return;
  // Within the fabric no message is lost, so only requests are sent again: a full backlog drops them.
  const bool again = of.link.state == connection_state::request_sent ||
                     of.link.state == connection_state::sidr_sent ||
                     is_network_slot(of.link.peer_slot);
  auto time = again ? limit->each : limit->each * limit->tries;
  if (of.link.seen) time = answer_time;
  const std::uint32_t communication = of.link.communication;
  schedule(clock::now() + scaled(time), [this, communication, serial] {
    id* const found = find_communication(communication);
    if (found && found->link.timer == serial) expired(*found);
  });
}

void manager::expired(id& of) {
  const expiry& limit = *find_expiry(of.link.state);
  const bool asks = of.link.state == connection_state::request_sent ||
                    of.link.state == connection_state::sidr_sent;
  const bool over_network = is_network_slot(of.link.peer_slot);
  if ((asks || over_network) && !of.link.seen && of.link.tries < limit.tries) {
    ++of.link.tries;
    send_request(of);
    start_timer(of);
    return;
  }
  if (limit.raises != event_kind::timewait_exit) {
    tell<check::cm_unanswered>(
        "rdma_cm: id {} was {} for too long: the peer's program never answered, {}", of.handle,
        name(of.link.state),
        of.link.state == connection_state::disconnect_sent
            ? "neither by rdma_disconnect nor by rdma_destroy_id"
        : asks ? "neither by rdma_accept nor by rdma_reject"
               : "neither by rdma_establish nor by rdma_get_cm_event");
  }
  enter(of, limit.to);
  raise_connection(of, limit.raises, limit.raises == event_kind::timewait_exit ? 0 : -ETIMEDOUT);
}

void manager::send(id& from, packet outgoing) {
  outgoing.from = from.link.communication;
  outgoing.to = from.link.peer_communication;
  if (is_network_slot(from.link.peer_slot)) {
    complete(*this, from, outgoing);
    from.link.last_sent = outgoing;
  }
  if (faults_.drops(outgoing.kind)) return;
  send(from.link.peer_slot, outgoing);
}

void manager::message_arrived(const message& arrived) {
  if (arrived.kind == message_kind::inventory_request) {
    answer_inventory(transport_, arrived, inventory_of(*this));
    return;
  }
  if (arrived.kind != message_kind::connection_management ||
      arrived.payload.size() != sizeof(packet)) {
    return;
  }
  book_.follow_subnet();
  packet found;
  std::memcpy(&found, arrived.payload.data(), sizeof found);
  packet_arrived(*this, slot_of(arrived.source_qpn), found);
}

void manager::peer_lost(std::uint32_t lost) {
  std::vector<std::uint32_t> of_peer;
  each([&](const id& one) {
    if (one.link.peer_slot == lost) of_peer.push_back(one.link.communication);
  });
  for (const std::uint32_t communication : of_peer) {
    const id* const one = find_communication(communication);
    const last_words* const words = one ? find_last_words(one->link.state) : nullptr;
    if (!words) continue;
    packet last;
    last.kind = words->as;
    last.reason = words->reason;
    last.from = one->link.peer_communication;
    last.to = communication;
    packet_arrived(*this, lost, last);
  }
}

namespace {

/// The time after which a thread in rdma_destroy_id is checked.
constexpr std::chrono::seconds destruction_time{1};

/// An upper limit for the size of librdmacm's structure of an id.
constexpr std::uint64_t id_structure_bytes = 2048;

/// Returns true if a thread of this process sleeps on a condition variable within the structure at
/// `uid`.
bool sleeps_at(pid_t thread, std::uint64_t uid) noexcept {
  std::array<char, 64> path{};
  snprintf(path.data(), path.size(), "/proc/self/task/%d/syscall", thread);
  const std::unique_ptr<FILE, int (*)(FILE*)> file(fopen(path.data(), "re"), fclose);
  long number = 0;
  unsigned long long address = 0;
  return file && fscanf(file.get(), "%ld %llx", &number, &address) == 2 && number == SYS_futex &&
         address >= uid && address < uid + id_structure_bytes;
}

std::mutex starting;
std::atomic<manager*> current{nullptr};
std::atomic<manager*> of_parent{nullptr};
std::atomic<pid_t> owner{0};

// No child sees an incomplete manager or uses its parent's.
[[maybe_unused]] const int registered =
    (prepare_forks(), pthread_atfork([] { starting.lock(); }, [] { starting.unlock(); },
                                     [] {
                                       if (manager* const left = current.exchange(nullptr))
                                         of_parent = left;
                                       starting.unlock();
                                     }));

}  // namespace

void manager::watch_destruction(std::uint64_t uid, std::uint32_t events) {
  const auto thread = static_cast<pid_t>(syscall(SYS_gettid));
  schedule(clock::now() + destruction_time, [thread, uid, events] {
    if (!sleeps_at(thread, uid)) return;
    tell<check::cm_unacknowledged>(
        "rdma_destroy_id waits: the program got {} event{} of the id and has not acknowledged all "
        "of them: call rdma_ack_cm_event for each before",
        events, events == 1 ? "" : "s");
  });
}

void settle_data() noexcept {
  constexpr std::chrono::milliseconds most{50};
  if (device* const here = started_device()) here->engine().settle(most);
}

manager& this_manager() {
  const std::lock_guard guard(starting);
  if (!current) {
    current = new manager(current_options());
    owner = getpid();
    watch_device_removal([](unsigned card) {
      manager* const on = started_manager();
      if (!on) return;
      const std::lock_guard guarded(on->lock());
      on->remove_device(card);
    });
  }
  return *current;
}

manager* started_manager() noexcept {
  manager* const found = current;
  return found && owner == getpid() ? found : nullptr;
}

manager* any_manager() noexcept {
  manager* const own = current;
  return own ? own : of_parent.load();
}

namespace {

/// Says goodbye when the process ends by exit(3), as the kernel does for an ended process. A thread that
/// holds the lock may have called exit(3) itself, so the wait for it is limited.
[[gnu::destructor]] void at_exit() {
  using namespace std::chrono_literals;
  manager* const left = started_manager();
  if (!left || !left->settings().wire) return;
  for (int tries = 1000; tries > 0; --tries, std::this_thread::sleep_for(1ms)) {
    const std::unique_lock guarded(left->lock(), std::try_to_lock);
    if (guarded) return left->leave_network();
  }
}

}  // namespace

}  // namespace verbatim::emulator::cm
