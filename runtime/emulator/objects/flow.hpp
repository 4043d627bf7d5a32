// The flow: a rule that sends frames at an Ethernet port to one raw packet queue pair.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "objects/object.hpp"
#include "objects/port.hpp"
#include "objects/queues/queue_pair.hpp"

namespace verbatim::emulator {

/// The kind of a flow; values of enum ibv_flow_attr_type.
enum class flow_type : std::uint8_t {
  /// Frames that match the specs.
  normal,

  /// Frames that no normal flow takes; or only the multicast frames among them.
  all_default,
  multicast_default,

  /// A copy of every frame.
  sniffer,
};

/// Fields of headers, in host order. A frame matches if its bits under the mask are equal.
struct flow_fields {
  mac_address dst_mac{};
  mac_address src_mac{};
  std::uint16_t ether_type = 0;
  std::uint16_t vlan_tag = 0;

  /// An IPv4 address is in the first four bytes.
  std::array<std::uint8_t, 16> src_ip{};
  std::array<std::uint8_t, 16> dst_ip{};
  std::uint8_t protocol = 0;
  std::uint8_t traffic_class = 0;
  std::uint8_t hop_limit = 0;
  std::uint32_t flow_label = 0;
  std::uint16_t dst_port = 0;
  std::uint16_t src_port = 0;
};

struct flow : object {
  explicit flow(context& owner_in) noexcept : object(owner_in, rank::flow) {}

  reference<queue_pair> qp;
  flow_type type = flow_type::normal;

  /// The priority; lower numbers come first.
  std::uint16_t priority = 0;

  /// The headers that the specs require: IP version 4 or 6, TCP (6) or UDP (17); 0 for any.
  std::uint8_t ip_version = 0;
  std::uint8_t transport = 0;
  flow_fields value;
  flow_fields mask;

  /// The tag in the CQEs of its frames; 0 for none.
  std::uint32_t tag = 0;

  /// True if its frames go nowhere.
  bool drops = false;
};

}  // namespace verbatim::emulator
