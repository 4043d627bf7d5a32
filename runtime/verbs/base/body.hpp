// Ownership: the reference-counted bodies behind the handles, and the order of close().
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "verbatim/verbs/base/async_event.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/base/result.hpp"

namespace verbatim {

/// The objects that a close() could not destroy, because the device or the kernel refused. For the
/// program they are closed. The objects on which they were made are closed too, but not destroyed
/// either. Destruction is tried again whenever another object of the context is closed or dropped,
/// and by another close().
struct close_report {
  /// One error for each refused object: code() is the reason, and object() names the object.
  std::vector<error> refused;

  /// Returns true if every object is destroyed.
  bool complete() const noexcept { return refused.empty(); }
};

namespace verbs {

/// A function that is called when the last handle of an object is destroyed and the device refuses
/// to destroy the object. It is called once for each object, on the thread of that handle.
/// Destruction is tried again as in close_report.
using leak_hook = void (*)(const error&) noexcept;

}  // namespace verbs

/// Replaces the hook and returns the previous one. The default hook logs a warning; null is silent.
verbs::leak_hook on_leak(verbs::leak_hook hook) noexcept;

namespace verbs {

/// The order in which close() destroys objects that depend on one another. Every kind of object has
/// a rank.
enum class rank : std::uint8_t {
  memory_window,  // rxe waits for windows bound to a queue pair before it destroys the pair
  queue_pair,
  address_handle,
  shared_receive_queue,
  completion_queue,
  completion_channel,
  memory_region,
  device_memory,  // memory regions may be part of it
  uar,            // has its own domain, which holds its protection domain
  xrc_domain,
  protection_domain,
  context,
};

class body;
class waiting_threads;

/// The objects of one device context that are not destroyed, including the context. Calls that
/// make, change or close them lock a mutex; posting and polling do not. Handles are not dropped
/// under the mutex, because dropping one may lock it.
class family {
 public:
  std::mutex mutex;

  // The members below need the mutex, except retry().

  void add(body& made) { members_.insert(&made); }

  /// Bodies that are destroyed and have no owner. They are deleted without the mutex, because
  /// deletion drops their parents.
  using unowned = std::vector<std::unique_ptr<body>>;

  /// Closes `top` and the objects that depend on it, children first. Then tries again to destroy
  /// the objects that were refused before; if `top` is null, does only this. A refused object keeps
  /// all objects on which it was made. The report has the refusals of `top` and of the objects that
  /// depend on it.
  close_report close(body* top, unowned& freed);

  /// Ends the waits of all threads for `top` and for objects that depend on it, and allows no new
  /// waits. Unlocks the mutex meanwhile.
  void end_waits(body& top, std::unique_lock<std::mutex>& lock);

  /// Closes an object without dependants. Returns 0, or the errno of the refusal.
  int close_one(body& member) noexcept;

  /// Tries again to destroy the objects that were refused before. Locks the mutex.
  void retry() noexcept;

  /// Visits children before parents until `visit(body&)` returns true. Returns that body; null if
  /// there is none.
  template <class Visit>
  body* find(Visit&& visit) const {
    for (auto* const member : members_) {
      if (visit(*member)) return member;
    }
    return nullptr;
  }

 private:
  struct closes_before {
    bool operator()(const body* a, const body* b) const noexcept;
  };

  /// Visits the members with lower ranks, lowest first, and then `top`, unless it is destroyed. Only
  /// these can depend on it. A device may have thousands of queue pairs, and none is visited when
  /// another one is closed. `visit(body&)` may destroy the member.
  template <class Visit>
  void visit_lower_and(body& top, Visit&& visit);

  std::set<body*, closes_before> members_;
  std::atomic<std::size_t> refused_ = 0;  ///< members that are closed but not destroyed
};

/// A reference to a body that counts as one of its owners.
template <class Body>
class ref {
 public:
  ref() noexcept = default;
  ref(const ref& other) noexcept : body_(other.body_) {
    if (body_ != nullptr) body_->retain();
  }
  ref(ref&& other) noexcept : body_(std::exchange(other.body_, nullptr)) {}
  template <class Derived>
  ref(const ref<Derived>& other) noexcept : body_(other.get()) {
    if (body_ != nullptr) body_->retain();
  }
  ref& operator=(ref other) noexcept {
    std::swap(body_, other.body_);
    return *this;
  }
  ~ref() {
    if (body_ != nullptr) body_->release();
  }

  /// Takes over the first reference of a new body.
  static ref adopt(Body* body) noexcept { return ref(body); }

  /// Adds an owner to a body that has at least one owner.
  static ref share(Body* body) noexcept {
    body->retain();
    return ref(body);
  }

  Body* get() const noexcept { return body_; }
  Body& operator*() const noexcept { return *body_; }
  Body* operator->() const noexcept { return body_; }

 private:
  explicit ref(Body* body) noexcept : body_(body) {}

  Body* body_ = nullptr;
};

/// The object behind the handles: one verbs object. It owns its parents, and they find it through
/// the family. Members of derived classes do not lock the mutex; handles lock it with while_open().
class body {
 public:
  explicit body(verbs::rank rank) noexcept : rank_(rank) {}
  body(const body&) = delete;
  body& operator=(const body&) = delete;
  virtual ~body() = default;

  /// Returns text such as `RC QP 0x12 of mlx5_0`. It works after the object is closed too.
  virtual std::string describe() const = 0;

  bool is_open() const noexcept { return open_.load(std::memory_order_acquire); }

  /// Destroys all objects that depend on this one, in the order of their ranks, and then this one.
  close_report close();

  /// Destroys this object alone. Throws if another object depends on it, if a thread waits for it,
  /// or if the destruction is refused.
  void close_alone();

