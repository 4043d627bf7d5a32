// Writes asynchronous events in the format that the program reads.
#include "objects/queues/async_event_file.hpp"

namespace verbatim::emulator {
namespace {

/// The record that the program reads; struct ib_uverbs_async_event_desc.
struct event_record {
  std::uint64_t element;
  std::uint32_t event_type;
  std::uint32_t reserved;
};

}  // namespace

async_event_file::async_event_file() : events_(sizeof(event_record)) {}

void async_event_file::post(async_event event, std::uint64_t element) noexcept {
  const event_record record{element, static_cast<std::uint32_t>(event), 0};
  events_.put(std::as_bytes(std::span(&record, 1)));
}

}  // namespace verbatim::emulator
