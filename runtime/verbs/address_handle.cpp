// Where datagrams and WQEs of DCIs go: the address vectors of a path.
#include "verbatim/verbs/address_handle.hpp"

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <cerrno>
#include <cstring>

#include "verbatim/verbs/error.hpp"

namespace verbatim::verbs {
namespace {

ibv_ah_attr native_path(pd_body& pd, const qp_address& peer, const path_attributes& path) {
  auto& context = pd.context();
  const auto port = context.port(path.port);
  const bool ethernet = port.link_layer == link_layer::ethernet;
  ibv_ah_attr ah{};
  ah.port_num = path.port;
  ah.sl = path.sl;
  ah.dlid = peer.lid;
  if (!ethernet && !path.is_global && !port.grh_required) {
    if (peer.lid != 0) return ah;
    throw error(std::errc::invalid_argument, "ibv_create_ah", pd.describe(),
                "the peer's lid is 0, and port " + std::to_string(path.port) +
                    " is InfiniBand: is the peer on RoCE, or without a subnet manager?");
  }
  ah.is_global = 1;
  ah.grh.sgid_index =
      static_cast<std::uint8_t>(path.gid_index ? *path.gid_index : context.best_gid_index(port));
  ah.grh.hop_limit = path.hop_limit;
  ah.grh.traffic_class = path.traffic_class;
  ah.grh.flow_label = path.flow_label;
  std::memcpy(ah.grh.dgid.raw, peer.gid.bytes.data(), sizeof ah.grh.dgid.raw);
  return ah;
}

}  // namespace

address_handle_body::address_handle_body(pd_body& pd, const qp_address& peer,
                                         const path_attributes& path)
    : body(rank::address_handle), device_(pd.context().name()), peer_(peer) {
  auto ah = native_path(pd, peer, path);
  native_.reset(ibv_create_ah(pd.native(), &ah));
  if (native_ == nullptr) {
    throw error(errno, "ibv_create_ah", pd.describe(),
                "to LID " + std::to_string(peer.lid) + ", GID " + to_string(peer.gid));
  }
  mlx5dv_ah dv{};
  mlx5dv_obj object{};
  object.ah.in = native_.get();
  object.ah.out = &dv;
  check(mlx5dv_init_obj(&object, MLX5DV_OBJ_AH), "mlx5dv_init_obj", device_);
  static_assert(sizeof *dv.av == av_ud_seg::size && sizeof *dv.av == av_dc_seg::size);
  std::memcpy(vector_.data(), dv.av, sizeof *dv.av);
}

std::string address_handle_body::describe() const {
  return "address handle to LID " + std::to_string(peer_.lid) + " of " + device_;
}

}  // namespace verbatim::verbs
