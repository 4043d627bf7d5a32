// The objects of one opened device.
#include "objects/context.hpp"

#include <unistd.h>

#include <algorithm>
#include <utility>

namespace verbatim::emulator {

context::context(unsigned card_in, const std::vector<port_identity>& ports_in, int file_in,
                 std::uint64_t inode_in)
    : card(card_in), file(file_in), inode(inode_in), ports_(ports_in) {}

context::~context() { close(file); }

std::string context::left_behind() const {
  std::map<rank, unsigned> counts;
  for (const auto& entry : objects) ++counts[entry.second->destroy_rank];
  std::string text;
  for (const auto& [kind, count] : counts) {
    text += text.empty() ? ", with " : ", ";
    text += std::to_string(count);
    text.append(" ").append(name(kind)).append(count == 1 ? "" : "s");
  }
  return text;
}

void context::insert(std::unique_ptr<object> made) {
  do {
    made->handle = next_handle_++;
  } while (objects.contains(made->handle));
  objects.emplace(made->handle, std::move(made));
}

std::shared_ptr<completion_channel> context::find_channel(std::uint64_t wanted) const noexcept {
  const auto at = std::find_if(channels.begin(), channels.end(),
                               [wanted](const auto& one) { return one->inode() == wanted; });
  return at == channels.end() ? nullptr : *at;
}

std::shared_ptr<async_event_file> context::find_async_events(std::uint64_t wanted) const noexcept {
  const auto at = std::find_if(async_events.begin(), async_events.end(),
                               [wanted](const auto& one) { return one->inode() == wanted; });
  return at == async_events.end() ? nullptr : *at;
}

uar_page* context::find_uar_page(std::uint32_t index) const noexcept {
  for (const auto& entry : objects) {
    if (auto* page = dynamic_cast<uar_page*>(entry.second.get()); page && page->index == index) {
      return page;
    }
  }
  return nullptr;
}

uar_page* context::find_uar_page_at(std::uint64_t mmap_offset) const noexcept {
  for (const auto& entry : objects) {
    if (auto* page = dynamic_cast<uar_page*>(entry.second.get());
        page && page->mmap_offset == mmap_offset) {
      return page;
    }
  }
  return nullptr;
}

}  // namespace verbatim::emulator
