// Commands that make, destroy, move and set up ids.
#include <algorithm>
#include <utility>
#include <vector>

#include "cm/addressing.hpp"
#include "cm/commands/call.hpp"
#include "cm/device_file.hpp"
#include "cm/path_record.hpp"

namespace verbatim::emulator::cm {
namespace {

/// Returns the queue pair type of a port space (Linux ucma.c, ucma_get_qp_type).
std::uint8_t qp_type_of(const rdma_ucm_create_id& in) {
  switch (in.ps) {
    case RDMA_PS_TCP:
      return qp_kind::rc;
    case RDMA_PS_UDP:
    case RDMA_PS_IPOIB:
      return qp_kind::ud;
    case RDMA_PS_IB:
      return in.qp_type;
    default:
      refuse<check::cm_values>(EINVAL, "rdma_cm: port space {:#x} is not known", in.ps);
  }
}

template <class Value>
Value option_value(const rdma_ucm_set_option& in, const std::vector<std::byte>& bytes) {
  if (in.optlen != sizeof(Value)) {
    refuse<check::cm_option>(EINVAL, "rdma_cm: option {} of level {} has {} bytes instead of {}",
                             in.optname, in.level, in.optlen, sizeof(Value));
  }
  Value value{};
  std::copy_n(bytes.begin(), sizeof value, reinterpret_cast<std::byte*>(&value));
  return value;
}

[[noreturn]] void refuse_option(const id& of, const char* name) {
  refuse<check::cm_option>(EINVAL, "rdma_cm: option {} of id {} cannot change any more", name,
                           of.handle);
}

void set_reuse(const call& from, id& of, bool reuse) {
  // It can be set until the id listens, and cleared until the id is bound.
  const bool allowed = reuse ? of.state != id_state::listening : of.state == id_state::idle;
  if (!allowed && of.state != id_state::idle) refuse_option(of, "RDMA_OPTION_ID_REUSEADDR");
  of.reuse = reuse;
  if (!of.holds_port) return;
  bound_port known = port_entry(of);
  known.port_space = port_space_of(of, of.source);
  from.on.ports().update(known);
}

void set_id_option(const call& from, id& of, const rdma_ucm_set_option& in,
                   const std::vector<std::byte>& bytes) {
  switch (in.optname) {
    case RDMA_OPTION_ID_TOS:
      of.type_of_service = option_value<std::uint8_t>(in, bytes);
      return;
    case RDMA_OPTION_ID_REUSEADDR:
      return set_reuse(from, of, option_value<int>(in, bytes) != 0);
    case RDMA_OPTION_ID_AFONLY: {
      const bool only = option_value<int>(in, bytes) != 0;
      if (of.state != id_state::idle && of.state != id_state::address_bound) {
        refuse_option(of, "RDMA_OPTION_ID_AFONLY");
      }
      of.address_family_only = only;
      of.address_family_only_set = true;
      if (of.holds_port) from.on.ports().update(port_entry(of));
      return;
    }
    case RDMA_OPTION_ID_ACK_TIMEOUT: {
      const auto timeout = option_value<std::uint8_t>(in, bytes);
      if (of.qp_type != qp_kind::rc && of.qp_type != qp_kind::xrc_send) {
        refuse<check::cm_option>(EINVAL,
                                 "rdma_cm: only RC and XRC_SEND ids have an ACK timeout, and id {} "
                                 "is of another queue pair type",
                                 of.handle);
      }
      of.ack_timeout = timeout;
      return;
    }
    default:
      refuse<check::cm_option>(ENOSYS, "rdma_cm: id option {} is not known", in.optname);
  }
}

void set_path(const call& from, id& of, const rdma_ucm_set_option& in,
              const std::vector<std::byte>& bytes) {
  constexpr std::uint32_t wanted = IB_PATH_GMP | IB_PATH_PRIMARY | IB_PATH_BIDIRECTIONAL;
  if (in.optname != RDMA_OPTION_IB_PATH) {
    refuse<check::cm_option>(ENOSYS, "rdma_cm: InfiniBand option {} is not known", in.optname);
  }
  ib_path_rec_data record{};
  bool found = false;
  for (std::size_t at = 0; at + sizeof record <= bytes.size() && !found; at += sizeof record) {
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), sizeof record,
                reinterpret_cast<std::byte*>(&record));
    found = record.flags == wanted;
  }
  if (bytes.empty() || bytes.size() % sizeof record != 0 || !found) {
    refuse<check::cm_option>(EINVAL, "rdma_cm: no path record of {} bytes has the flags {:#x}",
                             sizeof record, wanted);
  }
  if (!of.at) refuse<check::cm_device>(EINVAL, "rdma_cm: id {} has no device", of.handle);
  if (of.state != id_state::address_resolved) {
    refuse<check::cm_state>(EINVAL, "rdma_cm: id {} takes a path after ADDR_RESOLVED only",
                            of.handle);
  }
  take_path_record(of.way, record);
  if (from.on.book().port(*of.at).ethernet()) {
    of.way.dlid_in_record = std::exchange(of.way.dlid, std::uint16_t{0});
    of.way.slid_in_record = std::exchange(of.way.slid, std::uint16_t{0});
  }
  of.has_way = true;
  of.state = id_state::route_resolved;
  from.on.raise(of, event_kind::route_resolved, 0);
}

}  // namespace

