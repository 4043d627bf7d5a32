// The event channel behind a reactor: its ids, their deadlines, and the tasks of other threads.
#include "verbatim/connect/cm/ids/channel.hpp"

#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>

namespace verbatim::cm::detail {
namespace {

using clock = std::chrono::steady_clock;

constexpr auto object = "event channel";
constexpr unsigned most_per_turn = 256;  // then deadlines and tasks are handled

constexpr std::uint32_t index_of(id_key key) noexcept { return static_cast<std::uint32_t>(key); }
constexpr std::uint32_t use_of(id_key key) noexcept {
  return static_cast<std::uint32_t>(key >> 32);
}

void watch(int epoll, int fd) {
  epoll_event wanted{};
  wanted.events = EPOLLIN;
  check(epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &wanted), "epoll_ctl", object);
}

void empty(int fd) noexcept {
  std::uint64_t count = 0;
  while (::read(fd, &count, sizeof count) > 0) {
  }
}

}  // namespace

channel::channel() {
  static_assert(sizeof(void*) == sizeof(id_key), "a key fits into the context of an id");
  native_ = rdma_create_event_channel();
  if (native_ == nullptr) {
    throw cm::error(
        errno, "rdma_create_event_channel", "",
        "is the kernel's module loaded (modprobe rdma_ucm), is there an RDMA device, and may "
        "this user open /dev/infiniband/rdma_cm?");
  }
  try {
    verbs::do_not_block(native_->fd, object);
    epoll_ = epoll_create1(EPOLL_CLOEXEC);
    timer_ = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    wakeup_ = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (epoll_ < 0 || timer_ < 0 || wakeup_ < 0) {
      throw cm::error(errno, "epoll_create1, timerfd_create and eventfd", object,
                      "raise RLIMIT_NOFILE");
    }
    for (const int fd : {native_->fd, timer_, wakeup_}) watch(epoll_, fd);
  } catch (...) {
    for (const int fd : {epoll_, timer_, wakeup_}) ::close(fd);
    rdma_destroy_event_channel(native_);
    throw;
  }
}

channel::~channel() {
  for (const int fd : {epoll_, timer_, wakeup_}) ::close(fd);
  rdma_destroy_event_channel(native_);
}

std::size_t channel::turn(const verbs::deadline& until) {
  const std::unique_lock driving(driver_, std::try_to_lock);
  if (!driving) {
    throw cm::error(std::errc::device_or_resource_busy, "turn", object,
                    "another thread drives this reactor: one thread does so at a time");
  }
  for (bool waited = false;; waited = true) {
    if (woken_.exchange(false, std::memory_order_acq_rel)) empty(wakeup_);
    auto happened = run_tasks() + expire();
    const bool rests = happened == 0 && !waited;
    if (rests && !is_open()) {
      throw cm::error(std::errc::bad_file_descriptor, "turn", object, "it is closed");
    }
    const bool late = until && clock::now() >= *until;
    if (wait(rests ? until : clock::now())) happened += dispatch();
    if (happened != 0 || waited || late) return happened;
  }
}

bool channel::wait(const verbs::deadline& until) const {
  // The second is in epoll_ too. It alone shows that there is something to read; a read costs a call even in
  // vain.
  pollfd both[] = {{.fd = epoll_, .events = POLLIN, .revents = 0},
                   {.fd = native_->fd, .events = POLLIN, .revents = 0}};
  timespec rest{};
  if (const auto left = verbs::time_left(until)) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(*left);
    rest.tv_sec = seconds.count();
    rest.tv_nsec = static_cast<long>((*left - seconds).count());
  }
  const int readable = ppoll(both, 2, until ? &rest : nullptr, nullptr);
  if (readable < 0 && errno != EINTR) throw cm::error(errno, "ppoll", object, "");
  return readable > 0 && both[1].revents != 0;
}

bool channel::has_event() const noexcept {
  pollfd one{.fd = native_->fd, .events = POLLIN, .revents = 0};
  return poll(&one, 1, 0) > 0;
}

std::size_t channel::dispatch() {
  std::size_t count = 0;
  // The event is not initialized as a whole, because most of it is room for private data.
  event next;
  do {
    if (!is_open() || !read_event(*native_, next, object)) break;
    ++count;
    if (const auto sink = find(next.key)) {
      sink->take(next);
    } else if (next.child != nullptr) {
      rdma_destroy_id(next.child);  // rejects a request for a closed listener
    }
  } while (count < most_per_turn && has_event());
  return count;
}

