// Opens, maps and closes the device file. A context lives as long as its file.
#include "abi/device_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include "abi/clock_page.hpp"
#include "abi/process.hpp"
#include "abi/watched.hpp"
#include "objects/queues/event_subscriptions.hpp"
#include "record/recorder.hpp"
#include "report/report.hpp"
#include "system/descriptor.hpp"
#include "system/whole_write.hpp"

namespace verbatim::emulator {

constinit descriptor_set watched_descriptors;

namespace {

// Size and seals distinguish a device file from other anonymous files, also in a child of fork. Its
// pages are one for every register page index, plus the vendor's number, plus the device's number.
constexpr off_t device_file_bytes = (0x4000 + 0x15b3) * off_t{uar_page::size};
constexpr int device_file_seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

/// Closes a descriptor unless it was passed on.
class descriptor_guard {
 public:
  explicit descriptor_guard(int descriptor) noexcept : descriptor_(descriptor) {}
  ~descriptor_guard() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  descriptor_guard(const descriptor_guard&) = delete;
  descriptor_guard& operator=(const descriptor_guard&) = delete;

  int value() const noexcept { return descriptor_; }
  int hand_on() noexcept { return std::exchange(descriptor_, -1); }

 private:
  int descriptor_;
};

/// Returns `result` if it is not negative; otherwise throws errno.
int checked(int result) {
  if (result < 0) throw std::system_error(errno, std::generic_category());
  return result;
}

/// Returns the remedy for an errno that means a limit.
std::string_view remedy_of(int error) noexcept {
  switch (error) {
    case EMFILE:
      return ": raise the limit of open files (ulimit -n)";
    case EFBIG:
      return ": raise the limit of file sizes (ulimit -f)";
    default:
      return "";
  }
}

int open_context(unsigned card, int flags) {
  device& on = this_device();
  const unsigned close_on_exec = flags & O_CLOEXEC ? MFD_CLOEXEC : 0u;
  descriptor_guard file(
      checked(memfd_create("verbatim-uverbs", MFD_ALLOW_SEALING | close_on_exec)));
  if (!watched_descriptors.fits(file.value())) {
    throw std::runtime_error("its descriptor would be " + std::to_string(file.value()) +
                             ", and the emulator knows those below " +
                             std::to_string(descriptor_set::limit) + " only: close some");
  }
  {
    const held_file_signals held;
    checked(ftruncate(file.value(), device_file_bytes + off_t{card} * off_t{uar_page::size}));
    checked(write_clock_page(file.value()) ? 0 : -1);
  }
  checked(fcntl(file.value(), F_ADD_SEALS, device_file_seals));
  descriptor_guard own(checked(copy_high(file.value())));
  const std::uint64_t inode = inode_of(file.value());
  const std::lock_guard guard(on.lock());
  on.open(card, own.value(), inode);
  own.hand_on();
  record(recording::context_opened_body{inode, card});
  watched_descriptors.add(file.value());
  return file.hand_on();
}

}  // namespace

// The emulator looks at descriptors that other threads may close. It calls the kernel, because
// ThreadSanitizer reports a call of fstat() as a use by the program.
std::uint64_t inode_of(int descriptor) noexcept {
  struct stat status {};
  return syscall(SYS_fstat, descriptor, &status) == 0 ? status.st_ino : 0;
}

int open_device_file(unsigned card, int flags) noexcept {
  try {
    return open_context(card, flags);
  } catch (const std::system_error& error) {
    report("the device cannot be opened: {}{}", error.what(), remedy_of(error.code().value()));
    errno = error.code().value();
  } catch (const std::exception& error) {
    report("the device cannot be opened: {}", error.what());
    errno = ENOMEM;
  }
  return -1;
}

int card_of_file(int descriptor, const struct stat& status) noexcept {
  const off_t beyond = status.st_size - device_file_bytes;
  if (beyond < 0 || beyond % off_t{uar_page::size} != 0 || status.st_nlink != 0) return -1;
  const off_t card = beyond / off_t{uar_page::size};
  if (card >= off_t{options::most_devices}) return -1;
  return fcntl(descriptor, F_GET_SEALS) == device_file_seals ? static_cast<int>(card) : -1;
}

void device_file_mapped(std::uint64_t inode, void* address, std::size_t bytes,
                        std::uint64_t offset) noexcept {
  device* const on = started_device();
  if (!on || bytes < uar_page::size) return;
  const std::lock_guard guard(on->lock());
  const auto at = on->contexts.find(inode);
  if (at == on->contexts.end()) return;
  if (uar_page* const page = at->second->find_uar_page_at(offset)) {
    page->program_address = static_cast<std::byte*>(address);
    on->engine().uar_mapped(*page);
  }
  record(recording::pages_mapped_body{inode, offset, bytes,
                                      reinterpret_cast<std::uintptr_t>(address)});
}

void device_file_closed(std::uint64_t inode) noexcept {
  device* const on = started_device();
  if (!on) return;
  const std::lock_guard guard(on->lock());
  const auto at = on->contexts.find(inode);
  if (at == on->contexts.end()) return;
  note("device closed{}", at->second->left_behind());
  on->close(inode);
  record(recording::context_closed_body{inode});
}

void event_file_closed(std::uint64_t inode) noexcept {
  device* const on = started_device();
  if (!on) return;
  const std::lock_guard guard(on->lock());
  event_subscriptions::all().remove_channel(inode);
  // Queues that use the file share its ownership. Only the table entry by which it is found is
  // removed.
  const auto is_closed = [inode](const auto& one) { return one->inode() == inode; };
  for (const auto& entry : on->contexts) {
    std::erase_if(entry.second->channels, is_closed);
    std::erase_if(entry.second->async_events, is_closed);
  }
}

}  // namespace verbatim::emulator
