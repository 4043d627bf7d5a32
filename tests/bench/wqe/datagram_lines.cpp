// The transports with an address vector: UD, and an initiator of DC.
#include "verbatim/generated/transports/dci.hpp"
#include "verbatim/generated/transports/ud.hpp"
#include "wqe_rows.hpp"

namespace verbatim::bench {
namespace {

using floor_queue = wqe_floor_queue;
using parameters = wqe_parameters;

/// By hand: an address vector without a global route. The first word differs between UD and DC.
void store_address(std::uint64_t* at, std::uint64_t key, const parameters& p) {
  at[0] = be64(key);
  at[1] = be32x2(0x80000000 | p.qpn, p.dlid);
  for (unsigned i = 2; i < 6; ++i) at[i] = 0;
}

void store_raddr(std::uint64_t* at, const parameters& p) {
  at[0] = be64(p.raddr);
  at[1] = be32x2(p.rkey, 0);
}

void store_sge(std::uint64_t* at, const parameters& p) {
  at[0] = be32x2(p.pieces[0].length, p.pieces[0].lkey);
  at[1] = be64(p.pieces[0].addr);
}

void add_ud(std::vector<wqe_task>& lines) {
  using queue = queue_of<ud>;

  lines.push_back(wqe_line<queue, 5>(
      "ud_send", "UD: SEND", [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        const auto& [addr, length, lkey] = p.pieces[0];
        return sq.sq_wqe()
            .av(p.qkey, p.qpn, p.dlid)
            .send()
            .sge(addr, length, verbatim::lkey(lkey))
            .signal(p.id)
            .finish()
            .ok();
      },
      [](floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.post<fixed_part{0x0a, 5}>(p.id, 0, [&](std::uint64_t* wqe) {
          store_address(wqe + 2, std::uint64_t{p.qkey} << 32, p);
          store_sge(wqe + 8, p);
        });
      }));

  lines.push_back(wqe_line<queue, 5>(
      "ud_send_grh", "UD: SEND with a whole av_ud_seg",
      [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        const auto& [addr, length, lkey] = p.pieces[0];
        return sq.sq_wqe()
            .av(p.av_ud)
            .send()
            .sge(addr, length, verbatim::lkey(lkey))
            .signal(p.id)
            .finish()
            .ok();
      },
      [](floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.post<fixed_part{0x0a, 5}>(p.id, 0, [&](std::uint64_t* wqe) {
          std::memcpy(wqe + 2, p.av_bytes.data(), p.av_bytes.size());
          store_sge(wqe + 8, p);
        });
      }));

  lines.push_back(wqe_line<queue, 5>(
      "ud_send_prepared", "UD: SEND with a prepared av_ud_seg",
      [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        const auto& [addr, length, lkey] = p.pieces[0];
        return sq.sq_wqe()
            .av(p.av_prepared)
            .send()
            .sge(addr, length, verbatim::lkey(lkey))
            .signal(p.id)
            .finish()
            .ok();
      },
      [](floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.post<fixed_part{0x0a, 5}>(p.id, 0, [&](std::uint64_t* wqe) {
          std::memcpy(wqe + 2, p.av_bytes.data(), p.av_bytes.size());
          store_sge(wqe + 8, p);
        });
      }));
}

void add_dci(std::vector<wqe_task>& lines) {
  using queue = queue_of<dci>;

  lines.push_back(wqe_line<queue, 5>(
      "dci_send", "DCI: SEND", [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        const auto& [addr, length, lkey] = p.pieces[0];
        return sq.sq_wqe()
            .av(p.dc_key, p.qpn, p.dlid)
            .send()
            .sge(addr, length, verbatim::lkey(lkey))
            .signal(p.id)
            .finish()
            .ok();
      },
      [](floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.post<fixed_part{0x0a, 5}>(p.id, 0, [&](std::uint64_t* wqe) {
          store_address(wqe + 2, p.dc_key, p);
          store_sge(wqe + 8, p);
        });
      }));

  lines.push_back(wqe_line<queue, 6>(
      "dci_write", "DCI: WRITE",
      [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        const auto& [addr, length, lkey] = p.pieces[0];
        return sq.sq_wqe()
            .av(p.dc_key, p.qpn, p.dlid)
            .write()
            .rdma(p.raddr, verbatim::rkey(p.rkey))
            .sge(addr, length, verbatim::lkey(lkey))
            .signal(p.id)
            .finish()
            .ok();
      },
      [](floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.post<fixed_part{0x08, 6}>(p.id, 0, [&](std::uint64_t* wqe) {
          store_address(wqe + 2, p.dc_key, p);
          store_raddr(wqe + 8, p);
          store_sge(wqe + 10, p);
        });
      }));

  lines.push_back(wqe_line<queue, 6>(
      "dci_read", "DCI: READ", [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        const auto& [addr, length, lkey] = p.pieces[0];
        return sq.sq_wqe()
            .av(p.dc_key, p.qpn, p.dlid)
            .read()
            .rdma(p.raddr, verbatim::rkey(p.rkey))
            .sge(addr, length, verbatim::lkey(lkey))
            .signal(p.id)
            .finish()
            .ok();
      },
      [](floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.post<fixed_part{0x10, 6}>(p.id, 0, [&](std::uint64_t* wqe) {
          store_address(wqe + 2, p.dc_key, p);
          store_raddr(wqe + 8, p);
          store_sge(wqe + 10, p);
        });
      }));

  lines.push_back(wqe_line<queue, 7>(
      "dci_cas", "DCI: compare-and-swap",
      [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.sq_wqe()
            .av(p.dc_key, p.qpn, p.dlid)
            .cas()
            .rdma(p.raddr, verbatim::rkey(p.rkey))
            .operands(p.compare, p.swap)
            .sge(p.pieces[0].addr, verbatim::lkey(p.pieces[0].lkey))
            .signal(p.id)
            .finish()
            .ok();
      },
      [](floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.post<fixed_part{0x11, 7}>(p.id, 0, [&](std::uint64_t* wqe) {
          store_address(wqe + 2, p.dc_key, p);
          store_raddr(wqe + 8, p);
          wqe[10] = be64(p.swap);
          wqe[11] = be64(p.compare);
          wqe[12] = be32x2(8, p.pieces[0].lkey);
          wqe[13] = be64(p.pieces[0].addr);
        });
      }));
}

}  // namespace

void add_datagram_lines(std::vector<wqe_task>& lines) {
  add_ud(lines);
  add_dci(lines);
}

}  // namespace verbatim::bench
