// Looks up event files by their inode, and register pages by their index.
#include "abi/named.hpp"

#include <cerrno>

#include "abi/device_file.hpp"

namespace verbatim::emulator {

std::shared_ptr<completion_channel> channel_of(const request& to, std::optional<int> descriptor) {
  if (!descriptor || *descriptor < 0) return nullptr;
  auto found = to.of.find_channel(inode_of(*descriptor));
  if (!found)
    refuse<check::handle>(EBADF, "descriptor {} is no completion channel of this context",
                          *descriptor);
  return found;
}

std::shared_ptr<async_event_file> async_events_of(const request& to,
                                                  std::optional<int> descriptor) {
  if (!descriptor) {
    return to.of.async_events.empty() ? nullptr : to.of.async_events.front();
  }
  auto found = to.of.find_async_events(inode_of(*descriptor));
  if (!found)
    refuse<check::handle>(EBADF, "descriptor {} is no event file of this context", *descriptor);
  return found;
}

uar_page& register_page(const request& to, std::uint32_t index) {
  uar_page* const found = to.of.find_uar_page(index);
  if (!found)
    refuse<check::handle>(EINVAL, "register page {} was not allocated by this context", index);
  return *found;
}

const port_identity& port_of(const request& to, std::uint64_t number) {
  const std::size_t count = to.of.ports().size();
  if (number < 1 || number > count) {
    refuse<check::handle>(EINVAL, "port {} does not exist, the device has ports 1 to {}", number,
                          count);
  }
  return to.of.port(static_cast<unsigned>(number));
}

}  // namespace verbatim::emulator
