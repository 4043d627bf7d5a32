// A resolver that asks the subnet administrator of an InfiniBand subnet.
#pragma once

#include <utility>

#include "verbatim/connect/path/path_resolver.hpp"
#include "verbatim/connect/subnet/sa_client.hpp"

namespace verbatim::subnet {

/// A resolver that asks for PathRecords. It has the requirements of subnet::client.
///
///   subnet::resolver resolver;
///   const auto path = resolver.resolve(ib_path{.grh = {.dgid = peer}}, context.local_end(1));
class resolver final : public path_resolver {
 public:
  /// Throws like subnet::client.
  explicit resolver(subnet::options options = {}) : client_(std::move(options)) {}
  explicit resolver(subnet::client client) : client_(std::move(client)) {}

  /// Asks and waits. The query begins at the path's sgid or slid, else at this port's first GID.
  /// Throws if the path is of RoCE, if nobody answers, or if the subnet has no such path.
  path resolve(const path& wanted, const local_end& end) override;

 private:
  subnet::client client_;
};

}  // namespace verbatim::subnet
