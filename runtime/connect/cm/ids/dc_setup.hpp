// Takes the id out of a route or a request, for connections of DC queue pairs.
#pragma once

#include <memory>
#include <utility>

#include "verbatim/connect/cm/ids/listening.hpp"
#include "verbatim/connect/cm/listener.hpp"
#include "verbatim/connect/cm/route.hpp"

namespace verbatim::cm::detail {

struct dc_setup {
  /// Returns the id of the route and its type. Throws if the route was used.
  static std::pair<std::shared_ptr<cm_id>, ibv_qp_type> take(route& along);

  /// Returns the request itself. Throws if it was used.
  static std::unique_ptr<request_state> take(connection_request& request);
};

}  // namespace verbatim::cm::detail
