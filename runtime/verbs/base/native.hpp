// Ownership of the objects of libibverbs and libmlx5.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "verbatim/wire/cpp20.hpp"

struct ibv_ah;
struct ibv_comp_channel;
struct ibv_context;
struct ibv_cq;
struct ibv_dm;
struct ibv_mr;
struct ibv_mw;
struct ibv_pd;
struct ibv_qp;
struct ibv_srq;
struct ibv_td;
struct ibv_xrcd;
struct mlx5dv_devx_event_channel;
struct mlx5dv_devx_obj;
struct mlx5dv_devx_uar;
struct mlx5dv_devx_umem;

namespace verbatim {

/// The ownership of a libibverbs object that the program made itself and passes to a handle.
enum class ownership : std::uint8_t {
  taken,     ///< closing the handle destroys it
  borrowed,  ///< the program destroys it after the handle is closed
};

namespace verbs {

/// Destroys the object. Returns the result of the libibverbs function.
int destroy(ibv_ah* ah) noexcept;
int destroy(ibv_comp_channel* channel) noexcept;
int destroy(ibv_context* context) noexcept;
int destroy(ibv_cq* cq) noexcept;
int destroy(ibv_dm* memory) noexcept;
int destroy(ibv_mr* mr) noexcept;
int destroy(ibv_mw* mw) noexcept;
int destroy(ibv_pd* pd) noexcept;
int destroy(ibv_qp* qp) noexcept;
int destroy(ibv_srq* srq) noexcept;
int destroy(ibv_td* td) noexcept;
int destroy(ibv_xrcd* xrcd) noexcept;
int destroy(mlx5dv_devx_event_channel* channel) noexcept;
int destroy(mlx5dv_devx_obj* object) noexcept;
int destroy(mlx5dv_devx_uar* uar) noexcept;
int destroy(mlx5dv_devx_umem* umem) noexcept;

/// Returns `returned`, the result of a function that destroys an object. Returns 0 instead if it is
/// EIO and the device was removed, because then there is nothing left to destroy. Kernels return
/// EIO in this case for objects of DevX; old kernels for all objects.
int unless_removed(int returned, ibv_context* context) noexcept;

struct destroys {
  bool is_borrowed = false;  ///< the program destroys it

  template <class Native>
  void operator()(Native* object) const noexcept {
    if (!is_borrowed) (void)destroy(object);
  }
};

template <class Native>
using native_ptr = std::unique_ptr<Native, destroys>;

/// Returns the owner of an object that was made elsewhere. It does not destroy a borrowed one.
template <class Native>
native_ptr<Native> adopted(Native* object, ownership how) noexcept {
  return native_ptr<Native>(object, destroys{how == ownership::borrowed});
}

/// Destroys the object if there is one. Keeps it if the libibverbs function refuses. Returns the
/// function's result.
template <class Native>
int destroy(native_ptr<Native>& object) noexcept {
  if (object == nullptr) return 0;
  const int returned = object.get_deleter().is_borrowed ? 0 : destroy(object.get());
  if (returned == 0) (void)object.release();
  return returned;
}

/// Does the same for an object that has no pointer to its context.
template <class Native>
int destroy(native_ptr<Native>& object, ibv_context* context) noexcept {
  if (object == nullptr) return 0;
  const int returned = unless_removed(destroy(object.get()), context);
  if (returned == 0) (void)object.release();
  return returned;
}

}  // namespace verbs
}  // namespace verbatim
