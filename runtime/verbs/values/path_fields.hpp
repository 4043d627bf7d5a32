// The fields of paths, one by one.
#pragma once

#include <concepts>
#include <string>
#include <type_traits>
#include <variant>

#include "verbatim/verbs/values/path.hpp"

namespace verbatim {
namespace detail {

template <class Route, class Visit>
void visit_route(Route& route, Visit& visit) {
  visit("sgid", route.sgid);
  visit("dgid", route.dgid);
  visit("flow_label", route.flow_label);
  visit("traffic_class", route.traffic_class);
  visit("hop_limit", route.hop_limit);
}

template <class Terms, class Visit>
void visit_terms(Terms& terms, Visit& visit) {
  visit("pkey", terms.pkey);
  visit("mtu", terms.mtu);
  visit("rate", terms.rate);
  visit("packet_life_time", terms.packet_life_time);
  visit("sqpn", terms.sqpn);
  visit("dqpn", terms.dqpn);
  visit("qkey", terms.qkey);
  visit("sqpsn", terms.sqpsn);
  visit("dqpsn", terms.dqpsn);
  visit("srdatomic", terms.srdatomic);
  visit("drdatomic", terms.drdatomic);
  visit("sack_resp_time", terms.sack_resp_time);
  visit("dack_resp_time", terms.dack_resp_time);
  visit("min_rnr_timer", terms.min_rnr_timer);
  visit("retry_cnt", terms.retry_cnt);
  visit("rnr_retry", terms.rnr_retry);
}

std::string hex(std::uint32_t value);

}  // namespace detail

/// Calls visit(name, optional) for every field of the path, in the order of the declarations.
template <class Path, class Visit>
void for_each_field(Path& way, Visit&& visit) {
  std::visit(
      [&](auto& kind) {
        if constexpr (std::is_same_v<std::remove_const_t<std::remove_reference_t<decltype(kind)>>,
                                     ib_path>) {
          visit("slid", kind.slid);
          visit("dlid", kind.dlid);
          visit("sl", kind.sl);
          visit("has_grh", kind.has_grh);
        } else {
          visit("type", kind.type);
          visit("sl", kind.sl);
        }
        detail::visit_route(kind.grh, visit);
        detail::visit_terms(kind.terms, visit);
      },
      way);
}

/// Returns a field in the format of to_string(path); "not set" if it is not set.
template <class Value>
std::string field_text(const std::optional<Value>& value) {
  if (!value) return "not set";
  if constexpr (std::is_same_v<Value, bool>) {
    return *value ? "yes" : "no";
  } else if constexpr (std::is_same_v<Value, std::uint32_t>) {
    return detail::hex(*value);
  } else if constexpr (std::is_same_v<Value, std::uint8_t>) {
    return std::to_string(*value);
  } else if constexpr (std::is_same_v<Value, gid_type>) {
    return std::string(name(*value));
  } else {
    return to_string(*value);
  }
}

}  // namespace verbatim
