// Who knows the way: objects that complete a path between two addresses.
#pragma once

#include <functional>
#include <vector>

#include "verbatim/connect/path.hpp"
#include "verbatim/verbs/local_end.hpp"

namespace verbatim {

/// Answers a path with what it knows of the way: addresses, sl, pkey, mtu, rate and packet_life_time. What
/// of a path the queue pairs settle stays as it is.
class path_resolver {
 public:
  virtual ~path_resolver() = default;

  /// `wanted` has the dgid, or on InfiniBand the dlid; what else is set is wished for. Throws if there is
  /// no such path.
  virtual path resolve(const path& wanted, const local_end& end) = 0;
};

/// `wanted`, and every field of the way that `found` has: all that is not of the queue pairs.
path with_way_of(path wanted, const path& found);

/// Knows the ways that it was told, as configuration files have them.
class static_resolver final : public path_resolver {
 public:
  explicit static_resolver(std::vector<path> ways = {}) : ways_(std::move(ways)) {}
  void add(path way) { ways_.push_back(std::move(way)); }

  /// The first that contradicts nothing of the addresses that are set in both, and has the destination.
  path resolve(const path& wanted, const local_end& end) override;

 private:
  std::vector<path> ways_;
};

/// For tests of programs that resolve: answers with what a function says, and remembers the questions.
class mock_resolver final : public path_resolver {
 public:
  using answer = std::function<path(const path& wanted, const local_end& end)>;
  explicit mock_resolver(answer answer) : answer_(std::move(answer)) {}

  path resolve(const path& wanted, const local_end& end) override {
    asked_.push_back(wanted);
    return answer_(wanted, end);
  }
  const std::vector<path>& asked() const noexcept { return asked_; }

 private:
  answer answer_;
  std::vector<path> asked_;
};

}  // namespace verbatim
