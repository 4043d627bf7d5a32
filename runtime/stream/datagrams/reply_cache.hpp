// The address handles with which a socket answers.
#pragma once

#include <cstddef>
#include <list>
#include <map>
#include <utility>

#include "verbatim/connect/path/reply.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/queue_pair/address_handle.hpp"
#include "verbatim/verbs/values/local_end.hpp"

namespace verbatim::stream::detail {

/// Address handles to the senders of datagrams, at most `capacity` of them: the most recently used.
/// Senders behind one port share a handle.
class reply_cache {
 public:
  reply_cache(const pd& pd, local_end end, std::size_t capacity);

  /// Returns the handle of the way back. A handle that is there is found without an allocation. One
  /// that is not there is made; throws if that is impossible.
  const address_handle& find(const datagram_origin& origin);

  /// Forgets all handles; `end` describes the port's current state.
  void renew(local_end end);

  std::size_t size() const noexcept { return by_way_.size(); }

  /// Returns the number of handles that were made so far.
  std::size_t made() const noexcept { return made_; }

 private:
  using handles = std::list<std::pair<verbatim::detail::reply_way, address_handle>>;

  pd pd_;
  local_end end_;
  std::size_t capacity_;
  std::size_t made_ = 0;
  handles by_age_;  ///< most recently used first
  std::map<verbatim::detail::reply_way, handles::iterator> by_way_;
};

}  // namespace verbatim::stream::detail
