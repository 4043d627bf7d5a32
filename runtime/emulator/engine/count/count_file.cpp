// Writes whole lines to the file, and replaces the interim file as a whole.
#include "engine/count/count_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "report/report.hpp"
#include "system/whole_write.hpp"

namespace verbatim::emulator {

count_file::count_file(std::string path) : path_(std::move(path)) {
  descriptor made(open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (!made) {
    report("--count: {} cannot be written: {}", path_, std::strerror(errno));
    return;
  }
  file_ = moved_high(std::move(made));
  struct stat status {};
  if (fstat(file_.number(), &status) == 0 && S_ISREG(status.st_mode)) {
    interim_ = fmt::format("{}.{}", path_, getpid());
  }
}

void count_file::keep(std::string_view line) {
  if (interim_.empty()) return;
  const std::string fresh = interim_ + ".new";
  const descriptor to(open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (to && write_whole(to.number(), line) && rename(fresh.c_str(), interim_.c_str()) == 0) return;
  report("--count: {}: {}: the counts of this process are written only if it ends by itself",
         interim_, std::strerror(errno));
  unlink(fresh.c_str());
  unlink(interim_.c_str());
  interim_.clear();
}

void count_file::end(std::string_view line) {
  if (!write_whole(file_.number(), line)) {
    report("--count: {}: {}: the counts of this process are missing", path_, std::strerror(errno));
  }
  if (!interim_.empty()) unlink(interim_.c_str());
}

}  // namespace verbatim::emulator