void create_id(const call& from) {
  from.require_room(sizeof(rdma_ucm_create_id_resp));
  const auto in = from.read<rdma_ucm_create_id>();
  const std::uint8_t type = qp_type_of(in);
  id& made = from.on.create(from.file, in.uid, in.ps, type);
  try {
    from.write(in.response, rdma_ucm_create_id_resp{made.handle});
  } catch (const refusal&) {
    from.on.destroy(made, from.descriptor);
    throw;
  }
}

void destroy_id(const call& from) {
  from.require_room(sizeof(rdma_ucm_destroy_id_resp));
  const auto in = from.read<rdma_ucm_destroy_id>();
  id* const gone = from.on.find(in.id);
  // An id whose device is gone can still be destroyed.
  id& of = gone && gone->state == id_state::device_removed && gone->file == from.file
               ? *gone
               : from.of(in.id);
  const std::uint64_t uid = of.uid;
  const std::uint32_t events = of.events_reported;
  from.on.destroy(of, from.descriptor);
  from.write(in.response, rdma_ucm_destroy_id_resp{events});
  if (events != 0) from.on.watch_destruction(uid, events);
}

void migrate_id(const call& from) {
  const auto in = from.read<rdma_ucm_migrate_id>();
  const auto old = file_of_descriptor(from.on, static_cast<int>(in.fd));
  id* const of = from.on.find(in.id);
  if (!of) refuse<check::cm_id>(ENOENT, "rdma_cm: there is no id {}", in.id);
  if (of->file != old) {
    refuse<check::cm_id>(
        EINVAL, "rdma_cm: id {} is not of the event channel {} that it is to leave", in.id, in.fd);
  }
  if (old != from.file) {
    auto moved = old->remove([of](const event& one) { return one.about == of; });
    old->drain(static_cast<int>(in.fd));
    for (event& one : moved) from.file->put(std::move(one));
    of->file = from.file;
    from.file->publish(manager::clock::now());
  }
  from.write(in.response, rdma_ucm_migrate_resp{of->events_reported});
}

void set_option(const call& from) {
  constexpr std::uint32_t longest = 1u << 22;  // KMALLOC_MAX_SIZE of Linux
  const auto in = from.read<rdma_ucm_set_option>();
  if (in.optlen > longest) {
    refuse<check::cm_option>(EINVAL, "rdma_cm: an option of {} bytes", in.optlen);
  }
  id& of = from.of(in.id);
  std::vector<std::byte> bytes(in.optlen);
  if (!copy_from_program(bytes.data(), in.optval, bytes.size())) call::refuse_address();
  switch (in.level) {
    case RDMA_OPTION_ID:
      return set_id_option(from, of, in, bytes);
    case RDMA_OPTION_IB:
      return set_path(from, of, in, bytes);
    default:
      refuse<check::cm_option>(ENOSYS, "rdma_cm: option level {} is not known", in.level);
  }
}

}  // namespace verbatim::emulator::cm
