// The state and the attributes that a device reports for a queue pair.
#include "verbatim/verbs/queue_pair/queried_qp.hpp"

#include <infiniband/verbs.h>

#include <cstring>
#include <string_view>
#include <type_traits>

#include "verbatim/verbs/queue_pair/qp_rules.hpp"

namespace verbatim {
namespace verbs {
namespace {

/// A reader of the attributes that one state change sets, if the transport uses them.
class given {
 public:
  given(transport transport, qp_state from, qp_state to) noexcept
      : transport_(transport), from_(from), to_(to) {}

  bool takes(qp_attribute attribute) const noexcept {
    return verbs::takes(transport_, from_, to_, attribute);
  }

  /// Reads an attribute into `into`. Leaves `into` unchanged if the transport does not use the
  /// attribute.
  template <class Value, class Said>
  void read(qp_attribute attribute, std::optional<Value>& into, const Said& said) const {
    if (takes(attribute)) into = Value(said);
  }

 private:
  transport transport_;
  qp_state from_, to_;
};

init_attributes init_of(const given& init, const ibv_qp_attr& said) {
  init_attributes read;
  if (init.takes(qp_attribute::pkey_index)) read.pkey_index = said.pkey_index;
  if (init.takes(qp_attribute::qp_access_flags)) {
    read.qp_access_flags = static_cast<access>(said.qp_access_flags);
  }
  return read;
}

qp_address peer_of(const ibv_qp_attr& said) {
  qp_address peer{
      .qpn = said.dest_qp_num,
      .psn = said.rq_psn,
      .lid = said.ah_attr.dlid,
      .mtu = mtu::of_encoding(static_cast<std::uint8_t>(said.path_mtu)).bytes(),
      .rd_atomic = said.max_rd_atomic,
  };
  if (said.ah_attr.is_global != 0) {
    std::memcpy(peer.gid.bytes.data(), said.ah_attr.grh.dgid.raw, sizeof said.ah_attr.grh.dgid.raw);
  }
  return peer;
}

path_attributes path_of(const ibv_ah_attr& said) {
  path_attributes path{.port = said.port_num,
                       .sl = said.sl,
                       .is_global = said.is_global != 0,
                       .src_path_bits = said.src_path_bits,
                       .static_rate = rate(said.static_rate)};
  if (!path.is_global) return path;
  path.gid_index = said.grh.sgid_index;
  path.hop_limit = said.grh.hop_limit;
  path.traffic_class = said.grh.traffic_class;
  path.flow_label = said.grh.flow_label;
  return path;
}

rtr_attributes rtr_of(const given& rtr, const ibv_qp_attr& said) {
  rtr_attributes read;
  rtr.read(qp_attribute::path_mtu, read.path_mtu,
           mtu::of_encoding(static_cast<std::uint8_t>(said.path_mtu)));
  rtr.read(qp_attribute::max_dest_rd_atomic, read.max_dest_rd_atomic, said.max_dest_rd_atomic);
  rtr.read(qp_attribute::min_rnr_timer, read.min_rnr_timer, said.min_rnr_timer & 31);
  if (rtr.takes(qp_attribute::dest_qp_num)) read.path = path_of(said.ah_attr);
  return read;
}

rts_attributes rts_of(const given& rts, const ibv_qp_attr& said) {
  rts_attributes read;
  rts.read(qp_attribute::sq_psn, read.sq_psn, said.sq_psn);
  rts.read(qp_attribute::timeout, read.timeout, said.timeout & 31u);
  rts.read(qp_attribute::retry_cnt, read.retry_cnt, said.retry_cnt);
  rts.read(qp_attribute::rnr_retry, read.rnr_retry, said.rnr_retry & 7u);
  rts.read(qp_attribute::max_rd_atomic, read.max_rd_atomic, said.max_rd_atomic);
  return read;
}

}  // namespace

queried_qp as_queried(transport transport, const ibv_qp_attr& said) {
  queried_qp read{.state = static_cast<qp_state>(said.qp_state)};
  const given init(transport, qp_state::reset, qp_state::init);
  const given rtr(transport, qp_state::init, qp_state::rtr);
  const given rts(transport, qp_state::rtr, qp_state::rts);
  // In ERROR, the path MTU shows if the QP had a peer: the encoding of an MTU is never 0.
  const bool has_path = !rtr.takes(qp_attribute::path_mtu) || said.path_mtu != 0;
  const bool was_in_rtr =
      said.qp_state >= IBV_QPS_RTR && (said.qp_state != IBV_QPS_ERR || has_path);
  const bool was_in_rts = was_in_rtr && said.qp_state != IBV_QPS_RTR;
  if (said.qp_state != IBV_QPS_RESET) {
    read.init = init_of(init, said);
    init.read(qp_attribute::qkey, read.qkey, said.qkey);
  }
  if (was_in_rtr) {
    read.rtr = rtr_of(rtr, said);
    if (rtr.takes(qp_attribute::dest_qp_num)) read.peer = peer_of(said);
  }
  if (was_in_rts) read.rts = rts_of(rts, said);
  return read;
}

}  // namespace verbs

namespace {

class fields {
 public:
  template <class Value>
  void add(std::string_view name, const std::optional<Value>& value) {
    if (!value) return;
    if (!text.empty()) text += ' ';
    text.append(name).append("=");
    if constexpr (std::is_integral_v<Value>) {
      text.append(std::to_string(*value));
    } else {
      text.append(to_string(*value));
    }
  }

  std::string text;
};

}  // namespace

std::string to_string(const queried_qp& queried) {
  fields set;
  if (const auto& init = queried.init) {
    set.add("pkey_index", std::optional(init->pkey_index));
    set.add("qp_access_flags", init->qp_access_flags);
  }
  set.add("qkey", queried.qkey);
  if (const auto& rtr = queried.rtr) {
    set.add("path_mtu", rtr->path_mtu);
    set.add("max_dest_rd_atomic", rtr->max_dest_rd_atomic);
    set.add("min_rnr_timer", rtr->min_rnr_timer);
  }
  if (const auto& rts = queried.rts) {
    set.add("sq_psn", rts->sq_psn);
    set.add("timeout", rts->timeout);
    set.add("retry_cnt", rts->retry_cnt);
    set.add("rnr_retry", rts->rnr_retry);
    set.add("max_rd_atomic", rts->max_rd_atomic);
  }
  std::string text(name(queried.state));
  if (!set.text.empty()) text.append(" {").append(set.text).append("}");
  if (queried.peer) text.append(" to ").append(to_string(*queried.peer));
  return text;
}

}  // namespace verbatim
