// A queue pair made by DevX commands, which can complete in CQs that libibverbs does not know.
#include "verbatim/verbs/queue_pair/devx_qp.hpp"

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>

#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/context/hca_capabilities.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::verbs {
namespace {

constexpr std::uint32_t create_qp = 0x500;
constexpr std::uint32_t rst2init_qp = 0x502;
constexpr std::uint32_t init2rtr_qp = 0x503;
constexpr std::uint32_t rtr2rts_qp = 0x504;
constexpr std::uint32_t to_error_qp = 0x507;
constexpr std::uint32_t to_reset_qp = 0x50a;
constexpr std::uint32_t query_qp = 0x50b;
constexpr std::uint32_t init2init_qp = 0x50e;

// Source: Linux include/linux/mlx5/mlx5_ifc.h, struct mlx5_ifc_create_qp_in_bits, mlx5_ifc_qpc_bits
// and mlx5_ifc_ads_bits; dbr_umem_id is that of UCX's ib_mlx5_ifc.h.
constexpr mailbox_field wq_umem_id{0x840, 32};
constexpr mailbox_field wq_umem_valid{0x860, 1};
constexpr std::uint32_t context_at = 0x0c0;
constexpr auto state = context_at + mailbox_field{0x000, 4};
constexpr auto st = context_at + mailbox_field{0x008, 8};
constexpr auto pm_state = context_at + mailbox_field{0x013, 2};
constexpr auto pd = context_at + mailbox_field{0x028, 24};
constexpr auto mtu = context_at + mailbox_field{0x040, 3};
constexpr auto log_msg_max = context_at + mailbox_field{0x043, 5};
constexpr auto log_rq_size = context_at + mailbox_field{0x049, 4};
constexpr auto log_rq_stride = context_at + mailbox_field{0x04d, 3};
constexpr auto log_sq_size = context_at + mailbox_field{0x051, 4};
constexpr auto uar_page = context_at + mailbox_field{0x068, 24};
constexpr auto user_index = context_at + mailbox_field{0x088, 24};
constexpr auto remote_qpn = context_at + mailbox_field{0x0a8, 24};
constexpr auto log_ack_req_freq = context_at + mailbox_field{0x380, 4};
constexpr auto log_sra_max = context_at + mailbox_field{0x388, 3};
constexpr auto retry_count = context_at + mailbox_field{0x38d, 3};
constexpr auto rnr_retry = context_at + mailbox_field{0x390, 3};
constexpr auto next_send_psn = context_at + mailbox_field{0x3c8, 24};
constexpr auto cqn_snd = context_at + mailbox_field{0x3e8, 24};
constexpr auto log_rra_max = context_at + mailbox_field{0x488, 3};
constexpr auto atomic_mode = context_at + mailbox_field{0x48c, 4};
constexpr auto rre = context_at + mailbox_field{0x490, 1};
constexpr auto rwe = context_at + mailbox_field{0x491, 1};
constexpr auto rae = context_at + mailbox_field{0x492, 1};
constexpr auto cd_slave_receive = context_at + mailbox_field{0x49d, 1};
constexpr auto cd_slave_send = context_at + mailbox_field{0x49e, 1};
constexpr auto cd_master = context_at + mailbox_field{0x49f, 1};
constexpr auto min_rnr_nak = context_at + mailbox_field{0x4a3, 5};
constexpr auto next_rcv_psn = context_at + mailbox_field{0x4a8, 24};
constexpr auto cqn_rcv = context_at + mailbox_field{0x4e8, 24};
constexpr auto dbr_addr = context_at + mailbox_field{0x500, 64};
constexpr auto rq_type = context_at + mailbox_field{0x565, 3};
constexpr auto srqn_rmpn_xrqn = context_at + mailbox_field{0x568, 24};
constexpr auto cs_req = context_at + mailbox_field{0x630, 8};
constexpr auto cs_res = context_at + mailbox_field{0x638, 8};
constexpr auto dbr_umem_id = context_at + mailbox_field{0x720, 32};
constexpr auto dbr_umem_valid = context_at + mailbox_field{0x683, 1};

constexpr std::uint32_t path_at = context_at + 0x0c0;
constexpr auto pkey_index = path_at + mailbox_field{0x010, 16};
constexpr auto grh = path_at + mailbox_field{0x028, 1};
constexpr auto mlid = path_at + mailbox_field{0x029, 7};
constexpr auto rlid = path_at + mailbox_field{0x030, 16};
constexpr auto ack_timeout = path_at + mailbox_field{0x040, 5};
constexpr auto src_addr_index = path_at + mailbox_field{0x048, 8};
constexpr auto hop_limit = path_at + mailbox_field{0x058, 8};
constexpr auto tclass = path_at + mailbox_field{0x064, 8};
constexpr auto flow_label = path_at + mailbox_field{0x06c, 20};
constexpr std::uint32_t rgid_rip_at = path_at + 0x080;
constexpr auto dscp = path_at + mailbox_field{0x10a, 6};
constexpr auto udp_sport = path_at + mailbox_field{0x110, 16};
constexpr auto eth_prio = path_at + mailbox_field{0x121, 3};
constexpr auto sl = path_at + mailbox_field{0x124, 4};
constexpr auto vhca_port_num = path_at + mailbox_field{0x128, 8};
constexpr auto rmac_47_32 = path_at + mailbox_field{0x130, 16};
constexpr auto rmac_31_0 = path_at + mailbox_field{0x140, 32};

constexpr mailbox_field opt_param_mask{0x080, 32};

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

