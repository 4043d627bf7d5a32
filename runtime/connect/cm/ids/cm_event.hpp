// Events of rdma_cm, copied and acknowledged at once.
#pragma once

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "verbatim/connect/cm/cm_error.hpp"

namespace verbatim::cm::detail {

/// The place of an id in its channel, with the size of a pointer: an index, and the number of ids
/// that have used the place. Unlike a pointer, it is unique as long as the channel lives.
using id_key = std::uint64_t;

/// An event of rdma_cm as a value. The raw event is acknowledged before this copy is handled,
/// because destroying an id waits for unacknowledged events.
struct event {
  rdma_cm_event_type type = RDMA_CM_EVENT_ADDR_ERROR;
  int status = 0;  ///< 0, a negative errno, or the positive reason of a REJ or SIDR_REP
  id_key key = 0;  ///< the id; for a request, the listener's id
  rdma_cm_id* child = nullptr;  ///< the new id of a request

  // The parameters of a connection, or those of datagrams.
  std::uint32_t qpn = 0;
  std::uint8_t responder_resources = 0;  ///< swapped: most incoming READs and atomics
  std::uint8_t initiator_depth = 0;      ///< swapped: most outgoing READs and atomics
  std::uint8_t rnr_retry_count = 0;
  std::uint32_t qkey = 0;
  ibv_ah_attr ah = {};

  std::size_t data_length = 0;
  std::array<std::byte, 256> data;  ///< not initialized after data_length

  std::span<const std::byte> private_data() const noexcept { return {data.data(), data_length}; }
};

/// Reads the next event of the channel into `to`, and acknowledges it. Returns false if there is
/// none. Only the channel's thread calls this. `datagrams` returns true for an id whose events have
/// the parameters of datagrams.
bool read_event(rdma_event_channel& channel, event& to, std::string_view object);

/// Returns the error of an operation that ended with this event. `call` is the step that the event
/// completes; `object` is the connection in words.
cm::error error_of(const event& event, std::string_view call, std::string_view object);

/// Returns text such as `RDMA_CM_EVENT_REJECTED`.
std::string name_of(rdma_cm_event_type type);

}  // namespace verbatim::cm::detail
