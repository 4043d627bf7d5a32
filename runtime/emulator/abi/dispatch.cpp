// Finds the handler of a command in the families' tables and runs it under the device's lock.
#include "abi/dispatch.hpp"

#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_verbs.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <exception>
#include <iterator>
#include <map>
#include <mutex>
#include <string_view>
#include <system_error>
#include <utility>

#include "abi/command_names.hpp"
#include "abi/handlers.hpp"
#include "abi/process.hpp"
#include "abi/replayed_command.hpp"
#include "abi/requested_failures.hpp"
#include "abi/watched_command.hpp"

namespace verbatim::emulator {
namespace {

using method_key = std::pair<std::uint16_t, std::uint16_t>;

const method_handler* find_method(std::uint16_t object, std::uint16_t method) {
  static const auto& table = *[] {
    auto* const all = new std::map<method_key, method_handler>;
    for (const auto& family :
         {device_methods(), memory_methods(), device_memory_methods(), completion_queue_methods(),
          queue_pair_methods(), shared_receive_queue_methods(), address_handle_methods(),
          uar_methods(), devx_methods(), xrc_methods(), flow_methods(),
          receive_work_queue_methods(), driver_object_methods(), driver_flow_methods()}) {
      for (const method_handler& one : family) {
        const auto at = all->emplace(method_key{one.object, one.method}, one).first;
        at->second.attributes.insert(at->second.attributes.end(),
                                     {UVERBS_ATTR_UHW_IN, UVERBS_ATTR_UHW_OUT});
      }
    }
    return all;
  }();
  const auto at = table.find({object, method});
  return at == table.end() ? nullptr : &at->second;
}

const write_handler* find_write(std::uint64_t number) {
  for (const auto& family :
       {device_writes(), memory_writes(), completion_queue_writes(), queue_pair_writes(),
        shared_receive_queue_writes(), address_handle_writes(), multicast_writes(), xrc_writes(),
        flow_writes(), receive_work_queue_writes()}) {
    for (const write_handler& one : family) {
      if (one.number == number) return &one;
    }
  }
  return nullptr;
}

/// Returns the command's name for --fail-verb.
std::string_view name_of(const command& with) {
  const bool wrapped =
      with.object() == UVERBS_OBJECT_DEVICE && with.method() == UVERBS_METHOD_INVOKE_WRITE;
  const auto name = wrapped ? name_of_write(with.constant(UVERBS_ATTR_WRITE_CMD))
                            : name_of_method(with.object(), with.method());
  assert(!name.empty());
  return name;
}

bool opens_context(const command& with) noexcept {
  return with.object() == UVERBS_OBJECT_DEVICE && with.method() == UVERBS_METHOD_GET_CONTEXT;
}

/// Returns the handler of a command that is wrapped in INVOKE_WRITE.
auto* unwrap(const command& with) {
  const std::uint64_t number = with.constant(UVERBS_ATTR_WRITE_CMD);
  // libibverbs sends this with an empty input, only to check for ENOSPC.
  if (number == IB_USER_VERBS_CMD_GET_CONTEXT) throw refusal{ENOSPC};
  const write_handler* const found = find_write(number);
  if (!found) {
    refuse<check::command_unknown>(EOPNOTSUPP, "write command {}{} is not supported by this device",
                                   number & IB_USER_VERBS_CMD_COMMAND_MASK,
                                   number & IB_USER_VERBS_CMD_FLAG_EXTENDED ? " (extended)" : "");
  }
  if (with.length(UVERBS_ATTR_CORE_IN) < found->in_bytes ||
      with.length(UVERBS_ATTR_CORE_OUT) < found->out_bytes) {
    throw refusal{ENOSPC};
  }
  return found->run;
}

auto* handler_of(const command& with) {
  if (with.object() == UVERBS_OBJECT_DEVICE && with.method() == UVERBS_METHOD_INVOKE_WRITE) {
    return unwrap(with);
  }
  const method_handler* const found = find_method(with.object(), with.method());
  if (!found) {
    refuse<check::command_unknown>(EPROTONOSUPPORT, "command {:#x}.{:#x} is not supported",
                                   with.object(), with.method());
  }
  with.require_known(found->attributes);
  return found->run;
}

/// Returns true if the command still works after the device was removed. The kernel has then
/// destroyed everything. Programs may still destroy their objects, but only with the kernel's own
/// methods; the driver's methods are gone (Linux drivers/infiniband/core/uverbs_uapi.c,
/// uverbs_disassociate_api_pre, and rdma_lookup_get_uobject).
bool outlives_the_device(const command& with) {
  constexpr std::string_view methods[] = {"close_xrcd",   "dealloc_mw", "dealloc_pd",
                                          "dereg_mr",     "destroy_ah", "destroy_cq",
                                          "destroy_flow", "destroy_qp", "destroy_rwq_ind_table",
                                          "destroy_srq",  "destroy_wq", "free_dm"};
  return std::find(std::begin(methods), std::end(methods), name_of(with)) != std::end(methods);
}

/// Removes the objects made by DevX, in the order of their rank, and the newest of a rank first.
/// Programs cannot destroy them any more, so they would keep other objects alive.
void remove_devx_objects(device& on, context& of) {
  const auto find = [&of] {
    object* first = nullptr;
    for (const auto& entry : of.objects) {
      object* const one = entry.second.get();
      if (!one->made_by_devx) continue;
      if (first == nullptr || one->destroy_rank <= first->destroy_rank) first = one;
    }
    return first;
  };
  while (object* const one = find()) on.remove(*one);
}

/// Refuses the command if the context does not take it.
void require_open(device& on, context& of, const command& with) {
  if (!of.established && !opens_context(with)) {
    refuse<check::context_values>(EINVAL, "command {:#x}.{:#x} comes before GET_CONTEXT",
                                  with.object(), with.method());
  }
  if (!of.removed) return;
  remove_devx_objects(on, of);
  if (outlives_the_device(with)) return;
  if (std::exchange(of.said_removed, true)) throw refusal{EIO};
  refuse<check::device_removed>(
      EIO, "{}: the device was removed, and takes no command of this context any more",
      name_of(with));
}

/// Returns the errno for what a command has thrown.
int error_of(const std::exception_ptr& thrown) noexcept {
  try {
    std::rethrow_exception(thrown);
  } catch (const refusal& refused) {
    return refused.error;
  } catch (const std::system_error& error) {
    return error.code().value();
  } catch (...) {
    return ENOMEM;
  }
}

void run(std::uint64_t inode, ib_uverbs_ioctl_hdr& header) {
  command with(header);
  auto* const handler = handler_of(with);
  device* const on = started_device();
  if (!on) {
    refuse<check::context_values>(EIO,
                                  "the device was opened before fork; open it anew in the child");
  }
  const recorded_command* const then = on->engine().await_command(name_of(with));
  const std::lock_guard guard(on->lock());
  if (then) {
    compare_inputs(on->engine(), *then, header);
    if (const auto error = static_cast<int>(then->answered.error)) {
      on->engine().command_answered();
      throw refusal{error};
    }
  }
  const auto at = on->contexts.find(inode);
  if (at == on->contexts.end()) {
    refuse<check::context_values>(EIO,
                                  "the device was opened before fork; open it anew in the child");
  }
  context& of = *at->second;
  on->follow_subnet();
  record_command(inode, header, name_of(with));
  try {
    require_open(*on, of, with);
    refuse_if_requested(on->settings(), name_of(with));
    handler({*on, of, with});
  } catch (...) {
    record_answer(header, error_of(std::current_exception()));
    if (then) {
      on->engine().differs("the command fails now, and was done");
      on->engine().command_answered();
    }
    throw;
  }
  record_answer(header, 0);
  if (then) {
    answer_again(on->engine(), *then, header);
    on->engine().command_answered();
  }
}

}  // namespace

void request::require_unused(const emulator::object& wanted, const char* what) const {
  if (wanted.users != 0) {
    refuse<check::still_used>(EBUSY, "{} {} is used by {} other object{}; destroy those first",
                              what, wanted.handle, wanted.users, wanted.users == 1 ? "" : "s");
  }
}

void request::require_working_device(const char* what) const {
  if (of.failed) refuse<check::device_removed>(EIO, "{}: the device has failed", what);
}

void request::destroy(emulator::object& gone, const char* what) const {
  require_unused(gone, what);
  on.remove(gone);
}

int execute(std::uint64_t inode, ib_uverbs_ioctl_hdr& header) noexcept {
  try {
    run(inode, header);
    return 0;
  } catch (const refusal& refused) {
    return refused.error;
  } catch (const std::exception& error) {
    report("command {:#x}.{:#x} failed: {}", header.object_id, header.method_id, error.what());
    return error_of(std::current_exception());
  }
}

}  // namespace verbatim::emulator
