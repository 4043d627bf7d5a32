// The attributes of queue pairs that follow from a path.
#include "verbatim/verbs/queue_pair/along.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/queue_pair/qp_rules.hpp"

namespace verbatim {
namespace {

/// The fields that are not set, collected for one error that names all of them.
class needed_fields {
 public:
  needed_fields(std::string_view call, const path& path) : call_(call), path_(path) {}

  template <class Value>
  Value of(std::string_view name, const std::optional<Value>& field, Value otherwise) {
    if (field) return *field;
    missing_.append(missing_.empty() ? "" : ", ").append(name);
    return otherwise;
  }

  void check() const {
    if (missing_.empty()) return;
    throw refuse("not set: " + missing_ +
                 "; fill() sets what begins with s, reverse() the rest from what the peer filled");
  }

  error refuse(const std::string& reason) const {
    return error(std::errc::invalid_argument, call_, to_string(path_), reason);
  }

 private:
  std::string_view call_;
  const path& path_;
  std::string missing_;
};

bool takes(const local_end& end, qp_state from, qp_state to, qp_attribute attribute) noexcept {
  const auto transport = end.qp ? end.qp->transport : verbs::transport::rc;
  return verbs::takes(transport, from, to, attribute);
}

/// Returns the index of the path's pkey. The table may hold the partition with the other kind of
/// membership.
std::uint16_t pkey_index_of(const path& path, const local_end& end) {
  needed_fields needed("to_init", path);
  const auto wanted = needed.of("pkey", terms(path).pkey, pkey());
  needed.check();
  if (const auto index = index_of(end.pkeys, wanted)) return *index;
  throw needed.refuse("port " + std::to_string(end.port.number) + " is " +
                      not_in_partition(wanted, end.pkeys));
}

std::optional<std::uint16_t> gid_index_of(const path& path, const local_end& end) {
  const auto& own = route(path).sgid;
  if (!own) return std::nullopt;
  gid_wish wish{.address = own};
  if (const auto* roce = std::get_if<roce_path>(&path)) wish.type = roce->type;
  const auto choice = choose_gid(end.gids, wish);
  if (choice.chosen) return choice.chosen->index;
  throw needed_fields("to_rtr", path)
      .refuse("port " + std::to_string(end.port.number) + " has " + to_string(choice));
}

}  // namespace

init_attributes init_along(const path& path, const local_end& end,
                           std::optional<access> qp_access_flags) {
  return {.qp_access_flags = qp_access_flags, .pkey_index = pkey_index_of(path, end)};
}

qp_address peer_along(const path& path) {
  needed_fields needed("to_rtr", path);
  const auto& agreed = terms(path);
  qp_address peer{
      .qpn = needed.of("dqpn", agreed.dqpn, 0u),
      .psn = agreed.dqpsn.value_or(0),
      .mtu = agreed.mtu.value_or(mtu(0)).bytes(),
      .rd_atomic = agreed.srdatomic.value_or(0),
      .gid = route(path).dgid.value_or(gid{}),
  };
  if (const auto* ib = std::get_if<ib_path>(&path)) {
    peer.lid = needed.of("dlid", ib->dlid, lid()).value();
    if (ib->has_grh == true) (void)needed.of("dgid", ib->grh.dgid, gid{});
  } else {
    (void)needed.of("dgid", route(path).dgid, gid{});
  }
  needed.check();
  return peer;
}

path_attributes address_along(const path& path, const local_end& end) {
  const auto& grh = route(path);
  path_attributes address{.port = end.port.number, .gid_index = gid_index_of(path, end)};
  if (const auto* ib = std::get_if<ib_path>(&path)) {
    address.sl = ib->sl.value_or(0);
    address.is_global = ib->has_grh.value_or(end.port.grh_required);
    // The port's LID is the first of a range. Packets may use any LID of the range.
    if (ib->slid) {
      const auto mask = (1u << end.port.lmc) - 1;
      address.src_path_bits = static_cast<std::uint8_t>(ib->slid->value() & mask);
    }
  } else {
    address.sl = std::get<roce_path>(path).sl.value_or(0);
    address.is_global = true;
  }
  address.hop_limit = grh.hop_limit.value_or(address.hop_limit);
  address.traffic_class = grh.traffic_class.value_or(0);
  address.flow_label = grh.flow_label.value_or(0);
  const auto limit = terms(path).rate.value_or(rate());
  if (is_slower(limit, end.port.active_rate)) address.static_rate = limit;
  return address;
}

rtr_attributes rtr_along(const path& path, const local_end& end) {
  const auto& agreed = terms(path);
  const auto taken = [&](qp_attribute attribute) {
    return takes(end, qp_state::init, qp_state::rtr, attribute);
  };
  needed_fields needed("to_rtr", path);
  rtr_attributes attributes{.path = address_along(path, end)};
  attributes.path_mtu = needed.of("mtu", agreed.mtu, mtu(0));
  if (taken(qp_attribute::rq_psn)) (void)needed.of("dqpsn", agreed.dqpsn, 0u);
  if (taken(qp_attribute::max_dest_rd_atomic)) {
    attributes.max_dest_rd_atomic = needed.of("drdatomic", agreed.drdatomic, std::uint8_t{0});
    attributes.min_rnr_timer = needed.of("min_rnr_timer", agreed.min_rnr_timer, rnr_timer::ms_0_64);
  }
  needed.check();
  return attributes;
}

rts_attributes rts_along(const path& path, const local_end& end) {
  const auto& agreed = terms(path);
  const auto taken = [&](qp_attribute attribute) {
    return takes(end, qp_state::rtr, qp_state::rts, attribute);
  };
  needed_fields needed("to_rts", path);
  rts_attributes attributes{.sq_psn = needed.of("sqpsn", agreed.sqpsn, 0u)};
  if (taken(qp_attribute::timeout)) {
    const auto way = needed.of("packet_life_time", agreed.packet_life_time, packet_life_time());
    const auto peer = needed.of("dack_resp_time", agreed.dack_resp_time, response_time());
    attributes.timeout = ack_timeout_over(way, peer);
  }
  if (taken(qp_attribute::retry_cnt)) {
    attributes.retry_cnt = needed.of("retry_cnt", agreed.retry_cnt, std::uint8_t{0});
    attributes.rnr_retry = needed.of("rnr_retry", agreed.rnr_retry, rnr_retry_count(0));
    attributes.max_rd_atomic = needed.of("srdatomic", agreed.srdatomic, std::uint8_t{0});
  }
  needed.check();
  return attributes;
}

activate_attributes activate_along(const path& path, const local_end& end,
                                   std::optional<access> qp_access_flags) {
  const auto& agreed = terms(path);
  const bool sends = !end.qp || end.qp->transport != verbs::transport::dct;
  activate_attributes attributes{
      .pkey_index = pkey_index_of(path, end),
      .path_mtu = agreed.mtu,
      .qp_access_flags = qp_access_flags,
      .min_rnr_timer = agreed.min_rnr_timer,
  };
  if (agreed.qkey) attributes.qkey = *agreed.qkey;
  if (sends && end.qp) attributes.rts = rts_along(path, end);
  return attributes;
}

}  // namespace verbatim
