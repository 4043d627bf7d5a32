// WRITEs on RC that gather several pieces.
#include "verbatim/generated/transports/rc.hpp"
#include "wqe_rows.hpp"

namespace verbatim::bench {
namespace {

using queue = queue_of<rc>;
using parameters = wqe_parameters;

/// By hand: raddr_seg and `count` data_segs.
template <unsigned count>
[[gnu::always_inline]] inline void store(std::uint64_t* wqe, const parameters& p) {
  wqe[2] = be64(p.raddr);
  wqe[3] = be32x2(p.rkey, 0);
#pragma GCC unroll 8
  for (unsigned i = 0; i < count; ++i) {
    wqe[4 + 2 * i] = be32x2(p.pieces[i].length, p.pieces[i].lkey);
    wqe[5 + 2 * i] = be64(p.pieces[i].addr);
  }
}

template <unsigned count, class Ours>
void add(std::vector<wqe_task>& lines, Ours ours) {
  lines.push_back(wqe_line<queue, 2 + count>(
      "rc_write_sges_" + std::to_string(count),
      "WRITE, " + std::to_string(count) + (count == 1 ? " SGE" : " SGEs"), ours,
      [](wqe_floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.post<fixed_part{0x08, 2 + count}>(
            p.id, 0, [&](std::uint64_t* wqe) { store<count>(wqe, p); });
      }));
}

}  // namespace

void add_sge_lines(std::vector<wqe_task>& lines) {
  // Each chain is written out, as a program does that knows how many pieces it has.
  add<1>(
      lines, [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        const auto& [a, b, c, d, e, f, g, h] = p.pieces;
        return sq.sq_wqe()
            .write()
            .rdma(p.raddr, verbatim::rkey(p.rkey))
            .sge(a.addr, a.length, verbatim::lkey(a.lkey))
            .signal(p.id)
            .finish()
            .ok();
      });
  add<2>(
      lines, [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        const auto& [a, b, c, d, e, f, g, h] = p.pieces;
        return sq.sq_wqe()
            .write()
            .rdma(p.raddr, verbatim::rkey(p.rkey))
            .sge(a.addr, a.length, verbatim::lkey(a.lkey))
            .sge(b.addr, b.length, verbatim::lkey(b.lkey))
            .signal(p.id)
            .finish()
            .ok();
      });
  add<3>(
      lines, [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        const auto& [a, b, c, d, e, f, g, h] = p.pieces;
        return sq.sq_wqe()
            .write()
            .rdma(p.raddr, verbatim::rkey(p.rkey))
            .sge(a.addr, a.length, verbatim::lkey(a.lkey))
            .sge(b.addr, b.length, verbatim::lkey(b.lkey))
            .sge(c.addr, c.length, verbatim::lkey(c.lkey))
            .signal(p.id)
            .finish()
            .ok();
      });
  add<4>(
      lines, [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        const auto& [a, b, c, d, e, f, g, h] = p.pieces;
        return sq.sq_wqe()
            .write()
            .rdma(p.raddr, verbatim::rkey(p.rkey))
            .sge(a.addr, a.length, verbatim::lkey(a.lkey))
            .sge(b.addr, b.length, verbatim::lkey(b.lkey))
            .sge(c.addr, c.length, verbatim::lkey(c.lkey))
            .sge(d.addr, d.length, verbatim::lkey(d.lkey))
            .signal(p.id)
            .finish()
            .ok();
      });
  add<8>(
      lines, [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        const auto& [a, b, c, d, e, f, g, h] = p.pieces;
        return sq.sq_wqe()
            .write()
            .rdma(p.raddr, verbatim::rkey(p.rkey))
            .sge(a.addr, a.length, verbatim::lkey(a.lkey))
            .sge(b.addr, b.length, verbatim::lkey(b.lkey))
            .sge(c.addr, c.length, verbatim::lkey(c.lkey))
            .sge(d.addr, d.length, verbatim::lkey(d.lkey))
            .sge(e.addr, e.length, verbatim::lkey(e.lkey))
            .sge(f.addr, f.length, verbatim::lkey(f.lkey))
            .sge(g.addr, g.length, verbatim::lkey(g.lkey))
            .sge(h.addr, h.length, verbatim::lkey(h.lkey))
            .signal(p.id)
            .finish()
            .ok();
      });
}

}  // namespace verbatim::bench
