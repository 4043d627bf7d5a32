// The bits that no NIC reads, by name.
#include "engine/check/reserved_bits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>

#include "report/finding.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::string_view ucx_address = "UCX, uct_ib_mlx5_set_dgram_seg";

constexpr std::array unread{
    unread_bits{"av_dc_seg", "reserved_10", ucx_address},
    unread_bits{"av_dc_seg", "rmac", ucx_address},
    unread_bits{"av_ud_compact_seg", "reserved_04", ucx_address},
    unread_bits{"av_ud_seg", "reserved_04", ucx_address},
    unread_bits{"av_ud_seg", "reserved_10", ucx_address},
    unread_bits{"av_ud_seg", "rmac", ucx_address},
    unread_bits{"ctrl_seg", "imm", "libmlx5, mlx5_wr_memcpy"},
    unread_bits{"masked_fa32_seg", "reserved_08", "UCX, uct_ib_mlx5_atomic_masked_fadd32_seg"},
    unread_bits{"raddr_seg", "reserved_0c", "UCX without SSE or NEON, uct_ib_mlx5_ep_set_rdma_seg"},
    unread_bits{"tm_seg", "reserved_04", "libmlx5, set_tm_seg; UCX, uct_rc_mlx5_set_tm_seg"},
    unread_bits{"tm_seg", "reserved_08", "libmlx5, set_tm_seg; UCX, uct_rc_mlx5_set_tm_seg"},
    unread_bits{"wait_cq_seg", "reserved_00", "DPDK, mlx5_crypto_gcm_build_send_en"},
    unread_bits{"xrc_seg", "reserved_04", "libmlx5, mlx5_post_send"},
};

const unread_bits* find(std::string_view segment, std::string_view field) noexcept {
  const auto found = std::ranges::find_if(
      unread, [=](const unread_bits& one) { return one.segment == segment && one.field == field; });
  return found == unread.end() ? nullptr : &*found;
}

void tell_once(const unread_bits& one) noexcept {
  static std::array<std::atomic<bool>, unread.size()> told;
  if (!reports_everything() || told[static_cast<std::size_t>(&one - unread.data())].exchange(true))
    return;
  mention<check::unread_bits>(
      "{} of its {} is not zero. NICs do not read it, and others leave there what the ring held "
      "({})",
      one.field, one.segment, one.source);
}

}  // namespace

std::span<const unread_bits> all_unread_bits() noexcept { return unread; }

void tell_unread_bits(std::string_view segment, std::string_view field) noexcept {
  if (const unread_bits* const one = find(segment, field)) tell_once(*one);
}

finding unexpected_field(std::span<const wire::field> fields, std::string_view segment,
                         const std::byte* at, std::size_t octoword) {
  for (const wire::field& field : fields) {
    if (!field.reserved() || field.as_expected(at)) continue;
    if (const unread_bits* const one = find(segment, field.name)) {
      tell_once(*one);
      continue;
    }
    const auto value = field.bytes != 0 ? "not zero" : fmt::format("{:#x}", field.read(at));
    return found<check::reserved_bits>(
        "{} of its {} (octoword {}) is {} instead of {:#x}: zero a segment's reserved bits, the "
        "ring still holds old WQEs",
        field.name, segment, octoword, value, field.expected);
  }
  return {};
}

}  // namespace verbatim::emulator
