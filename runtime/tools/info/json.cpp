// Prints the report as JSON, for programs.
#include <nlohmann/json.hpp>

#include "tools/info/products.hpp"
#include "tools/info/report.hpp"
#include "verbatim/verbs/values/gid.hpp"

namespace verbatim::tools::info {
namespace {

using nlohmann::ordered_json;

/// Returns the text of to_string(), or null.
ordered_json text_or_null(const auto& value) {
  return value ? ordered_json(to_string(*value)) : ordered_json();
}

ordered_json number_or_null(const auto& value) {
  return value ? ordered_json(*value) : ordered_json();
}

std::string_view name(node_access access) {
  constexpr std::string_view names[]{"missing", "forbidden", "allowed"};
  return names[static_cast<std::size_t>(access)];
}

ordered_json gids(const std::vector<gid_entry>& entries, bool iwarp) {
  const auto best = choose_gid(entries);
  auto all = ordered_json::array();
  for (const auto& entry : entries) {
    all.push_back({{"index", entry.index},
                   {"gid", to_string(entry.gid)},
                   {"type", iwarp ? "iWARP" : verbatim::name(entry.type)},
                   {"netdev", entry.netdev},
                   {"best", best.chosen == entry}});
  }
  return all;
}

ordered_json listed_port(const device_port& port, bool iwarp) {
  ordered_json one{{"port", port.number},           {"link_layer", verbatim::name(port.link_layer)},
                   {"active", port.active},         {"lid", port.lid.value()},
                   {"netdevs", port.netdevs},       {"addresses", ordered_json::array()},
                   {"gids", gids(port.gids, iwarp)}};
  for (const auto& address : port.addresses) one["addresses"].push_back(to_string(address));
  return one;
}

/// Adds the facts about a port that need an open device.
void add_open_port(ordered_json& to, const local_end& end, bool iwarp) {
  const auto& port = end.port;
  to.update({{"state", verbatim::name(port.state)},
             {"link", verbatim::name(port.link)},
             {"sm_lid", port.sm_lid},
             {"lmc", port.lmc},
             {"active_mtu", port.active_mtu},
             {"max_mtu", port.max_mtu},
             {"active_rate_mbps", port.active_rate.megabits_per_second()},
             {"max_msg_sz", port.max_msg_sz},
             {"gid_tbl_len", port.gid_tbl_len},
             {"grh_required", port.grh_required},
             {"gids", gids(end.gids, iwarp)},
             {"pkeys", ordered_json::array()}});
  for (const auto key : end.pkeys) to["pkeys"].push_back(key.value());
}

ordered_json capabilities_in_json(const open_device_facts& open) {
  const auto& can = open.capabilities;
  const auto& most = open.limits;
  return {{"vendor_id", can.vendor_id},
          {"vendor_part_id", can.vendor_part_id},
          {"product", product_of(can.vendor_part_id)},
          {"max_qp", can.max_qp},
          {"max_qp_wr", most.max_qp_wr},
          {"max_sge", most.max_sge},
          {"max_cq", can.max_cq},
          {"max_cqe", most.max_cqe},
          {"max_srq", can.max_srq},
          {"max_srq_wr", can.max_srq_wr},
          {"max_srq_sge", can.max_srq_sge},
          {"max_mr", can.max_mr},
          {"max_mr_size", can.max_mr_size},
          {"max_mw", can.max_mw},
          {"max_pd", can.max_pd},
          {"max_ah", can.max_ah},
          {"max_mcast_grp", can.max_mcast_grp},
          {"max_dm_size", can.max_dm_size},
          {"max_tags", can.max_tags},
          {"max_qp_rd_atom", most.max_qp_rd_atom},
          {"max_qp_init_rd_atom", most.max_qp_init_rd_atom},
          {"clock_khz", can.clock_khz},
          {"atomics", name(can.atomics)},
          {"memory_window_type_1", can.memory_window_type_1},
          {"memory_window_type_2", can.memory_window_type_2},
          {"xrc", can.xrc},
          {"on_demand_paging", can.on_demand_paging},
          {"implicit_on_demand_paging", can.implicit_on_demand_paging},
          {"odp_rc", to_string(can.odp_rc)},
          {"odp_uc", to_string(can.odp_uc)},
          {"odp_ud", to_string(can.odp_ud)},
          {"odp_xrc", to_string(can.odp_xrc)},
          {"odp_dc", to_string(can.odp_dc)},
          {"raw_packet_checksums", can.raw_packet_checksums},
          {"devx", can.devx}};
}

ordered_json device(const device_facts& one) {
  const auto& device = one.device;
  ordered_json all{{"name", device.name},
                   {"guid", to_string(device.guid)},
                   {"is_mlx5", device.is_mlx5},
                   {"iwarp", one.iwarp},
                   {"driver", device.driver},
                   {"pci", text_or_null(device.pci)},
                   {"numa_node", number_or_null(device.numa_node)},
                   {"firmware", device.firmware},
                   {"provider", one.has_provider},
                   {"verbs_node", one.verbs_node},
                   {"verbs_node_access", name(one.access)},
                   {"open", one.open.has_value()},
                   {"open_error", one.open_error},
                   {"ports", ordered_json::array()}};
  for (std::size_t i = 0; i < device.ports.size(); ++i) {
    auto port = listed_port(device.ports[i], one.iwarp);
    if (one.open && i < one.open->ports.size()) add_open_port(port, one.open->ports[i], one.iwarp);
    all["ports"].push_back(std::move(port));
  }
  if (one.open) all["capabilities"] = capabilities_in_json(*one.open);
  return all;
}

ordered_json address(const address_facts& one) {
  return {{"address", one.address},
          {"interface", one.interface},
          {"device", one.device},
          {"port", one.port}};
}

ordered_json card(const card_facts& one) {
  return {{"pci", to_string(one.at)},
          {"vendor", one.vendor},
          {"device", one.device},
          {"driver", one.driver},
          {"rdma", one.has_rdma}};
}

}  // namespace

std::string as_json(const machine_facts& facts, const std::vector<finding>& findings) {
  ordered_json all{{"usable", is_usable(facts)},
                   {"on_emulator", facts.on_emulator},
                   {"memlock_bytes", number_or_null(facts.memlock)},
                   {"rdma_cm", name(facts.rdma_cm)},
                   {"rdma_cm_addresses", ordered_json::array()},
                   {"modules", facts.modules},
                   {"devices", ordered_json::array()},
                   {"cards", ordered_json::array()},
                   {"findings", ordered_json::array()}};
  for (const auto& one : facts.devices) all["devices"].push_back(device(one));
  for (const auto& one : facts.addresses) all["rdma_cm_addresses"].push_back(address(one));
  for (const auto& one : facts.cards) all["cards"].push_back(card(one));
  for (const auto& one : findings) {
    all["findings"].push_back({{"severity", name(one.severity)},
                               {"subject", one.subject},
                               {"what", one.what},
                               {"remedy", one.remedy}});
  }
  return all.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace verbatim::tools::info
