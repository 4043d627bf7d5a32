// A port of a device: its addresses and what its link can do.
#include "verbatim/verbs/port.hpp"

#include <arpa/inet.h>
#include <infiniband/verbs.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "verbatim/verbs/error.hpp"

namespace verbatim {

std::string to_string(const gid& gid) {
  char text[INET6_ADDRSTRLEN];
  inet_ntop(AF_INET6, gid.bytes.data(), text, sizeof text);
  return text;
}

namespace verbs {
namespace {

std::string describe(ibv_context* context, std::uint8_t port) {
  return "port " + std::to_string(port) + " of " + ibv_get_device_name(context->device);
}

gid to_gid(const ibv_gid& native) {
  gid gid;
  std::memcpy(gid.bytes.data(), native.raw, sizeof native.raw);
  return gid;
}

/// How good a RoCE address is: a larger number reaches more peers.
int reach(const ibv_gid_entry& entry) {
  const auto* raw = entry.gid.raw;
  const auto is_zero = [](std::uint8_t byte) { return byte == 0; };
  const bool ipv4 = std::all_of(raw, raw + 10, is_zero) && raw[10] == 0xff && raw[11] == 0xff;
  const bool link_local = raw[0] == 0xfe && (raw[1] & 0xc0) == 0x80;
  return (entry.gid_type == IBV_GID_TYPE_ROCE_V2 ? 4 : 0) + (ipv4 ? 2 : link_local ? 0 : 1);
}

}  // namespace

port query_port(ibv_context* context, std::uint8_t number) {
  ibv_device_attr device{};
  check(ibv_query_device(context, &device), "ibv_query_device",
        ibv_get_device_name(context->device));
  if (number == 0 || number > device.phys_port_cnt) {
    throw error(std::errc::invalid_argument, "ibv_query_port", describe(context, number),
                "the device has ports 1 to " + std::to_string(device.phys_port_cnt));
  }
  ibv_port_attr attr{};
  check(ibv_query_port(context, number, &attr), "ibv_query_port", describe(context, number));
  return {
      .number = number,
      .link_layer = attr.link_layer == IBV_LINK_LAYER_ETHERNET ? link_layer::ethernet
                                                               : link_layer::infiniband,
      .active = attr.state == IBV_PORT_ACTIVE,
      .lid = attr.lid,
      .active_mtu = static_cast<std::uint16_t>(128u << attr.active_mtu),  // IBV_MTU_256 is 1
      .gid_tbl_len = static_cast<std::uint16_t>(attr.gid_tbl_len),
      .pkey_tbl_len = attr.pkey_tbl_len,
      .grh_required = (attr.flags & IBV_QPF_GRH_REQUIRED) != 0,
  };
}

gid query_gid(ibv_context* context, const port& port, std::uint16_t index) {
  const auto object = describe(context, port.number);
  if (index >= port.gid_tbl_len) {
    throw error(std::errc::invalid_argument, "ibv_query_gid", object,
                "gid_index " + std::to_string(index) + " is not below gid_tbl_len, " +
                    std::to_string(port.gid_tbl_len));
  }
  ibv_gid native{};
  check(ibv_query_gid(context, port.number, index, &native), "ibv_query_gid", object,
        "gid_index " + std::to_string(index) + " cannot be read");
  return to_gid(native);
}

std::uint16_t best_gid_index(ibv_context* context, const port& port) {
  if (port.link_layer == link_layer::infiniband) return 0;
  std::vector<ibv_gid_entry> entries(port.gid_tbl_len);
  const auto count = ibv_query_gid_table(context, entries.data(), entries.size(), 0);
  if (count < 0)
    check(static_cast<int>(count), "ibv_query_gid_table", describe(context, port.number));
  entries.resize(static_cast<std::size_t>(count));
  std::erase_if(entries, [&](const ibv_gid_entry& entry) {
    return entry.port_num != port.number || to_gid(entry.gid).is_zero();
  });
  const auto best =
      std::max_element(entries.begin(), entries.end(),
                       [](const auto& a, const auto& b) { return reach(a) < reach(b); });
  if (best == entries.end()) {
    throw error(
        std::errc::address_not_available, "ibv_query_gid_table", describe(context, port.number),
        "no GID, and RoCE addresses by GID: give the port's network interface an IP address");
  }
  return static_cast<std::uint16_t>(best->gid_index);
}

}  // namespace verbs
}  // namespace verbatim
