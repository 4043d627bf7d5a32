// Protection domains, memory regions and windows.
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_ioctl_verbs.h>
#include <rdma/ib_user_verbs.h>
#include <rdma/mlx5-abi.h>
#include <rdma/mlx5_user_ioctl_cmds.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "abi/commands/hca_capabilities.hpp"
#include "abi/handlers.hpp"
#include "abi/program_memory.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::uint32_t known_access = access::local_write | access::remote_write |
                                       access::remote_read | access::remote_atomic |
                                       access::mw_bind | access::on_demand | access::huge_pages;

// Bits of ib_uverbs_rereg_mr::flags (ibv_rereg_mr_flags in infiniband/verbs.h).
constexpr std::uint32_t change_translation = 1 << 0;
constexpr std::uint32_t change_pd = 1 << 1;
constexpr std::uint32_t change_access = 1 << 2;

/// Returns the relevant access flags; refuses flags that are not supported.
std::uint32_t checked_access(std::uint32_t flags) {
  const std::uint32_t wanted = flags & ~std::uint32_t{IB_UVERBS_ACCESS_OPTIONAL_RANGE};
  if (wanted & ~known_access) {
    refuse<check::mr_not_emulated>(EOPNOTSUPP,
                                   "memory access {:#x} is not supported: no zero-based regions",
                                   wanted & ~known_access);
  }
  if (wanted & access::on_demand && is_withheld("pg")) {
    refuse<check::mr_access>(EINVAL, "memory access on demand: the device has no on-demand paging");
  }
  if (wanted & (access::remote_write | access::remote_atomic) && !(wanted & access::local_write)) {
    refuse<check::mr_access>(EINVAL,
                             "remote write and remote atomic access need local write access too");
  }
  return flags & (known_access | access::relaxed_ordering);
}

/// Checks a memory region's range. An on-demand region need not be mapped, and may be the whole
/// address space.
void check_range(std::uint64_t start, std::uint64_t length, std::uint64_t hca_va) {
  if (start == 0 && length == UINT64_MAX && hca_va == 0) return;
  if (length == 0 || start + length < start) {
    refuse<check::mr_range>(EINVAL, "memory region at {:#x} cannot be {} bytes long", start,
                            length);
  }
}

void set_translation(memory_region& mr, std::uint64_t start, std::uint64_t length,
                     std::uint64_t hca_va, std::uint32_t access_flags) {
  const auto in_page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) - 1;
  if ((start & in_page) != (hca_va & in_page)) {
    refuse<check::mr_range>(
        EINVAL, "memory at {:#x} and its iova {:#x} must have the same offset in their page", start,
        hca_va);
  }
  if (access_flags & access::on_demand) {
    check_range(start, length, hca_va);
    mr.memory = reinterpret_cast<std::byte*>(start);
  } else {
    mr.memory =
        program_memory(start, length, (access_flags & access::local_write) != 0, "memory region");
  }
  mr.iova = hca_va;
  mr.length = length;
}

void alloc_pd(const request& to) {
  auto made = std::make_unique<protection_domain>(to.of);
  to.on.enlist(*made);
  const protection_domain& pd = to.of.add(std::move(made));
  to.with.out(UVERBS_ATTR_CORE_OUT, ib_uverbs_alloc_pd_resp{.pd_handle = pd.handle});
  to.with.driver_out(mlx5_ib_alloc_pd_resp{.pdn = pd.pdn});
}

void destroy_pd(const request& to) {
  to.destroy(to.object<protection_domain>(to.with.handle(UVERBS_ATTR_DESTROY_PD_HANDLE),
                                          "protection domain"),
             "protection domain");
}

void query_pd(const request& to) {
  const auto& pd = to.object<protection_domain>(to.with.handle(MLX5_IB_ATTR_QUERY_PD_HANDLE),
                                                "protection domain");
  to.with.out(MLX5_IB_ATTR_QUERY_PD_RESP_PDN, pd.pdn);
}

