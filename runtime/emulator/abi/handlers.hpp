// The commands of the uverbs ABI that the device supports, by family.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abi/command.hpp"
#include "objects/context.hpp"
#include "objects/device.hpp"

namespace verbatim::emulator {

/// The device, context and command for a handler. A handler runs with device::lock() held and
/// throws a refusal to fail.
struct request {
  device& on;
  context& of;
  command& with;

  /// Returns the object with a handle. Refuses with EINVAL if there is none; `what` is the kind of
  /// object in the report.
  template <class Object>
  Object& object(std::uint32_t handle, const char* what) const {
    Object* const found = of.find<Object>(handle);
    if (!found) refuse<check::handle>(EINVAL, "handle {} is no {} of this context", handle, what);
    return *found;
  }

  /// Refuses with EBUSY while other objects refer to this one.
  void require_unused(const emulator::object& wanted, const char* what) const;

  /// Refuses with EIO if the device has failed. `what` is the command in the report.
  void require_working_device(const char* what) const;

  /// Destroys an object. Refuses like `require_unused`.
  void destroy(emulator::object& gone, const char* what) const;
};

/// Returns the queue pair of `handle`, which is the handle of the queue pair itself or one from
/// ibv_open_qp.
queue_pair& queue_pair_behind(const request& to, std::uint32_t handle);

/// A method of an object, called by an ioctl command.
struct method_handler {
  std::uint16_t object;
  std::uint16_t method;
  void (*run)(const request&);

  /// The known attributes; other attributes are refused if they are mandatory.
  std::vector<std::uint16_t> attributes;
};

/// A command of the older write() interface, wrapped in DEVICE.INVOKE_WRITE. Structures shorter
/// than these are refused with ENOSPC; libibverbs uses this to find out whether the wrapping works.
struct write_handler {
  std::uint32_t number;
  std::size_t in_bytes;
  std::size_t out_bytes;
  void (*run)(const request&);
};

// These functions return one table per family, from the file of that name.
std::span<const method_handler> device_methods();
std::span<const method_handler> memory_methods();
std::span<const method_handler> device_memory_methods();
std::span<const method_handler> completion_queue_methods();
std::span<const method_handler> queue_pair_methods();
std::span<const method_handler> shared_receive_queue_methods();
std::span<const method_handler> address_handle_methods();
std::span<const method_handler> uar_methods();
std::span<const method_handler> devx_methods();
std::span<const write_handler> device_writes();
std::span<const write_handler> memory_writes();
std::span<const write_handler> completion_queue_writes();
std::span<const write_handler> queue_pair_writes();
std::span<const write_handler> shared_receive_queue_writes();
std::span<const write_handler> address_handle_writes();
std::span<const method_handler> receive_work_queue_methods();
std::span<const write_handler> receive_work_queue_writes();
std::span<const write_handler> multicast_writes();
std::span<const method_handler> flow_methods();
std::span<const method_handler> driver_flow_methods();
std::span<const method_handler> driver_object_methods();
std::span<const write_handler> flow_writes();
std::span<const method_handler> xrc_methods();
std::span<const write_handler> xrc_writes();

}  // namespace verbatim::emulator
