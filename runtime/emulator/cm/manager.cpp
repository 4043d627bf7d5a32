// Ids, event channels and states of connections.
#include "cm/manager.hpp"

#include <algorithm>
#include <cerrno>
#include <random>
#include <utility>
#include <vector>

#include "abi/refusal.hpp"
#include "cm/wire/general_services.hpp"

namespace verbatim::emulator::cm {
namespace {

/// Returns true for the states in which a queue pair of the peer belongs to a connection here.
bool holds_peer(connection_state state) noexcept {
  switch (state) {
    case connection_state::request_received:
    case connection_state::reply_sent:
    case connection_state::reply_received:
    case connection_state::established:
      return true;
    default:
      return false;
  }
}

}  // namespace

manager::manager(const options& with)
    : settings_(with),
      book_(with),
      transport_(with.directory + "/cm"),
      ports_(with.directory + "/cm", transport_.slot(), with.host),
      faults_(with),
      wake_("an eventfd of rdma_cm"),
      next_communication_(std::random_device{}()) {
  if (with.wire && with.link == link_layer::ethernet) {
    services_ = std::make_unique<general_services>(with, transport_.wait_descriptor());
  }
  thread_.start([this] { run(); }, "verbatim-cm");
  enroll(*this);
}

manager::~manager() = default;

std::shared_ptr<event_file> manager::open(bool close_on_exec) {
  auto made = std::make_shared<event_file>(close_on_exec);
  const std::lock_guard guard(files_mutex_);
  files_.emplace(made->inode(), made);
  return made;
}

std::shared_ptr<event_file> manager::find_file(std::uint64_t inode) noexcept {
  const std::lock_guard guard(files_mutex_);
  const auto at = files_.find(inode);
  return at == files_.end() ? nullptr : at->second;
}

void manager::close(std::uint64_t inode) {
  const auto at = files_.find(inode);
  if (at == files_.end()) return;
  std::vector<std::uint32_t> gone;
  each([&](const id& one) {
    if (one.file == at->second) gone.push_back(one.link.communication);
  });
  // Destroying a listener also destroys the requests that the program has not taken.
  for (const std::uint32_t communication : gone) {
    if (id* const one = find_communication(communication)) destroy(*one, -1);
  }
  const std::lock_guard guard(files_mutex_);
  files_.erase(at);
}

id& manager::create(std::shared_ptr<event_file> file, std::uint64_t uid, std::uint16_t space,
                    std::uint8_t qp_type) {
  // The kernel uses the lowest free number.
  const std::uint32_t handle =
      free_handles_.empty() ? next_handle_++ : free_handles_.extract(free_handles_.begin()).value();
  auto made = std::make_unique<id>();
  made->handle = handle;
  made->uid = uid;
  made->file = std::move(file);
  made->port_space = space;
  made->qp_type = qp_type;
  made->link.communication = next_communication_++;
  made->link.psn = static_cast<std::uint32_t>(std::random_device{}() & 0xffffff);
  by_communication_.emplace(made->link.communication, made.get());
  return *ids_.emplace(handle, std::move(made)).first->second;
}

id* manager::find(std::uint32_t handle) const noexcept {
  const auto at = ids_.find(handle);
  return at == ids_.end() ? nullptr : at->second.get();
}

id* manager::find_communication(std::uint32_t communication) const noexcept {
  const auto at = by_communication_.find(communication);
  return at == by_communication_.end() ? nullptr : at->second;
}

id* manager::find_request(std::uint32_t slot, std::uint32_t communication) const noexcept {
  const auto at = requests_.find({slot, communication});
  return at == requests_.end() ? nullptr : at->second;
}

id* manager::find_connected(std::uint64_t guid, std::uint32_t qpn) const noexcept {
  const auto at = connected_.find({guid, qpn});
  return at == connected_.end() ? nullptr : at->second;
}

void manager::destroy(id& gone, int through) {
  std::vector<id*> requests;
  const auto removed = gone.file->remove(
      [&gone](const event& one) { return one.about == &gone || one.made == &gone; });
  if (gone.listener) {
    // The listener may have moved to another channel, together with the event of this request.
    gone.listener->file->remove([&gone](const event& one) { return one.made == &gone; });
  }
  if (through >= 0) gone.file->drain(through);
  for (const event& one : removed) {
    if (one.made && one.made != &gone) requests.push_back(one.made);
  }
  if (gone.state == id_state::listening) {
    each([&gone](id& one) {
      if (one.listener == &gone) one.listener = nullptr;
    });
  }
  say_farewell(gone);
  if (is_network_slot(gone.link.peer_slot)) {
    services_->remember(gone.link.peer_slot, gone.link.communication);
  }
  leave_connection(gone);
  if (gone.holds_port) ports_.release(gone.link.communication);
  by_communication_.erase(gone.link.communication);
  free_handles_.insert(gone.handle);
  ids_.erase(gone.handle);
  for (id* const one : requests) destroy(*one, through);
}

void manager::say_farewell(id& of) {
  const farewell* const last = find_farewell(of.link.state);
  // Linux disconnects the send side of an XRC connection only.
  if (!last || (of.link.state == connection_state::established && of.qp_type == qp_kind::xrc_recv))
    return;
  packet outgoing;
  outgoing.kind = last->sends;
  outgoing.reason = last->reason;
  send(of, outgoing);
}

void manager::leave_connection(id& of) {
  const auto peer = connected_.find({of.link.peer_guid, of.link.peer_qpn});
  if (peer != connected_.end() && peer->second == &of) connected_.erase(peer);
  const auto at = requests_.find({of.link.peer_slot, of.link.peer_communication});
  if (at != requests_.end() && at->second == &of) requests_.erase(at);
  ++of.link.timer;
}

void manager::enter(id& of, connection_state to) {
  connection& link = of.link;
  const bool held = holds_peer(link.state);
  link.state = to;
  if (to == connection_state::request_received || to == connection_state::sidr_received) {
    requests_[{link.peer_slot, link.peer_communication}] = &of;
  }
  const std::pair remote{link.peer_guid, link.peer_qpn};
  if (holds_peer(to)) {
    connected_.emplace(remote, &of);
  } else if (held) {
    const auto at = connected_.find(remote);
    if (at != connected_.end() && at->second == &of) connected_.erase(at);
  }
  link.tries = 1;
  link.seen = false;
  start_timer(of);
}

void manager::raise(id& about, event_kind kind, int status, const filling& fill) {
  // Linux drops events of a request before the program has accepted it; accepting then fails.
  if (about.uid == 0 && kind != event_kind::connect_request) return;
  if (status == 0) {
    if (const auto failure = faults_.spoils(kind)) {
      kind = *failure;
      status = -ETIMEDOUT;
    }
  }
  event made;
  made.about = &about;
  made.for_program.uid = about.uid;
  made.for_program.id = about.handle;
  made.for_program.event = static_cast<std::uint32_t>(kind);
  made.for_program.status = static_cast<std::uint32_t>(status);
  if (fill) fill(made);
  const auto now = clock::now();
  made.due = now + settings_.cm_event_delay;
  note("rdma_cm: id {}: {}, status {}", made.for_program.id, name(kind), status);
  about.file->put(std::move(made));
  if (about.file->publish(now) != clock::time_point::max()) wake();
}

void manager::raise_connection(id& about, event_kind kind, int status, const filling& fill) {
  const id_state expected =
      kind == event_kind::timewait_exit ? id_state::disconnected : id_state::connecting;
  if (about.state != expected) return;
  if (kind == event_kind::disconnected) about.state = id_state::disconnected;
  raise(about, kind, status, fill);
}

void manager::send(std::uint32_t to, const packet& outgoing) {
  if (is_network_slot(to)) {
    note("rdma_cm: {} to GID {}", name(outgoing.kind),
         emulator::in_words(services_->address_of(to)));
    services_->send(to, outgoing);
    return wake();
  }
  message carried;
  carried.kind = message_kind::connection_management;
  carried.source_qpn = slot() << qpn_slot_shift;
  carried.message_bytes = sizeof outgoing;
  carried.payload = std::as_bytes(std::span(&outgoing, 1));
  note("rdma_cm: {} to the process in slot {}", name(outgoing.kind), to);
  if (!transport_.send_to(to, carried)) {
    schedule(clock::now(), [this, to] { peer_lost(to); });
    return;
  }
  transport_.flush();
  if (to == slot()) wake();
}

void manager::remove_device(unsigned card) {
  each([&](id& one) {
    if (!one.at || one.at->card != card || one.state == id_state::device_removed) return;
    say_farewell(one);
    leave_connection(one);
    one.link.state = connection_state::none;
    one.state = id_state::device_removed;
    raise(one, event_kind::device_removal, 0);
  });
}

bool manager::answers_for_host() {
  const auto& others = transport_.others();
  return std::all_of(others.begin(), others.end(), [&](std::uint32_t one) { return one > slot(); });
}

void manager::leave_network() {
  if (!services_) return;
  each([this](id& one) {
    if (is_network_slot(one.link.peer_slot)) say_farewell(one);
  });
  services_->flush();
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
  ports_.abandon();
  wake_.reset();
  services_.reset();
  after_fork();
}

}  // namespace verbatim::emulator::cm
