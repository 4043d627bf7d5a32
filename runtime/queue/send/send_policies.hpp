// The policies of a send queue, and checks for combinations that are not allowed.
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "verbatim/mmio/doorbell_register.hpp"
#include "verbatim/queue/base/counters.hpp"

namespace verbatim {

/// The threads that ring a queue's doorbell register. Without a lock, only one thread may ring at a
/// time. All queues of a register must use the same value.
using mmio::ringers;

/// The mapping of a queue's doorbell register. libmlx5 returns uncached registers if the
/// environment has MLX5_SHUT_UP_BF=1. Doorbells to an uncached register need no fences on x86-64,
/// and BlueFlame functions ring an ordinary doorbell.
using mmio::register_memory;

/// The treatment of a WQE that does not fit before the ring's end.
enum class ring_end : std::uint8_t {
  contiguous,  ///< a NOP fills the gap, and the WQE goes to the ring's start
  wrapping,    ///< the WQE continues at the ring's start, as in libmlx5, UCX and DPDK
};

/// The table of entries: it decides which WQEs carry an entry, and which entries and WQEs a good
/// CQE hands back and frees.
enum class wqe_table : std::uint8_t {
  ordered_sparse,  ///< signaled WQEs; a CQE hands back its own entry and frees all WQEs up to it
  ordered_few,     ///< the same, with less memory: for qp_attributes::max_send_signaled WQEs
  ordered_dense,   ///< all WQEs; a CQE hands back the entries up to it, in order, and frees them
  unordered,       ///< all WQEs, each signaled; a CQE hands back and frees only its own
};

/// The meaning of a CQE for the earlier WQEs.
enum class ordering : std::uint8_t {
  strict,   ///< they have completed
  relaxed,  ///< none, unless the WQE was fenced: `signal(fenced(entry))`
};

/// The use of DCI streams: `used` if WQEs select a stream. WQEs of different streams complete in
/// any order.
enum class dci_streams : std::uint8_t {
  none,  ///< all WQEs are of one stream
  used,  ///< each WQE begins with `stream_id()`
};

/// The argument of `signal()` on a queue with ordering::relaxed. The WQE waits for all earlier
/// WQEs, as with IBV_SEND_FENCE, so that its CQE covers them too.
template <class Entry>
class fenced {
 public:
  constexpr explicit fenced(Entry value) noexcept : entry(static_cast<Entry&&>(value)) {}

  /// The value that the completion brings back.
  Entry entry;
};

/// The policies of a send queue on a transport. `Given` holds values of the types above, in any
/// order, each type at most once. A number sets the most WQEBBs of a single WQE.
template <class Transport, auto... Given>
class send_policies {
  template <class Policy>
  static constexpr bool same(auto given) noexcept {
    if constexpr (std::is_same_v<Policy, unsigned>) return std::is_integral_v<decltype(given)>;
    return std::is_same_v<Policy, decltype(given)>;
  }

  template <class Policy>
  static constexpr unsigned times = (0u + ... + unsigned{same<Policy>(Given)});

  template <class Policy>
  static constexpr Policy chosen(Policy otherwise) noexcept {
    auto result = otherwise;
    (choose(result, Given), ...);
    return result;
  }
  template <class Policy, class Value>
  static constexpr void choose(Policy& result, Value given) noexcept {
    if constexpr (same<Policy>(Value{})) result = static_cast<Policy>(given);
  }

  static_assert(
      times<verbatim::ring_end> + times<unsigned> + times<wqe_table> + times<verbatim::ordering> +
              times<dci_streams> + times<verbatim::ringers> + times<verbatim::register_memory> +
              times<counting::counters> ==
          sizeof...(Given),
      "a policy of a send queue is a ring_end, wqe_table, ordering, dci_streams, ringers, "
      "register_memory or counting::counters, or the most WQEBBs of a WQE");
  static_assert(times<verbatim::ring_end> <= 1 && times<unsigned> <= 1 && times<wqe_table> <= 1 &&
                    times<verbatim::ordering> <= 1 && times<dci_streams> <= 1 &&
                    times<verbatim::ringers> <= 1 && times<verbatim::register_memory> <= 1 &&
                    times<counting::counters> <= 1,
                "the same policy of a send queue is given twice");

 public:
  /// The treatment of WQEs that do not fit before the end of the ring.
  static constexpr auto end = chosen(verbatim::ring_end::contiguous);

  /// The most WQEBBs of a single WQE.
  static constexpr auto max_wqebbs = chosen(4u);

  /// The table that keeps the entries.
  static constexpr auto table = chosen(wqe_table::ordered_sparse);

  /// The order in which WQEs complete: strict or relaxed.
  static constexpr auto order = chosen(verbatim::ordering::strict);

  /// The use of DCI streams.
  static constexpr auto streams = chosen(dci_streams::none);

  /// The threads that ring the doorbell register.
  static constexpr auto ringers = chosen(verbatim::ringers::one_thread);

  /// The way in which the doorbell register is mapped.
  static constexpr auto register_memory = chosen(verbatim::register_memory::write_combining);

  /// True if the queue counts.
  static constexpr bool counts = chosen(counting::counters::none) == counting::counters::kept;

  static_assert(max_wqebbs >= 1 && max_wqebbs <= 16, "ctrl_seg.ds ends a WQE at 16 WQEBBs");
  static_assert(
      order == verbatim::ordering::strict || table != wqe_table::ordered_few,
      "ordering::relaxed with wqe_table::ordered_few: there CQEs come in any order, so take "
      "wqe_table::ordered_sparse");
  static_assert(streams == dci_streams::none || Transport::name.starts_with("dci"),
                "dci_streams::used: only a DCI has streams");
  static_assert(streams == dci_streams::none || table == wqe_table::unordered,
                "dci_streams::used needs wqe_table::unordered: streams complete in any order");
  static_assert(order == verbatim::ordering::strict || table != wqe_table::unordered,
                "ordering::relaxed with wqe_table::unordered: there a CQE frees its own WQE only "
                "and says nothing of others, so leave ordering::relaxed out");
};

}  // namespace verbatim
