// Objects that only the driver of mlx5 has: entries of packet pacing, pages for doorbells of virtio,
// and memory regions of dma-bufs.
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_ioctl_verbs.h>
#include <rdma/mlx5-abi.h>
#include <rdma/mlx5_user_ioctl_cmds.h>
#include <rdma/mlx5_user_ioctl_verbs.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>

#include "abi/handlers.hpp"
#include "objects/queues/transmit_objects.hpp"

namespace verbatim::emulator {
namespace {

/// The position of page 0 of the doorbells of virtio in the device file, behind device memory.
constexpr std::uint64_t first_virtio_page = (MLX5_IB_MMAP_DEVICE_MEM + 1) << 8;

/// The entries of the table of rates of a ConnectX.
constexpr std::uint16_t pacing_entries = 128;

/// The length of struct mlx5_ifc_set_pp_rate_limit_context_bits.
constexpr std::size_t rate_bytes = 48;

/// Calls `visit` for each object of that type of one card.
template <class Object, class Visit>
void each_of_card(const request& to, Visit&& visit) {
  for (const auto& opened : to.on.contexts) {
    if (opened.second->card != to.of.card) continue;
    for (const auto& entry : opened.second->objects) {
      if (const auto* const one = dynamic_cast<const Object*>(entry.second.get())) visit(*one);
    }
  }
}

/// Returns the index of an equal rate of the same context, or else a free one. The kernel gives each
/// context a user number, and shares entries only among those with the same number (mlx5_core rl.c,
/// find_rl_entry).
std::uint16_t pacing_index(const request& to, const pacing_entry& made) {
  std::array<bool, pacing_entries + 1> taken{};
  std::uint16_t shared = 0;
  each_of_card<pacing_entry>(to, [&](const pacing_entry& other) {
    taken[other.index] = true;
    const bool may_share = !made.dedicated && !other.dedicated && other.owner == made.owner;
    if (may_share && other.rate == made.rate) shared = other.index;
  });
  if (shared != 0) return shared;
  const auto free = std::find(taken.begin() + 1, taken.end(), false);
  if (free == taken.end())
    refuse<check::no_room>(ENOSPC, "all {} entries of packet pacing are taken", pacing_entries);
  return static_cast<std::uint16_t>(free - taken.begin());
}

void alloc_pacing(const request& to) {
  const auto rate = to.with.bytes(MLX5_IB_ATTR_PP_OBJ_ALLOC_CTX);
  const auto flags = to.with.in<std::uint32_t>(MLX5_IB_ATTR_PP_OBJ_ALLOC_FLAGS);
  if (rate.empty() || rate.size() > rate_bytes) {
    refuse<check::devx_values>(EINVAL, "a rate of {} bytes: 1 to {}", rate.size(), rate_bytes);
  }
  if (flags & ~std::uint32_t{MLX5_IB_UAPI_PP_ALLOC_FLAGS_DEDICATED_INDEX})
    refuse<check::devx_values>(EINVAL, "flags {:#x} of packet pacing", flags);
  auto made = std::make_unique<pacing_entry>(to.of);
  made->rate.assign(rate.begin(), rate.end());
  made->rate.resize(rate_bytes);
  made->dedicated = flags != 0;
  made->index = pacing_index(to, *made);
  const pacing_entry& entry = to.of.add(std::move(made));
  to.with.out_handle(MLX5_IB_ATTR_PP_OBJ_ALLOC_HANDLE, entry.handle);
  to.with.out(MLX5_IB_ATTR_PP_OBJ_ALLOC_INDEX, entry.index);
}

void free_pacing(const request& to) {
  to.destroy(to.object<pacing_entry>(to.with.handle(MLX5_IB_ATTR_PP_OBJ_DESTROY_HANDLE),
                                     "entry of packet pacing"),
             "entry of packet pacing");
}

void alloc_virtio_doorbell(const request& to) {
  std::array<bool, virtio_doorbell::pages_in_all> taken{};
  for (const auto& entry : to.of.objects) {
    const auto* const other = dynamic_cast<const virtio_doorbell*>(entry.second.get());
    if (other) taken[other->page] = true;
  }
  const auto free = std::find(taken.begin(), taken.end(), false);
  if (free == taken.end())
    refuse<check::no_room>(ENOSPC, "all {} doorbells of virtio are taken", taken.size());
  auto made = std::make_unique<virtio_doorbell>(to.of);
  made->page = static_cast<std::uint32_t>(free - taken.begin());
  const virtio_doorbell& page = to.of.add(std::move(made));
  to.with.out_handle(MLX5_IB_ATTR_VAR_OBJ_ALLOC_HANDLE, page.handle);
  to.with.out(MLX5_IB_ATTR_VAR_OBJ_ALLOC_MMAP_OFFSET,
              (first_virtio_page + page.page) * uar_page::size);
  to.with.out(MLX5_IB_ATTR_VAR_OBJ_ALLOC_MMAP_LENGTH, std::uint32_t{uar_page::size});
  to.with.out(MLX5_IB_ATTR_VAR_OBJ_ALLOC_PAGE_ID, page.page);
}

void free_virtio_doorbell(const request& to) {
  to.destroy(to.object<virtio_doorbell>(to.with.handle(MLX5_IB_ATTR_VAR_OBJ_DESTROY_HANDLE), "VAR"),
             "VAR");
}

/// Maps the pages of a dma-buf around [offset, offset + length). The region holds the mapping.
std::byte* map_dma_buf(memory_region& into, int file, std::uint64_t offset, std::uint64_t length) {
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const off_t end = lseek(file, 0, SEEK_END);
  if (end < 0)
    refuse<check::mr_range>(errno == EBADF ? EBADF : EINVAL, "descriptor {} is no dma-buf", file);
  if (length == 0 || offset + length < length ||
      offset + length > static_cast<std::uint64_t>(end)) {
    refuse<check::mr_range>(EINVAL, "{} bytes from offset {} of a dma-buf of {} bytes", length,
                            offset, end);
  }
  const std::uint64_t first = offset / page * page;
  const std::size_t bytes = offset + length - first;
  void* const base =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, static_cast<off_t>(first));
  if (base == MAP_FAILED) {
    refuse<check::mr_not_emulated>(
        EOPNOTSUPP, "the dma-buf cannot be mapped by processes, as this device has to");
  }
  into.of_dma_buf = {base, [bytes](void* mapped) { munmap(mapped, bytes); }};
  return static_cast<std::byte*>(base) + (offset - first);
}

void reg_dma_buf_mr(const request& to) {
  const std::uint64_t offset = to.with.constant(UVERBS_ATTR_REG_DMABUF_MR_OFFSET);
  const std::uint64_t length = to.with.constant(UVERBS_ATTR_REG_DMABUF_MR_LENGTH);
  const std::uint64_t iova = to.with.constant(UVERBS_ATTR_REG_DMABUF_MR_IOVA);
  const auto flags =
      static_cast<std::uint32_t>(to.with.constant(UVERBS_ATTR_REG_DMABUF_MR_ACCESS_FLAGS));
  constexpr std::uint32_t known = access::local_write | access::remote_read | access::remote_write |
                                  access::remote_atomic | access::relaxed_ordering;
  if (flags & ~known) refuse<check::mr_access>(EINVAL, "access {:#x} to a dma-buf", flags & ~known);
  if (flags & (access::remote_write | access::remote_atomic) && !(flags & access::local_write)) {
    refuse<check::mr_access>(EINVAL,
                             "remote write and remote atomic access need local write access too");
  }
  if ((offset ^ iova) & (static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) - 1)) {
    refuse<check::mr_range>(
        EINVAL, "offset {:#x} of a dma-buf and its iova {:#x} differ in their place in a page",
        offset, iova);
  }
  auto made = std::make_unique<memory_region>(to.of);
  made->pd = reference(&to.object<protection_domain>(
      to.with.handle(UVERBS_ATTR_REG_DMABUF_MR_PD_HANDLE), "protection domain"));
  made->access_flags = flags;
  made->iova = iova;
  made->length = length;
  made->memory = map_dma_buf(
      *made, to.with.descriptor_if(UVERBS_ATTR_REG_DMABUF_MR_FD).value_or(-1), offset, length);
  to.on.enlist(*made);
  const memory_region& mr = to.of.add(std::move(made));
  to.with.out_handle(UVERBS_ATTR_REG_DMABUF_MR_HANDLE, mr.handle);
  to.with.out(UVERBS_ATTR_REG_DMABUF_MR_RESP_LKEY, mr.key);
  to.with.out(UVERBS_ATTR_REG_DMABUF_MR_RESP_RKEY, mr.key);
}

}  // namespace

