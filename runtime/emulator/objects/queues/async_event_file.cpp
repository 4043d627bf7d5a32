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

constexpr std::array<std::string_view, async_event_kinds> event_kinds = {
    "cq_err",
    "qp_fatal",
    "qp_req_err",
    "qp_access_err",
    "comm_est",
    "sq_drained",
    "path_mig",
    "path_mig_err",
    "device_fatal",
    "port_active",
    "port_err",
    "lid_change",
    "pkey_change",
    "sm_change",
    "srq_err",
    "srq_limit_reached",
    "qp_last_wqe_reached",
    "client_reregister",
    "gid_change",
};

}  // namespace

std::string_view name(async_event event) noexcept {
  const auto kind = static_cast<std::size_t>(event);
  return kind < event_kinds.size() ? event_kinds[kind] : "completion";
}

async_event_file::async_event_file() : events_(sizeof(event_record)) {}

void async_event_file::post(async_event event, std::uint64_t element) noexcept {
  if (counted_async_events) ++(*counted_async_events)[static_cast<std::size_t>(event)];
  const event_record record{element, static_cast<std::uint32_t>(event), 0};
  events_.put(std::as_bytes(std::span(&record, 1)));
}

}  // namespace verbatim::emulator
