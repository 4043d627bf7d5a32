// Source of the format: draft-ietf-opsawg-pcap; the link types are those of tcpdump.org/linktypes.html.
#include "engine/pcap/packet_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <string_view>
#include <utility>

#include "report/report.hpp"
#include "system/whole_write.hpp"
#include "verbatim/generated/headers/erf.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::uint32_t nanoseconds = 0xa1b23c4d;  // the magic number, in the order of this machine
constexpr std::uint32_t version = 4 << 16 | 2;     // two halves of a word: 2.4
constexpr std::uint32_t most_bytes = 262144;
constexpr std::uint32_t link_of_ethernet = 1;
constexpr std::uint32_t link_of_erf = 197;
constexpr std::size_t erf_bytes = headers::erf::size;
constexpr unsigned erf_of_infiniband = 21;
constexpr std::size_t most_waiting = 1 << 20;

using file_header = std::array<std::uint32_t, 6>;

template <std::size_t Words>
std::string_view text_of(const std::array<std::uint32_t, Words>& words) noexcept {
  return {reinterpret_cast<const char*>(words.data()), sizeof words};
}

/// Holds the lock of a file that several processes begin.
class locked {
 public:
  explicit locked(int file) noexcept : file_(file) { (void)flock(file_, LOCK_EX); }
  ~locked() { (void)flock(file_, LOCK_UN); }
  locked(const locked&) = delete;
  locked& operator=(const locked&) = delete;

 private:
  int file_;
};

}  // namespace

packet_file::packet_file(std::string path, link_layer link) : path_(std::move(path)), link_(link) {
  descriptor made(open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (!made) {
    report("--pcap: {} cannot be written: {}", path_, std::strerror(errno));
    return;
  }
  if (begin(made.number())) file_ = moved_high(std::move(made));
}

/// Writes the header, unless another process has. Returns false if the file is not to be written.
bool packet_file::begin(int file) const {
  const file_header own{
      nanoseconds, version,    0,
      0,           most_bytes, link_ == link_layer::ethernet ? link_of_ethernet : link_of_erf};
  const locked alone(file);
  file_header found{};
  struct stat status {};
  // A pipe or a device holds nothing yet.
  const bool is_plain = fstat(file, &status) != 0 || S_ISREG(status.st_mode);
  const auto length = is_plain ? pread(file, found.data(), sizeof found, 0) : 0;
  if (length > 0 && found == own) return true;
  if (length > 0) {
    report("--pcap: {} holds something else than packets of this link layer: give another file",
           path_);
    return false;
  }
  if (length == 0 && write_whole(file, text_of(own))) return true;
  report("--pcap: {}: {}: no packet is written", path_, std::strerror(errno));
  return false;
}

void packet_file::add(std::span<const std::byte> packet) {
  using namespace std::chrono;
  const auto now = system_clock::now().time_since_epoch();
  const auto whole = floor<seconds>(now);
  const auto rest =
      static_cast<std::uint64_t>(duration_cast<std::chrono::nanoseconds>(now - whole).count());
  const bool is_erf = link_ == link_layer::infiniband;
  const auto length = static_cast<std::uint32_t>(packet.size() + (is_erf ? erf_bytes : 0));
  const std::array<std::uint32_t, 4> header{static_cast<std::uint32_t>(whole.count()),
                                            static_cast<std::uint32_t>(rest), length, length};
  waiting_.append(text_of(header));
  if (is_erf) {
    const auto time =
        static_cast<std::uint64_t>(whole.count()) << 32 | (rest << 32) / 1'000'000'000;
    using headers::erf;
    std::array<std::byte, erf::size> header_of_erf{};
    const wire::mailbox_view<erf> view(header_of_erf);
    view.set(erf::ts, __builtin_bswap64(time));
    view.set(erf::type, erf_of_infiniband);
    view.set_low(erf::rlen, length);
    view.set_low(erf::wlen, packet.size());
    waiting_.append(reinterpret_cast<const char*>(header_of_erf.data()), erf::size);
  }
  waiting_.append(reinterpret_cast<const char*>(packet.data()), packet.size());
  if (waiting_.size() >= most_waiting) flush();
}

void packet_file::flush() {
  if (waiting_.empty()) return;
  if (is_open() && !write_whole(file_.number(), waiting_)) {
    report("--pcap: {}: {}: no more packets are written", path_, std::strerror(errno));
    file_.reset();
  }
  waiting_.clear();
}

}  // namespace verbatim::emulator
