// Who owns whom: reference-counted bodies behind the handles, and the order in which close() goes.
#pragma once

#include <atomic>
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

#include "verbatim/verbs/async_event.hpp"
#include "verbatim/verbs/error.hpp"
#include "verbatim/verbs/result.hpp"

namespace verbatim {

/// What a close() could not destroy, because the device or the kernel refuses. All of it is closed for the
/// program, and so is what it was made on; it stays behind with that, and is tried again whenever something
/// else of the context is closed or dropped, or by another close().
struct close_report {
  /// One for each object that was refused: code() says why, and object() which it is.
  std::vector<error> refused;

  /// True if everything is gone.
  bool complete() const noexcept { return refused.empty(); }
};

/// Is told when the last handle of an object goes and the device refuses to destroy it: once for each, from
/// the thread of that handle. The object is tried again as in close_report.
using leak_hook = void (*)(const error&) noexcept;

/// Replaces the hook, and answers the one before. At first it writes a line to standard error; null is
/// silence.
leak_hook on_leak(leak_hook hook) noexcept;

namespace verbs {

/// close() takes the objects that depend on one another in this order. Every kind has its place, so
/// that none can be forgotten.
enum class rank : std::uint8_t {
  memory_window,  // rxe waits for those that are bound to a queue pair before it destroys that
  queue_pair,
  address_handle,
  shared_receive_queue,
  completion_queue,
  completion_channel,
  memory_region,
  device_memory,  // which regions may be of
  uar,            // a domain of its own, which holds its protection domain
  xrc_domain,
  protection_domain,
  context,
};

class body;

/// The objects of one device context that are not destroyed, the context among them. Making, changing
/// and closing them takes turns; posting and polling know nothing of this. Handles are not dropped under the
/// mutex, which that may take.
class family {
 public:
  std::mutex mutex;

  // What follows needs the mutex, but for retry().

  void add(body& made) { members_.insert(&made); }

  /// Bodies that are destroyed and that nobody owns: deleted without the mutex, as that drops their parents.
  using unowned = std::vector<std::unique_ptr<body>>;

  /// Closes `top` and what depends on it, children first, and tries again what was refused before; without
  /// `top` only that. What is refused keeps all that it was made on. Reports the refusals below `top`.
  close_report close(const body* top, unowned& freed);

  /// Closes one that nothing depends on: 0, or the errno of the refusal.
  int close_one(body& member) noexcept;

  /// Tries again what was refused before, if anything was. Takes the mutex.
  void retry() noexcept;

  /// Visits children before parents until `visit(body&)` answers true; null if it never did.
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

  std::set<body*, closes_before> members_;
  std::atomic<std::size_t> refused_ = 0;  ///< members that are closed
};

/// Counts the owners of a body.
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

  /// Takes over the count that a new body begins with.
  static ref adopt(Body* body) noexcept { return ref(body); }

  /// One more owner of a body that has some.
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

/// One verbs object. It owns its parents, and its parents know it through the family. Members of
/// derived classes do not lock: handles do, by while_open().
class body {
 public:
  explicit body(verbs::rank rank) noexcept : rank_(rank) {}
  body(const body&) = delete;
  body& operator=(const body&) = delete;
  virtual ~body() = default;

  /// `RC QP 0x12 of mlx5_0`; also after the object has been closed.
  virtual std::string describe() const = 0;

  bool is_open() const noexcept { return open_.load(std::memory_order_acquire); }

  /// Destroys whatever depends on this object, in the order of ranks, and then the object.
  close_report close();

  /// Destroys this object alone; throws if something depends on it, or if it is refused.
  void close_alone();

  /// Keeps the object open for as long as the lock is held; throws if it is closed.
  std::unique_lock<std::mutex> while_open(std::string_view call) const;

