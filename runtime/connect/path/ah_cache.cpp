// A cache of address handles along paths: one handle for each way.
#include "verbatim/connect/path/ah_cache.hpp"

#include <algorithm>

#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/queue_pair/along.hpp"

namespace verbatim {
namespace {

std::uint32_t qkey_of(std::string_view call, const path& path) {
  const auto& qkey = terms(path).qkey;
  if (qkey) return *qkey;
  throw error(std::errc::invalid_argument, call, to_string(path), "not set: qkey");
}

}  // namespace

address_handle address_handle_along(const pd& pd, const path& path, const local_end& end) {
  return address_handle(pd, peer_along(path), address_along(path, end));
}

ah_cache::ah_cache(pd pd, local_end end, std::size_t capacity)
    : pd_(std::move(pd)), end_(std::move(end)), capacity_(std::max(capacity, std::size_t{1})) {}

const address_handle& ah_cache::find(const path& path) {
  const auto peer = peer_along(path);
  const auto from = address_along(path, end_);
  const way key(peer.gid, peer.lid, from.gid_index, from.sl, from.is_global, from.hop_limit,
                from.traffic_class, from.flow_label, from.src_path_bits,
                from.static_rate.encoding());
  if (const auto found = by_way_.find(key); found != by_way_.end()) {
    by_age_.splice(by_age_.begin(), by_age_, found->second);
    return found->second->second;
  }
  by_age_.emplace_front(key, address_handle(pd_, peer, from));
  by_way_.emplace(key, by_age_.begin());
  if (by_age_.size() > capacity_) {
    by_way_.erase(by_age_.back().first);
    by_age_.pop_back();
  }
  return by_age_.front().second;
}

av_ud_seg ah_cache::ud(const path& path) {
  const auto qkey = qkey_of("ah_cache::ud", path);
  auto vector = find(path).ud(qkey);
  vector.dqp_dct = *terms(path).dqpn;
  return vector;
}

ud_destination ah_cache::destination(const path& path) {
  const auto qkey = qkey_of("ah_cache::destination", path);
  return {find(path).native(), *terms(path).dqpn, qkey};
}

av_dc_seg ah_cache::dc(const path& path, std::uint64_t dc_key) {
  auto vector = find(path).dc(dc_key);
  vector.dqp_dct = *terms(path).dqpn;
  return vector;
}

void ah_cache::renew(local_end end) {
  by_way_.clear();
  by_age_.clear();
  end_ = std::move(end);
}

}  // namespace verbatim
