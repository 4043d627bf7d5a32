// Files, agents, time-outs and the thread.
#include "mad/manager.hpp"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "objects/subnet_ports.hpp"
#include "report/report.hpp"

namespace verbatim::emulator::mad {

manager::manager(const options& with, subnet::subnet_state& subnet)
    : subnet_(subnet), transport_(with.directory + "/mad"), wake_("an eventfd of umad") {
  {
    // A process that was killed may have had this place.
    const subnet::subnet_state::locked now(subnet_);
    for (auto& one : now->agents) {
      if (one.slot == transport_.slot()) one = {};
    }
    std::ranges::replace(now->managers, transport_.slot(), 0u);
  }
  thread_.start([this] { run(); }, "verbatim-mad");
  enroll(*this);
}

std::shared_ptr<port_file> manager::find_file(std::uint64_t inode) noexcept {
  const std::lock_guard guard(files_mutex_);
  const auto at = files_.find(inode);
  return at == files_.end() ? nullptr : at->second;
}

std::shared_ptr<port_file> manager::open(unsigned end_port, bool is_issm, int flags) {
  if (is_issm) {
    const subnet::subnet_state::locked now(subnet_);
    forget_the_dead(*now);
    if (now->managers[end_port] != 0) return nullptr;
    now->managers[end_port] = transport_.slot();
  }
  auto made = std::make_shared<port_file>(end_port, is_issm, flags);
  const std::lock_guard guard(files_mutex_);
  files_.emplace(made->inode(), made);
  return made;
}

void manager::close(std::uint64_t inode) {
  const auto at = files_.find(inode);
  if (at == files_.end()) return;
  port_file& file = *at->second;
  {
    const subnet::subnet_state::locked now(subnet_);
    if (file.is_issm) now->managers[file.end_port] = 0;
    for (const auto& one : file.agents) {
      if (!one) continue;
      strike(*now, transport_.slot(), one->number);
      agents_.erase(one->number);
      pending_.remove_if([&](const pending& sent) { return sent.what.agent == one->number; });
    }
  }
  const std::lock_guard guard(files_mutex_);
  files_.erase(at);
}

int manager::enlist(port_file& file, const registration& wanted, std::uint32_t& number) {
  const auto room = std::ranges::find_if(file.agents, [](const auto& one) { return !one; });
  if (room == file.agents.end()) return ENOMEM;
  constexpr std::uint32_t counts = 1u << agent_slot_shift;
  std::uint32_t made = 0;
  do {
    next_agent_ = next_agent_ % (counts - 1) + 1;
    made = transport_.slot() << agent_slot_shift | next_agent_;
  } while (agents_.contains(made));
  {
    const subnet::subnet_state::locked now(subnet_);
    forget_the_dead(*now);
    if (const int error = mad::enlist(*now, transport_.slot(), made, file.end_port, wanted)) {
      return error;
    }
  }
  number = static_cast<std::uint32_t>(room - file.agents.begin());
  *room = agent{made, wanted};
  agents_.emplace(made, std::pair{&file, number});
  note("umad: an agent of class {:#04x}, version {}, for queue pair {} of port {} of mlx5_{}",
       wanted.mgmt_class, wanted.class_version, wanted.qpn, subnet::port_of(file.end_port),
       subnet::card_of(file.end_port));
  return 0;
}

int manager::dismiss(port_file& file, std::uint32_t number, int through) {
  if (number >= file.agents.size() || !file.agents[number]) return EINVAL;
  const std::uint32_t gone = file.agents[number]->number;
  {
    const subnet::subnet_state::locked now(subnet_);
    strike(*now, transport_.slot(), gone);
  }
  agents_.erase(gone);
  pending_.remove_if([gone](const pending& sent) { return sent.what.agent == gone; });
  file.forget(number, through);
  file.agents[number].reset();
  return 0;
}

int manager::send(port_file& file, std::uint32_t number, outgoing what,
                  std::chrono::milliseconds timeout, std::uint32_t retries) {
  if (number >= file.agents.size() || !file.agents[number]) return EINVAL;
  const agent& from = *file.agents[number];
  what.end_port = file.end_port;
  what.agent = from.number;
  what.own_qpn = from.wanted.qpn;
  what.takes_tables = from.wanted.rmpp_version != 0;
  constexpr std::size_t most = message::max_payload - sizeof(envelope);
  if (what.bytes.size() > management::mad::size && !what.takes_tables) return EINVAL;
  if (what.bytes.size() > most) {
    report("umad: a datagram of {} bytes is too long: the emulator carries {} at most",
           what.bytes.size(), most);
    return EMSGSIZE;
  }
  if (!is_answer(what.bytes)) {
    set_agent(what.bytes, from.number);
    pending sent;
    sent.transaction = get(what.bytes, hdr::tid);
    sent.mgmt_class = static_cast<std::uint8_t>(get(what.bytes, hdr::mgmt_class));
    const auto is_same = [&](const pending& other) {
      return other.transaction == sent.transaction && other.mgmt_class == sent.mgmt_class;
    };
    if (timeout.count() > 0) {
      if (std::ranges::any_of(pending_, is_same)) return EINVAL;
      sent.what = what;
      sent.timeout = timeout;
      sent.retries_left = retries;
      sent.due = clock::now() + timeout;
      pending_.push_back(std::move(sent));
      wake();
    }
  }
  transmit(what);
  return 0;
}

void manager::wake() noexcept { wake_.wake(); }

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
    const bool again = transport_.deliver(*this);
    next = run_timers(clock::now());
    transport_.flush();
    if (again) return;
  }
  wake_.sleep(transport_.wait_descriptor(), next);
}

