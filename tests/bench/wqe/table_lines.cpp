// The tables besides the ordered, sparse one, which all other lines have: WRITEs and what they leave.
#include "verbatim/generated/transports/rc.hpp"
#include "wqe_rows.hpp"

namespace verbatim::bench {
namespace {

/// All WQEs are signaled: on an unordered queue they have to be.
template <wqe_table table>
void add(std::vector<wqe_task>& lines, const char* name, const char* words) {
  using queue = our_queue<rc, table>;
  using floor_queue = wqe_floor_queue_with<table>;
  lines.push_back(wqe_line<queue, 3, floor_queue>(
      name, words, [](queue & sq, const wqe_parameters& p) __attribute__((always_inline)) {
        const auto& [addr, length, lkey] = p.pieces[0];
        return sq.sq_wqe()
            .write()
            .rdma(p.raddr, verbatim::rkey(p.rkey))
            .sge(addr, length, verbatim::lkey(lkey))
            .signal(p.id)
            .finish()
            .ok();
      },
      [](floor_queue & sq, const wqe_parameters& p) __attribute__((always_inline)) {
        return sq.template post<fixed_part{0x08, 3}>(p.id, 0, [&](std::uint64_t* wqe) {
          wqe[2] = be64(p.raddr);
          wqe[3] = be32x2(p.rkey, 0);
          wqe[4] = be32x2(p.pieces[0].length, p.pieces[0].lkey);
          wqe[5] = be64(p.pieces[0].addr);
        });
      }));
}

}  // namespace

void add_table_lines(std::vector<wqe_task>& lines) {
  add<wqe_table::ordered_dense>(lines, "dense_write", "WRITE, dense table");
  add<wqe_table::unordered>(lines, "unordered_write", "WRITE, unordered table");
}

}  // namespace verbatim::bench