  mailbox<68> command;
  command.set(mailbox_header::opcode, create_qp);
  command.set(st, transport_ == transport::rc ? st_rc : st_uc);
  command.set(pm_state, migrated);
  command.set(pd, number_of(pd_));
  command.set(uar_page, uar.page_id);
  command.set(user_index, no_user_index);
  command.set(log_sq_size, log2(wqebbs));
  if (how.receives) {
    command.set(rq_type, own_ring);
    command.set(log_rq_size, log2(wqes));
    command.set(log_rq_stride, log2(stride / std::uint32_t{octoword}));
  } else {
    command.set(rq_type, how.srqn != 0 ? shared_ring : no_ring);
    command.set(srqn_rmpn_xrqn, how.srqn);
  }
  command.set(cd_master, how.cross_channel == cross_channel::master);
  command.set(cd_slave_send, how.cross_channel == cross_channel::slave_send);
  command.set(cd_slave_receive, how.cross_channel == cross_channel::slave_receive);
  command.set(cqn_snd, how.send_cqn);
  command.set(cqn_rcv, how.recv_cqn);
  if (attributes.scatter_to_cqe) {
    const auto results = scatter_code(how.send_cqe_size);
    if (transport_ == transport::rc) command.set(cs_req, results << 4 | results);
    command.set(cs_res, scatter_code(how.recv_cqe_size));
  }
  command.set(wq_umem_id, memory_.umem_id());
  command.set(wq_umem_valid, 1);
  command.set(dbr_umem_id, memory_.umem_id());
  command.set(dbr_umem_valid, 1);
  command.set(dbr_addr, dbrec_at);
  mailbox_answer answer;
  object_ =
      make_devx_object(context_, command.bytes, answer.bytes, "CREATE_QP",
                       "with " + std::to_string(wqebbs) + " WQEBBs and " + std::to_string(wqes) +
                           " receives of " + std::to_string(stride) + " bytes");
  qpn_ = answer.get(mailbox_header::object);
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
  mailbox<68> command;
  std::string_view call;
  const auto begin = [&](std::uint32_t opcode, std::string_view name) {
    command.set(mailbox_header::opcode, opcode);
    command.set(mailbox_header::object, qpn_);
    call = name;
  };
  switch (to.qp_state) {
    case IBV_QPS_INIT:
      if (from == qp_state::init) {
        begin(init2init_qp, "INIT2INIT_QP");
        command.set(opt_param_mask, may_change_in_init);
      } else {
        begin(rst2init_qp, "RST2INIT_QP");
      }
      to_init(to, command);
      break;
    case IBV_QPS_RTR:
      begin(init2rtr_qp, "INIT2RTR_QP");
      to_rtr(to, command);
      break;
    case IBV_QPS_RTS:
      begin(rtr2rts_qp, "RTR2RTS_QP");
      to_rts(to, command);
      break;
    case IBV_QPS_RESET:
      begin(to_reset_qp, "2RST_QP");
      break;
    default:
      begin(to_error_qp, "2ERR_QP");
  }
  mailbox_answer answer;
  const int failed =
      error_number(mlx5dv_devx_obj_modify(object_.get(), command.bytes.data(), command.bytes.size(),
                                          answer.bytes.data(), answer.bytes.size()));
  if (failed != 0) check_devx(failed, answer, call, object.describe(), remedy());
  if (to.qp_state == IBV_QPS_RESET) std::memset(dbrec_, 0, 8);  // like libmlx5
}

