// Does the work of all queues, one after another.
#include "engine/turn/engine_turn.hpp"

#include <algorithm>
#include <chrono>
#include <memory>

#include "engine/complete/completion_events.hpp"
#include "engine/complete/completion_writer.hpp"
#include "engine/count/file_mapping.hpp"
#include "engine/count/port_traffic.hpp"
#include "engine/network/network.hpp"
#include "engine/receive/datagram_receiver.hpp"
#include "engine/receive/packet_receiver.hpp"
#include "engine/ring/send_queue_reader.hpp"
#include "engine/turn/doorbells.hpp"
#include "engine/turn/queue_pair_sides.hpp"
#include "engine/turn/ring_log.hpp"
#include "objects/inventory_exchange.hpp"
#include "record/recorder.hpp"
#include "report/finding.hpp"
#include "report/report.hpp"

namespace verbatim::emulator {
namespace {

using namespace std::chrono_literals;

/// The time between checks that only produce reports.
constexpr auto housekeeping_period = 50ms;

/// The time between checks of a queue pair in ERR, which flushes new receive WQEs without a
/// doorbell.
constexpr auto error_poll_period = 2ms;

doorbell_watch& watch_of(uar_page& page) { return static_cast<doorbell_watch&>(*page.engine); }

}  // namespace

void engine_turn::add_page(uar_page& page) {
  const bool counts = room_.counts != nullptr || recording_here() != nullptr;
  page.engine = std::make_unique<doorbell_watch>(page, counts);
  pages_.push_back(&page);
}

void engine_turn::remove_page(uar_page& page) noexcept {
  watch_of(page).finish_counts();
  std::erase(pages_, &page);
  page.engine.reset();
}

void engine_turn::abandon_pages() noexcept {
  for (uar_page* const page : pages_) page->engine.reset();
  pages_.clear();
}

void engine_turn::take_doorbells_of(const queue_pair& qp) {
  for (uar_page* const page : pages_) {
    if (!qp.uar || qp.uar == page) take_doorbells(*page);
  }
}

void engine_turn::count_writes_of(const queue_pair& qp) {
  if (!room_.counts || !qp.uar || !qp.uar->engine) return;
  const uar_page& page = *qp.uar;
  const std::byte* const registers =
      page.program_address ? page.program_address
                           : find_mapping(page.owner->inode, page.mmap_offset, page.registers);
  if (!registers) return;
  const auto begin = [&] { return watch_of(*qp.uar).writes().begin(registers, *counts_of(qp)); };
  if (begin()) return;
  for (uar_page* const one : pages_) watch_of(*one).writes().give_up_extras();
  begin();
}

void engine_turn::finish_counts_of(const queue_pair& qp) {
  if (!qp.engine) return;
  if (!room_.counts) return begin_counts_anew();
  look_at_receives(qp);
  begin_counts_anew();
  for (uar_page* const page : pages_) watch_of(*page).writes().forget(*counts_of(qp));
  room_.counts->forget(qp);
}

void engine_turn::begin_counts_anew() {
  for (uar_page* const page : pages_) {
    watch_of(*page).finish_counts();
    watch_of(*page).forget_doorbells();
  }
}

void engine_turn::update_counts() {
  for (uar_page* const page : pages_) watch_of(*page).finish_counts();
  look_at_receives();
}

/// Counts advances of the doorbell records of receives.
void engine_turn::look_at_receives() {
  room_.objects.each_queue_pair([](const queue_pair& qp) {
    if (qp.engine) look_at_receives(qp);
  });
  room_.objects.each_shared_receive_queue(
      [](const shared_receive_queue& srq) { look_at_receives(srq); });
}

/// Records doorbell records of receives that have changed.
void engine_turn::record_receives() {
  room_.objects.each_queue_pair([](queue_pair& qp) {
    if (qp.engine && qp.state != queue_pair_state::reset) part_of(qp).receives.record_posted(qp);
  });
  room_.objects.each_shared_receive_queue([](shared_receive_queue& srq) { record_posted(srq); });
}

void engine_turn::look_at_receives(const shared_receive_queue& srq) {
  if (!srq.engine) return;
  if (auto* const counts = static_cast<shared_receive_part&>(*srq.engine).counts) {
    look_at_record(counts->receive_record, srq.dbrec);
  }
}

void engine_turn::look_at_receives(const queue_pair& qp) {
  if (qp.rq.count == 0 || qp.state == queue_pair_state::reset) return;
  if (auto* const counts = counts_of(qp)) {
    look_at_record(counts->receive_record, qp.dbrec);
  }
}

bool engine_turn::run() {
  room_.now = engine_clock::now();
  room_.objects.follow_subnet();
  next_ = engine_clock::time_point::max();
  if (room_.timing) room_.timing->begin_turn(room_.now);
  bool worked = room_.wire->deliver(*this);
  if (room_.timing) worked = room_.timing->deliver(*this) || worked;
  for (uar_page* const page : pages_) take_doorbells(*page);
  if (room_.counts) look_at_receives();
  if (recording_here()) record_receives();
  worked = advance_queue_pairs() || worked;
  if (worked) {
    room_.wire->flush();
    room_.objects.each_queue_pair([](queue_pair& qp) {
      if (!qp.engine || sides_of(qp).is_idle()) return;
      sides_of(qp).each_responder([](responder& one) { one.publish(); });
    });
  }
  worked = release_completions() || worked;
  if (room_.timing) next_ = std::min(next_, room_.timing->deadline());
  if (room_.network) next_ = std::min(next_, room_.network->deadline().value_or(next_));
  if (room_.now >= next_housekeeping_) keep_house();
  if (!pages_.empty()) next_ = std::min(next_, next_housekeeping_);
  return worked;
}

void engine_turn::take_doorbells(uar_page& page) {
  const rung_doorbells rung = watch_of(page).take(room_);
  const auto of_page = [&page](const uar_page* named) { return !named || named == &page; };
  if (rung.send) {
    room_.objects.each_queue_pair([&](queue_pair& qp) {
      if (!qp.engine || !of_page(qp.uar)) return;
      sides_of(qp).sends.take_doorbell();
      missing_doorbells_.rung(qp.qpn);
    });
  }
  if (rung.arm) {
    room_.objects.each_completion_queue([&](completion_queue& cq) {
      if (of_page(cq.uar)) take_arm(cq);
    });
  }
}

/// Releases delayed CQEs and events. Returns true if there were some, because a WAIT may depend on
/// them.
bool engine_turn::release_completions() {
  bool released = false;
  room_.objects.each_completion_queue([&](completion_queue& cq) {
    if (!cq.engine) return;
    const std::uint32_t before = produced(cq);
    if (const auto due = release_held(cq, room_.now)) next_ = std::min(next_, *due);
    released = released || produced(cq) != before;
  });
  return released;
}

/// Releases everything that was delayed for a queue pair that is reset or destroyed. The program
/// then removes its CQEs from the completion queues, and no CQE may follow.
void engine_turn::release_completions_of(queue_pair& qp) {
  for (completion_queue* const cq : {qp.send_cq.get(), qp.recv_cq.get()}) {
    if (cq) release_completions_of(*cq);
  }
}

void engine_turn::release_completions_of(completion_queue& cq) {
  if (cq.engine) release_held(cq, engine_clock::time_point::max());
}

bool engine_turn::advance_queue_pairs() {
  bool worked = false;
  room_.objects.each_queue_pair([&](queue_pair& qp) {
    if (!qp.engine) return;
    if (qp.owner->failed) {
      log_rings(qp);
      return qp.engine.reset();
    }
    queue_pair_sides& part = sides_of(qp);
    if (part.is_idle()) return;
    // Answers come first, because a peer waits for them.
    part.each_responder([&](responder& one) { worked = one.advance() || worked; });
    worked = part.sends.advance() || worked;
    if (const auto deadline = part.sends.deadline()) next_ = std::min(next_, *deadline);
    if (qp.state == queue_pair_state::err) {
      const bool sends_only = current_options().flush_receives_on_change;
      worked = (sends_only ? part.sends.flush() : part.flush()) || worked;
      next_ = std::min(next_, room_.now + error_poll_period);
    }
  });
  return worked;
}

void engine_turn::keep_house() {
  next_housekeeping_ = room_.now + housekeeping_period;
  for (uar_page* const page : pages_) watch_of(*page).compare_copies(room_);
  room_.objects.each_queue_pair([&](queue_pair& qp) {
    // A managed queue needs no doorbell.
    if (!qp.engine || qp.state != queue_pair_state::rts || qp.sq.count == 0 ||
        qp.cross_channel.managed_sends) {
      return;
    }
    const auto words = missing_doorbells_.look_at(
        {qp.qpn, qp.sq, send_record(qp), sides_of(qp).sends.ring().announced()}, room_.now);
    if (!words.empty()) tell<check::doorbell_missing>("{}", words);
  });
}

void engine_turn::message_arrived(const message& arrived) {
  if (room_.timing && room_.timing->keep(arrived)) return;
  if (arrived.kind == message_kind::inventory_request) {
    answer_inventory(*room_.wire, arrived, inventory_of(room_.objects));
    return;
  }
  if (arrived.kind == message_kind::datagram || arrived.kind == message_kind::datagram_imm) {
    deliver_datagram(room_, arrived);
    return;
  }
  if (arrived.kind == message_kind::packet) {
    deliver_packet(room_, arrived);
    return;
  }
  queue_pair* const qp = room_.objects.find_queue_pair(arrived.destination_qpn);
  if (qp && qp->engine) count_at_receiver(room_.objects, *qp, arrived);
  if (!is_request(arrived.kind)) {
    if (qp && qp->engine && is_reliable(qp->type)) {
      sides_of(*qp).sends.handle_answer(arrived);
    }
  } else if (qp && qp->engine) {
    sides_of(*qp).responder_to(arrived).handle_request(arrived);
  } else if (arrived.reliable) {
    message no = unreachable_answer(arrived, unreachable_reason::no_queue_pair);
    // There is no port that it could leave by; it stays behind what has left before.
    no.arrives = 0;
    room_.wire->send(no);
  }
}

void engine_turn::peer_lost(std::uint32_t slot) {
  if (room_.timing) room_.timing->deliver_from(slot, *this);
  note("the process in slot {} has ended", slot);
  room_.objects.each_queue_pair([slot](queue_pair& qp) {
    if (!qp.engine || !is_reliable(qp.type)) return;
    queue_pair_sides& part = sides_of(qp);
    part.sends.lose_peer(slot);
    std::erase_if(part.sources,
                  [slot](const auto& entry) { return slot_of(entry.first.dci) == slot; });
  });
}

}  // namespace verbatim::emulator
