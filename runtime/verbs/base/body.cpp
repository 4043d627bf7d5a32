// Ownership: the reference-counted bodies behind the handles, and the order of close().
#include "verbatim/verbs/base/body.hpp"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <functional>
#include <new>

#include "verbatim/verbs/base/logging.hpp"
#include "verbatim/verbs/base/waiting_threads.hpp"

namespace verbatim {
namespace {

void warn_of_leak(const error& leaked) noexcept {
  verbs::log_words(logging::level::warning,
                   [&] { return std::string("leaked: ") + leaked.what(); });
}

constinit std::atomic<verbs::leak_hook> leak_hook_now = warn_of_leak;

}  // namespace

verbs::leak_hook on_leak(verbs::leak_hook hook) noexcept { return leak_hook_now.exchange(hook); }

namespace verbs {
namespace {

error closed(std::string_view call, const body& object) {
  return error(std::errc::bad_file_descriptor, call, object.describe(),
               "it has been closed, by itself or with what it was made on");
}

error unrelated(std::string_view call, const body& object, const body& relative) {
  return error(std::errc::invalid_argument, call, object.describe(),
               "it was made on another context than " + relative.describe() +
                   ": open the device once, and make both on that context");
}

error refused(int error_number, const body& object) {
  return error(
      error_number, "close", object.describe(),
      error_number == EBUSY
          ? "the device still has objects that depend on it: destroy what you made through "
            "native(), and close it again"
          : "it stays, with what it was made on, and is tried again when something else of "
            "the device is closed");
}

/// Returns the same error for a destructor; nothing if there is no memory for the text.
std::optional<error> leaked(int error_number, const body& object) noexcept try {
  return refused(error_number, object);
} catch (const std::bad_alloc&) {
  return std::nullopt;
}

void report(const error& leaked) noexcept {
  if (const auto hook = leak_hook_now.load()) hook(leaked);
}

}  // namespace

bool family::closes_before::operator()(const body* a, const body* b) const noexcept {
  if (a->rank_ != b->rank_) return a->rank_ < b->rank_;
  return std::less<>()(a, b);
}

template <class Visit>
void family::visit_lower_and(body& top, Visit&& visit) {
  for (auto next = members_.begin(); next != members_.end() && (*next)->rank_ < top.rank_;)
    visit(**next++);
  if (!top.destroyed_) visit(top);
}

int family::close_one(body& member) noexcept {
  if (member.open_.exchange(false, std::memory_order_acq_rel)) ++refused_;
  const int number = error_number(member.destroy());
  if (number != 0) return number;
  --refused_;
  log_words(logging::level::debug, [&] { return "closed " + member.describe(); });
  member.destroyed_ = true;
  members_.erase(&member);
  return 0;
}

close_report family::close(body* top, unowned& freed) {
  close_report report;
  std::vector<const body*> left;
  const auto close_if_needed = [&](body& member) {
    const bool asked = top != nullptr && member.depends_on(*top);
    if (!asked && member.is_open()) return;
    const bool kept = std::any_of(left.begin(), left.end(),
                                  [&](const body* child) { return child->depends_on(member); });
    if (kept) {
      if (member.open_.exchange(false, std::memory_order_acq_rel)) ++refused_;
    } else if (const int number = close_one(member); number != 0) {
      left.push_back(&member);
      if (asked) report.refused.push_back(refused(number, member));
    } else if (member.unowned_) {
      freed.emplace_back(&member);
    }
  };
  if (top != nullptr && refused_.load(std::memory_order_relaxed) == 0) {
    visit_lower_and(*top, close_if_needed);
  } else {
    for (auto next = members_.begin(); next != members_.end();) close_if_needed(**next++);
  }
  return report;
}

void family::end_waits(body& top, std::unique_lock<std::mutex>& lock) {
  for (;;) {
    std::vector<std::shared_ptr<waiting_threads>> inside;
    visit_lower_and(top, [&](const body& member) {
      if (!member.depends_on(top)) return;
      auto threads = member.waiting();
      if (threads != nullptr && threads->tell_to_leave()) inside.push_back(std::move(threads));
    });
    if (inside.empty()) return;
    lock.unlock();  // the leaving threads need the mutex
    for (const auto& threads : inside) threads->wait_until_left();
    lock.lock();
  }
}

void family::retry() noexcept try {
  if (refused_.load(std::memory_order_relaxed) == 0) return;
  unowned freed;
  const std::lock_guard lock(mutex);
  (void)close(nullptr, freed);
} catch (const std::bad_alloc&) {
  // The next call of retry() tries again.
}

close_report body::close() {
  family::unowned freed;
  std::unique_lock lock(family_->mutex);
  family_->end_waits(*this, lock);
  if (destroyed_) return {};
  return family_->close(this, freed);
}

void body::close_alone() {
  {
    const std::lock_guard lock(family_->mutex);
    if (destroyed_) return;
    if (const auto* const child = dependant(); child != nullptr) {
      throw error(
          std::errc::device_or_resource_busy, "try_close", describe(),
          child->describe() + " was made on it and is left: close that first, or all by close()");
    }
    if (const auto threads = waiting(); threads != nullptr && !threads->end_if_empty()) {
      throw error(std::errc::device_or_resource_busy, "try_close", describe(),
                  "a thread waits for it: close() wakes that up");
    }
    if (const int number = family_->close_one(*this); number != 0) throw refused(number, *this);
  }
  family_->retry();
}

const body* body::dependant() const {
  return family_->find([this](const body& one) { return &one != this && one.depends_on(*this); });
}

std::unique_lock<std::mutex> body::while_open(std::string_view call) const {
  std::unique_lock lock(family_->mutex);
  if (!is_open()) refuse_closed(call);
  return lock;
}

void body::refuse_closed(std::string_view call) const { throw closed(call, *this); }

bool body::deliver(const void* native, async_event& event) const {
  std::optional<std::uint32_t> number;
  const auto* const object = family_->find([&](body& member) {
    number = member.take_async_event(native, event.type);
    return number.has_value();
  });
  if (object == nullptr) return false;
  event.number = *number;
  event.object = object->describe();
  return true;
}

std::optional<std::uint32_t> body::take_async_event(const void*, async_event_type) noexcept {
  return std::nullopt;  // most objects have no events
}

void body::release() noexcept {
  // Other threads may delete this body after the count is decremented.
  const auto keeper = kept_.load(std::memory_order_acquire) ? family_ : nullptr;
  if (references_.fetch_sub(1, std::memory_order_acq_rel) != 1) {
    if (keeper != nullptr) keeper->retry();
    return;
  }
  const auto family = family_;  // keeps the mutex alive until its last use
  std::unique_lock lock(family->mutex);
  const int number = destroyed_ ? 0 : family->close_one(*this);
  if (number == 0) {
    lock.unlock();
    delete this;
    return family->retry();
  }
  unowned_ = true;
  keep_parents();
  const auto leak = leaked(number, *this);
  lock.unlock();  // afterwards other threads may delete it
  if (leak) report(*leak);
}

std::shared_ptr<family> body::family_of(std::string_view call,
                                        const std::vector<ref<body>>& parents) {
  if (parents.empty()) return std::make_shared<family>();
  const auto& family = parents.front()->family_;
  for (const auto& parent : parents) {
    if (parent->family_ != family) throw unrelated(call, *parent, *parents.front());
  }
  return family;
}

void body::check_open(std::string_view call, const std::vector<ref<body>>& parents) {
  for (const auto& parent : parents) {
    if (!parent->is_open()) throw closed(call, *parent);
  }
}

void body::check_relative(std::string_view call, const body& relative) const {
  if (family_ != relative.family_) throw unrelated(call, *this, relative);
  if (!is_open()) throw closed(call, *this);
}

ref<body> body::exchange_parent(const body& parent, ref<body> replacement) noexcept {
  const auto place = std::find_if(parents_.begin(), parents_.end(),
                                  [&](const auto& one) { return one.get() == &parent; });
  assert(place != parents_.end());
  std::swap(*place, replacement);
  return replacement;
}

void body::join(std::shared_ptr<family> family, std::vector<ref<body>> parents) {
  assert(std::all_of(parents.begin(), parents.end(),
                     [this](const auto& parent) { return rank_ < parent->rank_; }));
  family->add(*this);
  family_ = std::move(family);
  parents_ = std::move(parents);
  log_words(logging::level::debug, [this] { return "made " + describe(); });
}

bool body::depends_on(const body& other) const noexcept {
  if (this == &other) return true;
  // The ranks of parents are higher. A family may have thousands of queue pairs.
  if (rank_ >= other.rank_) return false;
  for (const auto& parent : parents_) {
    if (parent->depends_on(other)) return true;
  }
  return false;
}

void body::keep_parents() const noexcept {
  for (const auto& parent : parents_) {
    parent->kept_.store(true, std::memory_order_release);
    parent->keep_parents();
  }
}

}  // namespace verbs
}  // namespace verbatim
