// A queue pair made by DevX commands, which can complete in CQs that libibverbs does not know.
#include "verbatim/verbs/queue_pair/devx_qp.hpp"

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <span>

#include "verbatim/generated/commands/create_qp.hpp"
#include "verbatim/generated/commands/init2init_qp.hpp"
#include "verbatim/generated/commands/init2rtr_qp.hpp"
#include "verbatim/generated/commands/qp_2err.hpp"
#include "verbatim/generated/commands/qp_2rst.hpp"
#include "verbatim/generated/commands/query_qp.hpp"
#include "verbatim/generated/commands/rst2init_qp.hpp"
#include "verbatim/generated/commands/rtr2rts_qp.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/context/hca_capabilities.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::verbs {
namespace {

using firmware::ads;
using firmware::create_qp;
using firmware::init2init_qp;
using firmware::init2rtr_qp;
using firmware::qpc;
using firmware::query_qp;
using firmware::rst2init_qp;
using firmware::rtr2rts_qp;

// The values of these fields.
// RRE, RAE, RWE, PKEY_INDEX and PRI_PORT: MLX5_QP_OPTPAR_* of Linux include/linux/mlx5/qp.h.
constexpr std::uint32_t may_change_in_init = 1 << 1 | 1 << 2 | 1 << 3 | 1 << 4 | 1 << 16;
constexpr std::uint32_t st_rc = 0;
constexpr std::uint32_t st_uc = 1;
constexpr std::uint32_t migrated = 3;
constexpr std::uint32_t own_ring = 0;
constexpr std::uint32_t shared_ring = 1;
constexpr std::uint32_t no_ring = 3;
constexpr std::uint32_t no_user_index = 0xffffff;
constexpr std::uint32_t ack_each_256_packets = 8;  // the value that the kernel sets

/// Returns the code for 32 or 64 bytes of data in a CQE; results in cs_req use the same code.
std::uint32_t scatter_code(std::uint32_t cqe_size) noexcept { return cqe_size == 128 ? 2 : 1; }

std::uint32_t log2(std::uint32_t power) noexcept {
  return static_cast<std::uint32_t>(std::countr_zero(power));
}

/// Returns the log2 of the smallest power of two that is at least `count`.
std::uint32_t log2_up(std::uint32_t count) noexcept { return log2(std::bit_ceil(count)); }

/// Returns the log2 of the largest power of two that is at most `count`; 0 counts as 1.
std::uint32_t log2_down(std::uint32_t count) noexcept {
  return log2(std::bit_floor(std::max(count, 1u)));
}

/// Returns the state in the numbering of libibverbs: the firmware swaps the numbers of two states.
ibv_qp_state verbs_state(std::uint32_t of_firmware) noexcept {
  if (of_firmware == 4) return IBV_QPS_SQE;
  return of_firmware == 5 ? IBV_QPS_SQD : static_cast<ibv_qp_state>(of_firmware);
}

}  // namespace