int devx_qp::query(ibv_qp_attr& said) const noexcept {
  mailbox<4> command;
  command.set(mailbox_header::opcode, query_qp);
  command.set(mailbox_header::object, qpn_);
  mailbox<68> answer;
  const int returned =
      mlx5dv_devx_obj_query(object_.get(), command.bytes.data(), command.bytes.size(),
                            answer.bytes.data(), answer.bytes.size());
  if (returned != 0) return returned;
  const auto byte = [&](mailbox_field field) {
    return static_cast<std::uint8_t>(answer.get(field));
  };
  const auto right = [&](mailbox_field field, unsigned flag) {
    return answer.get(field) != 0 ? flag : 0u;
  };
  said.qp_state = said.cur_qp_state = verbs_state(answer.get(state));
  said.port_num = byte(vhca_port_num);
  said.pkey_index = static_cast<std::uint16_t>(answer.get(pkey_index));
  said.qp_access_flags = right(rre, IBV_ACCESS_REMOTE_READ) | right(rwe, IBV_ACCESS_REMOTE_WRITE) |
                         right(rae, IBV_ACCESS_REMOTE_ATOMIC);
  said.path_mtu = static_cast<ibv_mtu>(answer.get(mtu));
  said.dest_qp_num = answer.get(remote_qpn);
  said.rq_psn = answer.get(next_rcv_psn);
  said.sq_psn = answer.get(next_send_psn);
  said.max_dest_rd_atomic = static_cast<std::uint8_t>(1u << answer.get(log_rra_max));
  said.max_rd_atomic = static_cast<std::uint8_t>(1u << answer.get(log_sra_max));
  said.min_rnr_timer = byte(min_rnr_nak);
  said.retry_cnt = byte(retry_count);
  said.rnr_retry = byte(rnr_retry);
  said.timeout = byte(ack_timeout);
  auto& path = said.ah_attr;
  path.port_num = said.port_num;
  path.dlid = static_cast<std::uint16_t>(answer.get(rlid));
  path.src_path_bits = byte(mlid);
  path.sl = std::max(byte(sl), byte(eth_prio));  // only one is used, depending on the kind of port
  path.grh.sgid_index = byte(src_addr_index);
  path.grh.hop_limit = byte(hop_limit);
  path.grh.traffic_class = byte(tclass);
  path.grh.flow_label = answer.get(flow_label);
  std::memcpy(path.grh.dgid.raw, answer.bytes.data() + rgid_rip_at / 8, sizeof path.grh.dgid.raw);
  path.is_global =
      path.grh.dgid.global.subnet_prefix != 0 || path.grh.dgid.global.interface_id != 0;
  return 0;
}

void devx_qp::to_init(const ibv_qp_attr& to, mailbox<68>& command) const {
  command.set(pm_state, migrated);
  command.set(vhca_port_num, to.port_num);
  command.set(pkey_index, to.pkey_index);
  command.set(rre, (to.qp_access_flags & IBV_ACCESS_REMOTE_READ) != 0);
  command.set(rwe, (to.qp_access_flags & IBV_ACCESS_REMOTE_WRITE) != 0);
  command.set(rae, (to.qp_access_flags & IBV_ACCESS_REMOTE_ATOMIC) != 0);
}

void devx_qp::to_rtr(const ibv_qp_attr& to, mailbox<68>& command) const {
  command.set(mtu, to.path_mtu);
  command.set(log_msg_max,
              hca_capabilities(context_, "INIT2RTR_QP").value(capability::log_max_msg));
  command.set(remote_qpn, to.dest_qp_num);
  command.set(next_rcv_psn, to.rq_psn);
  set_path(to, command);
  if (transport_ != transport::rc) return;
  command.set(log_rra_max, log2_up(std::max<std::uint32_t>(to.max_dest_rd_atomic, 1)));
  command.set(min_rnr_nak, to.min_rnr_timer);
  command.set(atomic_mode, widest_atomic_mode(context_, "INIT2RTR_QP"));
}

void devx_qp::to_rts(const ibv_qp_attr& to, mailbox<68>& command) const {
  command.set(next_send_psn, to.sq_psn);
  if (transport_ != transport::rc) return;
  command.set(log_ack_req_freq, ack_each_256_packets);
  command.set(log_sra_max, log2_down(to.max_rd_atomic));
  command.set(retry_count, to.retry_cnt);
  command.set(rnr_retry, to.rnr_retry);
  command.set(ack_timeout, to.timeout);
}

void devx_qp::set_path(const ibv_qp_attr& to, mailbox<68>& command) const {
  auto ah = to.ah_attr;
  if (ah.static_rate != 0) {
    throw error(std::errc::not_supported, "INIT2RTR_QP", context_.describe(),
                "static_rate is for queue pairs whose completion queues libmlx5 made");
  }
  command.set(vhca_port_num, ah.port_num);
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
    const auto* const mac = dv.av->rmac;
    command.set(rmac_47_32, std::uint32_t{mac[0]} << 8 | mac[1]);
    command.set(rmac_31_0, std::uint32_t{mac[2]} << 24 | std::uint32_t{mac[3]} << 16 |
                               std::uint32_t{mac[4]} << 8 | mac[5]);
    command.set(udp_sport, be16toh(dv.av->rlid));  // 0 for RoCE v1, which has no UDP port
    command.set(dscp, ah.grh.traffic_class >> 2);
    command.set(eth_prio, ah.sl & 7);
  } else {
    command.set(rlid, ah.dlid);
    command.set(mlid, ah.src_path_bits);
    command.set(sl, ah.sl);
    command.set(grh, ah.is_global);
  }
  if (!ah.is_global) return;
  command.set(src_addr_index, ah.grh.sgid_index);
  command.set(hop_limit, ah.grh.hop_limit);
  command.set(tclass, ah.grh.traffic_class);
  command.set(flow_label, ah.grh.flow_label);
  std::memcpy(command.bytes.data() + rgid_rip_at / 8, ah.grh.dgid.raw, sizeof ah.grh.dgid.raw);
}

int devx_qp::destroy() noexcept {
  const int returned = verbs::destroy(object_, context_.native());
  return returned == 0 ? memory_.destroy() : returned;
}

}  // namespace verbatim::verbs
