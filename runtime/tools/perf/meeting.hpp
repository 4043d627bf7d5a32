// The queue pairs of both ends come to know each other: by the exchange, or by rdma_cm.
#pragma once

#include <memory>
#include <string>

#include "tools/perf/control.hpp"
#include "tools/perf/lanes/lane.hpp"
#include "tools/perf/parameters.hpp"

namespace verbatim::tools::perf {

/// Brings all queue pairs of a lane to RTS, together with the peer's. The result lives as long as
/// the queue pairs are used. Throws `failure`. `host` is the server, as the client knows it.
std::shared_ptr<void> begin_meeting(lane& own, const parameters& what, control& peer,
                                    const place& on, const std::string& host);
std::shared_ptr<void> answer_meeting(lane& own, const parameters& what, control& peer,
                                     const place& on);

/// The same by rdma_cm. These throw if this program was built without it.
std::shared_ptr<void> connect_by_cm(lane& own, const parameters& what, control& peer,
                                    const place& on, const std::string& host);
std::shared_ptr<void> accept_by_cm(lane& own, const parameters& what, control& peer,
                                   const place& on);

/// Returns the device and the port that lead to a host, such as `mlx5_0/1`.
std::string device_towards(const std::string& host);

}  // namespace verbatim::tools::perf
