// Begins the file once, under a lock, and appends to it.
#include "record/recording_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "recording/reader.hpp"
#include "report/report.hpp"
#include "system/whole_write.hpp"

namespace verbatim::emulator {
namespace {

/// Holds the lock of a file that several processes begin.
class file_lock {
 public:
  explicit file_lock(int file) noexcept : file_(file) { (void)flock(file_, LOCK_EX); }
  ~file_lock() { (void)flock(file_, LOCK_UN); }
  file_lock(const file_lock&) = delete;
  file_lock& operator=(const file_lock&) = delete;

 private:
  int file_;
};

}  // namespace

recording_file::recording_file(std::string path) : path_(std::move(path)) {
  descriptor made(open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (!made) {
    report("--record: {} cannot be written: {}", path_, std::strerror(errno));
    return;
  }
  if (begin(made.number())) file_ = moved_high(std::move(made));
}

/// Writes the header, unless another process has. Returns false if the file is not to be written.
bool recording_file::begin(int file) const {
  std::string own;
  recording::append_file_header(own);
  const file_lock alone(file);
  char found[recording::file_header_bytes] = {};
  const auto length = pread(file, found, sizeof found, 0);
  const bool is_pipe = length < 0 && errno == ESPIPE;
  if (length > 0) {
    if (std::string_view(found, static_cast<std::size_t>(length)) == own) return true;
    report("--record: {} holds something else than a recording of version {}.{}: give another file",
           path_, recording::major_version, recording::minor_version);
    return false;
  }
  if ((length == 0 || is_pipe) && write_whole(file, own)) return true;
  report("--record: {}: {}: nothing is recorded", path_, std::strerror(errno));
  return false;
}

void recording_file::write(std::string_view records, std::uint64_t count) {
  if (!is_open()) return;
  if (write_whole(file_.number(), records)) {
    written_ += count;
    return;
  }
  const int why = errno;
  file_.reset();
  report(
      "--record: {}: {}: the recording ends behind {} records of this process, and those that "
      "follow are missing",
      path_, std::strerror(why), written_);
}

}  // namespace verbatim::emulator