devx_qp::devx_qp(const qp_domain& domain, const devx_qp_attributes& how,
                 const qp_attributes& attributes)
    : context_(domain.pd().context()), pd_(domain.pd().native()), transport_(how.transport) {
  // The receives come first, then the sends, which begin at a WQEBB, then the doorbell record.
  const auto stride =
      std::bit_ceil(std::uint32_t{data_seg::size} * std::max(attributes.max_recv_sge, 1u));
  const auto least = std::max(std::uint32_t{wqebb} / stride, 1u);
  const auto wqes =
      how.receives ? std::bit_ceil(std::max(attributes.max_recv_wr, least)) : std::uint32_t{0};
  const auto wqebbs = std::bit_ceil(attributes.max_send_wqebbs);
  const std::size_t sends_at = std::size_t{wqes} * stride;
  const std::size_t dbrec_at = sends_at + wqebbs * wqebb;
  memory_ = umem(context_, dbrec_at + wqebb, "CREATE_QP");
  auto& registers = domain.registers();
  const auto& uar = registers.get(context_);

  wire::mailbox<create_qp::in> command;
  const auto queue = command.part(create_qp::in::qpc);
  queue.set(qpc::st, transport_ == transport::rc ? st_rc : st_uc);
  queue.set(qpc::pm_state, migrated);
  queue.set(qpc::pd, number_of(pd_));
  queue.set(qpc::uar_page, uar.page_id);
  queue.set(qpc::user_index, no_user_index);
  queue.set(qpc::log_sq_size, log2(wqebbs));
  if (how.receives) {
    queue.set(qpc::rq_type, own_ring);
    queue.set(qpc::log_rq_size, log2(wqes));
    queue.set(qpc::log_rq_stride, log2(stride / std::uint32_t{octoword}));
  } else {
    queue.set(qpc::rq_type, how.srqn != 0 ? shared_ring : no_ring);
    queue.set(qpc::srqn_rmpn_xrqn, how.srqn);
  }
  queue.set(qpc::cd_master, how.cross_channel == cross_channel::master);
  queue.set(qpc::cd_slave_send, how.cross_channel == cross_channel::slave_send);
  queue.set(qpc::cd_slave_receive, how.cross_channel == cross_channel::slave_receive);
  queue.set(qpc::cqn_snd, how.send_cqn);
  queue.set(qpc::cqn_rcv, how.recv_cqn);
  if (attributes.scatter_to_cqe) {
    const auto results = scatter_code(how.send_cqe_size);
    if (transport_ == transport::rc) queue.set(qpc::cs_req, results << 4 | results);
    queue.set(qpc::cs_res, scatter_code(how.recv_cqe_size));
  }
  command.set(create_qp::in::wq_umem_id, memory_.umem_id());
  command.set(create_qp::in::wq_umem_valid, 1);
  queue.set(qpc::dbr_umem_id, memory_.umem_id());
  queue.set(qpc::dbr_umem_valid, 1);
  queue.set(qpc::dbr_addr, dbrec_at);
  wire::mailbox<create_qp::out> answer;
  object_ =
      make_devx_object(context_, command.bytes, answer.bytes, create_qp::title,
                       "with " + std::to_string(wqebbs) + " WQEBBs and " + std::to_string(wqes) +
                           " receives of " + std::to_string(stride) + " bytes");
  qpn_ = answer.get(create_qp::out::qpn);
  dbrec_ = memory_.data() + dbrec_at;
  doorbell_ = static_cast<std::byte*>(uar.reg_addr);
  half_size_ = registers.half_size();
  send_memory_ = {.ring = memory_.data() + sends_at,
                  .wqebbs = wqebbs,
                  .dbrec = dbrec_ + 4,
                  .doorbell = nullptr,
                  .qpn = qpn_};
  recv_memory_ = {.ring = memory_.data(), .wqes = wqes, .stride = stride, .dbrec = dbrec_};
}

void devx_qp::modify(qp_state from, const ibv_qp_attr& to, const body& object,
                     const std::function<std::string()>& remedy) {
  // It has the length of the longest of these commands, without an extension.
  wire::mailbox<rst2init_qp::in> command;
  std::string_view call;
  const auto begin = [&]<class Command>(Command) {
    const auto change = command.view().template as<typename Command::in>();
    change.set(Command::in::opcode, Command::opcode);
    change.set(Command::in::qpn, qpn_);
    call = Command::title;
    return change;
  };
  switch (to.qp_state) {
    case IBV_QPS_INIT:
      if (from == qp_state::init) {
        const auto change = begin(init2init_qp());
        change.set(init2init_qp::in::opt_param_mask, may_change_in_init);
        to_init(to, change.part(init2init_qp::in::qpc));
      } else {
        to_init(to, begin(rst2init_qp()).part(rst2init_qp::in::qpc));
      }
      break;
    case IBV_QPS_RTR:
      to_rtr(to, begin(init2rtr_qp()).part(init2rtr_qp::in::qpc));
      break;
    case IBV_QPS_RTS:
      to_rts(to, begin(rtr2rts_qp()).part(rtr2rts_qp::in::qpc));
      break;
    case IBV_QPS_RESET:
      begin(firmware::qp_2rst());
      break;
    default:
      begin(firmware::qp_2err());
  }
  mailbox_answer answer;
  const int failed =
      error_number(mlx5dv_devx_obj_modify(object_.get(), command.bytes.data(), command.bytes.size(),
                                          answer.bytes.data(), answer.bytes.size()));
  if (failed != 0) check_devx(failed, answer, call, object.describe(), remedy());
  if (to.qp_state == IBV_QPS_RESET) std::memset(dbrec_, 0, 8);  // like libmlx5
}

