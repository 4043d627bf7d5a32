// Address handles: resolved paths to a peer, for datagrams and for WQEs of DCIs.
#include "verbatim/verbs/queue_pair/address_handle.hpp"

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <cerrno>
#include <cstring>

#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/queue_pair/address_vector.hpp"

namespace verbatim::verbs {

address_handle_body::address_handle_body(pd_body& pd, const qp_address& peer,
                                         const path_attributes& path)
    : body(rank::address_handle), device_(pd.context().name()), peer_(peer) {
  auto& context = pd.context();
  auto to = address_vector_to(peer, path, context, context.port(path.port), "ibv_create_ah", pd);
  native_.reset(ibv_create_ah(pd.native(), &to.ah));
  if (native_ == nullptr) {
    const int number = errno;  // the route makes calls that change it
    throw error(number, "ibv_create_ah", pd.describe(), to.route());
  }
  if (!context.is_mlx5()) return;
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
