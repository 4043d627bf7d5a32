// The agreement of two ends, computed from both offers. Both ends get the same result.
#include "verbatim/connect/exchange/negotiate.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/values/path_fields.hpp"

namespace verbatim::exchange {
namespace {

template <std::size_t size>
constexpr bool is_one_of(std::string_view name, const std::array<std::string_view, size>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

constexpr std::array<std::string_view, 5> of_source{"slid", "sgid", "sqpn", "sqpsn",
                                                    "sack_resp_time"};
constexpr std::array<std::string_view, 5> of_destination{"dlid", "dgid", "dqpn", "dqpsn",
                                                         "dack_resp_time"};
constexpr std::array<std::string_view, 3> the_lesser{"mtu", "srdatomic", "drdatomic"};
constexpr std::array<std::string_view, 2> the_same{"type", "qkey"};
constexpr std::array<std::string_view, 4> for_both{"packet_life_time", "min_rnr_timer", "retry_cnt",
                                                   "rnr_retry"};

/// Returns the field with this name and type; nothing if the path has none.
template <class Value>
std::optional<Value> field_named(const path& path, std::string_view wanted) {
  std::optional<Value> found;
  for_each_field(path, [&](std::string_view name, const auto& field) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(field)>, std::optional<Value>>) {
      if (name == wanted) found = field;
    }
  });
  return found;
}

std::string_view kind(const path& path) noexcept {
  return std::holds_alternative<ib_path>(path) ? "InfiniBand" : "RoCE";
}

/// The text of all fields that differ, such as `mtu=1024 bytes here and 4096 bytes at the peer`.
class differences {
 public:
  template <class Value>
  void add(std::string_view name, const std::optional<Value>& mine,
           const std::optional<Value>& theirs) {
    text_.append(text_.empty() ? "" : ", ").append(name).append("=");
    text_ += field_text(mine) + " here and " + field_text(theirs) + " at the peer";
  }
  bool empty() const noexcept { return text_.empty(); }
  const std::string& text() const noexcept { return text_; }

 private:
  std::string text_;
};

verbatim::error refuse(std::string_view call, const path& mine, const std::string& reason) {
  return verbatim::error(std::errc::invalid_argument, call, to_string(mine), reason);
}

void check_kinds(std::string_view call, const path& mine, const path& theirs) {
  if (mine.index() == theirs.index()) return;
  throw refuse(call, mine,
               "this end is on " + std::string(kind(mine)) + ", and the peer on " +
                   std::string(kind(theirs)));
}

/// Returns the agreed value of a field that both have set.
template <class Value>
Value meet(std::string_view name, const Value& mine, const Value& theirs, differences& differ) {
  if (is_one_of(name, of_source)) return mine;
  if (is_one_of(name, of_destination)) return theirs;
  if constexpr (std::is_same_v<Value, rate>) {
    if (is_slower(mine, theirs) || is_slower(theirs, mine)) {
      return is_slower(mine, theirs) ? mine : theirs;
    }
    return rate(std::min(mine.encoding(), theirs.encoding()));
  } else if constexpr (std::is_same_v<Value, rnr_timer>) {
    return time(mine) < time(theirs) ? theirs : mine;
  } else if constexpr (std::is_same_v<Value, pkey>) {
    if (mine.partition() != theirs.partition())
      differ.add(name, std::optional(mine), std::optional(theirs));
    return std::max(mine, theirs);
  } else if constexpr (std::is_same_v<Value, gid>) {
    return mine;  // handled above: each GID belongs to one end
  } else {
    if (is_one_of(name, the_same) && mine != theirs) {
      differ.add(name, std::optional(mine), std::optional(theirs));
    }
    return is_one_of(name, the_lesser) ? std::min(mine, theirs) : std::max(mine, theirs);
  }
}

path empty_path(const std::optional<path>& wanted, const local_end& end) {
  if (wanted) return *wanted;
  return end.port.link_layer == link_layer::ethernet ? path(roce_path{}) : path(ib_path{});
}

bool is_dc(const exchange::offer& offer) noexcept {
  return offer.transport == verbs::transport::dci || offer.transport == verbs::transport::dct;
}

bool sends_to(const exchange::offer& from, const exchange::offer& to) noexcept {
  return from.transport == verbs::transport::dci && to.dc_key.has_value();
}

bool fit(const exchange::offer& a, const exchange::offer& b) noexcept {
  using verbs::transport;
  if (is_dc(a) && is_dc(b)) return sends_to(a, b) || sends_to(b, a);
  if (a.transport == transport::xrc_send) return b.transport == transport::xrc_recv;
  if (a.transport == transport::xrc_recv) return b.transport == transport::xrc_send;
  return a.transport == b.transport;
}

/// Returns, for example, `RC QP` or `DCI with a DCT`.
std::string kind(const exchange::offer& offer) {
  const bool both = offer.transport == verbs::transport::dci && offer.dc_key;
  return std::string(name(offer.transport)).append(both ? " with a DCT" : "");
}

}  // namespace

