// In place of calls of libmlx5: with these the device is like any other to the library, which then has to
// leave them alone.
#include <infiniband/mlx5dv.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

[[noreturn]] void called(const char* what) {
  std::fprintf(stderr, "%s was called for a device that is not mlx5\n", what);
  std::abort();
}

}  // namespace

extern "C" {

bool mlx5dv_is_supported(ibv_device*) { return false; }
int mlx5dv_init_obj(mlx5dv_obj*, std::uint64_t) { called("mlx5dv_init_obj"); }
int mlx5dv_query_device(ibv_context*, mlx5dv_context*) { called("mlx5dv_query_device"); }
ibv_cq_ex* mlx5dv_create_cq(ibv_context*, ibv_cq_init_attr_ex*, mlx5dv_cq_init_attr*) {
  called("mlx5dv_create_cq");
}
ibv_qp* mlx5dv_create_qp(ibv_context*, ibv_qp_init_attr_ex*, mlx5dv_qp_init_attr*) {
  called("mlx5dv_create_qp");
}
}