std::span<const method_handler> driver_object_methods() {
  static const std::vector<method_handler> table = {
      {MLX5_IB_OBJECT_PP,
       MLX5_IB_METHOD_PP_OBJ_ALLOC,
       alloc_pacing,
       {MLX5_IB_ATTR_PP_OBJ_ALLOC_HANDLE, MLX5_IB_ATTR_PP_OBJ_ALLOC_CTX,
        MLX5_IB_ATTR_PP_OBJ_ALLOC_FLAGS, MLX5_IB_ATTR_PP_OBJ_ALLOC_INDEX}},
      {MLX5_IB_OBJECT_PP,
       MLX5_IB_METHOD_PP_OBJ_DESTROY,
       free_pacing,
       {MLX5_IB_ATTR_PP_OBJ_DESTROY_HANDLE}},
      {MLX5_IB_OBJECT_VAR,
       MLX5_IB_METHOD_VAR_OBJ_ALLOC,
       alloc_virtio_doorbell,
       {MLX5_IB_ATTR_VAR_OBJ_ALLOC_HANDLE, MLX5_IB_ATTR_VAR_OBJ_ALLOC_MMAP_OFFSET,
        MLX5_IB_ATTR_VAR_OBJ_ALLOC_MMAP_LENGTH, MLX5_IB_ATTR_VAR_OBJ_ALLOC_PAGE_ID}},
      {MLX5_IB_OBJECT_VAR,
       MLX5_IB_METHOD_VAR_OBJ_DESTROY,
       free_virtio_doorbell,
       {MLX5_IB_ATTR_VAR_OBJ_DESTROY_HANDLE}},
      {UVERBS_OBJECT_MR,
       UVERBS_METHOD_REG_DMABUF_MR,
       reg_dma_buf_mr,
       {UVERBS_ATTR_REG_DMABUF_MR_HANDLE, UVERBS_ATTR_REG_DMABUF_MR_PD_HANDLE,
        UVERBS_ATTR_REG_DMABUF_MR_OFFSET, UVERBS_ATTR_REG_DMABUF_MR_LENGTH,
        UVERBS_ATTR_REG_DMABUF_MR_IOVA, UVERBS_ATTR_REG_DMABUF_MR_FD,
        UVERBS_ATTR_REG_DMABUF_MR_ACCESS_FLAGS, UVERBS_ATTR_REG_DMABUF_MR_RESP_LKEY,
        UVERBS_ATTR_REG_DMABUF_MR_RESP_RKEY}},
  };
  return table;
}

}  // namespace verbatim::emulator