path settle(const path& mine, const path& theirs) {
  check_kinds("settle", mine, theirs);
  auto settled = mine;
  differences differ;
  for_each_field(settled, [&](std::string_view name, auto& field) {
    using value = typename std::remove_reference_t<decltype(field)>::value_type;
    const auto other = field_named<value>(theirs, name);
    if (!other) return;
    field = field ? meet(name, *field, *other, differ) : *other;
  });
  if (!differ.empty()) throw refuse("settle", mine, "the two ends cannot meet: " + differ.text());
  return settled;
}

path own_path(const std::optional<path>& wanted, const local_end& end,
              const fill_options& options) {
  return fill(empty_path(wanted, end), end, options).path;
}

path own_path(const std::optional<path>& wanted, const path& offered, const local_end& end,
              const fill_options& options) {
  auto own = empty_path(wanted, end);
  check_kinds("own_path", own, offered);
  for_each_field(own, [&](std::string_view name, auto& field) {
    using value = typename std::remove_reference_t<decltype(field)>::value_type;
    if (!field && !is_one_of(name, for_both)) field = field_named<value>(offered, name);
  });
  return fill(std::move(own), end, options).path;
}

agreement negotiate(const exchange::offer& mine, const exchange::offer& theirs) {
  if (!fit(mine, theirs)) {
    throw refuse(
        "negotiate", mine.path,
        "the queue pair here is an " + kind(mine) + ", and that of the peer an " + kind(theirs));
  }
  if (theirs.dc_key && !terms(theirs.path).dqpn) {
    throw refuse("negotiate", mine.path, "the peer tells the key of a DCT, and not its number");
  }
  auto max_message = mine.max_message;
  if (theirs.max_message && (!max_message || *theirs.max_message < *max_message)) {
    max_message = theirs.max_message;
  }
  return {.path = settle(mine.path, theirs.path),
          .max_message = max_message,
          .features = mine.features & theirs.features,
          .peer = theirs};
}

agreement accept_answer(const exchange::offer& mine, const exchange::offer& answer) {
  auto agreed = negotiate(mine, answer);
  differences differ;
  for_each_field(agreed.path, [&](std::string_view name, const auto& field) {
    using value = typename std::remove_reference_t<decltype(field)>::value_type;
    const auto answered = field_named<value>(answer.path, name);
    if (field != answered) differ.add(name, field, answered);
  });
  if (differ.empty()) return agreed;
  throw refuse("accept_answer", mine.path,
               "the peer has established what was not agreed: " + differ.text());
}

void check_mtu(const path& agreed, const local_end& end) {
  const auto given = end.qp ? end.qp->path_mtu : std::nullopt;
  if (!given || terms(agreed).mtu == given) return;
  throw refuse("check_mtu", agreed,
               "the " + std::string(name(end.qp->transport)) + " has an MTU of " +
                   to_string(*given) + " for all of its peers: make it with the least of theirs");
}

}  // namespace verbatim::exchange
