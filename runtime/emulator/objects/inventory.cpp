// Lists objects with the fields that Linux shows of them (drivers/infiniband/core/nldev.c).
#include "objects/inventory.hpp"

#include <unistd.h>

namespace verbatim::emulator {
namespace {

/// The numbers of most objects begin at 1 in each process, and must differ in the fabric.
std::uint32_t in_fabric(device& of, std::uint32_t number) {
  constexpr unsigned bits = 20;
  return of.engine().slot() << bits | (number & ((1u << bits) - 1));
}

/// Returns the number of a context: the kernel's descriptor of it is one of this process.
std::uint32_t number_of(device& of, const context& one) {
  return in_fabric(of, static_cast<std::uint32_t>(one.file));
}

void describe(device& of, const queue_pair& qp, resource& to) {
  to.kind = resource_kind::qp;
  to.port = qp.attributes.port_num;
  to.number = to.lqpn = qp.qpn;
  // The two ends of DC are queue pairs of the driver.
  const bool of_driver = qp.type == queue_pair_type::dct || qp.type == queue_pair_type::dci;
  to.type = static_cast<std::uint8_t>(of_driver ? queue_pair_type::dci : qp.type);
  to.state = static_cast<std::uint8_t>(qp.state);
  to.path_mig_state = qp.attributes.path_mig_state;
  if (qp.pd) to.pdn = in_fabric(of, qp.pd->pdn);
  if (qp.srq) to.srqn = qp.srq->srqn;
  to.rqpn = qp.attributes.dest_qp_num;
  to.rq_psn = qp.attributes.rq_psn;
  to.sq_psn = qp.attributes.sq_psn;
}

void describe(device& of, const shared_receive_queue& srq, resource& to) {
  // Values of enum ib_uverbs_srq_type.
  constexpr std::uint8_t of_xrc = 1;
  constexpr std::uint8_t of_tag_matching = 2;
  to.kind = resource_kind::srq;
  to.number = srq.srqn;
  to.type = srq.tags ? of_tag_matching : srq.xrcd ? of_xrc : std::uint8_t{0};
  if (srq.pd) to.pdn = in_fabric(of, srq.pd->pdn);
  if (srq.cq) to.cqn = in_fabric(of, srq.cq->cqn);
}

bool describe(device& of, const object& one, resource& to) {
  if (const auto* qp = dynamic_cast<const queue_pair*>(&one)) {
    describe(of, *qp, to);
  } else if (const auto* srq = dynamic_cast<const shared_receive_queue*>(&one)) {
    describe(of, *srq, to);
  } else if (const auto* cq = dynamic_cast<const completion_queue*>(&one)) {
    to.kind = resource_kind::cq;
    to.number = in_fabric(of, cq->cqn);
    to.cqe = cq->cqe_count - 1;
    to.use_count = cq->users;
  } else if (const auto* mr = dynamic_cast<const memory_region*>(&one)) {
    constexpr unsigned variant_bits = 8;
    to.kind = resource_kind::mr;
    to.number = in_fabric(of, mr->key >> variant_bits);
    to.key = mr->key;
    to.length = mr->length;
    if (mr->pd) to.pdn = in_fabric(of, mr->pd->pdn);
  } else if (const auto* pd = dynamic_cast<const protection_domain*>(&one)) {
    to.kind = resource_kind::pd;
    to.number = in_fabric(of, pd->pdn);
    to.use_count = pd->users;
  } else {
    return false;
  }
  return true;
}

}  // namespace

std::vector<resource> inventory_of(device& of) {
  std::vector<resource> result;
  for (const auto& entry : of.contexts) {
    const context& opened = *entry.second;
    resource base;
    base.card = static_cast<std::uint8_t>(opened.card);
    base.pid = static_cast<std::uint32_t>(getpid());
    base.ctxn = number_of(of, opened);
    if (opened.established) {
      resource made = base;
      made.kind = resource_kind::context;
      made.number = base.ctxn;
      result.push_back(made);
    }
    for (const auto& held : opened.objects) {
      resource made = base;
      // Objects of DevX are the firmware's: the kernel has none for them.
      if (!held.second->made_by_devx && describe(of, *held.second, made)) result.push_back(made);
    }
  }
  return result;
}

}  // namespace verbatim::emulator
