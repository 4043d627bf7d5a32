// One opened device: its objects by handle, its event files, its register pages.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "objects/async_event_file.hpp"
#include "objects/completion_channel.hpp"
#include "objects/object.hpp"
#include "objects/port.hpp"
#include "objects/uar_page.hpp"

namespace verbatim::emulator {

class device;

/// Guarded by device::lock().
struct context {
  explicit context(device& of_in, unsigned card_in, int file_in, std::uint64_t inode_in);
  ~context();
  context(const context&) = delete;
  context& operator=(const context&) = delete;

  /// Puts `made` into the table and gives it its handle.
  template <class Object>
  Object& add(std::unique_ptr<Object> made) {
    Object& result = *made;
    insert(std::move(made));
    return result;
  }

  /// The object of that type behind `handle`, or null.
  template <class Object>
  Object* find(std::uint32_t handle) const noexcept {
    const auto at = objects.find(handle);
    return at == objects.end() ? nullptr : dynamic_cast<Object*>(at->second.get());
  }

  /// Destroys it; nothing may refer to it any more.
  void remove(object& gone) noexcept;

  /// `, with 2 queue pairs, 1 memory region` of what the program has not destroyed.
  std::string left_behind() const;

  std::shared_ptr<completion_channel> find_channel(std::uint64_t inode) const noexcept;
  std::shared_ptr<async_event_file> find_async_events(std::uint64_t inode) const noexcept;
  uar_page* find_uar_page(std::uint32_t index) const noexcept;
  uar_page* find_uar_page_at(std::uint64_t mmap_offset) const noexcept;

  /// The ports of the opened device; numbers begin at 1 and must exist.
  const std::vector<port_identity>& ports() const noexcept;
  const port_identity& port(unsigned number) const noexcept { return ports()[number - 1]; }

  device& of;

  /// Which of the devices was opened: the number in its name.
  unsigned card;

  /// Our own descriptor of the device file, and what tells the file from others (st_ino).
  int file;
  std::uint64_t inode;

  /// GET_CONTEXT has succeeded; before it only that is answered.
  bool established = false;

  /// The device executes nothing of this context any more; and if it was removed, takes no commands but to
  /// destroy.
  bool failed = false;
  bool removed = false;

  std::map<std::uint32_t, std::unique_ptr<object>> objects;
  std::vector<std::shared_ptr<completion_channel>> channels;

  /// The first is where events go whose object named no other.
  std::vector<std::shared_ptr<async_event_file>> async_events;

 private:
  void insert(std::unique_ptr<object> made);

  std::uint32_t next_handle_ = 0;
};

}  // namespace verbatim::emulator
