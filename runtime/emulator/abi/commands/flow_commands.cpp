// Flow steering: turns the specs of ibv_create_flow into fields and masks.
#include <endian.h>
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_verbs.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include "abi/handlers.hpp"
#include "abi/named.hpp"
#include "objects/flow.hpp"

namespace verbatim::emulator {
namespace {

// Values of enum ibv_flow_spec_type in infiniband/verbs.h.
constexpr std::uint32_t spec_eth = 0x20;
constexpr std::uint32_t spec_ipv4 = 0x30;
constexpr std::uint32_t spec_ipv6 = 0x31;
constexpr std::uint32_t spec_ipv4_ext = 0x32;
constexpr std::uint32_t spec_tcp = 0x40;
constexpr std::uint32_t spec_udp = 0x41;
constexpr std::uint32_t spec_action_tag = 0x1000;
constexpr std::uint32_t spec_action_drop = 0x1001;
constexpr std::uint32_t last_tag = 0xffffff;
constexpr std::size_t header_bytes = offsetof(ib_uverbs_flow_spec_hdr, flow_spec_data);
constexpr std::uint8_t tcp_protocol = 6;
constexpr std::uint8_t udp_protocol = 17;

/// Returns a spec of that type; refuses one of another length.
template <class Spec>
Spec read_spec(std::span<const std::byte> from) {
  Spec spec{};
  if (from.size() != sizeof spec) {
    refuse<check::flow_layout>(EINVAL, "a flow spec has {} bytes instead of {}", from.size(),
                               sizeof spec);
  }
  std::memcpy(&spec, from.data(), sizeof spec);
  return spec;
}

void take(const ib_uverbs_flow_eth_filter& from, flow_fields& to) {
  std::copy(std::begin(from.dst_mac), std::end(from.dst_mac), to.dst_mac.begin());
  std::copy(std::begin(from.src_mac), std::end(from.src_mac), to.src_mac.begin());
  to.ether_type = be16toh(from.ether_type);
  to.vlan_tag = be16toh(from.vlan_tag);
}

void take(const ib_uverbs_flow_ipv4_filter& from, flow_fields& to) {
  std::memcpy(to.src_ip.data(), &from.src_ip, sizeof from.src_ip);
  std::memcpy(to.dst_ip.data(), &from.dst_ip, sizeof from.dst_ip);
  to.protocol = from.proto;
  to.traffic_class = from.tos;
  to.hop_limit = from.ttl;
}

void take(const ib_uverbs_flow_ipv6_filter& from, flow_fields& to) {
  std::copy(std::begin(from.src_ip), std::end(from.src_ip), to.src_ip.begin());
  std::copy(std::begin(from.dst_ip), std::end(from.dst_ip), to.dst_ip.begin());
  to.flow_label = be32toh(from.flow_label) & 0xfffff;
  to.protocol = from.next_hdr;
  to.traffic_class = from.traffic_class;
  to.hop_limit = from.hop_limit;
}

void take(const ib_uverbs_flow_tcp_udp_filter& from, flow_fields& to) {
  to.dst_port = be16toh(from.dst_port);
  to.src_port = be16toh(from.src_port);
}

void require_no_fragment_flags(const ib_uverbs_flow_spec_ipv4& spec) {
  if (spec.mask.flags != 0)
    refuse<check::flow_not_emulated>(EOPNOTSUPP, "this device does not match the flags of IPv4");
}

template <class Spec>
void take_spec(std::span<const std::byte> from, flow& to) {
  const auto spec = read_spec<Spec>(from);
  take(spec.val, to.value);
  take(spec.mask, to.mask);
}

void take_tag(std::span<const std::byte> from, flow& to) {
  const auto tag = read_spec<ib_uverbs_flow_spec_action_tag>(from).tag_id;
  if (tag > last_tag) refuse<check::flow_layout>(EINVAL, "flow tag {:#x}: a tag has 24 bits", tag);
  to.tag = tag;
}

void add_spec(std::span<const std::byte> from, std::uint32_t type, flow& to) {
  switch (type) {
    case spec_eth:
      take_spec<ib_uverbs_flow_spec_eth>(from, to);
      break;
    case spec_ipv4:
    case spec_ipv4_ext:
      require_no_fragment_flags(read_spec<ib_uverbs_flow_spec_ipv4>(from));
      take_spec<ib_uverbs_flow_spec_ipv4>(from, to);
      to.ip_version = 4;
      break;
    case spec_ipv6:
      take_spec<ib_uverbs_flow_spec_ipv6>(from, to);
      to.ip_version = 6;
      break;
    case spec_tcp:
    case spec_udp:
      take_spec<ib_uverbs_flow_spec_tcp_udp>(from, to);
      to.transport = type == spec_tcp ? tcp_protocol : udp_protocol;
      break;
    case spec_action_tag:
      take_tag(from, to);
      break;
    case spec_action_drop:
      read_spec<ib_uverbs_flow_spec_action_drop>(from);
      to.drops = true;
      break;
    default:
      refuse<check::flow_not_emulated>(
          EOPNOTSUPP,
          "flow spec {:#x}: this device matches Ethernet, IPv4, IPv6, TCP and UDP, drops and tags, "
          "and has no tunnels and no other actions",
          type);
  }
}

void add_specs(std::span<const std::byte> from, unsigned count, flow& to) {
  for (unsigned i = 0; i < count; ++i) {
    if (from.size() < header_bytes)
      refuse<check::flow_layout>(EINVAL, "flow spec {} of {} is missing", i + 1, count);
    std::uint32_t type;
    std::uint16_t size;
    std::memcpy(&type, from.data() + offsetof(ib_uverbs_flow_spec_hdr, type), sizeof type);
    std::memcpy(&size, from.data() + offsetof(ib_uverbs_flow_spec_hdr, size), sizeof size);
    if (size < header_bytes || size > from.size()) {
      refuse<check::flow_layout>(EINVAL, "flow spec {} has {} bytes, of which {} are there", i + 1,
                                 size, from.size());
    }
    add_spec(from.first(size), type, to);
    from = from.subspan(size);
  }
  if (!from.empty())
    refuse<check::flow_layout>(EINVAL, "{} bytes follow the last flow spec", from.size());
}

void create_flow(const request& to) {
  const auto bytes = to.with.bytes(UVERBS_ATTR_CORE_IN);
  ib_uverbs_create_flow in;
  std::memcpy(&in, bytes.data(), sizeof in);
  const auto specs = bytes.subspan(sizeof in);
  const ib_uverbs_flow_attr& attributes = in.flow_attr;
  auto& qp = to.object<queue_pair>(in.qp_handle, "queue pair");
  if (qp.type != queue_pair_type::raw_packet) {
    refuse<check::flow_target>(EINVAL,
                               "queue pair {:#x} is {}: flows lead to raw packet queue pairs",
                               qp.qpn, name(qp.type));
  }
  if (!port_of(to, attributes.port).ethernet()) {
    refuse<check::flow_target>(EINVAL, "a flow on port {}, which is InfiniBand", attributes.port);
  }
  if (in.comp_mask != 0 || attributes.flags != 0) {
    refuse<check::flow_not_emulated>(
        EOPNOTSUPP, "flow flags {:#x}: neither egress flows nor flows that do not trap",
        attributes.flags);
  }
  if (attributes.type > static_cast<unsigned>(flow_type::sniffer)) {
    refuse<check::flow_target>(EINVAL, "flow type {} does not exist", attributes.type);
  }
  if (attributes.size != specs.size()) {
    refuse<check::flow_layout>(EINVAL, "the flow's specs have {} bytes, and {} came",
                               attributes.size, specs.size());
  }
  auto made = std::make_unique<flow>(to.of);
  made->type = static_cast<flow_type>(attributes.type);
  if (made->type != flow_type::normal && attributes.num_of_specs != 0) {
    refuse<check::flow_layout>(EINVAL,
                               "a default or sniffer flow has no specs, and this one has {}",
                               attributes.num_of_specs);
  }
  made->priority = attributes.priority;
  add_specs(specs, attributes.num_of_specs, *made);
  made->qp = reference(&qp);
  const flow& by = to.of.add(std::move(made));
  note("a flow of {} specs leads to queue pair {:#x}", attributes.num_of_specs, qp.qpn);
  to.with.out(UVERBS_ATTR_CORE_OUT,
              ib_uverbs_create_flow_resp{.comp_mask = 0, .flow_handle = by.handle});
}

void destroy_flow(const request& to) {
  to.destroy(to.object<flow>(to.with.handle(UVERBS_ATTR_DESTROY_FLOW_HANDLE), "flow"), "flow");
}

}  // namespace

std::span<const method_handler> flow_methods() {
  static const std::vector<method_handler> table = {
      {UVERBS_OBJECT_FLOW,
       UVERBS_METHOD_FLOW_DESTROY,
       destroy_flow,
       {UVERBS_ATTR_DESTROY_FLOW_HANDLE}},
  };
  return table;
}

std::span<const write_handler> flow_writes() {
  static const std::vector<write_handler> table = {
      {IB_USER_VERBS_EX_CMD_CREATE_FLOW | IB_USER_VERBS_CMD_FLAG_EXTENDED,
       sizeof(ib_uverbs_create_flow), sizeof(ib_uverbs_create_flow_resp), create_flow},
  };
  return table;
}

}  // namespace verbatim::emulator
