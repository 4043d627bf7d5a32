// A send queue that many threads of a GPU, or of a CPU, post to at once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/queue/gpu/memory.hpp"
#include "verbatim/queue/gpu/octowords.hpp"
#include "verbatim/queue/gpu/posting_order.hpp"
#include "verbatim/queue/gpu/send_slot.hpp"
#include "verbatim/queue/gpu/warp.hpp"
#include "verbatim/wire/wqe_slot.hpp"

namespace verbatim::gpu {

/// A send queue that many threads post to at once. It is a few addresses, which a kernel takes by
/// value: all state is in the memory that they name.
///
///   queue.sq_wqe().write().rdma(raddr, rkey).sge(addr, len, lkey).signal({}).finish();
///   queue.ring_doorbell();
///
/// `max_wqebbs` is the most WQEBBs of a WQE. A WQE is kept in registers until finish(), so the queue
/// has room for short ones by default. No thread waits for another: finish() fails if the queue is full, and
/// a thread that is ringing already also rings for the others.
template <class Transport, unsigned max_wqebbs = 1, class Memory = memory>
class send_queue {
  static_assert(max_wqebbs >= 1 && max_wqebbs <= posting_order<Memory>::longest - 1,
                "a WQE has 1 to 15 WQEBBs here");

 public:
  using transport = Transport;

  /// The length of the longest WQE, in octowords.
  static constexpr unsigned max_octowords = std::min(max_wqebbs * 4, Transport::max_octowords);

  /// The fewest WQEBBs of a ring in which the longest WQE fits at every position, with the NOP that
  /// follows a change of a key.
  static constexpr std::uint32_t min_wqebbs = 2 * max_wqebbs + 1;

  /// Room for one WQE that a thread builds alone: the interface for the builders.
  using slot = send_slot<Memory, one_thread, own_octowords<max_octowords>, max_octowords>;

  /// Room for one WQE that the lanes of `Group` build together.
  template <class Group>
  using shared_slot = send_slot<Memory, Group, octoword_of_lane,
                                (max_octowords < Group::lanes ? max_octowords : Group::lanes)>;

  explicit send_queue(const send_queue_memory& memory) noexcept : order_(memory) {}

  /// Makes the queue empty. Call it once, before the first WQE, when the queue pair comes from
  /// RESET, while no other thread uses the queue. It needs `words` and `marks` only.
  void reset(std::uint32_t begin = 0) const noexcept { order_.reset(begin); }

  /// Begins a WQE that this thread builds alone.
  auto sq_wqe() const noexcept {
    static_assert(wire::wqe_slot<slot, opcode, data_seg>);
    return typename Transport::template builder<slot>::start{slot{order_, {}, {}}};
  }

  /// Begins a WQE that all lanes of a warp build together: each calls the same functions with the
  /// same arguments. Each lane stores 16 bytes of the WQE, so that all of it is stored at once.
  template <class Group>
  auto sq_wqe(Group group) const noexcept {
    using room = shared_slot<Group>;
    return typename Transport::template builder<room>::start{
        room{order_, group, octoword_of_lane(group.lane())}};
  }

  /// Tells the NIC about all WQEs that were finished so far, unless another thread does that.
  void ring_doorbell() const noexcept { order_.ring(); }

  /// Does the same by one lane, after all lanes have called it.
  template <class Group>
  void ring_doorbell(Group group) const noexcept {
    group.sync();
    if (group.lane() == 0) order_.ring();
  }

  /// Frees the WQEBBs of the WQE with this index and of all before it. Call it for each CQE of the
  /// queue, by any thread. Returns false if a later CQE has freed them already.
  bool retire(std::uint16_t wqe_counter) const noexcept { return order_.retire(wqe_counter); }

  /// Returns the number of free WQEBBs.
  std::uint32_t available() const noexcept { return order_.available(); }

 private:
  posting_order<Memory> order_;
};

}  // namespace verbatim::gpu
