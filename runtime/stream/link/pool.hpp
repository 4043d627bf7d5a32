// Streams to one server that are kept for their next use, and connected with rdma_cm.
#pragma once

#include "verbatim/stream/link/basic_pool.hpp"
#include "verbatim/stream/link/connector.hpp"

namespace verbatim::stream {

/// The options of a pool.
using pool_options = basic_pool_options<link_options>;

/// A pool of streams to one server. At most `most` streams exist at a time; take() waits for one.
///
///   pool<direct_engine<>, byte_stream> to_server(engine, pd, "server", "7471");
///   auto lease = co_await to_server.take();
///   if (!lease) return lease.why().what();
///   co_await lease->write_some(question);       // the stream returns when the lease is destroyed
template <class Engine, template <class> class Stream>
using pool = basic_pool<Engine, Stream, connector<Engine>>;

}  // namespace verbatim::stream
