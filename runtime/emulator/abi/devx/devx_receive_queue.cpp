// CREATE_RMP: receive WQEs in user memory, shared by several queue pairs.
#include <cerrno>

#include "abi/devx/devx_objects.hpp"
#include "abi/devx/devx_work_queue.hpp"

namespace verbatim::emulator {
namespace {

// Fields of the command and of the RMP's context (mlx5_ifc.h, struct mlx5_ifc_create_rmp_in_bits
// and mlx5_ifc_rmpc_bits).
constexpr std::uint32_t context_at = 0x100;
constexpr mailbox_field basic_cyclic_rcv_wqe = context_at + mailbox_field{0x020, 1};
constexpr std::uint32_t queue_at = context_at + 0x180;
constexpr mailbox_field made_rmpn{0x048, 24};

}  // namespace

object& create_devx_rmp(const request& to, const mailbox_input& in, mailbox_output& out) {
  if (in.is_set(basic_cyclic_rcv_wqe)) {
    refuse<check::devx_not_emulated>(EOPNOTSUPP,
                                     "CREATE_RMP asks for WQEs without a first segment");
  }
  auto made = std::make_unique<shared_receive_queue>(to.of);
  take_work_queue(to, in, queue_at, "CREATE_RMP", *made);
  to.on.enlist(*made);
  note("{} RMP {:#x} created by DevX: {} WQEs of {} bytes", made->is_cyclic ? "cyclic" : "listed",
       made->srqn, made->wqe_count, made->stride);
  out.set(made_rmpn, made->srqn);
  return to.of.add(std::move(made));
}

}  // namespace verbatim::emulator
