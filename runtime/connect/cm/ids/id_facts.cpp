// The properties of an id: its addresses, its device, its path and the attributes of its queue
// pair.
#include <arpa/inet.h>

#include <cerrno>
#include <cstring>

#include "verbatim/connect/cm/ids/cm_id.hpp"

namespace verbatim::cm::detail {
namespace {

gid gid_of(const ibv_gid& native) noexcept {
  gid found;
  std::memcpy(found.bytes.data(), native.raw, found.bytes.size());
  return found;
}

template <class Path>
void copy_common(Path& path, const ibv_sa_path_rec& from) {
  path.sl = from.sl;
  path.grh.sgid = gid_of(from.sgid);
  path.grh.dgid = gid_of(from.dgid);
  // Linux 6.1 sets more than the 20 bits of the field.
  path.grh.flow_label = ntohl(from.flow_label) & 0xfffff;
  path.grh.traffic_class = from.traffic_class;
  path.grh.hop_limit = from.hop_limit;
  path.terms.pkey = pkey(ntohs(from.pkey));
  path.terms.mtu = mtu::of_encoding(from.mtu & 0x3f);
  if (from.rate != 0) path.terms.rate = rate(from.rate & 0x3f);
  path.terms.packet_life_time = packet_life_time(from.packet_life_time & 0x3fu);
}

}  // namespace

std::string cm_id::device() const {
  return read("device", [](const rdma_cm_id& id) {
    return std::string(id.verbs != nullptr ? ibv_get_device_name(id.verbs->device) : "");
  });
}

std::uint8_t cm_id::port_number() const {
  return read("port_number", [](const rdma_cm_id& id) { return id.port_num; });
}

address cm_id::local() const {
  return read("local", [](const rdma_cm_id& id) { return address(id.route.addr.src_addr); });
}

address cm_id::peer() const {
  return read("peer", [](const rdma_cm_id& id) { return address(id.route.addr.dst_addr); });
}

std::size_t cm_id::room_of_ip_header() const {
  return peer().family() == family::infiniband ? ip_header_bytes : 0;
}

bool cm_id::is_iwarp() const {
  return read("transport", [](const rdma_cm_id& id) {
    return id.verbs != nullptr && id.verbs->device->transport_type == IBV_TRANSPORT_IWARP;
  });
}

std::optional<verbatim::path> cm_id::path() const {
  return read("path", [](const rdma_cm_id& id) -> std::optional<verbatim::path> {
    if (id.route.num_paths == 0 || id.route.path_rec == nullptr || id.verbs == nullptr) {
      return std::nullopt;
    }
    const auto& from = id.route.path_rec[0];
    ibv_port_attr port{};
    if (ibv_query_port(id.verbs, id.port_num, &port) != 0) return std::nullopt;
    if (port.link_layer == IBV_LINK_LAYER_ETHERNET) {
      roce_path found{.type = gid_type::roce_v2};
      copy_common(found, from);
      return found;
    }
    ib_path found{.slid = lid(ntohs(from.slid)), .dlid = lid(ntohs(from.dlid))};
    found.has_grh = from.hop_limit > 1;
    copy_common(found, from);
    return found;
  });
}

ibv_qp_attr cm_id::attributes(ibv_qp_state of) const {
  ibv_qp_attr found{};
  found.qp_state = of;
  int mask = 0;
  call("rdma_init_qp_attr", [&](rdma_cm_id* id) { return rdma_init_qp_attr(id, &found, &mask); });
  return found;
}

std::optional<verbatim::ece> cm_id::remote_ece() const {
  ibv_ece found{};
  call("rdma_get_remote_ece", [&](rdma_cm_id* id) { return rdma_get_remote_ece(id, &found); });
  if (found.vendor_id == 0) return std::nullopt;
  return verbatim::ece{found.vendor_id, found.options, found.comp_mask};
}

void cm_id::set_local_ece(const verbatim::ece& ece) const {
  ibv_ece offered{.vendor_id = ece.vendor_id, .options = ece.options, .comp_mask = ece.comp_mask};
  call("rdma_set_local_ece", [&](rdma_cm_id* id) { return rdma_set_local_ece(id, &offered); });
}

std::string cm_id::describe() const {
  const std::lock_guard lock(mutex_);
  return native_ != nullptr ? describe_locked() : "closed connection of rdma_cm";
}

std::string cm_id::describe_locked() const {
  const auto& route = native_->route.addr;
  const bool has_peer = route.dst_addr.sa_family != AF_UNSPEC && stage() != stage::listening;
  if (has_peer) return "connection to " + to_string(address(route.dst_addr));
  if (route.src_addr.sa_family == AF_UNSPEC) return "unbound id of rdma_cm";
  return (stage() == stage::listening ? "listener on " : "id on ") +
         to_string(address(route.src_addr));
}

}  // namespace verbatim::cm::detail
