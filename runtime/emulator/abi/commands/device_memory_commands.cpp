// Commands for memory on the device, and for memory regions over it.
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_ioctl_verbs.h>
#include <rdma/mlx5-abi.h>
#include <rdma/mlx5_user_ioctl_cmds.h>
#include <rdma/mlx5_user_ioctl_verbs.h>
#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cerrno>

#include "abi/handlers.hpp"
#include "objects/memory/device_memory.hpp"

namespace verbatim::emulator {
namespace {

/// The position of page 0 in the device file: libmlx5 maps command << 8 | page.
constexpr std::uint64_t first_file_page = MLX5_IB_MMAP_DEVICE_MEM << 8;
static_assert(device_memory::pages_in_all <= 0x100);

/// Returns true if no device memory uses these pages.
bool is_free(const context& of, std::uint32_t first, std::uint32_t pages) {
  return std::none_of(of.objects.begin(), of.objects.end(), [&](const auto& entry) {
    const auto* const other = dynamic_cast<const device_memory*>(entry.second.get());
    return other && first < other->first_page + other->pages && other->first_page < first + pages;
  });
}

/// Returns the first of `pages` free pages, at a multiple of `alignment` pages.
std::uint32_t find_pages(const context& of, std::uint32_t pages, std::uint32_t alignment) {
  for (std::uint32_t first = 0; first + pages <= device_memory::pages_in_all; first += alignment) {
    if (is_free(of, first, pages)) return first;
  }
  refuse<check::dm_values>(ENOMEM, "no {} bytes of device memory are left",
                           pages * device_memory::page_size);
}

void alloc_dm(const request& to) {
  constexpr std::uint64_t page_size = device_memory::page_size;
  constexpr std::uint64_t in_all = page_size * device_memory::pages_in_all;
  const std::uint64_t length = to.with.constant(UVERBS_ATTR_ALLOC_DM_LENGTH);
  const std::uint64_t log_alignment = to.with.constant(UVERBS_ATTR_ALLOC_DM_ALIGNMENT);
  if (to.with.has(MLX5_IB_ATTR_ALLOC_DM_REQ_TYPE) &&
      to.with.constant(MLX5_IB_ATTR_ALLOC_DM_REQ_TYPE) != MLX5_IB_UAPI_DM_TYPE_MEMIC) {
    refuse<check::dm_not_emulated>(EOPNOTSUPP, "device memory for steering");
  }
  if (length == 0 || length > in_all || log_alignment > std::bit_width(in_all)) {
    refuse<check::dm_values>(EINVAL, "device memory of {} bytes, aligned to 2^{}; there are {}",
                             length, log_alignment, in_all);
  }
  auto made = std::make_unique<device_memory>(to.of);
  made->length = length;
  made->pages = static_cast<std::uint32_t>((length + page_size - 1) / page_size);
  const std::uint64_t alignment =
      std::max((std::uint64_t{1} << log_alignment) / page_size, std::uint64_t{1});
  made->first_page = find_pages(to.of, made->pages, static_cast<std::uint32_t>(alignment));
  void* const mapped =
      mmap(nullptr, made->pages * page_size, PROT_READ | PROT_WRITE, MAP_SHARED, to.of.file,
           static_cast<off_t>((first_file_page + made->first_page) * page_size));
  if (mapped == MAP_FAILED) refuse<check::no_room>(errno, "device memory cannot be mapped");
  made->memory = static_cast<std::byte*>(mapped);
  const device_memory& dm = to.of.add(std::move(made));
  to.with.out_handle(UVERBS_ATTR_ALLOC_DM_HANDLE, dm.handle);
  to.with.out(MLX5_IB_ATTR_ALLOC_DM_RESP_PAGE_INDEX, static_cast<std::uint16_t>(dm.first_page));
  to.with.out(MLX5_IB_ATTR_ALLOC_DM_RESP_START_OFFSET, std::uint64_t{0});
}

void free_dm(const request& to) {
  to.destroy(to.object<device_memory>(to.with.handle(UVERBS_ATTR_FREE_DM_HANDLE), "device memory"),
             "device memory");
}

void query_dm(const request& to) {
  const auto& dm =
      to.object<device_memory>(to.with.handle(MLX5_IB_ATTR_QUERY_DM_REQ_HANDLE), "device memory");
  to.with.out(MLX5_IB_ATTR_QUERY_DM_RESP_PAGE_INDEX, static_cast<std::uint16_t>(dm.first_page));
  to.with.out(MLX5_IB_ATTR_QUERY_DM_RESP_START_OFFSET, std::uint64_t{0});
  to.with.out(MLX5_IB_ATTR_QUERY_DM_RESP_LENGTH, dm.length);
}

void reg_dm_mr(const request& to) {
  auto& dm =
      to.object<device_memory>(to.with.handle(UVERBS_ATTR_REG_DM_MR_DM_HANDLE), "device memory");
  const std::uint64_t offset = to.with.constant(UVERBS_ATTR_REG_DM_MR_OFFSET);
  const std::uint64_t length = to.with.constant(UVERBS_ATTR_REG_DM_MR_LENGTH);
  const auto flags =
      static_cast<std::uint32_t>(to.with.constant(UVERBS_ATTR_REG_DM_MR_ACCESS_FLAGS));
  constexpr std::uint32_t known = access::zero_based | access::local_write | access::remote_write |
                                  access::remote_read | access::remote_atomic |
                                  IB_UVERBS_ACCESS_OPTIONAL_RANGE;
  if (!(flags & access::zero_based)) {
    refuse<check::dm_values>(
        EINVAL, "addresses in a region of device memory count from 0: ask for a zero-based one");
  }
  if (flags & ~known)
    refuse<check::dm_values>(EINVAL, "access {:#x} to device memory", flags & ~known);
  if (offset > dm.length || length > dm.length - offset) {
    refuse<check::dm_values>(EINVAL, "{} bytes from offset {} of device memory of {} bytes", length,
                             offset, dm.length);
  }
  auto made = std::make_unique<memory_region>(to.of);
  made->pd = reference(&to.object<protection_domain>(
      to.with.handle(UVERBS_ATTR_REG_DM_MR_PD_HANDLE), "protection domain"));
  made->of_device_memory = reference(&dm);
  made->access_flags = flags & ~access::zero_based;
  made->memory = dm.memory + offset;
  made->length = length;
  to.on.enlist(*made);
  const memory_region& mr = to.of.add(std::move(made));
  to.with.out_handle(UVERBS_ATTR_REG_DM_MR_HANDLE, mr.handle);
  to.with.out(UVERBS_ATTR_REG_DM_MR_RESP_LKEY, mr.key);
  to.with.out(UVERBS_ATTR_REG_DM_MR_RESP_RKEY, mr.key);
}

}  // namespace

std::span<const method_handler> device_memory_methods() {
  static const std::vector<method_handler> table = {
      {UVERBS_OBJECT_DM,
       UVERBS_METHOD_DM_ALLOC,
       alloc_dm,
       {UVERBS_ATTR_ALLOC_DM_HANDLE, UVERBS_ATTR_ALLOC_DM_LENGTH, UVERBS_ATTR_ALLOC_DM_ALIGNMENT,
        MLX5_IB_ATTR_ALLOC_DM_RESP_START_OFFSET, MLX5_IB_ATTR_ALLOC_DM_RESP_PAGE_INDEX,
        MLX5_IB_ATTR_ALLOC_DM_REQ_TYPE}},
      {UVERBS_OBJECT_DM, UVERBS_METHOD_DM_FREE, free_dm, {UVERBS_ATTR_FREE_DM_HANDLE}},
      {UVERBS_OBJECT_DM,
       MLX5_IB_METHOD_DM_QUERY,
       query_dm,
       {MLX5_IB_ATTR_QUERY_DM_REQ_HANDLE, MLX5_IB_ATTR_QUERY_DM_RESP_START_OFFSET,
        MLX5_IB_ATTR_QUERY_DM_RESP_PAGE_INDEX, MLX5_IB_ATTR_QUERY_DM_RESP_LENGTH}},
      {UVERBS_OBJECT_MR,
       UVERBS_METHOD_DM_MR_REG,
       reg_dm_mr,
       {UVERBS_ATTR_REG_DM_MR_HANDLE, UVERBS_ATTR_REG_DM_MR_OFFSET, UVERBS_ATTR_REG_DM_MR_LENGTH,
        UVERBS_ATTR_REG_DM_MR_PD_HANDLE, UVERBS_ATTR_REG_DM_MR_ACCESS_FLAGS,
        UVERBS_ATTR_REG_DM_MR_DM_HANDLE, UVERBS_ATTR_REG_DM_MR_RESP_LKEY,
        UVERBS_ATTR_REG_DM_MR_RESP_RKEY}},
  };
  return table;
}

}  // namespace verbatim::emulator
