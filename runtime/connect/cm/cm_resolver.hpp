// A resolver that gets paths from the kernel's rdma_cm.
#pragma once

#include <string>

#include "verbatim/connect/cm/reactor.hpp"
#include "verbatim/connect/cm/route.hpp"
#include "verbatim/connect/path/path_resolver.hpp"

namespace verbatim::cm {

/// A resolver that uses rdma_cm. On RoCE, the path comes from the system's routes and neighbours.
/// On InfiniBand, it comes from the subnet administrator: the kernel asks, so the program needs no
/// access to management datagrams.
///
///   cm::resolver resolver;
///   const auto path = resolver.resolve(roce_path{.grh = {.dgid = peer}}, qp.local_end());
///   qp.connect(fill(with_way_of(settled_with_peer, path), qp.local_end()).path);
class resolver final : public path_resolver {
 public:
  /// `options` apply to each resolution. The source of a wanted path replaces options.source.
  explicit resolver(resolve_options options = {}) : options_(std::move(options)) {}

  /// Resolves the path and waits for the result. The dgid is the peer's address: an IP address on
  /// RoCE. Throws if there is no route, or if it leaves through another port than that of `end`.
  path resolve(const path& wanted, const local_end& end) override;

  /// Does the same for a host: a name or a numeric address.
  path resolve(const std::string& host, const local_end& end);

 private:
  path way_of(const route& found, const local_end& end) const;

  reactor loop_;
  resolve_options options_;
};

}  // namespace verbatim::cm
