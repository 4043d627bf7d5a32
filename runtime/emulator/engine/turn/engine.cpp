// Runs one turn after another, and sleeps in between.
#include "engine/turn/engine.hpp"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <optional>
#include <system_error>
#include <vector>

#include "engine/base/engine_room.hpp"
#include "engine/check/missing_doorbells.hpp"
#include "engine/complete/completion_writer.hpp"
#include "engine/receive/datagram_receiver.hpp"
#include "engine/receive/packet_receiver.hpp"
#include "engine/ring/send_queue_reader.hpp"
#include "engine/turn/doorbells.hpp"
#include "engine/turn/forks.hpp"
#include "engine/turn/idle_wait.hpp"
#include "engine/turn/queue_pair_part.hpp"
#include "engine/turn/ring_log.hpp"
#include "report/finding.hpp"
#include "report/report.hpp"
#include "settings/options.hpp"
#include "transport/unix_socket_transport.hpp"

namespace verbatim::emulator {
namespace {

using namespace std::chrono_literals;

/// The time between checks that only matter to people.
constexpr auto housekeeping_period = 50ms;

/// The time between looks at a queue pair in ERR, which takes receive WQEs, to flush them, without
/// a doorbell.
constexpr auto error_poll_period = 2ms;

class engine : public engine_hooks, public message_receiver, public fork_aware {
 public:
  engine(device& of, const options& with) : fabric_directory_(with.directory), room_(of) {
    start();
    note("joined the fabric {} as slot {}", fabric_directory_, slot());
    enroll(*this);
  }
  ~engine() override {
    dismiss(*this);
    stop();
  }

  std::uint32_t slot() const noexcept override { return room_.wire->slot(); }
  void uar_added(uar_page& page) override;
  void uar_mapped(uar_page& page) override;
  void uar_removed(uar_page& page) override;
  void completion_queue_created(completion_queue& cq) override;
  void completion_queue_destroyed(completion_queue& cq) override { log_ring(cq); }
  int completion_queue_resized(completion_queue& cq, std::byte* buffer, std::uint32_t cqe_count,
                               std::uint32_t cqe_size) override;
  void queue_pair_created(queue_pair& qp) override;
  void queue_pair_modified(queue_pair& qp, queue_pair_state previous) override;
  bool stream_reset(queue_pair& qp, std::uint16_t stream) override;
  std::uint16_t next_send_wqe(queue_pair& qp) const override;
  void queue_pair_destroyed(queue_pair& qp) override;
  void shared_receive_queue_created(shared_receive_queue& srq) override;
  void shared_receive_queue_modified(shared_receive_queue& srq) override;
  void shared_receive_queue_destroyed(shared_receive_queue& srq) override;
  void wake() override { idle_->wake(); }
  void process_ends() override;

  void message_arrived(const message& arrived) override;
  void peer_lost(std::uint32_t slot) override;

  void before_fork() override { room_.of.lock().lock(); }
  void after_fork() override { room_.of.lock().unlock(); }
  void after_fork_in_child() override;

 private:
  void start();
  void stop() noexcept;
  void run();
  bool may_guard() const;
  bool turn();
  void take_doorbells(uar_page& page);
  bool advance_queue_pairs();
  bool release_completions();
  void release_completions_of(queue_pair& qp);
  void keep_house();

  std::string fabric_directory_;
  engine_room room_;
  std::unique_ptr<idle_wait> idle_;
  pthread_t thread_{};
  bool running_ = false;
  std::atomic<bool> stopping_ = false;

  // Guarded by device::lock().
  std::vector<uar_page*> pages_;
  missing_doorbells missing_doorbells_;
  engine_clock::time_point next_housekeeping_;