int devx_qp::query(ibv_qp_attr& said) const noexcept {
  wire::mailbox<query_qp::in> command;
  command.set(query_qp::in::qpn, qpn_);
  wire::mailbox<query_qp::out> answer;
  const int returned =
      mlx5dv_devx_obj_query(object_.get(), command.bytes.data(), command.bytes.size(),
                            answer.bytes.data(), answer.bytes.size());
  if (returned != 0) return returned;
  const auto queue = answer.part(query_qp::out::qpc);
  const auto route = queue.part(qpc::primary_address_path);
  const auto byte = [](const auto& of, const auto& field) {
    return static_cast<std::uint8_t>(of.get(field));
  };
  const auto right = [&](const wire::mailbox_field<qpc>& field, unsigned flag) {
    return queue.is_set(field) ? flag : 0u;
  };
  said.qp_state = said.cur_qp_state = verbs_state(queue.get(qpc::state));
  said.port_num = byte(route, ads::vhca_port_num);
  said.pkey_index = static_cast<std::uint16_t>(route.get(ads::pkey_index));
  said.qp_access_flags = right(qpc::rre, IBV_ACCESS_REMOTE_READ) |
                         right(qpc::rwe, IBV_ACCESS_REMOTE_WRITE) |
                         right(qpc::rae, IBV_ACCESS_REMOTE_ATOMIC);
  said.path_mtu = static_cast<ibv_mtu>(queue.get(qpc::mtu));
  said.dest_qp_num = queue.get(qpc::remote_qpn);
  said.rq_psn = queue.get(qpc::next_rcv_psn);
  said.sq_psn = queue.get(qpc::next_send_psn);
  said.max_dest_rd_atomic = static_cast<std::uint8_t>(1u << queue.get(qpc::log_rra_max));
  said.max_rd_atomic = static_cast<std::uint8_t>(1u << queue.get(qpc::log_sra_max));
  said.min_rnr_timer = byte(queue, qpc::min_rnr_nak);
  said.retry_cnt = byte(queue, qpc::retry_count);
  said.rnr_retry = byte(queue, qpc::rnr_retry);
  said.timeout = byte(route, ads::ack_timeout);
  auto& path = said.ah_attr;
  path.port_num = said.port_num;
  path.dlid = static_cast<std::uint16_t>(route.get(ads::rlid));
  path.src_path_bits = byte(route, ads::mlid);
  path.sl =
      std::max(byte(route, ads::sl),
               byte(route, ads::eth_prio));  // only one is used, depending on the kind of port
  path.grh.sgid_index = byte(route, ads::src_addr_index);
  path.grh.hop_limit = byte(route, ads::hop_limit);
  path.grh.traffic_class = byte(route, ads::tclass);
  path.grh.flow_label = route.get(ads::flow_label);
  const auto gid = route.get(ads::rgid_rip);
  std::memcpy(path.grh.dgid.raw, gid.data(), gid.size());
  path.is_global =
      path.grh.dgid.global.subnet_prefix != 0 || path.grh.dgid.global.interface_id != 0;
  return 0;
}

void devx_qp::to_init(const ibv_qp_attr& to, qpc_fields queue) const {
  queue.set(qpc::pm_state, migrated);
  const auto route = queue.part(qpc::primary_address_path);
  route.set(ads::vhca_port_num, to.port_num);
  route.set(ads::pkey_index, to.pkey_index);
  queue.set(qpc::rre, (to.qp_access_flags & IBV_ACCESS_REMOTE_READ) != 0);
  queue.set(qpc::rwe, (to.qp_access_flags & IBV_ACCESS_REMOTE_WRITE) != 0);
  queue.set(qpc::rae, (to.qp_access_flags & IBV_ACCESS_REMOTE_ATOMIC) != 0);
}

