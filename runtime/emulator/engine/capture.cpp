// One line for each WQE.
#include "engine/capture.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iterator>
#include <string>

#include "objects/context.hpp"
#include "options.hpp"
#include "report.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"

namespace verbatim::emulator {
namespace {

/// -1 if nothing is to be captured.
int open_capture_file() {
  const std::string& path = current_options().capture_file;
  if (path.empty()) return -1;
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) report("--capture: {} cannot be written: {}", path, std::strerror(errno));
  return file;
}

}  // namespace

void capture(const queue_pair& qp, std::uint16_t wqe_index, std::span<const std::byte> wqe,
             bool refused) {
  static const int file = open_capture_file();
  if (file < 0) return;
  const auto ctrl = ctrl_seg::read(wqe.data());
  std::string line;
  fmt::format_to(std::back_inserter(line),
                 R"({{"pid":{},"device":"mlx5_{}","qpn":{},"type":"{}","wqe_index":{},"slot":{},)"
                 R"("opcode":"{}","refused":{},"length":{},"bytes":")",
                 getpid(), qp.owner->card, qp.qpn, name(qp.type), wqe_index,
                 wqe_index & (qp.sq.count - 1), name(ctrl.opcode), refused, wqe.size());
  for (const std::byte one : wqe) {
    fmt::format_to(std::back_inserter(line), "{:02x}", std::to_integer<unsigned>(one));
  }
  line += "\"}\n";
  // A line that cannot be written has nowhere else to go.
  [[maybe_unused]] const ssize_t written = write(file, line.data(), line.size());
}

}  // namespace verbatim::emulator
