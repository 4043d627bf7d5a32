// MODIFY_QP and QUERY_QP.
#include "abi/commands/queue_pair_state.hpp"

#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_verbs.h>
#include <rdma/mlx5-abi.h>

#include <algorithm>
#include <cerrno>

#include "abi/commands/addresses.hpp"
#include "abi/commands/capabilities.hpp"
#include "abi/commands/queue_pair_attributes.hpp"
#include "abi/named.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::uint8_t largest_mtu = 5;  // IBV_MTU_4096
constexpr std::uint8_t largest_count = 7;
constexpr std::uint8_t largest_timer = 31;
constexpr std::uint32_t last_psn = 0xffffff;
constexpr std::uint32_t remote_access =
    access::remote_write | access::remote_read | access::remote_atomic;

/// Flags that programs set because they use the same flags for a queue pair and its memory. They
/// have no effect.
constexpr std::uint32_t of_memory = access::local_write | access::on_demand;

/// Refuses with EINVAL if `mask` has `bit` and `value` is not between `least` and `most`.
template <check Which = check::qp_attributes, class Value>
void require_range(std::uint32_t mask, std::uint32_t bit, const char* what, Value value,
                   std::uint32_t least, std::uint32_t most) {
  if (mask & bit && (value < least || value > most)) {
    refuse<Which>(EINVAL, "{} is {}: {} to {} are possible", what, value, least, most);
  }
}

path to_path(const ib_uverbs_qp_dest& from) {
  path to;
  std::copy(std::begin(from.dgid), std::end(from.dgid), to.dgid.begin());
  to.flow_label = from.flow_label;
  to.sgid_index = from.sgid_index;
  to.hop_limit = from.hop_limit;
  to.traffic_class = from.traffic_class;
  to.dlid = from.dlid;
  to.sl = from.sl;
  to.src_path_bits = from.src_path_bits;
  to.static_rate = from.static_rate;
  to.is_global = from.is_global != 0;
  to.port_num = from.port_num;
  return to;
}

ib_uverbs_qp_dest from_path(const path& from) {
  ib_uverbs_qp_dest to{};
  std::copy(from.dgid.begin(), from.dgid.end(), std::begin(to.dgid));
  to.flow_label = from.flow_label;
  to.sgid_index = from.sgid_index;
  to.hop_limit = from.hop_limit;
  to.traffic_class = from.traffic_class;
  to.dlid = from.dlid;
  to.sl = from.sl;
  to.src_path_bits = from.src_path_bits;
  to.static_rate = from.static_rate;
  to.is_global = from.is_global;
  to.port_num = from.port_num;
  return to;
}

/// The kernel resolves only the GIDs of connections. WQEs to a DCT or a UD queue pair contain their
/// address, which was resolved when its address handle was made.
bool is_connected(queue_pair_type type) noexcept {
  switch (type) {
    case queue_pair_type::rc:
    case queue_pair_type::uc:
    case queue_pair_type::xrc_send:
    case queue_pair_type::xrc_recv:
      return true;
    default:
      return false;
  }
}

void require_path(const request& with, queue_pair_type type, const char* what,
                  const ib_uverbs_qp_dest& to) {
  check_path(with, what, to.port_num, to.is_global != 0, to.sgid_index);
  if (!is_connected(type)) return;
  gid dgid;
  std::copy(std::begin(to.dgid), std::end(to.dgid), dgid.begin());
  resolve_address(with, what, to.port_num, dgid);
}

}  // namespace

