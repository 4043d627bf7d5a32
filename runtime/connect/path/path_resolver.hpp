// Path resolvers: objects that complete a path between two addresses.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "verbatim/verbs/values/local_end.hpp"
#include "verbatim/verbs/values/path.hpp"

namespace verbatim {

/// An object that completes a path with the fields of its route: addresses, sl, pkey, mtu, rate and
/// packet_life_time. The fields of the queue pairs do not change.
class path_resolver {
 public:
  virtual ~path_resolver() = default;

  /// Returns the completed path. `wanted` has the dgid, or on InfiniBand the dlid; its other fields
  /// are preferences. Throws if there is no such path.
  virtual path resolve(const path& wanted, const local_end& end) = 0;
};

/// Returns `wanted` with every field of the route that is set in `found`. These are all fields
/// except those of the queue pairs.
path with_way_of(path wanted, const path& found);

/// A resolver with a fixed list of paths, such as those of a configuration file.
class static_resolver final : public path_resolver {
 public:
  explicit static_resolver(std::vector<path> ways = {}) : ways_(std::move(ways)) {}

  /// Adds a path to the end of the list.
  void add(path way) { ways_.push_back(std::move(way)); }

  /// Returns the first path in the list that has the destination and no different address.
  /// Addresses are compared if both paths have them.
  path resolve(const path& wanted, const local_end& end) override;

 private:
  std::vector<path> ways_;
};

/// A resolver for tests of programs that resolve. It returns the result of a function, and records
/// the wanted paths.
class mock_resolver final : public path_resolver {
 public:
  using answer = std::function<path(const path& wanted, const local_end& end)>;
  explicit mock_resolver(answer function) : answer_(std::move(function)) {}

  /// Returns the result of the function, and records `wanted`.
  path resolve(const path& wanted, const local_end& end) override {
    asked_.push_back(wanted);
    return answer_(wanted, end);
  }

  /// Returns the wanted paths so far, the oldest first.
  const std::vector<path>& asked() const noexcept { return asked_; }

 private:
  answer answer_;
  std::vector<path> asked_;
};

}  // namespace verbatim
