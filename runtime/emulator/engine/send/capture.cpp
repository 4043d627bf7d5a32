// Writes one line for each WQE.
#include "engine/send/capture.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "objects/context.hpp"
#include "report/report.hpp"
#include "settings/options.hpp"
#include "system/whole_write.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"

namespace verbatim::emulator {
namespace {

/// The file that options::capture_file names. Used by the engine's thread only.
class capture_file {
 public:
  capture_file() {
    if (path_.empty()) return;
    file_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file_ < 0) report("--capture: {} cannot be written: {}", path_, std::strerror(errno));
  }

  bool is_open() const noexcept { return file_ >= 0; }

  /// Appends a line. If the write fails, this process writes no further lines, because lines after
  /// a gap would mislead.
  void append(std::string_view line) {
    if (write_whole(file_, line)) {
      ++lines_;
      return;
    }
    report(
        "--capture: {}: {}: the file ends behind {} WQEs of this process, and those that follow "
        "are "
        "missing",
        path_, std::strerror(errno), lines_);
    syscall(SYS_close, std::exchange(file_, -1));
  }

 private:
  const std::string& path_ = current_options().capture_file;
  int file_ = -1;
  std::uint64_t lines_ = 0;
};

}  // namespace

void capture(const queue_pair& qp, std::uint16_t wqe_index, std::span<const std::byte> wqe,
             bool refused) {
  static capture_file& file = *new capture_file;
  if (!file.is_open()) return;
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
  file.append(line);
}

}  // namespace verbatim::emulator