void reg_mr(const request& to) {
  const auto in = to.with.in<ib_uverbs_reg_mr>(UVERBS_ATTR_CORE_IN);
  auto made = std::make_unique<memory_region>(to.of);
  made->pd = reference(&to.object<protection_domain>(in.pd_handle, "protection domain"));
  made->access_flags = checked_access(in.access_flags);
  set_translation(*made, in.start, in.length, in.hca_va, made->access_flags);
  to.on.enlist(*made);
  const memory_region& mr = to.of.add(std::move(made));
  to.with.out(UVERBS_ATTR_CORE_OUT,
              ib_uverbs_reg_mr_resp{.mr_handle = mr.handle, .lkey = mr.key, .rkey = mr.key});
}

std::uint64_t pages_of(std::uint64_t start, std::uint64_t length) {
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return (start % page + length + page - 1) / page;
}

/// Returns true if the key can be changed in place. Otherwise the driver makes another key, like
/// Linux (drivers/infiniband/hw/mlx5/mr.c, mlx5_ib_rereg_user_mr): the list has no room for more
/// pages, or there is no list because of on-demand paging.
bool changes_in_place(const memory_region& mr, const ib_uverbs_rereg_mr& in,
                      std::uint32_t access_flags) {
  if (!(in.flags & change_translation)) return true;
  const bool on_demand = (mr.access_flags | access_flags) & access::on_demand;
  return !on_demand && pages_of(in.start, in.length) <= pages_of(mr.iova, mr.length);
}

void rereg_mr(const request& to) {
  const auto in = to.with.in<ib_uverbs_rereg_mr>(UVERBS_ATTR_CORE_IN);
  auto& mr = to.object<memory_region>(in.mr_handle, "memory region");
  if (in.flags == 0 || in.flags & ~(change_translation | change_pd | change_access)) {
    refuse<check::mr_rereg>(EINVAL, "rereg_mr with flags {:#x}", in.flags);
  }
  if (mr.of_device_memory) refuse<check::mr_rereg>(EINVAL, "rereg_mr of a region of device memory");
  const std::uint32_t access_flags =
      in.flags & change_access ? checked_access(in.access_flags) : mr.access_flags;
  protection_domain* const pd =
      in.flags & change_pd ? &to.object<protection_domain>(in.pd_handle, "protection domain")
                           : mr.pd.get();
  const bool in_place = changes_in_place(mr, in, access_flags);
  if (!(in.flags & change_translation) && (access_flags ^ mr.access_flags) & access::on_demand) {
    refuse<check::mr_rereg>(EINVAL, "rereg_mr that changes on-demand access, and not the memory");
  }
  if (in.flags & change_translation) {
    set_translation(mr, in.start, in.length, in.hca_va, access_flags);
  } else if (access_flags & ~mr.access_flags & access::local_write &&
             !(access_flags & access::on_demand)) {
    program_memory(reinterpret_cast<std::uint64_t>(mr.memory), mr.length, true, "memory region");
  }
  mr.access_flags = access_flags;
  mr.pd = reference(pd);
  if (!in_place) to.on.change_key(mr);
  to.with.out(UVERBS_ATTR_CORE_OUT, ib_uverbs_rereg_mr_resp{.lkey = mr.key, .rkey = mr.key});
}

void destroy_mr(const request& to) {
  to.destroy(
      to.object<memory_region>(to.with.handle(UVERBS_ATTR_DESTROY_MR_HANDLE), "memory region"),
      "memory region");
}

void query_mr(const request& to) {
  const auto& mr =
      to.object<memory_region>(to.with.handle(UVERBS_ATTR_QUERY_MR_HANDLE), "memory region");
  to.with.out(UVERBS_ATTR_QUERY_MR_RESP_LKEY, mr.key);
  to.with.out(UVERBS_ATTR_QUERY_MR_RESP_RKEY, mr.key);
  to.with.out(UVERBS_ATTR_QUERY_MR_RESP_LENGTH, mr.length);
  to.with.out(UVERBS_ATTR_QUERY_MR_RESP_IOVA, mr.iova);
}

