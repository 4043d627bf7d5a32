// One request of RDMA netlink, and what its handlers make of it.
#pragma once

#include <rdma/rdma_netlink.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "netlink/message_writer.hpp"
#include "settings/options.hpp"

namespace verbatim::emulator::netlink {

/// Handlers throw it: the request fails with this errno.
struct failure {
  int error;
};

/// A request, with its attributes by number. An attribute that is given twice has its last value.
class request {
 public:
  /// Throws `failure` if the attributes are not well-formed.
  request(const nlmsghdr& header, std::span<const std::byte> attributes);

  const nlmsghdr& header() const noexcept { return header_; }
  unsigned command() const noexcept { return RDMA_NL_GET_OP(header_.nlmsg_type); }

  std::optional<std::uint32_t> number(unsigned attribute) const;
  std::optional<std::string> text(unsigned attribute) const;

  /// Returns the device that the request names. Throws `failure` (EINVAL) if there is none.
  unsigned card() const;

 private:
  nlmsghdr header_;
  std::array<std::span<const std::byte>, RDMA_NLDEV_ATTR_MAX> attributes_{};
};

/// The messages of an answer: each is read by one recvmsg.
class answer {
 public:
  explicit answer(const request& to, std::uint32_t port) : to_(to), port_(port) {}

  /// Adds a message that `fill` fills.
  void add(const std::function<void(message_writer&)>& fill);

  /// The same for a part of a dump.
  void add_part(const std::function<void(message_writer&)>& fill);

  std::vector<bytes> datagrams;

 private:
  void add(std::uint16_t flags, const std::function<void(message_writer&)>& fill);

  const request& to_;
  std::uint32_t port_;
};

/// Handlers of one command: of one object, and of all. Null if the command has none.
struct command_row {
  void (*one)(const request&, answer&);
  void (*dump)(const request&, answer&);

  /// True if the command changes something, which takes the rights of an administrator.
  bool changes = false;
};

/// Adds the attributes by which a message names its device.
void put_device(message_writer& to, unsigned card);

// The commands about devices and ports.
void get_device(const request& from, answer& to);
void dump_devices(const request& from, answer& to);
void get_port(const request& from, answer& to);
void dump_ports(const request& from, answer& to);
void get_system(const request& from, answer& to);
void get_character_device(const request& from, answer& to);

// The commands about objects.
void get_summary(const request& from, answer& to);
void dump_summaries(const request& from, answer& to);
void get_resource(const request& from, answer& to);
void dump_resources(const request& from, answer& to);

/// Returns the datagrams that answer one message of a program. `capped`: a refusal does not repeat
/// the request.
std::vector<bytes> answer_message(std::span<const std::byte> message, std::uint32_t port,
                                  bool capped);

}  // namespace verbatim::emulator::netlink
