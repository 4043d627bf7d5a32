// A resolver that asks the kernel's rdma_cm for the way.
#pragma once

#include <string>

#include "verbatim/connect/cm/reactor.hpp"
#include "verbatim/connect/cm/route.hpp"
#include "verbatim/connect/path/path_resolver.hpp"

namespace verbatim::cm {

/// A resolver that takes the way of rdma_cm: on RoCE as the system's routes and neighbours say, and on
/// InfiniBand as the subnet administrator does, through the kernel and without management datagrams of
/// one's own.
///
///   cm::resolver resolver;
///   const auto path = resolver.resolve(roce_path{.grh = {.dgid = peer}}, qp.local_end());
///   qp.connect(fill(with_way_of(settled_with_peer, path), qp.local_end()).path);
class resolver final : public path_resolver {
 public:
  /// `options` are those of each resolution. The source is that of the wanted path, if it has one.
  explicit resolver(resolve_options options = {}) : options_(std::move(options)) {}

  /// Asks and waits. The peer is the dgid: an IP address on RoCE. Throws if there is no such way, or if
  /// it leaves through another port than `end`.
  path resolve(const path& wanted, const local_end& end) override;

  /// Does the same for a host, which is a name or a number.
  path resolve(const std::string& host, const local_end& end);

 private:
  path way_of(const route& found, const local_end& end) const;

  reactor loop_;
  resolve_options options_;
};

}  // namespace verbatim::cm
