// One command that the program has written.
#pragma once

#include <rdma/rdma_user_cm.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "abi/refusal.hpp"
#include "cm/manager.hpp"
#include "system/user_memory.hpp"

namespace verbatim::emulator::cm {

/// A command for its handler, which holds the manager's lock and throws an exception to refuse.
/// Linux always reads the whole structure, whatever the length in the header is (ucma.c).
struct call {
  manager& on;
  const std::shared_ptr<event_file>& file;

  /// The descriptor through which the command was written.
  int descriptor;

  /// The address of the payload, and the lengths of the header.
  std::uint64_t in;
  std::size_t in_bytes;
  std::size_t out_bytes;

  /// Reads the payload, at most `bytes` of it; the rest is zero. Refuses with EFAULT.
  template <class Command>
  Command read(std::size_t bytes = sizeof(Command)) const {
    Command result{};
    if (!copy_from_program(&result, in, std::min(bytes, sizeof result))) refuse_address();
    return result;
  }

  /// Writes `bytes` bytes of an answer. Refuses with EFAULT.
  template <class Answer>
  void write(std::uint64_t to, const Answer& from, std::size_t bytes = sizeof(Answer)) const {
    if (!copy_to_program(to, &from, std::min(bytes, sizeof from))) refuse_address();
  }

  /// Refuses with ENOSPC if the program's buffer for the answer is smaller.
  void require_room(std::size_t bytes) const;

  /// Returns an id of this file. Refuses with ENOENT, with EINVAL if it belongs to another file,
  /// and with ENXIO if its device is gone.
  id& of(std::uint32_t handle) const;

  /// Does the same, and refuses with EINVAL if the id has no device.
  id& bound(std::uint32_t handle) const;

  [[noreturn]] static void refuse_address();
};

/// A command by its number.
struct command_row {
  const char* name;
  void (*run)(const call&);
};

// These functions return one table per family, each from the file of that name; the numbers are
// those of enum RDMA_USER_CM_CMD_*.

void create_id(const call&);
void destroy_id(const call&);
void migrate_id(const call&);
void set_option(const call&);
void bind_ip(const call&);
void bind_address(const call&);
void listen(const call&);
void resolve_ip(const call&);
void resolve_any_address(const call&);
void resolve_the_route(const call&);
void query(const call&);
void query_route(const call&);
void init_qp_attr(const call&);
void connect_id(const call&);
void accept_id(const call&);
void reject_id(const call&);
void disconnect_id(const call&);
void notify(const call&);
void join_ip_multicast(const call&);
void join_multicast(const call&);
void leave_multicast(const call&);

/// Reads the socket address at `from`; `bytes` is the size that the program gave. Refuses with
/// EINVAL if the family has another size.
address checked_address(const void* from, std::size_t bytes, const char* what);

}  // namespace verbatim::emulator::cm
