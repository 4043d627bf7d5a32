// The lines that uct has, on RC, UD and DC. A line of masked atomics gets the masks of one of its calls.
#include <string>

#include "kinds.hpp"

namespace verbatim::bench {
namespace {

template <std::uint32_t... sizes>
void add_sends(std::vector<native_line>& lines) {
  (lines.push_back(uct_line_of<uct_am_short<sizes>>("rc_send_inline_" + std::to_string(sizes))),
   ...);
}

template <std::uint32_t... sizes>
void add_writes(std::vector<native_line>& lines) {
  (lines.push_back(uct_line_of<uct_put_short<sizes>>("rc_write_inline_" + std::to_string(sizes))),
   ...);
}

template <std::uint32_t... sizes>
void add_blueflame(std::vector<native_line>& lines, std::initializer_list<const char*> names) {
  const auto* name = names.begin();
  (lines.push_back(uct_line_of<uct_blueflame<uct_am_short<sizes>>>(*name++)), ...);
}

std::uint32_t low(std::uint64_t value) { return static_cast<std::uint32_t>(value); }

struct cas32 : uct_atomic {
  using uct_atomic::uct_atomic;

  void adapt(wqe_parameters& p, unsigned) { p.compare_mask = p.swap_mask = ~std::uint64_t{0}; }

  [[gnu::always_inline]] ucs_status_t post(uct_ep_h ep, const wqe_parameters& p,
                                           uct_completion_t* done) noexcept {
    return uct_ep_atomic_cswap32(ep, low(p.compare), low(p.swap), p.raddr, uct_rkey_of(p.rkey),
                                 &result32, done);
  }

  std::uint32_t result32 = 0;
};

struct fetch_add32 : uct_atomic {
  using uct_atomic::uct_atomic;

  void adapt(wqe_parameters& p, unsigned) { p.swap_mask = 0; }

  [[gnu::always_inline]] ucs_status_t post(uct_ep_h ep, const wqe_parameters& p,
                                           uct_completion_t* done) noexcept {
    return uct_ep_atomic32_fetch(ep, UCT_ATOMIC_OP_ADD, low(p.swap), &result32, p.raddr,
                                 uct_rkey_of(p.rkey), done);
  }

  std::uint32_t result32 = 0;
};

/// A masked fetch-and-add that carries nothing.
struct fetch_xor64 : uct_fetch<UCT_ATOMIC_OP_XOR> {
  using uct_fetch::uct_fetch;

  void adapt(wqe_parameters& p, unsigned) { p.swap_mask = ~std::uint64_t{0}; }
};

/// A masked compare-and-swap of five octowords.
template <uct_atomic_op_t op>
struct by_masks : uct_fetch<op> {
  using uct_fetch<op>::uct_fetch;

  static constexpr std::uint32_t octowords = 5;

  static uct_kind how() { return {.wqebbs = uct_wqebbs_of(octowords)}; }
};

struct swap64 : by_masks<UCT_ATOMIC_OP_SWAP> {
  using by_masks::by_masks;

  void adapt(wqe_parameters& p, unsigned) {
    p.compare = p.compare_mask = 0;
    p.swap_mask = ~std::uint64_t{0};
  }
};

}  // namespace

void add_uct_lines(std::vector<native_line>& lines) {
  lines.push_back(uct_line_of<uct_am_zcopy>("rc_send"));
  lines.push_back(uct_line_of<uct_put_zcopy>("rc_write"));
  lines.push_back(uct_line_of<uct_get_zcopy>("rc_read"));
  lines.push_back(uct_line_of<uct_cas>("rc_cas"));
  lines.push_back(uct_line_of<uct_fetch<UCT_ATOMIC_OP_ADD>>("rc_fetch_add"));
  lines.push_back(uct_line_of<cas32>("rc_masked_cas32"));
  lines.push_back(uct_line_of<swap64>("rc_masked_cas64"));
  lines.push_back(uct_line_of<fetch_add32>("rc_masked_fetch_add32"));
  lines.push_back(uct_line_of<fetch_xor64>("rc_masked_fetch_add64"));
  lines.push_back(uct_line_of<by_masks<UCT_ATOMIC_OP_AND>>("rc_fetch_and64"));
  lines.push_back(uct_line_of<uct_datagram>("ud_send"));
  lines.push_back(uct_line_of<uct_on_dc<uct_am_zcopy>>("dci_send"));
  lines.push_back(uct_line_of<uct_on_dc<uct_put_zcopy>>("dci_write"));
  lines.push_back(uct_line_of<uct_on_dc<uct_get_zcopy>>("dci_read"));
  lines.push_back(uct_line_of<uct_on_dc<uct_cas>>("dci_cas"));
  // A message of 8 bytes is shorter than what uct puts before it.
  add_sends<16, 32, 44, 60, 100, 156, 220>(lines);
  add_writes<8, 16, 32, 44, 60, 100, 156, 220>(lines);
  add_blueflame<32, 64 - 20, 128 - 20, 192 - 20, 256 - 20>(
      lines,
      {"blueflame_lone", "blueflame_1x1", "blueflame_1x2", "blueflame_1x3", "blueflame_1x4"});
}

}  // namespace verbatim::bench
