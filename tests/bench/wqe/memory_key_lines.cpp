// Memory keys on RC: windows and UMRs. Each of these WQEs makes the next one wait for it.
#include "verbatim/generated/transports/rc.hpp"
#include "wqe_rows.hpp"

namespace verbatim::bench {
namespace {

using queue = queue_of<rc>;
using parameters = wqe_parameters;

constexpr std::uint8_t umr = 0x25;

/// By hand: umr_ctrl_seg.
void store_control(std::uint64_t* at, std::uint32_t flags, std::uint32_t klm_octowords,
                   std::uint64_t mkey_mask) {
  at[0] = be32x2(flags, klm_octowords << 16);
  at[1] = be64(mkey_mask);
  for (unsigned i = 2; i < 6; ++i) at[i] = 0;
}

/// By hand: mkey_ctx_seg.
void store_context(std::uint64_t* at, std::uint32_t flags, std::uint32_t qpn_mkey,
                   std::uint64_t start, std::uint64_t length) {
  at[0] = be32x2(flags, qpn_mkey);
  at[1] = 0;
  at[2] = be64(start);
  at[3] = be64(length);
  for (unsigned i = 4; i < 8; ++i) at[i] = 0;
}

void store_klm(std::uint64_t* at, const piece& p) {
  at[0] = be32x2(p.length, p.lkey);
  at[1] = be64(p.addr);
}

}  // namespace

void add_memory_key_lines(std::vector<wqe_task>& lines) {
  lines.push_back(wqe_line<queue, 8>(
      "rc_local_invalidate", "local invalidate",
      [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.sq_wqe()
            .local_invalidate()
            .key(verbatim::rkey(p.rkey))
            .signal(p.id)
            .finish()
            .ok();
      },
      [](wqe_floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.post<fixed_part{umr, 8, 0, true}>(p.id, p.rkey, [](std::uint64_t* wqe) {
          store_control(wqe + 2, 0x98000000, 0, 0x20006000);
          store_context(wqe + 8, 0x40000000, 0xffffff00, 0, 0);
        });
      }));

  lines.push_back(wqe_line<queue, 12>(
      "rc_bind_mw", "bind a memory window",
      [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.sq_wqe()
            .bind_mw()
            .window(verbatim::rkey(p.rkey))
            .to({.remote_write = 1,
                 .remote_read = 1,
                 .qpn = p.qpn,
                 .mkey_7_0 = static_cast<std::uint8_t>(p.imm),
                 .start_addr = p.pieces[0].addr,
                 .len = p.pieces[0].length})
            .klm(p.pieces[0].length, verbatim::lkey(p.pieces[0].lkey), p.pieces[0].addr)
            .signal(p.id)
            .finish()
            .ok();
      },
      [](wqe_floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.post<fixed_part{umr, 12, 0, true}>(p.id, p.rkey, [&](std::uint64_t* wqe) {
          store_control(wqe + 2, 0xb0000000, 4, 0x203c6041);
          store_context(wqe + 8, 0x3000, p.qpn << 8 | (p.imm & 0xff), p.pieces[0].addr,
                        p.pieces[0].length);
          store_klm(wqe + 16, p.pieces[0]);
          for (unsigned i = 18; i < 24; ++i) wqe[i] = 0;
        });
      }));

  lines.push_back(wqe_line<queue, 12>(
      "rc_configure_mkey", "configure a memory key, 4 KLMs",
      [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.sq_wqe()
            .configure_mkey()
            .key(verbatim::lkey(p.rkey))
            .change(p.compare_mask)
            .to({.remote_write = 1,
                 .remote_read = 1,
                 .local_write = 1,
                 .qpn = 0xffffff,
                 .mkey_7_0 = static_cast<std::uint8_t>(p.imm),
                 .start_addr = p.raddr,
                 .len = p.swap})
            .klm(p.pieces[0].length, verbatim::lkey(p.pieces[0].lkey), p.pieces[0].addr)
            .klm(p.pieces[1].length, verbatim::lkey(p.pieces[1].lkey), p.pieces[1].addr)
            .klm(p.pieces[2].length, verbatim::lkey(p.pieces[2].lkey), p.pieces[2].addr)
            .klm(p.pieces[3].length, verbatim::lkey(p.pieces[3].lkey), p.pieces[3].addr)
            .signal(p.id)
            .finish()
            .ok();
      },
      [](wqe_floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.post<fixed_part{umr, 12, 0, true}>(p.id, p.rkey, [&](std::uint64_t* wqe) {
          store_control(wqe + 2, 0x80000000, 4, p.compare_mask);
          store_context(wqe + 8, 0x3800, 0xffffff00 | (p.imm & 0xff), p.raddr, p.swap);
          for (unsigned i = 0; i < 4; ++i) store_klm(wqe + 16 + 2 * i, p.pieces[i]);
        });
      }));
}

}  // namespace verbatim::bench
