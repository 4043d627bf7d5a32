// Answers of RDMA netlink about devices, ports and character devices, like Linux
// (drivers/infiniband/core/nldev.c).
#include <fmt/format.h>
#include <rdma/ib_user_ioctl_verbs.h>

#include <cerrno>

#include "abi/commands/capabilities.hpp"
#include "abi/device_file.hpp"
#include "cm/device_file.hpp"
#include "mad/device_file.hpp"
#include "netlink/request.hpp"
#include "objects/subnet_ports.hpp"

namespace verbatim::emulator::netlink {
namespace {

/// Returns a device number as the kernel gives it to programs (new_encode_dev).
std::uint64_t encoded(unsigned major, unsigned minor) {
  return (minor & 0xff) | major << 8 | (minor & ~0xffu) << 12;
}

/// Returns the port that the request names. Throws `failure` if the device has no such port.
unsigned port_of(const request& from, unsigned ports) {
  const auto number = from.number(RDMA_NLDEV_ATTR_PORT_INDEX);
  if (!number || *number == 0 || *number > ports) throw failure{EINVAL};
  return *number;
}

void fill_device(message_writer& to, unsigned card) {
  const std::vector<port_identity> ports = present_ports(card);
  put_device(to, card);
  to.put(RDMA_NLDEV_ATTR_PORT_INDEX, static_cast<std::uint32_t>(ports.size()));
  to.put(RDMA_NLDEV_ATTR_CAP_FLAGS, std::uint64_t{device_answer(ports).base.device_cap_flags});
  to.put_text(RDMA_NLDEV_ATTR_FW_VERSION, firmware_version_text());
  to.put(RDMA_NLDEV_ATTR_NODE_GUID, ports.front().node_guid);
  to.put(RDMA_NLDEV_ATTR_SYS_IMAGE_GUID, ports.front().node_guid);
  to.put(RDMA_NLDEV_ATTR_DEV_NODE_TYPE, std::uint8_t{RDMA_NODE_IB_CA});
  to.put(RDMA_NLDEV_ATTR_DEV_DIM, std::uint8_t{0});
  to.put_text(RDMA_NLDEV_ATTR_DEV_PROTOCOL, ports.front().ethernet() ? "roce" : "ib");
}

void fill_port(message_writer& to, unsigned card, const port_identity& port, unsigned number) {
  const ib_uverbs_query_port_resp_ex is = port_answer(port);
  put_device(to, card);
  to.put(RDMA_NLDEV_ATTR_PORT_INDEX, std::uint32_t{number});
  if (!port.ethernet()) {
    const std::uint64_t more_flags = is.port_cap_flags2;
    to.put(RDMA_NLDEV_ATTR_CAP_FLAGS, more_flags << 32 | is.legacy_resp.port_cap_flags);
    to.put(RDMA_NLDEV_ATTR_SUBNET_PREFIX, subnet_prefix);
    to.put(RDMA_NLDEV_ATTR_LID, std::uint32_t{is.legacy_resp.lid});
    to.put(RDMA_NLDEV_ATTR_SM_LID, std::uint32_t{is.legacy_resp.sm_lid});
    to.put(RDMA_NLDEV_ATTR_LMC, is.legacy_resp.lmc);
  }
  to.put(RDMA_NLDEV_ATTR_PORT_STATE, is.legacy_resp.state);
  to.put(RDMA_NLDEV_ATTR_PORT_PHYS_STATE, is.legacy_resp.phys_state);
  if (port.ethernet() && port.netdev_index != 0) {
    to.put(RDMA_NLDEV_ATTR_NDEV_INDEX, port.netdev_index);
    to.put_text(RDMA_NLDEV_ATTR_NDEV_NAME, port.netdev);
  }
}

/// A character device of RDMA programs.
struct character_device {
  std::string name;
  std::uint64_t abi;
  std::uint64_t number;
  bool of_verbs = false;
};

character_device find_management_file(const request& from, unsigned card, bool is_issm) {
  const unsigned ports = current_options().ports;
  const mad::file_name which{card * ports + port_of(from, ports) - 1, is_issm};
  const bool has_file =
      !current_options().hosts && !(is_issm && current_options().link == link_layer::ethernet);
  if (!has_file) throw failure{EINVAL};
  return {fmt::format("{}{}", is_issm ? "issm" : "umad", which.number), mad::abi_version,
          encoded(mad::device_major, which.device_minor())};
}

character_device find_character_device(const request& from, const std::string& type) {
  const bool has_device = from.number(RDMA_NLDEV_ATTR_DEV_INDEX).has_value();
  if (!has_device) {
    if (from.number(RDMA_NLDEV_ATTR_PORT_INDEX)) throw failure{EINVAL};
    if (type != "rdma_cm") throw failure{ENOENT};
    return {"rdma_cm", cm::abi_version, encoded(cm::device_major, cm::device_minor)};
  }
  const unsigned card = from.card();
  if (type == "umad" || type == "issm") return find_management_file(from, card, type == "issm");
  if (type == "uverbs" && !from.number(RDMA_NLDEV_ATTR_PORT_INDEX)) {
    return {fmt::format("uverbs{}", card), 1, encoded(device_major, first_device_minor + card),
            true};
  }
  throw failure{type == "uverbs" ? EINVAL : ENOENT};
}

}  // namespace

void put_device(message_writer& to, unsigned card) {
  to.put(RDMA_NLDEV_ATTR_DEV_INDEX, std::uint32_t{card});
  to.put_text(RDMA_NLDEV_ATTR_DEV_NAME, fmt::format("mlx5_{}", card));
}

void get_device(const request& from, answer& to) {
  const unsigned card = from.card();
  to.add([card](message_writer& out) { fill_device(out, card); });
}

void dump_devices(const request&, answer& to) {
  for (unsigned card = 0; card < current_options().devices; ++card) {
    to.add_part([card](message_writer& out) { fill_device(out, card); });
  }
}

void get_port(const request& from, answer& to) {
  const unsigned card = from.card();
  const std::vector<port_identity> ports = present_ports(card);
  const unsigned number = port_of(from, static_cast<unsigned>(ports.size()));
  to.add([&](message_writer& out) { fill_port(out, card, ports[number - 1], number); });
}

void dump_ports(const request& from, answer& to) {
  const unsigned card = from.card();
  unsigned number = 0;
  for (const port_identity& port : present_ports(card)) {
    ++number;
    to.add_part([&](message_writer& out) { fill_port(out, card, port, number); });
  }
}

void get_system(const request&, answer& to) {
  constexpr std::uint8_t shared_namespaces = 1;
  constexpr std::uint8_t copies_on_fork = 1;
  to.add([](message_writer& out) {
    out.put(RDMA_NLDEV_SYS_ATTR_NETNS_MODE, shared_namespaces);
    out.put(RDMA_NLDEV_SYS_ATTR_COPY_ON_FORK, copies_on_fork);
  });
}

void get_character_device(const request& from, answer& to) {
  const auto type = from.text(RDMA_NLDEV_ATTR_CHARDEV_TYPE);
  if (!type) throw failure{EINVAL};
  const character_device found = find_character_device(from, *type);
  to.add([&found](message_writer& out) {
    if (found.of_verbs) {
      out.put(RDMA_NLDEV_ATTR_UVERBS_DRIVER_ID, std::uint32_t{RDMA_DRIVER_MLX5});
    }
    out.put(RDMA_NLDEV_ATTR_CHARDEV, found.number);
    out.put(RDMA_NLDEV_ATTR_CHARDEV_ABI, found.abi);
    out.put_text(RDMA_NLDEV_ATTR_CHARDEV_NAME, found.name);
  });
}

}  // namespace verbatim::emulator::netlink
