// WRITEs on RC that gather several pieces.
#include "verbatim/generated/transports/rc.hpp"
#include "wqe_rows.hpp"

namespace verbatim::bench {
namespace {

using queue = queue_of<rc>;
using parameters = wqe_parameters;

/// The first `count` pieces, one step each, as a program writes them.
template <unsigned count, class Builder>
auto gather(Builder&& builder, const parameters& p) {
  if constexpr (count == 0) {
    return std::forward<Builder>(builder);
  } else {
    const auto& [addr, length, lkey] = p.pieces[count - 1];
    return gather<count - 1>(std::move(builder), p).sge(addr, length, lkey);
  }
}

template <unsigned count>
void add(std::vector<wqe_task>& lines) {
  lines.push_back(wqe_line<queue, 2 + count>(
      "rc_write_sges_" + std::to_string(count), "WRITE, " + std::to_string(count) + " SGEs",
      [](queue& sq, const parameters& p, auto) {
        return gather<count>(sq.sq_wqe().write().rdma(p.raddr, p.rkey), p)
            .signal(p.id)
            .finish()
            .ok();
      },
      [](wqe_floor_queue& sq, const parameters& p, auto) {
        return sq.post<fixed_part{0x08, 2 + count}>(p.id, 0, [&](std::uint64_t* wqe) {
          wqe[2] = be64(p.raddr);
          wqe[3] = be32x2(p.rkey, 0);
#pragma GCC unroll 8
          for (unsigned i = 0; i < count; ++i) {
            wqe[4 + 2 * i] = be32x2(p.pieces[i].length, p.pieces[i].lkey);
            wqe[5 + 2 * i] = be64(p.pieces[i].addr);
          }
        });
      }));
}

}  // namespace

void add_sge_lines(std::vector<wqe_task>& lines) {
  add<1>(lines);
  add<2>(lines);
  add<3>(lines);
  add<4>(lines);
  add<8>(lines);
}

}  // namespace verbatim::bench
