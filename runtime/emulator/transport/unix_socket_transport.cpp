// Listens, connects, and moves bytes without blocking.
#include "transport/unix_socket_transport.hpp"

#include <fmt/format.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "report/report.hpp"

namespace verbatim::emulator {
namespace {

// The subject of an epoll event: the listener, an incoming socket, or the outgoing socket of a
// slot.
constexpr std::uint64_t about_listener = 0;
constexpr std::uint64_t about_incoming = std::uint64_t{1} << 32;
constexpr std::uint64_t about_outgoing = std::uint64_t{2} << 32;

/// The longest delay until a process that joins the fabric is seen.
constexpr auto others_lifetime = std::chrono::milliseconds(10);

void watch(int epoll, int operation, int file, std::uint32_t events, std::uint64_t about) {
  epoll_event event{};
  event.events = events;
  event.data.u64 = about;
  if (epoll_ctl(epoll, operation, file, &event) != 0) {
    throw std::system_error(errno, std::generic_category(), "epoll_ctl");
  }
}

sockaddr_un address_of(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
  return address;
}

descriptor new_socket() noexcept {
  return moved_high(descriptor(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)));
}

/// Reports once why this process cannot reach others: the program has used up its file descriptors.
void say_no_socket(int error) {
  static std::atomic<bool> said = false;
  if (said.exchange(true)) return;
  report("no connection to another process: {}{}", std::strerror(error),
         error == EMFILE ? ": raise the limit of open files (ulimit -n)" : "");
}

}  // namespace

