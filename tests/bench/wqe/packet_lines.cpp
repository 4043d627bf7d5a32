// Ethernet frames: raw packets.
#include "verbatim/generated/transports/raw_packet.hpp"
#include "wqe_rows.hpp"

namespace verbatim::bench {
namespace {

using queue = queue_of<raw_packet>;
using parameters = wqe_parameters;

constexpr std::uint64_t checksums = 0xc0000000;  // of layers 3 and 4

/// By hand: eth_seg and `size` bytes of headers from its byte 14 on.
template <std::size_t size>
void store_headers(std::uint64_t* at, std::uint32_t mss, const std::byte* headers) {
  constexpr std::size_t octowords = (14 + size + 15) / 16;
  at[2 * octowords - 2] = 0;
  at[2 * octowords - 1] = 0;
  at[0] = be64(checksums | mss);
  at[1] = be64(size << 16);
  std::memcpy(reinterpret_cast<std::byte*>(at) + 14, headers, size);
}

void store_sge(std::uint64_t* at, const parameters& p) {
  at[0] = be32x2(p.pieces[0].length, p.pieces[0].lkey);
  at[1] = be64(p.pieces[0].addr);
}

}  // namespace

void add_packet_lines(std::vector<wqe_task>& lines) {
  lines.push_back(wqe_line<queue, 3>(
      "raw_send", "raw packet: SEND",
      [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        const auto& [addr, length, lkey] = p.pieces[0];
        return sq.sq_wqe()
            .eth(1, 1)
            .send()
            .sge(addr, length, verbatim::lkey(lkey))
            .signal(p.id)
            .finish()
            .ok();
      },
      [](wqe_floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.post<fixed_part{0x0a, 3}>(p.id, 0, [&](std::uint64_t* wqe) {
          wqe[2] = be64(checksums);
          wqe[3] = 0;
          store_sge(wqe + 4, p);
        });
      }));

  lines.push_back(wqe_line<queue, 4>(
      "raw_send_18", "raw packet: SEND, 18 bytes of headers inlined",
      [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        const auto& [addr, length, lkey] = p.pieces[0];
        return sq.sq_wqe()
            .eth(1, 1, {p.payload, 18})
            .send()
            .sge(addr, length, verbatim::lkey(lkey))
            .signal(p.id)
            .finish()
            .ok();
      },
      [](wqe_floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.post<fixed_part{0x0a, 4}>(p.id, 0, [&](std::uint64_t* wqe) {
          store_headers<18>(wqe + 2, 0, p.payload);
          store_sge(wqe + 6, p);
        });
      }));

  lines.push_back(wqe_line<queue, 7>(
      "raw_tso", "raw packet: TSO, 54 bytes of headers",
      [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        const auto& [addr, length, lkey] = p.pieces[0];
        return sq.sq_wqe()
            .tso()
            .eth(p.mss, 1, 1, {p.payload, tcp_headers})
            .sge(addr, length, verbatim::lkey(lkey))
            .signal(p.id)
            .finish()
            .ok();
      },
      [](wqe_floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.post<fixed_part{0x0e, 7}>(p.id, 0, [&](std::uint64_t* wqe) {
          store_headers<tcp_headers>(wqe + 2, p.mss, p.payload);
          store_sge(wqe + 12, p);
        });
      }));
}

}  // namespace verbatim::bench
