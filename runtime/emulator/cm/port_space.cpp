// Keeps the table of bound ports in shared memory.
#include "cm/port_space.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/capability.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <random>
#include <system_error>

#include "system/whole_write.hpp"

namespace verbatim::emulator::cm {

struct port_space::table {
  /// The number of entries used so far; later entries are free.
  std::uint32_t used;
  std::uint32_t unused_word;
  std::array<bound_port, 1u << 17> entries;
};

namespace {

/// Holds the lock on the table's file.
class table_lock {
 public:
  explicit table_lock(const descriptor& file) noexcept : file_(file.number()) { apply(LOCK_EX); }
  ~table_lock() { apply(LOCK_UN); }
  table_lock(const table_lock&) = delete;
  table_lock& operator=(const table_lock&) = delete;

 private:
  void apply(int how) noexcept {
    while (flock(file_, how) != 0 && errno == EINTR) {
    }
  }

  int file_;
};

struct port_range {
  unsigned first = 32768;
  unsigned last = 60999;
};

port_range local_ports() noexcept {
  port_range result;
  const std::unique_ptr<FILE, int (*)(FILE*)> file(
      fopen("/proc/sys/net/ipv4/ip_local_port_range", "re"), fclose);
  unsigned first = 0;
  unsigned last = 0;
  if (file && fscanf(file.get(), "%u %u", &first, &last) == 2 && first <= last && last < 0x10000) {
    result = {first, last};
  }
  return result;
}

bool may_bind_privileged_ports() noexcept {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3]{};
  return syscall(SYS_capget, &header, data) == 0 &&
         (data[0].effective & 1u << CAP_NET_BIND_SERVICE) != 0;
}

constexpr std::uint16_t first_unprivileged_port = 1024;

}  // namespace

port_space::port_space(const std::string& directory, std::uint32_t slot, unsigned host)
    : directory_(directory),
      slot_(slot),
      host_(static_cast<std::uint16_t>(host)),
      file_(open((directory + "/ports").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)),
      next_(std::random_device{}()) {
  const auto fail = [](const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
  };
  if (!file_) fail("the table of rdma_cm's ports");
  file_ = moved_high(std::move(file_));
  const held_file_signals held;
  if (ftruncate(file_.number(), sizeof(table)) != 0) fail("room for rdma_cm's ports");
  void* const mapped =
      mmap(nullptr, sizeof(table), PROT_READ | PROT_WRITE, MAP_SHARED, file_.number(), 0);
  if (mapped == MAP_FAILED) fail("memory for rdma_cm's ports");
  table_ = static_cast<table*>(mapped);
  const table_lock guard(file_);
  for (std::uint32_t i = 0; i < table_->used; ++i) {
    if (table_->entries[i].slot == slot_) table_->entries[i] = {};
  }
}

port_space::~port_space() {
  if (table_) munmap(table_, sizeof(table));
}

void port_space::abandon() noexcept { file_.reset(); }

bool port_space::alive(std::uint32_t slot) const noexcept {
  if (slot == slot_) return true;
  const descriptor lock(
      open(fmt::format("{}/slot-{}.lock", directory_, slot).c_str(), O_RDWR | O_CLOEXEC));
  // The kernel releases the lock when the process dies.
  return lock && flock(lock.number(), LOCK_SH | LOCK_NB) != 0;
}

bound_port* port_space::own(std::uint32_t communication) noexcept {
  for (std::uint32_t i = 0; i < table_->used; ++i) {
    bound_port& one = table_->entries[i];
    if (one.slot == slot_ && one.communication == communication) return &one;
  }
  return nullptr;
}

bool port_space::taken(std::uint16_t space, std::uint16_t port) noexcept {
  for (std::uint32_t i = 0; i < table_->used; ++i) {
    const bound_port& one = table_->entries[i];
    const bool here = one.slot != 0 && one.host == host_;
    if (here && one.port_space == space && one.port == port) return true;
  }
  return false;
}

