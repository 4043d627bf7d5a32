// Wakes a sleeping engine when the program writes to a UAR page.
#pragma once

#include <cstddef>
#include <vector>

#include "system/descriptor.hpp"

namespace verbatim::emulator {

/// Write-protects pages with userfaultfd(2), which reports the first write to a protected page and
/// stops the writer until the protection is removed. If the kernel lacks it (before 5.19, or
/// forbidden), nothing is ever guarded.
class page_guard {
 public:
  page_guard() noexcept;

  /// Creates a guard that guards nothing.
  explicit page_guard(std::nullptr_t) noexcept {}

  /// Adds a page at the program's mapping. Returns false if it cannot be guarded.
  bool add(std::byte* page) noexcept;
  void remove(std::byte* page) noexcept;

  /// Protects all pages. Returns false if one is not protected; that page must then be checked
  /// regularly.
  bool protect() noexcept;

  /// Lets all writers continue. A writer whose fault begins at the same moment may stop afterwards:
  /// fs/userfaultfd.c, userfaultfd_must_wait(), sees a page that is no longer protected and not yet
  /// writable, and waits. Release the pages again if a writer has stopped.
  void release() noexcept;

  /// Returns true while a writer is stopped.
  bool has_stopped_a_writer() const noexcept;

  /// Returns a descriptor that polls readable while a writer is stopped; -1 if nothing can be
  /// guarded.
  int descriptor_to_poll() const noexcept { return fault_.number(); }

 private:
  bool set_protection(std::byte* page, bool on) noexcept;

  descriptor fault_;
  std::vector<std::byte*> pages_;
};

}  // namespace verbatim::emulator
