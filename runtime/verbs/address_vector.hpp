// Where packets to a peer go, as verbs have it: the one place that makes an ibv_ah_attr.
#pragma once

#include <infiniband/verbs.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "verbatim/verbs/context.hpp"
#include "verbatim/verbs/qp_address.hpp"
#include "verbatim/verbs/qp_attributes.hpp"

namespace verbatim::verbs {

/// An address vector, and in words where it leads, for errors of the call that it is for.
struct address_vector {
  ibv_ah_attr ah;
  std::string route;
};

/// From the port to the peer. Throws an error of `call` on `object` if the peer's address does not do on
/// this port, or a field is out of range.
address_vector address_vector_to(const qp_address& peer, const path_attributes& path,
                                 const context_body& context, const port& port,
                                 std::string_view call, std::string_view object);

}  // namespace verbatim::verbs
