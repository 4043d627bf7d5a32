// Atomics on RC, of 32 and 64 bits.
#include "verbatim/generated/transports/rc.hpp"
#include "wqe_rows.hpp"

namespace verbatim::bench {
namespace {

using queue = queue_of<rc>;
using parameters = wqe_parameters;

std::uint32_t low(std::uint64_t value) { return static_cast<std::uint32_t>(value); }

constexpr std::uint8_t of_32_bits = 8;
constexpr std::uint8_t of_64_bits = 9;

/// By hand: `operands` stores what is between the remote address and the result.
template <fixed_part part, std::uint32_t result_size, class Operands>
[[gnu::always_inline]] inline bool post(wqe_floor_queue& sq, const parameters& p,
                                        Operands&& operands) {
  return sq.post<part>(p.id, 0, [&](std::uint64_t* wqe) {
    wqe[2] = be64(p.raddr);
    wqe[3] = be32x2(p.rkey, 0);
    operands(wqe + 4);
    wqe[part.octowords * 2 - 2] = be32x2(result_size, p.pieces[0].lkey);
    wqe[part.octowords * 2 - 1] = be64(p.pieces[0].addr);
  });
}

}  // namespace

void add_atomic_lines(std::vector<wqe_task>& lines) {
  lines.push_back(wqe_line<queue, 4>(
      "rc_cas", "compare-and-swap",
      [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.sq_wqe()
            .cas()
            .rdma(p.raddr, verbatim::rkey(p.rkey))
            .operands(p.compare, p.swap)
            .sge(p.pieces[0].addr, verbatim::lkey(p.pieces[0].lkey))
            .signal(p.id)
            .finish()
            .ok();
      },
      [](wqe_floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return post<fixed_part{0x11, 4}, 8>(sq, p, [&](std::uint64_t* at) {
          at[0] = be64(p.swap);
          at[1] = be64(p.compare);
        });
      }));

  lines.push_back(wqe_line<queue, 4>(
      "rc_fetch_add", "fetch-and-add",
      [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.sq_wqe()
            .fetch_add()
            .rdma(p.raddr, verbatim::rkey(p.rkey))
            .operands(p.swap)
            .sge(p.pieces[0].addr, verbatim::lkey(p.pieces[0].lkey))
            .signal(p.id)
            .finish()
            .ok();
      },
      [](wqe_floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return post<fixed_part{0x12, 4}, 8>(sq, p, [&](std::uint64_t* at) {
          at[0] = be64(p.swap);
          at[1] = 0;
        });
      }));

  lines.push_back(wqe_line<queue, 4>(
      "rc_masked_cas32", "masked compare-and-swap, 32 bits",
      [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.sq_wqe()
            .masked_cas32()
            .rdma(p.raddr, verbatim::rkey(p.rkey))
            .operands(low(p.compare), low(p.swap), low(p.compare_mask), low(p.swap_mask))
            .sge(p.pieces[0].addr, verbatim::lkey(p.pieces[0].lkey))
            .signal(p.id)
            .finish()
            .ok();
      },
      [](wqe_floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return post<fixed_part{0x14, 4, of_32_bits}, 4>(sq, p, [&](std::uint64_t* at) {
          at[0] = be32x2(low(p.swap), low(p.compare));
          at[1] = be32x2(low(p.swap_mask), low(p.compare_mask));
        });
      }));

  lines.push_back(wqe_line<queue, 5>(
      "rc_masked_cas64", "masked compare-and-swap, 64 bits",
      [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.sq_wqe()
            .masked_cas64()
            .rdma(p.raddr, verbatim::rkey(p.rkey))
            .operands(p.compare, p.swap, p.compare_mask, p.swap_mask)
            .sge(p.pieces[0].addr, verbatim::lkey(p.pieces[0].lkey))
            .signal(p.id)
            .finish()
            .ok();
      },
      [](wqe_floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return post<fixed_part{0x14, 5, of_64_bits}, 8>(sq, p, [&](std::uint64_t* at) {
          at[0] = be64(p.swap);
          at[1] = be64(p.compare);
          at[2] = be64(p.swap_mask);
          at[3] = be64(p.compare_mask);
        });
      }));

  lines.push_back(wqe_line<queue, 4>(
      "rc_masked_fetch_add32", "masked fetch-and-add, 32 bits",
      [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.sq_wqe()
            .masked_fetch_add32()
            .rdma(p.raddr, verbatim::rkey(p.rkey))
            .operands(low(p.swap), low(p.swap_mask))
            .sge(p.pieces[0].addr, verbatim::lkey(p.pieces[0].lkey))
            .signal(p.id)
            .finish()
            .ok();
      },
      [](wqe_floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return post<fixed_part{0x15, 4, of_32_bits}, 4>(sq, p, [&](std::uint64_t* at) {
          at[0] = be32x2(low(p.swap), low(p.swap_mask));
          at[1] = 0;
        });
      }));

  lines.push_back(wqe_line<queue, 4>(
      "rc_masked_fetch_add64", "masked fetch-and-add, 64 bits",
      [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.sq_wqe()
            .masked_fetch_add64()
            .rdma(p.raddr, verbatim::rkey(p.rkey))
            .operands(p.swap, p.swap_mask)
            .sge(p.pieces[0].addr, verbatim::lkey(p.pieces[0].lkey))
            .signal(p.id)
            .finish()
            .ok();
      },
      [](wqe_floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return post<fixed_part{0x15, 4, of_64_bits}, 8>(sq, p, [&](std::uint64_t* at) {
          at[0] = be64(p.swap);
          at[1] = be64(p.swap_mask);
        });
      }));

  // fetch_or, fetch_xor and swap differ from it in constants.
  lines.push_back(wqe_line<queue, 5>(
      "rc_fetch_and64", "fetch-and-and, 64 bits",
      [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.sq_wqe()
            .fetch_and64()
            .rdma(p.raddr, verbatim::rkey(p.rkey))
            .operands(p.swap)
            .sge(p.pieces[0].addr, verbatim::lkey(p.pieces[0].lkey))
            .signal(p.id)
            .finish()
            .ok();
      },
      [](wqe_floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return post<fixed_part{0x14, 5, of_64_bits}, 8>(sq, p, [&](std::uint64_t* at) {
          at[0] = be64(p.swap);
          at[1] = 0;
          at[2] = be64(~p.swap);
          at[3] = 0;
        });
      }));
}

}  // namespace verbatim::bench