std::size_t channel::run_tasks() {
  std::vector<std::function<void()>> tasks;
  {
    const std::lock_guard lock(mutex_);
    if (tasks_.empty()) return 0;
    tasks.swap(tasks_);
  }
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    try {
      tasks[i]();
    } catch (...) {
      // The other ids are handled nevertheless.
      const std::lock_guard lock(mutex_);
      tasks_.insert(tasks_.begin(),
                    std::make_move_iterator(tasks.begin() + static_cast<long>(i) + 1),
                    std::make_move_iterator(tasks.end()));
      wake();
      throw;
    }
  }
  return tasks.size();
}

std::size_t channel::expire() {
  std::vector<id_key> over;
  {
    const std::lock_guard lock(mutex_);
    if (deadlines_.empty()) return 0;
    const auto now = clock::now();
    if (now < armed_ && now < deadlines_.begin()->first) return 0;
    empty(timer_);
    while (!deadlines_.empty() && deadlines_.begin()->first <= now) {
      over.push_back(deadlines_.begin()->second);
      deadlines_.erase(deadlines_.begin());
    }
    armed_ = time_point::max();
    if (!deadlines_.empty()) arm(deadlines_.begin()->first);
  }
  for (const auto key : over) {
    if (const auto sink = find(key)) sink->expire();
  }
  return over.size();
}

void channel::arm(time_point at) noexcept {
  if (at >= armed_) return;
  armed_ = at;
  // The steady clock is CLOCK_MONOTONIC. A time of 0 would disarm the timer.
  const auto since =
      std::max<std::chrono::nanoseconds>(at.time_since_epoch(), std::chrono::nanoseconds(1));
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(since);
  itimerspec when{};
  when.it_value.tv_sec = seconds.count();
  when.it_value.tv_nsec = static_cast<long>((since - seconds).count());
  (void)timerfd_settime(timer_, TFD_TIMER_ABSTIME, &when, nullptr);
}

void channel::post(std::function<void()> task) {
  const std::lock_guard lock(mutex_);
  tasks_.push_back(std::move(task));
  wake();
}

void channel::post_if_driven(std::function<void()> task) {
  const std::lock_guard lock(mutex_);
  if (abandoned_) return;
  tasks_.push_back(std::move(task));
  wake();
}

void channel::wake() noexcept {
  if (woken_.exchange(true, std::memory_order_acq_rel)) return;
  const std::uint64_t one = 1;
  (void)!::write(wakeup_, &one, sizeof one);
}

id_key channel::add(std::weak_ptr<event_sink> sink) {
  const std::lock_guard lock(mutex_);
  if (!is_open())
    throw cm::error(std::errc::bad_file_descriptor, "rdma_create_id", object, "it is closed");
  if (free_.empty()) {
    places_.emplace_back();
    free_.reserve(places_.size());  // so that remove() has room
    free_.push_back(static_cast<std::uint32_t>(places_.size() - 1));
  }
  const auto index = free_.back();
  free_.pop_back();
  auto& place = places_[index];
  place.sink = std::move(sink);
  return std::uint64_t{++place.used} << 32 | index;
}

void channel::remove(id_key key) noexcept {
  std::weak_ptr<event_sink> dropped;  // destroyed without the lock
  const std::lock_guard lock(mutex_);
  auto& place = places_[index_of(key)];
  if (place.used != use_of(key)) return;
  ++place.used;
  dropped.swap(place.sink);
  free_.push_back(index_of(key));
}

void channel::set_deadline(id_key key, verbs::deadline before, verbs::deadline next) {
  const std::lock_guard lock(mutex_);
  if (before) deadlines_.erase({*before, key});
  if (!next) return;
  deadlines_.emplace(*next, key);
  arm(*next);
}

std::shared_ptr<event_sink> channel::find(id_key key) const noexcept {
  const std::lock_guard lock(mutex_);
  const auto index = index_of(key);
  if (index >= places_.size() || places_[index].used != use_of(key)) return nullptr;
  return places_[index].sink.lock();
}

std::vector<std::shared_ptr<event_sink>> channel::all() const {
  std::vector<std::shared_ptr<event_sink>> sinks;
  const std::lock_guard lock(mutex_);
  for (const auto& place : places_) {
    if (auto sink = place.sink.lock()) sinks.push_back(std::move(sink));
  }
  return sinks;
}

void channel::close() noexcept {
  if (!open_.exchange(false, std::memory_order_acq_rel)) return;
  for (const auto& sink : all()) sink->close_with_channel();
  wake();
  const std::unique_lock driving(driver_, std::try_to_lock);
  if (driving) {
    try {
      (void)run_tasks();
    } catch (...) {
      // Exceptions of callbacks have no receiver while the channel closes.
    }
  }
}

void channel::abandon() noexcept {
  std::vector<std::function<void()>> dropped;  // destroyed without the lock
  {
    const std::lock_guard lock(mutex_);
    abandoned_ = true;
    dropped.swap(tasks_);
  }
  for (const auto& sink : all()) sink->abandon();
}

}  // namespace verbatim::cm::detail
