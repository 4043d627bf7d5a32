// Completes a path with the values of one end: its own addresses, its limits, and named defaults.
#include "verbatim/connect/path/fill.hpp"

#include <algorithm>
#include <random>
#include <utility>

#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/queue_pair/qp_attributes.hpp"
#include "verbatim/verbs/queue_pair/qp_rules.hpp"
#include "verbatim/verbs/values/path_fields.hpp"

namespace verbatim {
namespace {

/// The packet life time on Ethernet, which has no subnet manager that sets it. Source: Linux
/// drivers/infiniband/core/cma.c, CMA_IBOE_PACKET_LIFETIME.
constexpr packet_life_time roce_packet_life_time(16);

class filler {
 public:
  filler(path path, const local_end& end, const fill_options& options)
      : result_{std::move(path), {}}, end_(end), options_(options) {}

  filled_path fill() && {
    auto* const ib = std::get_if<ib_path>(&result_.path);
    const bool ethernet = end_.port.link_layer == link_layer::ethernet;
    if ((ib == nullptr) != ethernet) {
      throw error(std::errc::invalid_argument, "fill", to_string(result_.path),
                  "port " + std::to_string(end_.port.number) + " is " +
                      (ethernet ? "Ethernet: it has RoCE paths" : "InfiniBand: it has ib_paths"));
    }
    if (ib != nullptr) {
      fill_addresses(*ib);
    } else {
      fill_addresses(std::get<roce_path>(result_.path));
    }
    fill_link(ethernet);
    if (end_.qp) fill_queue_pair();
    return std::move(result_);
  }

 private:
  template <class Value>
  void set(std::string_view name, std::optional<Value>& field, Value value, std::string_view why) {
    if (field == value) return;
    field = value;
    result_.filled.push_back({name, field_text(field), std::string(why)});
  }

  template <class Value>
  void set_default(std::string_view name, std::optional<Value>& field, Value value,
                   std::string_view why = "the default") {
    if (!field) set(name, field, value, why);
  }

  template <class Value>
  void clip(std::string_view name, std::optional<Value>& field, Value most, std::string_view why) {
    if (!field || most < *field) set(name, field, most, why);
  }

  void fill_addresses(ib_path& ib) {
    set_default("slid", ib.slid, lid(end_.port.lid), "the port's");
    set_default("sl", ib.sl, std::uint8_t{0});
    if (end_.port.grh_required) set("has_grh", ib.has_grh, true, "the port demands it");
    if (!ib.grh.sgid) {
      const auto own = source(gid_wish{});
      set_default("sgid", ib.grh.sgid, own.first.gid, own.second);
    }
    if (ib.has_grh == true) fill_header(ib.grh);
  }

  void fill_addresses(roce_path& roce) {
    gid_wish wish{.address = roce.grh.sgid, .type = roce.type};
    const auto own = source(wish);
    set_default("type", roce.type, own.first.type, own.second);
    set_default("sl", roce.sl, std::uint8_t{0});
    set_default("sgid", roce.grh.sgid, own.first.gid, own.second);
    fill_header(roce.grh);
  }

  void fill_header(global_route& grh) {
    set_default("flow_label", grh.flow_label, 0u);
    set_default("traffic_class", grh.traffic_class, std::uint8_t{0});
    set_default("hop_limit", grh.hop_limit, std::uint8_t{64});
  }

  /// Returns the GID table entry of the source, and the reason for the choice. The queue pair's
  /// entry is preferred if it is suitable.
  std::pair<gid_entry, std::string> source(const gid_wish& wish) const {
    if (end_.qp) {
      for (const auto& entry : end_.gids) {
        if (entry.index == end_.qp->gid_index && choose_gid({&entry, 1}, wish).chosen) {
          return {entry, "GID " + std::to_string(entry.index) + ", the queue pair's"};
        }
      }
    }
    const auto choice = choose_gid(end_.gids, wish);
    if (choice.chosen) {
      return {*choice.chosen, "GID " + std::to_string(choice.chosen->index) + ": " + choice.why};
    }
    throw error(std::errc::address_not_available, "fill", to_string(result_.path),
                "port " + std::to_string(end_.port.number) + " has " + to_string(choice));
  }

