// Writes one line for each ring.
#include "engine/turn/ring_log.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>

#include "engine/complete/completion_queue_part.hpp"
#include "engine/turn/queue_pair_sides.hpp"
#include "objects/context.hpp"
#include "report/report.hpp"
#include "settings/options.hpp"
#include "system/whole_write.hpp"

namespace verbatim::emulator {
namespace {

/// Returns the file; -1 if nothing has to be written.
int open_rings_file() {
  const std::string& path = current_options().rings_file;
  if (path.empty()) return -1;
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) report("--rings: {} cannot be written: {}", path, std::strerror(errno));
  return file;
}

int rings_file() {
  static const int file = open_rings_file();
  return file;
}

void log(const object& of, std::string_view ring, std::uint32_t number, std::string_view type,
         std::uint32_t size, std::uint64_t used) {
  const std::string line = fmt::format(
      R"({{"pid":{},"device":"mlx5_{}","ring":"{}","number":{},"type":"{}","size":{},"used":{}}})"
      "\n",
      getpid(), of.owner->card, ring, number, type, size, used);
  if (!write_whole(rings_file(), line)) {
    report("--rings: the line of ring {:#x} cannot be written: {}", number, std::strerror(errno));
  }
}

}  // namespace

void log_rings(queue_pair& qp) {
  if (rings_file() < 0 || !qp.engine) return;
  const queue_pair_sides& part = sides_of(qp);
  if (qp.sq.count != 0) {
    log(qp, "send", qp.qpn, name(qp.type), qp.sq.count, part.sends.ring().ever_read());
  }
  if (qp.rq.count != 0) {
    log(qp, "receive", qp.rqn, name(qp.type), qp.rq.count, part.receives.ever_taken());
  }
}

void log_ring(shared_receive_queue& srq) {
  if (rings_file() < 0 || !srq.engine) return;
  const std::string_view type = srq.tags ? "tag matching" : srq.xrcd ? "XRC" : "plain";
  log(srq, "shared receive", srq.srqn, type, srq.wqe_count,
      static_cast<shared_receive_part&>(*srq.engine).ever_taken);
}

void log_ring(completion_queue& cq) {
  if (rings_file() < 0 || !cq.engine) return;
  log(cq, "completion", cq.cqn, cq.layout == compression_layout::none ? "plain" : "compressed",
      cq.cqe_count, part_of(cq).ring.pi());
}

}  // namespace verbatim::emulator
