// The query of a device's capabilities.
#include "verbatim/verbs/context/query_capabilities.hpp"

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <cstdint>

#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/context/hca_capabilities.hpp"

namespace verbatim::verbs {
namespace {

static_assert(static_cast<int>(verbs::atomic_scope::none) == IBV_ATOMIC_NONE &&
              static_cast<int>(verbs::atomic_scope::device) == IBV_ATOMIC_HCA &&
              static_cast<int>(verbs::atomic_scope::global) == IBV_ATOMIC_GLOB);

bool has_devx(const native_context& context) {
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
std::uint32_t odp_of_dc(const native_context& context) {
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

verbatim::capabilities query_capabilities(const native_context& context) {
  ibv_device_attr_ex attr{};
  check(ibv_query_device_ex(context.native(), nullptr, &attr), "ibv_query_device_ex",
        context.name());
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
      .odp_dc = odp(odp_of_dc(context)),
      .raw_packet_checksums = has(IBV_DEVICE_RAW_IP_CSUM),
      .devx = has_devx(context),
  };
}

}  // namespace verbatim::verbs
