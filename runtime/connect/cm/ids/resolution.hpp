// Resolution of a host: its name, then its address, then the route.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "verbatim/connect/cm/address.hpp"
#include "verbatim/connect/cm/id_options.hpp"
#include "verbatim/connect/cm/ids/cm_id.hpp"

namespace verbatim::cm::detail {

/// The options of a resolution.
struct way {
  ibv_qp_type type = IBV_QPT_RC;
  std::optional<address> source = std::nullopt;
  id_options options = {};
  std::chrono::milliseconds timeout = std::chrono::seconds(5);
  bool to_group = false;  ///< resolve only the device: groups have no route
};

using id_handler = std::function<void(outcome<std::shared_ptr<cm_id>>)>;

ibv_qp_type type_of(kind kind) noexcept;

/// Resolves the first address that has a route.
void resolve_addresses(std::shared_ptr<channel> channel, std::vector<address> addresses, way way,
                       id_handler handler);

/// Looks up the host on a separate thread if it is not numeric, and resolves its addresses.
void resolve_host(std::shared_ptr<channel> channel, const std::string& host,
                  const std::string& service, way way, id_handler handler);

}  // namespace verbatim::cm::detail
