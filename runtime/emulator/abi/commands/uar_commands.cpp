// Register pages (UARs), an object type of mlx5.
#include <rdma/mlx5_user_ioctl_cmds.h>
#include <rdma/mlx5_user_ioctl_verbs.h>
#include <sys/mman.h>

#include <cerrno>

#include "abi/handlers.hpp"

namespace verbatim::emulator {
namespace {

void alloc_uar(const request& to) {
  const std::uint64_t type = to.with.constant(MLX5_IB_ATTR_UAR_OBJ_ALLOC_TYPE);
  if (type != MLX5_IB_UAPI_UAR_ALLOC_TYPE_BF && type != MLX5_IB_UAPI_UAR_ALLOC_TYPE_NC) {
    refuse<check::register_page>(EOPNOTSUPP, "register page of type {}", type);
  }
  auto made = std::make_unique<uar_page>(to.of);
  to.on.enlist(*made);
  void* const mapped = mmap(nullptr, uar_page::size, PROT_READ | PROT_WRITE, MAP_SHARED, to.of.file,
                            static_cast<off_t>(made->mmap_offset));
  if (mapped == MAP_FAILED) {
    const int error = errno;
    to.on.strike(*made);
    refuse<check::no_room>(error, "register page {} cannot be mapped", made->index);
  }
  made->registers = static_cast<std::byte*>(mapped);
  uar_page& page = to.of.add(std::move(made));
  to.on.engine().uar_added(page);
  to.with.out_handle(MLX5_IB_ATTR_UAR_OBJ_ALLOC_HANDLE, page.handle);
  to.with.out(MLX5_IB_ATTR_UAR_OBJ_ALLOC_MMAP_OFFSET, page.mmap_offset);
  to.with.out(MLX5_IB_ATTR_UAR_OBJ_ALLOC_MMAP_LENGTH, std::uint32_t{uar_page::size});
  to.with.out(MLX5_IB_ATTR_UAR_OBJ_ALLOC_PAGE_ID, page.index);
}

void destroy_uar(const request& to) {
  to.destroy(
      to.object<uar_page>(to.with.handle(MLX5_IB_ATTR_UAR_OBJ_DESTROY_HANDLE), "register page"),
      "register page");
}

}  // namespace

std::span<const method_handler> uar_methods() {
  static const std::vector<method_handler> table = {
      {MLX5_IB_OBJECT_UAR,
       MLX5_IB_METHOD_UAR_OBJ_ALLOC,
       alloc_uar,
       {MLX5_IB_ATTR_UAR_OBJ_ALLOC_HANDLE, MLX5_IB_ATTR_UAR_OBJ_ALLOC_TYPE,
        MLX5_IB_ATTR_UAR_OBJ_ALLOC_MMAP_OFFSET, MLX5_IB_ATTR_UAR_OBJ_ALLOC_MMAP_LENGTH,
        MLX5_IB_ATTR_UAR_OBJ_ALLOC_PAGE_ID}},
      {MLX5_IB_OBJECT_UAR,
       MLX5_IB_METHOD_UAR_OBJ_DESTROY,
       destroy_uar,
       {MLX5_IB_ATTR_UAR_OBJ_DESTROY_HANDLE}},
  };
  return table;
}

}  // namespace verbatim::emulator
