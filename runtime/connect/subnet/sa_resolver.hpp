// A resolver that queries the subnet administrator of an InfiniBand subnet.
#pragma once

#include <utility>

#include "verbatim/connect/path/path_resolver.hpp"
#include "verbatim/connect/subnet/sa_client.hpp"

namespace verbatim::subnet {

/// A resolver that queries PathRecords. It has the requirements of subnet::client.
///
///   subnet::resolver resolver;
///   const auto path = resolver.resolve(ib_path{.grh = {.dgid = peer}}, context.local_end(1));
class resolver final : public path_resolver {
 public:
  /// Throws like subnet::client.
  explicit resolver(subnet::options options = {}) : client_(std::move(options)) {}
  explicit resolver(subnet::client client) : client_(std::move(client)) {}

  /// Sends the query and waits for the answer. The path begins at the sgid or slid of `wanted`,
  /// else at this port's first GID. Throws if `wanted` is a RoCE path, if there is no answer, or if
  /// the subnet has no such path.
  path resolve(const path& wanted, const local_end& end) override;

 private:
  subnet::client client_;
};

}  // namespace verbatim::subnet
