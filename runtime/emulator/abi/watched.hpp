// The program's descriptors of device files; closing any other descriptor costs only one bit test.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace verbatim::emulator {

/// A set of small numbers, constant-initialised. Any thread may use it without a lock.
class descriptor_set {
 public:
  void add(int descriptor) noexcept {
    if (fits(descriptor)) word(descriptor).fetch_or(bit(descriptor), std::memory_order_relaxed);
  }
  void remove(int descriptor) noexcept {
    if (fits(descriptor)) word(descriptor).fetch_and(~bit(descriptor), std::memory_order_relaxed);
  }
  bool contains(int descriptor) const noexcept {
    return fits(descriptor) &&
           (words_[index(descriptor)].load(std::memory_order_relaxed) & bit(descriptor)) != 0;
  }

  /// Calls `visit(int)` for each number.
  template <class Visit>
  void each(Visit&& visit) const {
    for (int descriptor = 0; descriptor < limit; ++descriptor) {
      if (words_[index(descriptor)].load(std::memory_order_relaxed) == 0) {
        descriptor |= 63;
      } else if (contains(descriptor)) {
        visit(descriptor);
      }
    }
  }

  /// The first descriptor that cannot be watched. It is Linux's default limit for a process.
  static constexpr int limit = 1 << 20;

  static bool fits(int descriptor) noexcept { return descriptor >= 0 && descriptor < limit; }

 private:
  static std::size_t index(int descriptor) noexcept { return std::size_t(descriptor) / 64; }
  static std::uint64_t bit(int descriptor) noexcept { return 1ull << (descriptor % 64); }
  std::atomic<std::uint64_t>& word(int descriptor) noexcept { return words_[index(descriptor)]; }

  std::atomic<std::uint64_t> words_[limit / 64] = {};
};

/// The program's descriptors of device files, completion channels and event files.
extern constinit descriptor_set watched_descriptors;

}  // namespace verbatim::emulator
