// Address vectors for libibverbs: the one place that makes an ibv_ah_attr.
#pragma once

#include <infiniband/verbs.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "verbatim/verbs/context/context.hpp"
#include "verbatim/verbs/queue_pair/qp_address.hpp"
#include "verbatim/verbs/queue_pair/qp_attributes.hpp"

namespace verbatim::verbs {

/// An address vector, and its route in words for errors of the call that uses it.
struct address_vector {
  /// Returns the route in words. Reads the whole GID table of the port, so only errors call it.
  std::string route() const;

  ibv_ah_attr ah;               ///< the attributes for libibverbs
  const context_body& context;  ///< the context that it was made for
  verbatim::port from;          ///< the port that the route leaves through
};

/// Returns the index of a GID as an ibv_ah_attr has it, in 8 bits. Throws if the port's GID table
/// has no such index, and an error of `call` on `object` if the index is above 255.
std::uint8_t native_gid_index(const context_body& context, const port& port, std::uint16_t index,
                              std::string_view call, const body& object);

/// Returns the address vector from the port to the peer. Throws an error of `call` on `object` if
/// the peer's address does not match this port, or if a field is out of range.
address_vector address_vector_to(const qp_address& peer, const path_attributes& path,
                                 const context_body& context, const port& port,
                                 std::string_view call, const body& object);

}  // namespace verbatim::verbs
