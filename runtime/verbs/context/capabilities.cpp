// The capabilities of a device besides queue pairs and their limits, as text.
#include "verbatim/verbs/context/capabilities.hpp"

#include <iterator>

#include "verbatim/verbs/base/fields.hpp"

namespace verbatim {

std::string_view verbs::name(atomic_scope scope) noexcept {
  constexpr std::string_view names[]{"none", "device", "global"};
  return names[static_cast<std::size_t>(scope)];
}

std::string verbs::to_string(odp_operations operations) {
  constexpr std::string_view names[]{"send", "recv", "write", "read", "atomic", "srq_recv"};
  std::string text;
  for (unsigned bit = 0; bit < std::size(names); ++bit) {
    if (!allows(operations, static_cast<verbs::odp_operations>(1u << bit))) continue;
    text.append(text.empty() ? "" : " | ").append(names[bit]);
  }
  return text.empty() ? "none" : text;
}

std::string to_string(const capabilities& all) {
  return verbs::fields()
      .add("firmware", all.firmware)
      .add_hex("vendor_id", all.vendor_id)
      .add_hex("vendor_part_id", all.vendor_part_id)
      .add("max_mr_size", all.max_mr_size)
      .add("max_mr", all.max_mr)
      .add("max_mw", all.max_mw)
      .add("max_pd", all.max_pd)
      .add("max_qp", all.max_qp)
      .add("max_cq", all.max_cq)
      .add("max_srq", all.max_srq)
      .add("max_srq_wr", all.max_srq_wr)
      .add("max_srq_sge", all.max_srq_sge)
      .add("max_ah", all.max_ah)
      .add("max_mcast_grp", all.max_mcast_grp)
      .add("max_dm_size", all.max_dm_size)
      .add("max_tags", all.max_tags)
      .add("clock_khz", all.clock_khz)
      .add("atomics", name(all.atomics))
      .add("memory_window_type_1", all.memory_window_type_1)
      .add("memory_window_type_2", all.memory_window_type_2)
      .add("xrc", all.xrc)
      .add("on_demand_paging", all.on_demand_paging)
      .add("implicit_on_demand_paging", all.implicit_on_demand_paging)
      .add("odp_rc", to_string(all.odp_rc))
      .add("odp_uc", to_string(all.odp_uc))
      .add("odp_ud", to_string(all.odp_ud))
      .add("odp_xrc", to_string(all.odp_xrc))
      .add("odp_dc", to_string(all.odp_dc))
      .add("raw_packet_checksums", all.raw_packet_checksums)
      .add("devx", all.devx)
      .text();
}

}  // namespace verbatim
