// Runs one turn after another, sleeps in between, and follows changes of the objects.
#include "engine/turn/engine.hpp"

#include <time.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>

#include "engine/base/engine_room.hpp"
#include "engine/base/object_records.hpp"
#include "engine/complete/completion_events.hpp"
#include "engine/complete/completion_writer.hpp"
#include "engine/count/count_keeper.hpp"
#include "engine/network/network.hpp"
#include "engine/receive/queue_pair_receives.hpp"
#include "engine/turn/engine_thread.hpp"
#include "engine/turn/engine_turn.hpp"
#include "engine/turn/forks.hpp"
#include "engine/turn/idle_wait.hpp"
#include "engine/turn/queue_pair_sides.hpp"
#include "engine/turn/ring_log.hpp"
#include "record/recorder.hpp"
#include "report/report.hpp"
#include "transport/unix_socket_transport.hpp"

namespace verbatim::emulator {
namespace {

class engine : public engine_hooks, public fork_aware {
 public:
  explicit engine(device& of) : fabric_directory_(of.settings().directory), room_(of) {
    begin_to_count();
    begin_to_tap();
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
  void completion_queue_destroyed(completion_queue& cq) override;
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
  void write_files() noexcept override;
  void settle(std::chrono::nanoseconds limit) noexcept override;

  void before_fork() override { room_.objects.lock().lock(); }
  void after_fork() override { room_.objects.lock().unlock(); }
  void after_fork_in_child() override;

 private:
  void start();
  void stop() noexcept;
  void run();
  bool may_guard() const;
  void begin_to_count();
  void begin_to_tap();
  void reach_network();
  engine_clock::time_point look_at_counts(bool worked);
  void count_state(const queue_pair& qp, queue_pair_state previous, queue_pair_counts& counts);

  std::string fabric_directory_;
  engine_room room_;
  std::unique_ptr<idle_wait> idle_;
  engine_thread thread_;
  bool running_ = false;
  std::atomic<bool> stopping_ = false;
  std::atomic<std::uint64_t> rounds_ = 0;  ///< of run()

  /// Null if the process does not count.
  std::unique_ptr<count_keeper> keeper_;

  /// Guarded by device::lock().
  engine_turn turn_{room_};
};

void engine::begin_to_count() {
  const std::string& path = room_.objects.settings().count_file;
  if (path.empty()) return;
  auto made = std::make_unique<count_keeper>(path);
  if (!made->is_open()) return;
  keeper_ = std::move(made);
  room_.counts = std::make_unique<traffic_counts>();
}

void engine::begin_to_tap() {
  const std::string& path = room_.objects.settings().pcap_file;
  if (path.empty()) return;
  auto made = std::make_unique<packet_tap>(room_.objects, path);
  if (made->is_open()) room_.tap = std::move(made);
}

void engine::start() {
  room_.wire = std::make_unique<unix_socket_transport>(fabric_directory_);
  if (room_.objects.settings().wire) reach_network();
  const std::string& nic = room_.objects.settings().timing;
  const nic_profile* const profile = find_nic_profile(nic);
  room_.timing = profile ? std::make_unique<nic_timing>(room_.objects, *profile) : nullptr;
  idle_ = std::make_unique<idle_wait>(room_.wire->wait_descriptor(), profile != nullptr);
  stopping_ = false;
  thread_.start([this] { run(); });
  running_ = true;
}

void engine::reach_network() {
  auto made = std::make_unique<network>(std::move(room_.wire), room_.objects);
  room_.network = made.get();
  room_.wire = std::move(made);
  if (!room_.tap) return;
  room_.network->tap([this](std::span<const std::byte> frame) { room_.tap->frame(frame); });
}

void engine::stop() noexcept {
  if (!running_) return;
  stopping_ = true;
  idle_->wake();
  thread_.join();
  running_ = false;
}

void engine::run() {
  bool worked = true;
  while (!stopping_) {
    engine_clock::time_point until;
    bool worked_now;
    {
      // Commands run in the program's threads, and may send messages and packets too.
      const std::lock_guard guarded(room_.objects.lock());
      room_.wire->exchange();
      // The guard comes first, so that a doorbell is either seen in this turn or ends the sleep
      // after it.
      const bool guard = !worked && may_guard();
      if (guard) idle_->guard();
      worked_now = turn_.run();
      if (guard && worked_now) idle_->release();
      until = turn_.next();
      if (keeper_) until = std::min(until, look_at_counts(worked_now));
      if (room_.tap) room_.tap->flush();
    }
    if (keeper_) keeper_->write();
    if (recorder* const to = recording_here()) to->flush();
    if (worked_now) {
      idle_->worked();
    } else if (!worked) {
      idle_->pause(until);
    }
    if (idle_->needs_release()) {
      const std::lock_guard guarded(room_.objects.lock());
      idle_->release();
    }
    worked = worked_now;
    ++rounds_;
  }
}

void engine::settle(std::chrono::nanoseconds limit) noexcept {
  // The round that runs now may have begun before.
  const std::uint64_t enough = rounds_ + 2;
  const auto end = engine_clock::now() + limit;
  constexpr timespec a_while{0, 50'000};
  while (running_ && rounds_ < enough && engine_clock::now() < end) {
    idle_->wake();
    nanosleep(&a_while, nullptr);
  }
}

/// Brings the counts of a queue pair up to date whose state has changed.
void engine::count_state(const queue_pair& qp, queue_pair_state previous,
                         queue_pair_counts& counts) {
  counts.mtu = mtu_of(qp);
  if (qp.state != queue_pair_state::reset) return;
  turn_.begin_counts_anew();
  if (qp.rq.count == 0) return;
  if (previous != queue_pair_state::reset) look_at_record(counts.receive_record, qp.dbrec);
  counts.receive_record.reset();
}

engine_clock::time_point engine::look_at_counts(bool worked) {
  return keeper_->look(worked, room_.now, [this](bool ended) {
    turn_.update_counts();
    return room_.counts->line(ended);
  });
}

void engine::write_files() noexcept {
  if (!running_) return;
  // Each round writes the packets that wait.
  if (room_.tap) settle(std::chrono::seconds(1));
  recorder* const to = recording_here();
  if (!keeper_ && !to) return;
  if (keeper_) keeper_->ask_for_end();
  if (to) to->ask_for_end();
  const auto has_ended = [&] {
    return (!keeper_ || keeper_->has_ended()) && (!to || to->has_ended());
  };
  constexpr timespec a_while{0, 1'000'000};
  for (int tries = 1000; tries > 0 && !has_ended(); --tries) {
    idle_->wake();
    nanosleep(&a_while, nullptr);
  }
}

bool engine::may_guard() const {
  const auto& pages = turn_.pages();
  const auto mapped = [](const uar_page* page) { return page->program_address != nullptr; };
  return idle_->wants_guard() && std::all_of(pages.begin(), pages.end(), mapped);
}

void engine::uar_added(uar_page& page) {
  // A child of fork has no engine until it opens the device itself.
  if (!running_) start();
  turn_.add_page(page);
  wake();
}

void engine::uar_mapped(uar_page& page) {
  if (page.program_address) idle_->add_page(page.program_address);
}

void engine::uar_removed(uar_page& page) {
  if (page.program_address) idle_->remove_page(page.program_address);
  turn_.remove_page(page);
}

void engine::completion_queue_created(completion_queue& cq) {
  record_created(cq);
  if (cq.owner->failed) return;
  begin_completions(cq);
  if (room_.counts) part_of(cq).counts = &room_.counts->begin(cq);
}

int engine::completion_queue_resized(completion_queue& cq, std::byte* buffer,
                                     std::uint32_t cqe_count, std::uint32_t cqe_size) {
  const int error = cq.engine ? resize(cq, buffer, cqe_count, cqe_size) : EINVAL;
  if (error == 0) record_resized(cq);
  return error;
}

void engine::completion_queue_destroyed(completion_queue& cq) {
  record_destroyed(cq);
  log_ring(cq);
}

void engine::queue_pair_created(queue_pair& qp) {
  record_created(qp);
  if (qp.owner->failed) return;
  qp.engine = std::make_unique<queue_pair_sides>(room_, qp);
  turn_.begin_doorbells(qp);
  if (!room_.counts) return;
  sides_of(qp).counts = &room_.counts->begin(qp);
  turn_.count_writes_of(qp);
}

void engine::queue_pair_modified(queue_pair& qp, queue_pair_state previous) {
  if (!qp.engine) return;
  queue_pair_sides& part = sides_of(qp);
  // An unseen doorbell belongs to the previous state. After RESET it would announce old WQEs.
  turn_.take_doorbells_of(qp);
  part.enter(qp.state);
  if (part.counts) {
    count_state(qp, previous, *part.counts);
  } else if (qp.state == queue_pair_state::reset) {
    turn_.begin_counts_anew();
  }
  record_changed(qp, previous, false);
  switch (qp.state) {
    case queue_pair_state::reset:
      turn_.begin_doorbells(qp);
      part.reset();
      if (room_.network) room_.network->disconnect(qp);
      turn_.release_completions_of(qp);
      break;
    case queue_pair_state::rtr:
      look_for_early_receives(qp);
      if (room_.network) room_.network->connect(qp);
      part.answers.start();
      break;
    case queue_pair_state::rts:
      if (previous == queue_pair_state::rtr) part.sends.start();
      break;
    case queue_pair_state::err:
      part.stop();
      break;
    default:
      break;
  }
  wake();
}

bool engine::stream_reset(queue_pair& qp, std::uint16_t stream) {
  return qp.engine && sides_of(qp).sends.reset_stream(stream);
}

std::uint16_t engine::next_send_wqe(queue_pair& qp) const {
  return qp.engine ? sides_of(qp).sends.ring().next() : std::uint16_t{0};
}

void engine::queue_pair_destroyed(queue_pair& qp) {
  if (room_.network) room_.network->disconnect(qp);
  if (!qp.engine) return;
  // An unseen doorbell would later refer to a queue pair that does not exist.
  if (qp.uar && qp.uar->engine) turn_.take_doorbells(*qp.uar);
  if (qp.type == queue_pair_type::ud && qp.state == queue_pair_state::rts) {
    // A NIC has sent the datagrams before it executes the command, and the program may end next.
    sides_of(qp).sends.advance();
    room_.wire->flush();
  }
  turn_.forget_doorbells(qp);
  turn_.release_completions_of(qp);
  log_rings(qp);
  turn_.finish_counts_of(qp);
  record_destroyed(qp);
  qp.engine.reset();
}

void engine::shared_receive_queue_created(shared_receive_queue& srq) {
  auto part = std::make_unique<shared_receive_part>();
  if (room_.counts) part->counts = &room_.counts->begin(srq);
  srq.engine = std::move(part);
  record_created(srq);
}

void engine::shared_receive_queue_modified(shared_receive_queue& srq) { check_limit(srq); }

void engine::shared_receive_queue_destroyed(shared_receive_queue& srq) {
  room_.objects.each_queue_pair([&](queue_pair& qp) {
    if (qp.engine) sides_of(qp).answers.forget(srq);
  });
  // The program then removes its CQEs from its completion queue, and no CQE may follow.
  if (srq.cq) turn_.release_completions_of(*srq.cq);
  log_ring(srq);
  engine_turn::look_at_receives(srq);
  record_destroyed(srq);
}

void engine::process_ends() {
  if (room_.network) room_.network->process_ends();
  room_.objects.each_queue_pair([](queue_pair& qp) { log_rings(qp); });
  room_.objects.each_shared_receive_queue([](shared_receive_queue& srq) { log_ring(srq); });
  room_.objects.each_completion_queue([](completion_queue& cq) { log_ring(cq); });
}

void engine::after_fork_in_child() {
  // In the child, the thread does not exist, and the queues, the sockets and the slot belong to the
  // parent.
  running_ = false;
  room_.wire->abandon();
  idle_->abandon();
  turn_.abandon_pages();
  room_.objects.each_queue_pair([](queue_pair& qp) { qp.engine.reset(); });
  room_.objects.each_completion_queue([](completion_queue& cq) { cq.engine.reset(); });
  room_.objects.lock().unlock();
}

}  // namespace

std::unique_ptr<engine_hooks> start_engine(device& of) { return std::make_unique<engine>(of); }

}  // namespace verbatim::emulator
