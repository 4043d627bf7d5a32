// SEND, WRITE and READ on RC, with one SGE.
#include "verbatim/generated/transports/rc.hpp"
#include "wqe_rows.hpp"

namespace verbatim::bench {
namespace {

using queue = queue_of<rc>;
using floor_queue = wqe_floor_queue;
using parameters = wqe_parameters;

void store_raddr(std::uint64_t* at, const parameters& p) {
  at[0] = be64(p.raddr);
  at[1] = be32x2(p.rkey, 0);
}

void store_sge(std::uint64_t* at, const parameters& p) {
  at[0] = be32x2(p.pieces[0].length, p.pieces[0].lkey);
  at[1] = be64(p.pieces[0].addr);
}

}  // namespace

void add_message_lines(std::vector<wqe_task>& lines) {
  lines.push_back(wqe_line<queue, 2>(
      "rc_send", "SEND", [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        const auto& [addr, length, lkey] = p.pieces[0];
        return sq.sq_wqe()
            .send()
            .sge(addr, length, verbatim::lkey(lkey))
            .signal(p.id)
            .finish()
            .ok();
      },
      [](floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.post<fixed_part{0x0a, 2}>(p.id, 0,
                                            [&](std::uint64_t* wqe) { store_sge(wqe + 2, p); });
      }));

  lines.push_back(wqe_line<queue, 2>(
      "rc_send_imm", "SEND with immediate",
      [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        const auto& [addr, length, lkey] = p.pieces[0];
        return sq.sq_wqe()
            .send()
            .imm(p.imm)
            .sge(addr, length, verbatim::lkey(lkey))
            .signal(p.id)
            .finish()
            .ok();
      },
      [](floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.post<fixed_part{0x0b, 2}>(p.id, p.imm,
                                            [&](std::uint64_t* wqe) { store_sge(wqe + 2, p); });
      }));

  lines.push_back(wqe_line<queue, 2>(
      "rc_send_inval", "SEND with invalidate",
      [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        const auto& [addr, length, lkey] = p.pieces[0];
        return sq.sq_wqe()
            .send()
            .invalidate(verbatim::rkey(p.rkey))
            .sge(addr, length, verbatim::lkey(lkey))
            .signal(p.id)
            .finish()
            .ok();
      },
      [](floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.post<fixed_part{0x01, 2}>(p.id, p.rkey,
                                            [&](std::uint64_t* wqe) { store_sge(wqe + 2, p); });
      }));

  lines.push_back(wqe_line<queue, 3>(
      "rc_write", "WRITE", [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        const auto& [addr, length, lkey] = p.pieces[0];
        return sq.sq_wqe()
            .write()
            .rdma(p.raddr, verbatim::rkey(p.rkey))
            .sge(addr, length, verbatim::lkey(lkey))
            .signal(p.id)
            .finish()
            .ok();
      },
      [](floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.post<fixed_part{0x08, 3}>(p.id, 0, [&](std::uint64_t* wqe) {
          store_raddr(wqe + 2, p);
          store_sge(wqe + 4, p);
        });
      }));

  lines.push_back(wqe_line<queue, 3>(
      "rc_write_imm", "WRITE with immediate",
      [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        const auto& [addr, length, lkey] = p.pieces[0];
        return sq.sq_wqe()
            .write()
            .imm(p.imm)
            .rdma(p.raddr, verbatim::rkey(p.rkey))
            .sge(addr, length, verbatim::lkey(lkey))
            .signal(p.id)
            .finish()
            .ok();
      },
      [](floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.post<fixed_part{0x09, 3}>(p.id, p.imm, [&](std::uint64_t* wqe) {
          store_raddr(wqe + 2, p);
          store_sge(wqe + 4, p);
        });
      }));

  lines.push_back(wqe_line<queue, 3>(
      "rc_read", "READ", [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        const auto& [addr, length, lkey] = p.pieces[0];
        return sq.sq_wqe()
            .read()
            .rdma(p.raddr, verbatim::rkey(p.rkey))
            .sge(addr, length, verbatim::lkey(lkey))
            .signal(p.id)
            .finish()
            .ok();
      },
      [](floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.post<fixed_part{0x10, 3}>(p.id, 0, [&](std::uint64_t* wqe) {
          store_raddr(wqe + 2, p);
          store_sge(wqe + 4, p);
        });
      }));

  lines.push_back(wqe_line<queue, 1>(
      "rc_nop", "NOP", [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.sq_wqe().nop().signal(p.id).finish().ok();
      },
      [](floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.post<fixed_part{0x00, 1}>(p.id, 0, [](std::uint64_t*) {});
      }));

  lines.push_back(wqe_line<queue, 4>(
      "rc_copy", "copy between local buffers",
      [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        const auto& [result, unused, result_key] = p.pieces[2];
        return sq.sq_wqe()
            .copy()
            .result(verbatim::lkey(result_key), result)
            .from(p.pieces[0].addr, p.pieces[0].length, verbatim::lkey(p.pieces[0].lkey))
            .to(p.pieces[1].addr, p.pieces[1].length, verbatim::lkey(p.pieces[1].lkey))
            .signal(p.id)
            .finish()
            .ok();
      },
      [](floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.post<fixed_part{0x2f, 4, 1}>(p.id, 0, [&](std::uint64_t* wqe) {
          wqe[2] = be32x2(0, p.pieces[2].lkey);
          wqe[3] = be64(p.pieces[2].addr);
          store_sge(wqe + 4, p);
          wqe[6] = be32x2(p.pieces[1].length, p.pieces[1].lkey);
          wqe[7] = be64(p.pieces[1].addr);
        });
      }));
}

}  // namespace verbatim::bench
