// The subnet of a fabric, in a file that all its processes map.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

#include "subnet/image.hpp"
#include "system/descriptor.hpp"
#include "transport/fabric_directory.hpp"

namespace verbatim::emulator::subnet {

/// The mapped file. The kernel releases the lock of a process that dies.
class subnet_state {
 public:
  /// Takes the fabric's directory, and makes the file by `fill` if there is none. Throws
  /// std::system_error if that fails.
  subnet_state(const std::string& directory, void (*fill)(image&));
  ~subnet_state();
  subnet_state(const subnet_state&) = delete;
  subnet_state& operator=(const subnet_state&) = delete;

  /// Returns the number of changes of ports. It needs no lock.
  std::uint32_t generation() const noexcept {
    return image_->generation.load(std::memory_order_acquire);
  }

  /// Returns the counters of a port. They need no lock.
  traffic_record& traffic(unsigned end_port) noexcept { return image_->traffic[end_port]; }

  /// Holds the lock.
  class locked {
   public:
    explicit locked(subnet_state& of);
    ~locked();
    locked(const locked&) = delete;
    locked& operator=(const locked&) = delete;

    image& operator*() const noexcept { return *of_.image_; }
    image* operator->() const noexcept { return of_.image_; }

   private:
    subnet_state& of_;
  };

 private:
  bool change_lock(short type) noexcept;

  fabric_directory directory_;
  descriptor file_;
  image* image_ = nullptr;
};

/// Returns the subnet of this process's fabric; the first call makes it by `fill`. Returns null, with
/// a report if `--verbose` is given, if it cannot be made. A child of fork opens the file anew.
subnet_state* subnet_here(void (*fill)(image&)) noexcept;

}  // namespace verbatim::emulator::subnet
