// The types of the queues in histories of their lives, and the memory that they write and read.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/dct.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/direct/srq.hpp"
#include "verbatim/verbs/direct/xrc_domain.hpp"
#include "verbatim/verbs/direct/xrc_srq.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim {

using namespace std::chrono_literals;
using entry = std::uint32_t;  // each is used once; 0 is none

using own_qp = rc_qp<entry>;
using dense_qp = rc_qp<entry, entry, wqe_table::ordered_dense>;
using shared_qp = rc_qp<entry, on_srq<entry>>;
using stream_qp = dci_qp<entry, wqe_table::unordered, dci_streams::used>;
using target = dct<entry>;
using xrc_qp = xrc_send_qp<entry>;
using xrc_receives = xrc_srq<entry>;

/// Completion queues by DevX take only RC and UC.
template <cq_format Format>
inline constexpr bool by_devx = Format.compression == cqe_compression::enhanced;

template <cq_format Format>
using cq_type = std::conditional_t<
    by_devx<Format>, cq<with_format<Format>, own_qp, dense_qp, shared_qp>,
    cq<with_format<Format>, own_qp, dense_qp, shared_qp, stream_qp, target, xrc_qp, xrc_receives>>;

constexpr std::uint64_t dc_key = 0x0123456789abcdef;
constexpr qp_attributes capacities{.max_send_wqebbs = 16, .max_recv_wr = 16};

/// Registered memory: the buffers of receives, and the last number that each actor wrote.
class arena {
 public:
  static constexpr std::size_t buffers = 256;
  static constexpr std::size_t unused = buffers + 15;  // no actor's place

  arena() : free_(buffers) { std::iota(free_.begin(), free_.end(), 0); }

  std::uint64_t addr(std::size_t word) const { return mr.addr() + word * sizeof words_[0]; }
  std::uint64_t load(std::size_t word) const {
    return __atomic_load_n(&words_[word], __ATOMIC_ACQUIRE);
  }

  /// Returns the free buffer that was given back last, and clears it.
  std::size_t take_buffer() {
    const auto taken = free_.back();
    free_.pop_back();
    words_[taken] = 0;
    return taken;
  }
  void give_back(std::size_t buffer) { free_.push_back(buffer); }
  std::size_t free_buffers() const { return free_.size(); }

  verbatim::context context = open_device();
  verbatim::pd pd{context};

 private:
  std::array<std::uint64_t, buffers + 16> words_{};
  std::vector<std::size_t> free_;

 public:
  verbatim::mr mr{pd, std::span(words_), access::local_write | access::remote_write};
};

}  // namespace verbatim