/// Returns the region whose pages have to be fetched. Refuses like Linux's driver
/// (drivers/infiniband/hw/mlx5/odp.c, get_prefetchable_mr).
memory_region& prefetchable(const request& to, const protection_domain& pd, std::uint32_t lkey,
                            bool to_write) {
  memory_region* const mr = to.on.find_memory_region(lkey);
  if (mr == nullptr && to.on.find_indirect_key(lkey) != nullptr) {
    refuse<check::mr_advise>(EINVAL, "advise_mr: lkey {:#x} is of no memory region", lkey);
  }
  if (mr == nullptr || !(mr->access_flags & access::on_demand)) {
    refuse<check::mr_advise>(
        ENOENT, "advise_mr: no memory region with on-demand access has lkey {:#x}", lkey);
  }
  if (mr->pd.get() != &pd) {
    refuse<check::mr_advise>(
        EPERM, "advise_mr: the memory region with lkey {:#x} is in another protection domain",
        lkey);
  }
  if (to_write && !(mr->access_flags & access::local_write)) {
    refuse<check::mr_advise>(
        EPERM, "advise_mr: the memory region with lkey {:#x} was registered without local write",
        lkey);
  }
  return *mr;
}

void advise_mr(const request& to) {
  const std::uint64_t advice = to.with.constant(UVERBS_ATTR_ADVISE_MR_ADVICE);
  const std::uint64_t flags = to.with.constant(UVERBS_ATTR_ADVISE_MR_FLAGS);
  const auto& pd = to.object<protection_domain>(to.with.handle(UVERBS_ATTR_ADVISE_MR_PD_HANDLE),
                                                "protection domain");
  const auto list = to.with.bytes(UVERBS_ATTR_ADVISE_MR_SGE_LIST);
  if (advice > IB_UVERBS_ADVISE_MR_ADVICE_PREFETCH_NO_FAULT || is_withheld("pg")) {
    refuse<check::mr_advise>(EOPNOTSUPP, "advise_mr with advice {}", advice);
  }
  if (flags & ~std::uint64_t{IB_UVERBS_ADVISE_MR_FLAG_FLUSH} ||
      list.size() % sizeof(ib_uverbs_sge) != 0) {
    refuse<check::mr_advise>(EINVAL, "advise_mr with flags {:#x} and a list of {} bytes", flags,
                             list.size());
  }
  const bool to_write = advice == IB_UVERBS_ADVISE_MR_ADVICE_PREFETCH_WRITE;
  for (std::size_t at = 0; at < list.size(); at += sizeof(ib_uverbs_sge)) {
    ib_uverbs_sge sge;
    std::memcpy(&sge, list.data() + at, sizeof sge);
    const auto& mr = prefetchable(to, pd, sge.lkey, to_write);
    // Without the flag, the pages are fetched later, and failures are not reported.
    if (!(flags & IB_UVERBS_ADVISE_MR_FLAG_FLUSH) || sge.length == 0) continue;
    if (!mr.covers(sge.addr, sge.length)) {
      refuse<check::mr_advise>(
          EFAULT, "advise_mr: {} bytes at {:#x} are not inside the region with lkey {:#x}",
          sge.length, sge.addr, sge.lkey);
    }
    if (advice == IB_UVERBS_ADVISE_MR_ADVICE_PREFETCH_NO_FAULT) continue;
    program_memory(reinterpret_cast<std::uint64_t>(mr.at(sge.addr)), sge.length, to_write,
                   "advise_mr");
  }
}

