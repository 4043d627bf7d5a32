// The capabilities of a device besides queue pairs and their limits.
#include "verbatim/verbs/context/capabilities.hpp"

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <iterator>

#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/base/fields.hpp"
#include "verbatim/verbs/context/context.hpp"
#include "verbatim/verbs/context/hca_capabilities.hpp"

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

namespace verbs {
namespace {

static_assert(static_cast<int>(verbs::atomic_scope::none) == IBV_ATOMIC_NONE &&
              static_cast<int>(verbs::atomic_scope::device) == IBV_ATOMIC_HCA &&
              static_cast<int>(verbs::atomic_scope::global) == IBV_ATOMIC_GLOB);

bool has_devx(const context_body& context) {
  if (!context.is_mlx5()) return false;
  try {
    const hca_capabilities asked(context, "capabilities");
    return true;
  } catch (const error&) {
    return false;
  }
}

static_assert(static_cast<int>(verbs::odp_operations::send) == IBV_ODP_SUPPORT_SEND &&
              static_cast<int>(verbs::odp_operations::srq_recv) == IBV_ODP_SUPPORT_SRQ_RECV);

/// Returns the on-demand paging operations of DC, which libibverbs does not report.
std::uint32_t odp_of_dc(const context_body& context) {
  mlx5dv_context asked{};
  asked.comp_mask = MLX5DV_CONTEXT_MASK_DC_ODP_CAPS;
  if (!context.is_mlx5() || mlx5dv_query_device(context.native(), &asked) != 0) return 0;
  return asked.dc_odp_caps;
}

template <class To>
To to(auto value) {
  return static_cast<To>(value);
}

}  // namespace

verbatim::capabilities context_body::capabilities() const {
  ibv_device_attr_ex attr{};
  check(ibv_query_device_ex(native(), nullptr, &attr), "ibv_query_device_ex", name_);
  const auto& plain = attr.orig_attr;
  const auto has = [&](unsigned flag) { return (plain.device_cap_flags & flag) != 0; };
  const auto odp = [](std::uint32_t operations) {
    return static_cast<verbs::odp_operations>(operations);
  };
  const auto& of_transports = attr.odp_caps.per_transport_caps;
  using u32 = std::uint32_t;
  return {
      .firmware = plain.fw_ver,
      .vendor_id = plain.vendor_id,
      .vendor_part_id = plain.vendor_part_id,
      .max_mr_size = plain.max_mr_size,
      .max_mr = to<u32>(plain.max_mr),
      .max_mw = to<u32>(plain.max_mw),
      .max_pd = to<u32>(plain.max_pd),
      .max_qp = to<u32>(plain.max_qp),
      .max_cq = to<u32>(plain.max_cq),
      .max_srq = to<u32>(plain.max_srq),
      .max_srq_wr = to<u32>(plain.max_srq_wr),
      .max_srq_sge = to<u32>(plain.max_srq_sge),
      .max_ah = to<u32>(plain.max_ah),
      .max_mcast_grp = to<u32>(plain.max_mcast_grp),
      .max_dm_size = attr.max_dm_size,
      .max_tags = attr.tm_caps.max_num_tags,
      .clock_khz = attr.hca_core_clock,
      .atomics = static_cast<verbs::atomic_scope>(plain.atomic_cap),
      .memory_window_type_1 = has(IBV_DEVICE_MEM_WINDOW),
      .memory_window_type_2 = has(IBV_DEVICE_MEM_WINDOW_TYPE_2A | IBV_DEVICE_MEM_WINDOW_TYPE_2B),
      .xrc = has(IBV_DEVICE_XRC),
      .on_demand_paging = (attr.odp_caps.general_caps & IBV_ODP_SUPPORT) != 0,
      .implicit_on_demand_paging = (attr.odp_caps.general_caps & IBV_ODP_SUPPORT_IMPLICIT) != 0,
      .odp_rc = odp(of_transports.rc_odp_caps),
      .odp_uc = odp(of_transports.uc_odp_caps),
      .odp_ud = odp(of_transports.ud_odp_caps),
      .odp_xrc = odp(attr.xrc_odp_caps),
      .odp_dc = odp(odp_of_dc(*this)),
      .raw_packet_checksums = has(IBV_DEVICE_RAW_IP_CSUM),
      .devx = has_devx(*this),
  };
}

}  // namespace verbs
}  // namespace verbatim
