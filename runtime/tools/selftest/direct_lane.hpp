// The sending half of every lane, by the type of its queue pairs.
#pragma once

#include <cstring>
#include <vector>

#include "tools/selftest/build.hpp"
#include "tools/selftest/lane.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/mmio/doorbell_register.hpp"
#include "verbatim/queue/send/send_queue.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::tools::selftest {

/// `Qp` is a direct queue pair. The class that derives from this one has the queue pairs.
template <class Transport, class Qp>
class direct_lane : public lane {
 public:
  std::optional<post_result> post(const request& r, int entry) override {
    return build<Transport>(from(), to(), r, entry);
  }
  void ring() override { from().ring_doorbell(); }
  std::uint32_t sender() const override { return from().qpn(); }

  std::span<std::byte> wqe(std::uint16_t wqe_index) const override {
    const auto bytes = from().wqe(wqe_index);
    return {const_cast<std::byte*>(bytes.data()), bytes.size()};  // no device reads it yet
  }

  std::vector<std::byte> built(std::span<const request> requests,
                               std::uint32_t qpn) const override {
    constexpr std::uint32_t wqebbs = 64;
    std::vector<std::byte> ring(wqebbs * wqebb);
    alignas(8) std::byte record[8]{};
    alignas(8) std::byte nowhere[8]{};
    mmio::doorbell_register doorbell(nowhere, 0);
    send_queue<Transport, int> queue({.ring = ring.data(),
                                      .wqebbs = wqebbs,
                                      .dbrec = record + 4,
                                      .doorbell = &doorbell,
                                      .qpn = qpn});
    std::vector<std::byte> all;
    for (const auto& r : requests) {
      const auto posted = build<Transport>(queue, to(), r, 1);
      if (!posted || !*posted) return {};
      const auto* const at = queue.wqe_at(posted->wqe_index());
      all.insert(all.end(), at, at + ctrl_seg::read(at).ds * octoword);
    }
    return all;
  }

 private:
  virtual Qp& from() const = 0;
};

}  // namespace verbatim::tools::selftest
