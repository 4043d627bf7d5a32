// The query of a device's capabilities.
#pragma once

#include "verbatim/verbs/context/capabilities.hpp"
#include "verbatim/verbs/context/native_context.hpp"

namespace verbatim::verbs {

/// Queries the capabilities of the device besides queue pairs and their limits, and returns them.
verbatim::capabilities query_capabilities(const native_context& context);

}  // namespace verbatim::verbs
