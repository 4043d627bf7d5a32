// From a host name and a port to a connection: the active end.
#include "verbatim/connect/cm/route.hpp"

#include <utility>

#include "verbatim/connect/cm/ids/connection_state.hpp"
#include "verbatim/connect/cm/ids/resolution.hpp"

namespace verbatim::cm {
namespace {

detail::way way_of(const resolve_options& options) {
  return {.type = detail::type_of(options.kind),
          .source = options.source,
          .options = options.id,
          .timeout = options.timeout};
}

detail::id_handler as_route(cm::kind kind, std::function<void(outcome<route>)> callback) {
  return [kind, callback = std::move(callback)](outcome<std::shared_ptr<detail::cm_id>> found) {
    if (!found) return callback(found.error());
    callback(route(std::move(*found), kind));
  };
}

}  // namespace

std::shared_ptr<detail::cm_id> route::taken(const char* call) {
  if (id_ == nullptr) {
    throw error(std::errc::invalid_argument, call, "route",
                "it was used for another connection, or moved: resolve again");
  }
  return std::move(id_);
}

std::string route::device() const { return id_->device(); }
std::uint8_t route::port() const { return id_->port_number(); }
address route::local() const { return id_->local(); }
address route::peer() const { return id_->peer(); }
std::optional<verbatim::path> route::path() const { return id_->path(); }

void route::connect(const connected_qp& qp, const connect_options& options,
                    std::function<void(outcome<connection>)> callback) && {
  const auto id = taken("connect");
  detail::start_connect(id, qp, detail::type_of(kind_), options, std::move(callback));
}

connection route::connect(const connected_qp& qp, const connect_options& options) && {
  const auto id = taken("connect");
  return detail::drive<connection>(id->channel(), [&](auto&& handler) {
    detail::start_connect(id, qp, detail::type_of(kind_), options, handler);
  });
}

void resolve(const reactor& loop, const std::string& host, const std::string& service,
             const resolve_options& options, std::function<void(outcome<route>)> callback) {
  detail::resolve_host(loop.channel(), host, service, way_of(options),
                       as_route(options.kind, std::move(callback)));
}

void resolve(const reactor& loop, const address& peer, const resolve_options& options,
             std::function<void(outcome<route>)> callback) {
  detail::resolve_addresses(loop.channel(), {peer}, way_of(options),
                            as_route(options.kind, std::move(callback)));
}

route resolve(const reactor& loop, const std::string& host, const std::string& service,
              const resolve_options& options) {
  return detail::drive<route>(
      loop.channel(), [&](auto&& handler) { resolve(loop, host, service, options, handler); });
}

route resolve(const reactor& loop, const address& peer, const resolve_options& options) {
  return detail::drive<route>(loop.channel(),
                              [&](auto&& handler) { resolve(loop, peer, options, handler); });
}

}  // namespace verbatim::cm
