// Who owns whom: reference-counted bodies behind the handles, and the order in which close() goes.
#include "verbatim/verbs/body.hpp"

#include <cstdio>
#include <functional>
#include <optional>
#include <tuple>

#include "verbatim/verbs/error.hpp"

namespace verbatim::verbs {
namespace {

error closed(std::string_view call, const body& object) {
  return error(std::errc::bad_file_descriptor, call, object.describe(),
               "it has been closed, by itself or with what it was made on");
}

error refused(int error_number, const body& object) {
  return error(error_number, "close", object.describe(),
               "the device still has objects that depend on it: destroy what you made through "
               "native() first");
}

}  // namespace

bool family::closes_before::operator()(const body* a, const body* b) const noexcept {
  if (a->rank_ != b->rank_) return a->rank_ < b->rank_;
  return std::less<>()(a, b);
}

void body::close() {
  std::optional<error> refusal;
  const std::lock_guard lock(family_->mutex);
  for (auto* member : family_->members) {
    if (!member->is_open() || !member->depends_on(*this)) continue;
    const int error_number = member->destroy_and_mark();
    if (error_number != 0 && !refusal) refusal = refused(error_number, *member);
  }
  if (refusal) throw *refusal;
}

std::unique_lock<std::mutex> body::while_open(std::string_view call) const {
  std::unique_lock lock(family_->mutex);
  if (!is_open()) throw closed(call, *this);
  return lock;
}

bool body::deliver(const void* native, async_event& event) const {
  for (auto* member : family_->members) {
    const auto number = member->take_async_event(native, event.type);
    if (!number) continue;
    event.number = *number;
    event.object = member->describe();
    return true;
  }
  return false;
}

std::optional<std::uint32_t> body::take_async_event(const void*, async_event_type) noexcept {
  return std::nullopt;  // most objects have no events
}

void body::release() noexcept {
  if (references_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  const auto family = family_;  // outlives the mutex's last use
  {
    const std::lock_guard lock(family->mutex);
    family->members.erase(this);
    const int error_number = is_open() ? destroy_and_mark() : 0;
    if (error_number != 0) {
      // A destructor cannot throw, and a leak should not be silent.
      std::fprintf(stderr, "verbatim: leaked: %s\n", refused(error_number, *this).what());
    }
  }
  delete this;
}

std::shared_ptr<family> body::family_of(std::string_view call,
                                        const std::vector<ref<body>>& parents) {
  if (parents.empty()) return std::make_shared<family>();
  const auto& family = parents.front()->family_;
  for (const auto& parent : parents) {
    if (parent->family_ == family) continue;
    throw error(std::errc::invalid_argument, call, parent->describe(),
                "it was made on another context than " + parents.front()->describe() +
                    ": open the device once, and make both on that context");
  }
  return family;
}

void body::check_open(std::string_view call, const std::vector<ref<body>>& parents) {
  for (const auto& parent : parents) {
    if (!parent->is_open()) throw closed(call, *parent);
  }
}

void body::join(std::shared_ptr<family> family, std::vector<ref<body>> parents) {
  family->members.insert(this);
  family_ = std::move(family);
  parents_ = std::move(parents);
}

int body::destroy_and_mark() noexcept {
  const int number = error_number(destroy());
  if (number == 0) open_.store(false, std::memory_order_release);
  return number;
}

bool body::depends_on(const body& other) const noexcept {
  if (this == &other) return true;
  for (const auto& parent : parents_) {
    if (parent->depends_on(other)) return true;
  }
  return false;
}

}  // namespace verbatim::verbs