  void fill_link(bool ethernet) {
    auto& agreed = terms(result_.path);
    const pkey everywhere(0xffff);
    const auto& pkeys = end_.pkeys;
    const auto own = std::find(pkeys.begin(), pkeys.end(), everywhere) != pkeys.end()
                         ? pkeys.end()
                         : std::find_if(pkeys.begin(), pkeys.end(),
                                        [](const pkey& entry) { return !entry.is_zero(); });
    set_default("pkey", agreed.pkey, own == pkeys.end() ? everywhere : *own,
                own == pkeys.end() ? "the default" : "the port's first");
    const auto given = end_.qp ? end_.qp->path_mtu : std::nullopt;
    clip("mtu", agreed.mtu, given.value_or(end_.port.active_mtu),
         given ? "the queue pair's" : "the port's active MTU");
    if (agreed.rate && is_slower(end_.port.active_rate, *agreed.rate)) {
      set("rate", agreed.rate, end_.port.active_rate, "the port's");
    }
    if (ethernet) {
      set_default("packet_life_time", agreed.packet_life_time, roce_packet_life_time,
                  "the default on RoCE");
    } else {
      set_default("packet_life_time", agreed.packet_life_time,
                  packet_life_time(end_.port.subnet_timeout), "the subnet's");
    }
  }

  bool takes(qp_state from, qp_state to, qp_attribute attribute) const noexcept {
    return verbs::takes(end_.qp->transport, from, to, attribute);
  }
  bool takes_in_rtr(qp_attribute attribute) const noexcept {
    return takes(qp_state::init, qp_state::rtr, attribute);
  }
  bool takes_in_rts(qp_attribute attribute) const noexcept {
    return takes(qp_state::rtr, qp_state::rts, attribute);
  }

  void fill_queue_pair() {
    auto& agreed = terms(result_.path);
    const bool is_dci = end_.qp->transport == verbs::transport::dci;
    const bool is_dct = end_.qp->transport == verbs::transport::dct;
    if (!is_dci) {
      set("sqpn", agreed.sqpn, end_.qp->qpn, "this queue pair's");
    } else if (end_.qp->dctn) {
      set("sqpn", agreed.sqpn, *end_.qp->dctn, "of the DCT beside this DCI");
    }
    if (end_.qp->qkey) {
      set("qkey", agreed.qkey, *end_.qp->qkey, "the queue pair's");
    } else if (takes(qp_state::reset, qp_state::init, qp_attribute::qkey)) {
      set_default("qkey", agreed.qkey, activate_attributes{}.qkey);
    }
    if (takes_in_rts(qp_attribute::sq_psn)) set_random("sqpsn", agreed.sqpsn);
    if (takes_in_rtr(qp_attribute::rq_psn)) set_random("dqpsn", agreed.dqpsn);
    const auto clip_depth = [&](std::string_view name, std::optional<std::uint8_t>& field,
                                std::uint8_t device, std::string_view why) {
      const bool limited = options_.max_rd_atomic < device;
      clip(name, field, std::min(options_.max_rd_atomic, device), limited ? "max_rd_atomic" : why);
    };
    if (takes_in_rts(qp_attribute::max_rd_atomic)) {
      clip_depth("srdatomic", agreed.srdatomic, end_.limits.max_qp_init_rd_atom,
                 "the device's max_qp_init_rd_atom");
    }
    if (takes_in_rtr(qp_attribute::max_dest_rd_atomic) || is_dct || end_.qp->dctn) {
      clip_depth("drdatomic", agreed.drdatomic, end_.limits.max_qp_rd_atom,
                 "the device's max_qp_rd_atom");
    }
    const bool acknowledges = takes_in_rts(qp_attribute::timeout) || is_dct;
    if (acknowledges) {
      const response_time own(end_.limits.local_ca_ack_delay);
      set("sack_resp_time", agreed.sack_resp_time, own, "the device's local_ca_ack_delay");
      set_default("dack_resp_time", agreed.dack_resp_time, own, "as long as the own");
    }
    if (acknowledges || takes_in_rtr(qp_attribute::min_rnr_timer)) {
      set_default("min_rnr_timer", agreed.min_rnr_timer, rnr_timer::ms_0_64);
      set_default("retry_cnt", agreed.retry_cnt, std::uint8_t{7});
      set_default("rnr_retry", agreed.rnr_retry, rnr_retry_count(rnr_retry_count::infinite));
    }
  }

  void set_random(std::string_view name, std::optional<std::uint32_t>& field) {
    if (field) return;
    const auto number = options_.random ? options_.random() : std::random_device()();
    set(name, field, number & 0xffffff, "at random");
  }

  filled_path result_;
  const local_end& end_;
  const fill_options& options_;
};

}  // namespace

std::string detail::to_string(const filled_field& field) {
  return std::string(field.name) + "=" + field.value + ": " + field.why;
}

std::string to_string(const filled_path& filled) {
  std::string text;
  for (const auto& field : filled.filled) {
    if (!text.empty()) text += '\n';
    text += to_string(field);
  }
  return text;
}

std::ostream& operator<<(std::ostream& out, const filled_path& filled) {
  return out << to_string(filled);
}

filled_path fill(path path, const local_end& end, const fill_options& options) {
  return filler(std::move(path), end, options).fill();
}

}  // namespace verbatim