manager::clock::time_point manager::run_timers(clock::time_point now) {
  auto next = clock::time_point::max();
  for (auto at = pending_.begin(); at != pending_.end();) {
    if (at->due > now) {
      next = std::min(next, at->due);
      ++at;
    } else if (at->retries_left > 0) {
      --at->retries_left;
      at->due = now + at->timeout;
      next = std::min(next, at->due);
      // The answer removes this request, and no other one.
      const outgoing again = at->what;
      ++at;
      transmit(again);
    } else {
      const auto to = agents_.find(at->what.agent);
      if (to != agents_.end()) {
        received unanswered;
        unanswered.agent = to->second.second;
        unanswered.status = ETIMEDOUT;
        unanswered.what.bytes = std::move(at->what.bytes);
        unanswered.what.bytes.resize(hdr::size);
        to->second.first->put(std::move(unanswered));
      }
      at = pending_.erase(at);
    }
  }
  return next;
}

void manager::before_fork() {
  mutex_.lock();
  files_mutex_.lock();
}

void manager::after_fork() {
  files_mutex_.unlock();
  mutex_.unlock();
}

void manager::after_fork_in_child() {
  // The parent's thread does not exist here. Its sockets and locks must not stay open.
  transport_.abandon();
  wake_.reset();
  after_fork();
}

namespace {

std::mutex starting;
std::atomic<manager*> current{nullptr};
std::atomic<pid_t> owner{0};

// No child sees an incomplete manager or uses its parent's.
[[maybe_unused]] const int registered =
    (prepare_forks(), pthread_atfork([] { starting.lock(); }, [] { starting.unlock(); },
                                     [] {
                                       current = nullptr;
                                       starting.unlock();
                                     }));

}  // namespace

manager& this_manager() {
  const std::lock_guard guard(starting);
  if (!current) {
    subnet::subnet_state* const subnet = this_subnet();
    if (!subnet) {
      throw std::system_error(ENOSPC, std::generic_category(),
                              "the file of the subnet cannot be made");
    }
    current = new manager(current_options(), *subnet);
    owner = getpid();
  }
  return *current;
}

manager* started_manager() noexcept {
  manager* const found = current;
  return found && owner == getpid() ? found : nullptr;
}

}  // namespace verbatim::emulator::mad
