// The flow: a rule for the frames at an Ethernet port. It sends those that arrive to one raw packet
// queue pair.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

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

/// Counts the frames of flows. Programs make it by DevX.
struct flow_counter : object {
  explicit flow_counter(context& owner_in) noexcept : object(owner_in, rank::flow_counter) {}

  std::uint32_t number() const noexcept { return handle + 1; }

  void count(std::size_t bytes) noexcept {
    ++packets;
    octets += bytes;
  }

  std::uint64_t packets = 0;
  std::uint64_t octets = 0;
};

/// Puts the outer headers of a tunnel in front of frames that leave, or takes them from frames that
/// arrive.
struct flow_action : object {
  explicit flow_action(context& owner_in) noexcept : object(owner_in, rank::flow_action) {}

  /// The most bytes of outer headers.
  static constexpr std::size_t longest_headers = 128;

  /// Empty if they are taken away.
  std::vector<std::byte> outer_headers;
};

/// The common part of flows of direct verbs: the mask of their values, and their place.
struct flow_matcher : object {
  explicit flow_matcher(context& owner_in) noexcept : object(owner_in, rank::flow_matcher) {}

  flow_type type = flow_type::normal;
  std::uint16_t priority = 0;

  /// True if its flows take frames that leave, false for those that arrive.
  bool egress = false;

  /// The bytes of struct mlx5_ifc_fte_match_param_bits.
  std::vector<std::byte> mask;
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

  /// True if it takes frames that leave. Such a flow leads to no queue pair.
  bool egress = false;

  /// These are empty unless direct verbs made the flow.
  reference<flow_matcher> matcher;
  reference<flow_action> action;
  reference<flow_counter> counter;
};

}  // namespace verbatim::emulator