  /// Has the object of this family that the event is about take note of it, and completes the event by
  /// what that one is called. `native` is its ibv_cq, ibv_qp, ibv_srq or mlx5dv_devx_obj. False if it is
  /// none of ours. Called under while_open().
  bool deliver(const void* native, async_event& event) const;

  /// What was made on this object and is not destroyed; null if nothing is. Called under while_open().
  const body* dependant() const;

  /// Throws if this is closed, or of another context than `relative`. Called under while_open() of that.
  void check_relative(std::string_view call, const body& relative) const;

  void retain() noexcept { references_.fetch_add(1, std::memory_order_relaxed); }

  /// The last owner destroys the object, and then lets go of its parents. If that is refused the family
  /// keeps it.
  void release() noexcept;

 protected:
  /// Puts a relative into the place of the parent, which is dropped without the mutex. Called under
  /// while_open().
  ref<body> exchange_parent(const body& parent, ref<body> replacement) noexcept;

 private:
  friend class family;
  template <class Body, class... Arguments>
  friend ref<Body> make(std::string_view call, std::vector<ref<body>> parents,
                        Arguments&&... arguments);

  /// The family that the parents have in common; without parents, a new one.
  static std::shared_ptr<family> family_of(std::string_view call,
                                           const std::vector<ref<body>>& parents);
  static void check_open(std::string_view call, const std::vector<ref<body>>& parents);
  void join(std::shared_ptr<family> family, std::vector<ref<body>> parents);

  /// If the native object is this one's: takes note of what happened, and answers its number.
  virtual std::optional<std::uint32_t> take_async_event(const void* native,
                                                        async_event_type what) noexcept;

  /// Destroys the native object: 0, or the errno of the refusal.
  virtual int destroy() noexcept = 0;

  bool depends_on(const body& other) const noexcept;

  /// Parents that lose a handle try it again.
  void keep_parents() const noexcept;

  const verbs::rank rank_;
  std::atomic<bool> open_ = true;
  bool destroyed_ = false;  // with unowned_, under the family's mutex
  bool unowned_ = false;
  std::atomic<bool> kept_ = false;  // by a child that was refused and that nobody owns
  std::atomic<std::uint32_t> references_ = 1;
  std::shared_ptr<family> family_;
  std::vector<ref<body>> parents_;
};

/// Makes a body whose parents stay open meanwhile; `call` is named in errors. The first body of a
/// family, the context, has no parents.
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

/// What all handles are: values that name a shared object. Copies name the same object; it lives as
/// long as one of them, or one of its children, does. A handle that was moved from can only be
/// assigned to or destroyed.
template <class Body>
class handle {
 public:
  bool is_open() const noexcept { return body_->is_open(); }

  /// Closes everything that was made on this object, and the object. All handles remain valid:
  /// using them throws an error that says so. Does not throw; what the device refuses to destroy is in the
  /// report. Closing what is closed does nothing, or tries again.
  close_report close() { return body_->close(); }

  /// The same, and throws the first refusal.
  void close_or_throw() {
    if (const auto report = close(); !report.complete()) throw report.refused.front();
  }

  /// As verbs have it: closes this object alone, and fails, with EBUSY, while something that was made on it
  /// is left.
  result<void> try_close() {
    return attempt([&] { body_->close_alone(); });
  }

  /// `RC QP 0x12 of mlx5_0`.
  std::string describe() const { return body_->describe(); }

  bool operator==(const handle& other) const noexcept { return body_.get() == other.body_.get(); }

  /// For the parts of this library that make children.
  const verbs::ref<Body>& body() const noexcept { return body_; }

 protected:
  explicit handle(verbs::ref<Body> body) noexcept : body_(std::move(body)) {}

  verbs::ref<Body> body_;
};

template <class Body>
std::ostream& operator<<(std::ostream& out, const handle<Body>& object) {
  return out << object.describe();
}

/// Closes what it holds, with all that was made on it, when it goes.
///
///   verbatim::scoped context(verbatim::open_device());
///   verbatim::pd pd(*context);
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
