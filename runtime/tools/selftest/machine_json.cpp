// The facts about the tested device as JSON.
#include "tools/selftest/machine_json.hpp"

namespace verbatim::tools::selftest {

using nlohmann::ordered_json;

ordered_json device_of(const machine& m) {
  return {{"name", m.device},
          {"product", m.product},
          {"mlx5", m.is_mlx5},
          {"pci", m.pci},
          {"guid", m.guid},
          {"board_id", m.board},
          {"firmware", m.firmware},
          {"vendor_id", m.vendor_id},
          {"vendor_part_id", m.vendor_part_id},
          {"on_emulator", m.on_emulator}};
}

ordered_json port_of(const machine& m) {
  return {{"number", m.port.number},
          {"link_layer", name(m.port.link_layer)},
          {"state", name(m.port.state)},
          {"lid", m.port.lid},
          {"active_mtu", m.port.active_mtu},
          {"active_rate_mbps", m.port.active_rate.megabits_per_second()},
          {"gid_index", m.gid_index},
          {"gid", m.gid},
          {"gid_type", m.gid_type}};
}

ordered_json software_of(const machine& m) {
  return {{"kernel", m.kernel},
          {"driver", m.driver},
          {"driver_version", m.driver_version},
          {"libibverbs", m.libibverbs},
          {"libmlx5", m.libmlx5}};
}

}  // namespace verbatim::tools::selftest
