// The allowed differences between libmlx5 and us: all of them, by name.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace verbatim::test {

/// A test that allows a difference counts it, and fails if it was never met: a difference that is
/// gone leaves the list. docs/conformance.md says the same to people.
enum class difference {
  queue_pair_number,
  unused_imm,
  inline_padding,
  compare_of_fetch_add,
  ring_end,
  lone_post,
  octoword_64,
  unsignaled_failure,
  key_context,
  xrc_reserved,
  header_padding,
  reserved_of_fetch_add32,
  reserved_of_raddr,
  reserved_of_av,
  payload_of_requester_128,
  payload_not_of_rc,
  grh_under_payload,
  odp_page_fault,
  opcode_of_nothing,
  unknown_queue,
  payload_too_long,
  atomic_result_in_cqe,
  count_of_removal,
};

struct allowed_difference {
  difference which;
  std::string_view name;
  std::string_view why;
};

inline constexpr std::array allowed_differences{
    allowed_difference{difference::queue_pair_number, "queue pair number",
                       "every ring belongs to a queue pair of its own"},
    allowed_difference{
        difference::unused_imm, "unused imm",
        "ibv_wr_* and UCX leave the ring's old bytes in ctrl_seg.imm where an operation "
        "has no use for it; ibv_post_send and we write zeros"},
    allowed_difference{difference::inline_padding, "inline padding",
                       "libmlx5 leaves the ring's old bytes behind an inline payload, up to the "
                       "next octoword; we write zeros"},
    allowed_difference{difference::compare_of_fetch_add, "compare of fetch-and-add",
                       "libmlx5 leaves the ring's old bytes in atomic_seg.compare; we write zeros"},
    allowed_difference{difference::ring_end, "ring end",
                       "the policy `contiguous` fills the ring's end with a NOP, so its WQEs have "
                       "later indexes; the policy `wrapping` does not differ"},
    allowed_difference{difference::lone_post, "lone post",
                       "libmlx5 pushes the whole WQE into the doorbell register, unless "
                       "MLX5_SHUT_UP_BF is set; we write its first 8 bytes"},
    allowed_difference{difference::octoword_64, "64 octowords",
                       "libmlx5 accepts a WQE of 64 octowords on UC and overflows ds, which ends "
                       "at 63; we refuse it"},
    allowed_difference{difference::unsignaled_failure, "unsignaled failure",
                       "libmlx5 keeps a wr_id of every send and gives it back when one fails; "
                       "an unsignaled send has no entry with us"},
    allowed_difference{difference::key_context, "context of a window",
                       "libmlx5 writes of a window's mkey_ctx_seg what mkey_mask names, and leaves "
                       "the ring's old bytes in the rest; we write zeros"},
    allowed_difference{difference::xrc_reserved, "reserved bytes of xrc_seg",
                       "libmlx5 leaves the ring's old bytes there; we write zeros"},
    allowed_difference{difference::header_padding, "padding of packet headers",
                       "libmlx5 leaves the ring's old bytes behind an inlined packet header, up to "
                       "the next octoword; we write zeros"},
    allowed_difference{difference::reserved_of_fetch_add32, "reserved bytes of masked_fa32_seg",
                       "UCX leaves the ring's old bytes there; we write zeros"},
    allowed_difference{difference::reserved_of_raddr, "reserved bytes of raddr_seg",
                       "UCX leaves the ring's old bytes there on RC and DC; we write zeros"},
    allowed_difference{difference::reserved_of_av, "reserved bytes of an address",
                       "UCX leaves the ring's old bytes there on UD and DC; we write zeros"},
    allowed_difference{difference::payload_of_requester_128, "requester's payload in 128 bytes",
                       "libmlx5 44 copies what a READ or an atomic brings in a CQE of 128 bytes "
                       "from the CQE's beginning or the byte before it; we from where it is"},
    allowed_difference{difference::payload_not_of_rc, "requester's payload beyond RC",
                       "libmlx5 fails a READ or an atomic of DC or XRC whose payload comes in the "
                       "CQE, with IBV_WC_GENERAL_ERR; we copy it"},
    allowed_difference{difference::grh_under_payload, "GRH under a payload",
                       "libmlx5 takes IBV_WC_GRH from bytes of a CQE in which a payload of up to "
                       "32 bytes lies; we do not"},
    allowed_difference{difference::odp_page_fault, "page fault of an SRQ",
                       "libmlx5 posts the WQE again and tells nobody; we hand its entry back"},
    allowed_difference{difference::opcode_of_nothing, "CQE opcodes without a meaning",
                       "libmlx5 says that something has completed; we count them in dropped()"},
    allowed_difference{difference::unknown_queue, "CQE of an unknown queue",
                       "libmlx5's call fails; we count it in dropped()"},
    allowed_difference{difference::payload_too_long, "payload longer than its buffers",
                       "libmlx5 copies what fits and fails the WQE, if nothing older lies behind "
                       "its list; we count the CQE in dropped()"},
    allowed_difference{difference::atomic_result_in_cqe, "result of an atomic in a CQE",
                       "libmlx5 copies it as it is; UCX converts it from big-endian, and so do we"},
    allowed_difference{difference::count_of_removal, "count of a removal",
                       "libmlx5 compares the device's count of unexpected messages with what was "
                       "said when the tag was appended; we with what its removal said"},
};

/// The number of times that each difference has been met.
class met_differences {
 public:
  void meet(difference which) noexcept { ++counts_[static_cast<std::size_t>(which)]; }
  unsigned count(difference which) const noexcept {
    return counts_[static_cast<std::size_t>(which)];
  }

 private:
  std::array<unsigned, allowed_differences.size()> counts_{};
};

}  // namespace verbatim::test
