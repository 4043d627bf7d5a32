// Address vectors for libibverbs: the one place that makes an ibv_ah_attr.
#include "verbatim/verbs/queue_pair/address_vector.hpp"

#include <cstring>
#include <limits>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim::verbs {
namespace {

/// Returns the entry of the GID table in words.
std::string origin(const context_body& context, const port& port, std::uint16_t gid_index) {
  const auto number = "GID " + std::to_string(gid_index);
  try {
    for (const auto& entry : context.gid_table(port)) {
      if (entry.index == gid_index) return to_string(entry);
    }
    return number + ", " + to_string(context.gid(port, gid_index)) + ", which is not used";
  } catch (const error&) {
    return number;  // the device is gone, and the call failed for that
  }
}

}  // namespace

std::string address_vector::route() const {
  if (ah.is_global == 0) return "the path leads to LID " + std::to_string(ah.dlid);
  verbatim::gid to;
  std::memcpy(to.bytes.data(), ah.grh.dgid.raw, sizeof ah.grh.dgid.raw);
  return "the path leads from " + origin(context, from, ah.grh.sgid_index) + ", to " +
         to_string(to);
}

std::uint8_t native_gid_index(const context_body& context, const port& port, std::uint16_t index,
                              std::string_view call, const body& object) {
  context.require_gid_index(port, index);
  constexpr std::uint16_t max = std::numeric_limits<decltype(ibv_global_route::sgid_index)>::max();
  if (index <= max) return static_cast<std::uint8_t>(index);
  throw error(std::errc::invalid_argument, call, object.describe(),
              "gid_index is " + std::to_string(index) + ", and at most " + std::to_string(max) +
                  ": ibv_global_route has 8 bits for it");
}

address_vector address_vector_to(const qp_address& peer, const path_attributes& path,
                                 const context_body& context, const port& port,
                                 std::string_view call, const body& object) {
  const bool ethernet = port.link_layer == link_layer::ethernet;
  const auto number = std::to_string(port.number);
  const auto refuse = [&](const std::string& reason) {
    return error(std::errc::invalid_argument, call, object.describe(), reason);
  };
  const auto check_range = [&](const char* what, std::uint32_t value, std::uint32_t max) {
    if (value <= max) return;
    throw refuse(what + (" is " + std::to_string(value)) + ", and at most " + std::to_string(max));
  };
  check_range("sl", path.sl, 15);
  check_range("flow_label", path.flow_label, 0xfffff);
  check_range("src_path_bits", path.src_path_bits, (1u << port.lmc) - 1);
  if (!ethernet && peer.lid == 0) {
    throw refuse("the peer's lid is 0, and port " + number +
                 " is InfiniBand: is the peer on RoCE, or without a subnet manager?");
  }
  ibv_ah_attr ah{};
  ah.port_num = port.number;
  ah.sl = path.sl;
  ah.dlid = peer.lid;
  ah.src_path_bits = path.src_path_bits;
  ah.static_rate = path.static_rate.encoding();
  const bool to_group = peer.gid.is_multicast();  // groups always need a GRH
  if (!ethernet && !path.is_global && !port.grh_required && !to_group) {
    return {ah, context, port};
  }
  if (peer.gid.is_zero()) {
    throw refuse("the peer's gid is missing, and port " + number +
                 (ethernet ? " is Ethernet (RoCE)" : " is to send a GRH"));
  }
  const auto sgid_index = path.gid_index ? *path.gid_index : context.best_gid_index(port);
  ah.is_global = 1;
  ah.grh.sgid_index = native_gid_index(context, port, sgid_index, call, object);
  ah.grh.hop_limit = path.hop_limit;
  ah.grh.traffic_class = path.traffic_class;
  ah.grh.flow_label = path.flow_label;
  std::memcpy(ah.grh.dgid.raw, peer.gid.bytes.data(), sizeof ah.grh.dgid.raw);
  return {ah, context, port};
}

}  // namespace verbatim::verbs
