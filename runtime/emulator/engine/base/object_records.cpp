// Fills in the bodies of records about queues.
#include "engine/base/object_records.hpp"

#include <cstdint>

#include "objects/context.hpp"
#include "record/recorder.hpp"

namespace verbatim::emulator {
namespace {

std::uint64_t address_of(const std::byte* at) noexcept {
  return reinterpret_cast<std::uintptr_t>(at);
}

template <class Body>
void record_queue(const completion_queue& cq) {
  record(Body{cq.cqn, cq.cqe_count, cq.cqe_size, static_cast<std::uint8_t>(cq.layout),
              static_cast<std::uint8_t>(cq.minis), address_of(cq.buffer), address_of(cq.dbrec)});
}

}  // namespace

void record_created(const queue_pair& qp) {
  if (!recording_here()) return;
  record(recording::queue_pair_created_body{
      .qpn = qp.qpn,
      .card = qp.owner->card,
      .type = name(qp.type),
      .send_count = qp.sq.count,
      .receive_count = qp.rq.count,
      .receive_stride = qp.rq.stride,
      .send_cqn = qp.send_cq ? qp.send_cq->cqn : 0,
      .receive_cqn = qp.recv_cq ? qp.recv_cq->cqn : 0,
      .srqn = qp.srq ? qp.srq->srqn : 0,
      .send_ring = address_of(qp.sq.base),
      .receive_ring = address_of(qp.rq.base),
      .doorbell_record = address_of(qp.dbrec),
  });
}

void record_changed(const queue_pair& qp, queue_pair_state previous, bool by_device) {
  if (!recording_here()) return;
  const queue_pair_attributes& is = qp.attributes;
  record(recording::queue_pair_changed_body{
      .qpn = qp.qpn,
      .by_device = by_device,
      .from = name(previous),
      .to = name(qp.state),
      .state = static_cast<std::uint8_t>(qp.state),
      .port = is.port_num,
      .mtu = mtu_of(qp),
      .peer = is.dest_qp_num,
      .receive_psn = is.rq_psn,
      .send_psn = is.sq_psn,
      .access = is.qp_access_flags,
      .qkey = is.qkey,
      .dlid = is.ah.dlid,
      .dgid = is.ah.dgid,
      .timeout = is.timeout,
      .retry_count = is.retry_cnt,
      .rnr_retry = is.rnr_retry,
      .rnr_timer = is.min_rnr_timer,
      .most_reads = is.max_rd_atomic,
      .most_peer_reads = is.max_dest_rd_atomic,
  });
}

void record_destroyed(const queue_pair& qp) {
  record(recording::queue_pair_destroyed_body{qp.qpn});
}

void record_created(const completion_queue& cq) {
  record_queue<recording::completion_queue_created_body>(cq);
}

void record_resized(const completion_queue& cq) {
  record_queue<recording::completion_queue_resized_body>(cq);
}

void record_destroyed(const completion_queue& cq) {
  record(recording::completion_queue_destroyed_body{cq.cqn});
}

void record_created(const shared_receive_queue& srq) {
  record(recording::shared_receive_queue_created_body{srq.srqn, srq.wqe_count, srq.stride,
                                                      srq.cq ? srq.cq->cqn : 0});
}

void record_destroyed(const shared_receive_queue& srq) {
  record(recording::shared_receive_queue_destroyed_body{srq.srqn});
}

}  // namespace verbatim::emulator
