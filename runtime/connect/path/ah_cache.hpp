// A cache of address handles along paths: one handle for each way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/queue_pair/address_handle.hpp"
#include "verbatim/verbs/values/local_end.hpp"
#include "verbatim/verbs/values/path.hpp"

namespace verbatim {

/// Makes an address handle for the path from this end.
address_handle address_handle_along(const pd& pd, const path& path, const local_end& end);

/// A cache of address handles that makes address vectors for WQEs. Paths that lead to the same port
/// share a handle. Not thread-safe.
///
///   ah_cache cache(pd, context.local_end(1));
///   ud.sq_wqe().av(cache.ud(path)).send()…
class ah_cache {
 public:
  /// Makes a cache that keeps the `capacity` most recently used handles, at least 1.
  ah_cache(pd pd, local_end end, std::size_t capacity = 1024);

  /// Returns the address vector of a datagram, with the path's dqpn and qkey. Both must be set.
  av_ud_seg ud(const path& path);

  /// Returns the destination for requests that are posted through libibverbs, on any device. Post
  /// the request before other paths replace its handle in the cache.
  ud_destination destination(const path& path);

  /// Returns the address vector for WQEs of a DCI. The path's dqpn is the number of the DCT.
  av_dc_seg dc(const path& path, std::uint64_t dc_key);

  /// Returns the number of handles in the cache.
  std::size_t size() const noexcept { return by_way_.size(); }

  /// Drops all handles, for example after the port's addresses changed. `end` describes the port's
  /// current state.
  void renew(local_end end);

 private:
  /// The values that identify an address handle.
  using way = std::tuple<gid, std::uint16_t, std::optional<std::uint16_t>, std::uint8_t, bool,
                         std::uint8_t, std::uint8_t, std::uint32_t, std::uint8_t, std::uint8_t>;
  using handles = std::list<std::pair<way, address_handle>>;

  const address_handle& find(const path& path);

  pd pd_;
  local_end end_;
  std::size_t capacity_;
  handles by_age_;  ///< most recently used first
  std::map<way, handles::iterator> by_way_;
};

}  // namespace verbatim
