// BlueFlame: inline SENDs that go to the device through the register, alone and in batches.
#include "verbatim/generated/transports/rc.hpp"
#include "wqe_rows.hpp"

namespace verbatim::bench {
namespace {

using queue = queue_of<rc>;

/// The payload that fills a WQE of so many WQEBBs.
constexpr std::uint32_t payload_of(std::uint32_t wqebbs) { return wqebbs * 64 - 16 - 4; }

/// Bytes of payload that libmlx5 is given beside the lone post; they end 12 bytes before the WQE
/// does.
constexpr std::uint32_t lone_payload = 32;

/// By hand: `n` WQEs, and the register.
template <std::uint32_t wqebbs, unsigned n, bool padded = false>
struct floor_batch {
  [[gnu::always_inline]] bool operator()(wqe_floor_queue& sq,
                                         const wqe_parameters* p) const noexcept {
    for (unsigned i = 0; i < n; ++i) {
      const bool posted = sq.post<0x0a>(wqebbs * 4, p[i].id, [&](std::uint64_t* wqe) {
        if (padded) wqe[wqebbs * 8 - 2] = wqe[wqebbs * 8 - 1] = 0;
        auto* const words = reinterpret_cast<std::uint32_t*>(wqe + 2);
        words[0] = be32(0x80000000 | p[i].length);
        std::memcpy(words + 1, p[i].payload, p[i].length);
      });
      if (!posted) return false;
    }
    sq.ring_blueflame(sq.pi() - n * wqebbs, n);
    return true;
  }
};

template <unsigned n>
struct our_batch {
  [[gnu::always_inline]] bool operator()(queue& sq, const wqe_parameters* p) const noexcept {
    auto bf = sq.sq_blueflame_wqe();
    for (unsigned i = 0; i < n; ++i) {
      if (!bf.wqe().send().inline_data({p[i].payload, p[i].length}).signal(p[i].id).finish()) {
        return false;
      }
    }
    std::move(bf).finish();
    return true;
  }
};

struct our_lone_post {
  [[gnu::always_inline]] bool operator()(queue& sq, const wqe_parameters* p) const noexcept {
    if (!sq.sq_wqe().send().inline_data({p->payload, p->length}).signal(p->id).finish()) {
      return false;
    }
    sq.ring_blueflame_doorbell();
    return true;
  }
};

template <class Floor, class Ours, std::uint32_t wqebbs, unsigned n>
wqe_task line(std::string name, std::string words, std::uint32_t payload) {
  return {.name = std::move(name),
          .words = std::move(words),
          .floor = {make_wqe_row<wqe_floor_queue, Floor, wqebbs, n>, nullptr},
          .ours = {make_wqe_row<queue, Ours, wqebbs, n>, nullptr},
          .payload = payload};
}

template <unsigned n, std::uint32_t wqebbs>
void add(std::vector<wqe_task>& lines) {
  lines.push_back(line<floor_batch<wqebbs, n>, our_batch<n>, wqebbs, n>(
      "blueflame_" + std::to_string(n) + "x" + std::to_string(wqebbs),
      "batch of " + std::to_string(n) + ", each of " + std::to_string(wqebbs) + " WQEBB",
      payload_of(wqebbs)));
}

}  // namespace

void add_blueflame_lines(std::vector<wqe_task>& lines) {
  lines.push_back(line<floor_batch<1, 1, true>, our_lone_post, 1, 1>(
      "blueflame_lone", "one WQE, SEND 32 bytes inline", lone_payload));
  add<1, 1>(lines);
  add<2, 1>(lines);
  add<3, 1>(lines);
  add<4, 1>(lines);
  add<1, 2>(lines);
  add<2, 2>(lines);
  add<1, 3>(lines);
  add<1, 4>(lines);
}

}  // namespace verbatim::bench
