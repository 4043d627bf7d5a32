// Compares every contestant with the one by hand.
#include "same_bytes.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <vector>

#include "contestants.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"

namespace verbatim::bench {
namespace {

constexpr std::uint32_t laps = (1u << 16) / depth + 2;

/// The memory that the device sees after a lap; QP numbers are made equal.
struct sight {
  std::vector<std::byte> wqes;
  std::uint32_t producer_index;
  std::uint64_t doorbells[2];

  bool operator==(const sight&) const = default;
};

sight look(const native_queues& native) {
  sight seen{.wqes{},
             .producer_index = native.producer_index(),
             .doorbells{native.doorbell(0), native.doorbell(1)}};
  const std::uint64_t qpn = native.qp()->qp_num;
  for (auto& doorbell : seen.doorbells) doorbell ^= qpn << 8;
  for (std::uint32_t i = 0; i < depth; ++i) {
    const std::byte* const at = native.wqe_at(i);
    auto ctrl = ctrl_seg::read(at);
    ctrl.qpn ^= native.qp()->qp_num;
    std::byte bytes[ctrl_seg::size];
    ctrl.write(bytes);
    seen.wqes.insert(seen.wqes.end(), bytes, bytes + sizeof bytes);
    seen.wqes.insert(seen.wqes.end(), at + sizeof bytes, at + ctrl.ds * octoword);
  }
  return seen;
}

template <operation op, unsigned n, class Contestant>
std::vector<sight> sights(Contestant& contestant) {
  std::vector<sight> result;
  for (std::uint32_t lap = 0; lap < laps; ++lap) {
    for (unsigned i = 0; i < depth; i += n) {
      contestant.template post<op, n>(&requests_for(op)[i % batch]);
    }
    result.push_back(look(contestant.native()));
    contestant.native().complete_last(lap * depth, depth);
    contestant.poll([](std::uint64_t) {});
  }
  return result;
}

template <tuning how, operation op, unsigned n>
void check() {
  by_hand<register_memory(how)> floor(op, how);
  const auto expected = sights<op, n>(floor);
  const auto compare = [&]<class Contestant>(const char* who, Contestant&& contestant) {
    const auto found = sights<op, n>(contestant);
    for (std::uint32_t lap = 0; lap < laps; ++lap) {
      if (found[lap] == expected[lap]) continue;
      throw std::runtime_error(
          fmt::format("{} and the floor differ in lap {} of {}, {} per doorbell", who, lap,
                      op == operation::write ? "WRITE" : "SEND inline", n));
    }
  };
  compare("ours", with_verbatim<register_memory(how)>(op, how));
  compare("ibv_post_send", with_work_requests(op, how));
  compare("ibv_wr", with_builders(op, how));
}

template <tuning how>
void check_all() {
  check<how, operation::write, 1>();
  check<how, operation::write, batch>();
  check<how, operation::send_inline, 1>();
  check<how, operation::send_inline, batch>();
}

}  // namespace

void check_same_bytes() {
  check_all<tuning::uncached>();
  check_all<tuning::write_combining>();
}

}  // namespace verbatim::bench
