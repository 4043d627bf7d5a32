// The links of all devices of a fabric, which its processes share.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "engine/timing/link_queue.hpp"

namespace verbatim::emulator {

/// The queues are in a file in the fabric's directory, because the programs of a host have its ports
/// in common. If there can be no file, the process has them alone, and `problem` says why.
class shared_links {
 public:
  shared_links(const std::string& directory, unsigned devices);
  ~shared_links();
  shared_links(const shared_links&) = delete;
  shared_links& operator=(const shared_links&) = delete;

  device_links& of(unsigned device) noexcept { return links_[device]; }
  const std::string& problem() const noexcept { return problem_; }

 private:
  std::string problem_;
  std::size_t bytes_;
  device_links* links_ = nullptr;

  /// The queues if there is no file.
  std::unique_ptr<device_links[]> own_;
};

}  // namespace verbatim::emulator