void alloc_mw(const request& to) {
  // Values of enum ibv_mw_type.
  constexpr std::uint8_t type_1 = 1, type_2 = 2;
  const auto in = to.with.in<ib_uverbs_alloc_mw>(UVERBS_ATTR_CORE_IN);
  if (in.mw_type != type_1 && in.mw_type != type_2) {
    refuse<check::mw_type>(EINVAL, "memory window type {} is neither 1 nor 2", in.mw_type);
  }
  auto made = std::make_unique<indirect_key>(
      to.of, in.mw_type == type_1 ? indirect_kind::window_type_1 : indirect_kind::window_type_2);
  made->pd = reference(&to.object<protection_domain>(in.pd_handle, "protection domain"));
  made->remote_invalidate = in.mw_type == type_2;
  // Lists have whole units of 64 bytes.
  made->most_octowords = 4;
  to.on.enlist(*made);
  const indirect_key& mw = to.of.add(std::move(made));
  to.with.out(UVERBS_ATTR_CORE_OUT,
              ib_uverbs_alloc_mw_resp{.mw_handle = mw.handle, .rkey = mw.key});
}

void destroy_mw(const request& to) {
  to.destroy(
      to.object<indirect_key>(to.with.handle(UVERBS_ATTR_DESTROY_MW_HANDLE), "memory window"),
      "memory window");
}

}  // namespace

std::span<const method_handler> memory_methods() {
  static const std::vector<method_handler> table = {
      {UVERBS_OBJECT_PD, UVERBS_METHOD_PD_DESTROY, destroy_pd, {UVERBS_ATTR_DESTROY_PD_HANDLE}},
      {UVERBS_OBJECT_PD,
       MLX5_IB_METHOD_PD_QUERY,
       query_pd,
       {MLX5_IB_ATTR_QUERY_PD_HANDLE, MLX5_IB_ATTR_QUERY_PD_RESP_PDN}},
      {UVERBS_OBJECT_MR, UVERBS_METHOD_MR_DESTROY, destroy_mr, {UVERBS_ATTR_DESTROY_MR_HANDLE}},
      {UVERBS_OBJECT_MW, UVERBS_METHOD_MW_DESTROY, destroy_mw, {UVERBS_ATTR_DESTROY_MW_HANDLE}},
      {UVERBS_OBJECT_MR,
       UVERBS_METHOD_ADVISE_MR,
       advise_mr,
       {UVERBS_ATTR_ADVISE_MR_PD_HANDLE, UVERBS_ATTR_ADVISE_MR_ADVICE, UVERBS_ATTR_ADVISE_MR_FLAGS,
        UVERBS_ATTR_ADVISE_MR_SGE_LIST}},
      {UVERBS_OBJECT_MR,
       UVERBS_METHOD_QUERY_MR,
       query_mr,
       {UVERBS_ATTR_QUERY_MR_HANDLE, UVERBS_ATTR_QUERY_MR_RESP_LKEY, UVERBS_ATTR_QUERY_MR_RESP_RKEY,
        UVERBS_ATTR_QUERY_MR_RESP_LENGTH, UVERBS_ATTR_QUERY_MR_RESP_IOVA}},
  };
  return table;
}

std::span<const write_handler> memory_writes() {
  static const std::vector<write_handler> table = {
      {IB_USER_VERBS_CMD_ALLOC_PD, sizeof(ib_uverbs_alloc_pd), sizeof(ib_uverbs_alloc_pd_resp),
       alloc_pd},
      {IB_USER_VERBS_CMD_REG_MR, sizeof(ib_uverbs_reg_mr), sizeof(ib_uverbs_reg_mr_resp), reg_mr},
      {IB_USER_VERBS_CMD_REREG_MR, sizeof(ib_uverbs_rereg_mr), sizeof(ib_uverbs_rereg_mr_resp),
       rereg_mr},
      {IB_USER_VERBS_CMD_ALLOC_MW, sizeof(ib_uverbs_alloc_mw), sizeof(ib_uverbs_alloc_mw_resp),
       alloc_mw},
  };
  return table;
}

}  // namespace verbatim::emulator
