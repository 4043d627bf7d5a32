#include "verbatim/stream/datagrams/reply_cache.hpp"

#include <algorithm>
#include <utility>

#include "verbatim/connect/path/ah_cache.hpp"

namespace verbatim::stream::detail {

reply_cache::reply_cache(const pd& pd, local_end end, std::size_t capacity)
    : pd_(pd), end_(std::move(end)), capacity_(std::max(capacity, std::size_t{1})) {}

const address_handle& reply_cache::find(const datagram_origin& origin) {
  const auto way = verbatim::detail::way_back(origin, end_.port.link_layer);
  if (const auto found = by_way_.find(way); found != by_way_.end()) {
    by_age_.splice(by_age_.begin(), by_age_, found->second);
    return found->second->second;
  }
  by_age_.emplace_front(way, address_handle_along(pd_, reply_path(origin, end_), end_));
  by_way_.emplace(way, by_age_.begin());
  ++made_;
  if (by_way_.size() > capacity_) {
    by_way_.erase(by_age_.back().first);
    by_age_.pop_back();
  }
  return by_age_.front().second;
}

void reply_cache::renew(local_end end) {
  by_way_.clear();
  by_age_.clear();
  end_ = std::move(end);
}

}  // namespace verbatim::stream::detail