void require_attributes(const request& with, queue_pair_type type, const ib_uverbs_modify_qp& in) {
  const std::uint32_t mask = in.attr_mask;
  constexpr auto last_state = static_cast<std::uint32_t>(queue_pair_state::err);
  require_range(mask, qp_attr::state, "QP state", in.qp_state, 0, last_state);
  require_range(mask, qp_attr::cur_state, "current QP state", in.cur_qp_state,
                static_cast<std::uint32_t>(queue_pair_state::rtr),
                static_cast<std::uint32_t>(queue_pair_state::sqe));
  if (mask & qp_attr::port) port_of(with, in.port_num);
  require_range(mask, qp_attr::pkey_index, "pkey index", in.pkey_index, 0, pkey_count - 1);
  require_range(mask, qp_attr::path_mtu, "path MTU code", in.path_mtu, 1, largest_mtu);
  require_range<check::qp_timers>(mask, qp_attr::timeout, "timeout", in.timeout, 0, largest_timer);
  require_range<check::qp_timers>(mask, qp_attr::retry_cnt, "retry count", in.retry_cnt, 0,
                                  largest_count);
  require_range<check::qp_timers>(mask, qp_attr::rnr_retry, "RNR retry count", in.rnr_retry, 0,
                                  largest_count);
  require_range<check::qp_timers>(mask, qp_attr::min_rnr_timer, "RNR timer", in.min_rnr_timer, 0,
                                  largest_timer);
  require_range(mask, qp_attr::max_qp_rd_atomic, "max_rd_atomic", in.max_rd_atomic, 0,
                max_rd_atomic);
  require_range(mask, qp_attr::max_dest_rd_atomic, "max_dest_rd_atomic", in.max_dest_rd_atomic, 0,
                max_rd_atomic);
  if (mask & qp_attr::access_flags && in.qp_access_flags & ~(remote_access | of_memory)) {
    mention_once<check::qp_access_flags>(
        "access flags {:#x} have no effect: a queue pair has remote write, read and atomic",
        in.qp_access_flags & ~(remote_access | of_memory));
  }
  if (mask & qp_attr::av) require_path(with, type, "path", in.dest);
  if (mask & qp_attr::alt_path) require_path(with, type, "alternate path", in.alt_dest);
}

namespace {

void take_values(queue_pair_attributes& to, const ib_uverbs_modify_qp& in) {
  const std::uint32_t mask = in.attr_mask;
  if (mask & qp_attr::access_flags) to.qp_access_flags = in.qp_access_flags & remote_access;
  if (mask & qp_attr::pkey_index) to.pkey_index = in.pkey_index;
  if (mask & qp_attr::port) to.port_num = in.port_num;
  if (mask & qp_attr::qkey) to.qkey = in.qkey;
  if (mask & qp_attr::av) to.ah = to_path(in.dest);
  if (mask & qp_attr::path_mtu) to.path_mtu = in.path_mtu;
  if (mask & qp_attr::timeout) to.timeout = in.timeout;
  if (mask & qp_attr::retry_cnt) to.retry_cnt = in.retry_cnt;
  if (mask & qp_attr::rnr_retry) to.rnr_retry = in.rnr_retry;
  if (mask & qp_attr::rq_psn) to.rq_psn = in.rq_psn & last_psn;
  if (mask & qp_attr::max_qp_rd_atomic) to.max_rd_atomic = in.max_rd_atomic;
  if (mask & qp_attr::alt_path) {
    to.alt_ah = to_path(in.alt_dest);
    to.alt_pkey_index = in.alt_pkey_index;
    to.alt_port_num = in.alt_port_num;
    to.alt_timeout = in.alt_timeout;
  }
  if (mask & qp_attr::min_rnr_timer) to.min_rnr_timer = in.min_rnr_timer;
  if (mask & qp_attr::sq_psn) to.sq_psn = in.sq_psn & last_psn;
  if (mask & qp_attr::max_dest_rd_atomic) to.max_dest_rd_atomic = in.max_dest_rd_atomic;
  if (mask & qp_attr::path_mig_state) to.path_mig_state = in.path_mig_state;
  if (mask & qp_attr::dest_qpn) to.dest_qp_num = in.dest_qp_num & last_psn;
}

}  // namespace

const queue_pair& modify_queue_pair(const request& to, ib_uverbs_modify_qp in) {
  auto& qp = queue_pair_behind(to, in.qp_handle);
  in.attr_mask = own_attributes(qp.type, in.attr_mask);
  require_attributes(to, qp.type, in);
  const queue_pair_state from =
      in.attr_mask & qp_attr::cur_state ? static_cast<queue_pair_state>(in.cur_qp_state) : qp.state;
  const queue_pair_state wanted =
      in.attr_mask & qp_attr::state ? static_cast<queue_pair_state>(in.qp_state) : from;
  if (from != qp.state) {
    refuse<check::qp_state>(EINVAL, "queue pair {:#x} is in state {}, not in {}", qp.qpn,
                            name(qp.state), name(from));
  }
  require_transition(qp.type, from, wanted, in.attr_mask);
  if (wanted == queue_pair_state::reset) {
    qp.attributes = {};
  } else {
    take_values(qp.attributes, in);
  }
  if (from == queue_pair_state::reset && wanted == queue_pair_state::init &&
      to.on.settings().bond) {
    qp.bond_link = to.on.next_bond_link();
  }
  qp.state = wanted;
  note("queue pair {:#x} went from {} to {}", qp.qpn, name(from), name(wanted));
  to.on.engine().queue_pair_modified(qp, from);
  return qp;
}

