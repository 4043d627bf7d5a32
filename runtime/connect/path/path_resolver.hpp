// Path resolvers: objects that complete a path between two addresses.
#pragma once

#include <functional>
#include <vector>

#include "verbatim/verbs/values/local_end.hpp"
#include "verbatim/verbs/values/path.hpp"

namespace verbatim {

/// An object that completes a path with what it knows of the way: addresses, sl, pkey, mtu, rate
/// and packet_life_time. The fields that queue pairs settle stay as they are.
class path_resolver {
 public:
  virtual ~path_resolver() = default;

  /// Returns the completed path. `wanted` has the dgid, or on InfiniBand the dlid; its other fields
  /// are wishes. Throws if there is no such path.
  virtual path resolve(const path& wanted, const local_end& end) = 0;
};

/// Returns `wanted` with every field of the way that `found` has. The way is everything that is not
/// of the queue pairs.
path with_way_of(path wanted, const path& found);

/// A resolver that knows the ways that it was told, such as those of a configuration file.
class static_resolver final : public path_resolver {
 public:
  explicit static_resolver(std::vector<path> ways = {}) : ways_(std::move(ways)) {}

  /// Adds a way behind the others.
  void add(path way) { ways_.push_back(std::move(way)); }

  /// Takes the first way that has the destination and contradicts no address that is set in both.
  path resolve(const path& wanted, const local_end& end) override;

 private:
  std::vector<path> ways_;
};

/// A resolver for tests of programs that resolve. It answers with the result of a function, and
/// remembers the questions.
class mock_resolver final : public path_resolver {
 public:
  using answer = std::function<path(const path& wanted, const local_end& end)>;
  explicit mock_resolver(answer function) : answer_(std::move(function)) {}

  /// Returns the result of the function, and remembers the question.
  path resolve(const path& wanted, const local_end& end) override {
    asked_.push_back(wanted);
    return answer_(wanted, end);
  }

  /// Returns the questions so far, the oldest first.
  const std::vector<path>& asked() const noexcept { return asked_; }

 private:
  answer answer_;
  std::vector<path> asked_;
};

}  // namespace verbatim
