// A thread plays the records while the program polls; its own threads play them at each command.
#include "replay/replay_engine.hpp"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <mutex>
#include <string>
#include <vector>

#include "engine/complete/completion_events.hpp"
#include "engine/complete/completion_writer.hpp"
#include "engine/ring/shared_words.hpp"
#include "engine/turn/doorbells.hpp"
#include "engine/turn/engine_thread.hpp"
#include "engine/turn/forks.hpp"
#include "engine/turn/idle_wait.hpp"
#include "replay/recorded_process.hpp"
#include "replay/script.hpp"
#include "report/report.hpp"

namespace verbatim::emulator {
namespace {

using namespace std::chrono_literals;

/// The time for which a command waits for what other threads do before it.
constexpr auto patience = 1s;

/// The time after which a program gets a message if it waits for something else than the recording.
constexpr auto standstill = 1s;

class replay_engine : public engine_hooks, public fork_aware {
 public:
  explicit replay_engine(device& of)
      : on_(of),
        from_(of.settings().replay_file, of.settings().replay_process),
        script_(of, from_),
        idle_(-1) {
    note("replays process {} of {}, with {} records", from_.number(), of.settings().replay_file,
         from_.records().size());
    thread_.start([this] { run(); });
    running_ = true;
    enroll(*this);
  }
  ~replay_engine() override {
    dismiss(*this);
    if (!running_) return;
    stopping_ = true;
    idle_.wake();
    thread_.join();
  }

  std::uint32_t slot() const noexcept override { return from_.process().slot; }
  void uar_added(uar_page& page) override { pages_.push_back(&page); }
  void uar_removed(uar_page& page) override { std::erase(pages_, &page); }
  void completion_queue_created(completion_queue& cq) override { begin_completions(cq); }
  int completion_queue_resized(completion_queue& cq, std::byte* buffer, std::uint32_t cqe_count,
                               std::uint32_t cqe_size) override;
  void completion_queue_destroyed(completion_queue&) override { script_.play_command(true); }
  void queue_pair_modified(queue_pair& qp, queue_pair_state previous) override;
  void queue_pair_destroyed(queue_pair&) override { script_.play_command(true); }
  void shared_receive_queue_destroyed(shared_receive_queue&) override {
    script_.play_command(true);
  }
  bool stream_reset(queue_pair&, std::uint16_t) override { return true; }
  std::uint16_t next_send_wqe(queue_pair& qp) const override {
    return script_.played_sends(qp.qpn);
  }
  const recorded_command* await_command(std::string_view name) override;
  void command_answered() override { script_.play_command(false); }
  void differs(std::string_view what) override { script_.differs(what); }
  void wake() override { idle_.wake(); }
  void write_files() noexcept override;

  void before_fork() override { on_.lock().lock(); }
  void after_fork() override { on_.lock().unlock(); }
  void after_fork_in_child() override {
    running_ = false;
    idle_.abandon();
    pages_.clear();
    on_.each_completion_queue([](completion_queue& cq) { cq.engine.reset(); });
    on_.lock().unlock();
  }

 private:
  void run();
  engine_clock::time_point raise_events();
  void look_for_standstill(engine_clock::time_point now);

  device& on_;
  recorded_process from_;
  script script_;
  idle_wait idle_;
  engine_thread thread_;
  std::vector<uar_page*> pages_;
  bool running_ = false;
  std::atomic<bool> stopping_ = false;
  std::atomic<bool> ended_ = false;
  engine_clock::time_point last_step_ = engine_clock::now();
  recorded_command command_;
};

void replay_engine::run() {
  while (!stopping_) {
    engine_clock::time_point until;
    bool played;
    {
      const std::lock_guard guarded(on_.lock());
      const auto now = engine_clock::now();
      played = script_.play(now, false);
      until = std::min(script_.next(), raise_events());
      if (played) last_step_ = now;
      if (script_.stopped()) script_.flush();
      if (script_.next() == engine_clock::time_point::max()) look_for_standstill(now);
    }
    if (played) {
      idle_.worked();
    } else {
      idle_.pause(until);
    }
  }
}

/// Ends the replay if the program waits for something that the recording does not have next.
void replay_engine::look_for_standstill(engine_clock::time_point now) {
  if (script_.stopped() || now - last_step_ < standstill) return;
  last_step_ = now;
  const std::string posted = script_.posted();
  if (posted.empty() || !script_.waits_for_program()) return;
  script_.stop(fmt::format("the program has posted {}, and in the recording comes {}", posted,
                           script_.due()));
}

/// Raises events as the device does, not as they were recorded: a program that now polls a bit earlier /// or
/// later arms at other times.
engine_clock::time_point replay_engine::raise_events() {
  auto next = engine_clock::time_point::max();
  const bool armed = std::count_if(pages_.begin(), pages_.end(), [](const uar_page* page) {
                       return exchange64(page->registers + cq_doorbell_offset, 0) != 0;
                     }) != 0;
  on_.each_completion_queue([&](completion_queue& cq) {
    if (!cq.engine) return;
    if (armed) take_arm(cq);
    if (const auto due = release_held(cq, engine_clock::now())) next = std::min(next, *due);
  });
  return next;
}

int replay_engine::completion_queue_resized(completion_queue& cq, std::byte* buffer,
                                            std::uint32_t cqe_count, std::uint32_t cqe_size) {
  // The CQE that ends the old ring is recorded.
  script_.play_command(true);
  cq.buffer = buffer;
  cq.cqe_count = cqe_count;
  cq.cqe_size = cqe_size;
  return 0;
}

void replay_engine::queue_pair_modified(queue_pair& qp, queue_pair_state) {
  if (qp.state == queue_pair_state::reset) script_.reset(qp.qpn);
}

const recorded_command* replay_engine::await_command(std::string_view name) {
  const auto end = engine_clock::now() + patience;
  for (;;) {
    {
      const std::lock_guard guarded(on_.lock());
      if (script_.stopped()) return nullptr;
      const auto now = engine_clock::now();
      script_.play(now, true);
      last_step_ = now;
      if (script_.begin_command(name, command_)) return &command_;
      if (script_.stopped()) return nullptr;
      if (now >= end) {
        script_.stop(fmt::format("the program calls {}, and in the recording comes {}", name,
                                 script_.due()));
        return nullptr;
      }
    }
    constexpr timespec a_while{0, 50'000};
    nanosleep(&a_while, nullptr);
  }
}

/// Says how far the program has come.
void replay_engine::write_files() noexcept {
  if (ended_.exchange(true)) return;
  const std::unique_lock guarded(on_.lock(), std::try_to_lock);
  if (!guarded || script_.stopped()) return;
  script_.play(engine_clock::now(), true);
  if (!script_.at_end()) {
    report("--replay: the program ends, and in the recording comes {}", script_.due());
  } else if (!from_.problem().empty()) {
    report("--replay: the program went on to the end of its recording: {}", from_.problem());
  } else {
    note("all records were played{}", script_.differed() ? "" : ", without a difference");
  }
}

}  // namespace

std::unique_ptr<engine_hooks> start_replay(device& of) {
  return std::make_unique<replay_engine>(of);
}

}  // namespace verbatim::emulator
