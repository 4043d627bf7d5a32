// Compares the capabilities that the firmware reports with those that verbs report.
#include <infiniband/mlx5dv.h>

#include "tools/selftest/check.hpp"

namespace verbatim::tools::selftest {
namespace {

using firmware::cmd_hca_cap;

/// The capabilities that verbs and libmlx5 report.
struct said {
  verbatim::limits limits;
  verbatim::capabilities capabilities;
  mlx5dv_context dv;
};

/// A capability, and the value that it should have by what verbs say. Sources: Linux
/// drivers/infiniband/hw/mlx5/main.c, mlx5_ib_query_device; mlx5_ifc.h.
struct comparison {
  verbs::hca_capabilities::capability which;
  std::uint64_t (*by_verbs)(const said& by);
  std::uint64_t (*as_verbs)(std::uint64_t value);
  std::string_view name_in_verbs;
};

constexpr auto as_is = [](std::uint64_t value) { return value; };
constexpr auto power = [](std::uint64_t value) { return std::uint64_t{1} << value; };

constexpr comparison comparisons[]{
    {cmd_hca_cap::log_max_qp_sz, [](auto& by) { return std::uint64_t{by.limits.max_qp_wr}; }, power,
     "max_qp_wr"},
    {cmd_hca_cap::log_max_cq_sz, [](auto& by) { return std::uint64_t{by.limits.max_cqe}; },
     [](auto value) { return (std::uint64_t{1} << value) - 1; }, "max_cqe"},
    {cmd_hca_cap::log_max_ra_req_qp,
     [](auto& by) { return std::uint64_t{by.limits.max_qp_rd_atom}; }, power, "max_qp_rd_atom"},
    {cmd_hca_cap::log_max_ra_res_qp,
     [](auto& by) { return std::uint64_t{by.limits.max_qp_init_rd_atom}; }, power,
     "max_qp_init_rd_atom"},
    {cmd_hca_cap::num_ports, [](auto& by) { return std::uint64_t{by.limits.phys_port_cnt}; }, as_is,
     "phys_port_cnt"},
    {cmd_hca_cap::cqe_version,
     [](auto& by) { return std::uint64_t{(by.dv.flags & MLX5DV_CONTEXT_FLAGS_CQE_V1) != 0}; },
     as_is, "MLX5DV_CONTEXT_FLAGS_CQE_V1"},
    {cmd_hca_cap::atomic,
     [](auto& by) { return std::uint64_t{by.capabilities.atomics != verbs::atomic_scope::none}; },
     as_is, "atomic_cap"},
    {cmd_hca_cap::pg, [](auto& by) { return std::uint64_t{by.capabilities.on_demand_paging}; },
     as_is, "odp_caps"},
    {cmd_hca_cap::tag_matching,
     [](auto& by) { return std::uint64_t{by.capabilities.max_tags != 0}; }, as_is, "max_num_tags"},
    {cmd_hca_cap::cqe_compression_max_num,
     [](auto& by) { return std::uint64_t{by.dv.cqe_comp_caps.max_num}; }, as_is,
     "mlx5dv_context.cqe_comp_caps.max_num"},
};

/// Capabilities that only the firmware reports. Readers of a report want to see them.
constexpr verbs::hca_capabilities::capability reported[]{
    cmd_hca_cap::bf,
    cmd_hca_cap::log_bf_reg_size,
    cmd_hca_cap::cqe_compression,
    cmd_hca_cap::cqe_compression_128b,
    cmd_hca_cap::mini_cqe_resp_l3_l4_tag,
    cmd_hca_cap::mini_cqe_resp_stride_index,
    cmd_hca_cap::mini_cqe_resp_flow_tag,
    cmd_hca_cap::umr_fence,
    cmd_hca_cap::compact_address_vector,
    cmd_hca_cap::sho,
    cmd_hca_cap::cd,
    cmd_hca_cap::repeated_mkey,
    cmd_hca_cap::dma_mmo_qp,
    cmd_hca_cap::max_wqe_sz_sq,
};

std::uint32_t value_of(const bench& on, const verbs::hca_capabilities::capability& which) {
  const auto value = on.capability(which);
  if (!value) {
    throw skip{"QUERY_HCA_CAP needs DevX, which this kernel or device does not offer to this user",
               "run it as root, or with CAP_NET_RAW"};
  }
  return *value;
}

void compare(bench& on, verdict& to, const comparison& one) {
  said by{on.context().limits(), on.context().capabilities(), {}};
  by.dv.comp_mask = MLX5DV_CONTEXT_MASK_CQE_COMPRESION | MLX5DV_CONTEXT_MASK_SWP;
  if (mlx5dv_query_device(on.context().native(), &by.dv) != 0) {
    throw failure{"mlx5dv_query_device failed"};
  }
  const auto value = value_of(on, one.which);
  to.note(one.which.name, std::to_string(value));
  to.note(one.name_in_verbs, std::to_string(one.by_verbs(by)));
  to.require_equal(std::string(one.which.name) + ", as verbs count,", one.as_verbs(value),
                   one.by_verbs(by));
  to.say("the firmware and verbs agree");
}

}  // namespace

void add_capability_checks(std::vector<check>& to) {
  for (const auto& one : comparisons) {
    to.push_back({.id = "capability/" + std::string(one.which.name),
                  .about = "Compares " + std::string(one.which.name) + " of QUERY_HCA_CAP with " +
                           std::string(one.name_in_verbs) + " of verbs.",
                  .run = [&one](bench& on, verdict& found) { compare(on, found, one); }});
  }
  to.push_back({.id = "capability/enhanced_cqe_compression",
                .about = "Finds out which of two bits announces enhanced compression.",
                .run = [](bench& on, verdict& found) {
                  const auto first = value_of(on, cmd_hca_cap::enhanced_cqe_compression);
                  const auto second = value_of(on, cmd_hca_cap::enhanced_cqe_compression_5bb);
                  found.note("bit 0x5b0, which Linux reads", std::to_string(first));
                  found.note("bit 0x5bb, which DPDK and UCX read", std::to_string(second));
                  found.answer(first == second ? "both bits have the same value"
                                               : "the two bits differ");
                }});
  to.push_back({.id = "capability/reported",
                .about = "Notes capabilities that decide which checks run.",
                .run = [](bench& on, verdict& found) {
                  for (const auto& one : reported) {
                    found.note(one.name, std::to_string(value_of(on, one)));
                  }
                  found.answer("the firmware reports these values");
                }});
}

}  // namespace verbatim::tools::selftest