  /// The next time with something to do although nothing arrives.
  engine_clock::time_point next_turn_;
};

doorbell_watch& watch_of(uar_page& page) { return static_cast<doorbell_watch&>(*page.engine); }

/// Lets the thread yield to the program and wake quickly.
void adjust_thread() noexcept {
  prctl(PR_SET_NAME, "verbatim-engine");
  prctl(PR_SET_TIMERSLACK, 1000ul);
  // A thread with short turns gets the CPU soon after it wakes, even if a program polls without
  // end; see sched_setattr(2), sched_runtime of SCHED_OTHER (Linux 6.12).
  struct {
    std::uint32_t size;
    std::uint32_t policy;
    std::uint64_t flags;
    std::int32_t nice;
    std::uint32_t priority;
    std::uint64_t runtime;
    std::uint64_t deadline;
    std::uint64_t period;
  } attributes{};
  attributes.size = sizeof attributes;
  attributes.policy = SCHED_OTHER;
  attributes.runtime = 100'000;
  syscall(SYS_sched_setattr, 0, &attributes, 0);
}

void engine::start() {
  room_.wire = std::make_unique<unix_socket_transport>(fabric_directory_);
  idle_ = std::make_unique<idle_wait>(room_.wire->wait_descriptor());
  stopping_ = false;
  // The program's signals are for the program's threads.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const auto body = [](void* self) -> void* {
    adjust_thread();
    static_cast<engine*>(self)->run();
    return nullptr;
  };
  const int error = pthread_create(&thread_, nullptr, body, this);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (error != 0) {
    throw std::system_error(error, std::generic_category(), "cannot start the engine's thread");
  }
  running_ = true;
}

void engine::stop() noexcept {
  if (!running_) return;
  stopping_ = true;
  idle_->wake();
  pthread_join(thread_, nullptr);
  running_ = false;
}

void engine::run() {
  bool worked = true;
  while (!stopping_) {
    room_.wire->exchange();
    engine_clock::time_point until;
    bool worked_now;
    {
      const std::lock_guard guarded(room_.of.lock());
      // The guard comes first, so that a doorbell is either seen in this turn or ends the sleep
      // after it.
      const bool guard = !worked && may_guard();
      if (guard) idle_->guard();
      worked_now = turn();
      if (guard && worked_now) idle_->release();
      until = next_turn_;
    }
    if (worked_now) {
      idle_->worked();
    } else if (!worked) {
      idle_->pause(until);
      if (idle_->guarded()) {
        const std::lock_guard guarded(room_.of.lock());
        idle_->release();
      }
    }
    worked = worked_now;
  }
}

bool engine::may_guard() const {
  const auto mapped = [](const uar_page* page) { return page->program_address != nullptr; };
  return idle_->wants_guard() && std::all_of(pages_.begin(), pages_.end(), mapped);
}

bool engine::turn() {
  room_.now = engine_clock::now();
  next_turn_ = engine_clock::time_point::max();
  bool worked = room_.wire->deliver(*this);
  for (uar_page* const page : pages_) take_doorbells(*page);
  worked = advance_queue_pairs() || worked;
  if (worked) {
    room_.wire->flush();
    room_.of.each_queue_pair([](queue_pair& qp) {
      if (qp.engine) part_of(qp).each_responder([](responder& one) { one.publish(); });
    });
  }
  worked = release_completions() || worked;
  if (room_.now >= next_housekeeping_) keep_house();
  if (!pages_.empty()) next_turn_ = std::min(next_turn_, next_housekeeping_);
  return worked;
}

void engine::take_doorbells(uar_page& page) {
  const rung_doorbells rung = watch_of(page).take(room_);
  const auto of_page = [&page](const uar_page* named) { return !named || named == &page; };
  if (rung.send) {
    room_.of.each_queue_pair([&](queue_pair& qp) {
      if (!qp.engine || !of_page(qp.uar)) return;
      part_of(qp).sends.ring();
      missing_doorbells_.rung(qp.qpn);
    });
  }
  if (rung.arm) {
    room_.of.each_completion_queue([&](completion_queue& cq) {
      if (of_page(cq.uar)) take_arm(cq);
    });
  }
}

/// Releases CQEs and events that were held back. Returns true if there were some, because a WAIT
/// may have waited for them.
bool engine::release_completions() {
  bool released = false;
  room_.of.each_completion_queue([&](completion_queue& cq) {
    if (!cq.engine) return;
    const std::uint32_t before = produced(cq);
    if (const auto due = release_held(cq, room_.now)) next_turn_ = std::min(next_turn_, *due);
    released = released || produced(cq) != before;
  });
  return released;
}

/// Releases everything held back for a queue pair that is reset or destroyed. The program then
/// cleans its completion queues of that queue pair, and nothing may come after that.
void engine::release_completions_of(queue_pair& qp) {
  for (completion_queue* const cq : {qp.send_cq.get(), qp.recv_cq.get()}) {
    if (cq) release_held(*cq, engine_clock::time_point::max());
  }
}

bool engine::advance_queue_pairs() {
  bool worked = false;
  room_.of.each_queue_pair([&](queue_pair& qp) {
    if (!qp.engine) return;
    if (qp.owner->failed) {
      log_rings(qp);
      return qp.engine.reset();
    }
    queue_pair_part& part = part_of(qp);
    // Answers first: a peer waits for them.
    part.each_responder([&](responder& one) { worked = one.advance() || worked; });
    worked = part.sends.advance() || worked;
    if (const auto deadline = part.sends.deadline()) next_turn_ = std::min(next_turn_, *deadline);
    if (qp.state == queue_pair_state::err) {
      const bool sends_only = current_options().flush_receives_on_change;
      worked = (sends_only ? part.sends.flush() : flush(qp)) || worked;
      next_turn_ = std::min(next_turn_, room_.now + error_poll_period);
    }
  });
  return worked;
}

void engine::keep_house() {
  next_housekeeping_ = room_.now + housekeeping_period;
  for (uar_page* const page : pages_) watch_of(*page).compare_copies(room_);
  room_.of.each_queue_pair([&](queue_pair& qp) {
    // A managed queue needs no doorbell.
    if (!qp.engine || qp.state != queue_pair_state::rts || qp.sq.count == 0 ||
        qp.cross_channel.managed_sends) {
      return;
    }
    const auto words = missing_doorbells_.look_at(
        {qp.qpn, qp.sq, send_record(qp), part_of(qp).sends.announced()}, room_.now);
    if (!words.empty()) tell<check::doorbell_missing>("{}", words);
  });
}

void engine::message_arrived(const message& arrived) {
  if (arrived.kind == message_kind::datagram || arrived.kind == message_kind::datagram_imm) {
    deliver_datagram(room_, arrived);
    return;
  }
  if (arrived.kind == message_kind::packet) {
    deliver_packet(room_, arrived);
    return;
  }
  queue_pair* const qp = room_.of.find_queue_pair(arrived.destination_qpn);
  if (!is_request(arrived.kind)) {
    if (qp && qp->engine && is_reliable(qp->type)) {
      part_of(*qp).sends.handle_answer(arrived);
    }
  } else if (qp && qp->engine) {
    part_of(*qp).responder_to(room_, *qp, arrived).handle_request(arrived);
  } else if (arrived.reliable) {
    room_.wire->send(unreachable_answer(arrived, unreachable_reason::no_queue_pair));
  }
}

void engine::peer_lost(std::uint32_t slot) {
  note("the process in slot {} has ended", slot);
  room_.of.each_queue_pair([slot](queue_pair& qp) {
    if (!qp.engine || !is_reliable(qp.type)) return;
    queue_pair_part& part = part_of(qp);
    part.sends.lose_peer(slot);
    std::erase_if(part.sources,
                  [slot](const auto& entry) { return slot_of(entry.first.dci) == slot; });
  });
}

void engine::uar_added(uar_page& page) {
  // A child of fork has no engine until it opens the device itself.
  if (!running_) start();
  page.engine = std::make_unique<doorbell_watch>(page);
  pages_.push_back(&page);
  wake();
}

void engine::uar_mapped(uar_page& page) {
  if (page.program_address) idle_->add_page(page.program_address);
}

void engine::uar_removed(uar_page& page) {
  if (page.program_address) idle_->remove_page(page.program_address);
  std::erase(pages_, &page);
  page.engine.reset();
}

void engine::completion_queue_created(completion_queue& cq) {
  if (!cq.owner->failed) begin_completions(cq);
}

int engine::completion_queue_resized(completion_queue& cq, std::byte* buffer,
                                     std::uint32_t cqe_count, std::uint32_t cqe_size) {
  return cq.engine ? resize(cq, buffer, cqe_count, cqe_size) : EINVAL;
}

void engine::queue_pair_created(queue_pair& qp) {
  if (qp.owner->failed) return;
  qp.engine = std::make_unique<queue_pair_part>(room_, qp);
  missing_doorbells_.begin(qp.qpn, qp.sq);
}

void engine::queue_pair_modified(queue_pair& qp, queue_pair_state previous) {
  if (!qp.engine) return;
  queue_pair_part& part = part_of(qp);
  // An unseen doorbell belongs to the state before. After RESET it would announce WQEs of the past.
  for (uar_page* const page : pages_) {
    if (!qp.uar || qp.uar == page) take_doorbells(*page);
  }
  part.enter(qp.state);
  switch (qp.state) {
    case queue_pair_state::reset:
      missing_doorbells_.begin(qp.qpn, qp.sq);
      reset(qp);
      release_completions_of(qp);
      break;
    case queue_pair_state::rtr:
      look_for_early_receives(qp);
      part.answers.start();
      break;
    case queue_pair_state::rts:
      if (previous == queue_pair_state::rtr) part.sends.start();
      break;
    case queue_pair_state::err:
      emulator::stop(qp);
      break;
    default:
      break;
  }
  wake();
}

bool engine::stream_reset(queue_pair& qp, std::uint16_t stream) {
  return qp.engine && part_of(qp).sends.reset_stream(stream);
}

std::uint16_t engine::next_send_wqe(queue_pair& qp) const {
  return qp.engine ? part_of(qp).sends.next_wqe() : std::uint16_t{0};
}

void engine::queue_pair_destroyed(queue_pair& qp) {
  if (!qp.engine) return;
  // An unseen doorbell would later name a queue pair that does not exist.
  if (qp.uar && qp.uar->engine) take_doorbells(*qp.uar);
  missing_doorbells_.forget(qp.qpn);
  release_completions_of(qp);
  log_rings(qp);
  qp.engine.reset();
}

void engine::shared_receive_queue_created(shared_receive_queue& srq) {
  srq.engine = std::make_unique<shared_receive_part>();
}

void engine::shared_receive_queue_modified(shared_receive_queue& srq) { check_limit(srq); }

void engine::shared_receive_queue_destroyed(shared_receive_queue& srq) {
  room_.of.each_queue_pair([&](queue_pair& qp) {
    if (qp.engine) part_of(qp).answers.forget(srq);
  });
  log_ring(srq);
}

void engine::process_ends() {
  room_.of.each_queue_pair([](queue_pair& qp) { log_rings(qp); });
  room_.of.each_shared_receive_queue([](shared_receive_queue& srq) { log_ring(srq); });
  room_.of.each_completion_queue([](completion_queue& cq) { log_ring(cq); });
}

void engine::after_fork_in_child() {
  // The thread is gone, and the queues, the sockets and the slot are the parent's.
  running_ = false;
  room_.wire->abandon();
  idle_->abandon();
  for (uar_page* const page : pages_) page->engine.reset();
  pages_.clear();
  room_.of.each_queue_pair([](queue_pair& qp) { qp.engine.reset(); });
  room_.of.each_completion_queue([](completion_queue& cq) { cq.engine.reset(); });
  room_.of.lock().unlock();
}

}  // namespace

std::unique_ptr<engine_hooks> start_engine(device& of, const options& with) {
  return std::make_unique<engine>(of, with);
}

}  // namespace verbatim::emulator
