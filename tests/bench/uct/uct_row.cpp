// The device's side of uct's rows.
#include <fmt/format.h>

#include <stdexcept>

#include "uct_line.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::bench {

uct_row::uct_row(const uct_kind& kind, std::uint32_t payload)
    : parameters_(payload), queues_(kind), wqebbs_(kind.wqebbs) {
  done_.func = [](uct_completion_t*) {};
  done_.count = 1;
  done_.status = UCS_OK;
}

void uct_row::prepare() {
  if (!all_posted_) throw std::runtime_error("a queue was full too early");
  complete();
}

void uct_row::complete() {
  if (pi_ == begin_) return;
  queues_.complete(pi_ - wqebbs_);
  // uct may have posted messages of its own when it polled.
  pi_ += (queues_.producer_index() - pi_) & 0xffff;
  begin_ = pi_;
}

std::vector<std::byte> uct_row::wqe_at(std::uint32_t index) const {
  const auto ctrl = ctrl_seg::read(queues_.wqe_at(index));
  if (ctrl.wqe_index != static_cast<std::uint16_t>(index) || ctrl.qpn != queues_.qpn() ||
      (ctrl.ds + 3u) / 4 != wqebbs_) {
    throw std::runtime_error(fmt::format("WQE {} has the index {}, {} octowords and {} QP", index,
                                         ctrl.wqe_index, ctrl.ds,
                                         ctrl.qpn == queues_.qpn() ? "its" : "another"));
  }
  // Like libmlx5, uct lets a WQE go on at the ring's start.
  std::vector<std::byte> wqe;
  for (std::uint32_t i = 0; i < ctrl.ds; ++i) {
    const std::byte* const from = queues_.wqe_at(index + i / 4) + i % 4 * octoword;
    wqe.insert(wqe.end(), from, from + octoword);
  }
  return wqe;
}

std::vector<std::byte> uct_row::wqes() const {
  check_doorbell();
  std::vector<std::byte> result;
  for (auto index = begin_; index != pi_; index += wqebbs_) {
    auto wqe = wqe_at(index);
    level(wqe, parameters_.begin()[(index - begin_) / wqebbs_ % batch]);
    // uct leaves there what was there before. The queue checks no signatures and has no streams.
    auto ctrl = ctrl_seg::read(wqe.data());
    ctrl.signature = 0;
    ctrl.dci_stream_channel_id = 0;
    ctrl.write(wqe.data());
    append_comparable(result, wqe);
  }
  return result;
}

void uct_row::check_doorbell() const {
  const auto last = wire::load64(queues_.wqe_at(pi_ - wqebbs_));
  if (queues_.producer_index() != (pi_ & 0xffff) ||
      (queues_.doorbell(0) != last && queues_.doorbell(1) != last)) {
    throw std::runtime_error("a doorbell of uct was lost");
  }
}

}  // namespace verbatim::bench
