// The event loop of rdma_cm on an engine, for connectors, listeners and groups.
#pragma once

#include <memory>
#include <utility>

#include "verbatim/connect/cm/connection.hpp"
#include "verbatim/connect/cm/reactor.hpp"
#include "verbatim/stream/link/link_operation.hpp"

namespace verbatim::stream::detail {

/// The event loop of rdma_cm that an engine drives.
template <class Engine>
class link_loop {
 public:
  explicit link_loop(Engine& engine) : engine_(engine) {
    engine_.watch(loop_.fd(), [loop = loop_] {
      while (loop.is_open() && cm::reactor(loop).turn() != 0) {
      }
    });
  }
  link_loop(const link_loop&) = delete;
  link_loop& operator=(const link_loop&) = delete;
  ~link_loop() { engine_.unwatch(loop_.fd()); }

  Engine& engine() noexcept { return engine_; }
  const cm::reactor& reactor() const noexcept { return loop_; }

 private:
  Engine& engine_;
  cm::reactor loop_;
};

/// Makes an attempt that lives on the loop.
template <class Engine>
std::shared_ptr<link_attempt<Engine>> begin_link(const std::shared_ptr<link_loop<Engine>>& on,
                                                 stream_end<Engine>& what) {
  return std::make_shared<link_attempt<Engine>>(on->engine(), on, what);
}

/// Ends the attempt with the connection, over which the peer has sent its values.
template <class Engine>
void finish_link(link_attempt<Engine>& attempt, cm::connection made) {
  if (attempt.stream == nullptr) return;  // which ends the connection
  auto local = to_string(made.local()), remote = to_string(made.peer());
  attempt.stream->keep(std::make_shared<std::pair<std::shared_ptr<void>, cm::connection>>(
                           attempt.loop, std::move(made)),
                       std::move(local), std::move(remote));
  attempt.finish(link_result());
}

}  // namespace verbatim::stream::detail
