// Reads WQEs, checks them, and reports their errors.
#include "engine/send/send_ring.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "engine/base/queue_pair_part.hpp"
#include "engine/check/wqe_check.hpp"
#include "engine/execute/send_completions.hpp"
#include "engine/ring/send_queue_reader.hpp"
#include "engine/send/capture.hpp"
#include "objects/context.hpp"
#include "record/recorder.hpp"
#include "report/finding.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::emulator {
namespace {

bool on_ethernet(const queue_pair& qp) noexcept {
  return qp.attributes.port_num != 0 && qp.owner->port(qp.attributes.port_num).ethernet();
}

wqe_problem overrun(std::uint16_t posted, std::uint32_t room) {
  return {.vendor = vendor_syndrome::overrun,
          .why = found<check::ring_overrun>(
              "the doorbell record is {} WQEBBs ahead, but the ring has {}: post no "
              "more than completions have freed",
              posted, room)};
}

}  // namespace

void send_ring::take_doorbell() noexcept {
  // Only a SEND_EN starts a managed queue.
  if (qp_.cross_channel.managed_sends) return;
  // After a reset, the driver still has to clear the record, and the doorbell may belong to another
  // queue.
  if (qp_.sq.count == 0 || qp_.state == queue_pair_state::reset) return;
  const std::uint16_t before = std::exchange(announced_, send_record(qp_));
  if (announced_ != before) record(recording::send_record_body{qp_.qpn, announced_});
}

std::string send_ring::enable(std::uint16_t index) {
  const auto behind = static_cast<std::uint16_t>(announced_ - index);
  // The WQE is enabled already.
  if (behind < 0x8000) return {};
  const auto enabled = static_cast<std::uint16_t>(index - ci_);
  if (enabled > qp_.sq.count) {
    return fmt::format(
        "it enables the send queue of QP {:#x} up to {}, which is {} WQEBBs after the next, but "
        "its ring has {}",
        qp_.qpn, index, enabled, qp_.sq.count);
  }
  announced_ = index;
  return {};
}

void send_ring::record_wqe(std::span<const std::byte> wqe, std::uint8_t flags) const {
  if (!recording_here()) return;
  record(recording::send_wqe_body{qp_.qpn, ci_, flags, wqe, addresses_in(wqe)});
}

void send_ring::count(queue_pair_counts& counts, const pending_wqe& one) const {
  const operation& wqe = one.wqe;
  wqe_counts more{
      .wqes = 1, .wqebbs = wqe.wqebbs, .signaled = send_completions(qp_).wanted(wqe.ce)};
  if (!one.problem && !wqe.is_local()) {
    const auto is_inline = [](const data_piece& piece) { return piece.is_inline; };
    more.inlined =
        !wqe.pieces.empty() && std::all_of(wqe.pieces.begin(), wqe.pieces.end(), is_inline);
    more.bytes = wqe.message_bytes;
    if (const auto* const frame = std::get_if<frame_request>(&wqe.request)) {
      more.bytes += frame->header.size();
    }
  }
  counts.wqes[wqe.opcode] += more;
}

pending_wqe send_ring::read() {
  pending_wqe one;
  const auto posted = static_cast<std::uint16_t>(announced_ - ci_);
  wqe_bytes bytes;
  const auto wqe = read_wqebbs(qp_.sq, ci_, posted, bytes);
  auto checked = check_wqe(wqe, {qp_.qpn, qp_.type, ci_, posted, on_ethernet(qp_)});
  if (posted > qp_.sq.count) {
    one.problem = overrun(posted, qp_.sq.count);
  } else if (auto* const problem = std::get_if<wqe_problem>(&checked)) {
    one.problem = std::move(*problem);
  } else {
    one.wqe = std::move(std::get<operation>(checked));
    if (one.wqe.has_result() && qp_.attributes.max_rd_atomic == 0) {
      mention_once<check::no_read_announced>(
          "QP {:#x}, send WQE {}: it is {}, but max_rd_atomic of the queue pair is 0. The driver "
          "leaves room for one nevertheless, other devices may not: set it in the change to RTS",
          qp_.qpn, ci_, name(one.wqe.opcode));
    }
  }
  if (auto asked = room_.failures.of_send(++room_.read_wqes); asked && !one.problem) {
    one.problem = wqe_problem{.syndrome = asked->syndrome,
                              .vendor = asked->vendor,
                              .why = found_words<check::requested>(std::move(asked->words))};
  }
  const auto ctrl = ctrl_seg::read(wqe.data());
  const auto whole = wqe.first(std::clamp(ctrl.ds * octoword, octoword, wqe.size()));
  capture(qp_, ci_, whole, one.problem.has_value());
  record_wqe(whole,
             one.problem ? std::uint8_t{recording::send_wqe_body::refused} : std::uint8_t{0});
  if (one.problem) {
    one.wqe.opcode = ctrl.opcode;
    one.wqe.wqe_index = ci_;
    one.wqe.ce = ctrl.ce;
    one.wqe.stream = ctrl.dci_stream_channel_id;
    one.wqe.wqebbs = std::clamp<std::uint16_t>(wqebbs_of(ctrl), 1, posted);
    complain(qp_, one.wqe,
             {one.problem->why.which,
              one.problem->why.words + in_words(one.problem->syndrome, one.problem->vendor)});
  }
  if (auto* const counts = counts_of(qp_)) count(*counts, one);
  move_past(one.wqe.wqebbs);
  return one;
}

std::optional<ctrl_seg> send_ring::pass() {
  if (empty()) return std::nullopt;
  const auto posted = static_cast<std::uint16_t>(announced_ - ci_);
  auto ctrl = ctrl_seg::read(qp_.sq.at(ci_));
  if (posted > qp_.sq.count || ctrl.ds == 0 || wqebbs_of(ctrl) > posted) {
    ci_ = announced_;
    return std::nullopt;
  }
  ctrl.wqe_index = ci_;
  if (recording_here()) {
    wqe_bytes bytes;
    const auto wqe = read_wqebbs(qp_.sq, ci_, wqebbs_of(ctrl), bytes);
    record_wqe(wqe.first(std::min(ctrl.ds * octoword, wqe.size())),
               recording::send_wqe_body::flushed);
  }
  if (auto* const counts = counts_of(qp_)) {
    counts->wqes[ctrl.opcode] +=
        {.wqes = 1, .wqebbs = wqebbs_of(ctrl), .signaled = send_completions(qp_).wanted(ctrl.ce)};
  }
  move_past(wqebbs_of(ctrl));
  return ctrl;
}

void send_ring::move_past(std::uint16_t wqebbs) noexcept {
  ci_ = static_cast<std::uint16_t>(ci_ + wqebbs);
  ever_read_ += wqebbs;
}

}  // namespace verbatim::emulator
