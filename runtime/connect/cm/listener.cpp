// Listening for connections, and the requests that arrive: the passive end.
#include "verbatim/connect/cm/listener.hpp"

#include <cerrno>
#include <utility>

#include "verbatim/connect/cm/ids/connection_state.hpp"
#include "verbatim/connect/cm/ids/listening.hpp"
#include "verbatim/connect/cm/ids/resolution.hpp"

namespace verbatim::cm {

connection_request::connection_request(std::unique_ptr<detail::request_state> state) noexcept
    : state_(std::move(state)) {}
connection_request::connection_request(connection_request&&) noexcept = default;
connection_request& connection_request::operator=(connection_request&&) noexcept = default;
connection_request::~connection_request() = default;  // the last owner of an id rejects its request

detail::request_state& connection_request::taken(const char* call) const {
  if (state_ == nullptr) {
    throw error(std::errc::invalid_argument, call, "connection request",
                "it was accepted, rejected or moved before");
  }
  return *state_;
}

std::string connection_request::device() const { return taken("device").id->device(); }
std::uint8_t connection_request::port() const { return taken("port").id->port_number(); }
address connection_request::local() const { return taken("local").id->local(); }
address connection_request::peer() const { return taken("peer").id->peer(); }
std::optional<verbatim::path> connection_request::path() const { return taken("path").id->path(); }

std::span<const std::byte> connection_request::private_data() const noexcept {
  return state_ != nullptr ? state_->came.private_data() : std::span<const std::byte>();
}

std::string connection_request::describe() const {
  return state_ != nullptr ? state_->id->describe() : "connection request that was taken";
}

void connection_request::accept(const connected_qp& qp, const accept_options& options,
                                std::function<void(outcome<connection>)> callback) && {
  const auto& request = taken("accept");
  detail::start_accept(request.id, qp, request.type, request.came, options, std::move(callback));
  state_.reset();
}

connection connection_request::accept(const connected_qp& qp, const accept_options& options) && {
  const auto channel = taken("accept").id->channel();
  return detail::drive<connection>(
      channel, [&](auto&& handler) { std::move(*this).accept(qp, options, handler); });
}

void connection_request::reject(reject_data data) && {
  detail::check_length(data.bytes(), reject_data::limit, "reject");
  const auto request = std::move(state_);
  if (request == nullptr) (void)taken("reject");  // throws, because it was taken
  detail::reject(*request->id, data.bytes());
}

connection_request connection_request::migrate(const reactor& to) && {
  auto& request = taken("migrate");
  const auto& channel = to.channel();
  if (channel == request.id->channel()) return std::move(*this);
  // All events of the id are acknowledged, so the call does not wait.
  request.id->call("rdma_migrate_id",
                   [&](rdma_cm_id* id) { return rdma_migrate_id(id, channel->native()); });
  request.id = detail::cm_id::adopt(channel, request.id->release());
  return std::move(*this);
}

listener::listener(const reactor& loop, const listener_options& options)
    : state_(std::make_shared<detail::listener_state>()) {
  state_->begin(loop.channel(), detail::type_of(options.kind),
                options.at ? *options.at : detail::listening_address(options.address, options.port),
                options.backlog, options.id);
}

address listener::local() const { return state_->local; }

connection_request listener::next(const verbs::wait_limit& limit) {
  return connection_request(state_->next(limit));
}

void listener::on_request(std::function<void(connection_request)> callback) {
  state_->hand_to([callback = std::move(callback)](std::unique_ptr<detail::request_state> request) {
    callback(connection_request(std::move(request)));
  });
}

bool listener::is_open() const noexcept { return state_->id->is_open(); }

close_report listener::close() noexcept { return state_->close(); }

std::string listener::describe() const {
  return "listener on " + to_string(state_->local) + (is_open() ? "" : ", which is closed");
}

}  // namespace verbatim::cm
