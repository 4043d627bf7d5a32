// DevX event channels, and subscriptions to events of objects.
#include <rdma/mlx5_user_ioctl_cmds.h>
#include <rdma/mlx5_user_ioctl_verbs.h>

#include <cerrno>
#include <cstring>

#include "abi/device_file.hpp"
#include "abi/devx/devx_objects.hpp"
#include "abi/watched.hpp"
#include "objects/queues/event_subscriptions.hpp"

namespace verbatim::emulator {
namespace {

/// Returns the event with that number in the firmware (Linux include/linux/mlx5/device.h,
/// MLX5_EVENT_TYPE_*).
async_event event_of(std::uint16_t number) {
  switch (number) {
    case 0x00:
      return async_event::completion;
    case 0x02:
      return async_event::comm_est;
    case 0x03:
      return async_event::sq_drained;
    case 0x04:
      return async_event::cq_err;
    case 0x05:
      return async_event::qp_fatal;
    case 0x10:
      return async_event::qp_req_err;
    case 0x11:
      return async_event::qp_access_err;
    case 0x12:
      return async_event::srq_err;
    case 0x13:
      return async_event::qp_last_wqe_reached;
    case 0x14:
      return async_event::srq_limit_reached;
    default:
      refuse<check::devx_events_not_emulated>(
          EOPNOTSUPP, "events of type {:#x} cannot be subscribed to", number);
  }
}

void alloc_event_channel(const request& to) {
  const auto flags = to.with.in<std::uint32_t>(MLX5_IB_ATTR_DEVX_ASYNC_EVENT_FD_ALLOC_FLAGS);
  if (flags & ~std::uint32_t{MLX5_IB_UAPI_DEVX_CR_EV_CH_FLAGS_OMIT_DATA}) {
    refuse<check::devx_events>(EINVAL, "a DevX event channel with flags {:#x}", flags);
  }
  if (!(flags & MLX5_IB_UAPI_DEVX_CR_EV_CH_FLAGS_OMIT_DATA)) {
    refuse<check::devx_events_not_emulated>(
        EOPNOTSUPP,
        "DevX event channels have cookies only: create them with "
        "MLX5DV_DEVX_CREATE_EVENT_CHANNEL_FLAGS_OMIT_EV_DATA");
  }
  const auto made = event_subscriptions::all().add_channel();
  watched_descriptors.add(made->program_fd());
  to.with.out_handle(MLX5_IB_ATTR_DEVX_ASYNC_EVENT_FD_ALLOC_HANDLE,
                     static_cast<std::uint64_t>(made->program_fd()));
}

/// Returns the object as a source of events.
const async_source& source_of(const request& to) {
  const auto handle = to.with.handle_if(MLX5_IB_ATTR_DEVX_SUBSCRIBE_EVENT_OBJ_HANDLE);
  if (!handle)
    refuse<check::devx_events_not_emulated>(EOPNOTSUPP,
                                            "events of the device itself cannot be subscribed to");
  const auto* const found = dynamic_cast<async_source*>(&to.object<object>(*handle, "object"));
  if (!found) refuse<check::devx_events>(EINVAL, "object {} raises no events", *handle);
  return *found;
}

void subscribe(const request& to) {
  if (to.with.has(MLX5_IB_ATTR_DEVX_SUBSCRIBE_EVENT_FD_NUM)) {
    refuse<check::devx_events_not_emulated>(EOPNOTSUPP,
                                            "events cannot be signalled through an eventfd");
  }
  const auto descriptor = to.with.descriptor_if(MLX5_IB_ATTR_DEVX_SUBSCRIBE_EVENT_FD_HANDLE);
  auto channel =
      descriptor ? event_subscriptions::all().find_channel(inode_of(*descriptor)) : nullptr;
  if (!channel)
    refuse<check::devx_events>(EBADF, "descriptor {} is no DevX event channel",
                               descriptor.value_or(-1));
  const async_source& source = source_of(to);
  const auto cookie =
      to.with.in_if<std::uint64_t>(MLX5_IB_ATTR_DEVX_SUBSCRIBE_EVENT_COOKIE).value_or(0);
  // The attribute itself can hold up to four numbers.
  constexpr std::size_t most_inside = sizeof(std::uint64_t);
  const std::uint16_t list_id = MLX5_IB_ATTR_DEVX_SUBSCRIBE_EVENT_TYPE_NUM_LIST;
  const std::size_t bytes = to.with.length(list_id);
  if (bytes == 0 || bytes % sizeof(std::uint16_t) != 0 || bytes > most_inside) {
    refuse<check::devx_events>(EINVAL, "a list of {} bytes of event types: one to four types",
                               bytes);
  }
  std::uint16_t numbers[most_inside / sizeof(std::uint16_t)];
  const auto packed = to.with.in<std::uint64_t>(list_id);
  std::memcpy(numbers, &packed, sizeof numbers);
  for (std::size_t i = 0; i < bytes / sizeof(std::uint16_t); ++i) {
    event_subscriptions::all().subscribe(source, event_of(numbers[i]), channel, cookie);
  }
}

void alloc_command_channel(const request&) {
  refuse<check::devx_not_emulated>(
      EOPNOTSUPP,
      "queries that a program sends without waiting for their answers: counters of flows "
      "cannot be read in the background");
}

}  // namespace

std::span<const method_handler> devx_event_methods() {
  static const std::vector<method_handler> table = {
      {MLX5_IB_OBJECT_DEVX_ASYNC_EVENT_FD,
       MLX5_IB_METHOD_DEVX_ASYNC_EVENT_FD_ALLOC,
       alloc_event_channel,
       {MLX5_IB_ATTR_DEVX_ASYNC_EVENT_FD_ALLOC_HANDLE,
        MLX5_IB_ATTR_DEVX_ASYNC_EVENT_FD_ALLOC_FLAGS}},
      {MLX5_IB_OBJECT_DEVX_ASYNC_CMD_FD,
       MLX5_IB_METHOD_DEVX_ASYNC_CMD_FD_ALLOC,
       alloc_command_channel,
       {MLX5_IB_ATTR_DEVX_ASYNC_CMD_FD_ALLOC_HANDLE}},
      {MLX5_IB_OBJECT_DEVX,
       MLX5_IB_METHOD_DEVX_SUBSCRIBE_EVENT,
       subscribe,
       {MLX5_IB_ATTR_DEVX_SUBSCRIBE_EVENT_FD_HANDLE, MLX5_IB_ATTR_DEVX_SUBSCRIBE_EVENT_OBJ_HANDLE,
        MLX5_IB_ATTR_DEVX_SUBSCRIBE_EVENT_TYPE_NUM_LIST, MLX5_IB_ATTR_DEVX_SUBSCRIBE_EVENT_FD_NUM,
        MLX5_IB_ATTR_DEVX_SUBSCRIBE_EVENT_COOKIE}},
  };
  return table;
}

}  // namespace verbatim::emulator
