// Inline payloads on RC. Their length is known only when they are posted, except in the last lines.
#include "verbatim/generated/transports/rc.hpp"
#include "wqe_rows.hpp"

namespace verbatim::bench {
namespace {

using queue = queue_of<rc>;
using parameters = wqe_parameters;

constexpr std::uint32_t octowords_of(std::uint32_t payload) { return (4 + payload + 15) / 16; }

/// By hand: inline_seg, payload and padding.
[[gnu::always_inline]] inline void store_payload(std::uint64_t* at, const std::byte* payload,
                                                 std::uint32_t length) {
  const auto octowords = octowords_of(length);
  at[2 * octowords - 2] = 0;
  at[2 * octowords - 1] = 0;
  auto* const words = reinterpret_cast<std::uint32_t*>(at);
  words[0] = be32(0x80000000 | length);
  std::memcpy(words + 1, payload, length);
}

template <std::uint32_t payload>
void add_send(std::vector<wqe_task>& lines) {
  lines.push_back(wqe_line<queue, 1 + octowords_of(payload)>(
      "rc_send_inline_" + std::to_string(payload),
      "SEND inline, " + std::to_string(payload) + " bytes",
      [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.sq_wqe().send().inline_data({p.payload, p.length}).signal(p.id).finish().ok();
      },
      [](wqe_floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.post<0x0a>(1 + octowords_of(p.length), p.id, [&](std::uint64_t* wqe) {
          store_payload(wqe + 2, p.payload, p.length);
        });
      },
      payload));
}

template <std::uint32_t payload>
void add_write(std::vector<wqe_task>& lines) {
  lines.push_back(wqe_line<queue, 2 + octowords_of(payload)>(
      "rc_write_inline_" + std::to_string(payload),
      "WRITE inline, " + std::to_string(payload) + " bytes",
      [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.sq_wqe()
            .write()
            .rdma(p.raddr, verbatim::rkey(p.rkey))
            .inline_data({p.payload, p.length})
            .signal(p.id)
            .finish()
            .ok();
      },
      [](wqe_floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.post<0x08>(2 + octowords_of(p.length), p.id, [&](std::uint64_t* wqe) {
          wqe[2] = be64(p.raddr);
          wqe[3] = be32x2(p.rkey, 0);
          store_payload(wqe + 4, p.payload, p.length);
        });
      },
      payload));
}

/// The length is a constant, as of a struct that is sent.
template <std::uint32_t payload>
void add_constant(std::vector<wqe_task>& lines) {
  lines.push_back(wqe_line<queue, 1 + octowords_of(payload)>(
      "rc_send_struct_" + std::to_string(payload),
      "SEND inline, a struct of " + std::to_string(payload) + " bytes",
      [](queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.sq_wqe().send().inline_data({p.payload, payload}).signal(p.id).finish().ok();
      },
      [](wqe_floor_queue & sq, const parameters& p) __attribute__((always_inline)) {
        return sq.post<fixed_part{0x0a, 1 + octowords_of(payload)}>(
            p.id, 0, [&](std::uint64_t* wqe) { store_payload(wqe + 2, p.payload, payload); });
      }));
}

template <std::uint32_t... payloads>
void add_all(std::vector<wqe_task>& lines) {
  (add_send<payloads>(lines), ...);
  (add_write<payloads>(lines), ...);
}

}  // namespace

void add_inline_lines(std::vector<wqe_task>& lines) {
  add_all<8, 16, 32, 44, 60, 100, 156, 220>(lines);
  add_constant<8>(lines);
  add_constant<44>(lines);
}

}  // namespace verbatim::bench
