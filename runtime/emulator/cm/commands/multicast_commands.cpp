// Commands that join and leave multicast groups.
#include <algorithm>
#include <cerrno>
#include <chrono>

#include "cm/commands/call.hpp"
#include "cm/multicast.hpp"

namespace verbatim::emulator::cm {
namespace {

constexpr int not_supported = 524;  // ENOTSUPP of Linux, which libc does not name

/// Takes the port out of a group that it has joined, as Linux does when a subnet manager starts
/// anew (multicast.c, process_group_error).
void lose_later(manager& on, const id& of, std::uint32_t group_handle,
                std::chrono::milliseconds delay) {
  on.schedule(manager::clock::now() + delay, [&on, handle = of.handle, group_handle] {
    id* const live = on.find(handle);
    if (!live) return;
    const auto found = live->groups.find(group_handle);
    if (found == live->groups.end()) return;
    group& lost = *found->second;
    tell<check::requested>("rdma_cm: id {} loses its group as --fail-cm says", live->handle);
    on.raise(*live, event_kind::multicast_error, -ENETRESET, [&](event& made) {
      made.of_group = &lost;
      made.for_program.uid = lost.uid;
      made.for_program.id = lost.handle;
    });
  });
}

void join(const call& from, std::uint32_t handle, std::uint64_t uid, std::uint64_t response,
          const address& to, bool send_only) {
  (void)send_only;
  id& of = from.bound(handle);
  const bool ready = of.state == id_state::address_bound || of.state == id_state::address_resolved;
  if (!ready || !of.datagram()) {
    refuse<check::cm_multicast>(EINVAL,
                                "rdma_cm: id {} cannot join {}: that takes a UD id that is bound "
                                "or has its address resolved, and has not connected",
                                of.handle, in_words(to));
  }
  const bool ethernet = from.on.book().port(*of.at).ethernet();
  if (ethernet && to.unspecified()) {
    refuse<check::cm_multicast>(EINVAL, "rdma_cm: on Ethernet a group needs an address");
  }
  if (ethernet && to.family == AF_INET6) {
    refuse<check::cm_multicast>(not_supported,
                                "rdma_cm: RoCE v2 has no IPv6 groups in Linux: join an IPv4 group");
  }
  auto made = std::make_unique<group>();
  made->handle = from.on.new_group_handle();
  made->uid = uid;
  group& joined = *of.groups.emplace(made->handle, std::move(made)).first->second;
  try {
    from.write(response, rdma_ucm_create_id_resp{joined.handle});
  } catch (const refusal&) {
    of.groups.erase(joined.handle);
    throw;
  }
  const auto raise = [&](event_kind kind, int status) {
    from.on.raise(of, kind, status, [&](event& made_event) {
      made_event.of_group = &joined;
      made_event.for_program.uid = joined.uid;
      made_event.for_program.id = joined.handle;
      if (status == 0) fill_group(of, ethernet, to, made_event.for_program.param.ud);
    });
  };
  const auto fault = from.on.faults().spoils_group();
  if (fault && fault->value == 0) {
    tell<check::requested>("rdma_cm: id {} cannot join its group as --fail-cm says", of.handle);
    return raise(event_kind::multicast_error, -ETIMEDOUT);
  }
  raise(event_kind::multicast_join, 0);
  if (fault) lose_later(from.on, of, joined.handle, std::chrono::milliseconds(fault->value));
}

}  // namespace

void join_ip_multicast(const call& from) {
  from.require_room(sizeof(rdma_ucm_create_id_resp));
  const auto in = from.read<rdma_ucm_join_ip_mcast>();
  const std::size_t bytes = sockaddr_bytes(in.addr.sin6_family);
  if (bytes == 0 || bytes > sizeof in.addr) {
    refuse<check::cm_multicast>(EINVAL, "rdma_cm: a group of family {}", in.addr.sin6_family);
  }
  join(from, in.id, in.uid, in.response, read_sockaddr(&in.addr), false);
}

void join_multicast(const call& from) {
  from.require_room(sizeof(rdma_ucm_create_id_resp));
  const auto in = from.read<rdma_ucm_join_mcast>();
  const address to = checked_address(&in.addr, in.addr_size, "the address of the group");
  if (in.join_flags > RDMA_MC_JOIN_FLAG_SENDONLY_FULLMEMBER) {
    refuse<check::cm_multicast>(EINVAL, "rdma_cm: join flags {:#x} are not known", in.join_flags);
  }
  join(from, in.id, in.uid, in.response, to,
       in.join_flags == RDMA_MC_JOIN_FLAG_SENDONLY_FULLMEMBER);
}

void leave_multicast(const call& from) {
  from.require_room(sizeof(rdma_ucm_destroy_id_resp));
  const auto in = from.read<rdma_ucm_destroy_id>();
  id* member = nullptr;
  from.on.each([&](id& one) {
    if (one.groups.contains(in.id)) member = &one;
  });
  if (!member) refuse<check::cm_id>(ENOENT, "rdma_cm: there is no multicast group {}", in.id);
  if (member->file != from.file) {
    refuse<check::cm_id>(EINVAL, "rdma_cm: multicast group {} is of another event channel", in.id);
  }
  group& gone = *member->groups.at(in.id);
  from.file->remove([&gone](const event& one) { return one.of_group == &gone; });
  from.file->drain(from.descriptor);
  const std::uint32_t events = gone.events_reported;
  member->groups.erase(in.id);
  from.write(in.response, rdma_ucm_destroy_id_resp{events});
}

}  // namespace verbatim::emulator::cm