unix_socket_transport::unix_socket_transport(const std::string& directory)
    : slot_(directory),
      epoll_(moved_high(descriptor(epoll_create1(EPOLL_CLOEXEC)))),
      listener_(new_socket()) {
  if (!epoll_ || !listener_) {
    throw std::system_error(errno, std::generic_category(), "a socket of the fabric");
  }
  socket_path_ = slot_.socket_path(slot());
  // A process that died left its socket. This process has its slot now, so no process listens on
  // the socket.
  unlink(socket_path_.c_str());
  const sockaddr_un address = address_of(socket_path_);
  if (bind(listener_.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      listen(listener_.number(), SOMAXCONN) != 0) {
    throw std::system_error(errno, std::generic_category(),
                            fmt::format("cannot listen in the fabric's directory {}", directory));
  }
  watch(epoll_.number(), EPOLL_CTL_ADD, listener_.number(), EPOLLIN, about_listener);
}

unix_socket_transport::~unix_socket_transport() {
  if (listener_) unlink(socket_path_.c_str());
}

void unix_socket_transport::abandon() noexcept {
  outgoing_.clear();
  incoming_.clear();
  listener_.reset();
  epoll_.reset();
  slot_.abandon();
}

outgoing_connection* unix_socket_transport::connect_to(std::uint32_t slot) {
  if (const auto known = outgoing_.find(slot); known != outgoing_.end()) return &known->second;
  if (slot < fabric_slot::first || slot > fabric_slot::last) return nullptr;
  descriptor socket = new_socket();
  if (!socket) {
    say_no_socket(errno);
    return nullptr;
  }
  const sockaddr_un address = address_of(slot_.socket_path(slot));
  // Unix sockets connect at once or not at all; EAGAIN means that the peer has many connections to
  // accept.
  if (connect(socket.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    return nullptr;
  }
  // The socket is readable only if the peer has ended, because the peer never writes to it.
  watch(epoll_.number(), EPOLL_CTL_ADD, socket.number(), EPOLLIN, about_outgoing | slot);
  auto& made = outgoing_.try_emplace(slot, std::move(socket)).first->second;
  message hello;
  hello.source_qpn = this->slot();
  made.append(hello);
  return &made;
}

bool unix_socket_transport::send(const message& outgoing) {
  return send_to(slot_of(outgoing.destination_qpn), outgoing);
}

const std::vector<std::uint32_t>& unix_socket_transport::others() {
  const auto now = std::chrono::steady_clock::now();
  if (now - others_as_of_ > others_lifetime) {
    others_as_of_ = now;
    others_ = slot_.others();
  }
  return others_;
}

bool unix_socket_transport::send_to(std::uint32_t to, const message& outgoing) {
  if (to == slot()) {
    to_self_.push_back({outgoing, {outgoing.payload.begin(), outgoing.payload.end()}});
    bytes_to_self_ += outgoing.payload.size();
    return true;
  }
  outgoing_connection* const connection = connect_to(to);
  if (!connection) return false;
  connection->append(outgoing);
  given_[to] += message_header::size + outgoing.payload.size();
  return true;
}

bool unix_socket_transport::congested(std::uint32_t slot) const noexcept {
  if (slot == this->slot()) return bytes_to_self_ > outgoing_connection::congestion_bytes;
  const auto at = outgoing_.find(slot);
  return at != outgoing_.end() && at->second.congested();
}

std::uint64_t unix_socket_transport::given(std::uint32_t slot) const noexcept {
  const auto at = given_.find(slot);
  return at == given_.end() ? 0 : at->second;
}

std::uint64_t unix_socket_transport::gone(std::uint32_t slot) const noexcept {
  // The unsent bytes of a broken connection count as sent too.
  const auto at = outgoing_.find(slot);
  return given(slot) - (at == outgoing_.end() ? 0 : at->second.waiting_bytes());
}

void unix_socket_transport::drop_outgoing(std::uint32_t slot) {
  outgoing_.erase(slot);
  lost_.push_back(slot);
}

void unix_socket_transport::flush_one(std::uint32_t slot, outgoing_connection& connection) {
  if (!connection.flush()) {
    drop_outgoing(slot);
    return;
  }
  if (connection.waits_for_room == connection.idle()) {
    connection.waits_for_room = !connection.idle();
    watch(epoll_.number(), EPOLL_CTL_MOD, connection.socket(),
          connection.waits_for_room ? EPOLLIN | EPOLLOUT : EPOLLIN, about_outgoing | slot);
  }
}

void unix_socket_transport::accept_all() {
  for (;;) {
    descriptor socket = moved_high(
        descriptor(accept4(listener_.number(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC)));
    if (!socket) {
      if (errno == EMFILE || errno == ENFILE) say_no_socket(errno);
      return;
    }
    const int number = socket.number();
    watch(epoll_.number(), EPOLL_CTL_ADD, number, EPOLLIN,
          about_incoming | static_cast<std::uint32_t>(number));
    incoming_.try_emplace(number, std::move(socket));
  }
}

void unix_socket_transport::flush() {
  // The list is taken first, because flushing may drop connections.
  std::vector<std::uint32_t> unsent;
  for (const auto& [slot, connection] : outgoing_) {
    if (!connection.idle() && !connection.waits_for_room) unsent.push_back(slot);
  }
  for (const std::uint32_t slot : unsent) flush_one(slot, outgoing_.at(slot));
}

void unix_socket_transport::exchange() {
  flush();
  std::array<epoll_event, 64> events;
  const int count = epoll_wait(epoll_.number(), events.data(), static_cast<int>(events.size()), 0);
  for (int i = 0; i < count; ++i) {
    const epoll_event& event = events[static_cast<std::size_t>(i)];
    const auto number = static_cast<std::uint32_t>(event.data.u64);
    if (event.data.u64 == about_listener) {
      accept_all();
    } else if (event.data.u64 & about_incoming) {
      const auto at = incoming_.find(static_cast<int>(number));
      if (at != incoming_.end()) at->second.fill();
    } else if (const auto at = outgoing_.find(number); at != outgoing_.end()) {
      if (event.events & (EPOLLIN | EPOLLHUP | EPOLLERR)) {
        drop_outgoing(number);
      } else {
        flush_one(number, at->second);
      }
    }
  }
}

bool unix_socket_transport::deliver(message_receiver& to) {
  bool delivered = !to_self_.empty() || !lost_.empty();
  // Only the messages that are there now: answers to them are handled in the next turn.
  for (auto pending = std::exchange(to_self_, {}); own_message & one : pending) {
    one.header.payload = one.payload;
    bytes_to_self_ -= one.payload.size();
    to.message_arrived(one.header);
  }
  for (auto at = incoming_.begin(); at != incoming_.end();) {
    std::string problem;
    if (at->second.deliver(to, problem) > 0) delivered = true;
    if (!problem.empty()) {
      report("dropped the connection from {}: a message is not valid, {}",
             at->second.peer() == 0 ? "an unknown process"
                                    : fmt::format("the process in slot {}", at->second.peer()),
             problem);
    } else if (!at->second.closed()) {
      ++at;
      continue;
    } else if (at->second.torn()) {
      note("the process in slot {} ended in the middle of a message", at->second.peer());
    }
    at = incoming_.erase(at);
  }
  // The loss is reported after all messages that the peers sent before they ended.
  for (const std::uint32_t slot : std::exchange(lost_, {})) to.peer_lost(slot);
  return delivered;
}

}  // namespace verbatim::emulator
