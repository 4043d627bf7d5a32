// Streams to one server that are kept for their next use, and connected without rdma_cm.
#pragma once

#include "verbatim/stream/link/basic_pool.hpp"
#include "verbatim/stream/link/exchange_connector.hpp"

namespace verbatim::stream {

/// The options of an exchange_pool.
using exchange_pool_options = basic_pool_options<exchange_options>;

/// A pool of streams to one exchange_listener. At most `most` streams exist at a time; take() waits
/// for one.
///
///   exchange_pool<direct_engine<>, byte_stream> to_server(engine, pd, "server", 7471);
///   auto lease = co_await to_server.take();
template <class Engine, template <class> class Stream>
using exchange_pool = basic_pool<Engine, Stream, exchange_connector<Engine>>;

}  // namespace verbatim::stream
