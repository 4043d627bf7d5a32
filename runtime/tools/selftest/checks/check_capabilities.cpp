// Compares the capabilities that the firmware reports with those that verbs report.
#include <infiniband/mlx5dv.h>

#include "tools/selftest/check.hpp"

namespace verbatim::tools::selftest {
namespace {

/// The capabilities that verbs and libmlx5 report.
struct said {
  verbatim::limits limits;
  verbatim::capabilities capabilities;
  mlx5dv_context dv;
};

/// A capability, and the value that it should have by what verbs say. Sources: Linux
/// drivers/infiniband/hw/mlx5/main.c, mlx5_ib_query_device; mlx5_ifc.h.
struct comparison {
  verbs::hca_capability which;
  std::uint64_t (*by_verbs)(const said& by);
  std::uint64_t (*as_verbs)(std::uint64_t value);
  std::string_view name_in_verbs;
};

constexpr auto as_is = [](std::uint64_t value) { return value; };
constexpr auto power = [](std::uint64_t value) { return std::uint64_t{1} << value; };

constexpr comparison comparisons[]{
    {{"log_max_qp_sz", {0x088, 8}},
     [](auto& by) { return std::uint64_t{by.limits.max_qp_wr}; },
     power,
     "max_qp_wr"},
    {{"log_max_cq_sz", {0x0c8, 8}},
     [](auto& by) { return std::uint64_t{by.limits.max_cqe}; },
     [](auto value) { return (std::uint64_t{1} << value) - 1; },
     "max_cqe"},
    {{"log_max_ra_req_qp", {0x14a, 6}},
     [](auto& by) { return std::uint64_t{by.limits.max_qp_rd_atom}; },
     power,
     "max_qp_rd_atom"},
    {{"log_max_ra_res_qp", {0x15a, 6}},
     [](auto& by) { return std::uint64_t{by.limits.max_qp_init_rd_atom}; },
     power,
     "max_qp_init_rd_atom"},
    {{"num_ports", {0x1b8, 8}},
     [](auto& by) { return std::uint64_t{by.limits.phys_port_cnt}; },
     as_is,
     "phys_port_cnt"},
    {{"cqe_version", {0x1fc, 4}},
     [](auto& by) { return std::uint64_t{(by.dv.flags & MLX5DV_CONTEXT_FLAGS_CQE_V1) != 0}; },
     as_is,
     "MLX5DV_CONTEXT_FLAGS_CQE_V1"},
    {{"atomic", {0x21e, 1}},
     [](auto& by) { return std::uint64_t{by.capabilities.atomics != verbs::atomic_scope::none}; },
     as_is,
     "atomic_cap"},
    {{"pg", {0x227, 1}},
     [](auto& by) { return std::uint64_t{by.capabilities.on_demand_paging}; },
     as_is,
     "odp_caps"},
    {{"tag_matching", {0x5f0, 1}},
     [](auto& by) { return std::uint64_t{by.capabilities.max_tags != 0}; },
     as_is,
     "max_num_tags"},
    {{"cqe_compression_max_num", {0x5d0, 16}},
     [](auto& by) { return std::uint64_t{by.dv.cqe_comp_caps.max_num}; },
     as_is,
     "mlx5dv_context.cqe_comp_caps.max_num"},
};

/// Capabilities that only the firmware reports. Readers of a report want to see them.
constexpr verbs::hca_capability reported[]{
    verbs::capability::bf,
    verbs::capability::log_bf_reg_size,
    verbs::capability::cqe_compression,
    verbs::capability::cqe_compression_128b,
    verbs::capability::mini_cqe_resp_l3_l4_tag,
    verbs::capability::mini_cqe_resp_stride_index,
    {"mini_cqe_resp_flow_tag", {0x5ba, 1}},
    {"umr_fence", {0x20a, 2}},
    {"compact_address_vector", {0x200, 1}},
    {"sho", {0x217, 1}},
    {"cd", {0x22c, 1}},
    {"repeated_mkey", {0x0f7, 1}},
    {"dma_mmo_qp", {0x748, 1}},
    {"max_wqe_sz_sq", {0x290, 16}},
};

std::uint32_t value_of(const bench& on, const verbs::hca_capability& which) {
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
                  const auto& [of_linux, of_dpdk] = verbs::capability::enhanced_cqe_compression;
                  const auto first = value_of(on, of_linux), second = value_of(on, of_dpdk);
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
