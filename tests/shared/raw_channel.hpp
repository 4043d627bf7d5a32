// Talks to /dev/infiniband/rdma_cm without librdmacm, one write(2) for each command.
#pragma once

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <rdma/rdma_user_cm.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace {

/// The events by their numbers in rdma_cma.h.
namespace ev {
enum : std::uint32_t {
  addr_resolved,
  addr_error,
  route_resolved,
  route_error,
  connect_request,
  connect_response,
  connect_error,
  unreachable,
  rejected,
  established,
  disconnected,
  device_removal,
  multicast_join,
  multicast_error,
  addr_change,
  timewait_exit,
};
}  // namespace ev

/// A socket address with its size, as the commands take it.
struct socket_address {
  sockaddr_storage storage{};
  std::uint16_t size = 0;

  static socket_address of(const std::string& ip, std::uint16_t port) {
    socket_address result;
    if (ip.find(':') == std::string::npos) {
      sockaddr_in in{};
      in.sin_family = AF_INET;
      in.sin_port = htons(port);
      inet_pton(AF_INET, ip.c_str(), &in.sin_addr);
      std::memcpy(&result.storage, &in, sizeof in);
      result.size = sizeof in;
    } else {
      sockaddr_in6 in{};
      in.sin6_family = AF_INET6;
      in.sin6_port = htons(port);
      inet_pton(AF_INET6, ip.c_str(), &in.sin6_addr);
      std::memcpy(&result.storage, &in, sizeof in);
      result.size = sizeof in;
    }
    return result;
  }
};

/// An opened event channel. Commands return 0 or the errno.
class raw_channel {
 public:
  raw_channel() : fd_(open("/dev/infiniband/rdma_cm", O_RDWR | O_CLOEXEC)) {
    EXPECT_GE(fd_, 0) << std::strerror(errno);
  }
  ~raw_channel() { close_it(); }
  raw_channel(const raw_channel&) = delete;
  raw_channel& operator=(const raw_channel&) = delete;

  int fd() const { return fd_; }
  void close_it() {
    if (fd_ >= 0) close(fd_);
    fd_ = -1;
  }

  /// Writes any bytes as a command.
  int write_bytes(const void* from, std::size_t bytes) const {
    const ssize_t written = write(fd_, from, bytes);
    if (written < 0) return errno;
    EXPECT_EQ(static_cast<std::size_t>(written), bytes);
    return 0;
  }

  template <class Command>
  int command(std::uint32_t number, const Command& payload, std::size_t out = 0,
              std::size_t in = sizeof(Command)) const {
    std::vector<std::byte> bytes(sizeof(rdma_ucm_cmd_hdr) + sizeof payload);
    const rdma_ucm_cmd_hdr header{number, static_cast<std::uint16_t>(in),
                                  static_cast<std::uint16_t>(out)};
    std::memcpy(bytes.data(), &header, sizeof header);
    std::memcpy(bytes.data() + sizeof header, &payload, sizeof payload);
    return write_bytes(bytes.data(), sizeof header + in);
  }

  int create(std::uint32_t& id, std::uint64_t uid, std::uint16_t space = RDMA_PS_TCP,
             std::uint8_t type = 2) const {
    rdma_ucm_create_id_resp answer{};
    rdma_ucm_create_id in{};
    in.uid = uid;
    in.response = reinterpret_cast<std::uintptr_t>(&answer);
    in.ps = space;
    in.qp_type = type;
    const int error = command(RDMA_USER_CM_CMD_CREATE_ID, in, sizeof answer);
    id = answer.id;
    return error;
  }

  /// Returns a new id; its uid is `uid`.
  std::uint32_t made(std::uint64_t uid, std::uint16_t space = RDMA_PS_TCP,
                     std::uint8_t type = 2) const {
    std::uint32_t id = 0;
    EXPECT_EQ(create(id, uid, space, type), 0);
    return id;
  }

  int destroy(std::uint32_t id, std::uint32_t* reported = nullptr) const {
    return destroy_with(RDMA_USER_CM_CMD_DESTROY_ID, id, reported);
  }

  int bind(std::uint32_t id, const socket_address& to) const {
    rdma_ucm_bind in{};
    in.id = id;
    in.addr_size = to.size;
    std::memcpy(&in.addr, &to.storage, sizeof in.addr);
    return command(RDMA_USER_CM_CMD_BIND, in);
  }

  int listen(std::uint32_t id, std::uint32_t backlog = 16) const {
    return command(RDMA_USER_CM_CMD_LISTEN, rdma_ucm_listen{id, backlog});
  }

  int resolve_address(std::uint32_t id, const socket_address& to,
                      std::uint32_t timeout_ms = 1000) const {
    rdma_ucm_resolve_addr in{};
    in.id = id;
    in.timeout_ms = timeout_ms;
    in.dst_size = to.size;
    std::memcpy(&in.dst_addr, &to.storage, sizeof in.dst_addr);
    return command(RDMA_USER_CM_CMD_RESOLVE_ADDR, in);
  }

  int resolve_route(std::uint32_t id, std::uint32_t timeout_ms = 1000) const {
    return command(RDMA_USER_CM_CMD_RESOLVE_ROUTE, rdma_ucm_resolve_route{id, timeout_ms});
  }

  static rdma_ucm_conn_param parameters(std::uint32_t qpn, const std::string& data) {
    rdma_ucm_conn_param result{};
    result.qp_num = qpn;
    result.private_data_len = static_cast<std::uint8_t>(data.size());
    std::memcpy(result.private_data, data.data(), data.size());
    result.responder_resources = 3;
    result.initiator_depth = 4;
    result.retry_count = 5;
    result.rnr_retry_count = 6;
    result.valid = 1;
    return result;
  }

  int connect(std::uint32_t id, std::uint32_t qpn, const std::string& data = {}) const {
    rdma_ucm_connect in{};
    in.conn_param = parameters(qpn, data);
    in.id = id;
    in.ece = {0x15b3, 7};
    return command(RDMA_USER_CM_CMD_CONNECT, in);
  }

  int accept(std::uint32_t id, std::uint64_t uid, std::uint32_t qpn,
             const std::string& data = {}) const {
    rdma_ucm_accept in{};
    in.uid = uid;
    in.conn_param = parameters(qpn, data);
    in.id = id;
    in.ece = {0x15b3, 9};
    return command(RDMA_USER_CM_CMD_ACCEPT, in);
  }

  int establish(std::uint32_t id) const {
    rdma_ucm_accept in{};
    in.id = id;
    return command(RDMA_USER_CM_CMD_ACCEPT, in);
  }

  int reject(std::uint32_t id, const std::string& data = {}, std::uint8_t reason = 0) const {
    rdma_ucm_reject in{};
    in.id = id;
    in.reason = reason;
    in.private_data_len = static_cast<std::uint8_t>(data.size());
    std::memcpy(in.private_data, data.data(), data.size());
    return command(RDMA_USER_CM_CMD_REJECT, in);
  }

  int disconnect(std::uint32_t id) const {
    return command(RDMA_USER_CM_CMD_DISCONNECT, rdma_ucm_disconnect{id});
  }

  int notify(std::uint32_t id, std::uint32_t event) const {
    return command(RDMA_USER_CM_CMD_NOTIFY, rdma_ucm_notify{id, event});
  }

  int attributes(std::uint32_t id, std::uint32_t state, ib_uverbs_qp_attr& answer) const {
    rdma_ucm_init_qp_attr in{};
    in.response = reinterpret_cast<std::uintptr_t>(&answer);
    in.id = id;
    in.qp_state = state;
    return command(RDMA_USER_CM_CMD_INIT_QP_ATTR, in, sizeof answer);
  }

  int query_addresses(std::uint32_t id, rdma_ucm_query_addr_resp& answer) const {
    rdma_ucm_query in{};
    in.response = reinterpret_cast<std::uintptr_t>(&answer);
    in.id = id;
    in.option = RDMA_USER_CM_QUERY_ADDR;
    return command(RDMA_USER_CM_CMD_QUERY, in, sizeof answer);
  }

  int option(std::uint32_t id, std::uint32_t level, std::uint32_t name, const void* value,
             std::uint32_t bytes) const {
    rdma_ucm_set_option in{};
    in.optval = reinterpret_cast<std::uintptr_t>(value);
    in.id = id;
    in.level = level;
    in.optname = name;
    in.optlen = bytes;
    return command(RDMA_USER_CM_CMD_SET_OPTION, in);
  }

  /// Takes an id over from `from`.
  int migrate(std::uint32_t id, const raw_channel& from, std::uint32_t* reported = nullptr) const {
    rdma_ucm_migrate_resp answer{};
    rdma_ucm_migrate_id in{};
    in.response = reinterpret_cast<std::uintptr_t>(&answer);
    in.id = id;
    in.fd = static_cast<std::uint32_t>(from.fd());
    const int error = command(RDMA_USER_CM_CMD_MIGRATE_ID, in, sizeof answer);
    if (reported) *reported = answer.events_reported;
    return error;
  }

  int join(std::uint32_t id, std::uint64_t uid, const socket_address& to, std::uint32_t& group,
           std::uint16_t flags = 0) const {
    rdma_ucm_create_id_resp answer{};
    rdma_ucm_join_mcast in{};
    in.response = reinterpret_cast<std::uintptr_t>(&answer);
    in.uid = uid;
    in.id = id;
    in.addr_size = to.size;
    in.join_flags = flags;
    std::memcpy(&in.addr, &to.storage, sizeof in.addr);
    const int error = command(RDMA_USER_CM_CMD_JOIN_MCAST, in, sizeof answer);
    group = answer.id;
    return error;
  }

  int leave(std::uint32_t group, std::uint32_t* reported = nullptr) const {
    return destroy_with(RDMA_USER_CM_CMD_LEAVE_MCAST, group, reported);
  }

  int get_event(rdma_ucm_event_resp& answer) const {
    rdma_ucm_get_event in{};
    in.response = reinterpret_cast<std::uintptr_t>(&answer);
    return command(RDMA_USER_CM_CMD_GET_EVENT, in, sizeof answer);
  }

  bool has_event(int milliseconds) const {
    pollfd on{fd_, POLLIN, 0};
    return poll(&on, 1, milliseconds) == 1;
  }

  /// Returns the next event, which must come soon.
  rdma_ucm_event_resp next() const {
    rdma_ucm_event_resp answer{};
    if (!has_event(20'000)) {
      ADD_FAILURE() << "no event comes";
      return answer;
    }
    EXPECT_EQ(get_event(answer), 0);
    return answer;
  }

  /// Returns the next event, which must be that one, with that status.
  rdma_ucm_event_resp expect(std::uint32_t kind, int status = 0) const {
    const rdma_ucm_event_resp found = next();
    EXPECT_EQ(found.event, kind);
    EXPECT_EQ(static_cast<int>(found.status), status) << "of event " << found.event;
    return found;
  }

  /// Resolves the address and the route to a port of `ip`.
  void resolve(std::uint32_t id, const std::string& ip, std::uint16_t port) const {
    ASSERT_EQ(resolve_address(id, socket_address::of(ip, port)), 0);
    expect(ev::addr_resolved);
    ASSERT_EQ(resolve_route(id), 0);
    expect(ev::route_resolved);
  }

  /// Returns the port that the id has bound.
  std::uint16_t port_of(std::uint32_t id) const {
    rdma_ucm_query_addr_resp answer{};
    EXPECT_EQ(query_addresses(id, answer), 0);
    // The port is at the same place in IPv4 and IPv6 addresses.
    sockaddr_in in{};
    std::memcpy(&in, &answer.src_addr, sizeof in);
    return ntohs(in.sin_port);
  }

  /// Returns an id that listens at a free port of `ip`.
  std::uint32_t listener(const std::string& ip, std::uint64_t uid, std::uint32_t backlog = 16,
                         std::uint16_t space = RDMA_PS_TCP) const {
    const std::uint32_t id = made(uid, space);
    EXPECT_EQ(bind(id, socket_address::of(ip, 0)), 0);
    EXPECT_EQ(listen(id, backlog), 0);
    return id;
  }

 private:
  int destroy_with(std::uint32_t number, std::uint32_t id, std::uint32_t* reported) const {
    rdma_ucm_destroy_id_resp answer{};
    rdma_ucm_destroy_id in{};
    in.response = reinterpret_cast<std::uintptr_t>(&answer);
    in.id = id;
    const int error = command(number, in, sizeof answer);
    if (reported) *reported = answer.events_reported;
    return error;
  }

  int fd_;
};

}  // namespace
