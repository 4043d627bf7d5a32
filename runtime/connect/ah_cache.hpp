// Address handles along paths, made once for each way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "verbatim/connect/path.hpp"
#include "verbatim/verbs/address_handle.hpp"
#include "verbatim/verbs/local_end.hpp"
#include "verbatim/verbs/pd.hpp"

namespace verbatim {

/// The address handle along a path from this end.
address_handle address_handle_along(const pd& pd, const path& path, const local_end& end);

/// Address vectors for WQEs, of which those that lead to the same port share a handle. Not for several
/// threads at once.
///
///   ah_cache cache(pd, context.local_end(1));
///   ud.sq_wqe().av(cache.ud(path)).send()…
class ah_cache {
 public:
  /// Keeps the `capacity` handles that were used last, at least 1.
  ah_cache(pd pd, local_end end, std::size_t capacity = 1024);

  /// For datagrams: with the path's dqpn and qkey, both of which have to be set.
  av_ud_seg ud(const path& path);

  /// The same for requests that go through verbs, of any device. Post before other ways push its handle out.
  ud_destination destination(const path& path);

  /// For a DCI's WQEs to the DCT that is the path's dqpn.
  av_dc_seg dc(const path& path, std::uint64_t dc_key);

  /// Handles that it has now.
  std::size_t size() const noexcept { return by_way_.size(); }

  /// Forgets all of them, as after a change of the port's addresses; `end` is what the port is now.
  void renew(local_end end);

 private:
  /// What makes one address handle different from another.
  using way = std::tuple<gid, std::uint16_t, std::optional<std::uint16_t>, std::uint8_t, bool,
                         std::uint8_t, std::uint8_t, std::uint32_t, std::uint8_t, std::uint8_t>;
  using handles = std::list<std::pair<way, address_handle>>;

  const address_handle& find(const path& path);

  pd pd_;
  local_end end_;
  std::size_t capacity_;
  handles by_age_;  ///< used last at the front
  std::map<way, handles::iterator> by_way_;
};

}  // namespace verbatim
