// Allocates object numbers so that a freed number is reused as late as possible.
#pragma once

#include <cstdint>
#include <unordered_set>

namespace verbatim::emulator {

/// Numbers from `first` to `last`. They rise and then start over, so that a late packet for a
/// destroyed queue finds no queue.
class number_pool {
 public:
  number_pool(std::uint32_t first, std::uint32_t last) noexcept
      : first_(first), last_(last), next_(first) {}

  /// Returns a free number. Throws std::system_error (ENOMEM) if all are in use.
  std::uint32_t take();
  void give_back(std::uint32_t number) noexcept { taken_.erase(number); }

 private:
  std::uint32_t first_;
  std::uint32_t last_;
  std::uint32_t next_;
  std::unordered_set<std::uint32_t> taken_;
};

}  // namespace verbatim::emulator
