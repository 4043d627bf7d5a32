// The resolver that asks the subnet administrator of an InfiniBand subnet.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "verbatim/connect/path_resolver.hpp"

namespace verbatim {

struct sa_resolver_options {
  std::string device = {};                  ///< "" is the first that has an active InfiniBand port
  std::uint8_t port = 0;                    ///< 0 is the first that is active
  std::chrono::milliseconds timeout{1000};  ///< of each attempt
  unsigned retries = 3;                     ///< how often to ask again when nobody answers
};

/// Asks for PathRecords through libibumad, which needs access to /dev/infiniband/umad*; programs link
/// libverbatim-sa (pkg-config verbatim-sa) for it. One thread at a time.
///
///   sa_resolver subnet;
///   const auto path = subnet.resolve(ib_path{.grh = {.dgid = peer}}, context.local_end(1));
class sa_resolver final : public path_resolver {
 public:
  /// Throws if there is no such port, or if this user may not send management datagrams.
  explicit sa_resolver(sa_resolver_options options = {});
  sa_resolver(const sa_resolver&) = delete;
  sa_resolver& operator=(const sa_resolver&) = delete;
  ~sa_resolver() override;

  /// Asks and waits, at most timeout for each attempt. The query begins at the path's sgid or slid, else at
  /// this port's first GID. Throws if the path is of RoCE, if nobody answers, or if the subnet has no such
  /// path; the error has the administrator's status in words.
  path resolve(const path& wanted, const local_end& end) override;

 private:
  sa_resolver_options options_;
  std::string name_;
  int port_ = -1;
  int agent_ = -1;
  std::uint32_t transaction_ = 0;
};

}  // namespace verbatim
