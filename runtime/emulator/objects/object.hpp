// The base of every object for which a program has a handle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace verbatim::emulator {

struct context;

/// The order in which a closed context destroys its remaining objects. Those of one rank are
/// destroyed in the order in which they were made, the newest first.
enum class rank : std::uint8_t {
  flow,
  opened_queue_pair,
  queue_pair,
  receive_table,
  receive_work_queue,
  shared_receive_queue,
  completion_queue,
  memory_window,
  signature_value,
  encryption_key,
  reserved_number,
  memory_region,
  device_memory,
  address_handle,
  transport_interface,
  transport_domain,
  xrc_domain,
  protection_domain,
  user_memory,
  uar_page,
  flow_action,
  flow_matcher,
  flow_counter,
  address_mapping,
  scheduling_element,
  pacing_entry,
  virtio_doorbell,
};

/// Returns the name of objects of that rank.
constexpr std::string_view name(rank of) noexcept {
  constexpr std::string_view names[] = {
      "flow",
      "opened queue pair",
      "queue pair",
      "receive table",
      "receive work queue",
      "shared receive queue",
      "CQ",
      "memory window",
      "PSV",
      "DEK",
      "reserved queue pair number",
      "memory region",
      "device memory",
      "address handle",
      "TIS",
      "transport domain",
      "XRC domain",
      "PD",
      "user memory",
      "register page",
      "flow action",
      "flow matcher",
      "flow counter",
      "address mapping",
      "scheduling element",
      "pacing entry",
      "VAR",
  };
  return names[static_cast<std::size_t>(of)];
}

/// An object of one context, which the program knows by a handle. All fields are guarded by
/// device::lock().
struct object {
  explicit object(context& owner_in, emulator::rank rank_in) noexcept
      : owner(&owner_in), destroy_rank(rank_in) {}
  virtual ~object() = default;
  object(const object&) = delete;
  object& operator=(const object&) = delete;

  context* owner;
  emulator::rank destroy_rank;
  std::uint32_t handle = 0;

  /// The number of `reference`s to this object. If there are any, destroying it fails with EBUSY.
  std::uint32_t users = 0;

  /// True if a firmware command made the object; then only a firmware command destroys it.
  bool made_by_devx = false;
};

/// Keeps another object from being destroyed; may be empty.
template <class Object>
class reference {
 public:
  reference() noexcept = default;
  explicit reference(Object* target) noexcept : target_(target) {
    if (target_) ++target_->users;
  }
  reference(reference&& other) noexcept : target_(std::exchange(other.target_, nullptr)) {}
  reference& operator=(reference&& other) noexcept {
    std::swap(target_, other.target_);
    return *this;
  }
  ~reference() {
    if (target_) --target_->users;
  }

  Object* get() const noexcept { return target_; }
  Object* operator->() const noexcept { return target_; }
  Object& operator*() const noexcept { return *target_; }
  explicit operator bool() const noexcept { return target_ != nullptr; }

 private:
  Object* target_ = nullptr;
};

/// The engine's data of an object. The engine derives its own types from this one.
struct engine_part {
  virtual ~engine_part() = default;
};

}  // namespace verbatim::emulator
