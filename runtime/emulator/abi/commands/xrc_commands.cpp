// XRC domains, and opening a queue pair by its number.
#include <fcntl.h>
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_verbs.h>
#include <rdma/mlx5-abi.h>
#include <sys/stat.h>

#include <cerrno>

#include "abi/handlers.hpp"
#include "objects/queues/opened_queue_pair.hpp"
#include "objects/queues/xrc_domain.hpp"

namespace verbatim::emulator {
namespace {

bool is_open(const device& of, const xrc_domain::file_identity& file) {
  for (const auto& context : of.contexts) {
    for (const auto& [handle, object] : context.second->objects) {
      const auto* const domain = dynamic_cast<const xrc_domain*>(object.get());
      if (domain && domain->file == file) return true;
    }
  }
  return false;
}

void open_xrcd(const request& to) {
  const auto in = to.with.in<ib_uverbs_open_xrcd>(UVERBS_ATTR_CORE_IN);
  auto made = std::make_unique<xrc_domain>(to.of);
  if (const int descriptor = static_cast<int>(in.fd); descriptor != -1) {
    struct stat status {};
    if (fstat(descriptor, &status) != 0)
      refuse<check::xrc_domain>(EBADF, "an XRC domain of descriptor {}", descriptor);
    const xrc_domain::file_identity file{status.st_dev, status.st_ino};
    const bool exists = is_open(to.on, file);
    if (!exists && !(in.oflags & O_CREAT)) {
      refuse<check::xrc_domain>(
          EAGAIN,
          "this process has no XRC domain of the file behind descriptor {}: open it with O_CREAT",
          descriptor);
    }
    if (exists && in.oflags & O_EXCL) {
      refuse<check::xrc_domain>(EINVAL, "the file behind descriptor {} has an XRC domain already",
                                descriptor);
    }
    made->file = file;
  } else if (!(in.oflags & O_CREAT)) {
    refuse<check::xrc_domain>(EINVAL, "an XRC domain without a file needs O_CREAT");
  }
  const xrc_domain& domain = to.of.add(std::move(made));
  to.with.out(UVERBS_ATTR_CORE_OUT, ib_uverbs_open_xrcd_resp{.xrcd_handle = domain.handle});
}

void destroy_xrcd(const request& to) {
  to.destroy(to.object<xrc_domain>(to.with.handle(UVERBS_ATTR_DESTROY_XRCD_HANDLE), "XRC domain"),
             "XRC domain");
}

void open_qp(const request& to) {
  const auto in = to.with.in<ib_uverbs_open_qp>(UVERBS_ATTR_CORE_IN);
  const auto& domain = to.object<xrc_domain>(in.pd_handle, "XRC domain");
  queue_pair* const real = to.on.find_queue_pair(in.qpn);
  if (!real || real->type != queue_pair_type::xrc_recv || !real->xrcd->same_as(domain) ||
      in.qp_type != static_cast<std::uint8_t>(queue_pair_type::xrc_recv)) {
    refuse<check::xrc_domain>(
        EINVAL,
        "QP {:#x} cannot be opened: it must be an XRC receive queue pair of this process and of "
        "the same XRC domain",
        in.qpn);
  }
  auto made = std::make_unique<opened_queue_pair>(to.of);
  made->real = real;
  const opened_queue_pair& opened = to.of.add(std::move(made));
  ib_uverbs_create_qp_resp answer{};
  answer.qp_handle = opened.handle;
  answer.qpn = in.qpn;
  to.with.out(UVERBS_ATTR_CORE_OUT, answer);
}

}  // namespace

queue_pair& queue_pair_behind(const request& to, std::uint32_t handle) {
  if (auto* const opened = to.of.find<opened_queue_pair>(handle)) {
    if (!opened->real)
      refuse<check::xrc_domain>(EINVAL, "the queue pair behind handle {} was destroyed", handle);
    return *opened->real;
  }
  return to.object<queue_pair>(handle, "queue pair");
}

std::span<const method_handler> xrc_methods() {
  static const std::vector<method_handler> table = {
      {UVERBS_OBJECT_XRCD,
       UVERBS_METHOD_XRCD_DESTROY,
       destroy_xrcd,
       {UVERBS_ATTR_DESTROY_XRCD_HANDLE}},
  };
  return table;
}

std::span<const write_handler> xrc_writes() {
  static const std::vector<write_handler> table = {
      {IB_USER_VERBS_CMD_OPEN_XRCD, sizeof(ib_uverbs_open_xrcd), sizeof(ib_uverbs_open_xrcd_resp),
       open_xrcd},
      {IB_USER_VERBS_CMD_OPEN_QP, sizeof(ib_uverbs_open_qp), sizeof(ib_uverbs_create_qp_resp),
       open_qp},
  };
  return table;
}

}  // namespace verbatim::emulator
