// A DCT whose receives are awaited.
#pragma once

#include <chrono>
#include <cstdint>
#include <utility>

#include "verbatim/stream/base/operations.hpp"
#include "verbatim/stream/base/piece.hpp"
#include "verbatim/stream/base/result.hpp"
#include "verbatim/stream/engine/engine.hpp"
#include "verbatim/stream/engine/queue_pair.hpp"
#include "verbatim/stream/source/direct_end.hpp"
#include "verbatim/verbs/direct/dct.hpp"
#include "verbatim/verbs/direct/srq.hpp"
#include "verbatim/verbs/memory/memory_slice.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/queue_pair/qp_attributes.hpp"

namespace verbatim::stream {

/// The options of a dc_target.
struct dc_target_options {
  std::uint32_t receives = 256;    ///< the most receives that can be outstanding
  verbs::dct_attributes dct = {};  ///< the key, the port and the GID
  activate_attributes activate = {};
};

/// The receiving end of DC: a DCT with an SRQ of its own, on an engine that names dci. Any number of
/// DCIs can send to it. A DCT is ready to receive as soon as it is made.
///
///   direct_engine<rc, dci> turns(device);
///   dc_target target(turns, pd, {.dct = {.dc_key = 7}});
///   queue_pair<direct_engine<rc, dci>, dci> pair(turns, pd);
///   pair.native().activate();
///   const address_handle way(pd, target.native().address());
///   auto sent = co_await pair.to(way.dc(7)).send(mr.slice(0, 64));
///   auto got = co_await target.recv(pool.take());  // elsewhere
template <class Engine>
class dc_target final : public detail::engine_end {
  static_assert(
      requires(Engine & engine) { engine.source().completions(); },
      "only mlx5 has DC: name it in the engine, as in direct_engine<rc, dci>");

 public:
  dc_target(Engine& engine, const pd& pd, const dc_target_options& how = {})
      : engine_(engine),
        srq_(pd, {.max_wr = how.receives}),
        dct_(pd, engine.source().completions(), srq_, how.dct, how.activate) {
    engine_.add(*this);
  }
  dc_target(const dc_target&) = delete;
  dc_target& operator=(const dc_target&) = delete;
  ~dc_target() { close(); }

  /// Returns the DCT, for its address and its key.
  const dct<detail::ticket>& native() const noexcept { return dct_; }

  Engine& engine() noexcept { return engine_; }

  /// Receives the next message of any peer into the piece. Terminal cancellation closes the target.
  auto recv(piece into) noexcept {
    auto post = [this](const memory_slice& slice, detail::ticket whose) noexcept {
      auto wqe = srq_.srq_wqe().sge(slice.addr(), slice.length(), slice.lkey());
      const int why = detail::errno_of(std::move(wqe).finish(whose));
      if (why == 0) srq_.ring_doorbell();
      return why;
    };
    return operation<Engine, decltype(post)>(engine_, *this, std::move(into), true, post);
  }

  /// Closes the DCT and the SRQ. The receives that have not completed end with outcome::failed.
  void close() noexcept {
    if (std::exchange(is_closed_, true)) return;
    end(engine_.failed() ? outcome::device_failed : outcome::failed);
    engine_.remove(*this);
  }

  // Only the engine calls the functions below.

  void give_up() override { end(outcome::cancelled); }
  void fail() override {}
  void lose_queue() override { (void)dct_.close(); }
  std::uint32_t qpn() const noexcept override { return dctn_; }

 private:
  void end(outcome how) noexcept {
    if (!dct_.is_open()) return;
    (void)engine_.source().poll(engine_.sink(), 64);  // messages that have arrived
    (void)dct_.close();
    (void)srq_.close();
    engine_.operations().lose(*this, how);
  }

  Engine& engine_;
  srq<detail::ticket> srq_;
  dct<detail::ticket> dct_;
  std::uint32_t dctn_ = dct_.dctn();
  bool is_closed_ = false;
};

}  // namespace verbatim::stream