void modify_qp(const request& to) {
  modify_queue_pair(to, to.with.in<ib_uverbs_modify_qp>(UVERBS_ATTR_CORE_IN));
}

void modify_qp_ex(const request& to) {
  const auto in = to.with.in<ib_uverbs_ex_modify_qp>(UVERBS_ATTR_CORE_IN);
  const auto driver = to.with.driver_in<mlx5_ib_modify_qp>();
  const std::uint32_t ece_options = to.on.ece_options(to.of.card);
  if (in.base.attr_mask & qp_attr::rate_limit || driver.comp_mask) {
    refuse<check::qp_not_emulated>(EOPNOTSUPP, "this device has no packet pacing");
  }
  if (driver.ece_options && !ece_options) {
    refuse<check::qp_not_emulated>(EOPNOTSUPP, "this device has no ECE options, as --ece gives");
  }
  const queue_pair& qp = modify_queue_pair(to, in.base);
  ib_uverbs_ex_modify_qp_resp answer{};
  answer.response_length =
      static_cast<std::uint32_t>(std::min(to.with.length(UVERBS_ATTR_CORE_OUT), sizeof answer));
  to.with.out(UVERBS_ATTR_CORE_OUT, answer);
  mlx5_ib_modify_qp_resp mlx5{};
  mlx5.response_length =
      static_cast<std::uint32_t>(std::min(to.with.driver_out_length(), sizeof mlx5));
  // The peer's options that this device has too.
  mlx5.ece_options = driver.ece_options & ece_options;
  if (qp.type == queue_pair_type::dct && qp.state == queue_pair_state::rtr) mlx5.dctn = qp.qpn;
  to.with.driver_out(mlx5);
}

void query_qp(const request& to) {
  const auto in = to.with.in<ib_uverbs_query_qp>(UVERBS_ATTR_CORE_IN);
  const auto& qp = queue_pair_behind(to, in.qp_handle);
  const queue_pair_attributes& from = qp.attributes;
  ib_uverbs_query_qp_resp answer{};
  answer.dest = from_path(from.ah);
  answer.alt_dest = from_path(from.alt_ah);
  answer.max_send_wr = qp.capacity.max_send_wr;
  // The program may use its whole ring.
  answer.max_recv_wr = qp.rq.count;
  answer.max_send_sge = qp.capacity.max_send_sge;
  answer.max_recv_sge = qp.capacity.max_recv_sge;
  answer.max_inline_data = qp.capacity.max_inline_data;
  answer.qkey = from.qkey;
  answer.rq_psn = from.rq_psn;
  answer.sq_psn = from.sq_psn;
  answer.dest_qp_num = from.dest_qp_num;
  answer.qp_access_flags = from.qp_access_flags;
  answer.pkey_index = from.pkey_index;
  answer.alt_pkey_index = from.alt_pkey_index;
  answer.qp_state = static_cast<std::uint8_t>(qp.state);
  answer.cur_qp_state = answer.qp_state;
  answer.path_mtu = from.path_mtu;
  answer.path_mig_state = from.path_mig_state;
  answer.max_rd_atomic = from.max_rd_atomic;
  answer.max_dest_rd_atomic = from.max_dest_rd_atomic;
  answer.min_rnr_timer = from.min_rnr_timer;
  answer.port_num = from.port_num;
  answer.timeout = from.timeout;
  answer.retry_cnt = from.retry_cnt;
  answer.rnr_retry = from.rnr_retry;
  answer.alt_port_num = from.alt_port_num;
  answer.alt_timeout = from.alt_timeout;
  answer.sq_sig_all = qp.sq_sig_all;
  to.with.out(UVERBS_ATTR_CORE_OUT, answer);
}

}  // namespace verbatim::emulator
