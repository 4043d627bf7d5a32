// Commands that query an id.
#include <arpa/inet.h>

#include <array>
#include <cstddef>
#include <cstring>

#include "cm/addressing.hpp"
#include "cm/commands/call.hpp"
#include "cm/path_record.hpp"

namespace verbatim::emulator::cm {
namespace {

/// Returns a GUID in the byte order of sysfs.
std::uint64_t big_endian(std::uint64_t guid) noexcept {
  return std::uint64_t{htonl(static_cast<std::uint32_t>(guid & 0xffffffff))} << 32 |
         htonl(static_cast<std::uint32_t>(guid >> 32));
}

/// Fills in the common fields of answers about a device's port.
template <class Answer>
void name_device(const call& from, const id& of, Answer& to) {
  if (!of.at) return;
  to.node_guid = big_endian(from.on.book().port(*of.at).node_guid);
  to.port_num = of.at->port;
  to.ibdev_index = of.at->card;
}

/// An id has the partition key of its IPoIB interface. Ethernet has none, but an id without an
/// interface has the first one of its port.
std::uint16_t pkey_of(const call& from, const id& of) {
  const bool has = of.at && (of.has_pkey || !from.on.book().port(*of.at).ethernet());
  return has ? htons(full_pkey) : std::uint16_t{0};
}

/// Returns an address as a GID and a service ID.
address as_infiniband(const call& from, const id& of, const address& one, const gid& bytes) {
  if (one.family == family_infiniband) return one;
  address result;
  result.family = family_infiniband;
  result.pkey = ntohs(pkey_of(from, of));
  result.bytes = bytes;
  result.service_id = service_id_of(of.port_space, one);
  return result;
}

void query_addresses(const call& from, const id& of, std::uint64_t response) {
  from.require_room(offsetof(rdma_ucm_query_addr_resp, ibdev_index));
  rdma_ucm_query_addr_resp answer{};
  answer.src_size = static_cast<std::uint16_t>(write_sockaddr(of.source, &answer.src_addr));
  answer.dst_size = static_cast<std::uint16_t>(write_sockaddr(of.destination, &answer.dst_addr));
  answer.pkey = pkey_of(from, of);
  name_device(from, of, answer);
  from.write(response, answer, from.out_bytes);
}

void query_gids(const call& from, const id& of, std::uint64_t response) {
  from.require_room(offsetof(rdma_ucm_query_addr_resp, ibdev_index));
  rdma_ucm_query_addr_resp answer{};
  answer.pkey = pkey_of(from, of);
  name_device(from, of, answer);
  gid sgid{};
  gid dgid{};
  if (of.at) {
    sgid = from.on.book().gid_of(of.source, *of.at);
    const port_identity* const peer = from.on.book().find_anywhere(of.destination);
    if (peer) dgid = from.on.book().gid_of(of.destination, *peer);
    // On Ethernet the GID is that of the IP address, on any port.
    if (of.destination.ip() && from.on.book().port(*of.at).ethernet()) dgid = of.destination.bytes;
    if (of.state == id_state::connecting || of.state == id_state::disconnected) dgid = of.way.dgid;
  }
  answer.src_size = static_cast<std::uint16_t>(
      write_sockaddr(as_infiniband(from, of, of.source, sgid), &answer.src_addr));
  answer.dst_size = static_cast<std::uint16_t>(
      write_sockaddr(as_infiniband(from, of, of.destination, dgid), &answer.dst_addr));
  from.write(response, answer, from.out_bytes);
}

void query_paths(const call& from, const id& of, std::uint64_t response) {
  // The number of paths, and a reserved word (rdma_ucm_query_path_resp).
  const std::array<std::uint32_t, 2> head{of.has_way ? 1u : 0u, 0u};
  from.require_room(sizeof head);
  from.write(response, head);
  // Linux requires more room than for the record.
  if (!of.has_way || from.out_bytes - sizeof head <= sizeof(ib_path_rec_data)) return;
  from.write(response + sizeof head, path_record_of(of.way));
}

}  // namespace

void query(const call& from) {
  const auto in = from.read<rdma_ucm_query>();
  const id& of = from.of(in.id);
  switch (in.option) {
    case RDMA_USER_CM_QUERY_ADDR:
      return query_addresses(from, of, in.response);
    case RDMA_USER_CM_QUERY_PATH:
      return query_paths(from, of, in.response);
    case RDMA_USER_CM_QUERY_GID:
      return query_gids(from, of, in.response);
    default:
      refuse<check::cm_values>(ENOSYS, "rdma_cm: query {} is not known", in.option);
  }
}

void query_route(const call& from) {
  from.require_room(offsetof(rdma_ucm_query_route_resp, ibdev_index));
  const auto in = from.read<rdma_ucm_query>();
  const id& of = from.of(in.id);
  rdma_ucm_query_route_resp answer{};
  sockaddr_storage at{};
  write_sockaddr(of.source, &at);
  std::memcpy(&answer.src_addr, &at, sizeof answer.src_addr);
  write_sockaddr(of.destination, &at);
  std::memcpy(&answer.dst_addr, &at, sizeof answer.dst_addr);
  name_device(from, of, answer);
  if (of.at) {
    answer.num_paths = of.has_way ? 1 : 0;
    path way = of.way;
    if (!of.has_way) {
      way.sgid = from.on.book().gid_of(of.source, *of.at);
      const port_identity* const peer = from.on.book().find_anywhere(of.destination);
      if (peer) way.dgid = from.on.book().gid_of(of.destination, *peer);
      std::copy(way.dgid.begin(), way.dgid.end(), std::begin(answer.ib_route[0].dgid));
      std::copy(way.sgid.begin(), way.sgid.end(), std::begin(answer.ib_route[0].sgid));
      answer.ib_route[0].pkey = htons(full_pkey);
    } else {
      answer.ib_route[0] = user_path_of(way);
    }
  }
  from.write(in.response, answer, from.out_bytes);
}

}  // namespace verbatim::emulator::cm
