// One opened device: its objects by handle, its event files, its register pages.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "objects/object.hpp"
#include "objects/port.hpp"
#include "objects/queues/async_event_file.hpp"
#include "objects/queues/completion_channel.hpp"
#include "objects/uar_page.hpp"

namespace verbatim::emulator {

/// One opened device. It is guarded by device::lock(); device::remove() destroys its objects.
struct context {
  context(unsigned card_in, const std::vector<port_identity>& ports_in, int file_in,
          std::uint64_t inode_in);
  ~context();
  context(const context&) = delete;
  context& operator=(const context&) = delete;

  /// Adds `made` to the table and assigns its handle.
  template <class Object>
  Object& add(std::unique_ptr<Object> made) {
    Object& result = *made;
    insert(std::move(made));
    return result;
  }

  /// Returns the object of that type with that handle; null if there is none.
  template <class Object>
  Object* find(std::uint32_t handle) const noexcept {
    const auto at = objects.find(handle);
    return at == objects.end() ? nullptr : dynamic_cast<Object*>(at->second.get());
  }

  /// Returns `, with 2 queue pairs, 1 memory region` for the objects that the program has not
  /// destroyed.
  std::string left_behind() const;

  std::shared_ptr<completion_channel> find_channel(std::uint64_t inode) const noexcept;
  std::shared_ptr<async_event_file> find_async_events(std::uint64_t inode) const noexcept;
  uar_page* find_uar_page(std::uint32_t index) const noexcept;
  uar_page* find_uar_page_at(std::uint64_t mmap_offset) const noexcept;

  /// These functions return the ports of the opened device; numbers begin at 1 and must exist.
  const std::vector<port_identity>& ports() const noexcept { return ports_; }
  const port_identity& port(unsigned number) const noexcept { return ports()[number - 1]; }

  /// The number of the opened device, as in its name.
  unsigned card;

  /// The emulator's own descriptor of the device file, and the file's inode (st_ino), which
  /// identifies it.
  int file;
  std::uint64_t inode;

  /// True after GET_CONTEXT has succeeded. Before that, only GET_CONTEXT is accepted.
  bool established = false;

  /// `failed`: the device executes nothing of this context any more. `removed`: it also refuses all
  /// commands except those that destroy.
  bool failed = false;
  bool removed = false;

  /// True if it was reported that commands fail for that reason.
  bool said_removed = false;

  std::map<std::uint32_t, std::unique_ptr<object>> objects;
  std::vector<std::shared_ptr<completion_channel>> channels;

  /// The event files. The first one gets the events of objects without their own event file.
  std::vector<std::shared_ptr<async_event_file>> async_events;

 private:
  void insert(std::unique_ptr<object> made);

  const std::vector<port_identity>& ports_;
  std::uint32_t next_handle_ = 0;
};

}  // namespace verbatim::emulator
