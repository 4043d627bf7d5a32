// A tag-matching SRQ of the device: messages go to the buffer that waits for their tag.
#include "verbatim/verbs/direct/tm_srq.hpp"

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <algorithm>
#include <cerrno>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim::verbs {
namespace {

/// The size of libmlx5's own command queue pair, which this library does not use: one command.
constexpr std::uint32_t fewest_operations = 1;

ibv_tm_caps query_caps(const context_body& context) {
  ibv_device_attr_ex attr{};
  check(ibv_query_device_ex(context.native(), nullptr, &attr), "ibv_query_device_ex",
        context.name());
  return attr.tm_caps;
}

native_ptr<ibv_srq> create(pd_body& pd, cq_body& cq, const tm_srq_attributes& attributes) {
  const auto caps = query_caps(pd.context());
  if ((caps.flags & IBV_TM_CAP_RC) == 0) {
    throw error(
        std::errc::not_supported, "create_tm_srq", pd.describe(),
        "the device does not match tags on RC (tm_caps of ibv_query_device_ex): use an srq, "
        "and match in the program");
  }
  if (attributes.max_tags == 0 || attributes.max_tags > caps.max_num_tags) {
    throw error(std::errc::invalid_argument, "create_tm_srq", pd.describe(),
                "max_tags is " + std::to_string(attributes.max_tags) +
                    ", and the device's max_num_tags is " + std::to_string(caps.max_num_tags));
  }
  ibv_srq_init_attr_ex attr{};
  attr.attr.max_wr = std::max(attributes.max_wr, 1u);
  attr.attr.max_sge = std::max(attributes.max_sge, 1u);
  attr.comp_mask =
      IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD | IBV_SRQ_INIT_ATTR_CQ | IBV_SRQ_INIT_ATTR_TM;
  attr.srq_type = IBV_SRQT_TM;
  attr.pd = pd.native();
  attr.cq = cq.for_verbs("create_tm_srq", "a tag-matching SRQ");
  attr.tm_cap.max_num_tags = attributes.max_tags;
  attr.tm_cap.max_ops = fewest_operations;
  auto* srq = ibv_create_srq_ex(pd.context().native(), &attr);
  if (srq == nullptr) {
    throw error(
        errno, "ibv_create_srq_ex", pd.describe(),
        "of IBV_SRQT_TM with " + std::to_string(attributes.max_tags) + " tags and " +
            std::to_string(attributes.max_wr) + " receives of " +
            std::to_string(attributes.max_sge) +
            " SGEs. libmlx5 connects a queue pair of its own by the LID of port 1, which has "
            "to be an active InfiniBand port");
  }
  return native_ptr<ibv_srq>(srq);
}

}  // namespace

tag_command_qp::tag_command_qp(const qp_domain& domain, cq_body& cq, srq_body& srq,
                               mmio::ringers ringers, const tm_srq_attributes& attributes)
    : direct_qp_body(domain, cq, cq, &srq, {transport::rc, false, dci_streams::none, ringers},
                     {.max_send_wqebbs = attributes.max_commands,
                      .max_recv_wr = 0,
                      .max_recv_sge = 0,
                      .port = attributes.port,
                      .gid_index = attributes.gid_index}) {
  to_init({.qp_access_flags = access::none});
  to_rtr(address(), {});
  to_rts({});
}

tm_srq_body::tm_srq_body(const qp_domain& domain, cq_body& cq, mmio::ringers ringers,
                         const tm_srq_attributes& attributes)
    : srq_body(domain.pd(), create(domain.pd(), cq, attributes)),
      cq_(cq),
      device_(domain.pd().context().name()),
      commands_(domain, cq, *this, ringers, attributes) {}

std::string tm_srq_body::describe() const {
  return "TM SRQ " + std::to_string(srqn()) + " of " + device_;
}

void tm_srq_body::check_cq(const cq_body& cq) const {
  if (&cq == &cq_) return;
  throw error(std::errc::invalid_argument, "create_qp", describe(),
              "it was made with " + cq_.describe() +
                  ", where all that is received completes: give "
                  "that one for receives, and not " +
                  cq.describe());
}

std::optional<std::uint32_t> tm_srq_body::take_async_event(const void* native,
                                                           async_event_type what) noexcept {
  if (const auto qpn = commands_.take_async_event(native, what)) return qpn;
  return srq_body::take_async_event(native, what);
}

int tm_srq_body::destroy() noexcept {
  if (commands_.native() != nullptr) {
    if (const int returned = commands_.destroy(); returned != 0) return returned;
    attachment_.detach();
  }
  return srq_body::destroy();
}

qp_attributes without_scatter(qp_attributes attributes) {
  if (!attributes.scatter_to_cqe) return attributes;
  throw error(std::errc::not_supported, "create_qp", "",
              "scatter_to_cqe does not go with a tag-matching SRQ: make the queue pair without it");
}

}  // namespace verbatim::verbs
