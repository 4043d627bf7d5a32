// CREATE_RMP: receive WQEs in user memory, shared by several queue pairs.
#include <cerrno>

#include "abi/devx/devx_objects.hpp"
#include "abi/devx/devx_work_queue.hpp"
#include "verbatim/generated/commands/create_rmp.hpp"

namespace verbatim::emulator {
namespace {

using firmware::create_rmp;
using firmware::rmpc;

}  // namespace

object& create_devx_rmp(const request& to, const mailbox_input& in, const mailbox_output& out) {
  const auto pool = in.as<create_rmp::in>().part(create_rmp::in::ctx);
  if (pool.is_set(rmpc::basic_cyclic_rcv_wqe)) {
    refuse<check::devx_not_emulated>(EOPNOTSUPP,
                                     "CREATE_RMP asks for WQEs without a first segment");
  }
  auto made = std::make_unique<shared_receive_queue>(to.of);
  take_work_queue(to, pool.part(rmpc::wq), "CREATE_RMP", *made);
  to.on.enlist(*made);
  note("{} RMP {:#x} created by DevX: {} WQEs of {} bytes", made->is_cyclic ? "cyclic" : "listed",
       made->srqn, made->wqe_count, made->stride);
  out.as<create_rmp::out>().set(create_rmp::out::rmpn, made->srqn);
  return to.of.add(std::move(made));
}

}  // namespace verbatim::emulator