  /// Returns a lock that keeps the object open while it is held. Throws if the object is closed.
  std::unique_lock<std::mutex> while_open(std::string_view call) const;

  /// Finds the object of this family that the event concerns, notifies it, and fills in the event's
  /// number and object. `native` is the object's ibv_cq, ibv_qp, ibv_srq or mlx5dv_devx_obj.
  /// Returns false if the object is not in the family. Called under while_open().
  bool deliver(const void* native, async_event& event) const;

  /// Throws the error that while_open() throws for a closed object.
  [[noreturn]] void refuse_closed(std::string_view call) const;

  /// Returns an object that was made on this one and still exists; null if there is none. Called
  /// under while_open().
  const body* dependant() const;

  /// Throws if this object is closed, or belongs to another context than `relative`. Called under
  /// while_open() of `relative`.
  void check_relative(std::string_view call, const body& relative) const;

  void retain() noexcept { references_.fetch_add(1, std::memory_order_relaxed); }

  /// Releases one reference. The last owner destroys the object and then releases its parents. If
  /// the destruction is refused, the family keeps the object.
  void release() noexcept;

 protected:
  /// Replaces a parent by another object of the family. Returns the old parent, which must be
  /// dropped without the mutex. Called under while_open().
  ref<body> exchange_parent(const body& parent, ref<body> replacement) noexcept;

 private:
  friend class family;
  template <class Body, class... Arguments>
  friend ref<Body> make(std::string_view call, std::vector<ref<body>> parents,
                        Arguments&&... arguments);

  /// Returns the family of the parents; if there are no parents, a new family.
  static std::shared_ptr<family> family_of(std::string_view call,
                                           const std::vector<ref<body>>& parents);
  static void check_open(std::string_view call, const std::vector<ref<body>>& parents);
  void join(std::shared_ptr<family> family, std::vector<ref<body>> parents);

  /// Records the event and returns this object's number, if `native` is its native object.
  virtual std::optional<std::uint32_t> take_async_event(const void* native,
                                                        async_event_type what) noexcept;

  /// Returns the threads that must leave before the object is destroyed; null if none can wait for
  /// it.
  virtual std::shared_ptr<waiting_threads> waiting() const noexcept { return nullptr; }

  /// Destroys the native object. Returns 0, or the errno of the refusal.
  virtual int destroy() noexcept = 0;

  bool depends_on(const body& other) const noexcept;

  /// Marks the parents, so that they try again to destroy this object when a handle of theirs is
  /// dropped.
  void keep_parents() const noexcept;

  const verbs::rank rank_;
  std::atomic<bool> open_ = true;
  bool destroyed_ = false;  // like unowned_, protected by the family's mutex
  bool unowned_ = false;
  std::atomic<bool> kept_ = false;  // by a child that was refused and has no owner
  std::atomic<std::uint32_t> references_ = 1;
  std::shared_ptr<family> family_;
  std::vector<ref<body>> parents_;
};

/// Makes a body. Keeps its parents open meanwhile. Errors name `call`. The first body of a family,
/// the context, has no parents.
template <class Body, class... Arguments>
ref<Body> make(std::string_view call, std::vector<ref<body>> parents, Arguments&&... arguments) {
  auto family = body::family_of(call, parents);
  const std::lock_guard lock(family->mutex);
  body::check_open(call, parents);
  auto made = std::make_unique<Body>(std::forward<Arguments>(arguments)...);
  made->join(family, std::move(parents));
  return ref<Body>::adopt(made.release());
}

}  // namespace verbs

/// The base of all handles: a value that refers to a shared object. Copies refer to the same
/// object. The object lives as long as a handle of it or of one of its children. A handle that was
/// moved from can only be assigned to or destroyed.
template <class Body>
class handle {
 public:
  /// Returns true until the object is closed.
  bool is_open() const noexcept { return body_->is_open(); }

  /// Closes everything that was made on this object, and then the object itself. All handles remain
  /// valid, but using them throws. Threads that wait for one of the completion queues are woken,
  /// and have left it when this call returns. Does not throw: the report lists the objects that the
  /// device refuses to destroy. Closing a closed object only tries again to destroy refused ones.
  close_report close() { return body_->close(); }

  /// Does the same as close(), but throws the first refusal.
  void close_or_throw() {
    if (const auto report = close(); !report.complete()) throw report.refused.front();
  }

  /// Closes only this object, like the functions of libibverbs. Fails with EBUSY if an object that
  /// was made on it still exists.
  result<void> try_close() {
    return attempt([&] { body_->close_alone(); });
  }

  /// Returns the object in words, such as `RC QP 0x12 of mlx5_0`.
  std::string describe() const { return body_->describe(); }

  bool operator==(const handle& other) const noexcept { return body_.get() == other.body_.get(); }

  /// Returns the object behind the handle, for the parts of this library that make children.
  const verbs::ref<Body>& body() const noexcept { return body_; }

 protected:
  explicit handle(verbs::ref<Body> body) noexcept : body_(std::move(body)) {}

  verbs::ref<Body> body_;
};

template <class Body>
std::ostream& operator<<(std::ostream& out, const handle<Body>& object) {
  return out << object.describe();
}

/// A guard that closes its handle at the end of the scope, with everything that was made on it.
///
///   verbatim::scoped device(verbatim::open_device());
///   verbatim::pd domain(*device);
template <class Handle>
class scoped {
 public:
  explicit scoped(Handle held) noexcept : held_(std::move(held)) {}
  scoped(const scoped&) = delete;
  scoped& operator=(const scoped&) = delete;
  ~scoped() { held_.close(); }

  Handle& operator*() noexcept { return held_; }
  Handle* operator->() noexcept { return &held_; }

 private:
  Handle held_;
};

}  // namespace verbatim