/// Follows Linux's rules (drivers/infiniband/core/cma.c, cma_check_port).
int port_space::conflict(const bound_port& wanted, bool listening) noexcept {
  for (std::uint32_t i = 0; i < table_->used; ++i) {
    bound_port& one = table_->entries[i];
    if (one.slot == 0 || one.host != host_) continue;
    if (one.port_space != wanted.port_space || one.port != wanted.port) continue;
    if (one.slot == wanted.slot && one.communication == wanted.communication) continue;
    if (!listening && !one.listening && wanted.reuse && one.reuse) continue;
    if (wanted.address_family_only && one.address_family_only && wanted.family != one.family) {
      continue;
    }
    if (!wanted.wildcard && !one.wildcard &&
        (wanted.family != one.family || wanted.bytes != one.bytes)) {
      continue;
    }
    if (!alive(one.slot)) {
      one = {};
      continue;
    }
    return wanted.wildcard || one.wildcard ? EADDRNOTAVAIL : EADDRINUSE;
  }
  return 0;
}

int port_space::add(const bound_port& wanted) noexcept {
  for (std::uint32_t i = 0; i < table_->entries.size(); ++i) {
    if (table_->entries[i].slot != 0) continue;
    table_->entries[i] = wanted;
    if (i >= table_->used) table_->used = i + 1;
    return 0;
  }
  return ENOMEM;
}

int port_space::bind(bound_port& wanted) {
  wanted.slot = slot_;
  wanted.host = host_;
  const table_lock guard(file_);
  if (wanted.port == 0) {
    const port_range range = local_ports();
    const unsigned count = range.last - range.first + 1;
    const unsigned start = next_++ % count;
    for (unsigned i = 0; i < count; ++i) {
      const auto port = static_cast<std::uint16_t>(range.first + (start + i) % count);
      if (taken(wanted.port_space, port)) continue;
      wanted.port = port;
      return add(wanted);
    }
    return EADDRNOTAVAIL;
  }
  if (wanted.port < first_unprivileged_port && !may_bind_privileged_ports()) return EACCES;
  if (const int error = conflict(wanted, false)) return error;
  return add(wanted);
}

int port_space::listen(bound_port wanted) {
  wanted.slot = slot_;
  wanted.host = host_;
  const table_lock guard(file_);
  // Linux compares with other entries only if this one allows sharing.
  if (wanted.reuse) {
    if (const int error = conflict(wanted, true)) return error;
  }
  if (bound_port* const found = own(wanted.communication)) {
    *found = wanted;
    found->listening = true;
  }
  return 0;
}

void port_space::update(const bound_port& changed) noexcept {
  const table_lock guard(file_);
  if (bound_port* const found = own(changed.communication)) {
    const bool listening = found->listening;
    *found = changed;
    found->slot = slot_;
    found->host = host_;
    found->listening = listening;
  }
}

void port_space::release(std::uint32_t communication) noexcept {
  const table_lock guard(file_);
  if (bound_port* const found = own(communication)) *found = {};
}

std::optional<listener_place> port_space::find_listener(std::uint16_t space, const address& to,
                                                        unsigned host) {
  const table_lock guard(file_);
  for (std::uint32_t i = 0; i < table_->used; ++i) {
    bound_port& one = table_->entries[i];
    if (one.slot == 0 || one.host != host || !one.listening) continue;
    if (one.port_space != space || one.port != to.port) continue;
    if (!alive(one.slot)) {
      one = {};
      continue;
    }
    const bool both_families =
        to.family == AF_INET && one.family == AF_INET6 && !one.address_family_only;
    const bool every_host = one.wildcard && (one.family == to.family || both_families);
    const bool this_host = !one.wildcard && one.family == to.family && one.bytes == to.bytes;
    if (every_host || this_host) return listener_place{one.slot, one.communication};
  }
  return std::nullopt;
}

}  // namespace verbatim::emulator::cm