void devx_qp::to_rtr(const ibv_qp_attr& to, qpc_fields queue) const {
  queue.set(qpc::mtu, to.path_mtu);
  queue.set(
      qpc::log_msg_max,
      hca_capabilities(context_, init2rtr_qp::title).value(firmware::cmd_hca_cap::log_max_msg));
  queue.set(qpc::remote_qpn, to.dest_qp_num);
  queue.set(qpc::next_rcv_psn, to.rq_psn);
  set_path(to, queue.part(qpc::primary_address_path));
  if (transport_ != transport::rc) return;
  queue.set(qpc::log_rra_max, log2_up(std::max<std::uint32_t>(to.max_dest_rd_atomic, 1)));
  queue.set(qpc::min_rnr_nak, to.min_rnr_timer);
  queue.set(qpc::atomic_mode, widest_atomic_mode(context_, init2rtr_qp::title));
}

void devx_qp::to_rts(const ibv_qp_attr& to, qpc_fields queue) const {
  queue.set(qpc::next_send_psn, to.sq_psn);
  if (transport_ != transport::rc) return;
  queue.set(qpc::log_ack_req_freq, ack_each_256_packets);
  queue.set(qpc::log_sra_max, log2_down(to.max_rd_atomic));
  queue.set(qpc::retry_count, to.retry_cnt);
  queue.set(qpc::rnr_retry, to.rnr_retry);
  queue.part(qpc::primary_address_path).set(ads::ack_timeout, to.timeout);
}

void devx_qp::set_path(const ibv_qp_attr& to, path_fields route) const {
  auto ah = to.ah_attr;
  if (ah.static_rate != 0) {
    throw error(std::errc::not_supported, "INIT2RTR_QP", context_.describe(),
                "static_rate is for queue pairs whose completion queues libmlx5 made");
  }
  route.set(ads::vhca_port_num, ah.port_num);
  const bool ethernet = context_.port(ah.port_num).link_layer == link_layer::ethernet;
  if (ethernet) {
    // The kernel resolves the MAC address only when it makes an address handle.
    const native_ptr<ibv_ah> peer(ibv_create_ah(pd_, &ah));
    if (peer == nullptr) throw error(errno, "ibv_create_ah", context_.describe(), "");
    mlx5dv_ah dv{};
    mlx5dv_obj object{};
    object.ah.in = peer.get();
    object.ah.out = &dv;
    check(mlx5dv_init_obj(&object, MLX5DV_OBJ_AH), "mlx5dv_init_obj", context_.describe());
    std::uint64_t mac = 0;
    for (const std::uint8_t byte : dv.av->rmac) mac = mac << 8 | byte;
    route.set(ads::rmac_47_32, mac >> 32);
    route.set_low(ads::rmac_31_0, mac);
    route.set(ads::udp_sport, be16toh(dv.av->rlid));  // 0 for RoCE v1, which has no UDP port
    route.set(ads::dscp, ah.grh.traffic_class >> 2);
    route.set(ads::eth_prio, ah.sl & 7);
  } else {
    route.set(ads::rlid, ah.dlid);
    route.set(ads::mlid, ah.src_path_bits);
    route.set(ads::sl, ah.sl);
    route.set(ads::grh, ah.is_global);
  }
  if (!ah.is_global) return;
  route.set(ads::src_addr_index, ah.grh.sgid_index);
  route.set(ads::hop_limit, ah.grh.hop_limit);
  route.set(ads::tclass, ah.grh.traffic_class);
  route.set(ads::flow_label, ah.grh.flow_label);
  route.set(ads::rgid_rip, std::as_bytes(std::span(ah.grh.dgid.raw)));
}

int devx_qp::destroy() noexcept {
  const int returned = verbs::destroy(object_, context_.native());
  return returned == 0 ? memory_.destroy() : returned;
}

}  // namespace verbatim::verbs
